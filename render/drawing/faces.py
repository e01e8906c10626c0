"""Cards as small pictures: faces with their ranks, jokers and the back, drawn once for each size and look.

Lengths are shares of a format's unit, which is the width of a card that is 1.4 times as high as wide.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from bot.rummy.cards import JOKER, RANKS, Card, rank_of, suit_of
from render.drawing.figures import Dyes, Motley, Pen, Rgb, draw_cap, draw_court, draw_jester, star
from render.drawing.letters import font
from render.drawing.palette import SUITS, Ink, Palette, palette
from render.drawing.shapes import OVER, Symbol, back_pattern, rounded, suit, symbol
from render.look import DEFAULT, Look

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


Sign: TypeAlias = tuple[str, int]
"""A card as written on a face: the letter of its rank, and its suit."""

EMOJI_SIDE: Final = 128
"""The side of a card as an application emoji."""

_CORNER: Final = 0.075
_EDGE, _LEAST_EDGE = 0.012, 1.5
_JOKER_EDGE: Final = 0.03
_MARGIN: Final = 0.075
"""From the edges of a card to the ink of its rank."""
_RANK, _FAN_RANK = 0.56, 0.515
_PIP, _DIAMOND = 0.6, 0.67
_PIP_IN: Final = 0.375
"""From the right and the lower edge to the middle of the suit."""
_INDEX: Final = 0.285
"""The small suit at the lower left of a court card."""
_HEAD: Final = (0.345, 0.495)
"""From the right and the lower edge to the middle of a court figure's head."""
_HALO: Final = (0.35, 0.15, 0.55)
"""From the right and the lower edge to the middle of the halo, and its radius."""
_JESTER: Final = 0.15
_SMALL_JESTER: Final = (0.365, 0.36, 0.112)
"""From the right and the lower edge to the middle of a jester's head next to a suit, and its radius."""
_WIDE_JESTER: Final = (0.31, 0.34, 0.094)
_JOKER_SUIT: Final = 0.32
_STAR: Final = 0.185
_NARROW_PIP: Final = 0.6
_TALL_PIP, _TALL_DIAMOND, _TALL_HEIGHT = 0.85, 0.94, 1.92
"""The sides of suits on tall cards, and the height of these."""
_TALL_JESTER: Final = 1.25
"""How much larger the jester of a tall joker is than that of a narrow one."""
_FAN_WIDEST, _FAN_PIP = 0.4, 0.4
_FAN_TEN: Final = 0.42
"""The height of a ten in a fan: as high as the others, it would be twice as wide as what can be seen of its card."""
_SOLID: Final = 48
"""How much of a pixel, of 255, a card must cover to be drawn there."""


class Style(StrEnum):
    """How the parts of a card are arranged."""

    WHOLE = "whole"  # rank at the upper left, suit or figure at the lower right
    WIDE = "wide"  # rank and suit side by side, both as large as possible, no figures
    NARROW = "narrow"  # rank above suit, both centered, no figures
    TALL = "tall"  # rank above suit, both as large as possible, no figures
    FAN = "fan"  # whole, with a suit under the rank, for cards that overlap


_RANKS: Final = {Style.WHOLE: _RANK, Style.FAN: _FAN_RANK, Style.WIDE: 0.557, Style.NARROW: 0.635, Style.TALL: 0.79}
"""The height of a rank."""
_WIDEST: Final = {Style.WHOLE: 0.74, Style.FAN: 0.4, Style.WIDE: 0.434, Style.NARROW: 0.84, Style.TALL: 0.66}
"""The most that a rank, the ten, can be wide."""


@dataclass(frozen=True, slots=True)
class _WideParts:
    """What is side by side on a wide card: where the rank begins and how wide it may be, and the suit's side."""

    rank: float
    widest: float
    suit: float
    after: float  # from the suit to the right edge


_ROOMY, _TIGHT = _WideParts(_MARGIN, _WIDEST[Style.WIDE], 0.604, 0.033), _WideParts(0.04, 0.292, 0.557, 0.022)
_ROOM: Final = 1.15
"""Wide cards at least this much wider than high are roomy."""


@dataclass(frozen=True, slots=True)
class CardFormat:
    """The size of a card in pixels, and its style."""

    width: int
    height: int
    style: Style = Style.WHOLE

    def __hash__(self) -> int:
        """Return a hash without the style, whose own takes long: formats are in the keys of many caches."""
        return hash((self.width, self.height))

    @property
    def unit(self) -> float:
        """The length that the parts of the card are shares of."""
        if self.style is Style.NARROW:
            return min(self.width, self.height / 1.6)
        if self.style is Style.TALL:
            return min(self.width, self.height / _TALL_HEIGHT)
        if self.style is Style.WIDE:
            return min(self.width * 1.08, self.height)
        return min(self.width, self.height / 1.4)

    @property
    def stacked(self) -> bool:
        """Whether the rank is above the suit, and there are no figures."""
        return self.style in (Style.NARROW, Style.TALL)

    @property
    def corner(self) -> int:
        """The radius of its corners."""
        return max(round(self.width * _CORNER), 4)

    @property
    def rank(self) -> int:
        """The height of its rank."""
        return round(self.unit * _RANKS[self.style])


