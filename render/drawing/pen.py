"""A pen for figures of several colors, drawn four times as large and reduced once.

Lengths are in units of the figure, so that one description serves all sizes of a card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.drawing.shapes import SUIT_OUTLINES, Point, curve

Rgb: TypeAlias = tuple[int, int, int]

OVER: Final = 4
"""The factor by which figures are drawn larger before they are reduced."""


def mixed(ground: Rgb, ink: Rgb, share: float) -> Rgb:
    """Mix two colors; ``share`` is that of the second."""
    red, green, blue = (round(low + (high - low) * share) for low, high in zip(ground, ink, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws on an enlarged picture. ``x`` and ``y`` are the origin and ``unit`` the unit, in its pixels."""

    image: Image.Image
    x: float
    y: float
    unit: float
    flat: float = 1.0  # heights are multiplied by this

    def moved(self, x: float, y: float, scale: float = 1.0, flat: float = 1.0) -> "Pen":
        """Return a pen with another origin, in units, and another unit."""
        return Pen(self.image, *self._at((x, y)), self.unit * scale, flat)

    def polygon(self, points: Sequence[Point], color: Rgb) -> None:
        """Fill a polygon."""
        ImageDraw.Draw(self.image).polygon([self._at(point) for point in points], fill=color)

    def path(self, points: Sequence[Point], color: Rgb) -> None:
        """Fill an outline: a start, then Bézier curves of two handles and an end each."""
        self.polygon(curve(points), color)

    def mirrored(self, points: Sequence[Point], color: Rgb) -> None:
        """Fill an outline whose right half is the mirror image of these curves."""
        left = curve(points)
        self.polygon([*left, *((-x, y) for x, y in reversed(left))], color)

    def circle(self, x: float, y: float, radius: float, color: Rgb) -> None:
        """Fill a circle."""
        self.oval(x, y, radius, radius, color)

    def oval(self, x: float, y: float, across: float, down: float, color: Rgb) -> None:
        """Fill an ellipse with these radii."""
        left, top = self._at((x - across, y - down))
        right, bottom = self._at((x + across, y + down))
        ImageDraw.Draw(self.image).ellipse([left, top, right, bottom], fill=color)

    def box(self, area: tuple[float, float, float, float], rounding: float, color: Rgb) -> None:
        """Fill a box with round corners, given by its left, top, right and lower edge."""
        left, top, right, bottom = area
        edges = [*self._at((left, top)), *self._at((right, bottom))]
        ImageDraw.Draw(self.image).rounded_rectangle(edges, rounding * self.unit, fill=color)

    def suit(self, number: int, x: float, y: float, side: float, color: Rgb) -> None:
        """Fill a suit in a square around a point."""
        for part in SUIT_OUTLINES[number]:
            self.polygon([(x + (a - 0.5) * side, y + (b - 0.5) * side) for a, b in part], color)

    def _at(self, point: Point) -> Point:
        return self.x + point[0] * self.unit, self.y + point[1] * self.unit * self.flat
