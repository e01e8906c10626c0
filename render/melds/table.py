"""The picture of a table with melds: piles and seats, the last turn in a sentence, numbered melds below."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.events import EventKind
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from bot.text.deals import progress_words, table_heading
from bot.text.lists import gain, signed
from render.alt import quiet_turns_left
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import LABEL, NAME, NARROWEST, first_fitting, length, shown_name
from render.drawing.lines import Chip, draw_line, fitting, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_INNER,
    ROW_RADIUS,
    STRIPE,
    card_shadow,
    draw_card,
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
from render.drawing.png import CARDS, MANY_MELDS
from render.drawing.shapes import Symbol
from render.look import DEFAULT, Look
from render.melds.alt import goal_words, house_rules, quiet_words, table_alt
from render.melds.blocks import Laid, block_of, draw_blocks, fresh, laid_out, owners_of
from render.melds.last_turn import last_turn, last_turn_lines
from render.melds.pile import discard_color, draw_whole_pile, drew_from, empty_words, lower_by
from render.rooms import EARLIER, STOCK
from render.values import Picture


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """A picture being drawn of a view; names are in seat order."""

    canvas: Canvas
    view: MeldsView
    names: Sequence[str]
    texts: Texts


_GAP, _LOW_GAP = 8, 6
_MANY: Final = 6
"""The number of seats whose rows are so low that gaps and discs are smaller."""
_BACKS: Final = 58
"""The height of a seat's cards at a table of two."""
_NUMBERS, _MORE_NUMBERS = 50, 44
"""The size of numbers, and with three of them in a row."""
_NAMES: Final = {2: 54, 3: 50, 4: 46, 5: 44, 6: 42}
"""The size of names, by the number of seats."""
_DISC, _AROUND_DISC = 50, 4
_CHECK: Final = 30
_BACK: Final = upright(38)


@dataclass(frozen=True, slots=True)
class Columns:
    """The right edges of the columns of numbers, and the left edge of the first; what is laid is after the points."""

    cards: int
    points: int
    left: int
    laid: int
    size: int


def draw_seats(drawing: TableDrawing, area: Area, heading: int) -> None:
    """Draw the seats of a table in an area, and above them at ``heading`` what the numbers mean."""
    canvas, view, texts = drawing.canvas, drawing.view, drawing.texts
    columns = _columns(view, area)
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    words = _points_heading(view, texts)
    cards = texts.p("above numbers", "cards")
    room = columns.laid + 4 - area.x - length(cards, LABEL, False) - 20
    points = draw_fitted(canvas, columns.laid + 4, heading, words, label, width=room)
    right = min(columns.cards, columns.laid - points - 16)
    draw_fitted(canvas, right, heading, cards, label, width=right - area.x)
    seats = len(drawing.names)
    gap = _GAP if seats < _MANY else _LOW_GAP
    step = (area.height + gap) / seats
    for seat in range(seats):
        row = Area(area.x, area.y + round(seat * step), area.width, round(step) - gap)
        _draw_seat(drawing, row, columns, seat)


def _points_heading(view: MeldsView, texts: Texts) -> str:
    if rules_for(view.options).laid_counts:
        return texts.p("above numbers", "points + laid")
    return texts.p("above numbers", "penalty points") if view.options.penalties else texts.p("above numbers", "points")


def _columns(view: MeldsView, area: Area) -> Columns:
    laid = points = area.x + area.width - 22
    size, apart, least = _NUMBERS, 26, 138
    if rules_for(view.options).laid_counts:
        size, apart, least = _MORE_NUMBERS, 20, 0
        points -= max(length(gain(each), size, True) for each in view.table_points) + 12
    widest = max(length(signed(total), size, True) for total in view.columns[0].totals)
    cards = min(points - widest - apart, points - least)
    left = cards - max(length(str(count), size, True) for count in view.counts)
    return Columns(cards, points, left, laid, size)


