"""Lines of words, cards and symbols: a sentence in which cards are small chips, fitted to a width."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final, TypeAlias

from PIL import Image

from bot.rummy.cards import JOKER, Card, suit_of
from bot.text.catalogs import Texts
from render.drawing.canvas import WIDTH, Canvas, TextStyle, share_before
from render.drawing.letters import LABEL, NARROWEST, cut, length, letters, narrow_for, shown_name
from render.drawing.palette import SEATS, Ink, Palette
from render.drawing.shapes import Symbol, rounded, suit, symbol

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


_FIRST_SLOT: Final = 0xE000
_LEAST_NAME, _USUAL_NAME = 90, 200
"""The widths to which names are cut, in pixels: at least, and before a shorter line is chosen."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words in a line. Where ``ink`` or ``black`` is None, they are those of the line; a name may be cut."""

    words: str
    ink: Ink | None = None
    black: bool | None = None
    name: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A card in a line."""

    card: Card


@dataclass(frozen=True, slots=True)
class Sign:
    """A symbol in a line."""

    symbol: Symbol
    ink: Ink | None = None


Part: TypeAlias = Words | Chip | Sign


def slot(number: int) -> str:
    """Return the placeholder of a part in a sentence."""
    return chr(_FIRST_SLOT + number)


def parted(sentence: str, *parts: Part) -> tuple[Part, ...]:
    """Return a sentence in parts: each `slot` in it is replaced by the part with that number."""
    found: list[Part] = []
    start = 0
    for at, character in enumerate(sentence):
        number = ord(character) - _FIRST_SLOT
        if 0 <= number < len(parts):
            found += [Words(sentence[start:at])] if at > start else []
            found.append(parts[number])
            start = at + 1
    return (*found, Words(sentence[start:])) if start < len(sentence) else tuple(found)


def seat_name(names: Sequence[str], seat: int, texts: Texts) -> Words:
    """Return a player's name in the seat's color, or the seat's number if the fonts can't draw it."""
    return Words(shown_name(names, seat, texts), SEATS[seat], black=True, name=True)


def line_length(canvas: Canvas, parts: Sequence[Part], style: TextStyle) -> int:
    """Return the length of a line in pixels."""
    return sum(_length(canvas, part, style) for part in parts)


def fitting(
    canvas: Canvas, lines: Sequence[Sequence[Part]], style: TextStyle, width: int, *, narrow: int = 100
) -> Sequence[Part]:
    """Return the first line that fits a width, the last one if none does. Names count as if they were cut.

    Words may be set narrower down to ``narrow`` percent.
    """
    return next((line for line in lines if least_length(canvas, line, style, narrow) <= width), lines[-1])


def least_length(canvas: Canvas, parts: Sequence[Part], style: TextStyle, narrow: int = NARROWEST) -> int:
    """Return the length of a line with its names cut and its words narrowed to a percentage."""
    shown = [_with_short_name(part, style) for part in parts]
    words = sum(_length(canvas, part, style) for part in shown if isinstance(part, Words))
    rounding = len(parts) if narrow < 100 else 0
    return line_length(canvas, shown, style) - words + words * narrow // 100 + rounding


def draw_line(
    canvas: Canvas, x: int, y: int, parts: Sequence[Part], style: TextStyle, *, width: int = WIDTH, least: int = LABEL
) -> int:
    """Draw a line with ``y`` at the middle of its capitals. Return its length.

    A line longer than ``width`` is set smaller, but not smaller than ``least``; then long names are cut, all words are
    set narrower, names are cut more, and at last its end is cut.
    """
    while style.size > least and line_length(canvas, parts, style) > width:
        style = replace(style, size=max(style.size - 2, least))
    total = line_length(canvas, parts, style)
    if total > width:
        parts, style = _squeezed(canvas, parts, style, width)
        total = line_length(canvas, parts, style)
    x -= round(total * share_before(style.side))
    for part in parts:
        used = _length(canvas, part, style)
        match part:
            case Words():
                canvas.text(x, y, part.words, _style(part, style))
            case Chip():
                draw_chip(canvas, x, y, part.card, style.size, ground=style.ground)
            case Sign():
                height = round(style.size * 0.8)
                canvas.symbol(part.symbol, (x, y - height // 2), height, part.ink or style.ink, style.ground)
        x += used
    return total


def _squeezed(canvas: Canvas, parts: Sequence[Part], style: TextStyle, width: int) -> tuple[Sequence[Part], TextStyle]:
    """Return a line that is too long in its least size with shorter names, narrower words, or a shorter end."""
    parts = _cut_names(canvas, parts, style, width, _USUAL_NAME)
    if (full := line_length(canvas, parts, style)) > width:
        words = sum(_length(canvas, part, style) for part in parts if isinstance(part, Words))
        style = replace(style, narrow=narrow_for(words, width - (full - words) - len(parts)))
    return _cut_end(canvas, _cut_names(canvas, parts, style, width, _LEAST_NAME), style, width), style


def _with_short_name(part: Part, style: TextStyle) -> Part:
    if not isinstance(part, Words) or not part.name:
        return part
    return replace(part, words=cut(part.words, style.size, True, _USUAL_NAME))


def _style(part: Words, style: TextStyle) -> TextStyle:
    return replace(style, ink=part.ink or style.ink, black=_is_black(part, style), side="left")


def _is_black(part: Words, style: TextStyle) -> bool:
    """Return whether words in a line are in the heavier weight."""
    return style.black if part.black is None else part.black


def _length(canvas: Canvas, part: Part, style: TextStyle) -> int:
    match part:
        case Words():
            return ceil(length(part.words, style.size, _is_black(part, style)) * style.narrow / 100)
        case Chip():
            return chip_width(canvas, part.card, style.size)
        case Sign():
            return symbol(part.symbol, round(style.size * 0.8)).width


def _cut_names(canvas: Canvas, parts: Sequence[Part], style: TextStyle, width: int, least: int) -> Sequence[Part]:
    """Cut the names of a line that is too long, the longest first, to at least a width."""
    names = [number for number, part in enumerate(parts) if isinstance(part, Words) and part.name]
    for number in sorted(names, key=lambda number: -_length(canvas, parts[number], style)):
        parts = _cut(canvas, parts, style, (number, width, least))
    return parts


def _cut_end(canvas: Canvas, parts: Sequence[Part], style: TextStyle, width: int) -> Sequence[Part]:
    """Cut the words at the end of a line that is too long."""
    for number in [number for number, part in enumerate(parts) if isinstance(part, Words) and not part.name][::-1]:
        parts = _cut(canvas, parts, style, (number, width, 0))
    return parts


def _cut(canvas: Canvas, parts: Sequence[Part], style: TextStyle, at: tuple[int, int, int]) -> Sequence[Part]:
    """Cut one part of a line that is longer than a width, but not further than to its least width."""
    number, width, least = at
    part, over = parts[number], line_length(canvas, parts, style) - width
    if over <= 0 or not isinstance(part, Words):
        return parts
    room = max(_length(canvas, part, style) - over, least)
    words = cut(part.words, style.size, _is_black(part, style), room * 100 // style.narrow)
    return (*parts[:number], replace(part, words=words), *parts[number + 1 :])
