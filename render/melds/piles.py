"""The piles of a table with melds: the stock, the top discard and who discarded it, the discards before."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.events import EventKind
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import LABEL, length
from render.drawing.lines import Chip, draw_line, parted, slot
from render.drawing.names import drawable
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_INNER,
    card_shadow,
    draw_card,
    draw_fitted,
    draw_frame,
    draw_framed,
    draw_pile_disc,
    draw_print,
    draw_tag,
)
from render.melds.last_turn import drew_from

_STOCK: Final = upright(96)
_TOP: Final = upright(130)
_PAST: Final = upright(80)
_PAST_STEP: Final = (26, 52)
_LAYERS: Final = 3
_LAYER: Final = (5, 4)
_INSIDE: Final = 24
_HEADING: Final = 33
_CARDS: Final = 61
_COUNT: Final = 232
_PILL: Final = 52


def draw_piles(
    canvas: Canvas, area: Area, view: MeldsView, names: Sequence[str], texts: Texts, *, unassisted: bool = False
) -> None:
    """Draw the piles inside a double line. Unassisted tables show only the top discard."""
    draw_print(canvas, area)
    label = TextStyle(LABEL, Ink.LABEL, black=False)
    y, right = area.y + _HEADING, area.x + area.width - _INSIDE
    left = area.x + _INSIDE
    stock = draw_fitted(canvas, left, y, texts.t("Stock"), label, width=160)
    draw_stock(canvas, view, max(left, left + stock // 2 - _STOCK.width // 2 - 5), area.y + _CARDS, _STOCK)
    middle = max(left + stock // 2, left + _STOCK.width // 2 + 5)
    canvas.text(middle, area.y + _COUNT, str(view.stock), TextStyle(58, side="middle"))
    claim = view.claim is not None
    shown = 0 if unassisted else 2 if claim else 3
    past = list(view.discards[-1 - shown : -1]) if shown else []
    earlier = 0
    if past:
        style = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
        earlier = draw_fitted(canvas, right, y, texts.t("Earlier"), style, width=190)
        x = min(right - _PAST.width - 2 * _PAST_STEP[0], right - earlier // 2 - _PAST.width // 2 - _PAST_STEP[0])
        places = [(x + number * _PAST_STEP[0], area.y + _CARDS + number * _PAST_STEP[1]) for number in range(len(past))]
        for at in places:
            card_shadow(canvas, *at, _PAST)
        for card, at in zip(past, places, strict=True):
            canvas.card(card, *at, _PAST)
    center = area.x + (area.width // 2 if not past else 239)
    room = 2 * min(center - left - stock, right - earlier - center) - 20
    _draw_top(canvas, view, names, texts, (center, area.y, room))
    mark = drew_from(view)
    if mark is not None and mark[1] is EventKind.DREW:
        draw_pile_disc(canvas, middle + _STOCK.width // 2 - 4, area.y + _CARDS + _STOCK.height - 6, SEATS[mark[0]])
    if mark is not None and mark[1] is EventKind.TOOK:
        draw_pile_disc(canvas, center + _TOP.width // 2 + 4, area.y + _CARDS + _TOP.height - 4, SEATS[mark[0]])
    if view.claim is not None:
        pill = Area(area.x + 14, area.y + area.height - _PILL - 9, area.width - 28, _PILL)
        canvas.box(pill, Ink.GOLD, rounding=_PILL // 2)
        words = parted(texts.t("Knock for {card} · +1 card", card=slot(0)), Chip(view.claim))
        style = TextStyle(LABEL, Ink.ON_COLOR, Ink.GOLD, side="middle")
        draw_line(canvas, pill.x + pill.width // 2, pill.y + _PILL // 2, words, style, width=pill.width - 30)


def draw_stock(canvas: Canvas, view: MeldsView, x: int, y: int, shape: CardFormat) -> None:
    """Draw the stock, or an empty place."""
    if not view.stock:
        draw_frame(canvas, Area(x, y, shape.width, shape.height), Ink.PRINT, thick=3, radius=shape.corner)
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


def _draw_top(canvas: Canvas, view: MeldsView, names: Sequence[str], texts: Texts, place: tuple[int, int, int]) -> None:
    """Draw the top discard and its player's name; ``place`` is its middle, the top of the area, room for the name."""
    middle, top, room = place
    x, y, color = middle - _TOP.width // 2, top + _CARDS, discard_color(view)
    seat = view.discarders[-1] if view.discarders else None
    if not view.discards:
        draw_frame(canvas, Area(x, y, _TOP.width, _TOP.height), Ink.PRINT, thick=3, radius=_TOP.corner)
    elif color is None:
        draw_card(canvas, view.discards[-1], x, y, _TOP)
    else:
        draw_framed(canvas, view.discards[-1], x, y, _TOP, color=color, inner=DISCARD_INNER)
    name = (
        None
        if seat is None or not view.discards
        else drawable(names[seat]) or texts.t("Seat {number}", number=seat + 1)
    )
    if name is None or seat is None:
        style = TextStyle(LABEL, Ink.LABEL, black=False, side="middle")
        draw_fitted(canvas, middle, top + _HEADING, texts.t("Discard"), style, width=room)
    else:
        draw_tag(canvas, middle, top + 3, name, SEATS[seat], width=max(room, 60))


def label_width(words: str) -> int:
    """Return the width of a label."""
    return length(words, LABEL, False)
