"""Shapes: outlines of suits, rounded boxes, and symbols for signs that the typeface lacks, as masks.

They are drawn larger and then reduced. A mask contains for every pixel, from 0 to 255, how much of it a shape covers.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.look import CardBack

Point: TypeAlias = tuple[float, float]

OVER: Final = 4
"""The factor by which shapes are drawn larger before they are reduced."""
_SUIT_OVER: Final = 8
"""The same for suits."""

# Outlines in a square of side 1, y downwards: a start, then Bézier curves of two handles and an end. These are the left
# halves of the shapes, from top to bottom or back; the right halves mirror them.
_HEART: Final = ((0.5, 1.0), (0.42, 0.84), (0.0, 0.62), (0.0, 0.29), (0.0, 0.1), (0.13, 0.0), (0.27, 0.0), (0.38, 0.0),
                 (0.47, 0.08), (0.5, 0.2))  # fmt: skip
_SPADE: Final = ((0.5, 0.0), (0.43, 0.2), (0.02, 0.4), (0.02, 0.62), (0.02, 0.77), (0.13, 0.84), (0.24, 0.84),
                 (0.34, 0.84), (0.42, 0.79), (0.47, 0.7))  # fmt: skip
_DIAMOND: Final = ((0.5, 0.0), (0.42, 0.16), (0.26, 0.37), (0.1, 0.5), (0.26, 0.63), (0.42, 0.84), (0.5, 1.0))
_STEM: Final = ((0.48, 0.55), (0.48, 0.8), (0.43, 0.93), (0.28, 1.0))
_LEAVES: Final = ((0.5, 0.235), (0.235, 0.62), (0.765, 0.62))
_LEAF: Final = 0.235
_BETWEEN_LEAVES: Final = ((0.5, 0.3), (0.36, 0.4), (0.36, 0.56), (0.4, 0.72), (0.6, 0.72), (0.64, 0.56), (0.64, 0.4))


def curve(points: Sequence[Point], steps: int = 24) -> list[Point]:
    """Return points along an outline: a start, then Bézier curves of two handles and an end each."""
    followed = [points[0]]
    for start in range(0, len(points) - 1, 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points[start : start + 4]
        for step in range(1, steps + 1):
            t = step / steps
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            followed.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
    return followed


def _mirrored(points: Sequence[Point]) -> tuple[Point, ...]:
    """Close the left half of a shape with its mirror image."""
    left = curve(points)
    return (*left, *((1 - x, y) for x, y in reversed(left)))


def _circle(center: Point, radius: float, steps: int = 48) -> tuple[Point, ...]:
    turns = (2 * pi * step / steps for step in range(steps))
    return tuple((center[0] + radius * cos(turn), center[1] + radius * sin(turn)) for turn in turns)


SUIT_OUTLINES: Final[tuple[tuple[tuple[Point, ...], ...], ...]] = (
    (*(_circle(center, _LEAF) for center in _LEAVES), _BETWEEN_LEAVES, _mirrored(_STEM)),
    (_mirrored(_SPADE), _mirrored(_STEM)),
    (_mirrored(_HEART),),
    (_mirrored(_DIAMOND),),
)
"""The polygons of each suit, 0 clubs to 3 diamonds, in a square of side 1."""


@lru_cache(maxsize=128)
def suit(number: int, side: int) -> Image.Image:
    """Draw the mask of a suit, 0 clubs to 3 diamonds, in a square of ``side`` pixels."""
    large = Image.new("L", (side * _SUIT_OVER, side * _SUIT_OVER))
    draw, size = ImageDraw.Draw(large), side * _SUIT_OVER - 1
    for outline in SUIT_OUTLINES[number]:
        draw.polygon([(x * size, y * size) for x, y in outline], fill=255)
    return large.reduce(_SUIT_OVER)


def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Draw the mask of a box with round corners; a large one from the corners of a small one, which is much faster."""
    edge = radius + 1
    if width > 3 * edge and height > 3 * edge:
        return stretched(_small_rounded(3 * edge, 3 * edge, radius), (width, height))
    return _small_rounded(width, height, radius)


@lru_cache(maxsize=256)
def _small_rounded(width: int, height: int, radius: int) -> Image.Image:
    """Draw the mask of a box with round corners, larger and then reduced."""
    large = Image.new("L", (width * OVER, height * OVER))
    ImageDraw.Draw(large).rounded_rectangle([0, 0, width * OVER - 1, height * OVER - 1], radius * OVER, fill=255)
    return large.reduce(OVER)


