"""Sets and runs."""

from itertools import combinations
from random import Random

import pytest

from bot.rummy.cards import PACK, MeldKind, is_meld, meld_kind
from tests.cards import cards
from tests.rummy.gin import brute


@pytest.mark.parametrize("text", ["AH 2H 3H", "JH QH KH", "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "TD JD QD KD"])
def test_G_2_three_or_more_consecutive_cards_of_a_suit_are_a_run(text: str) -> None:
    assert meld_kind(cards(text)) is MeldKind.RUN


@pytest.mark.parametrize("text", ["2S 2H 2D", "KC KS KH KD", "7D 7C 7S"])
def test_G_2_three_or_four_of_a_rank_are_a_set(text: str) -> None:
    assert meld_kind(cards(text)) is MeldKind.SET


@pytest.mark.parametrize(
    "text",
    [
        "QH KH AH",  # G-1: the ace is low
        "AH QH KH",
        "KH AH 2H",  # runs don't go round the corner
        "KC AS 2S",  # neighbors in the sorted pack, in two suits
        "2S 3H 4S",
        "2S 3S",
        "2S 2H",
        "2S 2H 2H",
        "2S 2S 2H 2D",
        "2S 2H 3H",
        "2S 3S 5S",
        "2S",
        "",
    ],
)
def test_G_1_G_2_nothing_else_is_a_meld(text: str) -> None:
    assert not is_meld(cards(text))


def test_G_2_a_run_is_laid_from_its_low_to_its_high_end() -> None:
    assert not is_meld(cards("5H 4H 6H"))
    assert not is_meld(cards("6H 5H 4H"))


def test_G_1_G_2_all_three_card_groups_and_many_larger_ones_match_the_oracle() -> None:
    rng = Random(2)
    threes = list(combinations(PACK, 3))
    more = [tuple(sorted(rng.sample(range(low, min(low + 7, 52)), 4))) for low in range(46) for _ in range(20)]
    more += [tuple(sorted(rng.sample([rank, rank + 13, rank + 26, rank + 39, 51 - rank], 4))) for rank in range(13)]
    for four in [*threes, *(four for four in more if len(set(four)) == 4)]:
        assert is_meld(four) == brute.is_meld(four), four
    assert sum(map(is_meld, threes)) == 13 * 4 + 4 * 11
