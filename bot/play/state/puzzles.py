"""Tries at puzzles, as they are stored and shown, and the ports of their store and of what makes new ones."""

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
    """Stores tries and ratings, and the puzzles that servers' own games give."""

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

    async def keys_of(self, guild: int, user: int) -> Sequence[str]:
        """List the puzzles of a server's own games that a person may get: not from their own games. StoreError."""
        ...

    async def written(self, key: str, guild: int, user: int) -> str | None:
        """Return the text of one of these puzzles; None if there's no such one. StoreError."""
        ...

    async def takes(self, table: int) -> bool:
        """Return whether a game may give a puzzle: it gave none, and no player keeps theirs out. StoreError."""
        ...

    async def put(self, guild: int, table: int, key: str, written: str) -> None:
        """Store the puzzle of a game, if the store still takes it. StoreError."""
        ...


def rating_after(tries: Sequence[PuzzleTry]) -> Rating:
    """Return a person's rating after their tries."""
    return tries[-1].rating if tries else FIRST
