"""The order in which a player looks at the cards of their hand."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

from bot.rummy.cards import JOKER, Card, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.views import GinView, MeldsView
from render.melds.reading import read_hand

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards that are shown together."""


class Sorting(StrEnum):
    """Ways to sort a hand."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"

    def following(self, *, unassisted: bool = False) -> "Sorting":
        """Give the order that a click on the button changes to."""
        ways = ways_to_sort(unassisted=unassisted)
        return ways[(ways.index(self) + 1) % len(ways)]


def ways_to_sort(*, unassisted: bool) -> list[Sorting]:
    """List the ways to sort; an unassisted table finds nobody's melds."""
    return [way for way in Sorting if not (unassisted and way is Sorting.MELDS)]


def sorting_from(kept: str | None, *, unassisted: bool) -> Sorting:
    """Read how somebody likes their hand sorted; the first way that there is where they like none of them."""
    ways = ways_to_sort(unassisted=unassisted)
    return next((way for way in ways if way.value == kept), ways[0])


def groups_of(view: MeldsView, sorting: Sorting) -> Groups:
    """Give the cards of a hand in groups: those that make melds, those of a suit or of a rank."""
    match sorting:
        case Sorting.MELDS:
            return tuple(group.cards for group in read_hand(view).groups)
        case Sorting.SUITS:
            return _grouped(sorted(view.hand), suit_of)
        case Sorting.RANKS:
            return _grouped(sorted(view.hand, key=lambda card: (card == JOKER, rank_of(card), suit_of(card))), _rank)


def in_order_of(view: MeldsView, sorting: Sorting) -> tuple[Card, ...]:
    """Give the cards of a hand in the order asked for, one after the other."""
    return tuple(card for group in groups_of(view, sorting) for card in group)


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


def _grouped(cards: Sequence[Card], key: Callable[[Card], int]) -> Groups:
    """Split cards where their key changes."""
    return tuple(tuple(group) for _, group in groupby(cards, key))


def _rank(card: Card) -> int:
    """Give a card's rank; jokers have one of their own."""
    return -1 if card == JOKER else rank_of(card)
