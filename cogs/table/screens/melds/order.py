"""The order of the cards of a hand in games with melds on the table."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeAlias

from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.melds.views import MeldsView
from cogs.table.screens.sorting import Sorting
from render.melds.reading import read_hand

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards in groups that are shown together."""


def groups_of(view: MeldsView, sorting: Sorting) -> Groups:
    """Return the cards of a hand in groups: by meld, by suit or by rank."""
    match sorting:
        case Sorting.MELDS:
            return tuple(group.cards for group in read_hand(view).groups)
        case Sorting.SUITS:
            return _grouped(sorted(view.hand), suit_of)
        case Sorting.RANKS:
            return _grouped(sorted(view.hand, key=lambda card: (card == JOKER, rank_of(card), suit_of(card))), _rank)


def in_order_of(view: MeldsView, sorting: Sorting) -> tuple[Card, ...]:
    """Return the cards of a hand in the given order."""
    return tuple(card for group in groups_of(view, sorting) for card in group)


def _grouped(cards: Sequence[Card], key: Callable[[Card], int]) -> Groups:
    """Split cards into groups of the same key."""
    return tuple(tuple(group) for _, group in groupby(cards, key))


def _rank(card: Card) -> int:
    """Return a card's rank; -1 for jokers."""
    return -1 if card == JOKER else rank_of(card)
