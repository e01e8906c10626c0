"""The order of a hand's cards, which its picture, buttons, texts and alt text share: how it's sorted, and its rows.

This module doesn't load Pillow.
"""

from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations, pairwise
from typing import assert_never

from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from render.drawing.rows import LOOSE, Group, GroupRow


class Sorting(StrEnum):
    """Ways to sort a hand."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"

    def following(self, *, unassisted: bool = False) -> "Sorting":
        """Return the order that a click on the button changes to."""
        ways = ways_to_sort(unassisted=unassisted)
        return ways[(ways.index(self) + 1) % len(ways)]


def ways_to_sort(*, unassisted: bool) -> list[Sorting]:
    """Return the available orders. At an unassisted table players find their own melds."""
    return [way for way in Sorting if not (unassisted and way is Sorting.MELDS)]


def sorting_from(kept: str | None, *, unassisted: bool) -> Sorting:
    """Return a player's preferred order, or the first one if they have none or it isn't available."""
    ways = ways_to_sort(unassisted=unassisted)
    return next((way for way in ways if way.value == kept), ways[0])


def in_order(rows: Sequence[GroupRow]) -> tuple[Card, ...]:
    """Return the cards of rows from left to right, row by row."""
    return tuple(card for row in rows for group in row for card in group.cards)


def in_sequence(hand: Sequence[Card], sorting: Sorting, rows: int, most: int) -> tuple[GroupRow, ...]:
    """Return a hand in rows of at most ``most``: by suits, or by ranks from the highest.

    Rows of suits end between two suits where they can. ValueError for `Sorting.MELDS`.
    """
    match sorting:
        case Sorting.SUITS:
            cards = sorted(hand, key=lambda card: (suit_of(card), card))
            return tuple((Group(LOOSE, part),) for part in _between_suits(cards, rows, most))
        case Sorting.RANKS:
            cards = sorted(hand, key=lambda card: (card == JOKER, -rank_of(card), card))
            return tuple((Group(LOOSE, part),) for part in evenly(cards, rows))
        case Sorting.MELDS:
            raise ValueError("melds aren't a sequence")
        case _:
            assert_never(sorting)


def evenly(cards: Sequence[Card], rows: int) -> list[tuple[Card, ...]]:
    """Split cards into rows as even as possible, the longer ones first. Empty rows are left out."""
    size, longer = divmod(len(cards), rows)
    sizes = [size + (row < longer) for row in range(rows)]
    starts = [sum(sizes[:row]) for row in range(rows)]
    return [tuple(cards[at : at + count]) for at, count in zip(starts, sizes, strict=True) if count]


def _between_suits(cards: Sequence[Card], rows: int, most: int) -> list[tuple[Card, ...]]:
    """Split cards sorted by suit into rows, as few suits as possible in two of them, then as even as possible."""
    most = max(most, -(-len(cards) // rows))
    best: tuple[tuple[int, int], list[tuple[Card, ...]]] | None = None
    for ends in combinations(range(1, len(cards)), min(rows, len(cards)) - 1) if cards else ():
        edges = (0, *ends, len(cards))
        parts = [tuple(cards[start:end]) for start, end in pairwise(edges)]
        if max(map(len, parts)) > most:
            continue
        cut = sum(suit_of(cards[end - 1]) == suit_of(cards[end]) for end in ends)
        rank = cut, sum(len(part) ** 2 for part in parts)
        if best is None or rank < best[0]:
            best = rank, parts
    return best[1] if best is not None else []
