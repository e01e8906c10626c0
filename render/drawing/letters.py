"""Letters: the fonts, text as masks, and text cut to a width."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from render.drawing.script import as_drawn

POSTER: Final = 116
VALUE: Final = 84
HEADLINE: Final = 64
LEAST_HEADLINE: Final = 44
NAME: Final = 50
LABEL: Final = 42
"""The type scale, in pixels, from share cards to labels. Nothing is set smaller than a label."""

NARROWEST: Final = 66
"""The least width of words that don't fit, in percent of the usual one: translations may be a third longer."""

CAPITAL: Final = 0.726
"""The height of a capital letter or a digit, as a share of the size."""

ELLIPSIS: Final = "…"

_FONTS: Final = Path(__file__).parent.parent / "fonts"
_BLACK, _BOLD = "Lato-Black.ttf", "Lato-Bold.ttf"
_OTHERS: Final = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")
"""Fonts for characters that Lato lacks."""
_ARABIC: Final = {False: "NamesArabic-Regular.ttf", True: "NamesArabic-Bold.ttf"}
_CJK: Final = "NamesCJK-Bold.otf"
_TRIED: Final = 30
"""The size at which fonts are asked for a character."""
_NO_CHARACTER: Final = "\U0010ffff"

_Run: TypeAlias = tuple[str, str]
"""Characters in drawing order, and the file of a font that has them."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A drawn text: its mask, the mask's offset from the start of the base line, and the text's length."""

    mask: Image.Image
    left: int
    top: int
    length: int


def font(size: int, black: bool) -> ImageFont.FreeTypeFont:
    """Load Lato, Black or Bold."""
    return _font(_BLACK if black else _BOLD, size)


@lru_cache(maxsize=128)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Load a font. The basic layout is the same on every machine, whatever libraries it has."""
    return ImageFont.truetype(str(_FONTS / file), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def length(words: str, size: int, black: bool) -> int:
    """Return the length of a text in pixels."""
    return round(sum(_font(file, size).getlength(run) for run, file in _runs(words, black)))


@lru_cache(maxsize=1024)
def letters(words: str, size: int, black: bool) -> Letters:
    """Draw a text as a mask."""
    placed, at = [], 0.0
    for run, file in _runs(words, black):
        face = _font(file, size)
        placed.append((round(at), run, face, face.getbbox(run, anchor="ls")))
        at += face.getlength(run)
    left = round(min(x + box[0] for x, _, _, box in placed))
    right = round(max(x + box[2] for x, _, _, box in placed))
    top, bottom = round(min(box[1] for *_, box in placed)), round(max(box[3] for *_, box in placed))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    for x, run, face, _ in placed:
        ImageDraw.Draw(mask).text((x - left, -top), run, 255, face, anchor="ls")
    return Letters(mask, left, top, round(at))


@lru_cache(maxsize=512)
def narrowed(words: str, size: int, black: bool, percent: int) -> Letters:
    """Draw a text as a mask that is narrower than usual, but as high."""
    full = letters(words, size, black)
    mask = full.mask.resize((max(round(full.mask.width * percent / 100), 1), full.mask.height), Image.Resampling.BOX)
    return Letters(mask, round(full.left * percent / 100), full.top, round(full.length * percent / 100))


@lru_cache(maxsize=1024)
def cut(words: str, size: int, black: bool, width: int) -> str:
    """Cut a text to ``width`` pixels, with an ellipsis at the end."""
    if length(words, size, black) <= width:
        return words
    kept = words
    while kept and length(kept.rstrip() + ELLIPSIS, size, black) > width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def narrow_for(length: int, width: int) -> int:
    """Return how narrow words of a length have to be set for a width, in percent; they may need to be cut as well."""
    return 100 if length <= width else max(100 * max(width, 0) // length, NARROWEST)


def has_glyph(character: str) -> bool:
    """Return whether a font can draw a character."""
    return _file_with(character, True) is not None


@lru_cache(maxsize=1024)
def _runs(words: str, black: bool) -> tuple[_Run, ...]:
    """Split a text into runs of characters from one font. There is at least one run, which may be empty."""
    usual = _BLACK if black else _BOLD
    if words.isascii():
        return ((words, usual),)
    found = [_in_font(character, black) for character in as_drawn(words)]
    runs = [("".join(sign for sign, _ in run), file) for file, run in groupby(found, lambda one: one[1])]
    return tuple(runs) or (("", usual),)


@lru_cache(maxsize=4096)
def _in_font(character: str, black: bool) -> _Run:
    """Return a character and its font, or the plain character if no font has this joined form."""
    file = _file_with(character, black)
    plain = unicodedata.normalize("NFKC", character)
    if file is None and len(plain) == 1 and (other := _file_with(plain, black)) is not None:
        return plain, other
    return character, file or (_BLACK if black else _BOLD)


@lru_cache(maxsize=4096)
def _file_with(character: str, black: bool) -> str | None:
    """Return the font that can draw a character, or None if no font can.

    A character that a font lacks looks like one that no font has.
    """
    usual = _BLACK if black else _BOLD
    if character == " ":
        return usual
    arabic = unicodedata.bidirectional(character) in ("AL", "AN")
    for file in (_ARABIC[black], *_OTHERS) if arabic else (usual, _OTHERS[0], _CJK, _OTHERS[1]):
        mask = _font(file, _TRIED).getmask(character)
        if mask.getbbox() is not None and bytes(mask) != bytes(_font(file, _TRIED).getmask(_NO_CHARACTER)):
            return file
    return None
