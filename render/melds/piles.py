"""The piles of a table with melds: the stock, the top discard and who discarded it, the discards before."""

from typing import Final

from bot.rummy.events import EventKind
from bot.rummy.melds.views import MeldsView
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import LABEL, length
from render.drawing.lines import Chip, draw_line, fitting, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_INNER,
    card_shadow,
    draw_card,
    draw_fitted,
    draw_framed,
    draw_pile_disc,
    draw_print,
    draw_tag,
)
from render.melds.last_turn import drew_from
from render.melds.table_drawing import TableDrawing

_STOCK: Final = upright(96)
_TOP: Final = upright(130)
_PAST: Final = upright(80)
_PAST_STEP: Final = (26, 52)
_LAYERS: Final = 3
_LAYER: Final = (5, 4)
_INSIDE: Final = 24
_HEADING: Final = 33
_CARDS: Final = 61
_COUNT: Final = 227
_PILL: Final = 52
_ALONE: Final = (136, 345)
"""The middles of the stock and the top discard on tables that show no earlier discards."""
_MIDDLE: Final = 239
"""The middle of the top discard between the stock and earlier discards."""


def draw_piles(drawing: TableDrawing, area: Area, *, unassisted: bool = False) -> None:
    """Draw the piles inside a double line. Unassisted tables show only the top discard."""
    canvas, view = drawing.canvas, drawing.view
    draw_print(canvas, area)
    if unassisted and view.claim is None:
        _draw_stock_column(drawing, area, _TOP, area.x + _ALONE[0])
        _draw_top(drawing, area.x + _ALONE[1], area.y, 2 * (_ALONE[1] - _ALONE[0] - _TOP.width // 2 - 10))
        return
    stock = _draw_stock_column(drawing, area, _STOCK, None)
    shown = 0 if unassisted else 2 if view.claim is not None else 3
    earlier = _draw_earlier(drawing, area, shown) if shown and len(view.discards) > 1 else 0
    left, right = area.x + _INSIDE + stock, area.x + area.width - _INSIDE - earlier
    middle = area.x + _MIDDLE
    _draw_top(drawing, middle, area.y, 2 * min(middle - left, right - middle) - 20)
    if view.claim is not None:
        _draw_claim(drawing, area)


def _draw_stock_column(drawing: TableDrawing, area: Area, shape: CardFormat, middle: int | None) -> int:
    """Draw the stock, what it's called, and its count, at the left or around ``middle``. Return the column's width."""
    canvas, words = drawing.canvas, drawing.texts.t("Stock")
    width = min(max(length(words, LABEL, False), shape.width + 10), 160)
    middle = area.x + _INSIDE + width // 2 if middle is None else middle
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="middle")
    draw_fitted(canvas, middle, area.y + _HEADING, words, label, width=160)
    top = area.y + _CARDS
    draw_stock(canvas, drawing.view, middle - shape.width // 2 - 5, top, shape)
    y = top + shape.height + (_COUNT - _CARDS - _STOCK.height)
    canvas.text(middle, y, str(drawing.view.stock), TextStyle(54, side="middle"))
    mark = drew_from(drawing.view)
    if mark is not None and mark[1] is EventKind.DREW:
        draw_pile_disc(canvas, middle + shape.width // 2 - 2, top + shape.height - 28, SEATS[mark[0]])
    return width


def _draw_earlier(drawing: TableDrawing, area: Area, shown: int) -> int:
    """Draw the discards below the top one as a cascade, newest in front. Return the width of its heading."""
    canvas, right = drawing.canvas, area.x + area.width - _INSIDE
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    used = draw_fitted(canvas, right, area.y + _HEADING, drawing.texts.t("Earlier"), label, width=190)
    past = drawing.view.discards[-1 - shown : -1]
    across = _PAST.width + 2 * _PAST_STEP[0]
    x = right - max(across, (used + across) // 2)
    places = [(x + at * _PAST_STEP[0], area.y + _CARDS + at * _PAST_STEP[1]) for at in range(len(past))]
    for place in places:
        card_shadow(canvas, *place, _PAST)
    for card, place in zip(past, places, strict=True):
        canvas.card(card, *place, _PAST)
    return used


def _draw_claim(drawing: TableDrawing, area: Area) -> None:
    """Draw in gold that the top discard may be claimed, and what else the claim brings (H-8)."""
    canvas, texts, claim = drawing.canvas, drawing.texts, drawing.view.claim
    if claim is None:
        return
    pill = Area(area.x + 8, area.y + area.height - _PILL - 7, area.width - 16, _PILL)
    canvas.box(pill, Ink.GOLD, rounding=_PILL // 2)
    style = TextStyle(LABEL, Ink.ON_COLOR, Ink.GOLD, side="middle")
    forms = (texts.t("Knock for {card} · +1 card", card=slot(0)), texts.t("Knock for {card}", card=slot(0)))
    lines = [parted(words, Chip(claim)) for words in forms]
    room = pill.width - 20
    line = fitting(canvas, lines, style, room)
    draw_line(canvas, pill.x + pill.width // 2, pill.y + _PILL // 2, line, style, width=room)


def draw_stock(canvas: Canvas, view: MeldsView, x: int, y: int, shape: CardFormat) -> None:
    """Draw the stock, or an empty place."""
    if not view.stock:
        canvas.box(Area(x, y, shape.width, shape.height), Ink.PANEL, rounding=shape.corner)
    layers = [(x + _LAYER[0] * layer, y + _LAYER[1] * layer) for layer in range(min(view.stock, _LAYERS))]
    for at in layers[-1:]:
        card_shadow(canvas, *at, shape)
    for at in reversed(layers):
        canvas.back(*at, shape)


def discard_color(view: MeldsView) -> Ink | None:
    """Return the color of the frame around the top discard: gold if it may be claimed, or that of its discarder."""
    if view.claim is not None:
        return Ink.GOLD
    seat = view.discarders[-1] if view.discarders else None
    return None if seat is None else SEATS[seat]


def _draw_top(drawing: TableDrawing, middle: int, top: int, room: int) -> None:
    """Draw the top discard around ``middle``, and its player's name above it in the room that there is."""
    canvas, view = drawing.canvas, drawing.view
    x, y, color = middle - _TOP.width // 2, top + _CARDS, discard_color(view)
    seat = view.discarders[-1] if view.discarders else None
    if not view.discards:
        canvas.box(Area(x, y, _TOP.width, _TOP.height), Ink.PANEL, rounding=_TOP.corner)
    elif color is None:
        draw_card(canvas, view.discards[-1], x, y, _TOP)
    else:
        draw_framed(canvas, view.discards[-1], x, y, _TOP, color=color, inner=DISCARD_INNER)
    if seat is None:
        words, left = drawing.texts.t("Discard"), middle - room // 2
        at = max(middle - length(words, LABEL, False) // 2, left)
        draw_fitted(canvas, at, top + _HEADING, words, TextStyle(LABEL, Ink.LABEL, black=False), width=room + 80)
    else:
        draw_tag(canvas, middle, top + 3, drawing.name(seat), SEATS[seat], width=room)
    mark = drew_from(view)
    if mark is not None and mark[1] is EventKind.TOOK:
        above = 34 if view.claim is not None else 4  # the pill of a claim is below
        draw_pile_disc(canvas, middle + _TOP.width // 2 + 4, y + _TOP.height - above, SEATS[mark[0]])
