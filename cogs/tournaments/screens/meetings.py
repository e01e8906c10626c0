"""The private screen on which a player agrees on the time of a fixture, and its modal."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.text.catalogs import Texts
from bot.text.tournaments import pair_label
from bot.tournaments.values import Fixture
from cogs.edge.custom_ids import button, page_id
from cogs.edge.layout import fixed_moment, full_moment, layout, rows, small, text, title
from cogs.tournaments.screens.parts import TournamentScene, fixture_line

TIME: Final = "fx-time"
SUGGEST: Final = "fx-suggest"
ACCEPT: Final = "fx-accept"
"""The custom id words: open the screen, suggest a time, accept the suggested one."""
_MOST: Final = 3
_LONGEST: Final = 60


def times_screen(scene: TournamentScene, user: int, fixtures: Sequence[Fixture], notice: str = "") -> ui.LayoutView:
    """Show the times of a player's open fixtures, with buttons to suggest and accept."""
    texts = scene.texts
    if not fixtures:
        return layout(text(notice, texts.t("You have no fixture to agree on a time for.")))
    lines = [
        texts.t(
            "{fixture} · play by {time}", fixture=fixture_line(scene, fixture), time=fixed_moment(fixture.deadline or 0)
        )
        for fixture in fixtures
    ]
    buttons = [one for fixture in fixtures[:_MOST] for one in _buttons(scene, user, fixture, alone=len(fixtures) == 1)]
    hint = texts.t("Once you both agree, you each get a reminder half an hour before. You can still play earlier.")
    return layout(text(title(texts.t("When do you play?")), notice, *lines), rows(buttons), text(small(hint)))


def suggestion_modal(texts: Texts, custom_id: tuple[object, ...], day: str, zone: str) -> ui.Modal:
    """Ask for a day, a time, and a time zone; ``day`` and ``zone`` are filled in."""
    modal = ui.Modal(title=texts.t("Suggest a time"), custom_id=page_id(SUGGEST, *custom_id))
    for field, label, description, default, placeholder in (
        ("day", texts.t("Day"), texts.t("Year, month and day, such as 2026-11-28"), day, None),
        ("time", texts.t("Time"), texts.t("Such as 18:30 or 6:30 pm"), "", "18:30"),
        ("zone", texts.t("Your time zone"), texts.t("The name of a large city near you"), zone, "Europe/Warsaw"),
    ):
        typed: ui.TextInput[discord.ui.LayoutView] = ui.TextInput(
            custom_id=field, default=default or None, placeholder=placeholder, max_length=_LONGEST, required=True
        )
        modal.add_item(ui.Label(text=label, description=description, component=typed))
    return modal


def suggested_words(texts: Texts, at: int) -> str:
    """Return the notice for a player who has suggested a time."""
    return texts.t("You suggested {time}. Your opponent gets a notification.", time=full_moment(at))


def agreed_words(texts: Texts, at: int) -> str:
    """Return the notice for a player who has accepted a time."""
    return texts.t("Agreed: {time}.", time=full_moment(at))


def _buttons(scene: TournamentScene, user: int, fixture: Fixture, *, alone: bool) -> list[ui.Button[ui.LayoutView]]:
    """Return the buttons of one fixture; with several, they name the pair."""
    texts, pair = scene.texts, pair_label(scene.texts, fixture, scene.names)
    found = []
    if fixture.meeting is not None and user not in fixture.agreed:
        label = texts.t("Accept the time") if alone else texts.t("Accept: {pair}", pair=pair)
        arguments = (scene.row.id, fixture.id, fixture.meeting)
        found.append(button(label, ACCEPT, *arguments, style=ButtonStyle.success))
    label = texts.t("Suggest a time") if alone else texts.t("Suggest: {pair}", pair=pair)
    return [*found, button(label, SUGGEST, scene.row.id, fixture.id)]