@lru_cache
def upright(width: int) -> CardFormat:
    """Return the usual format of a width."""
    return CardFormat(width, round(width * 1.4))


@lru_cache
def wide(width: int, height: int) -> CardFormat:
    """Return a format whose cards are lower than usual ones, for large ranks in many rows."""
    return CardFormat(width, height, Style.WIDE)


@lru_cache
def narrow(width: int) -> CardFormat:
    """Return a format for small cards, with the rank above the suit."""
    return CardFormat(width, round(width * 1.625), Style.NARROW)


@lru_cache
def tall(width: int, height: int) -> CardFormat:
    """Return a format with ranks and suits as large as its width allows, or less if it's at most ``height`` high."""
    return CardFormat(width, min(round(width * _TALL_HEIGHT), height), Style.TALL)


@lru_cache
def fan(width: int) -> CardFormat:
    """Return a format for cards that overlap."""
    return CardFormat(width, round(width * 1.4), Style.FAN)


def face(colors: Palette, letter: str, card: Card, shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw the face of a card on ``ground``; ``letter`` is its rank in some language."""
    number, rank = suit_of(card), rank_of(card)
    drawn = _blank(colors, shape, ground, Ink.BORDER)
    ramp = colors.ramp(Ink.FACE, SUITS[number])
    if shape.stacked:
        _pip(drawn, ramp, number, _stacked_pip(shape, number))
    elif rank < _JACK or shape.style is Style.WIDE:
        if shape.style is not Style.FAN:
            _pip(drawn, ramp, number, _whole_pip(shape, number))
    else:
        _inside(drawn, shape, _court(colors, rank, number, shape))
    if shape.style is Style.FAN:
        _pip(drawn, ramp, number, _fan_pip(shape))
    _rank(drawn, ramp, letter, shape)
    return drawn


def joker(colors: Palette, signs: tuple[Sign, ...], shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw a joker on ``ground``, with the cards that it may replace.

    Without ``signs`` it has a star for a rank. One is drawn as its rank and suit, two as their rank and both suits.
    """
    drawn = _blank(colors, shape, ground, Ink.SPADES)
    _inside(drawn, shape, _jester(colors, signs, shape), _JOKER_EDGE)
    if signs:
        ink = SUITS[signs[0][1]] if len(signs) == 1 else Ink.SPADES
        _rank(drawn, colors.ramp(Ink.FACE, ink), signs[0][0], shape)
    return drawn


def back(colors: Palette, shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw the back of a card on ``ground``: its pattern, a ring, and our mark."""
    drawn = _blank(colors, shape, ground, Ink.BORDER)
    margin = max(round(shape.width * 0.045), 2)
    size = shape.width - 2 * margin, shape.height - 2 * margin
    radius = max(shape.corner - margin, 2)
    drawn.paste(rounded(*size, radius).point(colors.ramp(Ink.FACE, Ink.BACK), "P"), (margin, margin))
    middle = shape.width // 2, shape.height // 2
    _stamp(drawn, back_pattern(colors.card_back, *size), colors.ramp(Ink.BACK, Ink.PATTERN), middle)
    _stamp(drawn, symbol(Symbol.MARK, round(min(size) * 0.29)), colors.ramp(Ink.BACK, Ink.FACE), middle)
    return drawn


@lru_cache(maxsize=64)
def outline(shape: CardFormat) -> Image.Image:
    """Return the mask of the pixels that belong to a card, all or nothing: its corners are round."""
    return rounded(shape.width, shape.height, shape.corner).point(lambda share: 255 * (share >= _SOLID))


def card_png(card: Card, letter: str | None = None, look: Look = DEFAULT) -> bytes:
    """Draw one face as an application emoji: a PNG of 128 x 128 pixels, filled to its corners.

    ``letter`` is the rank in a language; by default the international one, ``10``, ``J``.
    """
    colors, side = palette(look.deck, look.theme), EMOJI_SIDE
    drawn = Image.new("P", (side, side), colors[Ink.FACE])
    if card == JOKER:
        large = Image.new("RGB", (side * OVER, side * OVER), colors.color(Ink.FACE))
        draw_jester(Pen(large, side * OVER / 2, side * OVER * 0.54, side * OVER * 0.165), _motley(colors))
        drawn.paste(colors.fitted(large.reduce(OVER)))
    else:
        number = suit_of(card)
        ramp = colors.ramp(Ink.FACE, SUITS[number])
        mask = rank_mask(letter or RANKS[rank_of(card)].replace("T", "10"), 62, 108)
        _stamp(drawn, mask, ramp, (side // 2, 36))
        _stamp(drawn, suit(number, 58), ramp, (side // 2, 97))
    drawn.putpalette(colors.rgb)
    out = BytesIO()
    drawn.save(out, "PNG", compress_level=6)
    return out.getvalue()


_JACK: Final = 10
_Place: TypeAlias = tuple[float, float, float]
"""The middle of a suit and the length of its side, in pixels."""


def _whole_pip(shape: CardFormat, number: int) -> _Place:
    if shape.style is Style.WIDE:
        parts = _wide_parts(shape)
        right, low = parts.after + parts.suit / 2, 0.04 + parts.suit / 2
        return shape.width - right * shape.unit, shape.height - low * shape.unit, parts.suit * shape.unit
    side, inset = _DIAMOND if number == SUITS.index(Ink.DIAMONDS) else _PIP, _PIP_IN
    return shape.width - inset * shape.unit, shape.height - inset * shape.unit, side * shape.unit


def _wide_parts(shape: CardFormat) -> _WideParts:
    return _ROOMY if shape.width >= _ROOM * shape.height else _TIGHT


def _stacked_pip(shape: CardFormat, number: int) -> _Place:
    if shape.style is Style.TALL:
        side = (_TALL_DIAMOND if number == SUITS.index(Ink.DIAMONDS) else _TALL_PIP) * shape.unit
    else:
        side = _NARROW_PIP * shape.unit
    return shape.width / 2, shape.height - 0.065 * shape.unit - side / 2, side


def _fan_pip(shape: CardFormat) -> _Place:
    side = _FAN_PIP * shape.unit
    return (_MARGIN + _FAN_WIDEST / 2) * shape.unit, (_MARGIN + _FAN_RANK + 0.09) * shape.unit + side / 2, side


def _pip(drawn: Image.Image, ramp: bytes, number: int, place: _Place) -> None:
    x, y, side = map(round, place)
    _stamp(drawn, suit(number, side), ramp, (x, y))


def _rank(drawn: Image.Image, ramp: bytes, letter: str, shape: CardFormat) -> None:
    unit, margin = shape.unit, round(_MARGIN * shape.unit)
    height, widest, left = shape.rank, _WIDEST[shape.style], margin
    if shape.style is Style.FAN and len(letter) > 1:
        height, widest = round(_FAN_TEN * unit), _FAN_WIDEST
    elif shape.style is Style.WIDE:
        parts = _wide_parts(shape)
        widest, left = parts.widest, round(parts.rank * unit)
    mask = rank_mask(letter, height, round(widest * unit))
    if shape.style is Style.NARROW:
        left = (shape.width - mask.width) // 2
    drawn.paste(mask.point(ramp, "P"), (left, margin + (shape.rank - height) // 2), mask.point(_COVERED, "L"))


def _court(colors: Palette, rank: int, number: int, shape: CardFormat) -> Image.Image:
    """Draw what a court card has besides its rank; wide ones have no figures."""
    dyes = Dyes(*(colors.color(ink) for ink in (SUITS[number], Ink.FACE, Ink.SKIN, Ink.SPADES)))
    large, pen = _enlarged(colors, shape)
    right, low = shape.width / shape.unit, shape.height / shape.unit
    pen.circle(right - _HALO[0], low - _HALO[1], _HALO[2], dyes.tint(0.1))
    if shape.style is not Style.FAN:
        pen.suit(number, 0.06 + _INDEX / 2, low - 0.07 - _INDEX / 2, _INDEX, dyes.suit)
    draw_court(pen.moved(right - _HEAD[0], low - _HEAD[1]), rank, number, dyes)
    return colors.fitted(large.reduce(OVER))


def _jester(colors: Palette, signs: tuple[Sign, ...], shape: CardFormat) -> Image.Image:
    """Draw a joker without the rank that it represents."""
    large, pen = _enlarged(colors, shape)
    motley = _motley(colors)
    right, low = shape.width / shape.unit, shape.height / shape.unit
    suits = [(number, colors.color(SUITS[number])) for _, number in signs]
    if shape.stacked:
        scale = _TALL_JESTER if shape.style is Style.TALL else 1
        _stacked_jester(pen.moved(right / 2, low, scale), suits, motley, low / scale)
    elif not signs:
        pen.moved(_MARGIN + _STAR, _MARGIN + _STAR).polygon(star(_STAR), motley.ink)
        if shape.style is Style.WIDE:
            draw_jester(pen.moved(right - 0.46, low - 0.38, 0.135), motley)
        else:
            draw_jester(pen.moved(right / 2, low - 0.455, _JESTER), motley)
    else:
        _joker_suits(pen, suits, low, upwards=shape.style is not Style.WIDE)
        x, y, radius = _WIDE_JESTER if shape.style is Style.WIDE else _SMALL_JESTER
        draw_jester(pen.moved(right - x, low - y, radius), motley)
    return colors.fitted(large.reduce(OVER))


def _joker_suits(pen: Pen, suits: list[tuple[int, Rgb]], low: float, *, upwards: bool) -> None:
    """Draw the suits of the cards that a joker may replace at its lower left, one above or next to the other."""
    if not upwards:
        for place, (number, color) in enumerate(suits):
            pen.suit(number, 0.06 + 0.125 + place * 0.26, low - 0.175, 0.25, color)
        return
    down, side = low - 0.07 - _JOKER_SUIT / 2, _JOKER_SUIT
    for number, color in suits[::-1]:
        pen.suit(number, 0.06 + _JOKER_SUIT / 2, down, side, color)
        down, side = down - 0.33, 0.27


def _stacked_jester(pen: Pen, suits: list[tuple[int, Rgb]], motley: Motley, high: float) -> None:
    """Draw the lower part of a narrow joker: the suit wears a jester's cap, and without a suit the jester himself.

    The pen is at the middle of the card's lower edge; ``high`` is the card's height.
    """
    if not suits:
        pen.moved(0, _MARGIN + 0.26 - high).polygon(star(0.26), motley.ink)
        draw_jester(pen.moved(0, -0.36, 0.145), motley)
        return
    side = 0.5 if len(suits) == 1 else 0.42
    for place, (number, color) in enumerate(suits):
        pen.suit(number, (place - (len(suits) - 1) / 2) * 0.44, -0.07 - side / 2, side, color)
    draw_cap(pen.moved(0, -side + 0.02, 0.155, 0.72), motley)


def _motley(colors: Palette) -> Motley:
    club, spade, heart, diamond = (colors.color(ink) for ink in SUITS)
    face, skin, ink = (colors.color(ink) for ink in (Ink.FACE, Ink.SKIN, Ink.SPADES))
    return Motley((spade, heart, diamond, club), face, skin, ink)


def _enlarged(colors: Palette, shape: CardFormat) -> tuple[Image.Image, Pen]:
    """Return a large picture of an empty card, and a pen on it whose unit is that of the format."""
    large = Image.new("RGB", (shape.width * OVER, shape.height * OVER), colors.color(Ink.FACE))
    return large, Pen(large, 0, 0, shape.unit * OVER)


def _inside(drawn: Image.Image, shape: CardFormat, content: Image.Image, edge: float = _EDGE) -> None:
    """Paste a picture of the size of a card inside its border."""
    mask = _within(shape, edge)
    drawn.paste(content, (0, 0), mask.point(lambda share: 255 * (share == 255)))


def _blank(colors: Palette, shape: CardFormat, ground: Ink, border: Ink) -> Image.Image:
    """Draw an empty card: a border with round corners around the color of the face."""
    drawn = rounded(shape.width, shape.height, shape.corner).point(colors.ramp(ground, border), "P")
    inner = _within(shape, _JOKER_EDGE if border is Ink.SPADES else _EDGE)
    drawn.paste(inner.point(colors.ramp(border, Ink.FACE), "P"), (0, 0), inner.point(_COVERED, "L"))
    return drawn


@lru_cache(maxsize=64)
def _within(shape: CardFormat, edge: float) -> Image.Image:
    """Draw the mask of a card inside its border."""
    large = Image.new("L", (shape.width * OVER, shape.height * OVER))
    inset = round(max(edge * min(shape.width, shape.unit * 1.1), _LEAST_EDGE) * OVER)
    box = [inset, inset, large.width - 1 - inset, large.height - 1 - inset]
    ImageDraw.Draw(large).rounded_rectangle(box, max(shape.corner * OVER - inset, 1), fill=255)
    return large.reduce(OVER)


def _stamp(drawn: Image.Image, mask: Image.Image, ramp: bytes, center: tuple[int, int]) -> None:
    """Draw a mask in the colors of a ramp over a picture, which stays unchanged where the mask is empty."""
    corner = (center[0] - mask.width // 2, center[1] - mask.height // 2)
    drawn.paste(mask.point(ramp, "P"), corner, mask.point(_COVERED, "L"))


_COVERED: Final = bytes([0]) + bytes([255]) * 255
