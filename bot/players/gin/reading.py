"""What a seat of the gin family may reckon with: its view as masks, and which cards its opponent may hold."""

from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import FULL_MASK, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.game import HAND, LAST_STOCK
from bot.rummy.options import Reach
from bot.rummy.results import DealResult, Outcome
from bot.rummy.views import QUIET_LIMIT, GinView

_DECLINED: Final = 0.8
"""How much less likely the opponent holds a card for each of its neighbours that they threw or left lying."""
_WANTED: Final = 1.6
"""How much more likely for each of its neighbours that they took."""
_SURE: Final = 0.95
"""As certain as a card can be that nobody has seen them take."""
_FAR: Final = 1000
"""More points than a deal can bring: where there is no target, or it can't be reached yet."""


def _neighbours(card: Card) -> CardMask:
    """Find the cards of the same rank, and those next to it in its suit."""
    rank = card % 13
    beside = [card + step for step in (-1, 1) if 0 <= rank + step < 13]
    return mask_of([*range(rank, 52, 13), *beside]) & ~(1 << card)


def _pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Find every two cards that make a meld with a card."""
    rank = card % 13
    same = [other for other in range(rank, 52, 13) if other != card]
    runs = [(card + a, card + b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if rank + a >= 0 and rank + b < 13]
    return (*runs, (same[0], same[1]), (same[0], same[2]), (same[1], same[2]))


NEIGHBOURS: Final = tuple(map(_neighbours, range(52)))
_PAIRS: Final = tuple(map(_pairs, range(52)))


@dataclass(frozen=True, slots=True)
class GinReading:
    """What a seat knows, and how likely the opponent holds each card that it can't see."""

    hand: CardMask
    known: CardMask  # the opponent's cards that everybody saw them take
    lying: CardMask  # the discard pile
    odds: dict[Card, float]  # for each other card unseen: how likely the opponent holds it
    taken: Card | None  # the card that can't be thrown in this turn (G-10)
    turns: int
    last: bool  # the deal is void if this turn ends without a knock (G-11, C-8)
    limit: int  # the knock limit
    gin_bonus: int
    undercut_bonus: int
    factor: int
    needs: tuple[int, int]  # points that the seat, and its opponent, are short of winning
    eager: float  # how much the opponent seems to knock as soon as they can, 0 to 1

    def danger(self, card: Card) -> float:
        """Say how likely the opponent can meld a card with two of their own; they are taken for independent."""
        odds, known = self.odds, self.known
        misses = 1.0
        for a, b in _PAIRS[card]:
            first = 1.0 if known >> a & 1 else odds.get(a, 0.0)
            if first:
                misses *= 1 - first * (1.0 if known >> b & 1 else odds.get(b, 0.0))
        return 1 - misses


def read(view: GinView, seat: int) -> GinReading:
    """Read a view as its seat's."""
    hand, lying, known = mask_of(view.hand), mask_of(view.discards), mask_of(view.known[1 - seat])
    options = view.options
    return GinReading(
        hand=hand,
        known=known,
        lying=lying,
        odds=odds_for(hand, lying, known),
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


def odds_for(hand: CardMask, lying: CardMask, known: CardMask) -> dict[Card, float]:
    """Say how likely the opponent holds each card unseen, by what they took and what they did not want.

    Nearly every card of the discard pile is one that they threw or did not take.
    """
    unseen = cards_in(FULL_MASK & ~hand & ~lying & ~known)
    weights = [
        _DECLINED ** (NEIGHBOURS[card] & lying).bit_count() * _WANTED ** (NEIGHBOURS[card] & known).bit_count()
        for card in unseen
    ]
    each = (HAND - known.bit_count()) / sum(weights)
    return {card: min(_SURE, weight * each) for card, weight in zip(unseen, weights, strict=True)}


def _short_of(view: GinView, seat: int) -> int:
    """Say how many points a seat is short of winning all games that are open to it (G-23, G-24)."""
    options = view.options
    open_ones = [column.totals[seat] for column in view.columns if column.open_to[seat] and not column.over]
    if options.deals or not open_ones:
        return _FAR
    return max(1, options.target + (options.reach is Reach.EXCEEDS) - min(open_ones))


def _eager(deals: tuple[DealResult, ...], seat: int) -> float:
    """Say how much a seat seems to knock as soon as it can, by how the deals that it ended did end."""
    knocks = sum(
        (deal.outcome is Outcome.KNOCK and deal.winner == seat)
        or (deal.outcome is Outcome.UNDERCUT and deal.winner != seat)
        for deal in deals
    )
    gins = sum(deal.outcome is Outcome.GIN and deal.winner == seat for deal in deals)
    return (knocks + 1) / (knocks + 3 * gins + 2)
