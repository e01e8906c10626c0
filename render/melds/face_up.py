"""Hands face up in panels one below the other: at the end of a deal, and at a moment of a replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, narrow, upright
from render.drawing.letters import LABEL, length
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    PANEL_RADIUS,
    PLATE_RADIUS,
    draw_cards,
    draw_dashes,
    draw_fitted,
    draw_name,
    draw_panel,
)
from render.hands import FaceUpHand

LEFT, RIGHT = 32, 1068
SIZES: Final = (*(upright(width) for width in (118, 104, 96, 88, 80, 74, 69, 64)),
                *(narrow(width) for width in (56, 48, 44, 40, 36, 32)))  # fmt: skip
"""The formats of the cards; the first one with which all hands fit is used."""

_GAP: Final = 12
_HEAD: Final = 66
_FOOT: Final = 16
_INSIDE: Final = 28
_WITHIN: Final = 4
_UNDER: Final = 8
_MARK: Final = 52
_NAME: Final = 50


@dataclass(frozen=True, slots=True)
class FaceUpLayout:
    """Hands laid out: the format of the cards, the rows and the panel of each hand."""

    shape: CardFormat
    rows: tuple[tuple[tuple[Card, ...], ...], ...]
    panels: tuple[Area, ...]

    @property
    def foot(self) -> int:
        """The lower edge of the last panel."""
        return self.panels[-1].y + self.panels[-1].height


def laid_face_up(hands: Sequence[Sequence[Card]], top: int, foot: int) -> FaceUpLayout:
    """Lay out hands between two heights, in the largest format with which they fit."""
    for shape in SIZES:
        most = (RIGHT - LEFT - 2 * _INSIDE + _WITHIN) // (shape.width + _WITHIN)
        rows = tuple(tuple(tuple(hand[at : at + most]) for at in range(0, len(hand), most)) for hand in hands)
        heights = [_height(hand, shape) for hand in rows]
        if sum(heights) + (len(hands) - 1) * _GAP <= foot - top and max(map(len, rows)) <= 2:
            break
    panels, y = [], top
    for height in heights:
        panels.append(Area(LEFT, y, RIGHT - LEFT, height))
        y += height + _GAP
    return FaceUpLayout(shape, rows, tuple(panels))


def draw_face_up(canvas: Canvas, hands: Sequence[FaceUpHand], layout: FaceUpLayout, *, won: bool) -> None:
    """Draw hands in their panels. The mark of one that's ``lit`` is in gold if it has ``won``, else in its color."""
    marks = max(length(hand.mark, _MARK, True) for hand in hands)
    for seat, (hand, rows, panel) in enumerate(zip(hands, layout.rows, layout.panels, strict=True)):
        draw_panel(canvas, panel, stripe=SEATS[seat], rounding=PANEL_RADIUS)
        _head(canvas, (seat, hand), panel, marks, Ink.GOLD if won else SEATS[seat])
        _rows(canvas, (seat, hand), rows, layout.shape, panel)


def _height(rows: Sequence[Sequence[Card]], shape: CardFormat) -> int:
    """Return the height that the panel of a hand needs."""
    if not rows:
        return _HEAD + 4
    return _HEAD + len(rows) * (shape.height + _UNDER) - _UNDER + _FOOT


def _head(canvas: Canvas, seated: tuple[int, FaceUpHand], panel: Area, marks: int, color: Ink) -> None:
    """Write a player's name, the points of the cards, and the mark."""
    seat, hand = seated
    y, left, right = panel.y + _HEAD // 2 + 2, panel.x + 26, panel.x + panel.width - _INSIDE
    style = TextStyle(_MARK, Ink.TEXT, Ink.PANEL, side="right")
    if hand.lit and hand.mark:
        plate = Area(right - length(hand.mark, _MARK, True) - 16, panel.y + 8, length(hand.mark, _MARK, True) + 32, 52)
        canvas.box(plate, color, ground=Ink.PANEL, rounding=PLATE_RADIUS)
        canvas.text(right, y, hand.mark, TextStyle(_MARK, Ink.ON_COLOR, color, side="right"))
    else:
        canvas.text(right, y, hand.mark, style)
    right -= marks + 44
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
    right -= draw_fitted(canvas, right, y, hand.counted, label, width=(right - left) * 3 // 5) + 24
    draw_name(canvas, left, y, seat, hand.name, ground=Ink.PANEL, width=right - left, size=_NAME, across=50)


def _rows(
    canvas: Canvas, seated: tuple[int, FaceUpHand], rows: Sequence[Sequence[Card]], shape: CardFormat, panel: Area
) -> None:
    """Draw the cards of a hand, the drawn one in a frame and the advised one in dashes; of identical cards only one."""
    seat, hand = seated
    places = [
        (card, panel.x + _INSIDE + at * (shape.width + _WITHIN), panel.y + _HEAD + number * (shape.height + _UNDER))
        for number, row in enumerate(rows)
        for at, card in enumerate(row)
    ]
    draw_cards(canvas, places, shape, ground=Ink.PANEL)
    areas = {card: Area(x, y, shape.width, shape.height).grown(_WITHIN) for card, x, y in reversed(places)}
    if hand.framed in areas:
        area = areas[hand.framed]
        canvas.box(area, SEATS[seat], ground=Ink.PANEL, rounding=shape.corner + _WITHIN)
        canvas.card(hand.framed, area.x + _WITHIN, area.y + _WITHIN, shape, SEATS[seat])
    if hand.advised in areas:
        area = areas[hand.advised].grown(1)
        draw_dashes(canvas, area, Ink.GOLD, thick=_WITHIN, radius=shape.corner + _WITHIN, ground=Ink.PANEL)
