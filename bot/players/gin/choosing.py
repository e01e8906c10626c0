"""Computer players of the gin family.

Easy and Normal look only at their own cards and knock as soon as they can. Hard and Expert weigh which cards can still
come and whether a discard helps the opponent. Hard knocks only with little deadwood, Expert only if a knock is worth
more than playing on.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.players.gin.discards import Discard, future_of, in_meld, open_discards
from bot.players.gin.knocking import knocks
from bot.players.gin.reading import NEIGHBORS, GinReading, read
from bot.players.levels import Budget, Skill
from bot.rummy.cards import FULL_MASK, Card
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.knock import knock_offer
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
_LITTLE: Final = 4
"""The deadwood up to which Hard knocks."""
_SLIPS: Final = 0.3
"""The probability that Easy discards a random loose card."""


def choose(view: GinView, seat: int, skill: Skill, seed: int, budget: Budget) -> Move:
    """Choose the move of the seat whose turn it is."""
    reading = read(view, seat)
    if view.phase is not Phase.DISCARD:
        if view.phase is not Phase.STOCK and takes(reading, view.discards[-1]):
            return Move(seat, Verb.TAKE)
        return Move(seat, Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW)
    found = open_discards(reading.hand, reading.taken)
    if found[0].deadwood <= reading.limit:
        end = ending(reading, found, skill, budget)
        if end is not None:
            return _knock(seat, reading, end.card)
    return Move(seat, Verb.DISCARD, _discarded(reading, found, skill, seed, budget))


def takes(reading: GinReading, card: Card) -> bool:
    """Return whether to take a face-up card: it must join a meld, and that must leave less deadwood."""
    hand = reading.hand | 1 << card
    if not in_meld(hand, card):
        return False
    return min(left for discarded, left in discards(hand) if discarded != card) < deadwood(reading.hand)


def ending(reading: GinReading, found: Sequence[Discard], skill: Skill, budget: Budget) -> Discard | None:
    """Choose the card to knock with; None if it's better to play on. ``found`` has a discard within the knock limit."""
    first = found[0]
    if first.deadwood == 0 or not skill.weighs_unseen:
        return first
    if not skill.looks_ahead:
        return first if first.deadwood <= _LITTLE else None
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


def _discarded(reading: GinReading, found: Sequence[Discard], skill: Skill, seed: int, budget: Budget) -> Card:
    """Choose the card to discard."""
    if skill.weighs_unseen:
        return weighed(reading, found, budget)[0].card
    if skill.careless:
        return _careless(reading, found, Random(seed))  # noqa: S311 - a player's whim, not a shuffle
    return _tidy(reading, found).card


def _careless(reading: GinReading, found: Sequence[Discard], rng: Random) -> Card:
    """Choose a random card of those that leave the least deadwood, or now and then any loose one."""
    loose = [choice.card for choice in found if choice.card in arrange(reading.hand).loose]
    if loose and rng.random() < _SLIPS:
        return rng.choice(loose)
    return rng.choice([choice.card for choice in found if choice.deadwood == found[0].deadwood])


def _tidy(reading: GinReading, found: Sequence[Discard]) -> Discard:
    """Choose the discard with the fewest neighbors in the hand, of those that leave the least deadwood."""
    least = [choice for choice in found if choice.deadwood == found[0].deadwood]
    return min(least, key=lambda choice: (NEIGHBORS[choice.card] & reading.hand).bit_count())


def _knock(seat: int, reading: GinReading, card: Card) -> Move:
    """Knock with a card, in the melds that the game offers every player (G-15)."""
    hand = reading.hand ^ 1 << card
    unseen = FULL_MASK & ~reading.hand & ~reading.discards
    return Move(seat, Verb.KNOCK, card, knock_offer(hand, unseen).melds)
