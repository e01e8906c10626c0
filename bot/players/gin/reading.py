"""A gin view in numbers: cards as masks, the hands that the opponent may hold, and how that one plays.

An opponent knocks as soon as possible, or waits for gin. The finished deals of the game tell, and in this deal every
turn without a knock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.players.gin.discards import PAIRS
from bot.players.gin.playouts import EndStakes
from bot.players.gin.worlds import hands_for, signs_in
from bot.players.levels import Budget, Level
from bot.rummy.cards import Card, CardMask, cards_in, mask_of
from bot.rummy.gin.game import LAST_STOCK
from bot.rummy.gin.options import Reach
from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome
from bot.rummy.views import QUIET_LIMIT

_FAR: Final = 1000
"""More points than any deal can earn: used if there's no target, or one that can't be reached yet."""
_PER_HAND: Final = 8
"""The positions of the budget that a sampled hand uses."""
_FEWEST: Final = 16
_LEAST_LOW: Final = 0.1
"""The least factor for a hand with which the opponent could have knocked."""


@dataclass(frozen=True, slots=True)
class GinReading:
    """A seat's knowledge, and hands that the opponent may hold: sampled, so each is one of equally likely ones."""

    hand: CardMask
    unseen: CardMask  # neither in the hand nor face up, nor known to be the opponent's
    hands: tuple[CardMask, ...]
    held: tuple[int, ...]  # for each card of the pack a mask of the hands that hold it, a bit each
    odds: dict[Card, float]  # by unseen card: the probability that the opponent holds it
    taken: Card | None  # the card that can't be discarded in this turn (G-10)
    turns: int
    last: bool  # the deal is void if this turn ends without a knock (G-11, C-8)
    limit: int  # the knock limit
    stakes: EndStakes
    eager: float  # the probability that the opponent knocks as soon as it can

    def danger(self, card: Card) -> float:
        """Return the probability that the opponent can meld a card with two of theirs."""
        held, hits = self.held, 0
        for one, other in PAIRS[card]:
            hits |= held[one] & held[other]
        return hits.bit_count() / len(self.hands)


def reading_of(view: GinView, seat: int, budget: Budget = Level.EXPERT.budget) -> GinReading:
    """Read a view from its seat's side. The same view and budget always give the same hands."""
    options, signs = view.options, signs_in(view, seat)
    eager = eagerness(view, 1 - seat)
    hand = mask_of(view.hand)
    rng = Random(hand + view.turns)  # noqa: S311 - hands to calculate with, not a shuffle
    many = max(_FEWEST, budget.positions // _PER_HAND)
    hands = hands_for(signs, many, max(_LEAST_LOW, 1 - eager), view.knock_limit, rng)
    held = _holders(hands)
    return GinReading(
        hand=hand,
        unseen=signs.unseen,
        hands=tuple(hands),
        held=held,
        odds={card: held[card].bit_count() / many for card in cards_in(signs.unseen)},
        taken=view.taken,
        turns=view.turns,
        last=view.stock == LAST_STOCK or (view.taken is not None and view.quiet_turns == QUIET_LIMIT - 1),
        limit=view.knock_limit,
        stakes=EndStakes(
            options.gin_bonus,
            options.undercut_bonus,
            options.tie,
            view.factor,
            (_short_of(view, seat), _short_of(view, 1 - seat)),
        ),
        eager=eager,
    )


def _holders(hands: Sequence[CardMask]) -> tuple[int, ...]:
    """Return for each card of the pack a mask of the hands that hold it, the last hand in its lowest bit."""
    rows = "".join([f"{hand:052b}" for hand in hands])
    return tuple(int(rows[51 - card :: 52], 2) for card in range(52))


def _short_of(view: GinView, seat: int) -> int:
    """Return how many points a seat still needs to win every game that is open to it (G-23, G-24)."""
    options = view.options
    open_ones = [column.totals[seat] for column in view.columns if column.open_to[seat] and not column.over]
    if options.deals or not open_ones:
        return _FAR
    return max(1, options.target + (options.reach is Reach.EXCEEDS) - min(open_ones))


_SURVIVAL: Final = (1.0, 0.99, 0.97, 0.93, 0.88, 0.79, 0.67, 0.57, 0.48, 0.38, 0.29, 0.23, 0.17, 0.1)
"""How often a deal goes on against a player who knocks at once, compared with one who waits, by that player's turns."""
_MOST_EAGER: Final = 0.93
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
    before = min(_MOST_EAGER, odds / (1 + odds))
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
