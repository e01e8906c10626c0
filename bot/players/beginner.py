"""A beginner's eye for loose cards, the same in every family: high cards go first, but high pairs stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.rummy.cards import Card, rank_of

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
