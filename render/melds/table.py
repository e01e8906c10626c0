"""The picture of a table with melds: seats, stock and discards at the top, numbered melds below."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from bot.text.deals import progress_words, table_heading
from bot.text.lists import signed
from render.drawing.canvas import HEIGHT, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import SMALLEST, length
from render.drawing.palette import Ink
from render.look import DEFAULT, Look
from render.melds.alt import table_alt
from render.melds.blocks import Laid, block_of, draw_blocks, laid_out
from render.melds.words import goal_words, house_rules, quiet_words
from render.words import quiet_turns_left

_FEW: Final = 36
"""Up to this many cards in melds are drawn 74 pixels wide; more may be narrower."""
_WIDE, _USUAL = (74,), (74, 70, 67, 64)
_NARROW: Final = tuple((width,) for width in (60, 56, 52, 48, 44, 40, 36))

_EDGE: Final = 16
_HEADER: Final = 28
_TOP: Final = upright(130)
_PAST: Final = upright(80)
_MINI: Final = upright(24)

_BAND: Final = 54  # the upper edge of piles and seats
_FOOT: Final = _BAND + _TOP.height
_STOCK_AT: Final = _EDGE
_DISCARD_AT: Final = 112
_PAST_AT: Final = 250
_SEATS_AT: Final = 524
_GAP: Final = 6
_PADDING: Final = 12

MELDS: Final = Area(_EDGE, _FOOT + 8, WIDTH - 2 * _EDGE, HEIGHT - _FOOT - 16)
"""The area of the melds."""
_LINE: Final = 38  # of the house rules

_SIZES: Final = {3: (36, 32), 4: (32, SMALLEST)}
"""The size of names and scores, and of other words, by the number of seats."""


@dataclass(frozen=True, slots=True)
class MeldPosition:
    """A seat, its player's name, and where it is drawn."""

    seat: int
    name: str
    area: Area


