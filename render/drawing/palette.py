"""Palettes: the fixed colors of a picture, and the steps between two of them that smooth edges.

A picture has at most 128 colors, all known in advance. Each `Ink` is one of them. Between a ground and an ink drawn on
it there are a few more: `Palette.ramp` maps each share of a pixel that the ink covers to a color. So text and shapes
are smooth, and pictures never have to be quantized.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Final, TypeAlias

from render.look import Deck, Theme

Rgb: TypeAlias = tuple[int, int, int]


class Ink(Enum):
    """A color by its purpose."""

    CLUBS = 0  # the first four by their suits' numbers
    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3
    TABLE = auto()
    PANEL = auto()
    TEXT = auto()
    MUTED = auto()
    ACCENT = auto()
    ON_ACCENT = auto()
    FACE = auto()
    BORDER = auto()
    BACK = auto()
    PATTERN = auto()
    SEAT_1 = auto()
    SEAT_2 = auto()
    ON_SEAT = auto()
    SEAT_3 = auto()
    SEAT_4 = auto()


SEATS: Final = (Ink.SEAT_1, Ink.SEAT_2, Ink.SEAT_3, Ink.SEAT_4)
"""The colors of the seats' badges."""
_PAIR: Final = SEATS[:2]
_OTHERS: Final = SEATS[2:]

_SUITS: Final[dict[Deck, dict[Ink, str]]] = {
    Deck.DEFAULT: {Ink.SPADES: "101010", Ink.HEARTS: "C64665", Ink.DIAMONDS: "0B3CFA", Ink.CLUBS: "174D01"},
    Deck.CLASSIC: {Ink.SPADES: "101010", Ink.HEARTS: "C4162A", Ink.DIAMONDS: "C4162A", Ink.CLUBS: "101010"},
    Deck.VIVID: {Ink.SPADES: "000000", Ink.HEARTS: "E0002B", Ink.DIAMONDS: "0067E6", Ink.CLUBS: "00852B"},
}

_FACE: Final = "FFFDF8"
_THEMES: Final[dict[Theme, dict[Ink, str]]] = {
    Theme.FELT: {
        Ink.TABLE: "1F5B47", Ink.PANEL: "174737", Ink.TEXT: "FBF8EF", Ink.MUTED: "B7D3C6",
        Ink.ACCENT: "F7C64B", Ink.ON_ACCENT: "2A1F00", Ink.FACE: _FACE, Ink.BORDER: "8FA79B",
        Ink.BACK: "8C2F3D", Ink.PATTERN: "C98A8F",
        Ink.SEAT_1: "F2A65A", Ink.SEAT_2: "8EC5FF", Ink.SEAT_3: "F4A9CB", Ink.SEAT_4: "CBE07A", Ink.ON_SEAT: "14231C",
    },
    Theme.MIDNIGHT: {
        Ink.TABLE: "1C2436", Ink.PANEL: "131A28", Ink.TEXT: "F1F4FB", Ink.MUTED: "AAB7D1",
        Ink.ACCENT: "F7C64B", Ink.ON_ACCENT: "2A1F00", Ink.FACE: _FACE, Ink.BORDER: "8791A8",
        Ink.BACK: "35508F", Ink.PATTERN: "8DA3D6",
        Ink.SEAT_1: "F2A65A", Ink.SEAT_2: "7FD1C7", Ink.SEAT_3: "F4A9CB", Ink.SEAT_4: "D9E07A", Ink.ON_SEAT: "11151F",
    },
    Theme.PAPER: {
        Ink.TABLE: "EDE6D6", Ink.PANEL: "DFD5BF", Ink.TEXT: "25221B", Ink.MUTED: "5E5746",
        Ink.ACCENT: "A63D0A", Ink.ON_ACCENT: "FFF8EC", Ink.FACE: _FACE, Ink.BORDER: "8E846E",
        Ink.BACK: "3F5E7A", Ink.PATTERN: "9DB4C8",
        Ink.SEAT_1: "8A4B08", Ink.SEAT_2: "1F5587", Ink.SEAT_3: "8A1F5B", Ink.SEAT_4: "2F6B2A", Ink.ON_SEAT: "FFFDF8",
    },
    Theme.CONTRAST: {
        Ink.TABLE: "000000", Ink.PANEL: "1C1C1C", Ink.TEXT: "FFFFFF", Ink.MUTED: "FFFFFF",
        Ink.ACCENT: "FFE600", Ink.ON_ACCENT: "000000", Ink.FACE: _FACE, Ink.BORDER: "000000",
        Ink.BACK: "003CFF", Ink.PATTERN: "FFFFFF",
        Ink.SEAT_1: "FF9F1C", Ink.SEAT_2: "7CE0FF", Ink.SEAT_3: "FF9AD5", Ink.SEAT_4: "BDFF7A", Ink.ON_SEAT: "000000",
    },
}  # fmt: skip

