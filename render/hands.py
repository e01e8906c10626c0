"""Shared parts of hand pictures in all games: the drawn card's frame, whose turn it is, face-up hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.views import View
from bot.text.catalogs import Texts
from render.drawing.canvas import MARGIN, Area, Canvas, TextStyle, badge_size
from render.drawing.letters import length
from render.drawing.names import on_one_line
from render.drawing.palette import Ink
from render.words import waiting_words

FRAME: Final = 6
"""The thickness of the drawn card's frame, in pixels."""
_BADGE_GAP: Final = 12
"""Room around a badge in the heading, in pixels."""


@dataclass(frozen=True, slots=True)
class FaceUpHand:
    """A hand with its cards face up: its points, and a mark on the right, on a bright plate if ``lit``."""

    name: str
    cards: Sequence[Card]
    counted: str
    mark: str = ""
    lit: bool = False
    framed: Card | None = None  # the card drawn this turn
    advised: Card | None = None  # the card that an Expert would discard


def draw_waiting(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, *, y: int, width: int) -> None:
    """Write what the hand's owner is waiting for; during a turn, on a plate with the badge of the acting seat."""
    if view.turn is None:
        canvas.text(MARGIN, y, waiting_words(view, texts, names), TextStyle(38, Ink.LABEL), width)
        return
    style = TextStyle(34, Ink.LABEL, Ink.PANEL)
    across = badge_size(style)
    around = across + 3 * _BADGE_GAP
    words = on_one_line(names, texts, lambda shown: waiting_words(view, texts, shown), style.size, width - around)
    plate = Area(MARGIN, y - across // 2 - 6, around + length(words, style.size, style.black), across + 12)
    canvas.box(plate, Ink.PANEL)
    canvas.badge(MARGIN + _BADGE_GAP + across // 2, y, view.turn, style)
    canvas.text(MARGIN + 2 * _BADGE_GAP + across, y, words, style)
