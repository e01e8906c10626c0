"""Figures on cards: kings, queens and jacks who wear their suit, and the jester.

All drawn here from simple shapes. Lengths are shares of a card's width; a figure's origin is the middle of its head.

The pen draws four times as large and reduces once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
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


HALO, BAND, HAIR = 0.1, 0.2, 0.42
"""How much of its suit's color the tints of a court card have."""

BODY: Final = 0.475
"""The side of the suit that is a court card's body."""
_BODY_DOWN: Final = 0.22  # from the middle of the head to that of the body
_HEAD: Final = 0.122
_CROWN_FOOT, _CROWN = -0.09, 0.82  # the lower edge of crowns, and how flat they are: a rank is close above them


@dataclass(frozen=True, slots=True)
class Dyes:
    """The colors of a court card: its suit's, that of the card, of skin and of eyes."""

    suit: Rgb
    face: Rgb
    skin: Rgb
    ink: Rgb

    def tint(self, share: float) -> Rgb:
        """Return a tint of the suit's color."""
        return mixed(self.face, self.suit, share)


def draw_court(pen: Pen, rank: int, suit: int, dyes: Dyes) -> None:
    """Draw a jack (10), queen (11) or king (12) whose body is the suit."""
    if rank == _QUEEN:
        _queen_hair(pen, dyes)
    elif rank == _JACK:
        _jack_hair(pen, dyes)
    pen.suit(suit, 0, _BODY_DOWN, BODY, dyes.suit)
    pen.circle(0, 0.005, _HEAD + 0.028, dyes.face)
    {_JACK: _jack, _QUEEN: _queen, _KING: _king}[rank](pen, dyes)


_JACK, _QUEEN, _KING = 10, 11, 12


def _king(pen: Pen, dyes: Dyes) -> None:
    """Draw a king's head: a full beard, and a crown of three balls."""
    pen.circle(0, 0, _HEAD, dyes.skin)
    hair = dyes.tint(HAIR)
    pen.mirrored([(0, 0.23), (-0.07, 0.19), (-0.14, 0.13), (-0.128, -0.05), (-0.115, -0.03), (-0.1, 0.03),
                  (-0.07, 0.035), (-0.045, 0.04), (-0.03, 0.028), (0, 0.04)], hair)  # fmt: skip
    pen.mirrored([(0, 0.105), (-0.025, 0.105), (-0.045, 0.09), (-0.045, 0.078), (-0.03, 0.072), (-0.015, 0.07),
                  (0, 0.075)], dyes.face)  # fmt: skip
    _eyes(pen, dyes)
    crown = _crown(pen)
    crown.mirrored([(0, -0.09), (-0.05, -0.09), (-0.1, -0.08), (-0.125, -0.065), (-0.13, -0.09), (-0.14, -0.16),
                    (-0.165, -0.2), (-0.13, -0.19), (-0.095, -0.17), (-0.075, -0.145), (-0.055, -0.16), (-0.025, -0.2),
                    (0, -0.235)], dyes.suit)  # fmt: skip
    crown.mirrored([(0, -0.115), (-0.05, -0.115), (-0.09, -0.105), (-0.128, -0.09), (-0.128, -0.087), (-0.128, -0.083),
                    (-0.128, -0.08), (-0.09, -0.092), (-0.05, -0.1), (0, -0.1)], dyes.tint(BAND))  # fmt: skip
    for x, y in ((-0.165, -0.19), (0, -0.221), (0.165, -0.19)):
        pen.circle(x, y, 0.03, dyes.suit)


def _crown(pen: Pen) -> Pen:
    """Return a pen that draws a crown lower than its outline."""
    return pen.moved(0, _CROWN_FOOT * (1 - _CROWN), flat=_CROWN)


def _queen_hair(pen: Pen, dyes: Dyes) -> None:
    """Draw a queen's long hair, behind her."""
    pen.mirrored([(0, -0.16), (-0.11, -0.16), (-0.17, -0.08), (-0.17, 0.02), (-0.17, 0.09), (-0.2, 0.13),
                  (-0.215, 0.19), (-0.17, 0.215), (-0.11, 0.2), (-0.09, 0.15), (-0.05, 0.15), (-0.02, 0.15),
                  (0, 0.15)], dyes.tint(HAIR))  # fmt: skip


