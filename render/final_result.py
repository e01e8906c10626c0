"""How a game ended. The rules alone can't tell: they don't know of players who resigned or left."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The seats that won, the seats that lost regardless of the score, and whether the game was closed unfinished."""

    winners: tuple[int, ...] = ()
    forfeits: frozenset[int] = frozenset()
    closed: bool = False
