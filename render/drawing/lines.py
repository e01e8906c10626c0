"""Lines of words, cards and symbols: a sentence in which cards are small chips, fitted to a width."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.rummy.cards import Card
from render.drawing.canvas import WIDTH, Canvas, TextStyle, share_before
from render.drawing.chips import chip_width, draw_chip
from render.drawing.letters import LABEL, SMALLEST, cut, length
from render.drawing.palette import Ink
from render.drawing.symbols import Symbol, symbol

_FIRST_SLOT: Final = 0xE000
_LEAST_NAME: Final = 90
"""The least width to which names are cut, in pixels."""


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


def line_length(canvas: Canvas, parts: Sequence[Part], style: TextStyle) -> int:
    """Return the length of a line in pixels."""
    return sum(_length(canvas, part, style) for part in parts)


def draw_line(
    canvas: Canvas, x: int, y: int, parts: Sequence[Part], style: TextStyle, *, width: int = WIDTH, least: int = LABEL
) -> int:
    """Draw a line with ``y`` at the middle of its capitals. Return its length.

    A line longer than ``width`` is set smaller, but not smaller than ``least``; then its names are cut. In languages
    with longer words it is set even smaller, and at last its end is cut.
    """
    style = _shrunk(canvas, parts, style, width, least)
    parts = _fitted(canvas, parts, style, width, names=True)
    style = _shrunk(canvas, parts, style, width, SMALLEST)
    parts = _fitted(canvas, parts, style, width, names=False)
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


def _shrunk(canvas: Canvas, parts: Sequence[Part], style: TextStyle, width: int, least: int) -> TextStyle:
    """Return the style in a size in which a line fits, but not smaller than ``least``."""
    while style.size > least and line_length(canvas, parts, style) > width:
        style = replace(style, size=max(style.size - 2, least))
    return style


def _style(part: Words, style: TextStyle) -> TextStyle:
    """Return the style of words in a line."""
    black = style.black if part.black is None else part.black
    return replace(style, ink=part.ink or style.ink, black=black, side="left")


def _length(canvas: Canvas, part: Part, style: TextStyle) -> int:
    """Return the length of a part in pixels."""
    match part:
        case Words():
            return length(part.words, style.size, _style(part, style).black)
        case Chip():
            return chip_width(canvas, part.card, style.size)
        case Sign():
            return symbol(part.symbol, round(style.size * 0.8)).width


def _fitted(canvas: Canvas, parts: Sequence[Part], style: TextStyle, width: int, *, names: bool) -> Sequence[Part]:
    """Cut a line that is too long: its names, the longest first, or the words at its end."""
    places = [number for number, part in enumerate(parts) if isinstance(part, Words) and part.name is names]
    order = sorted(places, key=lambda number: -_length(canvas, parts[number], style)) if names else places[::-1]
    for number in order:
        over = line_length(canvas, parts, style) - width
        part = parts[number]
        if over <= 0 or not isinstance(part, Words):
            break
        room = max(_length(canvas, part, style) - over, _LEAST_NAME if names else 0)
        short = replace(part, words=cut(part.words, style.size, _style(part, style).black, room))
        parts = (*parts[:number], short, *parts[number + 1 :])
    return parts
