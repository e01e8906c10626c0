"""The moves of the current deal, one line each, newest last."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from discord import ui

from bot.rummy.events import Event
from bot.rummy.options import Options
from bot.text.deals import moves_heading
from bot.text.moves import event_words
from cogs.edge.layout import layout, small, text, title
from cogs.table.screens.scene import Scene, way_back

_ROOM: Final = 3_600
"""Maximum characters of all lines. A message holds a little more."""


def moves_screen(scene: Scene, options: Options, deal: int, events: Sequence[Event]) -> ui.LayoutView:
    """Show the public moves of a deal, as many of the latest as fit into a message."""
    texts, names = scene.texts, scene.names
    lines = [f"{number}. {event_words(texts, event, names[event.seat])}" for number, event in enumerate(events, 1)]
    used = 0

    def fits(line: str) -> bool:
        nonlocal used
        used += len(line) + 1
        return used <= _ROOM

    shown = list(takewhile(fits, reversed(lines)))[::-1]
    earlier = texts.t("Earlier moves are in `/rummy record` when the game is over.") if len(shown) < len(lines) else ""
    nothing = "" if events else texts.t("Nobody has moved yet.")
    return layout(text(title(moves_heading(texts, options, deal)), small(earlier), *shown, nothing), way_back(scene))
