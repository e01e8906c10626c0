"""How the opponent plays: as one who knocks as soon as possible, or one who waits for gin.

The finished deals of the game tell, and in this deal every turn without a knock.
"""

from typing import Final

from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome

_SURVIVAL: Final = (1.0, 0.99, 0.97, 0.93, 0.88, 0.79, 0.67, 0.57, 0.48, 0.38, 0.29, 0.23, 0.17, 0.1)
"""How often a deal goes on against a player who knocks at once, compared with one who waits, by that player's turns."""
_MOST: Final = 0.93
"""The highest probability, since a player may well knock early in a deal and wait later."""
_HIGH: Final = 5
"""At least this much deadwood in a knock is typical of a player who knocks at once."""
_KNOCKED_HIGH, _KNOCKED, _GIN = 5.0, 2.0, 0.33
"""How much likelier a knock with high deadwood, one with less, and gin are from a player who knocks at once."""
_BEFORE: Final = 2.0
"""The odds before the first deal that a player knocks at once, as most do."""
_UNKNOWN: Final = 0.5


def eagerness(view: GinView, seat: int) -> float:
    """Return the probability that a seat knocks as soon as it can, from 0 to 1, for all the view shows of it."""
    if view.knock_limit == 0:
        return _UNKNOWN
    odds = _BEFORE
    for deal in view.deals:
        odds *= _sign(deal, seat)
    before = min(_MOST, odds / (1 + odds))
    eager = before * _SURVIVAL[min(view.turns // 2, len(_SURVIVAL) - 1)]
    return eager / (eager + 1 - before)


def _sign(deal: DealResult, seat: int) -> float:
    """Return how much likelier the end of a deal is if the seat knocks at once; 1 if the seat didn't end it."""
    if deal.outcome is Outcome.GIN and deal.winner == seat:
        return _GIN
    if deal.outcome is Outcome.KNOCK and deal.winner == seat:
        left = deal.knock.lower if deal.knock else 0
    elif deal.outcome is Outcome.UNDERCUT and deal.winner != seat:
        left = deal.knock.higher if deal.knock else 0
    else:
        return 1.0
    return _KNOCKED_HIGH if left >= _HIGH else _KNOCKED
