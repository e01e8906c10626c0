"""Every screen is visible whole on a phone and on a desktop, says each thing once, and in one order."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.browser.goals import Kind, Measured, Screen, too_much, wrong
from tests.browser.screens import all_screens, measured, translated, unfit

if TYPE_CHECKING:
    from playwright.sync_api import Browser


# Before the browser: synchronous Playwright keeps an event loop running.
@pytest.fixture(scope="module")
def languages() -> dict[str, list[Screen]]:
    """The screens of whole games, lobbies, lessons and replays, in other languages a few of them."""
    return {"en": asyncio.run(all_screens()), **{one: asyncio.run(translated(one)) for one in ("pl", "pt-BR", "de")}}


@pytest.fixture(scope="module")
def screens(languages: dict[str, list[Screen]]) -> list[Screen]:
    """The screens in English."""
    return languages["en"]


@pytest.fixture(scope="module")
def rows(screens: list[Screen], browser: Browser) -> list[tuple[Screen, Measured]]:
    """The screens with their measures."""
    return measured(browser, screens)


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name.lower())
def test_a_screen_is_within_its_goals(kind: Kind, rows: list[tuple[Screen, Measured]]) -> None:
    found = [(screen, one) for screen, one in rows if screen.kind is kind]
    assert found
    missed = [f"{screen.name}: {fault}" for screen, one in found for fault in too_much(screen, one)]
    assert missed == []


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.name.lower())
def test_a_screen_says_each_thing_once_and_in_one_order(kind: Kind, screens: list[Screen]) -> None:
    found = [screen for screen in screens if screen.kind is kind]
    assert found
    assert [f"{screen.name}: {fault}" for screen in found for fault in wrong(screen)] == []


@pytest.mark.parametrize("language", ["pl", "pt-BR", "de"])
def test_in_other_languages_nothing_is_cut_on_a_phone(
    language: str, languages: dict[str, list[Screen]], browser: Browser
) -> None:
    shown = languages[language]
    assert {screen.kind for screen in shown} >= {
        Kind.LAY,
        Kind.TABLE,
        Kind.ROUND,
        Kind.LOBBY,
        Kind.HOUSE_RULES,
        Kind.LESSON,
    }
    assert unfit(browser, shown, language) == []
