"""Letters: the one font, text as masks, and text cut to the space that it has."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

SMALLEST: Final = 30
"""The least size, in pixels, of anything that must be read: a phone shows a third of it."""

CAPITAL: Final = 0.729
"""The height of a capital letter or a digit, as a share of the size."""

ELLIPSIS: Final = "…"

_FONTS: Final = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class Letters:
    """A drawn text: its mask, where the mask begins left of and above the start of the base line, and its length."""

    mask: Image.Image
    left: int
    top: int
    length: int


@lru_cache(maxsize=64)
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """Load DejaVu Sans. The basic layout is the same on every machine, whatever libraries it has."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(_FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)


def length(words: str, size: int, bold: bool) -> int:
    """Measure a text in pixels."""
    return round(font(size, bold).getlength(words))


@lru_cache(maxsize=1024)
def letters(words: str, size: int, bold: bool) -> Letters:
    """Draw a text as a mask."""
    face = font(size, bold)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(words, anchor="ls"))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(mask).text((-left, -top), words, 255, face, anchor="ls")
    return Letters(mask, left, top, length(words, size, bold))


@lru_cache(maxsize=1024)
def cut(words: str, size: int, bold: bool, width: int) -> str:
    """Cut a text to ``width`` pixels, an ellipsis at its end."""
    if length(words, size, bold) <= width:
        return words
    kept = words
    while kept and length(kept.rstrip() + ELLIPSIS, size, bold) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Say whether the font can draw a character: what it cannot looks like what nobody can."""
    face = font(SMALLEST, True)
    return bytes(face.getmask(character)) != bytes(face.getmask("\U0010ffff"))