_RAMPS: Final[tuple[tuple[Ink, Ink, int], ...]] = (
    (Ink.TABLE, Ink.TEXT, 6),
    (Ink.TABLE, Ink.MUTED, 5),
    (Ink.TABLE, Ink.ACCENT, 5),
    (Ink.TABLE, Ink.PANEL, 2),
    (Ink.TABLE, Ink.BORDER, 3),
    (Ink.PANEL, Ink.TEXT, 6),
    (Ink.PANEL, Ink.MUTED, 5),
    (Ink.PANEL, Ink.ACCENT, 5),
    (Ink.PANEL, Ink.BORDER, 3),
    (Ink.ACCENT, Ink.ON_ACCENT, 5),
    (Ink.ACCENT, Ink.BORDER, 2),
    (Ink.FACE, Ink.BORDER, 3),
    (Ink.FACE, Ink.BACK, 3),
    (Ink.BACK, Ink.PATTERN, 3),
    (Ink.FACE, Ink.CLUBS, 4),
    (Ink.FACE, Ink.SPADES, 4),
    (Ink.FACE, Ink.HEARTS, 4),
    (Ink.FACE, Ink.DIAMONDS, 4),
    *((ground, seat, 3) for seat in _PAIR for ground in (Ink.TABLE, Ink.PANEL)),
    *((seat, Ink.ON_SEAT, 4) for seat in _PAIR),
)
"""Pairs of ground and ink, and the number of steps between them."""
_MORE_RAMPS: Final[tuple[tuple[Ink, Ink, int], ...]] = (
    *((Ink.PANEL, seat, 3) for seat in _OTHERS),
    *((seat, Ink.ON_SEAT, 4) for seat in _OTHERS),
)
"""The same for a third and fourth seat, whose badges are only drawn on panels."""


class Palette:
    """The colors of one deck and theme: ``rgb`` in Pillow's format; inks and ramps are indexes of colors in it.

    The colors of the third and fourth seat are last; ``pair`` is ``rgb`` without them.
    """

    def __init__(self, deck: Deck, theme: Theme) -> None:
        inks = {ink: _rgb(text) for ink, text in (_THEMES[theme] | _SUITS[deck]).items()}
        colors: dict[Rgb, int] = {}
        self._inks: dict[Ink, int] = {}
        self._ramps: dict[tuple[Ink, Ink], bytes] = {}
        self._add([ink for ink in Ink if ink not in _OTHERS], _RAMPS, inks, colors)
        self.pair = _flat(colors)
        self._add(_OTHERS, _MORE_RAMPS, inks, colors)
        self.rgb = _flat(colors)

    def _add(
        self,
        wanted: Sequence[Ink],
        ramps: Sequence[tuple[Ink, Ink, int]],
        inks: Mapping[Ink, Rgb],
        colors: dict[Rgb, int],
    ) -> None:
        """Add the colors of inks and ramps, new ones at the end."""
        self._inks |= {ink: colors.setdefault(inks[ink], len(colors)) for ink in wanted}
        for ground, ink, steps in ramps:
            mixed = [_between(inks[ground], inks[ink], step / (steps + 1)) for step in range(steps + 2)]
            numbers = [colors.setdefault(color, len(colors)) for color in mixed]
            ramp = bytes(numbers[(share * (steps + 1) + 127) // 255] for share in range(256))
            self._ramps[ground, ink] = ramp
            self._ramps[ink, ground] = ramp[::-1]

    def __getitem__(self, ink: Ink) -> int:
        """Return the index of an ink's color."""
        return self._inks[ink]

    def ramp(self, ground: Ink, ink: Ink) -> bytes:
        """Return the indexes of the colors for each share, 0 to 255, of a pixel that ``ink`` covers on ``ground``."""
        return self._ramps[ground, ink]


@lru_cache
def palette(deck: Deck, theme: Theme) -> Palette:
    """Return the palette of a deck and theme."""
    return Palette(deck, theme)


def _flat(colors: Iterable[Rgb]) -> bytes:
    """Return colors in Pillow's format."""
    return bytes(part for color in colors for part in color)


def _rgb(text: str) -> Rgb:
    """Parse a color, ``C64665``."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


def _between(ground: Rgb, ink: Rgb, share: float) -> Rgb:
    """Mix two colors."""
    red, green, blue = (round(low + (high - low) * share) for low, high in zip(ground, ink, strict=True))
    return red, green, blue
