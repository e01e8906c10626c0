"""Deadwood compared with a brute-force oracle on many hands."""

from collections.abc import Callable
from random import Random

import pytest

from bot.rummy.cards import cards_in
from bot.rummy.gin.arrange import deadwood, discards
from tests.rummy.gin import brute

KINDS = pytest.mark.parametrize("deal", [brute.uniform, brute.rich], ids=["uniform", "rich"])


@pytest.mark.slow
@KINDS
def test_G_3_deadwood_is_the_smallest_total_on_10000_hands(deal: Callable[[Random, int], int]) -> None:
    assert_deadwood_is_the_smallest(deal, Random(20), 10_000)


@KINDS
@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_G_3_deadwood_is_the_smallest_total_on_a_million_hands(
    deal: Callable[[Random, int], int], soak_seed: str
) -> None:
    for part in range(20):
        assert_deadwood_is_the_smallest(deal, Random(f"{soak_seed} {part}"), 50_000)


def assert_deadwood_is_the_smallest(deal: Callable[[Random, int], int], rng: Random, number: int) -> None:
    """Compare the deadwood of random hands, many of them with melds, with the least of all arrangements."""
    hands = [deal(rng, 10) for _ in range(number)]
    assert [hand for hand in hands if deadwood(hand) != brute.deadwood(hand)] == []
    assert sum(1 for hand in hands if deadwood(hand) < brute.points(hand)) > number // 5


@KINDS
@pytest.mark.parametrize("size", range(12))
def test_G_3_deadwood_is_the_smallest_total_for_any_number_of_cards(
    deal: Callable[[Random, int], int], size: int
) -> None:
    rng = Random(size)
    for hand in [deal(rng, size) for _ in range(500)]:
        assert deadwood(hand) == brute.deadwood(hand), cards_in(hand)


@KINDS
def test_G_3_discards_in_one_pass_equal_eleven_deadwood_calls(deal: Callable[[Random, int], int]) -> None:
    rng = Random(11)
    for hand in [deal(rng, 11) for _ in range(5_000)]:
        assert discards(hand) == tuple((card, deadwood(hand ^ 1 << card)) for card in cards_in(hand)), cards_in(hand)
