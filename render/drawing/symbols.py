"""Symbols: shapes of our own for signs that the typeface lacks, as masks."""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.shapes import OVER, rounded, suit


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
