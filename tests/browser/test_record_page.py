"""The page of a record: opened, stepped through by keyboard, at a phone's width, in both themes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.text.catalogs import MADE_UP
from tests.browser.panes import serious_violations
from tests.cli.playground.recorded import earlier_records

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOTH = ["Table", "1 Player 3842", "2 Player 3843"]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Write records of gin and German Rummy to files, and a broken one."""
    records = {"gin": earlier_records()[0], "german": earlier_records()[4], "broken": {"format": "other"}}
    for name, record in records.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    return {name: tmp_path / f"{name}.json" for name in records}


def opened(page: Page, file: Path) -> None:
    """Choose a file on the page of records, and wait until its first step is shown."""
    page.goto(page.url.partition("?")[0].rstrip("/").removesuffix("/record") + "/record")
    page.set_input_files("#file", file)
    at(page, 0)


def at(page: Page, step: int) -> None:
    """Wait until a step is shown."""
    page.wait_for_selector(f'#columns[data-step="{step}"]')
    assert page.evaluate("location.hash") == f"#step={step}"


def press(page: Page, key: str, step: int) -> None:
    """Press a key, and wait until a step is shown."""
    page.keyboard.press(key)
    at(page, step)


def columns(page: Page) -> list[str]:
    """List the headings of the columns."""
    return [heading.removesuffix(" · to play") for heading in page.locator(".column > h2").all_inner_texts()]


def test_a_record_is_stepped_through_by_keyboard(page: Page, files: dict[str, Path]) -> None:
    opened(page, files["gin"])
    assert columns(page) == BOTH
    press(page, "ArrowRight", 1)
    assert page.inner_text("#words") == "Player 3842 passed"
    press(page, "PageDown", 21)
    assert page.inner_text("#where") == "Deal 2 of 2 · move 0 of 20"
    press(page, "End", 41)
    assert "Player 3842 knocks: +10" in page.inner_text("#words")
    press(page, "ArrowLeft", 40)
    page.keyboard.press("2")
    assert columns(page) == BOTH[:2]
    page.keyboard.press("2")
    page.wait_for_selector(".column >> nth=2")
    assert columns(page) == BOTH
    press(page, "Home", 0)
    page.select_option("#pace", "700")
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.wait_for_selector('#columns[data-step="2"]')
    page.keyboard.press("Space")
    assert page.inner_text("#play") == "Play"
    assert "same 52 cards in the same order" in (page.text_content("#proof") or "")


def test_a_record_is_read_only_and_survives_a_broken_file_and_a_reload(page: Page, files: dict[str, Path]) -> None:
    opened(page, files["gin"])
    press(page, "ArrowRight", 1)
    assert page.locator(".column button.button").count() > 5
    assert page.locator(".column button.button:enabled").count() == 0
    assert "read-only" in page.inner_text(".note")
    page.set_input_files("#file", files["broken"])
    page.wait_for_selector("#problem:not([hidden])")
    assert "This isn't a valid record" in page.inner_text("#problem")
    assert columns(page) == BOTH
    page.reload()
    at(page, 1)
    page.evaluate("location.hash = 'step=7'")
    at(page, 7)
    page.select_option("#language", MADE_UP)
    page.wait_for_selector("#columns:has-text('«')")
    at(page, 7)


def test_a_record_is_dropped_on_the_page_and_shown_from_the_step_in_the_address(
    page: Page, files: dict[str, Path]
) -> None:
    page.goto(page.url.partition("?")[0] + "record#step=7")
    dropped = """words => {
        const moved = new DataTransfer();
        moved.items.add(new File([words], "record.json"));
        document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: moved, bubbles: true, cancelable: true}));
    }"""
    page.evaluate(dropped, files["gin"].read_text(encoding="utf-8"))
    at(page, 7)
    page.evaluate(dropped, files["german"].read_text(encoding="utf-8"))
    at(page, 0)
    assert page.inner_text("h1") == "German Rummy: record"


def test_the_page_of_a_record_is_in_the_language_that_is_chosen(page: Page, files: dict[str, Path]) -> None:
    opened(page, files["gin"])
    press(page, "ArrowRight", 1)
    page.keyboard.press("2")
    assert columns(page) == BOTH[:2]
    page.select_option("#language", "de")
    page.wait_for_selector("html[lang=de]")
    at(page, 1)
    assert page.evaluate("document.activeElement.id") == "language"
    assert columns(page) == ["Tisch", "1 Player 3842"]
    assert page.inner_text("h1") == "Gin: Mitschrift"
    assert page.inner_text("#play") == "Abspielen"
    assert page.get_attribute("#back", "aria-label") == "Einen Zug zurück"
    assert page.get_attribute("#proof li", "lang") == "en"
    page.set_input_files("#file", files["broken"])
    page.wait_for_selector("#problem[lang=en]:has-text('valid record')")
    page.click("header a")
    page.wait_for_url("**/?lang=de")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_of_a_record_fits_a_phone_and_is_accessible(page: Page, files: dict[str, Path], theme: str) -> None:
    page.set_viewport_size({"width": 375, "height": 800})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    opened(page, files["german"])
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    for step in range(1, 6):
        press(page, "ArrowRight", step)
    assert columns(page) == BOTH[:2]
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    assert serious_violations(page) == []
