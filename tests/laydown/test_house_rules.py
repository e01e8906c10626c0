"""House rules that the quick search doesn't know: the best lay-down under them, compared with a brute-force oracle."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.laydown import Position, best, best_discards, best_plan, can_go_out, reaches_initial
from bot.rummy.cards import JOKER, MeldKind, parse_card
from bot.rummy.families import Variant
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import Limit, MeldRules, Need, TableMeld, read_meld, value_of
from bot.rummy.moves import Verb
from bot.rummy.options import options_for
from bot.rummy.refusals import Reason, Refusal
from tests.amounts import times
from tests.laydown import brute
from tests.laydown.test_exact import end_of

REFUSED = Refusal("H-99", Reason.ONE_MELD)


def pure_runs(meld: TableMeld, _: MeldRules) -> int:
    return int(meld.kind is MeldKind.RUN and not meld.jokers)


def long_runs(meld: TableMeld, _: MeldRules) -> int:
    return int(meld.kind is MeldKind.RUN and len(meld.cards) > 3)


def small_melds(meld: TableMeld, _: MeldRules) -> int:
    return int(len(meld.cards) == 3)


def no_joker_laid_off(verb: Verb, before: TableMeld | None, after: TableMeld, _: MeldRules) -> Refusal | None:
    joker = verb is Verb.LAYOFF and before is not None and after.jokers > before.jokers
    return REFUSED if joker else None


def no_sets_of_four(_: Verb, __: TableMeld | None, after: TableMeld, ___: MeldRules) -> Refusal | None:
    return REFUSED if after.kind is MeldKind.SET and len(after.cards) == 4 else None


def melds_of_three(verb: Verb, _: TableMeld | None, after: TableMeld, __: MeldRules) -> Refusal | None:
    return REFUSED if verb is Verb.MELD and len(after.cards) > 3 else None


def runs_of_four(verb: Verb, _: TableMeld | None, after: TableMeld, __: MeldRules) -> Refusal | None:
    return REFUSED if verb is Verb.MELD and after.kind is MeldKind.RUN and len(after.cards) < 4 else None


def no_swap_in_sets(verb: Verb, _: TableMeld | None, after: TableMeld, __: MeldRules) -> Refusal | None:
    return REFUSED if verb is Verb.SWAP and after.kind is MeldKind.SET else None


def swap_in_long_runs(verb: Verb, _: TableMeld | None, after: TableMeld, __: MeldRules) -> Refusal | None:
    return REFUSED if verb is Verb.SWAP and len(after.cards) < 5 else None


def no_jokers_at_ends(_: Verb, __: TableMeld | None, after: TableMeld, ___: MeldRules) -> Refusal | None:
    at_end = after.kind is MeldKind.RUN and JOKER in (after.cards[0], after.cards[-1])
    return REFUSED if at_end else None


NEEDS: Mapping[str, Need] = {
    points.__name__: Need("H-99", least, points, Reason.FIRST_MELD)
    for points, least in ((pure_runs, 1), (long_runs, 1), (small_melds, 2))
}
LIMITS: Mapping[str, Limit] = {
    limit.__name__: limit
    for limit in (
        no_joker_laid_off,
        no_sets_of_four,
        melds_of_three,
        runs_of_four,
        no_swap_in_sets,
        swap_in_long_runs,
        no_jokers_at_ends,
    )
}


def position_under(seed: int, name: str, size: int, melds: int) -> Position | None:
    """Return a random position with one house rule more; None if its table or its game can't have that rule."""
    rng = Random(seed)
    position = brute.random_position(rng, size, rng.randint(0, melds))
    rules = position.rules
    if not position.hand:
        return None
    if name in LIMITS:
        return replace(position, rules=replace(rules, limits=(LIMITS[name],)))
    if rules.first is None:
        return None
    needs = (NEEDS[name],) if rng.random() < 0.3 else (*rules.first, NEEDS[name])
    return replace(position, rules=replace(rules, first=needs), opened=False, laid=0, owed=0)


