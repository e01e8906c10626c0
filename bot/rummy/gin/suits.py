"""A hand by its suits: what runs make of one suit, from tables, and the ways to take sets out of all four.

A suit is a mask of 13 ranks, bit 0 the ace. A suit's best runs need no search: of cards that stand in a row, three or
more all belong to a run. So a table over the 8,192 masks answers for runs, and only sets are left to be chosen.
"""

from typing import Final, TypeAlias

from bot.rummy.cards import POINTS, CardMask

Suits: TypeAlias = tuple[int, int, int, int]
"""The ranks that a hand holds of clubs, spades, hearts and diamonds, as masks."""

SUIT: Final = (1 << 13) - 1
"""The mask of a whole suit."""
COLUMN: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; times a mask of ranks, all cards of these ranks."""


def _runs(suit: int) -> int:
    """Find the cards of a suit that stand three or more in a row (G-2); the king ends a row (G-1)."""
    first = suit & suit >> 1 & suit >> 2
    return first | first << 1 | first << 2


def _totals() -> list[int]:
    """Add up what the cards of a suit count, for each mask."""
    totals = [0]
    for points in POINTS[:13]:
        totals += [total + points for total in totals]
    return totals


_TOTALS: Final = _totals()
RUNS: Final = [_runs(suit) for suit in range(SUIT + 1)]
"""For each mask of a suit: its cards that stand in runs."""
LOOSE: Final = [_TOTALS[suit & ~runs] for suit, runs in enumerate(RUNS)]
"""For each mask of a suit: what its other cards count, the least deadwood that runs can leave of it."""


def split(hand: CardMask) -> Suits:
    """Take a hand apart into its suits."""
    return hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39


def join(suits: Suits) -> CardMask:
    """Put a hand together from its suits."""
    clubs, spades, hearts, diamonds = suits
    return clubs | spades << 13 | hearts << 26 | diamonds << 39


def ranks_in(suits: Suits) -> int:
    """Give the ranks that a hand holds, as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs | spades | hearts | diamonds


def threes_in(suits: Suits) -> int:
    """Give the ranks of which a hand holds three or four cards, as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)


def without_sets(suits: Suits, ranks: int) -> list[Suits]:
    """Take sets of some ranks out of a hand in every possible way, none included, and give what is left (G-2).

    The hand holds three or four cards of each rank in the mask ``ranks``.
    """
    ways = [suits]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        others = ~rank
        for clubs, spades, hearts, diamonds in tuple(ways):
            c, s, h, d = clubs & others, spades & others, hearts & others, diamonds & others
            ways.append((c, s, h, d))
            if clubs & spades & hearts & diamonds & rank:
                ways += (clubs, s, h, d), (c, spades, h, d), (c, s, hearts, d), (c, s, h, diamonds)
    return ways
