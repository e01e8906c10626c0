"""Runs as patterns of cards and jokers: which of them need looking at, what fits around them, what they are worth."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from bot.rummy.meld_rules import MeldRules, in_meld
from bot.rummy.table_meld import LONGEST_RUN

_SHORTEST: Final = 3


class Pattern(NamedTuple):
    """Places of a run, the first and the last of them held: bit k of ``mask`` is the card k ranks above the first."""

    mask: int
    size: int
    cards: int  # how many places are cards
    jokers: int  # how many are jokers between them


@lru_cache(maxsize=256)
def patterns(jokers: int, *, apart: bool, whole: bool, spare: int) -> tuple[Pattern, ...]:
    """List the patterns that need looking at with so many jokers: those that are not as well laid as two runs.

    ``apart`` forbids two jokers side by side (H-6), ``whole`` asks for all patterns (where two runs are not as good as
    one, B-14). ``spare`` is how many more jokers each part has to take if the whole does, 0 where it does not matter
    which meld takes them. Two cards side by side are a pattern too: with a joker at an end.
    """
    found = []
    longest = LONGEST_RUN if whole or spare else min(LONGEST_RUN, max(5, 2 * jokers + 2))
    for size in range(2, longest + 1):
        for inner in range(1 << size - 2):
            mask = 1 | inner << 1 | 1 << size - 1
            cards = mask.bit_count()
            gaps = size - cards
            if gaps > min(jokers, cards) or (apart and _side_by_side(mask, size)):
                continue
            if whole or not _splits(mask, size, min(spare, cards - gaps, jokers - gaps)):
                found.append(Pattern(mask, size, cards, gaps))
    return tuple(found)


def _side_by_side(mask: int, size: int) -> bool:
    """Say whether two places in a row are jokers."""
    free = ~mask & (1 << size) - 1
    return bool(free & free >> 1)


def _splits(mask: int, size: int, spare: int) -> bool:
    """Say whether a pattern can be cut into two runs, each with as many cards as jokers and some to spare."""
    for cut in range(_SHORTEST, size - _SHORTEST + 1):
        low = (mask & (1 << cut) - 1).bit_count()
        high = (mask >> cut).bit_count()
        if 2 * low - cut >= spare and 2 * high - (size - cut) >= spare:
            return True
    return False


def places(ranks: int, rules: MeldRules) -> int:
    """Spread the ranks held of a suit over the places of runs: the ace again after the king, all again under H-4."""
    if rules.corner:
        return ranks | ranks << 13
    return ranks | (ranks & 1) << 13 if rules.last_rank == 13 else ranks


def runs_in(ranks: int, jokers: int, rules: MeldRules, *, whole: bool, spare: int) -> Iterator[tuple[int, Pattern]]:
    """Find the patterns that a suit's ranks have cards for, each with the rank that it begins at."""
    held = places(ranks, rules)
    known = patterns(jokers, apart=rules.joker_rule, whole=whole, spare=spare)
    for low in range(13):
        here = held >> low
        if here & 1:
            for pattern in known:
                if here & pattern.mask == pattern.mask:
                    yield low, pattern


def room_around(low: int, size: int, spare: int, ends: tuple[bool, bool], rules: MeldRules) -> tuple[int, int, int]:
    """Say how many jokers a run takes in all, and at its low and its high end.

    ``spare`` is how many cards it has more than jokers (D-4), ``ends`` whether a card is at the low and the high end,
    next to which alone a joker may stand under H-6.
    """
    below = LONGEST_RUN if rules.corner else low
    above = LONGEST_RUN if rules.corner else rules.last_rank + 1 - low - size
    if rules.joker_rule:
        below, above = min(below, ends[0]), min(above, ends[1])
    return max(0, min(spare, LONGEST_RUN - size, below + above)), below, above


@lru_cache(maxsize=8)
def _rank_values(ace: int) -> tuple[tuple[int, ...], ...]:
    """Add up the values of the ranks from each one on, after so many, as if none of them began a run."""
    rows = []
    for low in range(13):
        row = [0]
        for place in range(LONGEST_RUN):
            rank = (low + place) % 13
            row.append(row[-1] + (ace if rank == 0 else min(rank + 1, 10)))
        rows.append(tuple(row))
    return tuple(rows)


def run_value(low: int, size: int, rules: MeldRules) -> int:
    """Say what a run is worth: an ace that begins it counts 1 (D-1, H-4)."""
    low %= 13
    worth = _rank_values(rules.ace)[low][size]
    return worth if low else worth - rules.ace + in_meld(0, rules, low=True)


def best_ends(low: int, size: int, jokers: int, room: tuple[int, int], rules: MeldRules) -> tuple[int, int]:
    """Say what a run is worth at most with some more jokers at its ends, and how many of them go below it then."""
    below, above = room
    fewest, most = max(0, jokers - above), min(below, jokers)
    return max((run_value(low - down, size + jokers, rules), down) for down in range(fewest, most + 1))
