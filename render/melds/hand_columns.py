"""The columns that the rows of a hand share, further apart where every row begins a meld or its loose cards."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, islice, permutations, product
from math import factorial, prod
from typing import Final

from render.drawing.rows import LOOSE, Group, GroupRow

LEAST_GAP: Final = 8
"""The least gap between two columns."""
_WIDE, _USUAL, _MOST = 44, 10, 60
"""Gaps: at most between groups, usually within them, and at most if nothing else fills the row."""
_MOST_WAYS: Final = 600


def count(row: GroupRow) -> int:
    """Return how many places a row has."""
    return sum(len(group.cards) for group in row)


def arranged(rows: Sequence[GroupRow]) -> list[GroupRow]:
    """Return rows with their melds in an order in which as many groups as possible begin in the same columns."""
    melds = [[group for group in row if group.kind is not LOOSE] for row in rows]
    if prod(factorial(len(row)) for row in melds) > _MOST_WAYS:
        return list(rows)
    loose = [[group for group in row if group.kind is LOOSE] for row in rows]
    ways = ([(*way, *rest) for way, rest in zip(found, loose, strict=True)] for found in _orders(melds))
    return max(ways, key=lambda way: len(_common(way)))


def columns(rows: Sequence[GroupRow], left: int, width: int, card: int) -> list[int]:
    """Return the left edges of the columns between ``left`` and ``width`` pixels further, for cards of a width."""
    most = max(map(count, rows))
    wide, gaps = _common(rows), max(most - 1, 1)
    spare = width - most * card
    usual = min(_USUAL, spare / gaps)
    apart = min(_WIDE, usual + (spare - usual * gaps) / len(wide)) if wide else 0
    if most - 1 > len(wide):
        usual = min(_MOST, (spare - apart * len(wide)) / (most - 1 - len(wide)))
    found = [float(left)]
    for at in range(1, most):
        found.append(found[-1] + card + (apart if at in wide else usual))
    return [round(edge) for edge in found]


def _orders(melds: Sequence[Sequence[Group]]) -> Iterable[tuple[tuple[Group, ...], ...]]:
    """Return the ways to order the melds of each row."""
    return islice(product(*(permutations(row) for row in melds)), _MOST_WAYS)


def _common(rows: Sequence[GroupRow]) -> set[int]:
    """Return the columns in which a group begins in every row that is long enough."""
    starts = [set(accumulate(len(part.cards) for part in row)) for row in rows]
    sizes = [count(row) for row in rows]
    return {
        at
        for at in range(1, max(sizes))
        if all(at in begins for begins, size in zip(starts, sizes, strict=True) if size > at)
    }
