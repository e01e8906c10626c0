"""How a game ended, for pictures of it: its rules know nothing of who was not there."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FinalResult:
    """How a game ended: the seats that won it, those that lost it whatever the score, whether it was only closed."""

    winners: tuple[int, ...] = ()
    forfeits: frozenset[int] = frozenset()
    closed: bool = False
