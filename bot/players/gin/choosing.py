"""Expert in the gin family.

It samples hands that the opponent may hold, weighs which cards can still come and whether a discard helps the opponent,
by how that one plays, and knocks only if a knock is worth more than playing on: deals are played to their end from the
sampled hands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from bot.players.arithmetic import added
from bot.players.gin.discards import Discard, drawn, face_up, future_of, joins, knock, open_discards
from bot.players.gin.playouts import PlayOut
from bot.players.gin.reading import GinReading, reading_of
from bot.players.levels import Budget, Level
from bot.rummy.cards import Card, cards_in, mask_of
from bot.rummy.gin.showdown import defended, knock_offer, places_of
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase


@dataclass(frozen=True, slots=True)
class Weights:
    """The points per unit of each feature of a discard, by the turns played and how the opponent plays.

    `remik bench train --variant gin` fits them to deals that were played on with each of several discards.
    """

    deadwood: float  # a point of deadwood left
    gain: float  # a point of deadwood that the next card saves on average
    gin: float  # the chance that the next card makes gin
    danger: float  # the chance that the discard makes a meld for the opponent


STAGES: Final = (5, 11)
"""The last turn of each stage of a deal but the last one; chosen by hand, no others were tried."""
_EAGER: Final = (
    Weights(0.3, 2.0, 26.0, 1.0),
    Weights(0.83, 1.0, 28.0, 1.0),
    Weights(1.2, 1.2, 30.0, 6.0),
)
"""By stage, against an opponent who knocks as soon as possible."""
_PATIENT: Final = (
    Weights(0.9, 2.1, 49.0, 1.0),
    Weights(0.9, 3.9, 72.0, 1.0),
    Weights(1.0, 2.2, 76.0, 6.0),
)
"""By stage, against one who waits for gin."""


def weights_for(turns: int, eager: float) -> Weights:
    """Return the weights after a number of turns, against an opponent who is eager to knock with this probability."""
    stage = stage_of(turns, STAGES)
    one, other, rest = _EAGER[stage], _PATIENT[stage], 1 - eager
    return Weights(
        deadwood=eager * one.deadwood + rest * other.deadwood,
        gain=eager * one.gain + rest * other.gain,
        gin=eager * one.gin + rest * other.gin,
        danger=eager * one.danger + rest * other.danger,
    )


def stage_of(turns: int, ends: Sequence[int]) -> int:
    """Return the number of the stage that a turn is in."""
    return sum(turns > end for end in ends)


_SPREAD: Final = 12
"""Discards with up to this much more deadwood than the best one are considered; by hand, for speed, as is `_MOST`."""
_MOST: Final = 9
"""The most discards that are considered."""
_PER_DISCARD: Final = 100
"""The positions of the budget that considering a discard uses: an Expert's budget allows for `_MOST`."""


WAITING_GAINS: Final = (3.0, -4.0, 0.6)
"""How many points waiting gains on a knock: always, early against a patient opponent, and per point of it in play-outs.

`remik bench train --variant gin` fits 3.3, 0.6 and 0.55 to deals in which an Expert waited. -4 is by hand: of 500 games
against `ten-until-4`, the worst opponent of the pool, 53.0% were won without an early term, 55.4% in the end.
"""
_ROOM: Final = 25.0
"""If I need fewer points than this to win the game, waiting gains less; chosen by hand, no others were tried."""


@dataclass(frozen=True, slots=True)
class KnockOrWait:
    """What a knock and playing on earn on average, in points of the deal."""

    knock: float
    wait: float

    @property
    def knocks(self) -> bool:
        """Return whether a knock is worth more."""
        return self.knock > self.wait


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


Comparison: TypeAlias = Callable[[GinReading, Discard, Discard], KnockOrWait]
"""How to compare a knock with a discard after which the deal goes on."""


def judged(
    view: GinView, seat: int, budget: Budget = Level.EXPERT.budget, comparison: Comparison | None = None
) -> Judgment:
    """Weigh the discards and a knock. Advice, hints and the coach ask for the same view, so the last ones are kept."""
    return _judged(view, seat, budget, comparison or compare)


@lru_cache(maxsize=64)
def _judged(view: GinView, seat: int, budget: Budget, comparison: Comparison) -> Judgment:
    reading = reading_of(view, seat, budget)
    found = open_discards(reading.hand, reading.taken)
    looked = weighed(reading, found, budget)
    return Judgment(reading, found, looked, ending(reading, found, looked, comparison))


def choose(view: GinView, seat: int, budget: Budget, comparison: Comparison | None = None) -> Move:
    """Choose the move of the seat whose turn it is."""
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(mask_of(view.hand), card))
    first = open_discards(mask_of(view.hand), view.taken)[0]
    if first.deadwood == 0:
        return knock(view, seat, first.card)
    judgment = judged(view, seat, budget, comparison)
    if judgment.end is not None and judgment.end.knocks:
        return knock(view, seat, judgment.end.choice.card)
    return Move(seat, Verb.DISCARD, judgment.looked[0].card)


def ending(
    reading: GinReading, found: Sequence[Discard], looked: Sequence[Discard], comparison: Comparison
) -> PossibleKnock | None:
    """Compare a knock with playing on; None if no discard is within the knock limit. ``looked`` has been weighed."""
    first = found[0]
    if first.deadwood > reading.limit:
        return None
    if first.deadwood == 0:
        return PossibleKnock(first, None)
    least = [choice for choice in looked if choice.deadwood == first.deadwood] or [first]
    best = max(least, key=lambda choice: choice.future.gins if choice.future else 0)
    return PossibleKnock(best, comparison(reading, best, looked[0]))


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


def compare(reading: GinReading, knock: Discard, wait: Discard, gains: Sequence[float] = WAITING_GAINS) -> KnockOrWait:
    """Compare a knock with a discard after which the deal goes on, each with its own card."""
    now = reading.stakes.of_knocks(knock.deadwood, left_after(reading, knock))
    if reading.last:
        return KnockOrWait(now, 0.0)
    terms = terms_of_waiting(reading, wait, now)
    return KnockOrWait(now, now + added([gain * term for gain, term in zip(gains, terms, strict=True)]))


def terms_of_waiting(reading: GinReading, wait: Discard, now: float) -> tuple[float, ...]:
    """Return the terms of `WAITING_GAINS`; a knock earns ``now``."""
    later = played_on(reading, wait.card)
    room = max(0.0, min(1.0, (reading.stakes.needs[0] - later) / _ROOM))
    early = 1 - reading.eager if reading.turns <= STAGES[-1] else 0.0
    return room, room * early, later - now


def played_on(reading: GinReading, wait: Card) -> float:
    """Return the points on average if I wait for gin after a discard, and both players make simple moves."""
    rng = Random(reading.hand)  # noqa: S311 - cards to calculate with, not a shuffle
    hand, unseen, total = reading.hand ^ 1 << wait, cards_in(reading.unseen), 0
    for other, until in zip(reading.hands, reading.untils, strict=True):
        stock = [card for card in unseen if not other >> card & 1]
        total += PlayOut([hand, other], wait, stock, (0, reading.limit), until, reading.stakes).points(rng)
    return total / len(reading.hands)


def left_after(reading: GinReading, knock: Discard) -> list[int]:
    """Return the deadwood that a knock leaves the opponent of each of the hands that it may hold."""
    places = tuple(places_of(knock_offer(reading.hand ^ 1 << knock.card, reading.unseen).melds))
    return [defended(other, places) for other in reading.hands]
