"""Palettes: the fixed colors of pictures, and the steps between two of them that smooth edges.

All colors are known in advance. Each `Ink` is one of them. Between a ground and an ink drawn on it there are a few
more: `Palette.ramp` maps each share of a pixel that the ink covers to a color. So text and shapes are smooth, and
pictures never have to be quantized. A picture uses at most 128 of them.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final, TypeAlias

from PIL import Image

from render.look import CardBack, Deck, Theme

Rgb: TypeAlias = tuple[int, int, int]


class Ink(Enum):
    """A color by its purpose."""

    __hash__ = object.__hash__  # that of enums takes long, and colors are in the keys of many caches

    CLUBS = 0  # the first four by their suits' numbers
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3
    FACE = auto()  # of a card
    BORDER = auto()  # of a card
    SKIN = auto()  # of a court figure
    BACK = auto()
    PATTERN = auto()  # on a card's back
    ON_COLOR = auto()  # text on a color, the verb's pill, a joker's border
    SOFT = auto()  # a label on a color: 80% of `ON_COLOR` and 20% of the ground
    FELT = auto()  # the table, with a pool of light in its middle
    RAIL = auto()  # around the table
    RIM = auto()  # the light line between them
    SHADE = auto()  # the darkest part of a shadow on felt
    PRINT = auto()  # lines printed on felt
    PANEL = auto()
    TRAY = auto()  # a field inside a panel
    LINE = auto()  # a rule in a panel
    TEXT = auto()  # values and names
    LABEL = auto()  # what they are called
    GOLD = auto()  # knock, claim, win
    SILVER = auto()  # the second rank
    BRONZE = auto()  # the third rank
    SEAT_1 = auto()
    SEAT_2 = auto()
    SEAT_3 = auto()
    SEAT_4 = auto()
    SEAT_5 = auto()
    SEAT_6 = auto()


SEATS: Final = (Ink.SEAT_1, Ink.SEAT_2, Ink.SEAT_3, Ink.SEAT_4, Ink.SEAT_5, Ink.SEAT_6)
"""The colors of the seats. Some look alike to color-blind players, so a seat's number or name is next to its color."""
FILLS: Final = frozenset({*SEATS, Ink.GOLD, Ink.SILVER, Ink.BRONZE})
"""Colors that fill panels, plates and tags; text on them is `ON_COLOR`, and labels `SOFT`."""
SUITS: Final = (Ink.CLUBS, Ink.SPADES, Ink.HEARTS, Ink.DIAMONDS)
POOL_STEPS: Final = 9
"""The number of steps from the felt to the middle of the pool of light."""

