"""The discard pile of a game in which it lies spread (R-1): every card in order, the bottom first, the top framed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.events import EventKind
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, narrow, upright
from render.drawing.letters import LABEL, NARROWEST, length, shown_name
from render.drawing.lines import Words, draw_line, fitting, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_FRAME,
    TAG,
    draw_cards,
    draw_empty,
    draw_fitted,
    draw_framed,
    draw_pile_disc,
    draw_print,
    draw_stock,
    draw_tag,
)

_SIZES: Final = (*(upright(width) for width in (128, 104, 84, 72)), narrow(60), narrow(48))
"""The formats of the cards; the first one with which all of them fit is used."""
_WITHIN: Final = 2
_ROWS_APART: Final = 3
_INNER: Final = 2
_FRAME: Final = DISCARD_FRAME + _INNER
"""The frame around the top card, which stands apart by it."""
_BACK: Final = upright(40)


@dataclass(frozen=True, slots=True)
class PileLayout:
    """A pile laid out: the format of its cards, and the place of each, from the bottom."""

    shape: CardFormat
    places: tuple[tuple[int, int], ...]

    @property
    def foot(self) -> int:
        """The lower edge of the last row."""
        return max(y for _, y in self.places) + self.shape.height


def pile_laid_out(count: int, area: Area) -> PileLayout:
    """Lay out a pile of at least one card in an area, row by row; cards that are too many for it lie below it."""
    for shape in _SIZES:
        most = (area.width - 2 * _FRAME + _WITHIN) // (shape.width + _WITHIN)
        rows = -(-count // most)
        if rows * (shape.height + _ROWS_APART) - _ROWS_APART <= area.height:
            break
    spare = max(area.height - rows * (shape.height + _ROWS_APART) + _ROWS_APART, 0)
    gap = min((area.width - 2 * _FRAME - most * shape.width) // max(most - 1, 1), _FRAME + 1)
    places = [
        (area.x + at % most * (shape.width + gap), area.y + spare // 2 + at // most * (shape.height + _ROWS_APART))
        for at in range(count)
    ]
    apart = _FRAME + 1 - gap if (count - 1) % most else 0
    places[-1] = places[-1][0] + apart, places[-1][1]
    return PileLayout(shape, tuple(places))


def drew_from(view: MeldsView) -> tuple[int, EventKind] | None:
    """Return the seat that drew last and whether it drew or took; None before that, or if it gave the card back."""
    drawing = (EventKind.DREW, EventKind.TOOK, EventKind.GAVE_BACK)
    last = next((event for event in reversed(view.recent) if event.kind in drawing), None)
    return None if last is None or last.kind is EventKind.GAVE_BACK else (last.seat, last.kind)


def discard_color(view: MeldsView) -> Ink | None:
    """Return the color of the frame around the top discard: gold if it may be claimed, or that of its discarder."""
    if view.claim is not None:
        return Ink.GOLD
    seat = view.discarders[-1] if view.discarders else None
    return None if seat is None else SEATS[seat]


def empty_words(texts: Texts) -> str:
    """Return the word in the outline of a pile without cards."""
    return texts.p("pile", "empty")


def draw_spread(canvas: Canvas, discards: Sequence[Card], layout: PileLayout, color: Ink | None, ground: Ink) -> None:
    """Draw the cards of a pile, the top one in a frame of a color."""
    cards = [(card, *place) for card, place in zip(discards, layout.places, strict=True)]
    draw_cards(canvas, cards if color is None else cards[:-1], layout.shape, ground=ground)
    if color is not None:
        draw_framed(canvas, *cards[-1], layout.shape, color=color, ground=ground, inner=_INNER)


AREA: Final = Area(32, 74, 500, 328)
"""The double line around the stock and the pile on a table, which is higher if the pile has more than three rows."""
_INSIDE: Final = 16
_HEAD: Final = 37
"""The middle of the line above the cards, from the upper edge of the area."""
_CARDS, _BELOW = 70, 18
"""From the upper edge of the area to the cards, and from these to the lower edge, at least."""
CARDS_AREA: Final = Area(AREA.x + _INSIDE, AREA.y + _CARDS, AREA.width - 2 * _INSIDE, AREA.height - _CARDS - _BELOW)
"""Where the cards of the pile lie on a table."""


def lower_by(view: MeldsView) -> int:
    """Return how much lower than usual a table's pile ends."""
    if not view.discards or not rules_for(view.options).from_below:
        return 0
    return max(pile_laid_out(len(view.discards), CARDS_AREA).foot - CARDS_AREA.y - CARDS_AREA.height, 0)


def draw_whole_pile(canvas: Canvas, view: MeldsView, names: Sequence[str]) -> None:
    """Draw the stock in a line and the pile below it, inside a double line."""
    texts, left, right, y = canvas.texts, CARDS_AREA.x, CARDS_AREA.x + CARDS_AREA.width, AREA.y + _HEAD
    draw_print(canvas, replace(AREA, height=AREA.height + lower_by(view)))
    mark, used = drew_from(view), 10
    if view.stock:
        draw_stock(canvas, left + 8, y - _BACK.height // 2, _BACK, min(view.stock, 2))
        used += _BACK.width + 18
    style = TextStyle(LABEL, Ink.LABEL, black=False)
    count = Words(str(view.stock), Ink.TEXT, black=True)
    stock = parted(texts.t("Stock {count}", count=slot(0)), count)
    seat, heading = view.discarders[-1] if view.discarders else None, texts.p("pile", "Discard")
    if seat is None:
        room = right - left - used - 78 - length(heading, LABEL, False) * NARROWEST // 100
        stock = tuple(fitting(canvas, (stock, (count,)), style, room))
    used += draw_line(canvas, left + used, y, stock, style, width=230)
    if mark is not None and mark[1] is EventKind.DREW:
        draw_pile_disc(canvas, left + used + 30, y, SEATS[mark[0]], across=48)
    room = right - left - used - 70
    if seat is None:
        draw_fitted(canvas, right - 8, y, heading, replace(style, side="right"), width=room)
    else:
        draw_tag(canvas, right, y - TAG // 2, shown_name(names, seat, texts), SEATS[seat], side="right", width=room)
    if view.discards:
        layout = pile_laid_out(len(view.discards), CARDS_AREA)
        draw_spread(canvas, view.discards, layout, discard_color(view), Ink.FELT)
        (x, top), shape = layout.places[-1], layout.shape
    else:
        x, top, shape = left + 8, CARDS_AREA.y + 24, _SIZES[0]
        draw_empty(canvas, Area(x, top, shape.width, shape.height), empty_words(texts), shape.corner)
    if mark is not None and mark[1] is EventKind.TOOK:
        draw_pile_disc(canvas, x + shape.width + 8, top + shape.height - 2, SEATS[mark[0]], across=44)