def stretched(small: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Stretch a mask to a larger size: thirds at its edges keep their width, what is between them is repeated."""
    (width, height), (edge, high) = size, (small.width // 3, small.height // 3)
    row = Image.new("L", (width, small.height))
    row.paste(small.crop((edge, 0, edge + 1, small.height)).resize((width, small.height), Image.Resampling.NEAREST))
    row.paste(small.crop((0, 0, edge, small.height)))
    row.paste(small.crop((small.width - edge, 0, small.width, small.height)), (width - edge, 0))
    whole = Image.new("L", size)
    whole.paste(row.crop((0, high, width, high + 1)).resize(size, Image.Resampling.NEAREST))
    whole.paste(row.crop((0, 0, width, high)))
    whole.paste(row.crop((0, small.height - high, width, small.height)), (0, height - high))
    return whole


class Symbol(StrEnum):
    """A sign. `MARK` is the product's own: three fanned cards, the front one with a spade."""

    CHECK = "check"
    STAR = "star"
    UP = "up"
    DOWN = "down"
    ARROW = "arrow"  # on a pile that a card was drawn from
    TROPHY = "trophy"
    MARK = "mark"
    ROBOT = "robot"  # the head behind a computer's number
    BARS_1 = "bars-1"  # levels of computers
    BARS_2 = "bars-2"
    BARS_3 = "bars-3"
    BARS_4 = "bars-4"


LEVELS: Final = (Symbol.BARS_1, Symbol.BARS_2, Symbol.BARS_3, Symbol.BARS_4)
"""The bars of each level, the lowest one first."""


_CHECK: Final = ((0.1, 0.54), (0.38, 0.8), (0.9, 0.22))
_SHAFT: Final = ((0.5, 0.08), (0.92, 0.5), (0.66, 0.5), (0.66, 0.94), (0.34, 0.94), (0.34, 0.5), (0.08, 0.5))
_TRIANGLE: Final = ((0.5, 0.2), (1.0, 0.85), (0.0, 0.85))
_BAR_HEIGHTS: Final = (0.4, 0.6, 0.8, 1.0)
_PALE: Final = 80
"""How much of a pixel, of 255, the bars cover that a level lacks."""
_ASPECTS: Final = {Symbol.MARK: 1.44, **dict.fromkeys(LEVELS, 1.2)}
"""Widths of symbols that aren't square, as shares of their heights."""


@lru_cache(maxsize=64)
def symbol(kind: Symbol, height: int) -> Image.Image:
    """Draw the mask of a symbol, ``height`` pixels high."""
    width = round(height * _ASPECTS.get(kind, 1))
    large = Image.new("L", (width * OVER, height * OVER))
    _DRAWN[kind](large)
    return large.reduce(OVER)


def _polygon(points: tuple[tuple[float, float], ...]) -> Callable[[Image.Image], None]:
    """Return what fills an outline in a square of side 1."""

    def draw(large: Image.Image) -> None:
        side = large.height - 1
        ImageDraw.Draw(large).polygon([(x * side, y * side) for x, y in points], fill=255)

    return draw


def _check(large: Image.Image) -> None:
    side, draw = large.height, ImageDraw.Draw(large)
    points, thick = [(x * side, y * side) for x, y in _CHECK], round(side * 0.17)
    draw.line(points, 255, thick, joint="curve")
    for x, y in points:
        draw.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], fill=255)


def _star(large: Image.Image) -> None:
    side = large.height - 1
    points = []
    for number in range(10):
        radius, angle = (0.52 if number % 2 == 0 else 0.23) * side, pi * number / 5
        points.append((side / 2 + radius * sin(angle), side * 0.54 - radius * cos(angle)))
    ImageDraw.Draw(large).polygon(points, fill=255)


def _trophy(large: Image.Image) -> None:
    side, draw = large.height, ImageDraw.Draw(large)

    def box(left: float, top: float, right: float, bottom: float) -> list[float]:
        return [left * side, top * side, right * side, bottom * side]

    for left, right in ((0.0, 0.34), (0.66, 1.0)):
        draw.ellipse(box(left, 0.1, right, 0.5), outline=255, width=round(side * 0.08))
    draw.rectangle(box(0.2, 0.0, 0.8, 0.3), fill=255)
    draw.ellipse(box(0.2, -0.02, 0.8, 0.62), fill=255)
    draw.rectangle(box(0.43, 0.55, 0.57, 0.85), fill=255)
    draw.polygon([(x * side, y * side) for x, y in ((0.32, 0.84), (0.68, 0.84), (0.76, 0.99), (0.24, 0.99))], fill=255)


