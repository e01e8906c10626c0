"""Hands laid out in melds: the least deadwood of a hand, of all that a discard can leave, and the arrangements.

A hand is taken apart into its four suits, each a 13-bit mask (bit 0 the ace). What runs make of one suit stands in
tables over all 8,192 masks; so only the sets are left to be chosen, and only those that want a card of a run.
"""

from typing import Final, TypeAlias

from bot.rummy.cards import Card, CardMask, cards_in, mask_of, points_in
from bot.rummy.moves import Melds
from bot.rummy.results import Arrangement

Suits: TypeAlias = tuple[int, int, int, int]
"""A hand by suits, clubs first: what it holds of each as a mask of ranks."""

_SUIT: Final = (1 << 13) - 1
_STARTS: Final = [mask & mask >> 1 & mask >> 2 for mask in range(1 << 13)]
_RUNS: Final = [start | start << 1 | start << 2 for start in _STARTS]
"""For a suit's cards: those that stand three or more in a row."""
_LOOSE: Final = [points_in(cards_in(mask & ~_RUNS[mask])) for mask in range(1 << 13)]
"""For a suit's cards: what the others count, and that is the least deadwood that runs can leave of them."""


def deadwood(hand: CardMask) -> int:
    """Give the least deadwood of a hand over all ways to choose disjoint melds (G-3, C-7)."""
    clubs, spades, hearts, diamonds = hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39
    threes = clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)
    if not threes:
        return _LOOSE[clubs] + _LOOSE[spades] + _LOOSE[hearts] + _LOOSE[diamonds]
    return min(
        _LOOSE[clubs] + _LOOSE[spades] + _LOOSE[hearts] + _LOOSE[diamonds]
        for clubs, spades, hearts, diamonds in _without_sets((clubs, spades, hearts, diamonds), threes)
    )


def discards(hand: CardMask) -> tuple[tuple[Card, int], ...]:
    """Give every card of a hand with the least deadwood of the others, cards in order."""
    return tuple((card, deadwood(hand ^ 1 << card)) for card in cards_in(hand))


def arrange(hand: CardMask) -> Arrangement:
    """Lay a hand out with the least deadwood; the first of several such `arrangements`."""
    return arrangements(hand, deadwood(hand))[0]


def arrangements(hand: CardMask, limit: int) -> tuple[Arrangement, ...]:
    """Give every sensible arrangement with a deadwood of at most ``limit``, the least first.

    Sensible is one to which no loose card can be added, neither to a meld nor with two others as a new one; and cards
    in a row are one run, not two. Equal deadwood is ordered by the melds; an arrangement's melds by their cards.
    """
    found = []
    for rest in _without_sets(split(hand), threes_in(split(hand))):
        if sum(_LOOSE[suit] for suit in rest) > limit:
            continue
        runs = _joined(tuple(_RUNS[suit] for suit in rest))
        loose, sets = _joined(rest) & ~runs, hand & ~_joined(rest)
        if threes_in(split(loose)) or _ranks_in(loose) & _ranks_in(sets):
            continue
        found.append(lay_out(hand, _sets_of(sets) + _runs_of(runs)))
    return tuple(sorted(found, key=lambda arrangement: (arrangement.deadwood, arrangement.melds)))


def lay_out(hand: CardMask, melds: Melds) -> Arrangement:
    """Lay a hand out in given melds, which are disjoint and all of the hand's cards, sorted by their cards."""
    loose = cards_in(hand & ~mask_of(card for meld in melds for card in meld))
    return Arrangement(tuple(sorted(tuple(sorted(meld)) for meld in melds)), loose, points_in(loose))


def split(hand: CardMask) -> Suits:
    """Take a hand apart into its suits."""
    return hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39


def threes_in(suits: Suits) -> int:
    """Give the ranks of which a hand holds three or four cards, as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)


def _without_sets(suits: Suits, ranks: int) -> list[Suits]:
    """Take sets of the given ranks out of a hand in every possible way, none included, and give what is left."""
    left = [suits]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        kept = [rank if suit & rank else 0 for suit in suits]
        takes = [(kept[0], kept[1], kept[2], kept[3])]
        if all(kept):
            takes += [(0, rank, rank, rank), (rank, 0, rank, rank), (rank, rank, 0, rank), (rank, rank, rank, 0)]
        left += [(c ^ tc, s ^ ts, h ^ th, d ^ td) for tc, ts, th, td in takes for c, s, h, d in left]
    return left


def _joined(suits: tuple[int, ...]) -> CardMask:
    """Put suits together to one mask of cards."""
    return suits[0] | suits[1] << 13 | suits[2] << 26 | suits[3] << 39


def _ranks_in(hand: CardMask) -> int:
    """Give the ranks that a hand holds, as a mask."""
    clubs, spades, hearts, diamonds = split(hand)
    return clubs | spades | hearts | diamonds


def _sets_of(cards: CardMask) -> Melds:
    """Sort cards that are nothing but sets into these."""
    by_rank: dict[int, list[Card]] = {}
    for card in cards_in(cards):
        by_rank.setdefault(card % 13, []).append(card)
    return tuple(map(tuple, by_rank.values()))


def _runs_of(cards: CardMask) -> Melds:
    """Sort cards that are nothing but runs into these, each as long as it can be."""
    runs: list[list[Card]] = []
    for card in cards_in(cards):
        if runs and card == runs[-1][-1] + 1 and card % 13:
            runs[-1].append(card)
        else:
            runs.append([card])
    return tuple(map(tuple, runs))
