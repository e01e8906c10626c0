"""The rules that the best lay-down has to follow, one by one."""

from dataclasses import replace
from random import Random

from bot.bench.laydown import house_rules, rich_position
from bot.laydown import (
    Position,
    best_discards,
    best_plan,
    can_go_out,
    first_value,
    initial_value,
    may_take_long,
    reaches_initial,
)
from bot.rummy.cards import code, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.options import options_for


def position(
    hand: str,
    table: str = "",
    *,
    variant: Variant = Variant.GERMAN,
    opened: bool = True,
    taken: str | None = None,
    may_meld: bool = True,
    **options: object,
) -> Position:
    """Return a position of seat 0 in its turn, from a hand (``7S XX 9S``) and a table (``4H 5H 6H / QC QH QD``)."""
    rules = rules_for(options_for(variant, options))
    melds = [read_meld(tuple(map(parse_card, text.split())), rules) for text in table.split(" / ") if text]
    lying = tuple(meld for meld in melds if isinstance(meld, TableMeld))
    assert len(lying) == len(melds)
    cards = tuple(sorted(map(parse_card, hand.split())))
    last = None if taken is None else parse_card(taken)
    return Position(0, rules, cards, lying, opened, 0, 0, last, may_meld)


def laid(where: Position) -> list[str]:
    return [str(step)[2:] for step in best_plan(where).steps]


def left(where: Position) -> list[str]:
    return [code(card) for card in best_plan(where).left]


def test_D_7_first_melds_below_30_stay_in_the_hand() -> None:
    low = position("5C 5S 5H 4D 4C 4S KH", opened=False)
    assert initial_value(low) == 27
    assert not reaches_initial(low)
    assert laid(low) == []


def test_H_4_an_ace_that_begins_a_run_counts_1_and_any_other_11() -> None:
    assert initial_value(position("AC 2C 3C 9H 9D 9S KH", opened=False)) == 6 + 27
    assert initial_value(position("QC KC AC 9H 9D 9S KH", opened=False)) == 31 + 27
    assert initial_value(position("AC 2C 3C KH", opened=False, round_the_corner=True)) == 6
    assert initial_value(position("KC AC 2C QH", opened=False, round_the_corner=True)) == 23


def test_D_7_a_joker_counts_as_the_card_that_it_replaces() -> None:
    ace = position("QH KH XX 2C 7D", opened=False)
    assert initial_value(ace) == 31
    assert laid(ace) == ["meld QH KH XX"]


def test_D_7_lay_offs_are_allowed_in_the_turn_that_reaches_30() -> None:
    both = position("QC QH QD 7H 2C 8D", "4H 5H 6H", opened=False)
    assert laid(both) == ["meld QC QH QD", "layoff 7H 0"]
    assert laid(position("2C 3C 4C 7H KS 8D", "4H 5H 6H", opened=False)) == []


def test_D_8_lay_offs_follow_one_another_at_both_ends() -> None:
    chain = laid(position("3H 7H 8H KS", "4H 5H 6H"))
    assert sorted(chain) == ["layoff 3H 0", "layoff 7H 0", "layoff 8H 0"]
    assert chain.index("layoff 7H 0") < chain.index("layoff 8H 0")


def test_D_9_a_swapped_joker_is_laid_in_another_meld() -> None:
    swap = position("8S 5D 5H KC", "7S XX 9S")
    assert laid(swap) == ["swap 8S 0", "meld 5H 5D XX"]
    assert left(swap) == ["KC"]
    assert can_go_out(swap)


def test_D_11_one_card_is_kept_as_the_discard() -> None:
    assert laid(position("5D 5H 5C")) == []
    assert len(left(position("5D 5H 5C 5S"))) == 1
    assert can_go_out(position("5D 5H 5C 5S"))


def test_H_9_the_last_card_may_be_laid() -> None:
    free = position("5D 5H 5C", win_without_discard=True)
    assert laid(free) == ["meld 5C 5H 5D"]
    assert best_plan(free).out


def test_H_4_a_run_goes_round_the_corner_only_if_the_rule_is_on() -> None:
    assert laid(position("KD AD 2D 9S", round_the_corner=True)) == ["meld KD AD 2D"]
    assert laid(position("KD AD 2D 9S")) == []