def _queen(pen: Pen, dyes: Dyes) -> None:
    """Draw a queen's head: long parted hair, a tiara of four pearls and a jewel."""
    hair = dyes.tint(HAIR)
    pen.circle(0, 0, _HEAD, dyes.skin)
    for side in (-1, 1):
        pen.path([(0, -0.135), (side * 0.08, -0.135), (side * 0.15, -0.08), (side * 0.165, 0.0), (side * 0.172, 0.07),
                  (side * 0.19, 0.12), (side * 0.215, 0.19), (side * 0.175, 0.21), (side * 0.135, 0.205),
                  (side * 0.11, 0.18), (side * 0.125, 0.12), (side * 0.115, 0.06), (side * 0.105, 0.02),
                  (side * 0.1, -0.05), (side * 0.06, -0.075), (0, -0.085)], hair)  # fmt: skip
    _eyes(pen, dyes)
    pen.mirrored([(0, 0.082), (-0.014, 0.084), (-0.03, 0.068), (-0.036, 0.06), (-0.026, 0.054), (-0.012, 0.046),
                  (0, 0.054)], dyes.suit)  # fmt: skip
    _crown(pen).mirrored(
        [(0, -0.1), (-0.05, -0.1), (-0.095, -0.093), (-0.13, -0.075), (-0.13, -0.11), (-0.14, -0.16), (-0.155, -0.195),
         (-0.125, -0.19), (-0.1, -0.17), (-0.09, -0.155), (-0.08, -0.17), (-0.065, -0.2), (-0.055, -0.225),
         (-0.035, -0.2), (-0.01, -0.18), (0, -0.17)], dyes.suit)  # fmt: skip
    pen.circle(0, -0.127, 0.023, dyes.tint(HALO))
    for x, y in ((-0.158, -0.187), (-0.057, -0.213), (0.057, -0.213), (0.158, -0.187)):
        pen.circle(x, y, 0.024, dyes.suit)


def _jack_hair(pen: Pen, dyes: Dyes) -> None:
    """Draw a jack's bobbed hair, behind him."""
    pen.mirrored([(0, -0.12), (-0.09, -0.12), (-0.145, -0.09), (-0.145, 0.0), (-0.145, 0.05), (-0.155, 0.08),
                  (-0.185, 0.105), (-0.15, 0.135), (-0.09, 0.13), (-0.06, 0.11), (-0.03, 0.11), (-0.02, 0.11),
                  (0, 0.11)], dyes.tint(HAIR))  # fmt: skip


def _jack(pen: Pen, dyes: Dyes) -> None:
    """Draw a jack's head: bobbed hair, a flat cap and one feather."""
    hair = dyes.tint(HAIR)
    pen.circle(0, 0, _HEAD, dyes.skin)
    for side in (-1, 1):
        pen.path([(side * 0.06, -0.1), (side * 0.14, -0.1), (side * 0.145, -0.03), (side * 0.147, 0.02),
                  (side * 0.15, 0.06), (side * 0.165, 0.085), (side * 0.19, 0.1), (side * 0.165, 0.135),
                  (side * 0.115, 0.14), (side * 0.095, 0.1), (side * 0.1, 0.06), (side * 0.1, 0.0),
                  (side * 0.09, -0.06)], hair)  # fmt: skip
    _eyes(pen, dyes)
    pen.path([(-0.038, 0.058), (-0.02, 0.068), (0.02, 0.068), (0.042, 0.05), (0.032, 0.092), (-0.022, 0.096),
              (-0.038, 0.058)], dyes.suit)  # fmt: skip
    pen.path([(-0.142, -0.062), (-0.17, -0.11), (-0.17, -0.14), (-0.15, -0.155), (-0.1, -0.2), (0.02, -0.215),
              (0.1, -0.195), (0.17, -0.175), (0.175, -0.11), (0.142, -0.062), (0.06, -0.095), (-0.06, -0.095),
              (-0.142, -0.062)], dyes.suit)  # fmt: skip
    pen.path([(-0.142, -0.062), (-0.06, -0.095), (0.06, -0.095), (0.142, -0.062), (0.142, -0.075), (0.14, -0.085),
              (0.138, -0.092), (0.06, -0.122), (-0.06, -0.122), (-0.138, -0.092), (-0.14, -0.085), (-0.142, -0.075),
              (-0.142, -0.062)], dyes.tint(BAND))  # fmt: skip
    pen.path([(0.07, -0.12), (0.12, -0.19), (0.14, -0.27), (0.27, -0.32), (0.28, -0.22), (0.24, -0.14), (0.11, -0.1),
              (0.1, -0.1), (0.08, -0.11), (0.07, -0.12)], hair)  # fmt: skip
    pen.path([(0.08, -0.115), (0.14, -0.16), (0.19, -0.21), (0.225, -0.265), (0.2, -0.205), (0.15, -0.15),
              (0.09, -0.105)], dyes.face)  # fmt: skip


