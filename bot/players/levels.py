"""The levels of computer players: one declaration per level, with how it plays and how much it may compute."""

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


@dataclass(frozen=True, slots=True)
class Skill:
    """The playing style of a level, in terms that apply to every family of games.

    The budgets allow a move within 50 ms nearly always, and within 250 ms always.
    """

    budget: Budget = NO_BUDGET
    careless: bool = False  # discards a random loose card now and then, and never claims a discard (H-8)
    weighs_unseen: bool = False  # weighs which cards can still come and which discards help others; may wait for more
    looks_ahead: bool = False  # also compares what it could do now with what the next draw may bring


_DEFAULT: Final = Skill()


class Level(StrEnum):
    """The playing strengths of computers, the weakest first."""

    skill: Skill

    def __new__(cls, name: str, skill: Skill = _DEFAULT) -> Self:
        """Make a level from its name in records and custom ids and its skill."""
        level = str.__new__(cls, name)
        level._value_ = name
        level.skill = skill
        return level

    EASY = "easy", Skill(careless=True)
    NORMAL = "normal"
    HARD = "hard", Skill(Budget(200), weighs_unseen=True)
    EXPERT = "expert", Skill(Budget(1000), weighs_unseen=True, looks_ahead=True)


STAND_IN: Final = Level.NORMAL
"""The level at which the program plays for an absent player."""
