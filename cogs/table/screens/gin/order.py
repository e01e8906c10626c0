"""The order of the cards of a gin hand."""

from bot.rummy.cards import Card, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from cogs.table.screens.sorting import Sorting


def in_order(view: GinView, sorting: Sorting) -> tuple[Card, ...]:
    """Return the cards of a hand in the given order. Sorted by melds, loose cards come last."""
    match sorting:
        case Sorting.MELDS:
            laid = arrange(mask_of(view.hand))
            return tuple(card for meld in laid.melds for card in meld) + laid.loose
        case Sorting.SUITS:
            return tuple(sorted(view.hand, key=lambda card: (suit_of(card), rank_of(card))))
        case Sorting.RANKS:
            return tuple(sorted(view.hand, key=lambda card: (rank_of(card), suit_of(card))))
