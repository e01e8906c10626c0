"""Chips: a card as rank and suit on a small plate, as high as a line of text."""

from functools import lru_cache
from typing import Final

from PIL import Image

from bot.rummy.cards import JOKER, Card, suit_of
from render.drawing.canvas import Canvas
from render.drawing.letters import LABEL, letters
from render.drawing.palette import Ink, Palette
from render.drawing.shapes import rounded, suit
from render.drawing.symbols import Symbol, symbol

_HEIGHT: Final = 54 / 48
"""The height of a chip for the size of the text around it."""
_RANK: Final = 0.9
_SUIT: Final = 0.74
_PADDING: Final = 0.22
_GAP: Final = 0.07
_EDGE: Final = 2
_ROUNDING: Final = 0.24


def chip_width(canvas: Canvas, card: Card, size: int) -> int:
    """Return the width of a chip next to letters of a size."""
    return _chip(canvas.colors, *_signs(canvas, card), size, Ink.PANEL).width


def draw_chip(canvas: Canvas, x: int, y: int, card: Card, size: int, *, ground: Ink) -> int:
    """Draw a chip with its left edge at ``x`` and its middle at ``y``. Return its width."""
    drawn = _chip(canvas.colors, *_signs(canvas, card), size, ground)
    canvas.paste(drawn, x, y - drawn.height // 2)
    return drawn.width


def _signs(canvas: Canvas, card: Card) -> tuple[str, int | None]:
    """Return the letters and the suit of a card; a joker has neither."""
    return ("", None) if card == JOKER else (canvas.rank(card), suit_of(card))


@lru_cache(maxsize=512)
def _chip(colors: Palette, rank: str, number: int | None, size: int, ground: Ink) -> Image.Image:
    """Draw a chip; cached for all pictures."""
    height, padding = round(size * _HEIGHT), round(size * _PADDING)
    sign = symbol(Symbol.STAR, round(size * _SUIT)) if number is None else suit(number, round(size * _SUIT))
    ink = Ink.ON_COLOR if number is None else Ink(number)
    word = letters(rank, max(round(size * _RANK), LABEL), True) if rank else None
    before = 0 if word is None else word.mask.width + round(size * _GAP)
    width, rounding = 2 * padding + before + sign.width, round(height * _ROUNDING)
    drawn = rounded(width, height, rounding).point(colors.ramp(ground, Ink.BORDER), "P")
    inside = rounded(width - 2 * _EDGE, height - 2 * _EDGE, rounding - _EDGE)
    _stamp(drawn, inside, colors.ramp(Ink.BORDER, Ink.FACE), _EDGE, _EDGE)
    ramp = colors.ramp(Ink.FACE, ink)
    if word is not None:
        _stamp(drawn, word.mask, ramp, padding, (height - word.mask.height) // 2)
    _stamp(drawn, sign, ramp, padding + before, (height - sign.height) // 2)
    return drawn


def _stamp(drawn: Image.Image, mask: Image.Image, ramp: bytes, x: int, y: int) -> None:
    """Draw a mask in the colors of a ramp over a chip, which stays unchanged where the mask is empty."""
    drawn.paste(mask.point(ramp, "P"), (x, y), mask.point(bytes([0]) + bytes([255]) * 255, "L"))