def test_H_6_a_joker_that_could_not_be_laid_again_is_not_swapped() -> None:
    full = "QC QS QH XX"
    assert laid(position("QD KD 9C 2H", full, joker_rule=True, casino_scoring=True)) == []
    assert laid(position("QD KD KC 2H", full, joker_rule=True, casino_scoring=True)) == ["swap QD 0", "meld KC KD XX"]
    assert laid(position("QD KD 9C 2H", full, casino_scoring=True)) == ["swap QD 0"]


def test_H_6_one_card_that_is_not_a_joker_is_kept() -> None:
    assert left(position("5D 5H 5C XX", "QC QH QD / 9C 9H 9D", joker_rule=True)) != ["XX"]
    assert left(position("5D 5H 5C 2S XX", joker_rule=True)) == ["2S"]


def test_H_7_a_joker_takes_the_place_of_a_missing_suit() -> None:
    assert left(position("7C 7H XX 2D", set_rule=True)) == ["2D"]
    assert left(position("7C 7S XX 2D", set_rule=True)) == ["2D"]
    assert laid(position("7C 7S 2D 9H", set_rule=True)) == []


def test_B_5_the_taken_card_is_never_the_only_one_left() -> None:
    alone = position("4C 4S 4H 9D", variant=Variant.BASIC, taken="9D")
    assert laid(alone) == []
    fits = position("4C 4S 4H 9D", "TD JD QD", variant=Variant.BASIC, taken="9D")
    assert best_plan(fits).out
    assert left(fits) == []


def test_B_6_all_cards_may_be_laid_in_basic_rummy() -> None:
    assert best_plan(position("4C 4S 4H", variant=Variant.BASIC)).left == ()


def test_B_14_the_best_single_meld_is_laid() -> None:
    two = position("KC KS KH 2C 2S 2H 9D", variant=Variant.BASIC, one_meld_per_turn=True)
    assert laid(two) == ["meld KC KS KH"]
    assert laid(position("KC KS KH 2C 9D", variant=Variant.BASIC, one_meld_per_turn=True, may_meld=False)) == []


def test_the_best_discards_start_with_the_most_expensive_loose_card_and_end_with_jokers() -> None:
    order = [code(card) for card in best_discards(position("5D 5H 2C KS XX 9C"))]
    assert order[0] == "KS"
    assert order[-1] == "XX"


def test_D_10_nothing_can_be_discarded_while_first_melds_are_below_their_value() -> None:
    open_debt = position("KS 2C 9D", opened=False)
    owing = Position(0, open_debt.rules, open_debt.hand, (), False, 12, 0, None, may_meld=True)
    assert best_discards(owing) == ()
    assert best_plan(owing).steps == ()


def test_D_8_a_card_for_a_meld_of_this_turn_is_laid_with_it() -> None:
    assert laid(position("TC TH TD XX 2S")) == ["meld TC TH TD XX"]
    assert laid(position("4H 5H 6H 7H 8H 2S", opened=False)) == ["meld 4H 5H 6H 7H 8H"]


def test_D_7_hands_with_several_times_the_value_of_first_melds_reach_it() -> None:
    rng, reached = Random(11), 0
    for _ in range(60):
        rich = rich_position(rng, house_rules(rng))
        owing = replace(rich, opened=False, hand=tuple(sorted(rng.sample(rich.hand, rng.randint(6, 25)))))
        plan = best_plan(owing)
        reached += reaches_initial(owing)
        if plan.steps and owing.needs:
            assert first_value(owing, plan) >= owing.needs
            assert reaches_initial(owing)
    assert 30 < reached < 60


def test_many_cards_and_jokers_to_swap_after_first_melds_may_take_long() -> None:
    assert not may_take_long(position("TC TS TH 9D 8D 7D QS 2C 2S 2H 4C 5C 6C KD KS"))
    assert may_take_long(position("TC TS TH 9D 8D 7D QS 2C 2S 2H 4C 5C 6C KD KS JH"))
    assert may_take_long(position("TC TS TH 9D", "7S XX 9S", opened=False))
    assert not may_take_long(position("TC TS TH 9D", "7S XX 9S"))