_DECKS: Final[dict[Deck, dict[Ink, str]]] = {
    Deck.DEFAULT: {Ink.SPADES: "101010", Ink.HEARTS: "E80014", Ink.DIAMONDS: "1E32FA", Ink.CLUBS: "00916E"},
    Deck.CLASSIC: {Ink.SPADES: "101010", Ink.HEARTS: "D0021B", Ink.DIAMONDS: "D0021B", Ink.CLUBS: "101010"},
    Deck.VIVID: {Ink.SPADES: "000000", Ink.HEARTS: "E0002B", Ink.DIAMONDS: "0067E6", Ink.CLUBS: "00852B"},
}
_CARDS: Final = {
    Ink.FACE: "FFFDF7",
    Ink.BORDER: "A9B8AE",
    Ink.SKIN: "F7DCBD",
}
_BACKS: Final[dict[CardBack, dict[Ink, str]]] = {
    CardBack.LATTICE: {Ink.BACK: "7B1E3A", Ink.PATTERN: "A9405C"},
    CardBack.STRIPES: {Ink.BACK: "1B3F7A", Ink.PATTERN: "4873B8"},
    CardBack.DOTS: {Ink.BACK: "4A2A6A", Ink.PATTERN: "7F5AA6"},
}
_BRIGHT: Final = {
    Ink.GOLD: "FFC845", Ink.SILVER: "D5E0DC", Ink.BRONZE: "C98A5E",
    Ink.SEAT_1: "FF857A", Ink.SEAT_2: "66A6FF", Ink.SEAT_3: "E8CBFF", Ink.SEAT_4: "DDF7B0",
    Ink.SEAT_5: "50FFDC", Ink.SEAT_6: "F860E1",
}  # fmt: skip
_THEMES: Final[dict[Theme, dict[Ink, str]]] = {
    Theme.FELT: _CARDS | _BRIGHT | {
        Ink.FELT: "17594A", Ink.RAIL: "0A2B24", Ink.RIM: "3C8C77", Ink.SHADE: "0D3129",
        Ink.PANEL: "0E4034", Ink.TEXT: "FFFBF0", Ink.LABEL: "BFDCD0", Ink.ON_COLOR: "10241D",
    },
    Theme.MIDNIGHT: _CARDS | _BRIGHT | {
        Ink.FELT: "222C45", Ink.RAIL: "0B101D", Ink.RIM: "5C729F", Ink.SHADE: "131826",
        Ink.PANEL: "141B2D", Ink.TEXT: "F6F8FF", Ink.LABEL: "B8C5E0", Ink.ON_COLOR: "11182A",
        Ink.BORDER: "A6AEC0",
    },
    Theme.PAPER: _CARDS | {
        Ink.FELT: "E6DDC8", Ink.RAIL: "5B4A2F", Ink.RIM: "A9905F", Ink.SHADE: "B3A88F",
        Ink.PANEL: "D6CAAD", Ink.TEXT: "221E15", Ink.LABEL: "4B442F", Ink.ON_COLOR: "FFFDF7",
        Ink.GOLD: "7A5200", Ink.SILVER: "5B6663", Ink.BRONZE: "7B4422",
        Ink.SEAT_1: "A63A20", Ink.SEAT_2: "1F5587", Ink.SEAT_3: "76307F", Ink.SEAT_4: "35591C",
        Ink.SEAT_5: "004848", Ink.SEAT_6: "6E0032",
        Ink.BORDER: "A49A83", Ink.TRAY: "C8BA98",
    },
    Theme.CONTRAST: _CARDS | _BRIGHT | {
        Ink.FELT: "000000", Ink.RAIL: "000000", Ink.RIM: "FFFFFF", Ink.SHADE: "000000",
        Ink.PANEL: "1C1C1C", Ink.TEXT: "FFFFFF", Ink.LABEL: "FFFFFF", Ink.ON_COLOR: "000000",
        Ink.GOLD: "FFE600", Ink.SEAT_1: "FF9A90", Ink.SEAT_2: "7CC4FF", Ink.SEAT_6: "F03CA0",
        Ink.BORDER: "000000", Ink.PATTERN: "FFFFFF",
    },
}  # fmt: skip
_POOLS: Final = {Theme.FELT: "1B6151", Theme.MIDNIGHT: "28344F", Theme.PAPER: "EEE7D6", Theme.CONTRAST: "000000"}
"""The middle of the pool of light."""
_MIXED: Final = {
    Ink.TRAY: (Ink.PANEL, Ink.RAIL, 0.55),
    Ink.LINE: (Ink.PANEL, Ink.RIM, 0.45),
    Ink.PRINT: (Ink.FELT, Ink.RIM, 0.48),
}
"""Inks between two others, and the share of the second, where a theme doesn't define them."""

_TINTS: Final = (0.1, 0.2, 0.42, 0.62, 0.82)
"""The shares of a suit on a card's face: halo, band and jewel, hair, and two more for edges."""
_CARD_RAMPS: Final[tuple[tuple[Ink, Ink, Sequence[float]], ...]] = (
    *((Ink.FACE, suit, _TINTS) for suit in SUITS),
    (Ink.FACE, Ink.BORDER, (0.4, 0.7)),
    (Ink.FACE, Ink.BACK, (0.25, 0.5, 0.75)),
    (Ink.BACK, Ink.PATTERN, (0.33, 0.67)),
    (Ink.FACE, Ink.SKIN, (0.5,)),
    (Ink.SKIN, Ink.SPADES, (0.33, 0.67)),
)
"""Pairs of ground and ink on cards, and the shares of the ink for which there is a color."""


