"""Ranks of cards as masks: capitals and digits as wide as their ink, made narrower where they have to be."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.drawing.letters import font
from render.drawing.shapes import OVER

_BETWEEN: Final = 0.07
"""The gap between two digits, as a share of their height."""


@lru_cache(maxsize=512)
def rank_mask(letter: str, height: int, most: int) -> Image.Image:
    """Draw a rank's mask with capitals ``height`` pixels high, made narrower if it's wider than ``most`` pixels.

    The top of capitals is the top of the mask; round digits are as high as they.
    """
    glyphs = [_glyph(character, height * OVER) for character in letter]
    gap = round(height * OVER * _BETWEEN)
    large = Image.new("L", (sum(glyph.width for glyph in glyphs) + gap * (len(glyphs) - 1), height * OVER))
    x = 0
    for glyph in glyphs:
        large.paste(glyph, (x, 0))
        x += glyph.width + gap
    width = min(round(large.width / OVER), most)
    return large.resize((width, height), Image.Resampling.BOX)


def _glyph(character: str, capital: int) -> Image.Image:
    """Draw one character exactly ``capital`` pixels high and as wide as its ink."""
    size = round(capital / _capital_share())
    drawn = Image.new("L", (size * 2, size * 2))
    draw, base = ImageDraw.Draw(drawn), size * 3 // 2
    draw.text((size // 2, base), "O" if character == "Q" else character, 255, font(size, True), anchor="ls")
    left, top, right, low = drawn.getbbox() or (0, 0, 1, 1)
    if character == "Q":  # the font's tail goes below the line
        draw.polygon(_tail(left, right, low, capital), fill=255)
        right = (drawn.getbbox() or (0, 0, right, 0))[2]
    return drawn.crop((left, top, right, low)).resize((right - left, capital), Image.Resampling.BOX)


def _tail(left: int, right: int, low: int, capital: int) -> list[tuple[float, float]]:
    """Return the short tail of a Q, which ends on the line."""
    middle = (left + right) / 2
    return [
        (middle - capital * 0.05, low - capital * 0.29),
        (middle + capital * 0.13, low - capital * 0.4),
        (right + capital * 0.09, low - 1),
        (right - capital * 0.21, low - 1),
    ]


@lru_cache(maxsize=1)
def _capital_share() -> float:
    """Return the height of a capital as a share of the size."""
    top = font(1000, True).getbbox("H", anchor="ls")[1]
    return -top / 1000
