"""The canvas: one picture while it's drawn, 1,100 pixels wide, entirely in palette indexes."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageFilter

from bot.rummy.cards import JOKER, Card, suit_of
from bot.text.catalogs import Texts
from render.drawing import faces
from render.drawing.faces import CardFormat, Sign
from render.drawing.letters import CAPITAL, LABEL, Letters, cut, length, letters, narrowed
from render.drawing.palette import Ink, Palette, palette
from render.drawing.png import WORDS, Background, Compression, Placed, draw_rows, in_strips, png_of
from render.drawing.shapes import Symbol, rounded, symbol
from render.drawing.sprites import Cut, Sprite, cut_up, cuts_of, filled, in_pieces, whole
from render.look import Look

WIDTH: Final = 1100
HEIGHT: Final = 700
MARGIN: Final = 32

_STRENGTH: Final = 0.85
_FALL: Final = 4
"""How far below a thing its shadow is, in pixels."""

Side: TypeAlias = Literal["left", "middle", "right"]
_SHARE_BEFORE: Final[dict[Side, float]] = {"left": 0, "middle": 0.5, "right": 1}


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the canvas, in pixels from its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    def grown(self, by: int) -> "Area":
        """Return the area with ``by`` more pixels on each side, or fewer if it's negative."""
        return Area(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a text: size in pixels, color, ground, weight, alignment, and width in percent of the usual one.

    ``over`` leaves what is between the letters as it is, where lines are so close that they overlap.
    """

    size: int
    ink: Ink = Ink.TEXT
    ground: Ink = Ink.FELT
    black: bool = True
    side: Side = "left"
    narrow: int = 100
    over: bool = False


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card that was drawn face up: its number among all that was drawn, its place, and what it lies on."""

    number: int
    area: Area
    shape: CardFormat
    ground: Ink


_SEEN: ContextVar[list["Canvas"] | None] = ContextVar("seen", default=None)


@contextmanager
def seen_canvases() -> Iterator[list["Canvas"]]:
    """Collect the pictures that are begun in the block, to draw them again with some cards face down."""
    seen: list[Canvas] = []
    before = _SEEN.set(seen)
    try:
        yield seen
    finally:
        _SEEN.reset(before)


class Canvas:
    """One picture being drawn, on felt. Each job creates its own.

    What is drawn on it is noted, and drawn at the end: strips of pictures that have been drawn before are cached.
    """

    def __init__(self, look: Look, texts: Texts, height: int = HEIGHT) -> None:
        self.colors = palette(look.deck, look.theme, look.back)
        self.width, self.height = WIDTH, height
        self._texts = texts
        self._below = Background(self.colors, WIDTH, height)
        self._placed: list[Placed] = []
        self.cards: list[PlacedCard] = []
        self.gold: Area | None = None
        """The first plate that was filled with gold: who won."""
        seen = _SEEN.get()
        if seen is not None:
            seen.append(self)

    def face_down(self, cards: Iterable[PlacedCard]) -> "Canvas":
        """Return the picture so far with some of its cards face down."""
        turned = copy(self)
        turned._placed = list(self._placed)
        for card in cards:
            back = _back(self.colors, card.shape, card.ground)
            turned._placed[card.number] = (back, card.area.x, card.area.y)
        return turned

    def png(self, compression: Compression = WORDS) -> bytes:
        """Return the finished picture as a PNG."""
        strips = in_strips(self._below, self._placed, compression)
        return png_of(self.width, self.height, self.colors.rgb, strips)

    def fill(self, area: Area, ink: Ink) -> None:
        """Fill a rectangle."""
        self.place(_filled(self.colors[ink], area.width, area.height), area.x, area.y)

    def box(
        self,
        area: Area,
        ink: Ink,
        *,
        ground: Ink = Ink.FELT,
        rounding: int = 16,
        part: int | None = None,
        over: bool = False,
    ) -> None:
        """Fill a box with round corners, or only the left ``part`` pixels of it.

        ``over`` leaves its corners as they are, where it doesn't lie on one ground alone.
        """
        if ink is Ink.GOLD and self.gold is None:
            self.gold = area
        size, shown = (area.width, area.height), (part or area.width, over or ground is Ink.FELT)
        self.place(_box(self.colors, size, rounding, (ground, ink), shown), area.x, area.y)

    def stamp(self, mask: Image.Image, x: int, y: int, ink: Ink, ground: Ink) -> None:
        """Draw a mask with its upper left corner at ``x``, ``y``. Where it's empty, the picture stays unchanged."""
        self.place(_stamped(self.colors, _Same(mask), ink, ground), x, y)

    def symbol(self, kind: Symbol, place: tuple[int, int], height: int, ink: Ink, ground: Ink) -> None:
        """Draw a symbol with its upper left corner at a place."""
        self.place(_symbol(self.colors, kind, height, ink, ground), *place)

    def text(self, x: int, y: int, words: str, style: TextStyle, width: int = WIDTH) -> int:
        """Write one line, with ``y`` at the middle of its capitals. Return its length.

        A line longer than ``width`` is set smaller, and cut if that isn't enough.
        """
        label = _label(self.colors, words, style, width)
        self.place(label.drawn, x + label.left, y + label.top)
        return label.length

    def card(
        self, card: Card, x: int, y: int, shape: CardFormat, ground: Ink = Ink.FELT, *, stands_for: Sequence[Card] = ()
    ) -> None:
        """Draw a card with its upper left corner at ``x``, ``y``; a joker with the cards that it may replace."""
        self.cards.append(PlacedCard(len(self._placed), Area(x, y, shape.width, shape.height), shape, ground))
        if card == JOKER:
            signs = tuple((self._texts.rank(each), suit_of(each)) for each in stands_for)
            self.place(_joker(self.colors, signs, shape, ground), x, y)
        else:
            self.place(_face(self.colors, self._texts.rank(card), card, shape, ground), x, y)

    def back(self, x: int, y: int, shape: CardFormat, ground: Ink = Ink.FELT) -> None:
        """Draw a card face down."""
        self.place(_back(self.colors, shape, ground), x, y)

    def rank(self, card: Card) -> str:
        """Return the letter of a card's rank."""
        return self._texts.rank(card)

    @property
    def texts(self) -> Texts:
        """The texts of the picture's language."""
        return self._texts

    def part(self, area: Area) -> Image.Image:
        """Return a part of the picture in full color."""
        rows = draw_rows(self._below, self._placed, area.y, area.y + area.height)
        part = rows.crop((area.x + 1, 0, area.x + 1 + area.width, area.height))
        part.putpalette(self.colors.rgb)
        return part.convert("RGB")

    def shadow(self, area: Area, *, rounding: int, blur: float, ground: Ink = Ink.FELT) -> None:
        """Draw the soft shadow of something that lies on felt, or on a panel."""
        spread = ceil(blur * 2)
        shadow = _shadow(self.colors, (area.width, area.height), rounding, blur, ground)
        self.place(shadow, area.x - spread, area.y - spread + _FALL)

    def paste(self, image: Image.Image, x: int, y: int) -> None:
        """Paste a drawing that covers its ground, and that is cached for all pictures."""
        self.place(_whole(_Same(image)), x, y)

    def place(self, sprite: Sprite, x: int, y: int) -> None:
        """Paste a sprite with its upper left corner at ``x``, ``y``."""
        self._placed.append((sprite, x, y))


def share_before(side: Side) -> float:
    """Return the share of a text that is to the left of its place."""
    return _SHARE_BEFORE[side]


@dataclass(slots=True, eq=False)
class _Same:
    """An image as a key of a cache: it's only equal to itself."""

    image: Image.Image

    def __hash__(self) -> int:
        """Return the identity of the image."""
        return id(self.image)

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same image."""
        return isinstance(other, _Same) and self.image is other.image


@dataclass(frozen=True, slots=True)
class _Label:
    """A drawn text: where it begins, counted from the place of its style's side and the middle; and its length."""

    drawn: Sprite
    left: int
    top: int
    length: int


# What follows is cached for all pictures: most of a picture is in many others as well.
@lru_cache(maxsize=64)
def _stamped(colors: Palette, same: _Same, ink: Ink, ground: Ink) -> Sprite:
    return _drawn(colors, same.image, ink, ground)


@lru_cache(maxsize=512)
def _whole(same: _Same) -> Sprite:
    return whole(same.image)


@lru_cache(maxsize=64)
def _filled(color: int, width: int, height: int) -> Sprite:
    return filled(color, width, height)


@lru_cache(maxsize=128)
def _symbol(colors: Palette, kind: Symbol, height: int, ink: Ink, ground: Ink) -> Sprite:
    return _drawn(colors, symbol(kind, height), ink, ground)


def _drawn(colors: Palette, mask: Image.Image, ink: Ink, ground: Ink, *, over: bool = True) -> Sprite:
    """Draw a mask; unless it's drawn ``over`` what is there, with its ground."""
    cover = mask.point(colors.cover(ground, ink), "L") if over else None
    return whole(mask.point(colors.ramp(ground, ink), "P"), cover)


def _letters(words: str, style: TextStyle) -> Letters:
    if style.narrow == 100:
        return letters(words, style.size, style.black)
    return narrowed(words, style.size, style.black, style.narrow)


@lru_cache(maxsize=1024)
def _label(colors: Palette, words: str, style: TextStyle, width: int) -> _Label:
    width = width * 100 // style.narrow
    while style.size > LABEL and length(words, style.size, style.black) > width:
        style = replace(style, size=max(style.size - 2, LABEL))
    words = cut(words, style.size, style.black, width)
    drawn = _letters(words, style)
    left = drawn.left - round(drawn.length * _SHARE_BEFORE[style.side])
    top = drawn.top + round(style.size * CAPITAL / 2)
    over = style.over or style.ground is Ink.FELT
    return _Label(_drawn(colors, drawn.mask, style.ink, style.ground, over=over), left, top, drawn.length)


@lru_cache(maxsize=1024)
def _face(colors: Palette, letter: str, card: Card, shape: CardFormat, ground: Ink) -> Sprite:
    return _outlined(faces.face(colors, letter, card, shape, ground), shape, ground)


@lru_cache(maxsize=256)
def _joker(colors: Palette, signs: tuple[Sign, ...], shape: CardFormat, ground: Ink) -> Sprite:
    return _outlined(faces.joker(colors, signs, shape, ground), shape, ground)


@lru_cache(maxsize=64)
def _back(colors: Palette, shape: CardFormat, ground: Ink) -> Sprite:
    return _outlined(faces.back(colors, shape, ground), shape, ground)


def _outlined(card: Image.Image, shape: CardFormat, ground: Ink) -> Sprite:
    """Return a card as a sprite; on felt, which has several colors, without the ground in its round corners."""
    return in_pieces(card, _outline_cuts(shape)) if ground is Ink.FELT else whole(card)


@lru_cache(maxsize=64)
def _outline_cuts(shape: CardFormat) -> tuple[Cut, ...]:
    """Return how all cards of a format are cut up: they have the same outline."""
    return cuts_of(faces.outline(shape))


@lru_cache(maxsize=128)
def _shadow(colors: Palette, size: tuple[int, int], rounding: int, blur: float, ground: Ink) -> Sprite:
    spread, shade = ceil(blur * 2), Ink.SHADE if ground is Ink.FELT else Ink.RAIL
    mask = Image.new("L", (size[0] + 2 * spread, size[1] + 2 * spread))
    mask.paste(rounded(*size, rounding), (spread, spread))
    mask = mask.filter(ImageFilter.GaussianBlur(blur)).point([round(share * _STRENGTH) for share in range(256)], "L")
    return cut_up(mask.point(colors.ramp(ground, shade), "P"), mask.point(colors.cover(ground, shade), "L"))


@lru_cache(maxsize=256)
def _box(
    colors: Palette, size: tuple[int, int], rounding: int, inks: tuple[Ink, Ink], part: tuple[int, bool]
) -> Sprite:
    """Draw a box with round corners; cached for all pictures.

    ``inks`` are those of its ground and of itself; ``part`` is the width of what is drawn of it, and whether its
    corners leave the ground as it is.
    """
    (width, over), (ground, ink) = part, inks
    mask = rounded(*size, rounding).crop((0, 0, width, size[1]))
    drawn = mask.point(colors.ramp(ground, ink), "P")
    return cut_up(drawn, mask.point(colors.cover(ground, ink), "L")) if over else whole(drawn)
