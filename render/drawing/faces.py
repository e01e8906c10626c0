"""Cards as small pictures: faces and the back, drawn once for each size and look."""

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from bot.rummy.cards import JOKER, RANKS, Card, rank_of, suit_of
from render.drawing.letters import CAPITAL, font
from render.drawing.palette import Ink, Palette, palette
from render.drawing.shapes import OVER, cap, rounded, suit
from render.look import DEFAULT, Look

EDGE: Final = 2
"""The width of a card's border in pixels."""

EMOJI_SIDE: Final = 128
"""The side of a card as an application emoji."""


@dataclass(frozen=True, slots=True)
class CardFormat:
    """The size of a card, its rank and its suit, and the centers of rank and suit, in pixels."""

    width: int
    height: int
    rank: int
    widest: int  # the most that a rank (the ten) can be wide
    suit: int
    rank_at: tuple[int, int]
    suit_at: tuple[int, int]

    @property
    def corner(self) -> int:
        """The radius of its corners."""
        return max(self.width // 12, 4)


@lru_cache
def upright(width: int) -> CardFormat:
    """Return a format with the rank above the suit, both centered."""
    height = round(width * 1.4)
    rank, pip = round(width * 0.52), round(width * 0.53)
    gap = (height - rank - pip) // 3
    middle = width // 2
    return CardFormat(
        width, height, rank, round(width * 0.76), pip, (middle, gap + rank // 2), (middle, height - gap - pip // 2)
    )


@lru_cache
def low(width: int, height: int) -> CardFormat:
    """Return a format with the rank above the suit that is lower than an upright one."""
    rank, pip = min(round(width * 0.52), round(height * 0.4)), min(round(width * 0.53), round(height * 0.41))
    gap = (height - rank - pip) // 3
    middle = width // 2
    return CardFormat(
        width, height, rank, round(width * 0.76), pip, (middle, gap + rank // 2), (middle, height - gap - pip // 2)
    )


@lru_cache
def wide(width: int, height: int) -> CardFormat:
    """Return a format with the rank next to the suit, both as large as possible."""
    rank, pip = round(height * 0.6), round(height * 0.46)
    across = (round(width * 0.29), round(width * 0.75))
    return CardFormat(width, height, rank, round(width * 0.44), pip, (across[0], height // 2), (across[1], height // 2))


@lru_cache(maxsize=1024)
def face(colors: Palette, letter: str, number: int, shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw the face of a card of suit ``number`` on ``ground``."""
    ink = Ink(number)
    drawn = _blank(colors, shape, ground)
    ramp = colors.ramp(Ink.FACE, ink)
    _stamp(drawn, rank_mask(letter, shape.rank, shape.widest), ramp, shape.rank_at)
    _stamp(drawn, suit(number, shape.suit), ramp, shape.suit_at)
    return drawn


@lru_cache(maxsize=256)
def joker(colors: Palette, signs: tuple[tuple[str, int], ...], shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw a joker on ``ground``: a light jester's cap on a dark plate, and below it the card that the joker replaces.

    ``signs`` are the cards it may replace, as a rank's letter and a suit's number. One is drawn as rank and suit, two
    as their suits. Without signs the cap fills the card.
    """
    drawn = _blank(colors, shape, ground)
    margin = max(shape.width // 18, 3)
    width = shape.width - 2 * margin
    height = shape.height - 2 * margin if not signs else round(shape.height * 0.4) - margin
    plate = rounded(width, height, max(shape.width // 14 - 1, 2))
    drawn.paste(plate.point(colors.ramp(Ink.FACE, Ink.SPADES), "P"), (margin, margin))
    tall = min(round(width * 0.8), height - 2 * margin)
    sign = cap(min(round(tall * 1.3), round(width * 0.8)), tall)
    _stamp(drawn, sign, colors.ramp(Ink.SPADES, Ink.FACE), (shape.width // 2, margin + height // 2))
    if signs:
        _signs(drawn, colors, signs, shape, margin + height)
    return drawn


def _signs(
    drawn: Image.Image, colors: Palette, signs: tuple[tuple[str, int], ...], shape: CardFormat, top: int
) -> None:
    """Draw the card that a joker replaces below its cap, from the upper left to the lower right."""
    room = shape.height - top - EDGE
    side = round(shape.width * 0.47)
    marks = [(suit(number, side), number) for _, number in signs]
    if len(signs) == 1:
        letter, number = signs[0]
        marks.insert(0, (rank_mask(letter, side, round(shape.width * 0.44)), number))
    left, upper = EDGE + 2 + marks[0][0].width // 2, top + 1 + side // 2
    right, lower = shape.width - EDGE - 1 - side // 2, top + room - 2 - side // 2
    for (mask, number), center in zip(marks, ((left, upper), (right, lower)), strict=True):
        _stamp(drawn, mask, colors.ramp(Ink.FACE, Ink(number)), center)


@lru_cache(maxsize=64)
def back(colors: Palette, shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw the back of a card on ``ground``."""
    drawn = _blank(colors, shape, ground)
    margin = max(shape.width // 18, 3)
    width, height = shape.width - 2 * margin, shape.height - 2 * margin
    radius = max(shape.width // 14 - 1, 2)
    mask = rounded(width, height, radius)
    drawn.paste(mask.point(colors.ramp(Ink.FACE, Ink.BACK), "P"), (margin, margin))
    _stamp(drawn, _lattice(width, height), colors.ramp(Ink.BACK, Ink.PATTERN), (shape.width // 2, shape.height // 2))
    return drawn


def card_png(card: Card, letter: str | None = None, look: Look = DEFAULT) -> bytes:
    """Draw one face as an application emoji: a PNG of 128 x 128 pixels, filled to its corners.

    ``letter`` is the rank in a language; by default the international one, ``10``, ``J``.
    """
    colors, side = palette(look.deck, look.theme), EMOJI_SIDE
    shape = CardFormat(side, side, 62, 108, 54, (side // 2, 38), (side // 2, 97))
    if card == JOKER:
        drawn = joker(colors, (), shape, Ink.FACE).copy()
    else:
        drawn = face(colors, letter or RANKS[rank_of(card)].replace("T", "10"), suit_of(card), shape, Ink.FACE).copy()
    drawn.putpalette(colors.rgb)
    out = BytesIO()
    drawn.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _blank(colors: Palette, shape: CardFormat, ground: Ink) -> Image.Image:
    """Draw an empty card: a border with round corners around the color of the face."""
    outer = rounded(shape.width, shape.height, shape.corner)
    inner = rounded(shape.width - 2 * EDGE, shape.height - 2 * EDGE, shape.corner - EDGE)
    drawn = outer.point(colors.ramp(ground, Ink.BORDER), "P")
    _stamp(drawn, inner, colors.ramp(Ink.BORDER, Ink.FACE), (shape.width // 2, shape.height // 2))
    return drawn


def _stamp(drawn: Image.Image, mask: Image.Image, ramp: bytes, center: tuple[int, int]) -> None:
    """Draw a mask in the colors of a ramp over a picture, which stays unchanged where the mask is empty."""
    corner = (center[0] - mask.width // 2, center[1] - mask.height // 2)
    drawn.paste(mask.point(ramp, "P"), corner, mask.point(_COVERED, "L"))


_COVERED: Final = bytes([0]) + bytes([255]) * 255


@lru_cache(maxsize=256)
def rank_mask(letter: str, height: int, most: int) -> Image.Image:
    """Draw a rank's mask with capitals ``height`` pixels high, made narrower if it's wider than ``most`` pixels."""
    glyphs = [_glyph(character, height * OVER) for character in letter]
    gap = height * OVER // 12
    large = Image.new("L", (sum(glyph.width for glyph in glyphs) + gap * (len(glyphs) - 1), glyphs[0].height))
    x = 0
    for glyph in glyphs:
        large.paste(glyph, (x, 0))
        x += glyph.width + gap
    width = min(round(large.width / OVER), most)
    return large.resize((width, round(large.height / OVER)), Image.Resampling.BOX)


def _glyph(character: str, capital: int) -> Image.Image:
    """Draw one character, as wide as its ink, with room for round shapes above and below the height of capitals."""
    size, spare = round(capital / CAPITAL), capital // 16
    base = spare + capital
    drawn = Image.new("L", (size * 2, base + spare))
    draw = ImageDraw.Draw(drawn)
    stroke = round(size * 0.19)
    match character:
        case "J":  # the font's J extends below the line
            bowl, edge = round(size * 0.54), base + spare // 3
            draw.arc([0, edge - bowl, bowl, edge], 0, 160, 255, stroke)
            draw.rectangle([bowl - stroke, spare, bowl, edge - bowl // 2], fill=255)
        case "Q":  # so does the tail of the Q
            draw.text((size // 4, base), "O", 255, font(size, True), anchor="ls")
            left, _, right, _ = drawn.getbbox() or (0, 0, 0, 0)
            middle, tail = (left + right) // 2, stroke * 2 // 3
            draw.polygon(
                [
                    (middle, base - capital * 0.3),
                    (middle + tail, base - capital * 0.4),
                    (right + tail // 3, base - tail // 3),
                    (right - tail * 2 // 3, base + spare),
                ],
                fill=255,
            )
        case _:
            draw.text((size // 4, base), character, 255, font(size, True), anchor="ls")
    left, _, right, _ = drawn.getbbox() or (0, 0, 1, 1)
    return drawn.crop((left, 0, right, drawn.height))


@lru_cache(maxsize=64)
def _lattice(width: int, height: int) -> Image.Image:
    """Draw the pattern of the back: a frame filled with diamonds."""
    large = Image.new("L", (width * OVER, height * OVER))
    draw = ImageDraw.Draw(large)
    inset = max(width // 14, 2) * OVER
    across = max(width // 18, 3)
    step_x = (large.width - 2 * inset) / across
    down = max(round((large.height - 2 * inset) / (step_x * 1.4)), 3)
    step_y = (large.height - 2 * inset) / down
    for row in range(down):
        for column in range(across):
            x, y = inset + (column + 0.5) * step_x, inset + (row + 0.5) * step_y
            a, b = step_x * 0.36, step_y * 0.36
            draw.polygon([(x, y - b), (x + a, y), (x, y + b), (x - a, y)], fill=255)
    return large.reduce(OVER)
