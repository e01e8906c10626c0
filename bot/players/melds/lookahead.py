"""A look at the next card: what a hand comes to with every card that may be drawn, as far as a budget reaches."""

from collections.abc import Sequence
from typing import Final

from bot.players.melds.outlook import Outlook, loose, useful, without
from bot.rummy.cards import JOKER, Card

_CARDS: Final = 1.5
"""Cards of a hand that count as one position; what can be laid of more of them takes longer to find."""
_JOKER: Final = 6
"""How many times as much again each joker in the hand makes that."""
_DONE: Final = -1.0
"""What it costs to have nothing loose any more: less than any card that is kept."""


class Ahead:
    """Looks one card ahead of a hand, and counts the positions that it looks at."""

    def __init__(self, outlook: Outlook, hand: Sequence[Card], positions: int) -> None:
        self._outlook, self._hand = outlook, tuple(hand)
        self._left = positions // (max(1, int(len(hand) / _CARDS)) * (1 + _JOKER * self._hand.count(JOKER)))
        change = useful(outlook.position, hand)
        self._draws = [(card, count) for card, count in outlook.live.items() if change >> card & 1]
        if len(self._draws) >= self._left:
            self._left = -1  # not enough for one look: none is begun
        self._same = outlook.total - sum(count for _, count in self._draws)
        self._loose: dict[Card | None, tuple[Card, ...]] = {}

    def after_draw(self, thrown: Card | None = None) -> float | None:
        """Give what the hand, less a card that is thrown, costs on average after the next draw and discard.

        None where the budget is spent.
        """
        if self._left < 0:
            return None
        same = self._cost(None, thrown, discards=False)
        cost = self._same * same
        for card, count in self._draws:
            if self._left < 0:
                return None
            cost += count * min(same, self._cost(card, thrown, discards=True))
        return cost / self._outlook.total

    def with_card(self, card: Card) -> float:
        """Give what the hand costs with one more card, once another is discarded."""
        return self._cost(card, None, discards=True)

    def _cost(self, drawn: Card | None, thrown: Card | None, *, discards: bool) -> float:
        """Count the cards that are left, less what the next draw may do about them."""
        left = self._left_with(drawn, thrown)
        count = len(left) - discards
        return count - self._outlook.chance(left) if count > 0 else _DONE

    def _left_with(self, drawn: Card | None, thrown: Card | None) -> tuple[Card, ...]:
        """Give what is loose with a card more and one less; if that one is loose, the others are so without it too."""
        hand = self._hand if drawn is None else (*self._hand, drawn)
        if drawn not in self._loose:
            self._loose[drawn] = self._looked_at(hand)
        left = self._loose[drawn]
        if thrown is None:
            return left
        return without(left, thrown) if thrown in left else self._looked_at(without(hand, thrown))

    def _looked_at(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Give what is loose of a hand, and count the position."""
        self._left -= 1
        return loose(self._outlook.position, hand)
