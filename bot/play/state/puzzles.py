"""Tries at puzzles, as they are stored and shown, and the port of their store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.players.judged import Puzzle
from bot.ratings.rating import FIRST
from bot.ratings.values import Rating


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A person's first answer to a puzzle, and their puzzle rating after it."""

    puzzle: str  # its key
    choice: int
    solved: bool
    at: int
    rating: Rating


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's first answer to a puzzle, with their rating before, and the puzzle's now.

    ``is_new``: they gave it just now, not earlier.
    """

    puzzle: Puzzle
    tried: PuzzleTry
    before: Rating
    of_puzzle: Rating
    is_new: bool


class PuzzleStore(Protocol):
    """Stores tries and ratings."""

    async def tries(self, user: int) -> Sequence[PuzzleTry]:
        """List a person's tries, the oldest first. StoreError."""
        ...

    async def rating(self, puzzle: str) -> Rating:
        """Return a puzzle's rating. StoreError."""
        ...

    async def add(self, user: int, puzzle: str, choice: int, at: int, *, solved: bool) -> bool:
        """Store a person's first try at a puzzle and the ratings after it. Return whether it was the first.

        StoreError.
        """
        ...


def rating_after(tries: Sequence[PuzzleTry]) -> Rating:
    """Return a person's rating after their tries."""
    return tries[-1].rating if tries else FIRST
