"""Runs as patterns of cards and jokers: which ones are worth trying, what fits at their ends, and their values."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bot.rummy.melds.rules import MeldRules, in_meld
from bot.rummy.melds.table_meld import LONGEST_RUN

_SHORTEST = 3


class Pattern(NamedTuple):
    """Places of a run, counted from its first; the first and the last of them are cards."""

    places: tuple[int, ...]  # of the cards; jokers are at the others
    mask: int
    size: int
    spare: int  # the cards minus the jokers


class PatternSpec(NamedTuple):
    """The conditions for generated patterns."""

    jokers: int  # allowed between the cards of a run
    apart: bool  # no two side by side (H-6)
    whole: bool  # all patterns, because two runs are worse than one (B-14)
    extra: int  # a run is only split in two if each part can take this many jokers at its ends


@lru_cache(maxsize=64)
def _patterns(wanted: PatternSpec) -> tuple[Pattern, ...]:
    """List the patterns, without those that can be laid as two runs just as well.

    Two adjacent cards are a pattern too: a run with a joker at an end.
    """
    found = []
    longest = LONGEST_RUN if wanted.whole or wanted.extra else min(LONGEST_RUN, max(5, 2 * wanted.jokers + 2))
    for size in range(2, longest + 1):
        for inner in range(1 << size - 2):
            mask = 1 | inner << 1 | 1 << size - 1
            cards = mask.bit_count()
            gaps = size - cards
            if gaps > min(wanted.jokers, cards) or (wanted.apart and _side_by_side(mask, size)):
                continue
            if wanted.whole or not _splits(mask, size, min(wanted.extra, cards - gaps)):
                places = tuple(place for place in range(size) if mask >> place & 1)
                found.append(Pattern(places, mask, size, cards - gaps))
    return tuple(found)


@lru_cache(maxsize=4096)
def _patterns_in(window: int, wanted: PatternSpec) -> tuple[Pattern, ...]:
    """List the patterns whose cards are all held, counted from one rank on."""
    return tuple(pattern for pattern in _patterns(wanted) if window & pattern.mask == pattern.mask)


def _side_by_side(mask: int, size: int) -> bool:
    """Return whether two jokers are adjacent."""
    free = ~mask & (1 << size) - 1
    return bool(free & free >> 1)


def _splits(mask: int, size: int, extra: int) -> bool:
    """Return whether a pattern can be cut into two runs, each with at least ``extra`` more cards than jokers."""
    for cut in range(_SHORTEST, size - _SHORTEST + 1):
        low = (mask & (1 << cut) - 1).bit_count()
        high = (mask >> cut).bit_count()
        if 2 * low - cut >= extra and 2 * high - (size - cut) >= extra:
            return True
    return False


def runs_in(ranks: int, wanted: PatternSpec, rules: MeldRules) -> Iterator[tuple[int, Pattern]]:
    """Return the patterns that the ranks held of a suit allow, each with its first rank."""
    held = ranks
    if rules.corner:
        held |= ranks << 13
    elif rules.last_rank == LONGEST_RUN:
        held |= (ranks & 1) << LONGEST_RUN
    window = (2 << (LONGEST_RUN if wanted.whole or wanted.extra else max(5, 2 * wanted.jokers + 2)) - 1) - 1
    for low in range(13):
        if held >> low & 1:
            for pattern in _patterns_in(held >> low & window & 8191, wanted):
                yield low, pattern


def room_around(low: int, size: int, spare: int, ends: tuple[bool, bool], rules: MeldRules) -> tuple[int, int, int]:
    """Return how many jokers fit on a run in all, at its low end and at its high end.

    ``spare`` is its number of cards minus jokers (D-4), ``ends`` whether its low and its high end are cards: under H-6
    a joker may only be laid next to a card.
    """
    below = LONGEST_RUN if rules.corner else low
    above = LONGEST_RUN if rules.corner else rules.last_rank + 1 - low - size
    if rules.joker_rule:
        below, above = min(below, ends[0]), min(above, ends[1])
    return max(0, min(spare, LONGEST_RUN - size, below + above)), below, above


@lru_cache(maxsize=8)
def _values(ace: int) -> tuple[tuple[int, ...], ...]:
    """Return prefix sums of the values of ranks, from each first rank on, with an ace counted high."""
    rows = []
    for low in range(13):
        row = [0]
        for place in range(LONGEST_RUN):
            rank = (low + place) % 13
            row.append(row[-1] + (ace if rank == 0 else min(rank + 1, 10)))
        rows.append(tuple(row))
    return tuple(rows)


def run_value(low: int, size: int, rules: MeldRules) -> int:
    """Return the value of a run: an ace that begins it counts 1 (D-1, H-4)."""
    low %= 13
    worth = _values(rules.ace)[low][size]
    return worth if low else worth - rules.ace + in_meld(0, rules, low=True)


def best_ends(low: int, size: int, jokers: int, room: tuple[int, int], rules: MeldRules) -> tuple[int, int]:
    """Return the highest value of a run with ``jokers`` more jokers at its ends, and how many of them go below it."""
    if not jokers:
        return run_value(low, size, rules), 0
    below, above = room
    fewest, most = max(0, jokers - above), min(below, jokers)
    return max((run_value(low - down, size + jokers, rules), down) for down in range(fewest, most + 1))
