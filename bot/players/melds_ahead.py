"""A look at the next card: what a hand comes to with every card that may be drawn, as far as a budget reaches."""

from collections.abc import Sequence
from typing import Final

from bot.players.melds_outlook import Outlook, loose, useful
from bot.rummy.cards import Card

_CARDS: Final = 4
"""Cards of a hand that take as long to look at as a position: more of them count as more positions."""
_DONE: Final = -1.0
"""What it costs to have nothing loose any more: less than any card that is kept."""


class Ahead:
    """Looks one card ahead, and counts the positions that it looks at."""

    def __init__(self, outlook: Outlook, positions: int) -> None:
        self.outlook = outlook
        self.left = positions

    def after_draw(self, kept: Sequence[Card]) -> float | None:
        """Give what a hand costs on average after the next draw and discard; None where the budget is spent."""
        live, position = self.outlook.live, self.outlook.position
        change = useful(position, kept)
        draws = [(card, count) for card, count in live.items() if change >> card & 1]
        positions = (len(draws) + 1) * max(1, len(kept) // _CARDS)
        if positions > self.left:
            return None
        self.left -= positions
        same = self._cost(loose(position, kept), thrown=False)
        changed = sum(count for _, count in draws)
        cost = sum([count * min(same, self.with_card(kept, card)) for card, count in draws])
        return (cost + (self.outlook.total - changed) * same) / self.outlook.total

    def with_card(self, kept: Sequence[Card], card: Card) -> float:
        """Give what a hand costs with one more card, once another is discarded."""
        return self._cost(loose(self.outlook.position, (*kept, card)), thrown=True)

    def _cost(self, left: Sequence[Card], *, thrown: bool) -> float:
        """Count the cards that are left, less what the next draw may do about them."""
        count = len(left) - thrown
        return count - self.outlook.chance(left) if count > 0 else _DONE
