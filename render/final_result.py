"""The final result of a game. It also depends on players who resigned or left, which the rules don't know about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The seats that won, the seats that lost regardless of the score, and whether the game was closed unfinished."""

    winners: tuple[int, ...] = ()
    forfeits: frozenset[int] = frozenset()
    closed: bool = False
