"""Shapes: outlines of suits, and rounded boxes as masks, drawn larger and then reduced.

A mask contains for every pixel, from 0 to 255, how much of it a shape covers.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

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
    """Return points along a circle."""
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