def _eyes(pen: Pen, dyes: Dyes) -> None:
    for x in (-0.042, 0.042):
        pen.circle(x, -0.012, 0.0165, dyes.ink)


@dataclass(frozen=True, slots=True)
class Motley:
    """The colors of a jester: those of the four suits from left to right, then card, skin, ink and gray."""

    horns: tuple[Rgb, Rgb, Rgb, Rgb]
    face: Rgb
    skin: Rgb
    ink: Rgb

    @property
    def gray(self) -> Rgb:
        """The lighter color of the collar."""
        return mixed(self.face, self.horns[0], HAIR)


_DROOPING: Final[tuple[Point, ...]] = (
    (-0.98, -0.3),
    (-1.0, -0.75),
    (-0.95, -1.1),
    (-0.75, -1.35),
    (-1.25, -1.95),
    (-2.3, -1.75),
    (-2.5, -0.6),
    (-2.1, -1.15),
    (-1.45, -1.05),
    (-0.98, -0.3),
)
_UPRIGHT: Final[tuple[Point, ...]] = ((-0.95, -0.35), (-1.05, -1.3), (-1.35, -2.1), (-1.35, -2.85), (-0.55, -2.6),
                                      (0.02, -1.8), (0.02, -0.35))  # fmt: skip
_BELLS: Final = ((-2.5, -0.5), (-1.38, -2.9), (1.38, -2.9), (2.5, -0.5))
_BELL: Final = 0.28


def draw_jester(pen: Pen, motley: Motley) -> None:
    """Draw a jester; the unit is the radius of his head. He's 5.6 units wide, from -3.2 to 2.7 high."""
    _ruff(pen, motley)
    pen.circle(0, 0.02, 1.18, motley.face)
    draw_cap(pen, motley)
    pen.circle(0, 0, 1, motley.skin)
    _band(pen, motley)
    for x in (-0.37, 0.37):
        pen.circle(x, 0.14, 0.15, motley.ink)
    pen.mirrored([(0, 0.42), (-0.2, 0.42), (-0.4, 0.4), (-0.52, 0.36), (-0.48, 0.7), (-0.2, 0.82), (0, 0.82)],
                 motley.ink)  # fmt: skip
    pen.mirrored([(0, 0.46), (-0.15, 0.46), (-0.3, 0.45), (-0.42, 0.42), (-0.38, 0.56), (-0.2, 0.58), (0, 0.58)],
                 motley.face)  # fmt: skip


def draw_cap(pen: Pen, motley: Motley) -> None:
    """Draw a jester's cap: four horns in the colors of the suits, with bells, and a band."""
    for side, color in ((1, motley.horns[0]), (-1, motley.horns[3])):
        pen.path([(side * x, y) for x, y in _DROOPING], color)
    for side, color in ((1, motley.horns[1]), (-1, motley.horns[2])):
        pen.path([(side * x, y) for x, y in _UPRIGHT], color)
    for x, y in _BELLS:
        pen.circle(x, y, _BELL, motley.ink)
        pen.circle(x, y, _BELL * 0.56, motley.face)
    _band(pen, motley)


def _band(pen: Pen, motley: Motley) -> None:
    pen.mirrored([(0, -0.72), (-0.4, -0.72), (-0.8, -0.66), (-1.1, -0.52), (-1.12, -0.4), (-1.12, -0.3), (-1.1, -0.2),
                  (-0.8, -0.34), (-0.4, -0.4), (0, -0.4)], motley.ink)  # fmt: skip


def _ruff(pen: Pen, motley: Motley) -> None:
    """Draw the points of a jester's collar, each with a bell."""
    for number in range(-2, 3):
        turn = number * pi / 7.4
        color = motley.gray if number % 2 else motley.ink
        pen.polygon(
            [_turned(point, turn) for point in ((-0.3, 0.75), (0.3, 0.75), (0.44, 1.55), (0, 2.3), (-0.44, 1.55))],
            color,
        )
    for number in range(-2, 3):
        x, y = _turned((0, 2.38), number * pi / 7.4)
        pen.circle(x, y, 0.2, motley.ink)


def _turned(point: Point, turn: float) -> Point:
    return point[0] * cos(turn) + point[1] * sin(turn), point[1] * cos(turn) - point[0] * sin(turn)


def star(radius: float) -> Sequence[Point]:
    """Return the outline of a star of five points around the origin."""
    return [
        (radius * size * sin(step * pi / 5), -radius * size * cos(step * pi / 5))
        for step, size in enumerate((1.0, 0.42) * 5)
    ]
