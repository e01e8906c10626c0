"""Deadwood against its definition, on many hands."""

from collections.abc import Callable
from random import Random

import pytest

from bot.rummy.cards import cards_in
from bot.rummy.gin.arrange import deadwood, discards
from tests.rummy.gin import brute

KINDS = pytest.mark.parametrize("deal", [brute.uniform, brute.rich], ids=["uniform", "rich"])


@KINDS
def test_G_3_deadwood_is_the_smallest_total_on_50000_hands(deal: Callable[[Random, int], int]) -> None:
    rng = Random(20)
    hands = [deal(rng, 10) for _ in range(50_000)]
    assert [hand for hand in hands if deadwood(hand) != brute.deadwood(hand)] == []
    assert sum(1 for hand in hands if deadwood(hand) < brute.points(hand)) > 10_000  # most have melds, or many


@KINDS
@pytest.mark.parametrize("size", range(12))
def test_G_3_deadwood_is_the_smallest_total_whatever_the_number_of_cards(
    deal: Callable[[Random, int], int], size: int
) -> None:
    rng = Random(size)
    for hand in [deal(rng, size) for _ in range(500)]:
        assert deadwood(hand) == brute.deadwood(hand), cards_in(hand)


@KINDS
def test_G_3_discards_in_one_pass_are_those_of_eleven_calls(deal: Callable[[Random, int], int]) -> None:
    rng = Random(11)
    for hand in [deal(rng, 11) for _ in range(20_000)]:
        assert discards(hand) == tuple((card, deadwood(hand ^ 1 << card)) for card in cards_in(hand)), cards_in(hand)
