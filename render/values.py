"""Values of pictures: what is drawn with the board of a view, and a finished picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rummy.cards import Card


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: the bytes of a PNG, and its alt text of at most 250 characters."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The seats that won, the seats that lost regardless of the score, and whether the game was closed unfinished."""

    winners: tuple[int, ...] = ()
    forfeits: frozenset[int] = frozenset()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class FaceUpHand:
    """A hand with its cards face up: its points, and a mark on the right, on a bright plate if ``lit``."""

    name: str
    cards: Sequence[Card]
    counted: str
    mark: str = ""
    lit: bool = False
    framed: Card | None = None  # the card drawn this turn
    advised: Card | None = None  # the card that an Expert would discard
