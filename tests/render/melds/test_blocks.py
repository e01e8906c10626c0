"""Melds on the table in rows."""

from itertools import combinations, pairwise
from random import Random

import pytest

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld
from render.drawing.faces import CardFormat, narrow, upright
from render.melds.blocks import Fresh, Laid, block_of
from render.melds.table import MELDS, melds_laid_out
from tests.render.gin.test_hand import overlap
from tests.render.melds.views import GERMAN, random_table, read, spectated
from tests.render.views import Box

RULES = rules_for(GERMAN)


def lie(melds: tuple[TableMeld, ...]) -> Laid:
    return melds_laid_out(spectated(melds=melds))


def boxes(laid: Laid) -> list[Box]:
    return [(area.x, area.y, area.x + area.width, area.y + area.height) for area in laid.areas()]


def check(laid: Laid, melds: tuple[TableMeld, ...]) -> None:
    """Assert that every meld is complete and shown once, inside the area, and doesn't overlap others."""
    assert sorted(block.number for block, _, _ in laid.places) == list(range(1, len(melds) + 1))
    for block, _, _ in laid.places:
        assert block.cards == melds[block.number - 1].cards
    for left, top, right, bottom in boxes(laid):
        assert MELDS.x <= left
        assert right <= MELDS.x + MELDS.width
        assert MELDS.y <= top
        assert bottom <= MELDS.y + MELDS.height
    assert not any(overlap(one, other) for one, other in combinations(boxes(laid), 2))


def test_33_cards_in_8_melds_have_the_usual_size() -> None:
    sizes = (5, 3, 7, 4, 5, 3, 3, 3)
    melds = tuple(read(" ".join(["AS", "2S", "3S", "4S", "5S", "6S", "7S"][:size])) for size in sizes)
    laid = lie(melds)
    check(laid, melds)
    assert laid.shape == upright(74)
    assert len({y for _, _, y in laid.places}) == 3


def test_51_cards_in_17_melds_are_narrow_in_four_rows() -> None:
    melds = tuple(read("AS 2S 3S") for _ in range(17))
    laid = lie(melds)
    check(laid, melds)
    assert laid.shape == narrow(48)
    assert len({y for _, _, y in laid.places}) == 4


@pytest.mark.parametrize("seed", range(200))
def test_up_to_13_melds_of_50_cards_fit(seed: int) -> None:
    rng = Random(seed)
    melds = random_table(rng, rng.randint(1, 13), rng.randint(3, 50))
    laid = lie(melds)
    check(laid, melds)
    count = sum(len(meld.cards) for meld in melds)
    assert laid.shape.width >= (74 if count <= 26 else 48), f"{count} cards"


@pytest.mark.parametrize("seed", range(60))
def test_tables_with_more_melds_shrink_and_still_fit(seed: int) -> None:
    rng = Random(seed)
    count = rng.randint(14, 30)
    melds = random_table(rng, count, rng.randint(3 * count, 104))
    check(lie(melds), melds)


@pytest.mark.parametrize("longest", [1, 2, 4, 8])
def test_runs_of_a_whole_suit_fit(longest: int) -> None:
    run = read("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    melds = (*(read("7S 8S 9S") for _ in range(8 - longest)), *(run for _ in range(longest)))
    check(lie(melds), melds)


@pytest.mark.parametrize("seed", range(60))
def test_rows_and_the_first_melds_of_rows_are_in_the_order_of_numbers(seed: int) -> None:
    rng = Random(seed)
    rows: dict[int, list[int]] = {}
    for block, _, y in lie(random_table(rng, rng.randint(1, 17), 50)).places:
        rows.setdefault(y, []).append(block.number)
    assert all(row == sorted(row) for row in rows.values())
    firsts = [rows[y][0] for y in sorted(rows)]
    assert firsts == sorted(firsts)


def test_room_left_in_a_row_goes_to_the_next_meld_that_fits() -> None:
    long = read("AS 2S 3S 4S 5S 6S 7S 8S 9S")
    laid = lie((long, long, read("7S 8S 9S")))
    rows = {block.number: y for block, _, y in laid.places}
    assert rows[1] == rows[3] < rows[2]


@pytest.mark.parametrize("shape", [upright(74), upright(64), narrow(48)])
@pytest.mark.parametrize("place", range(5))
def test_a_card_that_was_laid_off_stands_apart_inside_its_plate(place: int, shape: CardFormat) -> None:
    owners = tuple(3 if at == place else None for at in range(5))
    block = block_of(0, read("7S 8S 9S TS JS"), RULES, fresh=Fresh(None, owners))
    edges = block.cards_at(shape)
    apart = [later - sooner - shape.width for sooner, later in pairwise(edges)]
    assert [gap > 4 for gap in apart] == [place in (at, at + 1) for at in range(4)]
    assert edges[0] >= 36
    assert edges[-1] + shape.width + 5 <= block.width(shape)
    assert block.added() == [(3, [place])]
