"""Hard in the gin family: it counts the cards that it hasn't seen.

By that count it keeps the cards that can still become melds, and holds back those that the opponent may need. It knocks
with little deadwood. It doesn't draw conclusions from what the opponent discards or leaves, and ignores the score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.players.gin.discards import PAIRS, Discard, open_discards
from bot.players.gin.turns import drawn, face_up, joins, knock
from bot.players.levels import Budget
from bot.rummy.cards import FULL_MASK, POINTS, Card, CardMask, cards_in, mask_of
from bot.rummy.gin.arrange import deadwood, discards
from bot.rummy.gin.game import HAND, LAST_STOCK
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
"""The most deadwood to knock with, as long as the deal doesn't end without points in this turn (G-11)."""


@dataclass(frozen=True, slots=True)
class GinCount:
    """The cards that a seat hasn't seen, and the ones that it saw the opponent take."""

    unseen: CardMask
    known: CardMask
    held: float  # the chance that the opponent holds an unseen card

    def chance(self, card: Card) -> float:
        """Return the chance that the opponent holds a card."""
        if self.known >> card & 1:
            return 1.0
        return self.held if self.unseen >> card & 1 else 0.0

    def danger(self, card: Card) -> float:
        """Return the chance that the opponent can meld a card with two of theirs, taking these as independent."""
        misses = 1.0
        for one, other in PAIRS[card]:
            misses *= 1 - self.chance(one) * self.chance(other)
        return 1 - misses


def choose(view: GinView, seat: int, budget: Budget) -> Move:
    """Choose the move of the seat whose turn it is."""
    hand = mask_of(view.hand)
    if view.phase is not Phase.DISCARD:
        card = face_up(view)
        return drawn(view, seat, take=card is not None and joins(hand, card))
    found = open_discards(hand, view.taken)
    most = view.knock_limit if view.stock == LAST_STOCK else min(view.knock_limit, _LITTLE)
    if found[0].deadwood <= most:
        return knock(view, seat, found[0].card)
    return Move(seat, Verb.DISCARD, _cheapest(hand, found, counted(view, seat), budget))


def counted(view: GinView, seat: int) -> GinCount:
    """Count the cards that a seat hasn't seen."""
    known = mask_of(view.known[1 - seat])
    unseen = FULL_MASK & ~mask_of(view.hand) & ~mask_of(view.discards) & ~known
    return GinCount(unseen, known, (HAND - known.bit_count()) / unseen.bit_count())


def _cheapest(hand: CardMask, found: Sequence[Discard], count: GinCount, budget: Budget) -> Card:
    """Return the discard that costs least, of those that leave little deadwood and as many as the budget allows."""
    many = max(1, budget.positions // count.unseen.bit_count())
    near = [choice for choice in found if choice.deadwood <= found[0].deadwood + _SPREAD]
    return min(near[:many], key=lambda choice: _cost(hand ^ 1 << choice.card, choice, count)).card


def _cost(kept: CardMask, choice: Discard, count: GinCount) -> float:
    """Return what a discard costs in points: deadwood and danger, less what the next card may bring."""
    gain = gins = 0
    for card in cards_in(count.unseen):
        more = kept | 1 << card
        if deadwood(more) < choice.deadwood + POINTS[card]:
            least = min([left for _, left in discards(more)])
            gain += choice.deadwood - least
            gins += least == 0
    saved = (_GAIN * gain + _GIN * gins) / count.unseen.bit_count()
    return choice.deadwood - saved + _DANGER * count.danger(choice.card)