def _mark(large: Image.Image) -> None:
    height = large.height
    card = round(height * 0.62), round(height * 0.9)
    plate = rounded(*card, round(height * 0.1))
    around = rounded(card[0] + height // 9, card[1] + height // 9, round(height * 0.15))
    middle = large.width / 2
    for turn, off in ((15, -0.38), (-15, 0.38)):
        side = plate.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        place = round(middle + off * height - side.width / 2), round(height * 0.5 - side.height * 0.46)
        large.paste(255, place, side)
    front = round(middle - card[0] / 2), round((height - card[1]) / 2)
    large.paste(0, (front[0] - (around.width - card[0]) // 2, front[1] - (around.height - card[1]) // 2), around)
    large.paste(255, front, plate)
    sign = suit(1, round(height * 0.4))
    large.paste(0, (round(middle - sign.width / 2), round(height / 2 - sign.height / 2)), sign)


def _robot(large: Image.Image) -> None:
    """Draw a head with ears and an antenna; its face is the number of the seat."""
    side, draw = large.height - 1, ImageDraw.Draw(large)

    def box(left: float, top: float, right: float, bottom: float) -> list[float]:
        return [left * side, top * side, right * side, bottom * side]

    draw.ellipse(box(0.41, 0.0, 0.59, 0.18), fill=255)
    draw.rectangle(box(0.46, 0.1, 0.54, 0.25), fill=255)
    draw.rounded_rectangle(box(0.0, 0.42, 1.0, 0.76), 0.07 * side, fill=255)
    draw.rounded_rectangle(box(0.06, 0.2, 0.94, 1.0), 0.2 * side, fill=255)


def _bars(level: int) -> Callable[[Image.Image], None]:
    """Return what draws four bars of growing height, pale ones for those that a level lacks."""

    def draw(large: Image.Image) -> None:
        step, thick = large.width / 3.7, large.width / 3.7 * 0.7
        for number, height in enumerate(_BAR_HEIGHTS):
            box = [number * step, large.height * (1 - height), number * step + thick - 1, large.height - 1]
            ImageDraw.Draw(large).rectangle(box, fill=255 if number < level else _PALE)

    return draw


_DRAWN: Final[dict[Symbol, Callable[[Image.Image], None]]] = {
    Symbol.CHECK: _check,
    Symbol.STAR: _star,
    Symbol.UP: _polygon(_TRIANGLE),
    Symbol.DOWN: _polygon(tuple((x, 1 - y) for x, y in _TRIANGLE)),
    Symbol.ARROW: _polygon(_SHAFT),
    Symbol.TROPHY: _trophy,
    Symbol.MARK: _mark,
    Symbol.ROBOT: _robot,
    **{kind: _bars(level) for level, kind in enumerate(LEVELS, 1)},
}


@lru_cache(maxsize=64)
def back_pattern(card_back: CardBack, width: int, height: int) -> Image.Image:
    """Draw the pattern of a card's back around a ring, with a plain edge."""
    large = Image.new("L", (width * OVER, height * OVER))
    draw, across, thick = ImageDraw.Draw(large), large.width, max(round(width * 0.012 * OVER), 3)
    step = across / max(round(width / 15), 4)
    match card_back:
        case CardBack.LATTICE:
            _slopes(draw, large.size, step, thick, (-1, 1))
        case CardBack.STRIPES:
            _slopes(draw, large.size, step, round(step * 0.34), (1,))
        case CardBack.DOTS:
            _dots(draw, large.size, step)
    for edge in ([0, 0, large.width, thick], [0, large.height - thick, large.width, large.height]):
        draw.rectangle(edge, fill=0)
    for edge in ([0, 0, thick, large.height], [large.width - thick, 0, large.width, large.height]):
        draw.rectangle(edge, fill=0)
    x, y = large.width / 2, large.height / 2
    for radius, shade in ((0.37, 255), (0.325, 0)):
        reach = radius * across
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=shade)
    return large.reduce(OVER)


def _slopes(draw: ImageDraw.ImageDraw, size: tuple[int, int], step: float, thick: int, slopes: tuple[int, ...]) -> None:
    """Draw parallel diagonal lines, in one or both directions."""
    width, height = size
    lines = round((width + height) / step) + 1
    for number in range(-lines, lines + 1):
        middle = width / 2 + number * step + step / 2
        for slope in slopes:
            x = middle - slope * height / 2
            draw.line([(x, 0), (x + slope * height, height)], 255, thick)


def _dots(draw: ImageDraw.ImageDraw, size: tuple[int, int], step: float) -> None:
    """Draw rows of dots, every other row shifted by half a step."""
    width, height = size
    radius, down = step * 0.3, step * 0.82
    rows, columns = round(height / down / 2) + 1, round(width / step / 2) + 1
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            x, y = width / 2 + (column + row % 2 / 2) * step, height / 2 + row * down
            draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=255)
