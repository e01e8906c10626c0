"""The levels of computer players: how much each may compute, and what beginners of all families discard.

How each plays is in ``player`` of its family, the Expert in ``choosing``. A change to one level can't change another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, Self

from bot.rummy.cards import Card, rank_of


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

    EASY = "easy"  # a beginner: keeps high pairs, and overlooks many takes, and some knocks and lays
    NORMAL = "normal"  # knows the rules of thumb, and only looks at its own cards
    HARD = "hard", Budget(200)  # counts the unseen cards, and waits for more
    EXPERT = "expert", Budget(1000)  # also reads what the others hold, and weighs the score


STAND_IN: Final = Level.NORMAL
"""The level at which the program plays for an absent player."""


_HIGH: Final = 10
"""The least value of a high card."""
_SAME: Final = 1
"""Cards whose values differ by this much are the same to a beginner."""


@dataclass(frozen=True, slots=True)
class Loose:
    """A loose card that can be discarded, and the points it counts in the hand."""

    card: Card
    value: int


def to_discard(loose: Sequence[Loose], dice: Random) -> Card:
    """Choose one of the highest loose cards; cards of a high pair are kept as long as there are any others."""
    ranks = [rank_of(one.card) for one in loose]
    others = [one for one in loose if one.value < _HIGH or ranks.count(rank_of(one.card)) == 1]
    among = others or loose
    highest = max(one.value for one in among)
    equal = sorted((one for one in among if one.value >= highest - _SAME), key=lambda one: one.card)
    return equal[int(dice.random() * len(equal))].card
