"""Shapes: suits, rounded boxes and rings as masks, drawn four times as large and then reduced.

A mask contains for every pixel, from 0 to 255, how much of it a shape covers.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

Point: TypeAlias = tuple[float, float]

OVER: Final = 4
"""The factor by which shapes are drawn larger before they are reduced."""

# Outlines in a square of side 1, y downwards: a start, then Bézier curves of two handles and an end. These are the left
# halves of heart and spade; the right halves mirror them.
_HEART: Final = ((0.5, 1.0), (0.42, 0.84), (0.0, 0.62), (0.0, 0.29), (0.0, 0.1), (0.13, 0.0), (0.27, 0.0), (0.38, 0.0),
                 (0.47, 0.08), (0.5, 0.2))  # fmt: skip
_SPADE: Final = ((0.5, 0.0), (0.43, 0.2), (0.02, 0.4), (0.02, 0.62), (0.02, 0.77), (0.13, 0.84), (0.24, 0.84),
                 (0.34, 0.84), (0.42, 0.79), (0.47, 0.7))  # fmt: skip
_DIAMOND: Final = ((0.5, 0.0), (0.41, 0.17), (0.22, 0.38), (0.06, 0.5), (0.22, 0.62), (0.41, 0.83), (0.5, 1.0))
_STEM: Final = ((0.48, 0.55), (0.48, 0.8), (0.43, 0.93), (0.3, 1.0))
_LEAVES: Final = ((0.5, 0.22), (0.22, 0.61), (0.78, 0.61))
_LEAF: Final = 0.22
# A jester's cap: a horn pointing up, one falling to either side, a bell on each, and a band below.
_CAP: Final = ((0.5, 0.12), (0.45, 0.2), (0.38, 0.34), (0.37, 0.48), (0.34, 0.34), (0.28, 0.27), (0.2, 0.27),
               (0.08, 0.27), (0.02, 0.42), (0.03, 0.62), (0.05, 0.5), (0.11, 0.45), (0.15, 0.47),
               (0.22, 0.5), (0.24, 0.62), (0.25, 0.77))  # fmt: skip
_BELLS: Final = ((0.5, 0.085), (0.085, 0.66), (0.915, 0.66))
_BELL: Final = 0.085
_BAND: Final = (0.22, 0.84, 0.78, 0.99)


def _curve(points: Sequence[Point], steps: int = 24) -> list[Point]:
    """Return points along an outline of Bézier curves."""
    followed = [points[0]]
    for start in range(0, len(points) - 1, 3):
        a, b, c, d = points[start : start + 4]
        for step in range(1, steps + 1):
            t = step / steps
            u = 1 - t
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            followed.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                )
            )
    return followed


def _mirrored(points: Sequence[Point]) -> list[Point]:
    """Close the left half of a shape with its mirror image."""
    left = _curve(points)
    return left + [(1 - x, y) for x, y in reversed(left)]


def _clubs(draw: ImageDraw.ImageDraw, side: int) -> None:
    for x, y in _LEAVES:
        draw.ellipse([(x - _LEAF) * side, (y - _LEAF) * side, (x + _LEAF) * side, (y + _LEAF) * side], fill=255)
    draw.polygon(
        [(x * side, y * side) for x, y in ((0.5, 0.34), (0.36, 0.56), (0.4, 0.66), (0.6, 0.66), (0.64, 0.56))], fill=255
    )
    _fill(draw, side, _mirrored(_STEM))


def _spades(draw: ImageDraw.ImageDraw, side: int) -> None:
    _fill(draw, side, _mirrored(_SPADE))
    _fill(draw, side, _mirrored(_STEM))


def _hearts(draw: ImageDraw.ImageDraw, side: int) -> None:
    _fill(draw, side, _mirrored(_HEART))


def _diamonds(draw: ImageDraw.ImageDraw, side: int) -> None:
    _fill(draw, side, _mirrored(_DIAMOND))


def _fill(draw: ImageDraw.ImageDraw, side: int, points: Sequence[Point]) -> None:
    draw.polygon([(x * side, y * side) for x, y in points], fill=255)


_SUITS: Final[tuple[Callable[[ImageDraw.ImageDraw, int], None], ...]] = (_clubs, _spades, _hearts, _diamonds)


@lru_cache(maxsize=64)
def suit(number: int, side: int) -> Image.Image:
    """Draw the mask of a suit, 0 clubs to 3 diamonds, in a square of ``side`` pixels."""
    large = Image.new("L", (side * OVER, side * OVER))
    _SUITS[number](ImageDraw.Draw(large), side * OVER - 1)
    return large.reduce(OVER)


@lru_cache(maxsize=64)
def cap(width: int, height: int) -> Image.Image:
    """Draw the mask of a jester's cap, the sign of a joker."""
    large = Image.new("L", (width * OVER, width * OVER))
    draw, size = ImageDraw.Draw(large), width * OVER - 1
    _fill(draw, size, _mirrored(_CAP))
    for x, y in _BELLS:
        draw.ellipse([(x - _BELL) * size, (y - _BELL) * size, (x + _BELL) * size, (y + _BELL) * size], fill=255)
    left, top, right, bottom = (edge * size for edge in _BAND)
    draw.rounded_rectangle([left, top, right, bottom], size // 20, fill=255)
    return large.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Draw the mask of a box with round corners."""
    large = Image.new("L", (width * OVER, height * OVER))
    ImageDraw.Draw(large).rounded_rectangle([0, 0, width * OVER - 1, height * OVER - 1], radius * OVER, fill=255)
    return large.reduce(OVER)