def melds_table_picture(
    view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    canvas = Canvas(look, texts)
    laid = melds_laid_out(view)
    if view.melds:
        draw_blocks(canvas, laid)
    else:
        style = TextStyle(38, Ink.LABEL, side="middle")
        canvas.text(WIDTH // 2, MELDS.y + MELDS.height // 2, texts.t("No melds on the table yet"), style)
    rules = house_rules(texts, view.options)
    below = _rule_lines(canvas, rules.values(), laid)
    _header(canvas, view, texts, () if below else tuple(rules))
    _piles(canvas, view, texts, before=0 if unassisted else 3)
    height = (_TOP.height - (len(names) - 1) * _GAP) // len(names)
    for seat, name in enumerate(names):
        y = _BAND + seat * (height + _GAP)
        place = MeldPosition(seat, name, Area(_SEATS_AT, y, WIDTH - _EDGE - 4 - _SEATS_AT, height))
        _seat(canvas, view, texts, place)
    return Picture(canvas.png(), table_alt(view, names, texts))


def melds_laid_out(view: MeldsView) -> Laid:
    """Return the melds laid out in rows."""
    rules = rules_for(view.options)
    blocks = [block_of(number, meld, rules) for number, meld in enumerate(view.melds)]
    few = sum(len(meld.cards) for meld in view.melds) <= _FEW
    return laid_out(blocks, MELDS, (_WIDE, _USUAL, *_NARROW) if few else (_USUAL, *_NARROW))


def _header(canvas: Canvas, view: MeldsView, texts: Texts, ids: Sequence[str]) -> None:
    """Write the game, its progress, and the rules in force or a warning that the deal is about to end (C-8)."""
    title, rules = TextStyle(34), TextStyle(SMALLEST, Ink.LABEL, black=False, side="right")
    words, room = table_heading(texts, view), WIDTH - 2 * _EDGE
    goal = goal_words(texts, view.options, len(view.counts))
    force = " · ".join((goal, " ".join(ids))) if ids else goal
    if length(words, title.size, title.black) + 24 + length(force, rules.size, rules.black) > room:
        words = progress_words(texts, view)
    room -= canvas.text(_EDGE, _HEADER, words, title, 600) + 24
    left = quiet_turns_left(view)
    if left is None:
        canvas.text(WIDTH - _EDGE, _HEADER, force, rules, room)
    else:
        canvas.tag(WIDTH - _EDGE, _HEADER, quiet_words(texts, left), TextStyle(SMALLEST, side="right"), room)


def _rule_lines(canvas: Canvas, rules: Iterable[str], laid: Laid) -> bool:
    """Write the house rules in force at the bottom. Return False if the melds leave no room for them."""
    style = TextStyle(SMALLEST, Ink.LABEL, black=False, side="middle")
    lines: list[str] = []
    for rule in rules:
        longer = f"{lines[-1]} · {rule}" if lines else rule
        if lines and length(longer, style.size, style.black) <= MELDS.width:
            lines[-1] = longer
        else:
            lines.append(rule)
    lowest = max((area.y + area.height for area in laid.areas()), default=MELDS.y)
    top = HEIGHT - 10 - _LINE * len(lines)
    if top < lowest + 8:
        return False
    for number, line in enumerate(lines):
        canvas.text(WIDTH // 2, top + number * _LINE + _LINE // 2, line, style)
    return True


def _piles(canvas: Canvas, view: MeldsView, texts: Texts, *, before: int) -> None:
    """Draw the stock and its count, the top discard, ``before`` earlier ones, and whether it may be claimed."""
    y = _FOOT - _PAST.height
    if not view.stock:
        canvas.slot(Area(_STOCK_AT, y, _PAST.width, _PAST.height))
    for layer in range(min(-(-view.stock // 14), 4)):
        canvas.back(_STOCK_AT - 3 * layer, y - 3 * layer, _PAST)
    canvas.text(_STOCK_AT + _PAST.width // 2, _BAND + 24, str(view.stock), TextStyle(48, side="middle"), 92)
    if view.discards:
        canvas.card(view.discards[-1], _DISCARD_AT, _BAND, _TOP)
    else:
        canvas.slot(Area(_DISCARD_AT, _BAND, _TOP.width, _TOP.height))
    for number, card in enumerate(reversed(view.discards[-1 - before : -1])):
        canvas.card(card, _PAST_AT + number * (_PAST.width + 5), y, _PAST)
    if view.claim is not None:
        canvas.tag(_PAST_AT, _BAND + 26, texts.t("Knock for it"), TextStyle(SMALLEST), 3 * (_PAST.width + 5))


def _seat(canvas: Canvas, view: MeldsView, texts: Texts, place: MeldPosition) -> None:
    """Draw a seat: name, whether it has melded, number of cards and score, in a frame during its turn."""
    seat, area = place.seat, place.area
    if view.turn == seat:
        canvas.box(Area(area.x - 16, area.y - 5, area.width + 21, area.height + 10), Ink.GOLD, rounding=14)
    canvas.box(area, Ink.PANEL, ground=Ink.GOLD if view.turn == seat else Ink.FELT, rounding=10)
    if len(view.counts) == 2:
        _two_lines(canvas, view, texts, place)
        return
    size, small = _SIZES[len(view.counts)]
    middle = area.y + area.height // 2
    right = _score(canvas, view, place, size) - 16
    style = TextStyle(small, Ink.LABEL, Ink.PANEL, black=False, side="right")
    right -= canvas.text(right, middle, str(view.counts[seat]), style) + 5 + _MINI.width
    canvas.back(right, middle - _MINI.height // 2, _MINI, Ink.PANEL)
    right -= 12
    if _has_opened(view, seat):
        right -= canvas.text(right, middle, texts.p("seat", "opened"), style) + 12
    left = area.x + _PADDING
    canvas.name(left, middle, seat, place.name, TextStyle(size, ground=Ink.PANEL), width=right - left)


def _two_lines(canvas: Canvas, view: MeldsView, texts: Texts, place: MeldPosition) -> None:
    """Write a seat at a table of two, with the name on a separate line."""
    seat, area = place.seat, place.area
    right = _score(canvas, view, place, 54) - 20
    left, middle = area.x + _PADDING, area.y + area.height // 2
    canvas.name(left, middle - 20, seat, place.name, TextStyle(36, ground=Ink.PANEL), width=right - left)
    canvas.back(left + 10, middle + 23 - _MINI.height // 2, _MINI, Ink.PANEL)
    left += 10 + _MINI.width + 8
    style = TextStyle(34, Ink.LABEL, Ink.PANEL, black=False)
    left += canvas.text(left, middle + 23, str(view.counts[seat]), style) + 24
    if _has_opened(view, seat):
        canvas.text(left, middle + 23, texts.p("seat", "opened"), style, right - left)


def _score(canvas: Canvas, view: MeldsView, place: MeldPosition, size: int) -> int:
    """Write a seat's score on the right. Return the left edge of the longest of all scores."""
    totals = view.columns[0].totals
    right = place.area.x + place.area.width - _PADDING
    style = TextStyle(size, ground=Ink.PANEL, side="right")
    canvas.text(right, place.area.y + place.area.height // 2, signed(totals[place.seat]), style)
    return right - max(length(signed(total), size, True) for total in totals)


def _has_opened(view: MeldsView, seat: int) -> bool:
    """Return whether to show that a seat has laid its first meld, which only matters if one is required (D-7)."""
    return view.needs is not None and view.opened[seat]
