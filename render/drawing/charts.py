"""Charts: a curve over games, and bars of shares. Pictures also contain their values as numbers."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.text.lists import signed
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import SMALLEST
from render.drawing.palette import Ink
from render.drawing.shapes import OVER, rounded

_SCALE: Final = 96
"""The width of the numbers to the left of a curve, in pixels."""
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000)
_LINES: Final = 3
"""Lines of a scale, at most."""
_LEAST_SPREAD: Final = 40
_THICK: Final = 5
_DOT: Final = 7
_EVERY_DOT: Final = 24
"""Up to this many values, each has a dot."""


def draw_curve(canvas: Canvas, area: Area, values: Sequence[float], ground: Ink) -> None:
    """Draw values from left to right as a curve, with a scale on the left and a ring around the last value.

    ValueError if there are no values.
    """
    if not values:
        raise ValueError("a curve needs a value")
    low, high, lines = scale_of(values)
    plot = Area(area.x + _SCALE, area.y, area.width - _SCALE - 2 * _DOT, area.height)

    def level(value: float) -> float:
        return plot.height - 2 * _DOT - (value - low) / (high - low) * (plot.height - 4 * _DOT)

    for line in lines:
        y = plot.y + round(level(line))
        canvas.fill(Area(plot.x, y - 1, plot.width + 2 * _DOT, 2), Ink.LABEL)
        label = TextStyle(SMALLEST, Ink.LABEL, ground, black=False, side="right")
        canvas.text(plot.x - 14, y, signed(line), label, _SCALE)
    apart = (plot.width - 4 * _DOT) / max(len(values) - 1, 1)
    points = [(2 * _DOT + number * apart, level(value)) for number, value in enumerate(values)]
    canvas.stamp(_curve(points, (plot.width + 2 * _DOT, plot.height)), plot.x, plot.y, Ink.GOLD, ground)
    last, height = points[-1]
    _ring(canvas, plot.x + round(last), plot.y + round(height), ground)


def draw_share(canvas: Canvas, area: Area, share: float, ground: Ink = Ink.PANEL) -> None:
    """Draw a bar filled from the left by a share, 0 to 1. The rest is hollow."""
    rounding = min(8, area.height // 2)
    canvas.box(area, Ink.LABEL, ground=ground, rounding=rounding)
    inside = area.grown(-3)
    canvas.box(inside, ground, ground=Ink.LABEL, rounding=max(rounding - 3, 1))
    filled = round(inside.width * min(max(share, 0), 1))
    if filled:
        canvas.fill(replace(inside, width=filled), Ink.GOLD)


def scale_of(values: Sequence[float]) -> tuple[float, float, tuple[int, ...]]:
    """Return the lowest and the highest value of a scale, and the round numbers at which it has lines."""
    low, high = min(values), max(values)
    spare = max(_LEAST_SPREAD - (high - low), 0) / 2
    low, high = low - spare, high + spare
    step = next(step for step in _STEPS if floor(high / step) - ceil(low / step) < _LINES)
    return low, high, tuple(range(ceil(low / step) * step, floor(high / step) * step + 1, step))


def _curve(points: Sequence[tuple[float, float]], size: tuple[int, int]) -> Image.Image:
    """Draw the mask of a line through points, with a dot at each point if there are few."""
    large = Image.new("L", (size[0] * OVER, size[1] * OVER))
    draw = ImageDraw.Draw(large)
    scaled = [(x * OVER, y * OVER) for x, y in points]
    if len(scaled) > 1:
        draw.line(scaled, 255, _THICK * OVER, joint="curve")
    if len(scaled) <= _EVERY_DOT:
        for x, y in scaled:
            draw.ellipse([x - _DOT * OVER, y - _DOT * OVER, x + _DOT * OVER, y + _DOT * OVER], fill=255)
    return large.reduce(OVER)


def _ring(canvas: Canvas, x: int, y: int, ground: Ink) -> None:
    """Draw a ring around a point."""
    for radius, ink, on in ((2 * _DOT, Ink.TEXT, ground), (_DOT + 3, Ink.PANEL, Ink.TEXT), (_DOT, Ink.GOLD, ground)):
        canvas.stamp(rounded(2 * radius, 2 * radius, radius), x - radius, y - radius, ink, on)
