"""A hand laid open in a panel: melds with bars, loose cards in a tray with their sum, marked cards in frames."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from bot.rummy.cards import POINTS, Card
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import length
from render.drawing.palette import Ink
from render.drawing.plates import (
    BAR,
    BAR_BELOW,
    ROW_RADIUS,
    STRIPE,
    draw_bar,
    draw_card,
    draw_dashes,
    draw_framed,
    draw_panel,
)
from render.drawing.rows import LOOSE, Group

OPEN_PANEL: Final = 246
"""The height of the panel of an open hand, in pixels."""
OPEN_HEAD: Final = 46
"""The middle of its first line, from its top."""
OPEN_WIDTHS: Final = (74, 71, 68, 65, 62, 59)
"""Widths of cards; the first one with which all hands fit is used. The last has ranks of 30 pixels."""

_CARDS: Final = 92
_WITHIN, _GROUPS = 4, 24
_INSIDE: Final = 32 - STRIPE  # to the right of the stripe
_RIGHT: Final = 18
_TRAY, _TRAY_ABOVE, _TRAY_MORE = 16, 14, 36
_FRAMED: Final = 4
"""Room on each side of a framed card, in pixels."""
_SUM: Final = 50
_SUM_ROOM: Final = 24


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand laid open: its groups, cards framed in a color, and cards in dashes."""

    groups: tuple[Group, ...]
    framed: Mapping[Card, Ink] = field(default_factory=dict)
    dashed: AbstractSet[Card] = frozenset()


def open_format(hands: Sequence[OpenHand], width: int) -> CardFormat:
    """Return the largest format of cards with which hands fit panels of a width."""
    room = width - STRIPE - _INSIDE - _RIGHT
    fitting = (across for across in OPEN_WIDTHS if all(_width(hand, across) <= room for hand in hands))
    return upright(next(fitting, OPEN_WIDTHS[-1]))


def draw_open_cards(canvas: Canvas, panel: Area, hand: OpenHand, shape: CardFormat) -> None:
    """Draw the cards of a hand in its panel, from the left; the tray reaches to the right."""
    x, y = panel.x + STRIPE + _INSIDE, panel.y + _CARDS
    for group in hand.groups:
        if group.kind is LOOSE:
            above = y - _TRAY_ABOVE
            _tray(canvas, Area(x, above, panel.x + panel.width - _RIGHT - x, shape.height + _TRAY_MORE), hand, shape)
            return
        edges = _edges(hand, group.cards, x, shape.width)
        _cards(
            canvas, hand, [(card, left, y) for card, left in zip(group.cards, edges, strict=False)], shape, Ink.PANEL
        )
        width = edges[-1] - _WITHIN - x
        draw_bar(canvas, x + 1, y + shape.height + BAR_BELOW + 1, width - 2, group.kind, ground=Ink.PANEL, thick=BAR)
        x += width + _GROUPS


def _edges(hand: OpenHand, cards: Sequence[Card], x: int, width: int) -> list[int]:
    """Return the left edges of cards, and of one that would follow; framed ones need more room."""
    edges = []
    for card in cards:
        more = _FRAMED if card in hand.framed else 0
        edges.append(x + more)
        x += width + _WITHIN + 2 * more
    return [*edges, x]


def _tray(canvas: Canvas, area: Area, hand: OpenHand, shape: CardFormat) -> None:
    """Draw the loose cards in a tray, and their sum if there is room for it."""
    loose = hand.groups[-1].cards
    draw_panel(canvas, area, fill=Ink.TRAY, ground=Ink.PANEL, rounding=ROW_RADIUS)
    edges = _edges(hand, loose, area.x + _TRAY, shape.width)
    y = area.y + _TRAY_ABOVE
    _cards(canvas, hand, [(card, left, y) for card, left in zip(loose, edges, strict=False)], shape, Ink.TRAY)
    words = " + ".join(str(POINTS[card]) for card in loose)
    room = area.x + area.width - edges[-1] - _SUM_ROOM
    if len(loose) > 1 and length(words, _SUM, True) <= room:
        style = TextStyle(_SUM, Ink.TEXT, Ink.TRAY, side="middle")
        middle = edges[-1] + (area.x + area.width - edges[-1]) // 2
        canvas.text(middle, area.y + area.height // 2, words, style)


def _cards(
    canvas: Canvas, hand: OpenHand, places: Sequence[tuple[Card, int, int]], shape: CardFormat, ground: Ink
) -> None:
    """Draw the cards of a group, then the marks of those that have any."""
    for card, x, y in places:
        if card in hand.framed:
            draw_framed(canvas, card, x, y, shape, color=hand.framed[card], ground=ground, shadow=False)
        else:
            draw_card(canvas, card, x, y, shape, ground=ground)
    for card, x, y in places:
        if card in hand.dashed:
            around = Area(x, y, shape.width, shape.height).grown(6)
            draw_dashes(canvas, around, Ink.GOLD, thick=5, radius=shape.corner + 6, ground=ground)


def _width(hand: OpenHand, card: int) -> int:
    cards = sum(_edges(hand, group.cards, 0, card)[-1] - _WITHIN for group in hand.groups)
    tray = 2 * _TRAY if hand.groups and hand.groups[-1].kind is LOOSE else 0
    return cards + (len(hand.groups) - 1) * _GROUPS + tray
