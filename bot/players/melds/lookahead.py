"""A search one draw deep: the average cost of a hand over all cards that may be drawn, within a budget."""

from collections.abc import Sequence
from typing import Final

from bot.players.melds.discarding import Discarding
from bot.players.melds.loose_cards import searchable
from bot.players.melds.outlook import Outlook, loose, useful, without
from bot.rummy.cards import JOKER, Card

_CARDS: Final = 1.5
"""Cards in hand per position of the budget: the best lay-down of more cards takes longer to find."""
_JOKER: Final = 6
"""The extra cost of each joker in the hand, in multiples of the cost of a position."""
_QUICK: Final = 2
_QUICK_JOKER: Final = 4
"""The same two for hands that `loose_cards` can search, whatever their number of cards."""


class Ahead:
    """Evaluates a hand one draw ahead, and counts the positions."""

    def __init__(self, outlook: Outlook, hand: Sequence[Card], positions: int, weights: Discarding) -> None:
        self._outlook, self._hand, self._weights = outlook, tuple(hand), weights
        self._left = positions // _cost_of(outlook, self._hand)
        change = useful(outlook.position, hand)
        self._draws = [(card, count) for card, count in outlook.live.items() if change >> card & 1]
        if len(self._draws) >= self._left:
            self._left = -1  # not enough for one evaluation, so none is started
        self._same = outlook.total - sum(count for _, count in self._draws)
        self._loose: dict[Card | None, tuple[Card, ...]] = {}

    def after_draw(self, discarded: Card | None = None) -> float | None:
        """Return the average cost of the hand, less a discarded card, after the next draw and discard.

        None if the budget is spent.
        """
        if self._left < 0:
            return None
        same = self._cost(None, discarded, discards=False)
        cost = self._same * same
        for card, count in self._draws:
            if self._left < 0:
                return None
            cost += count * min(same, self._cost(card, discarded, discards=True))
        return cost / self._outlook.total

    def with_card(self, card: Card) -> float:
        """Return the cost of the hand with one more card, after another one is discarded."""
        return self._cost(card, None, discards=True)

    def _cost(self, drawn: Card | None, discarded: Card | None, *, discards: bool) -> float:
        """Return the number of loose cards, less the weighted chance that another draw makes a meld of some."""
        left = self._left_with(drawn, discarded)
        count = len(left) - discards
        return count - self._weights.outs * self._outlook.outs(left) if count > 0 else -self._weights.out

    def _left_with(self, drawn: Card | None, discarded: Card | None) -> tuple[Card, ...]:
        """Return the loose cards with one card more and one less; discarding a loose card leaves the others loose."""
        hand = self._hand if drawn is None else (*self._hand, drawn)
        if drawn not in self._loose:
            self._loose[drawn] = self._evaluated(hand)
        left = self._loose[drawn]
        if discarded is None:
            return left
        return without(left, discarded) if discarded in left else self._evaluated(without(hand, discarded))

    def _evaluated(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the loose cards of a hand, and count the position."""
        self._left -= 1
        return loose(self._outlook.position, hand)


def _cost_of(outlook: Outlook, hand: Sequence[Card]) -> int:
    """Return how many positions of the budget each evaluation of a hand takes."""
    position, jokers = outlook.position, hand.count(JOKER)
    if searchable(hand, position.melds, position.rules):
        return _QUICK + _QUICK_JOKER * jokers
    return max(1, int(len(hand) / _CARDS)) * (1 + _JOKER * jokers)
