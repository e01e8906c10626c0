"""Arrangements of hands: readable examples, and properties of all hands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.cards import PACK, CardMask, cards_in, code, is_meld, mask_of, points_in
from bot.rummy.gin.arrange import arrange, arrangements, deadwood, discards, lay_out
from bot.rummy.moves import Melds
from bot.rummy.results import Arrangement
from tests.cards import mask
from tests.rummy.gin import brute

HANDS = st.one_of(
    st.randoms(use_true_random=False).flatmap(
        lambda rng: st.integers(0, 11).map(lambda size: brute.rich(rng, size) if size else 0)
    ),
    st.sets(st.sampled_from(PACK), max_size=11).map(mask_of),
)


def written(melds: Melds) -> str:
    return " / ".join(" ".join(map(code, meld)) for meld in melds)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("", 0),
        ("KH", 10),
        ("AS 2S 3S", 0),
        ("QS KS AS", 21),  # G-1: the ace is low
        ("KC AS 2S", 13),  # and clubs don't continue in spades
        ("AC 2H 4D 6S 8C TH JD QS KC 3C", 1 + 2 + 4 + 6 + 8 + 40 + 3),
        ("7C 7S 7H 8H 9H KC QD 2S 4S 6D", 10 + 10 + 2 + 4 + 6 + 7 + 7),  # run (24) before set (21)
        ("7C 7S 7H 7D 8H 9H KC QD 2S 4S", 10 + 10 + 2 + 4),  # the set of three leaves the seven to the run
        ("5C 5S 5H 6C 6S 6H 7C 7S 7H KD", 10),
        ("4H 5H 6H 7H 7C 7S 7D 8H 9H TH", 0),  # 4-10 and three sevens, or 4-5-6, 8-9-10 and four
        ("AH AS AC 2H 2S 2C 3H 3S 3C 3D", 0),  # three sets; three runs leave a three
        ("9C TC JC 9S TS JS 9H TH JH QH", 0),  # three runs; three sets leave the queen
        ("4C 4S 4H 5H 6H 6C 6D 7C 8C KS", 10 + 4 + 4 + 6),  # two runs, neither of two sets
    ],
)
def test_G_3_the_least_deadwood_of_example_hands(text: str, least: int) -> None:
    assert deadwood(mask(text)) == least
    assert brute.deadwood(mask(text)) == least


def test_C_7_a_card_is_in_one_meld_only() -> None:
    seven = arrange(mask("7C 7S 7H 8H 9H KC QD 2S 4S 6D"))
    assert written(seven.melds) == "7H 8H 9H"
    assert seven.deadwood == 46


def test_G_15_no_loose_card_fits_a_sensible_arrangement() -> None:
    found = arrangements(mask("4H 5H 6H 7H 7C 7S 7D KC QC 2D"), 99)
    assert [(written(choice.melds), choice.deadwood) for choice in found] == [
        ("7C 7S 7H 7D / 4H 5H 6H", 22),
        ("7C 7S 7D / 4H 5H 6H 7H", 22),
    ]


def test_G_15_arrangements_within_the_limit_are_sorted_by_deadwood() -> None:
    cards = mask("5C 5S 5H 6H 7H 2S 2H 2D AC 3D")
    assert [(written(choice.melds), choice.deadwood) for choice in arrangements(cards, 21)] == [
        ("2S 2H 2D / 5H 6H 7H", 14),
        ("5C 5S 5H / 2S 2H 2D", 17),
    ]
    assert [written(choice.melds) for choice in arrangements(cards, 16)] == ["2S 2H 2D / 5H 6H 7H"]
    assert arrangements(cards, 13) == ()


def test_G_15_consecutive_cards_are_one_run() -> None:
    (only,) = arrangements(mask("3D 4D 5D 6D 7D 8D KC QC JC TC"), 0)
    assert written(only.melds) == "TC JC QC KC / 3D 4D 5D 6D 7D 8D"


def test_G_14_a_gin_hand_has_arrangements_without_loose_cards() -> None:
    found = arrangements(mask("5C 5S 5H 6C 6S 6H 7C 7S 7H 7D"), 0)
    assert [written(choice.melds) for choice in found] == ["5C 5S 5H / 6C 6S 6H / 7C 7S 7H 7D"]
    assert all(not choice.loose for choice in found)


def test_G_3_every_discard_is_returned_with_the_deadwood_it_leaves() -> None:
    found = discards(mask("7C 7S 7H 8H 9H KC QD 2S 4S 6D AH"))
    assert [(code(card), left) for card, left in found] == [
        ("7C", 40), ("KC", 37), ("2S", 45), ("4S", 43), ("7S", 40), ("AH", 46),
        ("7H", 64), ("8H", 42), ("9H", 41), ("6D", 41), ("QD", 37),
    ]  # fmt: skip


def test_G_15_melds_chosen_by_the_knocker_are_laid_out_in_order() -> None:
    laid = lay_out(mask("5C 5S 5H 6H 7H 2S 2H 2D AC 3D"), ((40, 14, 27), (4, 30, 17)))
    assert (written(laid.melds), laid.deadwood) == ("5C 5S 5H / 2S 2H 2D", 17)
    assert list(map(code, laid.loose)) == ["AC", "6H", "7H", "3D"]


@given(HANDS, st.integers(0, 100))
def test_G_2_G_3_C_7_arrangements_are_valid_disjoint_within_the_limit_and_add_up(cards: CardMask, limit: int) -> None:
    found = arrangements(cards, limit)
    for choice in found:
        check(choice, cards)
        assert choice.deadwood <= limit
    assert [choice.deadwood for choice in found] == sorted(choice.deadwood for choice in found)
    assert len({choice.melds for choice in found}) == len(found)
    assert (deadwood(cards) <= limit) == bool(found)
    assert found == arrangements(cards, 110)[: len(found)]


@given(HANDS)
def test_G_3_the_arrangement_has_the_least_deadwood(cards: CardMask) -> None:
    choice = arrange(cards)
    check(choice, cards)
    assert choice.deadwood == deadwood(cards) == brute.deadwood(cards)
    assert choice == arrangements(cards, choice.deadwood)[0]


@given(HANDS)
def test_G_15_all_arrangements_that_can_not_be_extended_are_returned(cards: CardMask) -> None:
    possible = brute.covers(brute.melds_in(cards))
    largest = {joined(choice) for choice in possible}
    sensible = {one for one in largest if not any(one != other and extends(other, one) for other in largest)}
    assert {frozenset(map(mask_of, choice.melds)) for choice in arrangements(cards, 110)} == sensible


@given(HANDS.filter(lambda cards: cards.bit_count() > 1))
def test_G_3_discards_have_the_deadwood_of_the_remaining_hands(cards: CardMask) -> None:
    assert discards(cards) == tuple((card, deadwood(cards ^ 1 << card)) for card in cards_in(cards))


def check(choice: Arrangement, cards: CardMask) -> None:
    """Assert that an arrangement has ordered, disjoint melds of the hand, and the right loose cards and deadwood."""
    laid = [card for meld in choice.melds for card in meld]
    assert all(is_meld(meld) and list(meld) == sorted(meld) for meld in choice.melds)
    assert sorted([*laid, *choice.loose]) == list(cards_in(cards))
    assert list(choice.loose) == sorted(choice.loose)
    assert choice.deadwood == points_in(choice.loose)
    assert list(choice.melds) == sorted(choice.melds)


def joined(melds: frozenset[int]) -> frozenset[int]:
    """Join consecutive runs until no two are consecutive."""
    for one in melds:
        for other in melds - {one}:
            if brute.is_meld(cards_in(one | other)):
                return joined(melds - {one, other} | {one | other})
    return melds


def extends(other: frozenset[int], one: frozenset[int]) -> bool:
    """Return whether every meld of one choice is, or is part of, a meld of the other."""
    return all(any(meld & larger == meld for larger in other) for meld in one)
