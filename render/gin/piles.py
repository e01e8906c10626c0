"""The piles of a table: stock, top discard with its discarder, earlier discards, or the rules in force."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.events import EventKind
from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts
from bot.text.deals import target_words
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_INNER,
    draw_card,
    draw_disc,
    draw_fitted,
    draw_framed,
    draw_panel,
    draw_pile_disc,
    draw_print,
    draw_stock,
    draw_tag,
)
from render.gin.last_move import discarder, drew_from, seat_name
from render.gin.words import limit_words

FIELD: Final = 350
"""The height of the piles, in pixels."""

# Heights are counted from the top of the field.
_HEADING: Final = 46
_CARDS: Final = 88
_VALUE: Final = 306
_TOP: Final = upright(130)
_PAST: Final = upright(124)
_STOCK_AT: Final = 96
_DISCARD_AT: Final = 308
_PAST_AT: Final = 522
_PAST_STEP: Final = 172
_PAST_DISC: Final = 46
_EARLIER: Final = 3
_TAG: Final = 248
_RULES: Final = 522
_LABEL: Final = TextStyle(LABEL, Ink.LABEL, black=False, side="middle")


@dataclass(frozen=True, slots=True)
class Field:
    """The piles of a table, and where they are drawn."""

    canvas: Canvas
    view: GinView
    names: Sequence[str]
    texts: Texts
    area: Area

    def y(self, below: int) -> int:
        """Return a height on the canvas, counted from the top of the field."""
        return self.area.y + below


def draw_piles(field: Field, *, unassisted: bool) -> None:
    """Draw the piles. Until there are earlier discards, and on unassisted tables, the rules are in their place."""
    draw_print(field.canvas, field.area)
    _stock(field)
    _discard(field)
    if shows_rules(field.view, unassisted=unassisted):
        _rules(field)
    else:
        _earlier(field)


def shows_rules(view: GinView, *, unassisted: bool) -> bool:
    """Return whether the rules are next to the piles."""
    return unassisted or len(view.discards) < 2


def rules_in_force(view: GinView, texts: Texts) -> list[str]:
    """Return the rules that matter in this deal, the most important first."""
    factor = [texts.t("Points × {factor}", factor=view.factor)] if view.factor > 1 else []
    return [limit_words(texts, view), *factor, target_words(texts, view.options, 2)]


def _stock(field: Field) -> None:
    """Draw the stock and its count, with a disc if the last card came from it."""
    canvas, count = field.canvas, field.view.stock
    middle, y = _STOCK_AT + _TOP.width // 2 + 4, field.y(_CARDS)
    draw_fitted(canvas, middle, field.y(_HEADING), field.texts.t("Stock"), _LABEL, width=190)
    if count:
        draw_stock(canvas, _STOCK_AT, y, _TOP, count)
    else:
        empty_place(canvas, Area(_STOCK_AT, y, _TOP.width, _TOP.height))
    canvas.text(middle, field.y(_VALUE), str(count), TextStyle(58, side="middle"))
    _mark_pile(field, EventKind.DREW, _STOCK_AT + _TOP.width + 10)


def _discard(field: Field) -> None:
    """Draw the top discard in a frame of its discarder's color, with their name above it."""
    canvas, view, texts = field.canvas, field.view, field.texts
    middle, y = _DISCARD_AT + _TOP.width // 2, field.y(_CARDS)
    seat = discarder(view)
    words = texts.t("Upcard") if view.discards and seat is None else texts.t("Discard")
    if not view.discards:
        empty_place(canvas, Area(_DISCARD_AT, y, _TOP.width, _TOP.height))
    elif seat is None:
        draw_card(canvas, view.discards[-1], _DISCARD_AT, y, _TOP)
    else:
        draw_framed(canvas, view.discards[-1], _DISCARD_AT, y, _TOP, color=SEATS[seat], inner=DISCARD_INNER)
        name = seat_name(field.names, seat, texts).words
        draw_tag(canvas, middle, field.y(26), name, SEATS[seat], width=_TAG)
    draw_fitted(canvas, middle, field.y(_HEADING if seat is None else _VALUE + 10), words, _LABEL, width=_TAG)
    _mark_pile(field, EventKind.TOOK, _DISCARD_AT + _TOP.width + 4)


def _mark_pile(field: Field, kind: EventKind, x: int) -> None:
    """Draw a disc on the lower right corner of the pile that the last card came from."""
    drew = drew_from(field.view)
    if drew is not None and drew[1] is kind:
        draw_pile_disc(field.canvas, x, field.y(_CARDS) + _TOP.height - 18, SEATS[drew[0]])


def empty_place(canvas: Canvas, area: Area) -> None:
    """Mark an empty place for a card."""
    canvas.box(area, Ink.PANEL, rounding=10)


def _earlier(field: Field) -> None:
    """Draw the discards below the top one, newest first, each with a bar in its discarder's color and their number."""
    canvas, view = field.canvas, field.view
    width = _PAST_STEP * (_EARLIER - 1) + _PAST.width
    draw_fitted(canvas, _PAST_AT + width // 2, field.y(_HEADING), field.texts.t("Earlier"), _LABEL, width=width)
    seats = (*(None,) * (len(view.discards) - len(view.discarders)), *view.discarders)
    past = list(zip(view.discards, seats, strict=True))[-1 - _EARLIER : -1][::-1]
    for place in range(_EARLIER):
        x, y = _PAST_AT + place * _PAST_STEP, field.y(_CARDS) + 4
        if place >= len(past):
            empty_place(canvas, Area(x, y, _PAST.width, _PAST.height))
            continue
        card, seat = past[place]
        draw_card(canvas, card, x, y, _PAST)
        if seat is not None:
            middle = y + _PAST.height + 34
            canvas.box(Area(x, middle - 5, _PAST.width, 10), SEATS[seat], rounding=5)
            draw_disc(canvas, x + _PAST.width // 2, middle, seat, Ink.FELT, across=_PAST_DISC)


def _rules(field: Field) -> None:
    """Write the rules in force where other tables show earlier discards."""
    area = Area(_PAST_AT - 10, field.y(34), _RULES, FIELD - 68)
    draw_panel(field.canvas, area)
    rules = rules_in_force(field.view, field.texts)
    style = TextStyle(48, Ink.TEXT, Ink.PANEL, side="middle")
    for number, words in enumerate(rules):
        y = area.y + round((number + 0.5) * area.height / len(rules))
        draw_fitted(field.canvas, area.x + area.width // 2, y, words, style, width=area.width - 40)
