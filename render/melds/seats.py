"""The seats of a table with melds: a row each with name, cards and points, filled with color while it's their turn."""

from dataclasses import dataclass
from typing import Final

from bot.rummy.melds.views import MeldsView
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.lists import signed
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL, length
from render.drawing.lines import Chip, Part, fitting, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import ROW_RADIUS, draw_fitted, draw_name, draw_panel, draw_pill
from render.drawing.symbols import Symbol
from render.melds.table_drawing import TableDrawing

_GAP: Final = 8
_ACTS: Final = 70
"""How much higher the row of the player to move is, for the pill with the verb."""
_PILL: Final = 58
_NUMBERS: Final = 50
_NAMES: Final = {2: 54, 3: 50, 4: 46}
"""The size of names, by the number of seats."""
_DISC: Final = 50
_CHECK: Final = 30
_BACK: Final = upright(38)


@dataclass(frozen=True, slots=True)
class Columns:
    """The right edges of the two columns of numbers, and the left edge of the first."""

    cards: int
    points: int
    left: int


def draw_seats(drawing: TableDrawing, area: Area, heading: int) -> None:
    """Draw the seats of a table in an area, and above them at ``heading`` what the numbers mean."""
    canvas, view, texts = drawing.canvas, drawing.view, drawing.texts
    columns = _columns(view, area)
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    points = draw_fitted(canvas, columns.points + 4, heading, texts.p("column", "points"), label, width=190)
    right = min(columns.cards, columns.points - points - 16)
    draw_fitted(canvas, right, heading, texts.p("column", "cards"), label, width=right - area.x)
    seats, pair = len(drawing.names), len(drawing.names) == 2
    extra = 0 if view.turn is None or pair else _ACTS
    height = (area.height - extra - (seats - 1) * _GAP) // seats
    y = area.y
    for seat in range(seats):
        row = Area(area.x, y, area.width, height + extra * (view.turn == seat))
        _draw_seat(drawing, row, columns, seat)
        y += row.height + _GAP


def _columns(view: MeldsView, area: Area) -> Columns:
    """Return columns that are wide enough for their numbers."""
    points = area.x + area.width - 22
    widest = max(length(signed(total), _NUMBERS, True) for total in view.columns[0].totals)
    cards = min(points - widest - 26, points - 138)
    return Columns(cards, points, cards - max(length(str(count), _NUMBERS, True) for count in view.counts))


def _draw_seat(drawing: TableDrawing, row: Area, columns: Columns, seat: int) -> None:
    """Draw a seat: name, whether it has melded, cards and points; below it the verb, or at a table of two its cards."""
    canvas, view, name = drawing.canvas, drawing.view, drawing.names[seat]
    acts, pair, color = view.turn == seat, len(view.counts) == 2, SEATS[seat]
    ground, ink = (color, Ink.ON_COLOR) if acts else (Ink.PANEL, Ink.TEXT)
    draw_panel(canvas, row, fill=ground, stripe=None if acts else color, rounding=ROW_RADIUS, shadow=acts)
    line = row.height - (_PILL + 14 if acts or pair else 0)
    y, left = row.y + line // 2, row.x + 22
    style = TextStyle(_NUMBERS, ink, ground, side="right")
    canvas.text(columns.points, y, signed(view.columns[0].totals[seat]), style)
    canvas.text(columns.cards, y, str(view.counts[seat]), style)
    melded = view.needs is not None and view.opened[seat]
    room = columns.left - 14 - left - (_CHECK + 8 if melded else 0)
    size = _NAMES[len(view.counts)]
    used = draw_name(canvas, left, y, seat, name, ground=ground, width=room, size=size, across=_DISC)
    if melded:
        place = left + used + 8, y - _CHECK // 2
        canvas.symbol(Symbol.CHECK, place, _CHECK, ink if acts else Ink.LABEL, ground)
    below = Area(row.x + 14, row.y + row.height - _PILL - 14, row.width - 28, _PILL)
    if acts:
        verb = fitting(canvas, verb_lines(view, drawing.texts), TextStyle(LABEL), below.width - below.height // 2 - 12)
        draw_pill(canvas, below, verb, ground)
    elif pair:
        _backs(canvas, view.counts[seat], Area(left, below.y + 2, columns.points - left, below.height))


def verb_lines(view: MeldsView, texts: Texts) -> list[tuple[Part, ...]]:
    """Return what the player whose turn it is has to do, as everyone may know it; the longest form first."""
    if view.phase is Phase.LAY:
        return [parted(texts.t("Lay melds or discard")), parted(texts.t("Lay or discard"))]
    if view.discards:
        card = Chip(view.discards[-1])
        return [parted(texts.t("Draw or take {card}", card=slot(0)), card), parted(texts.t("Draw or take"))]
    return [parted(texts.t("Draw from the stock"))]


def _backs(canvas: Canvas, count: int, area: Area) -> None:
    """Draw cards face down in a row, overlapping if there are many."""
    step = min((area.width - _BACK.width) / max(count - 1, 1), _BACK.width + 4)
    for number in range(count):
        canvas.back(area.x + round(number * step), area.y, _BACK, Ink.PANEL)
