"""Computer players of the gin family.

Easy and Normal look at their own cards alone and knock as soon as they can. Hard and Expert weigh which cards can still
come, and whom a discard helps; Hard knocks with little deadwood only, Expert when that is worth more than to play on.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.players.gin.discards import Throw, future_of, in_meld, throws
from bot.players.gin.knocking import knocks
from bot.players.gin.reading import NEIGHBOURS, GinReading, read
from bot.players.levels import Budget, Level
from bot.rummy.cards import FULL_MASK, Card
from bot.rummy.gin.arrange import arrange, deadwood, discards
from bot.rummy.gin.knock import knock_offer
from bot.rummy.moves import Move, Verb
from bot.rummy.views import GinView, Phase

_SPREAD: Final = 12
"""How much more deadwood than the least may be left by a discard that is looked at."""
_GAIN: Final = 2
"""Points that a point of deadwood counts which the next card may take off."""
_GIN: Final = 30
"""Points that it counts if the next card makes gin."""
_DANGER: Final = 3
"""Points that it counts against a discard if it makes a meld for the opponent."""
_LITTLE: Final = 4
"""The deadwood with which Hard knocks."""
_SLIPS: Final = 0.3
"""How often Easy throws any loose card."""


def choose(view: GinView, seat: int, level: Level, seed: int, budget: Budget) -> Move:
    """Choose what a seat does that has to act."""
    reading = read(view, seat)
    if view.phase is not Phase.DISCARD:
        if view.phase is not Phase.STOCK and takes(reading, view.discards[-1]):
            return Move(seat, Verb.TAKE)
        return Move(seat, Verb.PASS if view.phase is Phase.UPCARD else Verb.DRAW)
    found = throws(reading.hand, reading.taken)
    if found[0].deadwood <= reading.limit:
        end = ending(reading, found, level, budget)
        if end is not None:
            return _knock(seat, reading, end.card)
    match level:
        case Level.EASY:
            card = _careless(reading, found, Random(seed))  # noqa: S311 - a player's whim, not a shuffle
        case Level.NORMAL:
            card = _tidy(reading, found).card
        case Level.HARD | Level.EXPERT:
            card = weighed(reading, found, budget)[0].card
    return Move(seat, Verb.DISCARD, card)


def takes(reading: GinReading, card: Card) -> bool:
    """Say whether to take a card that lies open: if it joins a meld, and that leaves less deadwood."""
    hand = reading.hand | 1 << card
    if not in_meld(hand, card):
        return False
    return min(left for thrown, left in discards(hand) if thrown != card) < deadwood(reading.hand)


def ending(reading: GinReading, found: Sequence[Throw], level: Level, budget: Budget) -> Throw | None:
    """Choose the card to knock with, if it is better to knock than to play on; ``found`` has one within the limit."""
    first = found[0]
    if first.deadwood == 0 or level in (Level.EASY, Level.NORMAL):
        return first
    if level is Level.HARD:
        return first if first.deadwood <= _LITTLE else None
    least = [throw for throw in weighed(reading, found, budget) if throw.deadwood == first.deadwood]
    best = max(least, key=lambda throw: throw.future.gins if throw.future else 0)
    return best if knocks(reading, best) else None


def weighed(reading: GinReading, found: Sequence[Throw], budget: Budget) -> list[Throw]:
    """Look at what may come after the discards that leave little, as many as the budget allows; the best first."""
    many = max(1, budget.positions // len(reading.odds))
    near = [throw for throw in found if throw.deadwood <= found[0].deadwood + _SPREAD]
    looked = []
    for throw in near[:many]:
        future = future_of(reading.hand ^ 1 << throw.card, throw.deadwood, reading)
        risk = _DANGER * reading.danger(throw.card)
        cost = throw.deadwood - _GAIN * future.gain - _GIN * future.gin + risk
        looked.append(replace(throw, cost=cost, risk=risk, future=future))
    return sorted(looked, key=lambda throw: throw.cost)


def _careless(reading: GinReading, found: Sequence[Throw], rng: Random) -> Card:
    """Throw one of the cards that leave the least deadwood, or now and then any that is loose."""
    loose = [throw.card for throw in found if throw.card in arrange(reading.hand).loose]
    if loose and rng.random() < _SLIPS:
        return rng.choice(loose)
    return rng.choice([throw.card for throw in found if throw.deadwood == found[0].deadwood])


def _tidy(reading: GinReading, found: Sequence[Throw]) -> Throw:
    """Of the cards that leave the least deadwood, throw the one with the fewest neighbours in the hand."""
    least = [throw for throw in found if throw.deadwood == found[0].deadwood]
    return min(least, key=lambda throw: (NEIGHBOURS[throw.card] & reading.hand).bit_count())


def _knock(seat: int, reading: GinReading, card: Card) -> Move:
    """Knock with a card, in the melds that are offered to everybody who knocks (G-15)."""
    hand = reading.hand ^ 1 << card
    unseen = FULL_MASK & ~reading.hand & ~reading.lying
    return Move(seat, Verb.KNOCK, card, knock_offer(hand, unseen).melds)
