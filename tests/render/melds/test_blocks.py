"""Melds on the table in rows."""

from itertools import combinations
from random import Random

import pytest

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld
from render.drawing.canvas import Area
from render.melds.blocks import Laid, block_of, laid_out
from render.melds.table import MELDS, melds_laid_out
from tests.render.gin.test_hand import overlap
from tests.render.melds.views import GERMAN, random_table, read, spectated
from tests.render.views import Box

RULES = rules_for(GERMAN)


def lie(melds: tuple[TableMeld, ...]) -> Laid:
    return melds_laid_out(spectated(melds=melds))


def boxes(laid: Laid) -> list[Box]:
    return [(area.x, area.y, area.x + area.width, area.y + area.height) for area in laid.areas()]


def check(laid: Laid, melds: tuple[TableMeld, ...], area: Area = MELDS) -> None:
    """Assert that every meld is complete and shown once, inside the area, and doesn't overlap others."""
    assert sorted(block.number for block, _, _ in laid.places) == list(range(1, len(melds) + 1))
    for block, _, _ in laid.places:
        assert block.cards == melds[block.number - 1].cards
    for left, top, right, bottom in boxes(laid):
        assert area.x <= left
        assert right <= area.x + area.width
        assert area.y <= top
        assert bottom <= area.y + area.height
    assert not any(overlap(one, other) for one, other in combinations(boxes(laid), 2))


@pytest.mark.parametrize("seed", range(300))
def test_up_to_13_melds_of_50_cards_fit_at_64_pixels(seed: int) -> None:
    rng = Random(seed)
    melds = random_table(rng, rng.randint(1, 13), rng.randint(39, 50))
    laid = lie(melds)
    check(laid, melds)
    count = sum(len(meld.cards) for meld in melds)
    assert count <= 50
    assert laid.shape.width >= (74 if count <= 36 else 64), f"{count} cards"


@pytest.mark.parametrize("seed", range(60))
def test_tables_with_more_melds_shrink_and_still_fit(seed: int) -> None:
    rng = Random(seed)
    count = rng.randint(14, 30)
    melds = random_table(rng, count, rng.randint(3 * count, 104))
    laid = lie(melds)
    check(laid, melds)
    assert laid.shape.width >= 44


@pytest.mark.parametrize("longest", [1, 2, 4, 8])
def test_runs_of_a_whole_suit_fit(longest: int) -> None:
    run = read("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    melds = (*(read("7S 8S 9S") for _ in range(8 - longest)), *(run for _ in range(longest)))
    check(lie(melds), melds)


def test_melds_are_in_the_order_of_their_numbers_on_nearly_every_table() -> None:
    jumbled = 0
    for seed in range(300):
        rng = Random(seed)
        places = [(y, x) for _, x, y in lie(random_table(rng, rng.randint(1, 13), 50)).places]
        jumbled += places != sorted(places)
    assert jumbled <= 6


def test_numbers_continue_from_row_to_row() -> None:
    melds = tuple(read("7S 8S 9S") for _ in range(9))
    assert [block.number for block, _, _ in lie(melds).places] == list(range(1, 10))
    places = [(y, x) for _, x, y in lie(melds).places]
    assert places == sorted(places)


@pytest.mark.parametrize("seed", range(40))
def test_frames_around_blocks_do_not_touch(seed: int) -> None:
    melds = random_table(Random(seed), 1 + seed % 5, 20)
    blocks = [block_of(at, meld, RULES) for at, meld in enumerate(melds)]
    laid = laid_out(blocks, MELDS, ((74, 64),), framed=True)
    framed = [area.grown(7) for area in laid.areas()]
    edges = [(area.x, area.y, area.x + area.width, area.y + area.height) for area in framed]
    assert not any(overlap(one, other) for one, other in combinations(edges, 2))
    assert all(MELDS.x <= left and right <= MELDS.x + MELDS.width for left, _, right, _ in edges)
