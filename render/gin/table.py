"""The picture of a table: both seats, the piles and who discarded what, the last move, the rules in force."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind
from bot.rummy.gin.views import GinView
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.deals import progress_words, table_heading, target_words
from render.alt import last_turn, quiet_turns_left
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL, NAME, length
from render.drawing.lines import Chip, Part, Words, draw_line, parted, seat_name, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_INNER,
    ROW_RADIUS,
    STRIPE,
    draw_card,
    draw_disc,
    draw_fitted,
    draw_framed,
    draw_name,
    draw_panel,
    draw_pile_disc,
    draw_pill,
    draw_print,
    draw_stock,
    draw_tag,
)
from render.drawing.png import CARDS
from render.gin.alt import limit_words, quiet_words, shows_dealer_draw, table_alt
from render.look import DEFAULT, Look
from render.values import Picture


def drew_from(view: GinView) -> tuple[int, EventKind] | None:
    """Return the seat of the last turn and whether it drew or took; None if it did neither."""
    kinds = [(event.seat, event.kind) for event in last_turn(view) if event.kind in (EventKind.TOOK, EventKind.DREW)]
    return kinds[-1] if kinds else None


def discarder(view: GinView) -> int | None:
    """Return the seat that discarded the top card; None for the upcard and for an empty pile."""
    return view.discarders[-1] if view.discarders else None


def last_move_parts(view: GinView, names: Sequence[str], texts: Texts) -> tuple[Part, ...]:
    """Return what happened last as a line: in the last turn, or before the first one who deals and why."""
    turn = last_turn(view)
    if turn:
        return _turn_parts(turn, seat_name(names, turn[-1].seat, texts), texts)
    if shows_dealer_draw(view):
        first, second = view.dealer_draw[-1]
        sentence = texts.t("{first} drew {card}, {second} {other}: {dealer} deals", first=slot(0), card=slot(1),
                           second=slot(2), other=slot(3), dealer=slot(4))  # fmt: skip
        players = [seat_name(names, seat, texts) for seat in (0, 1, view.dealer)]
        return parted(sentence, players[0], Chip(first), players[1], Chip(second), players[2])
    return parted(texts.t("{name} deals", name=slot(0)), seat_name(names, view.dealer, texts))


def _turn_parts(turn: Sequence[Event], name: Words, texts: Texts) -> tuple[Part, ...]:
    last = turn[-1]
    taken = next((event.card for event in turn if event.kind is EventKind.TOOK), None)
    match last.kind:
        case EventKind.DISCARDED:
            return _discard_parts(name, taken, last.card, texts)
        case EventKind.TOOK:
            return _with_card(texts.t("{name} took {card}", name=slot(0), card=slot(1)), name, last.card)
        case EventKind.TOOK_BACK:
            return _with_card(texts.t("{name} took back {card}", name=slot(0), card=slot(1)), name, last.card)
        case EventKind.DREW:
            sentence = texts.t("{name} drew from the stock", name=slot(0))
        case EventKind.PASSED:
            sentence = texts.t("{name} passed", name=slot(0))
        case _:
            sentence = texts.t("{name} knocked", name=slot(0))
    return parted(sentence, name)


def _discard_parts(name: Words, taken: Card | None, card: Card | None, texts: Texts) -> tuple[Part, ...]:
    """Return a turn that ended with a discard as a line."""
    if taken is None:
        return _with_card(texts.t("{name} drew and discarded {card}", name=slot(0), card=slot(1)), name, card)
    sentence = texts.t("{name} took {card} and discarded {other}", name=slot(0), card=slot(1), other=slot(2))
    return parted(sentence, name, Chip(taken), *([Chip(card)] if card is not None else []))


def _with_card(sentence: str, name: Words, card: Card | None) -> tuple[Part, ...]:
    return parted(sentence, name, *([Chip(card)] if card is not None else []))


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


LEFT, RIGHT = 32, 1068
"""The margins of all rows."""

_TITLE: Final = 54  # the middle of the first line
_SEATS_AT: Final = 94
_SEAT: Final = (510, 246)
_GAP: Final = 16
_INSIDE: Final = 26
_SCORE: Final = 84
_SCORES_LINE: Final = 54
_BACK: Final = upright(46)

_MOVE: Final = 68
_BELOW: Final = _GAP + _MOVE + 30


def table_picture(
    view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    piles = Area(LEFT, _SEATS_AT + _seat_height(view) + _GAP, RIGHT - LEFT, FIELD)
    canvas = Canvas(look, texts, piles.y + FIELD + _BELOW)
    _header(canvas, view, texts, rules=not shows_rules(view, unassisted=unassisted))
    for seat in range(len(names)):
        _seat(canvas, view, names, texts, seat)
    draw_piles(Field(canvas, view, names, texts, piles), unassisted=unassisted)
    _last_move(canvas, view, names, texts)
    return Picture(canvas.png(CARDS), table_alt(view, names, texts, unassisted=unassisted))


def _header(canvas: Canvas, view: GinView, texts: Texts, *, rules: bool) -> None:
    """Write the game and the deal, and a warning, or as many of the ``rules`` in force as there is room for."""
    left = quiet_turns_left(view)
    words = progress_words(texts, view) if left is not None else table_heading(texts, view)
    used = draw_fitted(canvas, LEFT + 4, _TITLE, words, TextStyle(NAME), width=560)
    room = RIGHT - LEFT - 8 - used - 30
    if left is not None:
        words = quiet_words(texts, left)
        draw_tag(canvas, RIGHT, _TITLE - 26, words, Ink.SILVER, side="right", width=room, squeeze=True)
    elif rules:
        shown = rules_in_force(view, texts)
        style = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
        while len(shown) > 1 and length(" · ".join(shown), style.size, style.black) > room:
            shown.pop()
        draw_fitted(canvas, RIGHT - 4, _TITLE, " · ".join(shown), style, width=room)


def _seat(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, seat: int) -> None:
    """Draw a seat's panel: in the seat's color with what it has to do, or with its cards face down."""
    width, height = _SEAT[0], _seat_height(view)
    panel = Area(LEFT + seat * (width + _GAP), _SEATS_AT, width, height)
    acts, color = view.turn == seat, SEATS[seat]
    ground, label = (color, Ink.SOFT) if acts else (Ink.PANEL, Ink.LABEL)
    draw_panel(canvas, panel, fill=ground, stripe=None if acts else color, shadow=acts)
    left, right = panel.x + 24, panel.x + width - _INSIDE
    small = TextStyle(LABEL, label, ground, black=False)
    room = right - left - _scores(canvas, view, texts, seat, Area(left, panel.y, right - left, height))
    draw_name(canvas, left, panel.y + 50, seat, names[seat], ground=ground, width=room, size=54)
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    dealer = " · ".join([count, *([texts.t("dealer")] if view.dealer == seat and view.deal else [])])
    points = 0 if len(view.columns) > 1 else length(texts.t("points"), LABEL, False) + 16
    draw_fitted(canvas, left + 3, panel.y + 130, dealer, small, width=right - left - points)
    foot = Area(panel.x + 18, panel.y + height - 83, width - 36, 66)
    if acts:
        draw_pill(canvas, foot, verb_parts(view, texts), ground)
    else:
        _backs(canvas, view.counts[seat], Area(left + 3, foot.y + 1, right - left - 3, foot.height))


def _seat_height(view: GinView) -> int:
    """Return the height of the seats' panels: Hollywood's three scores need one more line."""
    return _SEAT[1] + (_SCORES_LINE if len(view.columns) > 1 else 0)


def _scores(canvas: Canvas, view: GinView, texts: Texts, seat: int, area: Area) -> int:
    """Write a seat's points, or in Hollywood those of all three games. Return how much of the first line they use."""
    acts, right = view.turn == seat, area.x + area.width
    ground, ink, soft = (SEATS[seat], Ink.ON_COLOR, Ink.SOFT) if acts else (Ink.PANEL, Ink.TEXT, Ink.LABEL)
    value, label = TextStyle(_SCORE, ink, ground, side="right"), TextStyle(LABEL, soft, ground, black=False)
    scores = [str(column.totals[seat]) for column in view.columns] or ["0"]
    if len(scores) == 1:
        canvas.text(right + 2, area.y + 130, texts.t("points"), replace(label, side="right"))
        return canvas.text(right, area.y + 54, scores[0], value, 220) + 20
    used = canvas.text(area.x + 3, area.y + 184, texts.t("points"), label)
    draw_fitted(canvas, right, area.y + 184, " · ".join(scores), replace(value, size=54), width=area.width - used - 20)
    return 0


