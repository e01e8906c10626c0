"""Expert in the gin family.

It weighs which cards can still come and whether a discard helps the opponent, and knocks only if a knock is worth more
than playing on.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.players.gin.discards import Discard, future_of, open_discards
from bot.players.gin.knocking import knocks
from bot.players.gin.reading import GinReading, read
from bot.players.gin.turns import drawn, face_up, joins, knock
from bot.players.levels import Budget
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_SPREAD: Final = 12
"""Discards that leave up to this much more deadwood than the best one are considered."""
_GAIN: Final = 2
"""The weight of a point of deadwood that the next card may save."""
_GIN: Final = 30
"""The points credited for the chance that the next card makes gin."""
_DANGER: Final = 3
"""The points charged to a discard for the chance that it makes a meld for the opponent."""


def choose(view: GinView, seat: int, budget: Budget) -> Move:
    """Choose the move of the seat whose turn it is."""
    reading = read(view, seat)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(reading.hand, card))
    found = open_discards(reading.hand, reading.taken)
    if found[0].deadwood <= reading.limit:
        end = ending(reading, found, budget)
        if end is not None:
            return knock(view, seat, end.card)
    return Move(seat, Verb.DISCARD, weighed(reading, found, budget)[0].card)


def ending(reading: GinReading, found: Sequence[Discard], budget: Budget) -> Discard | None:
    """Choose the card to knock with; None if it's better to play on. ``found`` has a discard within the knock limit."""
    first = found[0]
    if first.deadwood == 0:
        return first
    least = [choice for choice in weighed(reading, found, budget) if choice.deadwood == first.deadwood]
    best = max(least, key=lambda choice: choice.future.gins if choice.future else 0)
    return best if knocks(reading, best) else None


def weighed(reading: GinReading, found: Sequence[Discard], budget: Budget) -> list[Discard]:
    """Weigh the discards that leave little deadwood, as many as the budget allows, and return the best first."""
    many = max(1, budget.positions // len(reading.odds))
    near = [choice for choice in found if choice.deadwood <= found[0].deadwood + _SPREAD]
    looked = []
    for choice in near[:many]:
        future = future_of(reading.hand ^ 1 << choice.card, choice.deadwood, reading)
        risk = _DANGER * reading.danger(choice.card)
        cost = choice.deadwood - _GAIN * future.gain - _GIN * future.gin + risk
        looked.append(replace(choice, cost=cost, risk=risk, future=future))
    return sorted(looked, key=lambda choice: choice.cost)
