"""What a hand's picture shows besides the hand: melds laid this turn, and melds on the table that cards fit."""

from dataclasses import replace
from random import Random

import pytest

from render.drawing.palette import SEATS
from render.look import Look
from render.melds.hand import fits_of, melds_hand_picture, staged_blocks
from tests.cards import cards
from tests.render.melds.test_hand import STAGED, SWAPPING, TABLE, drawn, holding, laying, random_hand
from tests.render.melds.views import FOUR, held, lying
from tests.render.quality import assert_format
from tests.render.views import TEXTS, ink, pieces, rgb


def test_a_hand_shows_the_melds_laid_this_turn_and_those_laid_off_on() -> None:
    blocks = staged_blocks(laying())
    assert [(block.number, block.cards, block.added()) for block in blocks] == [
        (3, cards("XX 4H 5H 6H"), [(0, [3])]),
        (5, cards("2D 3D XX 5D 6D"), []),
        (6, cards("7H 8H 9H"), []),
    ]
    assert blocks[1].stands_for[2] == cards("4D")
    other = laying(staged=(*STAGED[:5], frozenset[int]()))
    assert drawn(other) != drawn(laying())
    low = replace(laying(), laid=0)
    assert drawn(replace(low, melds=(TABLE[1], *TABLE[1:]))) == drawn(low)


def test_D_9_a_card_swapped_into_a_meld_is_dashed() -> None:
    swap = (frozenset[int](), frozenset[int](), frozenset({0}), *(frozenset[int](),) * 3)
    view = replace(laying("XX 2C"), melds=(*TABLE[:2], lying("3H 4H 5H 6H")[0], *TABLE[3:]), staged=swap)
    (block,) = staged_blocks(view)
    assert (block.number, block.cards, block.added()) == (3, cards("3H 4H 5H 6H"), [(0, [0])])


def test_what_was_laid_this_turn_is_in_a_dashed_frame_of_the_seats_color() -> None:
    image = rgb(drawn(laying()))
    assert pieces(image, 200, 0, 1100, ink(SEATS[0])) >= 20, "dashes"
    plain = drawn(laying(staged=(frozenset[int](),) * 6))
    assert pieces(rgb(plain), 200, 0, 1100, ink(SEATS[0])) < 3


@pytest.mark.parametrize("seed", range(40))
def test_hand_and_staged_melds_fit_together_for_any_cards_laid(seed: int) -> None:
    rng = Random(seed)
    size, melds = rng.randint(0, 14), tuple(rng.choice(TABLE) for _ in range(rng.randint(1, 9)))
    staged = tuple(frozenset(rng.sample(range(len(meld.cards)), rng.choice((1, 1, len(meld.cards))))) for meld in melds)
    view = holding(random_hand(rng, size), melds=melds, staged=staged, opened=(True,) * 4)
    for large in (False, True):
        assert_format(drawn(view, Look(large=large)))


@pytest.mark.parametrize("opened_before", [False, True])
def test_melds_that_cards_in_hand_fit_are_shown_once_the_seat_may_lay_off(opened_before: bool) -> None:
    view = held("7H 8S TS KD XX", melds=SWAPPING, opened=(opened_before, *(True,) * 3))
    found = [(fit.number, fit.cards) for fit in fits_of(view)]
    assert found == ([(0, cards("8S TS")), (2, cards("7H"))] if opened_before else [])
    assert bool(fits_of(replace(view, laid=30))), "after the first melds of this turn, too"
    if opened_before:
        assert drawn(view) != drawn(replace(view, melds=SWAPPING[1:2], staged=(frozenset[int](),)))
        unassisted = [
            melds_hand_picture(each, FOUR, TEXTS, unassisted=True).png
            for each in (view, replace(view, melds=(), staged=()))
        ]
        assert unassisted[0] == unassisted[1]
