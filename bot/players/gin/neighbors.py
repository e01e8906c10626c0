"""Which cards go together: the neighbors of each card, and the pairs that make a meld with it."""

from typing import Final

from bot.rummy.cards import Card, CardMask, mask_of


def _neighbors(card: Card) -> CardMask:
    """Return the cards of the same rank, and those next to a card in its suit."""
    rank = card % 13
    adjacent = [card + step for step in (-1, 1) if 0 <= rank + step < 13]
    return mask_of([*range(rank, 52, 13), *adjacent]) & ~(1 << card)


def _pairs(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Return all pairs of cards that make a meld with a card."""
    rank = card % 13
    same = [other for other in range(rank, 52, 13) if other != card]
    runs = [(card + a, card + b) for a, b in ((-2, -1), (-1, 1), (1, 2)) if rank + a >= 0 and rank + b < 13]
    return (*runs, (same[0], same[1]), (same[0], same[2]), (same[1], same[2]))


NEIGHBORS: Final = tuple(map(_neighbors, range(52)))
PAIRS: Final = tuple(map(_pairs, range(52)))
