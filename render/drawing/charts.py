"""Charts: a curve over games from its start, and bars of shares. Pictures also contain their values as numbers."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.text.lists import signed
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, length
from render.drawing.palette import Ink
from render.drawing.plates import draw_frame
from render.drawing.shapes import OVER

_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000)
_LINES: Final = 3
"""Lines of a scale, at most."""
_LEAST_SPREAD: Final = 40
_THICK: Final = 7
_DOT: Final = 9
_RING: Final = 17
_EVERY_DOT: Final = 12
"""Up to this many values, each has a dot."""
_FILLED: Final = 64
"""How much of the color is below a curve, of 255."""


def draw_curve(canvas: Canvas, area: Area, values: Sequence[float], color: Ink) -> None:
    """Draw values from left to right as a curve in a panel, with a scale on the left and a ring around the last value.

    ValueError if there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError("a curve needs two values")
    low, high, lines = scale_of(values)
    labels = [signed(line) for line in lines]
    left = max(length(words, LABEL, False) for words in labels) + 20
    plot = Area(area.x + left, area.y, area.width - left - _RING, area.height)

    def level(value: float) -> float:
        return plot.height - _RING - (value - low) / (high - low) * (plot.height - 2 * _RING)

    above = plot.y + plot.height + LABEL
    for line, words in zip(lines, labels, strict=True):
        y = plot.y + round(level(line))
        if above - y < LABEL + 8:
            continue
        above = y
        canvas.fill(Area(plot.x, y - 1, plot.width + _RING, 2), Ink.LINE)
        canvas.text(plot.x - 16, y, words, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right"))
    apart = (plot.width - _RING) / (len(values) - 1)
    points = [(_DOT + number * apart, level(value)) for number, value in enumerate(values)]
    _draw(canvas, plot, points, color, dots=len(values) <= _EVERY_DOT)


def draw_start(canvas: Canvas, area: Area, values: Sequence[float], places: int, color: Ink) -> None:
    """Draw the start of a curve in a panel: the first value is where it begins, places to come are empty rings.

    ``places`` is the number of values after the first one for which there is room; each has its number below.
    """
    start = signed(round(values[0]))
    left = length(start, LABEL, False) + 36
    plot = Area(area.x + left, area.y, area.width - left, area.height - 50)
    low, high = min(values), max(values)
    spread = max(high - low, _LEAST_SPREAD)

    def level(value: float) -> float:
        return plot.height - _RING - 4 - (value - low) / spread * (plot.height - 2 * _RING - 8)

    base = round(level(values[0]))
    apart = (plot.width - _RING - 4 - 30) / places
    xs = [30 + apart * number for number in range(places + 1)]
    xs[0] = _DOT + 6
    canvas.text(plot.x - 14, plot.y + base, start, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right"))
    for at in range(round(xs[0]), round(xs[-1]), 30):
        canvas.fill(Area(plot.x + at, plot.y + base - 1, min(18, round(xs[-1]) - at), 3), Ink.LINE)
    for number in range(1, places + 1):
        x, reached = plot.x + round(xs[number]), number < len(values)
        style = TextStyle(LABEL, Ink.TEXT if reached else Ink.LABEL, Ink.PANEL, black=reached, side="middle")
        canvas.text(x, area.y + area.height - 18, str(number), style)
        if not reached:
            ring = Area(x - _RING + 1, plot.y + base - _RING + 1, 2 * _RING - 2, 2 * _RING - 2)
            canvas.box(ring, Ink.PANEL, ground=Ink.PANEL, rounding=_RING - 1)
            draw_frame(canvas, ring, Ink.LINE, thick=5, radius=_RING - 1, ground=Ink.PANEL)
    points = [(xs[number], level(value)) for number, value in enumerate(values)]
    _draw(canvas, plot, points, color, dots=True, base=base)


def draw_share(canvas: Canvas, area: Area, share: float, color: Ink) -> None:
    """Draw a bar in a panel, filled from the left by a share, 0 to 1. The rest is hollow."""
    rounding = area.height // 2
    canvas.box(area, Ink.LINE, ground=Ink.PANEL, rounding=rounding)
    inside = area.grown(-3)
    canvas.box(inside, Ink.TRAY, ground=Ink.LINE, rounding=rounding - 3, over=True)
    filled = round(inside.width * min(max(share, 0), 1))
    if filled >= inside.height:
        canvas.box(
            Area(inside.x, inside.y, filled, inside.height), color, ground=Ink.TRAY, rounding=rounding - 3, over=True
        )


def scale_of(values: Sequence[float]) -> tuple[float, float, tuple[int, ...]]:
    """Return the lowest and the highest value of a scale, and the round numbers at which it has lines."""
    low, high = min(values), max(values)
    spare = max(_LEAST_SPREAD - (high - low), 0) / 2
    low, high = low - spare, high + spare
    step = next(step for step in _STEPS if floor(high / step) - ceil(low / step) < _LINES)
    return low, high, tuple(range(ceil(low / step) * step, floor(high / step) * step + 1, step))


def _draw(
    canvas: Canvas,
    plot: Area,
    points: Sequence[tuple[float, float]],
    color: Ink,
    *,
    dots: bool,
    base: int | None = None,
) -> None:
    """Draw a line through points of a plot in a panel, lightly filled down to ``base``, and a ring around the last."""
    size = plot.width + 2 * _RING, plot.height + 2 * _RING
    scaled = [((x + _RING) * OVER, (y + _RING) * OVER) for x, y in points]
    below = (plot.height if base is None else base) + _RING
    filled, line = (Image.new("L", (size[0] * OVER, size[1] * OVER)) for _ in range(2))
    outline = [(scaled[0][0], below * OVER), *scaled, (scaled[-1][0], below * OVER)]
    ImageDraw.Draw(filled).polygon(outline, fill=_FILLED)
    draw = ImageDraw.Draw(line)
    draw.line(scaled, 255, _THICK * OVER, joint="curve")
    for x, y in scaled if dots else scaled[:1]:
        draw.ellipse([x - _DOT * OVER, y - _DOT * OVER, x + _DOT * OVER, y + _DOT * OVER], fill=255)
    both = filled.reduce(OVER).point([_FILLED * (share > _FILLED // 2) for share in range(256)])
    thin = line.reduce(OVER)
    both.paste(255, (0, 0), thin)
    canvas.stamp(both, plot.x - _RING, plot.y - _RING, color, Ink.PANEL)
    x, y = plot.x + round(points[-1][0]), plot.y + round(points[-1][1])
    for radius, ink, on in ((_RING + 4, Ink.TEXT, Ink.PANEL), (_RING - 1, color, Ink.TEXT)):
        area = Area(x - radius, y - radius, 2 * radius, 2 * radius)
        canvas.box(area, ink, ground=on, rounding=radius, over=True)
