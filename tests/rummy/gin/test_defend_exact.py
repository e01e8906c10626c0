"""The defense compared with a brute-force oracle, mostly on positions with many melds and lay-offs."""

from collections.abc import Callable
from random import Random

import pytest

from bot.rummy.cards import CardMask, cards_in, mask_of, points_in
from bot.rummy.gin.arrange import arrange, arrangements, deadwood
from bot.rummy.gin.showdown import defend
from bot.rummy.moves import Melds
from tests.rummy.gin import brute
from tests.rummy.gin.test_arrange import check


def greedy(hand: CardMask, melds: Melds) -> int:
    """Return the deadwood of a defender who first arranges the hand and then lays off loose cards."""
    loose, table, more = set(arrange(hand).loose), list(melds), True
    while more:
        more = False
        for at, meld in enumerate(table):
            for card in sorted(loose):
                if brute.is_meld((*meld, card)):
                    table[at], more = (*meld, card), True
                    loose.discard(card)
                    break
    return points_in(loose)


def position(rng: Random, deal: Callable[[Random, int], int]) -> tuple[CardMask, Melds]:
    """Return a defender's hand, and melds for the knocker's hand."""
    while True:
        both = cards_in(deal(rng, 20))
        hand = mask_of(rng.sample(both, 10))
        choices = [choice.melds for choice in arrangements(mask_of(both) ^ hand, 70) if choice.melds]
        if choices:
            return hand, rng.choice(choices)


def near(rng: Random, size: int) -> int:
    """Return cards of six or seven adjacent ranks, so that many fit melds of the other hand."""
    width = rng.randint(6, 7)
    low = rng.randint(0, 13 - width)
    return mask_of(rng.sample([card for card in range(52) if low <= card % 13 < low + width], size))


def two_suits(rng: Random, size: int) -> int:
    """Return cards mostly of two suits, which gives long chains of lay-offs."""
    suits = rng.sample(range(4), 2)
    return mask_of(rng.sample([card for card in range(52) if card // 13 in suits or rng.random() < 0.1][:52], size))


POSITIONS = pytest.mark.parametrize(
    ("deal", "hard"), [(brute.uniform, 3), (near, 50), (two_suits, 3)], ids=["uniform", "near", "two suits"]
)


@pytest.mark.slow
@POSITIONS
def test_G_16_no_defense_leaves_less_deadwood(deal: Callable[[Random, int], int], hard: int) -> None:
    rng = Random(16)
    wrong = 0
    for hand, melds in [position(rng, deal) for _ in range(1500)]:
        least = defend(hand, melds, lay_off=True).arrangement.deadwood
        assert least == brute.defended(hand, melds), (cards_in(hand), melds)
        wrong += greedy(hand, melds) > least
    assert wrong >= hard, "the sample has to hold positions in which one's own best melds are not the best answer"


@pytest.mark.parametrize("deal", [brute.uniform, near, two_suits], ids=["uniform", "near", "two suits"])
def test_G_16_the_defense_can_be_played_card_by_card(deal: Callable[[Random, int], int]) -> None:
    rng = Random(61)
    longest = 0
    for hand, melds in [position(rng, deal) for _ in range(1500)]:
        defense = defend(hand, melds, lay_off=True)
        table, left = list(melds), hand
        for step in defense.lay_offs:
            assert left >> step.card & 1
            left ^= 1 << step.card
            table[step.meld] = (*table[step.meld], step.card)
            assert brute.is_meld(table[step.meld])
        check(defense.arrangement, left)
        assert defense.before == deadwood(hand) >= defense.arrangement.deadwood
        assert defense.lay_offs or defense.arrangement == arrange(hand)
        longest = max(longest, *(len(laid) - len(meld) for laid, meld in zip(table, melds, strict=True)))
    assert longest > 2 or deal is brute.uniform


def test_G_17_after_gin_the_defender_lays_off_nothing() -> None:
    rng = Random(17)
    for hand, melds in [position(rng, near) for _ in range(500)]:
        defense = defend(hand, melds, lay_off=False)
        assert defense.lay_offs == ()
        assert defense.arrangement == arrange(hand)
