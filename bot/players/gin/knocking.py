"""The choice between knocking and playing on, by deals played to their end from sampled hands of the opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.players.gin.discards import Discard
from bot.players.gin.playouts import PlayOut, knocked
from bot.players.gin.reading import GinReading
from bot.rummy.cards import CardMask, cards_in
from bot.rummy.gin.showdown import knock_offer

_LATER: Final = (0, 3, 6)
"""The deadwood with which I might knock in a later turn, one plan each."""
_TRIED: Final = 16
"""The hands with which each plan is played out; only the best plan goes on."""
_CLEAR: Final = 10.0
"""After that, a difference of this many points on average decides."""
_MOST: Final = 64
_BETTER: Final = 5.0
"""The most that playing on earns more than the play-outs say, since Expert's moves are better than simple ones."""
_SHARE: Final = 0.25
"""As a share of the points that are still missing to win the game, which may be fewer."""


@dataclass(frozen=True, slots=True)
class KnockOrWait:
    """What a knock and playing on earn on average, in points of the deal."""

    knock: float
    wait: float

    @property
    def knocks(self) -> bool:
        """Return whether a knock is worth more."""
        return self.knock > self.wait


def compare(reading: GinReading, knock: Discard, wait: Discard) -> KnockOrWait:
    """Compare a knock with a discard after which the deal goes on, each with its own card."""
    hand = reading.hand ^ 1 << knock.card
    points = knocked(hand, knock_offer(hand, reading.unseen).melds, reading.hands[:_MOST], reading.stakes)
    now = sum(points) / len(points)
    return KnockOrWait(now, 0.0 if reading.last else _of_waiting(reading, wait, now))


def _of_waiting(reading: GinReading, wait: Discard, now: float) -> float:
    """Return the points that playing on earns with the best of the plans; a knock earns ``now``."""
    hands = reading.hands[:_MOST]
    plans = [later for later in _LATER if later <= reading.limit]
    tried = {later: _with_plan(reading, wait, hands[:_TRIED], later) for later in plans}
    best = max(plans, key=lambda later: tried[later])
    more = hands[_TRIED:]
    early = _improved(reading, tried[best] / len(hands[:_TRIED]))
    if not more or abs(early - now) >= _CLEAR:
        return early
    return _improved(reading, (tried[best] + _with_plan(reading, wait, more, best)) / len(hands))


def _improved(reading: GinReading, simple: float) -> float:
    """Return what Expert earns on average where simple moves earn ``simple`` points."""
    return simple + min(_BETTER, _SHARE * (reading.stakes.needs[0] - simple))


def _with_plan(reading: GinReading, wait: Discard, hands: Sequence[CardMask], later: int) -> int:
    """Return the total points of a plan. In a share of the deals the opponent knocks at once, in all others never."""
    rng = Random(reading.hand + len(hands))  # noqa: S311 - cards to calculate with, not a shuffle
    hand, unseen = reading.hand ^ 1 << wait.card, cards_in(reading.unseen)
    total, share = 0, 0.0
    for other in hands:
        share += reading.eager
        limit = reading.limit if share >= 1 else 0
        share -= share >= 1
        stock = [card for card in unseen if not other >> card & 1]
        total += PlayOut([hand, other], wait.card, stock, (later, limit), reading.stakes).points(rng)
    return total
