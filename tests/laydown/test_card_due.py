"""A card that has to be laid in its turn (H-18): the best lay-down with it, compared with a brute-force oracle."""

from dataclasses import replace
from random import Random

import pytest

from bot.laydown import Position, best_discards, best_plan
from bot.rummy.cards import JOKER, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.rules import rules_for
from bot.rummy.options import options_for
from tests.laydown import brute
from tests.laydown.test_house_rules import LIMITS, NEEDS, assert_best, position_under


def with_card_due(position: Position, rng: Random, card: int | None = None) -> Position:
    """Return a position of a seat without first melds that has to lay one of its cards."""
    closed = replace(position, opened=False, laid=0, owed=0)
    laid = [one for step in best_plan(closed).steps for one in step.cards]
    taken = rng.choice(laid if laid and rng.random() < 0.6 else position.hand) if card is None else card
    return replace(closed, taken=taken, due=True)


def assert_due(seeds: range, size: int, melds: int) -> tuple[int, int]:
    """Compare random positions; return in how many the card can be laid, and in how many it can't."""
    can, cannot = 0, 0
    for seed in seeds:
        rng = Random(seed)
        position = brute.random_position(rng, size, rng.randint(0, melds))
        if not position.hand or position.rules.first is None:
            continue
        if rng.random() < 0.7:
            position = replace(position, rules=replace(position.rules, first=()))
        joker = JOKER if JOKER in position.hand and rng.random() < 0.3 else None
        position = with_card_due(position, rng, joker)
        assert_best(position)
        assert best_discards(position) == ()
        can, cannot = can + bool(best_plan(position).steps), cannot + (not best_plan(position).steps)
    return can, cannot


def test_H_18_the_best_lay_down_with_a_card_due_is_the_best_of_all_sequences_in_small_hands() -> None:
    assert min(assert_due(range(200), 6, 2)) > 10


@pytest.mark.slow
def test_H_18_the_best_lay_down_with_a_card_due_is_the_best_of_all_sequences() -> None:
    assert min(assert_due(range(1000, 1400), 8, 2)) > 40


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NEEDS, *LIMITS])
def test_H_18_and_so_it_is_with_other_house_rules(name: str) -> None:
    for seed in range(2000, 2080):
        position = position_under(seed, name, size=6, melds=2)
        if position is not None and position.rules.first is not None:
            assert_best(with_card_due(position, Random(seed)))


def test_H_18_one_of_two_equal_cards_is_enough() -> None:
    rules = rules_for(options_for(Variant.GERMAN))
    cards = tuple(sorted(map(parse_card, ["9H", "9H", "7H", "8H", "QC", "QS", "QD", "2D"])))
    position = Position(0, rules, cards, (), False, 0, 0, parse_card("9H"), may_meld=True, due=True)
    plan = best_plan(position)
    assert {str(step) for step in plan.steps} == {"0 meld QC QS QD", "0 meld 7H 8H 9H"}
    assert plan.left == (parse_card("9H"), parse_card("2D"))


def test_H_18_the_card_due_is_laid_though_more_cards_could_be_laid_without_it() -> None:
    rules = rules_for(options_for(Variant.GERMAN))
    cards = tuple(sorted(map(parse_card, ["9H", "9C", "9S", "TH", "JH", "QH", "KH", "AH", "2D"])))
    position = Position(0, rules, cards, (), False, 0, 0, parse_card("9C"), may_meld=True, due=True)
    free = best_plan(replace(position, due=False))
    assert {step.cards for step in best_plan(position).steps} == {step.cards for step in free.steps}
    alone = replace(position, hand=tuple(sorted(map(parse_card, ["9H", "9C", "9S", "8H", "TH", "JH", "2D", "4C"]))))
    assert [str(step) for step in best_plan(replace(alone, due=False)).steps] == ["0 meld 8H 9H TH JH"]
    assert best_plan(alone).steps == (), "three nines are worth 27, and the card due is one of them"
