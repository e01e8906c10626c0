"""Three-handed gin: who deals and who waits in each deal, and how a game is settled.

The deal between the two others is a deal of gin, to the last rule (G3-1).
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.rummy.gin.options import GinOptions, Shutout
from bot.rummy.results import Bonus, DealResult, Totals

SEATS = 3
_SHUTOUT = 100


class Trio(NamedTuple):
    """The seat that waits in a deal, or in the next one, and the non-dealer and the dealer of this deal."""

    waits: int
    pair: tuple[int, int]


def third(one: int, other: int) -> int:
    """Return the seat that isn't one of these two."""
    return SEATS - one - other


def next_roles(options: GinOptions, pair: tuple[int, int], result: DealResult) -> tuple[int, int]:
    """Return who deals and who waits after a deal between ``pair``, the non-dealer and the dealer (G3-6, G3-7, G3-11).

    Without a winner the roles stay.
    """
    first, dealer = pair
    waited = third(first, dealer)
    if result.winner is None:
        return dealer, waited
    loser = dealer if result.winner == first else first
    if options.has_box:
        return result.winner, loser
    return waited, loser


def settled(options: GinOptions, winners: Sequence[int], bonuses: Sequence[Bonus]) -> Totals:
    """Return what each player gets from the others (G3-16): the differences of their sums.

    A player who has won no deal pays each winner 100 more, if the options say so.
    """
    paid = [SEATS * one.final - sum(each.final for each in bonuses) for one in bonuses]
    for seat, one in enumerate(bonuses):
        for winner in winners if options.shutout is Shutout.PAY and not one.deals_won else ():
            paid[winner] += _SHUTOUT
            paid[seat] -= _SHUTOUT
    return tuple(paid)
