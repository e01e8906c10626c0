"""The columns of a hand's rows."""

from itertools import pairwise
from random import Random

import pytest

from bot.rummy.cards import MeldKind
from render.drawing.rows import LOOSE, Group, GroupRow
from render.melds.hand_layout import LEAST_GAP, arranged, columns, count


def row(*sizes: int, loose: int = 0) -> GroupRow:
    """Return a row of runs of these sizes, and loose cards."""
    melds = tuple(Group(MeldKind.RUN, tuple(range(size))) for size in sizes)
    return (*melds, Group(LOOSE, tuple(range(loose)))) if loose else melds


def sizes(rows: list[GroupRow]) -> list[list[int]]:
    return [[len(group.cards) for group in one] for one in rows]


def test_groups_begin_in_the_same_columns_if_an_order_allows_it() -> None:
    assert sizes(arranged([row(4, 3, loose=1), row(3, loose=5)])) == [[3, 4, 1], [3, 5]]
    assert sizes(arranged([row(3, 5), row(5, 3)])) in ([[3, 5], [3, 5]], [[5, 3], [5, 3]])
    assert sizes(arranged([row(4, loose=4), row(3, loose=5)])) == [[4, 4], [3, 5]]


def test_columns_are_further_apart_where_groups_begin_in_every_row() -> None:
    edges = columns([row(3, 4, loose=1), row(3, loose=5)], 32, 1036, 118)
    gaps = [later - sooner - 118 for sooner, later in pairwise(edges)]
    assert gaps[2] > max(gaps[:2] + gaps[3:])
    assert min(gaps) >= LEAST_GAP
    assert edges[0] == 32
    assert edges[-1] + 118 <= 1068


@pytest.mark.parametrize("seed", range(30))
def test_columns_never_overlap_and_end_at_the_margin(seed: int) -> None:
    rng = Random(seed)
    rows = arranged([row(*rng.choices((3, 4, 5), k=rng.randint(0, 2)), loose=rng.randint(1, 4)) for _ in range(2)])
    most = max(map(count, rows))
    card = min((1036 - (most - 1) * LEAST_GAP) // most, 152)
    edges = columns(rows, 32, 1036, card)
    assert len(edges) == most
    assert all(later - sooner >= card + LEAST_GAP - 1 for sooner, later in pairwise(edges))
    assert edges[-1] + card <= 1069
