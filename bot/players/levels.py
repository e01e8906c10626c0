"""How well a computer plays, and how much it may think."""

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Level(StrEnum):
    """How well a computer plays, the weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a computer may think about a move: positions that it may look at. Counted, not timed.

    So the same view, level, seed and budget always give the same move, on whichever machine.
    """

    positions: int


BUDGETS: Final = MappingProxyType(
    {Level.EASY: Budget(0), Level.NORMAL: Budget(0), Level.HARD: Budget(200), Level.EXPERT: Budget(1000)}
)
"""What each level gets at a table: enough for a move within 50 ms nearly always, and always within 250 ms."""
