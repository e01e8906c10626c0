"""The picture of a table: both seats, the piles and who discarded what, the last turn, at the start the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.events import Event, EventKind
from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts
from render.alt import last_turn, quiet_turns_left
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL, NARROWEST, length
from render.drawing.lines import Chip, Part, Words, draw_line, fitting, line_length, parted, seat_name, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_INNER,
    ROW_RADIUS,
    STRIPE,
    TAG,
    draw_card,
    draw_disc,
    draw_empty,
    draw_fitted,
    draw_framed,
    draw_name,
    draw_panel,
    draw_pile_disc,
    draw_print,
    draw_stock,
    draw_tag,
)
from render.drawing.png import CARDS
from render.gin.alt import limit_words, quiet_words, shows_dealer_draw, table_alt
from render.look import DEFAULT, Look
from render.rooms import GIN_DISCARD, GIN_EARLIER, GIN_EMPTY, GIN_STOCK, GIN_UPCARD, PARTNER_WAITS, WAITS
from render.values import Picture


def drew_from(view: GinView) -> tuple[int, EventKind] | None:
    """Return the seat of the last turn and whether it drew or took; None if it did neither."""
    kinds = [(event.seat, event.kind) for event in last_turn(view) if event.kind in (EventKind.TOOK, EventKind.DREW)]
    return kinds[-1] if kinds else None


def discarder(view: GinView) -> int | None:
    """Return the seat that discarded the top card; None for the upcard and for an empty pile."""
    return view.discarders[-1] if view.discarders else None


def last_move_parts(view: GinView, names: Sequence[str], texts: Texts) -> tuple[Part, ...]:
    """Return what happened last as a line: in the last turn, or before the first one the cards drawn for the deal."""
    turn = last_turn(view)
    if turn:
        return _turn_parts(turn, seat_name(names, turn[-1].seat, texts), texts)
    if shows_dealer_draw(view):
        return _draw_parts(view, names, texts)
    return ()


def _draw_parts(view: GinView, names: Sequence[str], texts: Texts) -> tuple[Part, ...]:
    """Return the cards drawn for the first deal as a line (G-4, G3-3)."""
    cards = view.dealer_draw[-1]
    players = [seat_name(names, seat, texts) for seat in range(len(cards))]
    told = [part for player, card in zip(players, cards, strict=True) for part in (player, Chip(card))]
    if view.waits is None:
        sentence = texts.t(
            "{first} drew {card}, {second} {other}", first=slot(0), card=slot(1), second=slot(2), other=slot(3)
        )
        return parted(sentence, *told)
    sentence = texts.t(
        "{first} drew {card}, {second} {other}, {third} {last}",
        first=slot(0),
        card=slot(1),
        second=slot(2),
        other=slot(3),
        third=slot(4),
        last=slot(5),
    )
    return parted(sentence, *told)


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


FIELD: Final = 250
"""The height of the piles, in pixels."""

# Heights are counted from the top of the field.
_TOP: Final = upright(118)
_CARDS: Final = 33
_UPPER, _LOWER = 95, 153
"""The middles of the lines next to a pile."""
_STOCK_AT, _DISCARD_AT = 66, 372
_BESIDE: Final = 22
"""From a pile and its frame to its words."""
_COUNT: Final = 70
_TAG: Final = 190
_PAST: Final = upright(92)
_PAST_HEADING, _PAST_CARDS, _PAST_BAR = 40, 66, 214
_PAST_RIGHT, _PAST_STEP = 1030, 106
_PAST_DISC: Final = 44
_EARLIER: Final = 3
_DEALER, _RULES = 240, 266
_LABEL: Final = TextStyle(LABEL, Ink.LABEL, black=False)
_VALUE: Final = TextStyle(LABEL)


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


def _stock(field: Field) -> None:
    """Draw the stock and its count, with a disc if the last card came from it."""
    canvas, count = field.canvas, field.view.stock
    x = _STOCK_AT + _TOP.width + 36
    draw_fitted(canvas, x, field.y(_UPPER), GIN_STOCK.of(field.texts), _LABEL, width=GIN_STOCK.width)
    if count:
        draw_stock(canvas, _STOCK_AT, field.y(_CARDS), _TOP, count)
        canvas.text(x, field.y(_LOWER), str(count), TextStyle(_COUNT))
    else:
        _empty(field, _STOCK_AT)
    _mark_pile(field, EventKind.DREW, _STOCK_AT + _TOP.width + 10)


def _discard(field: Field) -> None:
    """Draw the top discard in a frame of its discarder's color, with their name next to it, or the upcard."""
    canvas, view, texts = field.canvas, field.view, field.texts
    x, y = _DISCARD_AT + _TOP.width + _BESIDE, field.y(_CARDS)
    seat = discarder(view)
    if seat is not None:
        draw_framed(canvas, view.discards[-1], _DISCARD_AT, y, _TOP, color=SEATS[seat], inner=DISCARD_INNER)
        name = seat_name(field.names, seat, texts).words
        draw_tag(canvas, x, field.y(_UPPER) - TAG // 2, name, SEATS[seat], side="left", width=_TAG)
        draw_fitted(canvas, x, field.y(_LOWER), GIN_DISCARD.of(texts), _LABEL, width=GIN_DISCARD.width)
    elif view.discards:
        draw_card(canvas, view.discards[-1], _DISCARD_AT, y, _TOP)
        draw_fitted(canvas, x, field.y(_UPPER), GIN_UPCARD.of(texts), _LABEL, width=GIN_UPCARD.width)
        dealer = Words(seat_name(field.names, view.dealer, texts).words, name=True)
        forms = (texts.t("{name} deals", name=slot(0)), texts.p("short for “{name} deals”", "D: {name}", name=slot(0)))
        lines = [parted(words, dealer) for words in forms]
        line = fitting(canvas, lines, _VALUE, _DEALER, narrow=NARROWEST)
        draw_line(canvas, x, field.y(_LOWER), line, _VALUE, width=_DEALER)
    else:
        _empty(field, _DISCARD_AT)
        draw_fitted(canvas, x, field.y(_UPPER), GIN_EMPTY.of(texts), _LABEL, width=GIN_EMPTY.width)
    _mark_pile(field, EventKind.TOOK, _DISCARD_AT + _TOP.width + 6)


def _mark_pile(field: Field, kind: EventKind, x: int) -> None:
    """Draw a disc on the lower right corner of the pile that the last card came from."""
    drew = drew_from(field.view)
    if drew is not None and drew[1] is kind:
        draw_pile_disc(field.canvas, x, field.y(_CARDS) + _TOP.height, SEATS[drew[0]])


def _empty(field: Field, x: int) -> None:
    """Draw the outline of an empty pile."""
    words = field.texts.p("pile", "empty")
    draw_empty(field.canvas, Area(x, field.y(_CARDS), _TOP.width, _TOP.height), words, _TOP.corner)


def _earlier(field: Field) -> None:
    """Draw the discards below the top one, newest first, each with a bar in its discarder's color and their number."""
    canvas, view = field.canvas, field.view
    seats = (*(None,) * (len(view.discards) - len(view.discarders)), *view.discarders)
    past = list(zip(view.discards, seats, strict=True))[-1 - _EARLIER : -1][::-1]
    heading = replace(_LABEL, side="right")
    words = GIN_EARLIER.of(field.texts)
    draw_fitted(canvas, _PAST_RIGHT, field.y(_PAST_HEADING), words, heading, width=GIN_EARLIER.width)
    for place, (card, seat) in enumerate(past):
        x, y = _PAST_RIGHT - _PAST.width - (len(past) - 1 - place) * _PAST_STEP, field.y(_PAST_CARDS)
        draw_card(canvas, card, x, y, _PAST)
        if seat is not None:
            middle = field.y(_PAST_BAR)
            canvas.box(Area(x, middle - 4, _PAST.width, 8), SEATS[seat], rounding=4)
            draw_disc(canvas, x + _PAST.width // 2, middle, seat, Ink.FELT, across=_PAST_DISC)


def _rules(field: Field) -> None:
    """Write the limit for a knock where other tables show earlier discards, and whether points count double."""
    view, texts = field.view, field.texts
    lines = [(words, style) for words, style in zip(limit_lines(view, texts), (_LABEL, _VALUE), strict=True) if words]
    if view.factor > 1:
        lines.append((texts.t("Points × {factor}", factor=view.factor), _VALUE))
    first = (_UPPER + _LOWER) // 2 - (len(lines) - 1) * (_LOWER - _UPPER) // 2
    for number, (words, style) in enumerate(lines):
        y = field.y(first + number * (_LOWER - _UPPER))
        draw_fitted(field.canvas, _PAST_RIGHT, y, words, replace(style, side="right"), width=_RULES)


def limit_lines(view: GinView, texts: Texts) -> tuple[str, str]:
    """Return the highest deadwood for a knock as a label and a value."""
    if view.knock_limit == 0:
        return "", limit_words(texts, view)
    label, _, more = texts.t("Knock with {limit} or less", limit=slot(0)).partition(slot(0))
    return label.strip(), f"{view.knock_limit}{more}"


def limit_forms(view: GinView, texts: Texts) -> list[str]:
    """Return the highest deadwood for a knock in fewer and fewer words."""
    if view.knock_limit == 0:
        return [limit_words(texts, view), "≤ 0"]
    limit = view.knock_limit
    return [
        texts.t("knock: {limit} or less", limit=limit),
        texts.t("to knock: {limit}", limit=limit),
        texts.t("limit {limit}", limit=limit),
        f"≤ {limit}",
    ]


LEFT, RIGHT = 32, 1068
"""The margins of all rows."""

_SEATS_AT: Final = 28
_SEAT: Final = (510, 184)
_GAP: Final = 16
_BELOW_SEATS: Final = 23
_INSIDE: Final = 27
_NAME_AT, _BACKS_AT = 48, 108
_SCORE: Final = 80
_SCORES_LINE: Final = 62
"""How much higher panels are with the scores of three games, which are between the name and the cards."""
_BACK: Final = upright(38)
_BACK_STEP: Final = 43

_MOVE: Final = 66
_BELOW: Final = 30
_USUAL_LIMIT: Final = 10


def table_picture(
    view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    waiting = Area(LEFT, _SEATS_AT + _seat_height(view) + _GAP, RIGHT - LEFT, 0 if view.waits is None else _MOVE)
    below = waiting.y + waiting.height if waiting.height else waiting.y - _GAP
    piles = Area(LEFT, below + _BELOW_SEATS, RIGHT - LEFT, FIELD)
    parts, left = last_move_parts(view, names, texts), quiet_turns_left(view)
    y = piles.y + FIELD + _GAP
    rows = [*([_MOVE] if parts else []), *([TAG] if left is not None else [])]
    canvas = Canvas(look, texts, y + sum(rows) + len(rows) * _GAP - _GAP + _BELOW)
    for place, seat in enumerate(sorted(view.pair)):
        _seat(canvas, view, names, texts, (place, seat))
    if view.waits is not None:
        _waiting(canvas, view, names, texts, waiting)
    draw_piles(Field(canvas, view, names, texts, piles), unassisted=unassisted)
    if parts:
        _last_move(canvas, view, texts, parts, y)
        y += _MOVE + _GAP
    if left is not None:
        draw_tag(canvas, (LEFT + RIGHT) // 2, y, quiet_words(texts, left), Ink.SILVER, width=RIGHT - LEFT, squeeze=True)
    return Picture(canvas.png(CARDS), table_alt(view, names, texts, unassisted=unassisted))


def _waiting(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, area: Area) -> None:
    """Draw the row of the seat that waits: its name, that it waits, and its points (G3-8)."""
    seat = view.waits or 0
    draw_panel(canvas, area, stripe=SEATS[seat], rounding=ROW_RADIUS)
    left, right, y = area.x + 30, area.x + area.width - _INSIDE, area.y + area.height // 2
    score = str(view.columns[0].totals[seat])
    right -= canvas.text(right, y + 2, score, TextStyle(54, Ink.TEXT, Ink.PANEL, side="right"), 220) + 20
    words = (PARTNER_WAITS if view.options.has_box else WAITS).of(texts)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
    right -= draw_fitted(canvas, right, y + 2, words, style, width=WAITS.width) + 24
    draw_name(canvas, left, y, seat, names[seat], ground=Ink.PANEL, width=right - left, size=50)


def _seat(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, placed: tuple[int, int]) -> None:
    """Draw a seat's panel at its place, in the seat's color if it's to move: name, points and its cards face down."""
    (place, seat), width, height = placed, _SEAT[0], _seat_height(view)
    panel = Area(LEFT + place * (width + _GAP), _SEATS_AT, width, height)
    acts, color = view.turn == seat, SEATS[seat]
    ground, ink = (color, Ink.ON_COLOR) if acts else (Ink.PANEL, Ink.TEXT)
    draw_panel(canvas, panel, fill=ground, stripe=None if acts else color, shadow=acts)
    left, right, y = panel.x + 30, panel.x + width - _INSIDE, panel.y + _NAME_AT
    room = right - left
    if len(view.columns) > 1:
        _scores(canvas, view, texts, seat, Area(left + 2, y + _SCORES_LINE, room, 0))
    else:
        score = str(view.columns[0].totals[seat]) if view.columns else "0"
        room -= canvas.text(right, y + 4, score, TextStyle(_SCORE, ink, ground, side="right"), 220) + 20
    draw_name(canvas, left, y, seat, names[seat], ground=ground, width=room, size=54)
    backs = Area(left + 5, panel.y + height - _SEAT[1] + _BACKS_AT, right - left - 5, _BACK.height)
    _backs(canvas, view.counts[seat], backs, ground)


def _seat_height(view: GinView) -> int:
    """Return the height of the seats' panels: Hollywood's three scores need one more line."""
    return _SEAT[1] + (_SCORES_LINE if len(view.columns) > 1 else 0)


def _scores(canvas: Canvas, view: GinView, texts: Texts, seat: int, area: Area) -> None:
    """Write a seat's points in each of Hollywood's games, each after the number of the game."""
    acts = view.turn == seat
    ground, ink, soft = (SEATS[seat], Ink.ON_COLOR, Ink.SOFT) if acts else (Ink.PANEL, Ink.TEXT, Ink.LABEL)
    style, width = TextStyle(48, soft, ground, black=False), area.width // len(view.columns)
    for number, forms in enumerate(score_parts(view, texts, seat, (ink, ink))):
        line = fitting(canvas, forms, style, width - 12, narrow=NARROWEST)
        draw_line(canvas, area.x + number * width, area.y, line, style, width=width - 12)


def score_parts(view: GinView, texts: Texts, seat: int, inks: tuple[Ink, Ink]) -> list[tuple[tuple[Part, ...], ...]]:
    """Return a seat's points in each of Hollywood's games after the number of the game, in a usual and a short form.

    ``inks`` are those of points that the last deal has changed and of the others.
    """
    found: list[tuple[tuple[Part, ...], ...]] = []
    for number, column in enumerate(view.columns):
        last = column.entries[-1] if column.entries else None
        points = Words(str(column.totals[seat]), inks[0 if last is not None and last[seat] else 1], black=True)
        words = texts.p("game 1, 2 or 3, short", "G{number} {points}", number=number + 1, points=slot(0))
        found.append((parted(words, points), (Words(f"{number + 1}: "), points)))
    return found


def _backs(canvas: Canvas, count: int, area: Area, ground: Ink) -> None:
    """Draw cards face down in a row, overlapping if there are many."""
    step = min((area.width - _BACK.width) / max(count - 1, 1), _BACK_STEP)
    for number in range(count):
        canvas.back(area.x + round(number * step), area.y, _BACK, ground)


def _last_move(canvas: Canvas, view: GinView, texts: Texts, parts: Sequence[Part], y: int) -> None:
    """Write what happened last, and at the right a limit for a knock that isn't the usual one."""
    turn = last_turn(view)
    seat = turn[-1].seat if turn else view.dealer
    area = Area(LEFT, y, RIGHT - LEFT, _MOVE)
    draw_panel(canvas, area, stripe=SEATS[seat], rounding=ROW_RADIUS)
    style, room = TextStyle(48, Ink.TEXT, Ink.PANEL, black=False), area.width - STRIPE - 40
    middle = y + _MOVE // 2
    if forms := _special_rules(view, texts):
        left = room - line_length(canvas, parts, style) - 30
        words = next((words for words in forms if length(words, LABEL, False) <= left), forms[-1])
        rules = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
        room -= canvas.text(RIGHT - 20, middle, words, rules) + 30
    draw_line(canvas, LEFT + STRIPE + 20, middle, parts, style, width=room)


def _special_rules(view: GinView, texts: Texts) -> list[str]:
    """Return a limit for a knock other than the usual one, and whether points are doubled, in fewer and fewer words."""
    doubled = [texts.t("Points × {factor}", factor=view.factor), f"× {view.factor}"] if view.factor > 1 else []
    if view.knock_limit == _USUAL_LIMIT:
        return doubled
    return [" · ".join((words, *doubled[1:])) for words in limit_forms(view, texts)]
