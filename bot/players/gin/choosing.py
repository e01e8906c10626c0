"""Expert in the gin family.

It samples hands that the opponent may hold, weighs which cards can still come and whether a discard helps the opponent,
by how that one plays, and knocks only if a knock is worth more than playing on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bot.players.gin.discards import Discard, future_of, open_discards
from bot.players.gin.knocking import KnockOrWait, compare
from bot.players.gin.reading import GinReading, reading_of
from bot.players.gin.turns import drawn, face_up, joins, knock
from bot.players.gin.weights import weights_for
from bot.players.levels import Budget, Level
from bot.rummy.cards import mask_of
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_SPREAD: Final = 12
"""Discards that leave up to this much more deadwood than the best one are considered."""
_MOST: Final = 9
"""The most discards that are considered."""
_PER_DISCARD: Final = 100
"""The positions of the budget that considering a discard uses."""


@dataclass(frozen=True, slots=True)
class PossibleKnock:
    """The best card to knock with and, unless it makes gin, what a knock and playing on earn."""

    choice: Discard
    compared: KnockOrWait | None

    @property
    def knocks(self) -> bool:
        """Return whether to knock."""
        return self.compared is None or self.compared.knocks


@dataclass(frozen=True, slots=True)
class Judgment:
    """What an Expert thinks of the end of a turn: the discards in the order of their deadwood, and of their cost."""

    reading: GinReading
    found: Sequence[Discard]
    looked: Sequence[Discard]
    end: PossibleKnock | None  # None if no discard is within the knock limit


def judged(view: GinView, seat: int, budget: Budget = Level.EXPERT.budget) -> Judgment:
    """Weigh the discards and a knock. Advice, hints and the coach ask for the same view, so the last ones are kept."""
    return _judged(view, seat, budget)


@lru_cache(maxsize=64)
def _judged(view: GinView, seat: int, budget: Budget) -> Judgment:
    reading = reading_of(view, seat, budget)
    found = open_discards(reading.hand, reading.taken)
    looked = weighed(reading, found, budget)
    return Judgment(reading, found, looked, ending(reading, found, looked))


def choose(view: GinView, seat: int, budget: Budget) -> Move:
    """Choose the move of the seat whose turn it is."""
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(mask_of(view.hand), card))
    first = open_discards(mask_of(view.hand), view.taken)[0]
    if first.deadwood == 0:
        return knock(view, seat, first.card)
    judgment = judged(view, seat, budget)
    if judgment.end is not None and judgment.end.knocks:
        return knock(view, seat, judgment.end.choice.card)
    return Move(seat, Verb.DISCARD, judgment.looked[0].card)


def ending(reading: GinReading, found: Sequence[Discard], looked: Sequence[Discard]) -> PossibleKnock | None:
    """Compare a knock with playing on; None if no discard is within the knock limit. ``looked`` has been weighed."""
    first = found[0]
    if first.deadwood > reading.limit:
        return None
    if first.deadwood == 0:
        return PossibleKnock(first, None)
    least = [choice for choice in looked if choice.deadwood == first.deadwood] or [first]
    best = max(least, key=lambda choice: choice.future.gins if choice.future else 0)
    return PossibleKnock(best, compare(reading, best, looked[0]))


def weighed(reading: GinReading, found: Sequence[Discard], budget: Budget) -> list[Discard]:
    """Weigh the discards that leave little deadwood, as many as the budget allows, and return the best first."""
    many = max(1, min(_MOST, budget.positions // _PER_DISCARD))
    near = [choice for choice in found if choice.deadwood <= found[0].deadwood + _SPREAD]
    weights = weights_for(reading.turns, reading.eager)
    looked = []
    for choice in near[:many]:
        future = future_of(reading.hand ^ 1 << choice.card, choice.deadwood, reading.odds)
        risk = weights.danger * reading.danger(choice.card)
        kept = weights.deadwood * choice.deadwood - weights.gain * future.gain - weights.gin * future.gin
        looked.append(replace(choice, cost=kept + risk, risk=risk, future=future))
    return sorted(looked, key=lambda choice: choice.cost)
