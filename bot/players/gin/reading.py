"""A gin view in numbers: cards as masks, and the probability that the opponent holds each unseen card."""

from dataclasses import dataclass
from typing import Final

from bot.players.arithmetic import added, powers
from bot.rummy.cards import FULL_MASK, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.game import HAND, LAST_STOCK
from bot.rummy.gin.options import Reach
from bot.rummy.gin.views import GinView
from bot.rummy.results import DealResult, Outcome
from bot.rummy.views import QUIET_LIMIT

_DECLINED: Final = 0.8
"""The factor on an unseen card's probability for each of its neighbors that the opponent discarded or didn't take."""
_WANTED: Final = 1.6
"""The factor for each of its neighbors that the opponent took."""
_SURE: Final = 0.95
"""The highest probability for a card that the opponent wasn't seen to take."""
_FAR: Final = 1000
"""More points than any deal can earn: used if there's no target, or one that can't be reached yet."""


def _neighbors(card: Card) -> CardMask:
    """Return the cards of the same rank, and those next to a card in its suit."""
    rank = card % 13
    adjacent = [card + step for step in (-1, 1) if 0 <= rank + step < 13]
    return mask_of([*range(rank, 52, 13), *adjacent]) & ~(1 << card)


def _pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Return all pairs of cards that make a meld with a card."""
    rank = card % 13
    same = [other for other in range(rank, 52, 13) if other != card]
    runs = [(card + a, card + b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if rank + a >= 0 and rank + b < 13]
    return (*runs, (same[0], same[1]), (same[0], same[2]), (same[1], same[2]))


NEIGHBORS: Final = tuple(map(_neighbors, range(52)))
PAIRS: Final = tuple(map(_pairs, range(52)))
_MOST_NEIGHBORS: Final = 5
_DECLINED_BY: Final = powers(_DECLINED, _MOST_NEIGHBORS)
_WANTED_BY: Final = powers(_WANTED, _MOST_NEIGHBORS)
"""The factors by the number of neighbors."""


@dataclass(frozen=True, slots=True)
class GinReading:
    """A seat's knowledge, and the probability that the opponent holds each card that the seat can't see."""

    hand: CardMask
    known: CardMask  # the opponent's cards that all players saw them take
    discards: CardMask  # the discard pile
    odds: dict[Card, float]  # by unseen card: the probability that the opponent holds it
    taken: Card | None  # the card that can't be discarded in this turn (G-10)
    turns: int
    last: bool  # the deal is void if this turn ends without a knock (G-11, C-8)
    limit: int  # the knock limit
    gin_bonus: int
    undercut_bonus: int
    factor: int
    needs: tuple[int, int]  # points that the seat and its opponent still need to win
    eager: float  # how eagerly the opponent knocks, 0 to 1

    def danger(self, card: Card) -> float:
        """Return the probability that the opponent can meld a card with two of theirs, taking these as independent."""
        odds, known = self.odds, self.known
        misses = 1.0
        for a, b in PAIRS[card]:
            first = 1.0 if known >> a & 1 else odds.get(a, 0.0)
            if first:
                misses *= 1 - first * (1.0 if known >> b & 1 else odds.get(b, 0.0))
        return 1 - misses


def read(view: GinView, seat: int) -> GinReading:
    """Read a view from its seat's side."""
    hand, pile, known = mask_of(view.hand), mask_of(view.discards), mask_of(view.known[1 - seat])
    options = view.options
    return GinReading(
        hand=hand,
        known=known,
        discards=pile,
        odds=odds_for(hand, pile, known),
        taken=view.taken,
        turns=view.turns,
        last=view.stock == LAST_STOCK or (view.taken is not None and view.quiet_turns == QUIET_LIMIT - 1),
        limit=view.knock_limit,
        gin_bonus=options.gin_bonus,
        undercut_bonus=options.undercut_bonus,
        factor=view.factor,
        needs=(_short_of(view, seat), _short_of(view, 1 - seat)),
        eager=_eager(view.deals, 1 - seat),
    )


def odds_for(hand: CardMask, pile: CardMask, known: CardMask) -> dict[Card, float]:
    """Return the probability that the opponent holds each unseen card, by what they took and what they didn't want.

    Nearly every card of the discard pile is one that they discarded or didn't take.
    """
    unseen = cards_in(FULL_MASK & ~hand & ~pile & ~known)
    weights = [
        _DECLINED_BY[(NEIGHBORS[card] & pile).bit_count()] * _WANTED_BY[(NEIGHBORS[card] & known).bit_count()]
        for card in unseen
    ]
    each = (HAND - known.bit_count()) / added(weights)
    return {card: min(_SURE, weight * each) for card, weight in zip(unseen, weights, strict=True)}


def _short_of(view: GinView, seat: int) -> int:
    """Return how many points a seat still needs to win every game that is open to it (G-23, G-24)."""
    options = view.options
    open_ones = [column.totals[seat] for column in view.columns if column.open_to[seat] and not column.over]
    if options.deals or not open_ones:
        return _FAR
    return max(1, options.target + (options.reach is Reach.EXCEEDS) - min(open_ones))


def _eager(deals: tuple[DealResult, ...], seat: int) -> float:
    """Estimate how eagerly a seat knocks, 0 to 1, from the deals that it ended."""
    knocks = sum(
        (deal.outcome is Outcome.KNOCK and deal.winner == seat)
        or (deal.outcome is Outcome.UNDERCUT and deal.winner != seat)
        for deal in deals
    )
    gins = sum(deal.outcome is Outcome.GIN and deal.winner == seat for deal in deals)
    return (knocks + 1) / (knocks + 3 * gins + 2)
