"""What a hand's picture shows besides the hand: melds laid this turn, and melds on the table that cards fit."""

from dataclasses import replace
from random import Random

import pytest

from render.drawing.palette import SEATS
from render.look import Look
from render.melds.blocks import staged_blocks
from render.melds.hand import melds_hand_picture
from render.melds.hand_layout import FitsLayout, fits_of
from tests.cards import cards
from tests.render.melds.test_hand import (
    MOST,
    MOST_LARGE,
    STAGED,
    SWAPPING,
    TABLE,
    drawn,
    holding,
    laying,
    random_hand,
    spread,
)
from tests.render.melds.views import FOUR, held, lying
from tests.render.quality import assert_format
from tests.render.views import TEXTS, ink, opened, pieces, rgb


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
    assert pieces(image, 130, 0, 1100, ink(SEATS[0])) >= 20, "dashes"
    plain = drawn(laying(staged=(frozenset[int](),) * 6))
    assert pieces(rgb(plain), 130, 0, 1100, ink(SEATS[0])) <= 3, "the frame and the disc of the drawn card"


@pytest.mark.parametrize("seed", range(40))
def test_hand_and_staged_melds_fit_together_for_any_cards_laid(seed: int) -> None:
    rng = Random(seed)
    size, melds = rng.randint(0, 14), tuple(rng.choice(TABLE) for _ in range(rng.randint(1, 9)))
    staged = tuple(frozenset(rng.sample(range(len(meld.cards)), rng.choice((1, 1, len(meld.cards))))) for meld in melds)
    view = holding(random_hand(rng, size), melds=melds, staged=staged, opened=(True,) * 4)
    for large in (False, True):
        if size:
            assert_format(drawn(view, Look(large=large)))
        assert opened(drawn(view, Look(large=large))).height <= (MOST_LARGE if large else MOST)


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


LONG = lying("7S 8S 9S TS JS / QC QH QD / 3H 4H 5H 6H / 2D 3D 4D 5D 6D 7D 8D")


def fitting(text: str, *, large: bool = False) -> FitsLayout:
    found = spread(held(text, opened=(True,) * 4, melds=LONG, staged=(frozenset[int](),) * 4), large=large).fits
    assert found is not None
    return found


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("text", "numbers"), [("6S", [1]), ("QS 2H", [1, 2, 3]), ("QS 7H 9D", [1, 2, 3, 4])])
def test_melds_that_one_to_three_cards_fit_are_numbered_plates_at_their_right(
    text: str, numbers: list[int], large: bool
) -> None:
    view = held(text, opened=(True,) * 4, melds=LONG, staged=(frozenset[int](),) * 4)
    hand, fits = spread(view, large=large).layout, fitting(text, large=large)
    assert [block.number for block, _, _ in fits.places] == numbers
    assert hand.shape.width == 168
    assert fits.panel.x > hand.right
    for _, area, chips in fits.places:
        assert not chips
        assert fits.panel.x < area.x
        assert area.x + area.width < fits.panel.x + fits.panel.width <= 1068
        assert area.y + area.height < fits.panel.y + fits.panel.height


def test_of_a_long_meld_the_cards_next_to_the_fitting_one_are_shown() -> None:
    [(high, _, _), *_] = fitting("QS").places
    [(low, _, _)] = fitting("6S").places
    assert (low.cards, high.cards) == (cards("7S 8S 9S"), cards("9S TS JS"))


def test_melds_that_more_cards_fit_are_below_them_each_with_the_cards() -> None:
    view = held("QS 7H KD 2S 9C", opened=(True,) * 4, melds=LONG, staged=(frozenset[int](),) * 4)
    hand, fits = spread(view).layout, spread(view).fits
    assert fits is not None
    assert fits.panel.y > hand.foot
    assert [(block.number, fitting_cards) for block, _, fitting_cards in fits.places] == [
        (1, cards("QS")),
        (2, cards("QS")),
        (3, cards("7H")),
    ]
