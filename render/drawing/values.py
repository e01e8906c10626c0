"""Values in rows: changes as chips in a player's color, winning values on gold."""

from typing import Final

from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, length
from render.drawing.palette import Ink
from render.drawing.plates import PLATE_RADIUS, ROW_RADIUS

_PADDING: Final = 14


def draw_change(canvas: Canvas, x: int, y: int, words: str, fill: Ink, *, height: int = 52) -> int:
    """Draw a change in a panel as a chip that begins at ``x``. Return its width."""
    width = change_width(words)
    area = Area(x, y - height // 2, width, height)
    canvas.box(area, fill, ground=Ink.PANEL, rounding=min(PLATE_RADIUS, height // 4))
    canvas.text(x + width // 2, y, words, TextStyle(LABEL, Ink.ON_COLOR, fill, side="middle"))
    return width


def change_width(words: str) -> int:
    """Return the width of a chip."""
    return length(words, LABEL, True) + 2 * _PADDING


def draw_on_gold(canvas: Canvas, right: int, y: int, words: str, size: int) -> None:
    """Write a value that has won on gold in a panel; its digits end at ``right``."""
    width, padding = length(words, size, True), round(size * 0.3) - 2
    area = Area(right - width - padding, y - round(size * 0.56), width + 2 * padding, round(size * 1.12))
    canvas.box(area, Ink.GOLD, ground=Ink.PANEL, rounding=ROW_RADIUS)
    canvas.text(right, y, words, TextStyle(size, Ink.ON_COLOR, Ink.GOLD, side="right"))
