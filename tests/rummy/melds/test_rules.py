"""The rules that follow from the options of games with melds on the table."""

import pytest

from bot.rummy.cards import JOKER, PACK, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.scoring import blank_sheet, score_nobody_out, score_out, with_deal
from bot.rummy.melds.table_meld import in_meld
from bot.rummy.options import options_for
from bot.rummy.results import Ending
from tests.cards import cards


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
    [
        (basic(), [10, 7, 7]),
        (german(), [13, 13, 13]),
        (german("small_deck"), [10, 7, 7]),
        (options_for(Variant.GERMAN, {"hand_cards": 14}), [14, 14, 14]),
    ],
)
def test_B_1_H_1_H_15_hands(options: BasicOptions | GermanOptions, sizes: list[int]) -> None:
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


E_4 = (  # who goes out, whether at once, and what is left in each hand (rules of Remik 51, example E-4)
    (0, False, ("", "KS 7D", "AC XX"), (0, -17, -31)),
    (1, True, ("9H 4D", "", "5S"), (-26, 0, -10)),
    (None, False, ("QH", "2C 3C", "8D"), (-10, -5, -8)),
    (2, False, ("6C", "QH JH TC AS XX", ""), (-6, -61, 0)),
    (0, False, ("", "AD 7S", "2D"), (0, -18, -2)),
)


def test_H_20_H_21_E_4_five_rounds_of_penalty_points_and_then_the_end() -> None:
    for losers_pay, gains in ((True, (0, 0, 0, 0)), (False, (48, 36, 67, 20))):
        options = options_for(Variant.GERMAN, {"losers_pay": losers_pay, "end_at": 100})
        sheet, won = blank_sheet(3), iter(gains)
        for winner, at_once, left, points in E_4:
            assert not sheet[0].over
            hands = tuple(cards(hand) for hand in left)
            if winner is None:
                result = score_nobody_out(rules_for(options), hands, Ending.STOCK)
            else:
                result = score_out(rules_for(options), winner, hands, (0, 0, 0), rummy=at_once)
            gained = {winner: next(won)} if winner is not None else {}
            assert result.points == tuple(gained.get(seat, lost) for seat, lost in enumerate(points))
            sheet = with_deal(options, sheet, result)
        assert sheet[0].totals == ((-42, -101, -51) if losers_pay else (26, -65, 16))
        assert (sheet[0].over, sheet[0].winner) == ((True, 0) if losers_pay else (False, None))