_SOFT: Final = 0.8
"""The share of `ON_COLOR` in `SOFT`."""


def _steps(count: int) -> tuple[float, ...]:
    """Return ``count`` even steps between two colors."""
    return tuple(step / (count + 1) for step in range(1, count + 1))


_FIRST_SEATS, _LAST_SEATS = SEATS[:4], SEATS[4:]
"""The latter have fewer steps, because tables of six come close to the most colors that a picture may have."""
_RAMPS: Final[tuple[tuple[Ink, Ink, Sequence[float]], ...]] = (
    (Ink.FELT, Ink.TEXT, _steps(4)),
    (Ink.FELT, Ink.LABEL, _steps(4)),
    (Ink.FELT, Ink.SHADE, _steps(5)),
    (Ink.FELT, Ink.PANEL, _steps(1)),
    (Ink.FELT, Ink.BORDER, _steps(1)),
    (Ink.FELT, Ink.GOLD, _steps(2)),
    *((Ink.FELT, seat, _steps(2)) for seat in _FIRST_SEATS),
    (Ink.PANEL, Ink.TEXT, _steps(4)),
    (Ink.PANEL, Ink.LABEL, _steps(4)),
    (Ink.PANEL, Ink.GOLD, _steps(3)),
    (Ink.PANEL, Ink.BORDER, _steps(1)),
    (Ink.PANEL, Ink.RAIL, _steps(1)),
    *((Ink.PANEL, seat, _steps(2)) for seat in _FIRST_SEATS),
    *((seat, Ink.ON_COLOR, (0.3, 0.55, _SOFT)) for seat in _FIRST_SEATS),
    *((seat, Ink.ON_COLOR, (0.4, _SOFT)) for seat in _LAST_SEATS),
    (Ink.GOLD, Ink.ON_COLOR, _steps(4)),
    (Ink.SILVER, Ink.ON_COLOR, _steps(2)),
    (Ink.BRONZE, Ink.ON_COLOR, _steps(2)),
    (Ink.ON_COLOR, Ink.TEXT, _steps(4)),
)
"""The same for everything else. Other pairs use the nearest of all these colors."""
_SAME: Final = 6 * 6
"""The square of the distance of two steps that share a color, since tables of six come close to the most colors."""
_UNDECLARED: Final = 6
"""The steps of a ramp between two colors that no ramp has been declared for."""