def _draw_seat(drawing: TableDrawing, row: Area, columns: Columns, seat: int) -> None:
    """Draw a seat: name, whether it has melded, cards and points; at a table of two also its cards face down."""
    canvas, view, name = drawing.canvas, drawing.view, drawing.names[seat]
    acts, pair, color = view.turn == seat, len(view.counts) == 2, SEATS[seat]
    ground, ink = (color, Ink.ON_COLOR) if acts else (Ink.PANEL, Ink.TEXT)
    draw_panel(canvas, row, fill=ground, stripe=None if acts else color, rounding=ROW_RADIUS, shadow=acts)
    line = row.height - (_BACKS + 14 if pair else 0)
    y, left = row.y + line // 2, row.x + 22
    style = TextStyle(columns.size, ink, ground, side="right")
    canvas.text(columns.points, y, signed(view.columns[0].totals[seat]), style)
    canvas.text(columns.cards, y, str(view.counts[seat]), style)
    if columns.laid > columns.points and view.table_points[seat]:
        label = Ink.SOFT if acts else Ink.LABEL
        canvas.text(columns.laid, y, gain(view.table_points[seat]), replace(style, ink=label))
    melded = view.needs is not None and view.opened[seat]
    room = columns.left - 14 - left - (_CHECK + 8 if melded else 0)
    size = _NAMES[len(view.counts)]
    across = min(_DISC, line - _AROUND_DISC)
    used = draw_name(canvas, left, y, seat, name, ground=ground, width=room, size=size, across=across)
    if melded:
        place = left + used + 8, y - _CHECK // 2
        canvas.symbol(Symbol.CHECK, place, _CHECK, ink if acts else Ink.LABEL, ground)
    if pair:
        below = Area(left, row.y + row.height - _BACKS - 12, columns.points - left, _BACKS)
        _backs(canvas, view.counts[seat], below, ground)


def _backs(canvas: Canvas, count: int, area: Area, ground: Ink) -> None:
    """Draw cards face down in a row, overlapping if there are many."""
    step = min((area.width - _BACK.width) / max(count - 1, 1), _BACK.width + 4)
    for number in range(count):
        canvas.back(area.x + round(number * step), area.y, _BACK, ground)


_STOCK, _STOCK_ALONE = upright(96), upright(112)
_TOP: Final = upright(130)
_PAST: Final = upright(80)
_PAST_STEP: Final = (26, 52)
_PILES_INSIDE: Final = 24
_HEADING, _CARDS, _COUNT, _TOP_CARD = 40, 71, 263, 84
"""The heights of headings, cards, the count of the stock and the top discard inside the line around the piles."""
_ABOVE_PILL, _TOP_ABOVE_PILL, _COUNT_ABOVE_PILL = 10, 14, 25
"""How much higher the piles are with the pill of a claim below them, the top discard and the count even more so."""
_ABOVE_TOP: Final = 63
"""From the top of the tag with a name to the card below it."""
_PILL: Final = 52
_ALONE: Final = (136, 345)
"""The middles of the stock and the top discard on tables that show no earlier discards."""
_MIDDLE: Final = 239
"""The middle of the top discard between the stock and earlier discards."""
_BESIDE, _MOST_ASIDE = 96, 20
"""The room on both sides of it for a name, and how far it moves for that if the word for the stock is long."""