def pure_position(seed: int, size: int, melds: int) -> Position | None:
    """Return a random position before first melds under H-13 and others, or in their turn; None without a hand."""
    rng = Random(seed)
    changes: dict[str, object] = {name: True for name in brute.SWITCHES if rng.random() < 0.2}
    if "initial_40" in changes or "no_initial_meld" in changes:
        changes.pop("initial_40", None)
    elif rng.random() < 0.7:
        changes["initial"] = rng.choice((0, 15, 30, 40, 51))
    options = options_for(Variant.GERMAN, {**changes, "pure_run": True})
    position = brute.random_position(rng, size, rng.randint(0, melds), options)
    position = replace(position, opened=False, laid=0, owed=0)
    if rng.random() < 0.7:  # a run in the hand
        low, count = 13 * rng.randrange(4) + rng.randrange(9), rng.choice((3, 3, 4))
        position = replace(position, hand=tuple(sorted((*range(low, low + count), *position.hand[count:]))))
    cards = tuple(sorted(rng.sample(position.hand, 3))) if len(position.hand) > 4 else ()
    laid = brute.melds_of(cards, position.rules) if cards and rng.random() < 0.8 else ()
    if laid:  # in the turn of the first melds
        meld, hand = rng.choice(laid), brute.minus(position.hand, cards)
        position = replace(position, hand=hand, melds=(*position.melds, meld), first=(meld,))
        position = replace(position, laid=value_of(meld, position.rules))
    return position if position.hand else None


def assert_best(position: Position) -> None:
    """Compare the search with the brute-force oracle in one position."""
    found, described = brute.best(position), brute.describe(position)
    plan = best_plan(position)
    if found.cards is None:
        assert not plan.steps, described
    else:
        assert end_of(plan, position) == found.cards, described
    assert plan.out == can_go_out(position) == found.out, described


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NEEDS, *LIMITS])
def test_the_best_lay_down_under_any_house_rule_is_the_best_of_all_sequences(name: str) -> None:
    for seed in range(150):
        position = position_under(seed, name, size=7, melds=2)
        if position is not None:
            assert_best(position)


@pytest.mark.parametrize("name", [*NEEDS, *LIMITS])
def test_the_best_lay_down_under_a_house_rule_is_the_best_in_small_hands(name: str) -> None:
    for seed in range(300, 340):
        position = position_under(seed, name, size=6, melds=2)
        if position is not None:
            assert_best(position)


@pytest.mark.slow
def test_H_13_the_best_lay_down_with_a_pure_run_is_the_best_of_all_sequences() -> None:
    for seed in range(times(300)):
        position = pure_position(seed, size=7, melds=2)
        if position is not None:
            assert_best(position)


def test_H_13_the_best_lay_down_with_a_pure_run_is_the_best_in_small_hands() -> None:
    for seed in range(1_000_000, 1_000_060):
        position = pure_position(seed, size=6, melds=2)
        if position is not None:
            assert_best(position)


def test_the_usual_rules_accept_whatever_the_quick_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []
    monkeypatch.setattr(best, "formulate_asked", lambda position, *_, **__: asked.append(position))
    best_plan.cache_clear()
    for seed in range(400):
        position = brute.random_position(Random(seed), 9, 3)
        if position.hand:
            best_plan(position)
    best_plan.cache_clear()
    assert not asked


def test_a_joker_is_laid_off_after_a_first_meld_that_has_to_be_pure() -> None:
    rules = rules_for(options_for(Variant.GERMAN))
    assert rules.first is not None
    pure = replace(rules, first=(*rules.first, NEEDS["pure_runs"]))
    cards = tuple(sorted(map(parse_card, ["8H", "9H", "TH", "JH", "XX", "2D"])))
    position = Position(0, pure, cards, (), opened=False, laid=0, owed=0, taken=None, may_meld=True)
    assert [str(step) for step in best_plan(position).steps] == ["0 meld 8H 9H TH JH", "0 layoff XX 0 high"]
    usual = best_plan(replace(position, rules=rules))
    assert [str(step) for step in usual.steps] == ["0 meld 8H 9H TH JH XX"]
    of_any_value = replace(position, rules=replace(rules, first=(NEEDS["pure_runs"],)))
    assert best_plan(of_any_value).steps == best_plan(position).steps


def test_a_first_meld_that_lacks_something_is_owed_like_its_value() -> None:
    rules = rules_for(options_for(Variant.GERMAN))
    assert rules.first is not None
    pure = replace(rules, first=(*rules.first, NEEDS["pure_runs"]))
    laid = read_meld(tuple(map(parse_card, ["KC", "KS", "KH"])), pure)
    assert isinstance(laid, TableMeld)
    hand = tuple(sorted(map(parse_card, ["2D", "3D", "4D", "9S"])))
    position = Position(0, pure, hand, (laid,), False, 30, 0, None, may_meld=True, first=(laid,))
    assert not position.is_open
    assert best_discards(position) == ()
    assert [str(step) for step in best_plan(position).steps] == ["0 meld 2D 3D 4D"]
    without = replace(position, hand=tuple(sorted(map(parse_card, ["2D", "3D", "KD", "9S"]))))
    assert best_plan(without).steps == ()
    assert not reaches_initial(without)