class Palette:
    """The colors of a deck, theme and card back: ``rgb`` in Pillow's format; inks and ramps are indexes of its colors.

    The colors of cards come first, those of the pool of light last.
    """

    def __init__(self, deck: Deck, theme: Theme, card_back: CardBack = CardBack.LATTICE) -> None:
        self.card_back = card_back
        inks = {ink: _rgb(text) for ink, text in (_BACKS[card_back] | _THEMES[theme] | _DECKS[deck]).items()}
        inks |= {
            ink: _between(inks[ground], inks[on], share)
            for ink, (ground, on, share) in _MIXED.items()
            if ink not in inks
        }
        self._colors: dict[Rgb, int] = {}
        self._ramps: dict[tuple[Ink, Ink], bytes] = {}
        self._covers: dict[tuple[Ink, Ink], bytes] = {}
        self._inks: dict[Ink, int] = {}
        self._declare(inks, _CARD_RAMPS)
        self._of_cards = _palette_image(self._colors)
        self._declare(inks, _RAMPS)
        self._inks |= {ink: self._number(color) for ink, color in inks.items()}
        self._rgb_of = inks
        self._used = tuple(self._colors)
        pool = _rgb(_POOLS[theme])
        self.pool = bytes(
            self._number(_between(inks[Ink.FELT], pool, step / POOL_STEPS)) for step in range(POOL_STEPS + 1)
        )
        self.rgb = bytes(chain.from_iterable(self._colors))

    def __getitem__(self, ink: Ink) -> int:
        """Return the index of an ink's color."""
        return self._inks[ink]

    def ramp(self, ground: Ink, ink: Ink) -> bytes:
        """Return the indexes of the colors for each share, 0 to 255, of a pixel that ``ink`` covers on ``ground``."""
        found = self._ramps.get((ground, ink))
        if found is None:
            found = self._ramps[ground, ink] = self._mixed(ground, ink)
        return found

    def cover(self, ground: Ink, ink: Ink) -> bytes:
        """Return for each share of `ramp` whether it differs from the ground, as 255 or 0.

        Pixels that don't are left as they are, since the felt has several colors.
        """
        found = self._covers.get((ground, ink))
        if found is None:
            ramp = self.ramp(ground, ink)
            found = self._covers[ground, ink] = bytes(255 * (number != ramp[0]) for number in ramp)
        return found

    def color(self, ink: Ink) -> Rgb:
        """Return the color of an ink."""
        return self._rgb_of[ink]

    def fitted(self, drawn: Image.Image) -> Image.Image:
        """Return an image in full color with the nearest colors of cards."""
        return drawn.convert("RGB").quantize(palette=self._of_cards, dither=Image.Dither.NONE)

    def _declare(self, inks: dict[Ink, Rgb], ramps: Sequence[tuple[Ink, Ink, Sequence[float]]]) -> None:
        """Add the colors of ramps."""
        for ground, ink, shares in ramps:
            stops = (0.0, *shares, 1.0)
            steps = (self._step(_between(inks[ground], inks[ink], share)) for share in shares)
            numbers = [self._number(inks[ground]), *steps, self._number(inks[ink])]
            edges = [(low + high) / 2 for low, high in pairwise(stops)]
            ramp = bytes(numbers[sum(share / 255 >= edge for edge in edges)] for share in range(256))
            self._ramps[ground, ink] = ramp
            self._ramps[ink, ground] = ramp[::-1]

    def _mixed(self, ground: Ink, ink: Ink) -> bytes:
        """Return a ramp that wasn't declared, of the nearest colors that there are."""
        if ink is Ink.SOFT:
            full = self.ramp(ground, Ink.ON_COLOR)
            return bytes(full[round(share * _SOFT)] for share in range(256))
        if ground is Ink.SOFT:
            return self.ramp(Ink.ON_COLOR, ink)
        one, other = self._rgb_of[ground], self._rgb_of[ink]
        stops = [self._nearest(_between(one, other, step / _UNDECLARED)) for step in range(_UNDECLARED + 1)]
        return bytes(stops[(share * _UNDECLARED + 127) // 255] for share in range(256))

    def _step(self, color: Rgb) -> int:
        """Return the index of a color between two inks, or of another one that nobody could tell from it."""
        near = min(self._colors, key=lambda used: _distance(color, used))
        return self._number(near if _distance(color, near) <= _SAME else color)

    def _nearest(self, color: Rgb) -> int:
        """Return the index of the nearest color outside the pool of light."""
        return self._colors[min(self._used, key=lambda used: _distance(color, used))]

    def _number(self, color: Rgb) -> int:
        """Return the index of a color, which is added if it's new."""
        return self._colors.setdefault(color, len(self._colors))


@lru_cache
def palette(deck: Deck, theme: Theme, card_back: CardBack = CardBack.LATTICE) -> Palette:
    """Return the palette of a deck, a theme and a card back."""
    return Palette(deck, theme, card_back)


def _palette_image(colors: Iterable[Rgb]) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(chain.from_iterable(colors)))
    return image


def _rgb(text: str) -> Rgb:
    """Parse a color, ``C64665``."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def _distance(one: Rgb, other: Rgb) -> int:
    """Return the square of the distance of two colors."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _between(ground: Rgb, ink: Rgb, share: float) -> Rgb:
    """Mix two colors."""
    red, green, blue = (round(low + (high - low) * share) for low, high in zip(ground, ink, strict=True))
    return red, green, blue
