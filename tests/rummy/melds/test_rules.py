"""The rules that follow from the options of games with melds on the table."""

import pytest

from bot.rummy.cards import JOKER, PACK, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import in_meld
from bot.rummy.options import options_for


def basic(**changes: object) -> BasicOptions:
    return options_for(Variant.BASIC, changes)


def german(*switches: str) -> GermanOptions:
    return options_for(Variant.GERMAN, dict.fromkeys(switches, True))


@pytest.mark.parametrize(
    ("options", "size", "jokers"),
    [
        (basic(), 52, 0),
        (german(), 110, 6),
        (german("no_jokers"), 104, 0),
        (german("small_deck"), 55, 3),
        (german("small_deck", "no_jokers"), 52, 0),
        *((options_for(Variant.GERMAN, {"jokers": jokers}), 104 + jokers, jokers) for jokers in range(7)),
    ],
)
def test_B_1_H_1_H_5_H_14_packs(options: BasicOptions | GermanOptions, size: int, jokers: int) -> None:
    pack = options.pack
    assert (len(pack), pack.count(JOKER)) == (size, jokers)
    assert list(pack) == sorted(pack)
    assert {pack.count(card) for card in PACK} == {2 if size > 100 else 1}


@pytest.mark.parametrize(
    ("options", "sizes"),
    [(basic(), [10, 7, 7]), (german(), [13, 13, 13]), (german("small_deck"), [10, 7, 7])],
)
def test_B_1_H_1_hands(options: BasicOptions | GermanOptions, sizes: list[int]) -> None:
    assert [options.hand_size(seats) for seats in (2, 3, 4)] == sizes


def test_B_13_targets() -> None:
    assert [basic().target_for(seats) for seats in (2, 3, 4)] == [100, 150, 200]
    assert [basic(target=10).target_for(seats) for seats in (2, 3, 4)] == [10, 10, 10]


@pytest.mark.parametrize(
    ("options", "initial"),
    [
        (basic(), None),
        (german(), 30),
        (german("initial_40"), 40),
        (german("no_initial_meld"), 0),
        (german("small_deck"), 0),
        (german("small_deck", "no_initial_meld"), 0),
    ],
)
def test_D_7_H_1_H_2_H_3_the_value_that_first_melds_need(
    options: BasicOptions | GermanOptions, initial: int | None
) -> None:
    assert rules_for(options).initial == initial


@pytest.mark.parametrize(
    ("options", "values"),
    [
        (basic(), [1, 2, 9, 10, 10, 10, 10]),
        (german(), [11, 2, 9, 10, 10, 10, 10]),
        (german("casino_scoring"), [15, 5, 5, 10, 10, 40, 10]),
    ],
)
def test_C_6_D_1_H_10_cards_left_in_the_hand(options: BasicOptions | GermanOptions, values: list[int]) -> None:
    counts = rules_for(options).hand_values
    assert [counts[parse_card(text)] for text in ("AS", "2S", "9S", "TS", "JS", "QS", "KS")] == values
    assert counts[parse_card("QH")] == 10


def test_D_1_H_10_a_joker_left_in_the_hand() -> None:
    assert rules_for(german()).hand_values[JOKER] == 20
    assert rules_for(german("casino_scoring")).hand_values[JOKER] == 0


def test_D_1_cards_in_melds() -> None:
    rules = rules_for(german("casino_scoring"))
    assert [in_meld(rank, rules) for rank in range(13)] == [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert in_meld(0, rules, low=True) == 1
    assert in_meld(0, rules_for(basic())) == 1


def test_each_house_rule_changes_only_its_own_rule() -> None:
    plain = rules_for(german())
    changed = {
        "round_the_corner": "corner",
        "joker_rule": "joker_rule",
        "set_rule": "set_order",
        "claim": "claim",
        "win_without_discard": "last_discard",
    }
    for switch, name in changed.items():
        rules = rules_for(german(switch))
        differs = {field for field in plain.__slots__ if getattr(plain, field) != getattr(rules, field)}
        assert differs == {name}, switch
    assert rules_for(german("training", "no_jokers")) == plain


def test_each_game_has_its_own_rule_ids() -> None:
    assert rules_for(basic()).rule("B-4", "D-8") == "B-4"
    assert rules_for(german()).rule("B-4", "D-8") == "D-8"
