"""The order in which a player looks at the cards of their hand."""

from enum import StrEnum

from bot.rummy.arrange import arrange
from bot.rummy.cards import Card, mask_of, rank_of, suit_of
from bot.rummy.views import GinView


class Sorting(StrEnum):
    """Ways to sort a hand."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"

    @property
    def following(self) -> "Sorting":
        """What a click on the button changes to."""
        ways = list(Sorting)
        return ways[(ways.index(self) + 1) % len(ways)]


def in_order(view: GinView, sorting: Sorting) -> tuple[Card, ...]:
    """Give the cards of a hand in the order asked for; with melds first, the loose ones follow."""
    match sorting:
        case Sorting.MELDS:
            laid = arrange(mask_of(view.hand))
            return tuple(card for meld in laid.melds for card in meld) + laid.loose
        case Sorting.SUITS:
            return tuple(sorted(view.hand, key=lambda card: (suit_of(card), rank_of(card))))
        case Sorting.RANKS:
            return tuple(sorted(view.hand, key=lambda card: (rank_of(card), suit_of(card))))
