"""What playing on earns in gin when a knock is possible: deals are played to their end from the sampled hands.

Both players make simple moves in them, and the opponent knocks as the owner of each hand would. That is off by some
points, so the difference to a knock is a sum of terms, fitted to deals that an Expert really played on:
`remik bench train --variant gin` prints the weights.
"""

from random import Random
from typing import Final

from bot.players.gin.playouts import PlayOut
from bot.players.gin.reading import GinReading
from bot.rummy.cards import Card, cards_in

TERMS: Final = ("one", "turns", "knock", "gin", "later")
"""1, the turns played, and the points of a knock now, of waiting for gin, and of knocking as soon as possible later."""
WEIGHTS: Final = (0.0, 0.0, -7.6, 7.4, -0.9)
_EVERY: Final = 2
"""Each plan is played out with one of so many hands."""


def terms(reading: GinReading, wait: Card, now: float) -> tuple[float, ...]:
    """Return the terms of playing on with a discard; ``now`` is what a knock earns."""
    gin, later = (_with_plan(reading, wait, limit) for limit in (0, reading.limit))
    return 1.0, reading.turns / 10, now / 10, gin / 10, later / 10


def _with_plan(reading: GinReading, wait: Card, limit: int) -> float:
    """Return the points on average if I knock later with up to ``limit`` deadwood."""
    rng = Random(reading.hand + limit)  # noqa: S311 - cards to calculate with, not a shuffle
    hand, unseen = reading.hand ^ 1 << wait, cards_in(reading.unseen)
    points = []
    for other, until in list(zip(reading.hands, reading.untils, strict=True))[::_EVERY]:
        stock = [card for card in unseen if not other >> card & 1]
        points.append(PlayOut([hand, other], wait, stock, (limit, reading.limit), until, reading.stakes).points(rng))
    return sum(points) / len(points)
