"""A hand by suits: the best runs of a suit, from tables, and the ways to take sets out of all four.

A suit is a mask of 13 ranks, bit 0 the ace. The best runs of a suit need no search: three or more consecutive cards are
always all in a run. So a table of the 8,192 masks answers for runs, and only sets have to be chosen.
"""

from typing import Final, TypeAlias

from bot.rummy.cards import POINTS, CardMask

Suits: TypeAlias = tuple[int, int, int, int]
"""A hand as four masks of ranks: clubs, spades, hearts and diamonds."""

SUIT: Final = (1 << 13) - 1
"""The mask of a whole suit."""
COLUMN: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The mask of the four aces. Multiplied by a mask of ranks, it is the mask of all cards of these ranks."""


def _runs(suit: int) -> int:
    """Return the cards of a suit that are in runs of three or more (G-2); the king ends a run (G-1)."""
    first = suit & suit >> 1 & suit >> 2
    return first | first << 1 | first << 2


def _totals() -> list[int]:
    """Return the value of the cards of a suit for each mask."""
    totals = [0]
    for points in POINTS[:13]:
        totals += [total + points for total in totals]
    return totals


_TOTALS: Final = _totals()
RUNS: Final = [_runs(suit) for suit in range(SUIT + 1)]
"""For each mask of a suit: its cards that are in runs."""
LOOSE: Final = [_TOTALS[suit & ~runs] for suit, runs in enumerate(RUNS)]
"""For each mask of a suit: the value of its other cards, the least deadwood that runs can leave."""


def split(hand: CardMask) -> Suits:
    """Split a hand into its suits."""
    return hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39


def join(suits: Suits) -> CardMask:
    """Return the hand of four suits."""
    clubs, spades, hearts, diamonds = suits
    return clubs | spades << 13 | hearts << 26 | diamonds << 39


def ranks_in(suits: Suits) -> int:
    """Return the ranks of a hand as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs | spades | hearts | diamonds


def threes_in(suits: Suits) -> int:
    """Return the ranks of which a hand holds three or four cards, as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)


def without_sets(suits: Suits, ranks: int) -> list[Suits]:
    """Return the rest of a hand for every way to remove sets of these ranks, including removing none (G-2).

    The hand contains three or four cards of each rank in the mask ``ranks``.
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
