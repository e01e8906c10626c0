"""The levels of computer players: one declaration per level, with its style and how much it may compute.

Each family has a module per level: ``easy``, ``normal``, ``hard``; ``choosing`` is the Expert. A change to one level
can't change another.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class Budget:
    """The number of positions that a computer player may look at before it moves.

    Positions are counted, not timed, so the same view, level, seed and budget give the same move on every machine.
    """

    positions: int


NO_BUDGET: Final = Budget(0)


class Level(StrEnum):
    """The playing strengths of computers, the weakest first.

    The budgets allow a move within 50 ms nearly always, and within 250 ms always.
    """

    budget: Budget

    def __new__(cls, name: str, budget: Budget = NO_BUDGET) -> Self:
        """Make a level from its name in records and custom ids, and its budget."""
        level = str.__new__(cls, name)
        level._value_ = name
        level.budget = budget
        return level

    EASY = "easy"  # a beginner: keeps high pairs, and overlooks some takes, knocks and lay-offs
    NORMAL = "normal"  # knows the rules of thumb
    HARD = "hard", Budget(200)  # counts the unseen cards
    EXPERT = "expert", Budget(1000)  # also reads what the others hold, and weighs the score


STAND_IN: Final = Level.NORMAL
"""The level at which the program plays for an absent player."""
