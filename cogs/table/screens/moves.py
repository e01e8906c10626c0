"""The moves of the current deal, one line per turn, newest last."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from discord import ui

from bot.rummy.events import Event, by_turn
from bot.rummy.options import Options
from bot.text.deals import moves_heading
from bot.text.moves import turn_words
from cogs.edge.layout import layout, small, text, title
from cogs.table.screens.scene import Scene, way_back

_ROOM: Final = 3_600
"""Maximum characters of all lines. A message holds a little more."""


def moves_screen(scene: Scene, options: Options, deal: int, events: Sequence[Event]) -> ui.LayoutView:
    """Show the public moves of a deal in one line per turn, as many of the latest as fit into a message."""
    texts, names = scene.texts, scene.numbered
    lines = [
        f"{number}. {turn_words(texts, turn, names[turn[0].seat])}" for number, turn in enumerate(by_turn(events), 1)
    ]
    used = 0

    def fits(line: str) -> bool:
        nonlocal used
        used += len(line) + 1
        return used <= _ROOM

    shown = list(takewhile(fits, reversed(lines)))[::-1]
    earlier = texts.t("`/rummy record` has the earlier moves once the game is over.")
    head = [title(moves_heading(texts, options, deal)), small(earlier) if len(shown) < len(lines) else ""]
    return layout(text(*head, *shown, "" if events else texts.t("No moves yet.")), way_back(scene))
