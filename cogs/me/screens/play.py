"""The screen of a player's preferences for playing: sorting, assistance, the question before discards, the coach."""

from enum import StrEnum
from typing import Final

from discord import ui

from bot.play.people import Preferences
from bot.text.catalogs import Texts
from cogs.edge.clicking.page_controls import button, chooser
from cogs.edge.layout import layout, option, rows, text, title
from cogs.table.screens.sorting import Sorting, sorting_from

PLAY: Final = "play-prefs"
"""The custom id word of the controls."""


class PlayPart(StrEnum):
    """The preferences, as in custom ids."""

    SORTING = "sorting"
    ASSISTED = "assisted"
    CONFIRMS = "confirms"
    COACH = "coach"


def play_screen(texts: Texts, person: Preferences) -> ui.LayoutView:
    """Show the preferences and what they do, with a control for each."""
    sorting = sorting_from(person.sorting, unassisted=False)
    orders = [option(_sorting_words(texts, way), way.value, chosen=way is sorting) for way in Sorting]
    assistance = texts.t("Assistance: on") if person.assisted else texts.t("Assistance: off")
    confirms = texts.t("Confirm discards: on") if person.confirms_discards else texts.t("Confirm discards: off")
    coach = texts.t("Coach: on") if person.coach else texts.t("Coach: off")
    return layout(
        text(
            title(texts.t("How you play")),
            texts.t("These apply to your hands at all tables, on all servers."),
            texts.t("- Assistance finds melds, counts points and suggests moves, unless the table has it off."),
            texts.t("- Confirm discards asks before each discard."),
            texts.t("- The coach comments on your first games with one line in your hand."),
        ),
        chooser(texts.t("Sort your hand"), orders, PLAY, PlayPart.SORTING),
        rows(
            [
                button(assistance, PLAY, PlayPart.ASSISTED, _turned(on=person.assisted)),
                button(confirms, PLAY, PlayPart.CONFIRMS, _turned(on=person.confirms_discards)),
                button(coach, PLAY, PlayPart.COACH, _turned(on=person.coach)),
            ]
        ),
    )


ON: Final = "on"
OFF: Final = "off"
"""The arguments of a button: what a click on it turns the preference."""


def _turned(*, on: bool) -> str:
    """Return what a click turns a preference."""
    return OFF if on else ON


def _sorting_words(texts: Texts, sorting: Sorting) -> str:
    """Return the option of a sort order."""
    match sorting:
        case Sorting.MELDS:
            return texts.t("Sort by melds")
        case Sorting.SUITS:
            return texts.t("Sort by suit")
        case Sorting.RANKS:
            return texts.t("Sort by rank")