def draw_piles(drawing: TableDrawing, area: Area, *, unassisted: bool = False) -> None:
    """Draw the piles inside a double line. Unassisted tables show only the top discard."""
    canvas, view = drawing.canvas, drawing.view
    draw_print(canvas, area)
    if view.claim is not None:
        _draw_claim(drawing, area)
        area = replace(area, y=area.y - _ABOVE_PILL)
    if unassisted and view.claim is None:
        _draw_stock_column(drawing, area, _STOCK_ALONE, area.x + _ALONE[0])
        _draw_top(drawing, area.x + _ALONE[1], area.y, 2 * (_ALONE[1] - _ALONE[0] - _TOP.width // 2 - 10))
        return
    stock = _draw_stock_column(drawing, area, _STOCK, None)
    shown = 0 if unassisted else 2 if view.claim is not None else 3
    earlier = _draw_earlier(drawing, area, shown) if shown and len(view.discards) > 1 else 0
    left, right = area.x + _PILES_INSIDE + stock, area.x + area.width - _PILES_INSIDE - earlier
    middle = area.x + _MIDDLE
    middle += max(min(_BESIDE - middle + left, right - middle - _BESIDE, _MOST_ASIDE), 0)
    _draw_top(drawing, middle, area.y, 2 * min(middle - left, right - middle) - 20)


def _draw_stock_column(drawing: TableDrawing, area: Area, shape: CardFormat, middle: int | None) -> int:
    """Draw the stock, what it's called, and its count, at the left or around ``middle``. Return the column's width."""
    canvas, words = drawing.canvas, STOCK.of(drawing.texts)
    width = min(max(length(words, LABEL, False), shape.width + 10), STOCK.width)
    middle = area.x + _PILES_INSIDE + width // 2 if middle is None else middle
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="middle")
    draw_fitted(canvas, middle, area.y + _HEADING, words, label, width=STOCK.width)
    top = area.y + _CARDS
    x = middle - shape.width // 2 - 5
    if drawing.view.stock:
        draw_stock(canvas, x, top, shape, drawing.view.stock)
    else:
        draw_empty(canvas, Area(x, top, shape.width, shape.height), empty_words(drawing.texts), shape.corner)
    if drawing.view.stock:
        y = area.y + _COUNT - _COUNT_ABOVE_PILL * (drawing.view.claim is not None)
        canvas.text(middle, y, str(drawing.view.stock), TextStyle(54, side="middle"))
    mark = drew_from(drawing.view)
    if mark is not None and mark[1] is EventKind.DREW:
        draw_pile_disc(canvas, middle + shape.width // 2 - 2, top + shape.height - 28, SEATS[mark[0]])
    return width


def _draw_earlier(drawing: TableDrawing, area: Area, shown: int) -> int:
    """Draw the discards below the top one as a cascade, newest in front. Return the width of its heading."""
    canvas, right = drawing.canvas, area.x + area.width - _PILES_INSIDE
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    forms = drawing.texts.p("discards before the last one", "Earlier"), EARLIER.of(drawing.texts)
    words = first_fitting(forms, LABEL, EARLIER.width)
    used = draw_fitted(canvas, right, area.y + _HEADING, words, label, width=EARLIER.width)
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
    pill = Area(area.x + 8, area.y + area.height - _PILL - 4, area.width - 16, _PILL)
    canvas.box(pill, Ink.GOLD, rounding=_PILL // 2)
    style = TextStyle(LABEL, Ink.ON_COLOR, Ink.GOLD, side="middle")
    forms = (texts.t("Knock for {card} · +1 card", card=slot(0)), texts.t("Knock for {card}", card=slot(0)))
    lines = [parted(words, Chip(claim)) for words in forms]
    room = pill.width - 20
    line = fitting(canvas, lines, style, room)
    draw_line(canvas, pill.x + pill.width // 2, pill.y + _PILL // 2, line, style, width=room)


def _draw_top(drawing: TableDrawing, middle: int, top: int, room: int) -> None:
    """Draw the top discard around ``middle``, and its player's name above it in the room that there is."""
    canvas, view = drawing.canvas, drawing.view
    y = top + _TOP_CARD - _TOP_ABOVE_PILL * (view.claim is not None)
    x, color = middle - _TOP.width // 2, discard_color(view)
    seat = view.discarders[-1] if view.discarders else None
    if not view.discards:
        draw_empty(canvas, Area(x, y, _TOP.width, _TOP.height), empty_words(drawing.texts), _TOP.corner)
    elif color is None:
        draw_card(canvas, view.discards[-1], x, y, _TOP)
    else:
        draw_framed(canvas, view.discards[-1], x, y, _TOP, color=color, inner=DISCARD_INNER)
    if seat is None:
        words, left = drawing.texts.p("pile", "Discard"), middle - room // 2
        at = max(middle - length(words, LABEL, False) // 2, left)
        draw_fitted(canvas, at, top + _HEADING, words, TextStyle(LABEL, Ink.LABEL, black=False), width=room + 80)
    else:
        draw_tag(
            canvas, middle, y - _ABOVE_TOP, shown_name(drawing.names, seat, drawing.texts), SEATS[seat], width=room
        )
    mark = drew_from(view)
    if mark is not None and mark[1] is EventKind.TOOK:
        above = 34 if view.claim is not None else 4  # the pill of a claim is below
        draw_pile_disc(canvas, middle + _TOP.width // 2 + 4, y + _TOP.height - above, SEATS[mark[0]])


LEFT, RIGHT = 32, 1068
"""The margins of all rows."""
_HEADER: Final = 50
_PILES: Final = Area(LEFT, 90, 500, 312)
_SEATS: Final = Area(548, 82, 520, 320)
_TURN: Final = Area(LEFT, 415, RIGHT - LEFT, 62)
MELDS: Final = Area(LEFT, 506, RIGHT - LEFT, 364)
"""The area of the melds."""
_BELOW: Final = 30
"""From the last row to the lower edge of the picture."""
_LEAST_RULES: Final = 230
"""The least width of a panel with rules."""
_INSIDE: Final = 20
_SPARE: Final = 20
"""How much longer than a line that several rules share a single rule may be."""
_MOST_LINES: Final = 20
"""The most lines of rules where nothing else is in their place."""
_RULES: Final = 58
"""The height of a line of rules."""
_FEW: Final = 32
"""The most cards in melds for which the usual compression is small enough."""


def melds_table_picture(
    view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    laid, lower = melds_laid_out(view), lower_by(view)
    panel = _rules_panel(laid, MELDS.y + lower)
    most = panel.height // (_RULES - 4) if panel is not None and view.melds else _MOST_LINES
    rules = () if panel is None else rule_lines(view, texts, panel.width - 2 * _INSIDE, most)
    if panel is not None and not view.melds:
        panel = replace(panel, height=12 + _RULES * len(rules))
    foot = laid.foot or MELDS.y + lower + 12 + _RULES * len(rules)
    canvas = Canvas(look, texts, foot + _BELOW)
    _header(canvas, view, texts)
    drawing = TableDrawing(canvas, view, names, texts)
    if rules_for(view.options).from_below:
        draw_whole_pile(canvas, view, names)
    else:
        draw_piles(drawing, _PILES, unassisted=unassisted)
    draw_seats(drawing, _SEATS, _HEADER)
    _last_turn(drawing, lower)
    draw_blocks(canvas, laid)
    if panel is not None:
        _rules(canvas, panel, rules)
    compression = MANY_MELDS if sum(len(meld.cards) for meld in view.melds) > _FEW else CARDS
    return Picture(canvas.png(compression), table_alt(view, names, texts))


def melds_laid_out(view: MeldsView) -> Laid:
    """Return the melds laid out in rows."""
    rules, new = rules_for(view.options), fresh(view)
    blocks = [
        block_of(number, meld, rules, fresh=new[number], owners=owners_of(view, number))
        for number, meld in enumerate(view.melds)
    ]
    lower = lower_by(view)
    return laid_out(blocks, replace(MELDS, y=MELDS.y + lower, height=MELDS.height - lower))


def _header(canvas: Canvas, view: MeldsView, texts: Texts) -> None:
    """Write the game and its progress, or a warning that the deal is about to end (C-8)."""
    left, room = quiet_turns_left(view), _SEATS.x - LEFT
    if left is not None:
        draw_tag(canvas, LEFT, _HEADER - 26, quiet_words(texts, left), Ink.SILVER, side="left", width=room)
        return
    words, style = table_heading(texts, view), TextStyle(NAME)
    if length(words, LABEL, True) > room:
        words = progress_words(texts, view)
    draw_fitted(canvas, LEFT + 4, _HEADER, words, style, width=room)


def _last_turn(drawing: TableDrawing, lower: int) -> None:
    canvas, view, names, texts = drawing.canvas, drawing.view, drawing.names, drawing.texts
    turn, area = last_turn(view), replace(_TURN, y=_TURN.y + lower)
    draw_panel(canvas, area, stripe=SEATS[turn[0].seat] if turn else None, rounding=ROW_RADIUS)
    style, room = TextStyle(48, Ink.TEXT, Ink.PANEL, black=False), _TURN.width - STRIPE - 40
    small = TextStyle(LABEL, Ink.TEXT, Ink.PANEL, black=False)
    *longer, shortest = last_turn_lines(view, names, texts)
    line = fitting(canvas, longer or [shortest], small, room)
    line = fitting(canvas, [line, shortest], small, room, narrow=NARROWEST)
    draw_line(canvas, area.x + STRIPE + 20, area.y + area.height // 2, line, style, width=room)


def _rules_panel(laid: Laid, y: int) -> Area | None:
    """Return where there is room for the rules in force: before the first meld, or next to the first few of them."""
    areas = laid.areas()
    if not areas:
        return replace(MELDS, y=y, height=_RULES)
    x = max(area.x + area.width for area in areas) + 16
    in_one_row = len({area.y for area in areas}) == 1
    return Area(x, y, RIGHT - x, areas[0].height) if in_one_row and RIGHT - x >= _LEAST_RULES else None


def rule_lines(
    view: MeldsView, texts: Texts, width: int = MELDS.width - 2 * _INSIDE, most: int = _MOST_LINES
) -> tuple[str, ...]:
    """Return the rules in force in at most some lines of a width, for a table with few melds."""
    rules = [goal_words(texts, view.options, len(view.counts)), *house_rules(texts, view.options).values()]
    lines: list[str] = []
    for rule in rules:
        longer = f"{lines[-1]} · {rule}" if lines else rule
        if lines and length(longer, LABEL, False) <= width:
            lines[-1] = longer
        else:
            broken = _wrapped(rule, width + _SPARE)
            lines += broken if len(lines) + len(broken) <= most else []
    return tuple(lines)


def _wrapped(rule: str, width: int) -> list[str]:
    """Break a rule that is longer than a line."""
    lines = [""]
    for word in rule.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and length(longer, LABEL, False) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _rules(canvas: Canvas, panel: Area, lines: Sequence[str]) -> None:
    draw_panel(canvas, panel, rounding=ROW_RADIUS)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
    shown = [
        line
        for line in lines[: panel.height // (_RULES - 4)]
        if length(line, LABEL, False) <= panel.width - 2 * _INSIDE + _SPARE
    ]
    top = panel.y + (panel.height - _RULES * len(shown)) // 2
    for number, line in enumerate(shown):
        canvas.text(panel.x + panel.width // 2, top + round((number + 0.5) * _RULES), line, style)
