"""Values of pictures: a finished one, what is drawn besides a view, and how much fits in one.

Screens turn lists and brackets that don't fit like pages. They import this module, which doesn't load Pillow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card
from bot.tournaments.table import bracket_of
from bot.tournaments.values import Tournament


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: the bytes of a PNG, of a WebP if it ``moves``; and its alt text, at most 1,024 characters."""

    png: bytes
    alt: str
    moves: bool = False

    @property
    def suffix(self) -> str:
        """The file extension."""
        return ".webp" if self.moves else ".png"


UNFINISHED: Final = Picture(b"", "")
"""What the steps of a picture that moves return before the last one."""


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The seats that won, the seats that lost regardless of the score, and whether the game was closed unfinished."""

    winners: tuple[int, ...] = ()
    forfeits: frozenset[int] = frozenset()
    closed: bool = False


@dataclass(frozen=True, slots=True)
class FaceUpHand:
    """A hand of a replay with its cards face up: its points, and what it won in the deal that has just ended."""

    name: str
    cards: Sequence[Card]
    counted: str
    mark: str = ""
    framed: Card | None = None  # the card drawn this turn
    advised: Card | None = None  # the card that an Expert would discard


ROWS: Final = 8
"""Rows of a list in a picture: players of standings or of a tournament's table."""
_ROUNDS: Final = 4
"""The most rounds in a picture. The first of four has eight pairs."""


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket: rounds ``first`` to ``last``, from 1, that lead to place ``top`` of the last one."""

    first: int
    last: int
    top: int = 0

    def places(self, number: int) -> range:
        """Return the places of a round that belong to the part."""
        count = 1 << (self.last - number)
        return range(self.top * count, (self.top + 1) * count)


def parts_of(tournament: Tournament) -> tuple[BracketPart, ...]:
    """Split a bracket into pictures: one if it fits, else the last four rounds, then the first ones from the top.

    Empty before the draw.
    """
    rounds = len(bracket_of(tournament))
    if rounds <= _ROUNDS:
        return (BracketPart(1, rounds),) if rounds else ()
    early = rounds - _ROUNDS
    first = tuple(BracketPart(1, _ROUNDS, top) for top in range(1 << early))
    return (BracketPart(early + 1, rounds), *first)
