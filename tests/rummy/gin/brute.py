"""A brute-force oracle for melds, deadwood and lay-offs, which shares only card numbers with the program."""

from itertools import combinations, pairwise
from random import Random


def is_meld(cards: tuple[int, ...]) -> bool:
    """Return whether cards are a set of three or four, or a run of three or more with the ace low (G-1, G-2)."""
    ranks = sorted(card % 13 for card in cards)
    suits = {card // 13 for card in cards}
    if len(set(cards)) < len(cards) or len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and all(high - low == 1 for low, high in pairwise(ranks))


def points(mask: int) -> int:
    """Return the value of cards (C-6)."""
    return sum(min(card % 13 + 1, 10) for card in range(52) if mask >> card & 1)


def _all_melds() -> list[tuple[int, int]]:
    """Return every meld of the pack as (mask, points)."""
    sets = [four for rank in range(13) for size in (3, 4) for four in combinations(range(rank, 52, 13), size)]
    runs = [tuple(range(low, low + size)) for low in range(52) for size in range(3, 14)]
    melds = [meld for meld in [*sets, *runs] if max(meld) < 52 and is_meld(meld)]
    masks = [sum(1 << card for card in meld) for meld in melds]
    return [(mask, points(mask)) for mask in masks]


MELDS = _all_melds()


def melds_in(hand: int) -> list[tuple[int, int]]:
    """Return every meld that a hand contains."""
    return [meld for meld in MELDS if meld[0] & hand == meld[0]]


def deadwood(hand: int) -> int:
    """Return the smallest total of loose cards over all choices of disjoint melds (G-3)."""
    return points(hand) - _most(melds_in(hand))


def _most(melds: list[tuple[int, int]]) -> int:
    """Return the highest number of points in disjoint melds."""
    most = 0
    for at, (mask, worth) in enumerate(melds, 1):
        apart = [meld for meld in melds[at:] if not meld[0] & mask]
        most = max(most, worth + _most(apart) if apart else worth)
    return most


def covers(melds: list[tuple[int, int]]) -> set[frozenset[int]]:
    """Return every choice of disjoint melds."""
    found: set[frozenset[int]] = {frozenset()}
    for mask, _ in melds:
        found |= {chosen | {mask} for chosen in found if not any(mask & other for other in chosen)}
    return found


def defended(hand: int, melds: tuple[tuple[int, ...], ...]) -> int:
    """Return the least deadwood over all sequences of legal lay-offs (G-16)."""
    seen = set()
    ahead = [(hand, melds)]
    while ahead:
        state = ahead.pop()
        if state in seen:
            continue
        seen.add(state)
        left, table = state
        for card in (card for card in range(52) if left >> card & 1):
            for at, meld in enumerate(table):
                if is_meld((*meld, card)):
                    longer = tuple(sorted((*meld, card)))
                    ahead.append((left ^ 1 << card, (*table[:at], longer, *table[at + 1 :])))
    return min(deadwood(left) for left in {left for left, _ in seen})


def uniform(rng: Random, size: int) -> int:
    """Return a uniformly random hand."""
    return sum(1 << card for card in rng.sample(range(52), size))


def rich(rng: Random, size: int) -> int:
    """Return a hand full of competing melds: cards of four to six adjacent ranks, or several whole melds."""
    if rng.random() < 0.5:
        width = rng.randint(4, 6)
        low = rng.randint(0, 13 - width)
        pool = [card for card in range(52) if low <= card % 13 < low + width]
        return sum(1 << card for card in rng.sample(pool, size))
    hand = 0
    while hand.bit_count() < size:
        hand |= rng.choice(MELDS)[0]
    cards = [card for card in range(52) if hand >> card & 1]
    return sum(1 << card for card in rng.sample(cards, size))