def _backs(canvas: Canvas, count: int, area: Area) -> None:
    """Draw cards face down in a row, overlapping if there are many."""
    if not count:
        return
    step = min((area.width - _BACK.width) / max(count - 1, 1), _BACK.width)
    for number in range(count):
        canvas.back(area.x + round(number * step), area.y, _BACK, Ink.PANEL)


def verb_parts(view: GinView, texts: Texts) -> tuple[Part, ...]:
    """Return what the seat whose turn it is has to do, as all players may know it."""
    if view.phase is Phase.DISCARD:
        return parted(texts.t("Discard"))
    if not view.discards or view.phase is Phase.STOCK:
        return parted(texts.t("Draw from the stock"))
    top = Chip(view.discards[-1])
    if view.phase is Phase.UPCARD:
        return parted(texts.t("Take {card} or pass", card=slot(0)), top)
    return parted(texts.t("Draw or take {card}", card=slot(0)), top)


def _last_move(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts) -> None:
    turn = last_turn(view)
    seat = turn[-1].seat if turn else view.dealer
    area = Area(LEFT, canvas.height - _MOVE - 30, RIGHT - LEFT, _MOVE)
    draw_panel(canvas, area, stripe=SEATS[seat], rounding=ROW_RADIUS)
    style = TextStyle(48, Ink.TEXT, Ink.PANEL, black=False)
    parts = last_move_parts(view, names, texts)
    draw_line(canvas, LEFT + STRIPE + 20, area.y + _MOVE // 2, parts, style, width=area.width - STRIPE - 40)
