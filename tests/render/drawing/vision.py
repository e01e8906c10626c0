"""Perceived differences of colors (CIEDE2000), also with limited color vision.

The matrices for a missing kind of cone are those of Machado, Oliveira and Fernandes (2009) at full severity.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

SIGHTS: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Triple = (0.95047, 1.0, 1.08883)


def linear(color: tuple[int, int, int]) -> Triple:
    """Return the luminance of a color on a screen, 0 to 1."""
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in color
    )
    return red, green, blue


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """Return the contrast of two colors by WCAG 2, 1 to 21."""
    darker, lighter = sorted(_times(_TO_XYZ, linear(color))[1] for color in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: tuple[int, int, int], other: tuple[int, int, int], sight: Matrix) -> float:
    """Return the perceived difference of two colors with this color vision."""
    return ciede2000(_lab(one, sight), _lab(other, sight))


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the distance of two CIELAB colors by the formula CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    chroma, light = (c1 + c2) / 2, (l1 + l2) / 2
    turn, hue = (0.0, h1 + h2) if c1 * c2 == 0 else ((h2 - h1 + 180) % 360 - 180, (h1 + h2) / 2)
    if c1 * c2 and abs(h1 - h2) > 180:
        hue += 180 if hue < 180 else -180
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    s_light = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    s_chroma, s_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    x, y, z = (l2 - l1) / s_light, (c2 - c1) / s_chroma, d_hue / s_hue
    return sqrt(x * x + y * y + z * z + rotation * y * z)


def _lab(color: tuple[int, int, int], sight: Matrix) -> Triple:
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _times(sight, linear(color)))
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in (light / white for light, white in zip(_times(_TO_XYZ, (red, green, blue)), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, color: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(line, color, strict=True)) for line in matrix)
    return first, second, third
