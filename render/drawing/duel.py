"""Two players side by side: a panel for each with labeled values, and a bar of what each has won between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.text.catalogs import Texts
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, VALUE, length
from render.drawing.listing import ListedName
from render.drawing.palette import Ink
from render.drawing.plates import PANEL_RADIUS, draw_fitted, draw_panel, shortened
from render.drawing.symbols import Symbol, symbol

HEAD: Final = 92
FIRST: Final = 102
LINE: Final = 62
"""The heights of a panel's name, of its first value, and of the others."""
BAR: Final = 106
GAP: Final = 16
_PADDING: Final = 30
_TROPHY: Final = 54


@dataclass(frozen=True, slots=True)
class Side:
    """One of the players: a color, what's on the disc next to the name, and labeled values, the first one largest."""

    player: ListedName
    color: Ink
    mark: str
    values: tuple[tuple[str, str], ...]  # a value may have a shorter form after a line break
    first: bool = False  # has a trophy


def lead_words(texts: Texts, counts: Sequence[int], names: Sequence[str]) -> str:
    """Return who has won more of two players' games."""
    if counts[0] == counts[1]:
        return texts.p("standings", "All square")
    return texts.t("{name} leads", name=names[counts[1] > counts[0]])


def side_height(sides: Sequence[Side]) -> int:
    """Return the height of the players' panels."""
    if not any(side.values for side in sides):
        return HEAD
    return HEAD + FIRST + LINE * (max(len(side.values) for side in sides) - 1) + 10


def draw_sides(canvas: Canvas, top: int, sides: Sequence[Side]) -> None:
    """Draw the panels of one or two players."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(sides) - 1)) // len(sides)
    for number, side in enumerate(sides):
        _side(canvas, Area(MARGIN + number * (width + GAP), top, width, side_height(sides)), side)


def _side(canvas: Canvas, area: Area, side: Side) -> None:
    """Draw a player's panel."""
    if side.values:
        draw_panel(canvas, area)
        canvas.box(Area(area.x, area.y, area.width, HEAD + PANEL_RADIUS), side.color, rounding=PANEL_RADIUS)
        canvas.fill(Area(area.x, area.y + HEAD, area.width, PANEL_RADIUS), Ink.PANEL)
    else:
        draw_panel(canvas, area, fill=side.color)
    middle, left, right = area.y + HEAD // 2, area.x + 24, area.x + area.width - _PADDING
    if side.mark:
        canvas.box(Area(left, middle - 30, 60, 60), Ink.ON_COLOR, ground=side.color, rounding=30)
        canvas.text(left + 30, middle, side.mark, TextStyle(46, side.color, Ink.ON_COLOR, side="middle"))
        left += 76
    if side.first:
        mask = symbol(Symbol.TROPHY, _TROPHY)
        canvas.stamp(mask, right - _TROPHY + 4, middle - _TROPHY // 2, Ink.ON_COLOR, side.color)
    style = TextStyle(NAME + 8, Ink.ON_COLOR, side.color, black=side.player.known)
    draw_fitted(canvas, left, middle, side.player.name, style, width=right - left - (_TROPHY + 16) * side.first)
    for number, (label, value) in enumerate(side.values):
        _line(canvas, area, number, label, value)


def _line(canvas: Canvas, area: Area, number: int, label: str, value: str) -> None:
    """Write a labeled value, below a rule if it isn't the first one."""
    y = area.y + HEAD + (FIRST // 2 + 6 if number == 0 else FIRST + LINE * (number - 1) + LINE // 2 + 1)
    left, right = area.x + _PADDING, area.x + area.width - _PADDING
    if number:
        canvas.fill(Area(left - 2, y - LINE // 2, area.width - 2 * _PADDING + 4, 2), Ink.LINE)
    name = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    least = length(label, LABEL, False)
    style = TextStyle(VALUE + 6 if number == 0 else NAME - 2, ground=Ink.PANEL, side="right")
    room = max(right - left - least - 20, 120)
    used = draw_fitted(canvas, right, y, shortened(value, LABEL, room), style, width=room)
    draw_fitted(canvas, left, y, label, name, width=right - left - used - 16)


def draw_shares(
    canvas: Canvas, top: int, counts: tuple[int, int], colors: tuple[Ink, Ink], words: tuple[str, str]
) -> None:
    """Draw a panel with a bar divided by what both have won; words are on the parts if they fit."""
    draw_panel(canvas, Area(MARGIN, top, WIDTH - 2 * MARGIN, BAR))
    middle = top + BAR // 2
    sizes = [length(str(count), 72, True) for count in counts]
    left, right = MARGIN + 32 + sizes[0] + 28, WIDTH - MARGIN - 32 - sizes[1] - 28
    canvas.text(MARGIN + 32, middle, str(counts[0]), TextStyle(72, colors[0], Ink.PANEL))
    canvas.text(WIDTH - MARGIN - 32, middle, str(counts[1]), TextStyle(72, colors[1], Ink.PANEL, side="right"))
    room, total = right - left, sum(counts)
    first = round((room - 8) * counts[0] / total)
    widths = (first, room - 8 - first) if all(counts) else (room if counts[0] else 0, room if counts[1] else 0)
    for number, (x, width) in enumerate(((left, widths[0]), (right - widths[1], widths[1]))):
        if width:
            canvas.box(Area(x, middle - 27, width, 54), colors[number], ground=Ink.PANEL, rounding=12)
    for number, fitting in enumerate(words):
        fill, width = (colors[number], widths[number]) if widths[number] else (colors[1 - number], room // 2)
        if length(fitting, LABEL, True) + 48 <= (width if all(counts) else room // 2):
            style = TextStyle(LABEL, Ink.ON_COLOR, fill, side="right" if number else "left")
            canvas.text(right - 24 if number else left + 24, middle, fitting, style)
