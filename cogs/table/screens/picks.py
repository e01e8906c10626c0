"""The cards that a player has picked in the selects of their hand."""

from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card


@dataclass(frozen=True, slots=True)
class Picks:
    """Cards that a player has picked in a deal. Deals count from 1."""

    deal: int
    cards: tuple[Card, ...]

    def in_deal(self, deal: int) -> tuple[Card, ...]:
        """Return the picked cards if they were picked in this deal, else none."""
        return self.cards if self.deal == deal else ()


NO_PICKS: Final = Picks(0, ())
