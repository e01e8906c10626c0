"""Rules in words: the whole rules, and those that differ from the standard rules."""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.options import PRESETS, Options, conflicts, house_rules, options_for, switches_of
from bot.text.catalogs import Catalogs
from bot.text.games import variant_name
from bot.text.rules import (
    OPTION_NAMES,
    differences,
    house_rule_words,
    option_brief,
    option_name,
    option_rule,
    option_value,
    options_of,
    rules_in_words,
    turn_in_words,
)
from tests.rummy.helpers import random_numbers, random_options

TEXTS = Catalogs().texts("en")
OPTIONS = st.integers().map(lambda seed: random_options(Random(seed)))
GERMAN = options_for(Variant.GERMAN)
HOUSE_RULES = switches_of(Variant.GERMAN)
RULES = {name: rule for variant in Variant for name, rule in house_rules(variant).items()}


def german_tables() -> Iterator[GermanOptions]:
    """Yield German Rummy with none, one or two of its house rules and with random ones, without those that conflict."""
    rng, names = Random(7), [*HOUSE_RULES]
    chosen = [set[str](), *({one, other} for one, other in product(names, repeat=2))]
    chosen += [{name for name in names if rng.random() < 0.5} for _ in range(1500)]
    for on in chosen:
        numbers = {} if rng.random() < 0.3 else random_numbers(rng)
        changes: dict[str, Any] = {**dict.fromkeys(on, True), **numbers}
        options = replace(GERMAN, **changes)
        if not conflicts(options):
            yield options


SAID_ONCE = ("initial_40", "no_initial_meld", "initial", "no_jokers", "jokers")


def meaning(options: Options) -> object:
    """Return what a game's rules mean: several options set the value of first melds and the jokers."""
    names = [name for name in options_of(options) if name not in SAID_ONCE]
    value = rules_for(options).initial if isinstance(options, GermanOptions) else None
    return options.variant, len(options.pack), value, *((name, getattr(options, name)) for name in names)


def test_every_option_has_a_different_name() -> None:
    assert set(OPTION_NAMES) == {field.name for preset in PRESETS.values() for field in fields(preset)} - {"variant"}
    assert len({option_name(TEXTS, name) for name in OPTION_NAMES}) == len(OPTION_NAMES)


@pytest.mark.parametrize("name", RULES)
def test_every_value_of_an_option_has_different_words(name: str) -> None:
    values = RULES[name].values
    assert len({option_value(TEXTS, name, value) for value in values}) == len(values)


def test_G_12_the_knock_limit_reads_as_players_say_it() -> None:
    limits = [options_for(Variant.GIN), options_for(Variant.GIN, {"knock_limit": 0}), options_for(Variant.OKLAHOMA)]
    said = [option_value(TEXTS, "knock_limit", options.knock_limit) for options in limits]
    assert said == ["10", "gin only", "set by the upcard"]
    assert [option_rule(TEXTS, options, "knock_limit") for options in limits] == [
        "You can knock with 10 deadwood or less.",
        "Only gin ends a deal.",
        "The upcard's value is the knock limit for the deal. If it's an ace, only gin ends the deal.",
    ]


@pytest.mark.parametrize("variant", Variant)
def test_a_variants_standard_rules_have_no_differences(variant: Variant) -> None:
    assert differences(TEXTS, PRESETS[variant]) == ()
    assert variant_name(TEXTS, variant)


@given(OPTIONS)
def test_each_difference_is_listed_and_is_in_the_whole_rules_once(options: GinOptions) -> None:
    preset = GIN_PRESETS[options.variant]
    changed = [name for name in options_of(options) if getattr(options, name) != getattr(preset, name)]
    told = differences(TEXTS, options)
    assert told == tuple(option_rule(TEXTS, options, name) for name in changed)
    whole = " ".join(rules_in_words(TEXTS, options))
    for sentence in told:
        assert whole.count(sentence) == 1


@given(OPTIONS, OPTIONS)
def test_rules_that_mean_the_same_read_the_same_and_others_do_not(one: GinOptions, other: GinOptions) -> None:
    same = rules_in_words(TEXTS, one) == rules_in_words(TEXTS, other)
    assert same == (meaning(one) == meaning(other)) or one.variant is not other.variant


def test_G_27_a_number_of_deals_leaves_target_and_bonuses_out() -> None:
    options = options_for(Variant.GIN, {"deals": 3, "target": 200})
    assert "The higher total after 3 deals wins" in " ".join(rules_in_words(TEXTS, options))
    assert not {"target", "reach", "game_bonus", "box_bonus", "shutout"} & set(options_of(options))
    assert differences(TEXTS, options) == (
        "The higher total after 3 deals wins. Void deals don't count, and there are no bonuses.",
    )


def test_G_24_hollywood_explains_three_games_and_has_no_number_of_deals() -> None:
    options = GIN_PRESETS[Variant.HOLLYWOOD]
    assert "deals" not in options_of(options)
    assert (
        "Three games are scored at once, each to 100 points. Win two of them to win."
        in rules_in_words(TEXTS, options)[-1]
    )


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_G_24_and_G_25_only_hollywood_explains_in_which_games_a_win_counts(variant: Variant) -> None:
    told = rules_in_words(TEXTS, GIN_PRESETS[variant])[-1]
    for words in (
        "The first deal you win counts in game 1, the second in games 1 and 2, every later one in all three.",
        "Once a game has ended, nothing is added to it, and both players can score in the next one.",
    ):
        assert (words in told) == (variant is Variant.HOLLYWOOD)


@given(OPTIONS)
def test_rules_fit_in_a_message(options: GinOptions) -> None:
    assert len("\n".join(rules_in_words(TEXTS, options))) < 3500


@pytest.mark.parametrize("variant", Variant)
def test_every_option_of_every_variant_has_a_name_a_value_and_a_sentence(variant: Variant) -> None:
    options = PRESETS[variant]
    for name in house_rules(variant):
        told = (
            option_name(TEXTS, name),
            option_value(TEXTS, name, getattr(options, name)),
            option_rule(TEXTS, options, name),
        )
        assert all(told)
        assert told[2].endswith(".")


@pytest.mark.parametrize("small", [False, True])
def test_the_rules_name_as_many_players_as_the_game_has_seats(small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    options = options_for(Variant.GERMAN, {"small_deck": small})
    assert option_rule(TEXTS, options, "small_deck").startswith("2 to 4 players. ")
    monkeypatch.setattr(GermanOptions, "seat_counts", range(2, 7))
    assert option_rule(TEXTS, options, "small_deck").startswith("2 to 6 players. ")


def test_H_1_and_H_5_options_without_effect_are_not_listed() -> None:
    small, dry = (options_for(Variant.GERMAN, {name: True}) for name in ("small_deck", "no_jokers"))
    assert set(options_of(GERMAN)) - set(options_of(small)) == {
        "initial_40",
        "no_initial_meld",
        "initial",
        "jokers",
        "hand_cards",
    }
    assert set(options_of(GERMAN)) - set(options_of(dry)) == {"joker_rule", "jokers", "joker_value"}


def test_H_8_players_know_the_claim_as_knocking() -> None:
    assert option_name(TEXTS, "claim") == "Knocking"
    options = options_for(Variant.GERMAN, {"claim": True})
    (told,) = differences(TEXTS, options)
    assert told.startswith("Knocking, with three players or more: ")
    assert "laim" not in " ".join(rules_in_words(TEXTS, options))


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_every_house_rule_has_a_short_description(name: str) -> None:
    assert 10 < len(option_brief(TEXTS, name) or "") <= 100


def test_different_house_rules_read_differently_and_each_is_in_the_whole_rules_once() -> None:
    read = dict[str, object]()
    tables = list(german_tables())
    for options in tables:
        told = rules_in_words(TEXTS, options)
        whole = "\n".join(told)
        assert len(whole) < 3700
        assert read.setdefault(whole, meaning(options)) == meaning(options)
        for sentence in differences(TEXTS, options):
            assert whole.count(sentence) == 1
        if options.without_jokers:
            assert whole.count("oker") == 1
    assert len(read) == len({meaning(options) for options in tables})


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_a_house_rule_is_one_difference_and_reads_differently_when_off(name: str) -> None:
    preset = options_for(Variant.GERMAN)
    options = options_for(Variant.GERMAN, {name: True})
    assert differences(TEXTS, options) == (option_rule(TEXTS, options, name),)
    assert option_rule(TEXTS, preset, name) != option_rule(TEXTS, options, name)


def test_D_7_H_1_to_H_3_the_value_of_first_melds_is_stated() -> None:
    for changes, value in (({}, "30"), ({"initial_40": True}, "40")):
        options = options_for(Variant.GERMAN, changes)
        assert option_rule(TEXTS, options, "initial_40") == (
            f"Your first melds in a round, laid in one turn, have to be worth at least {value} points together."
        )
    for changes in ({"small_deck": True}, {"no_initial_meld": True}, {"small_deck": True, "no_initial_meld": True}):
        whole = " ".join(rules_in_words(TEXTS, options_for(Variant.GERMAN, changes)))
        assert "any value" in whole
        assert "worth" not in whole
    both = options_for(Variant.GERMAN, {"small_deck": True, "no_initial_meld": True})
    assert len(differences(TEXTS, both)) == 1


def test_H_6_the_joker_rule_depends_on_other_house_rules() -> None:
    plain = options_for(Variant.GERMAN, {"joker_rule": True})
    freer = replace(plain, win_without_discard=True, set_rule=True)
    assert "only jokers would be left" in option_rule(TEXTS, plain, "joker_rule")
    assert "only jokers would be left" not in option_rule(TEXTS, freer, "joker_rule")
    assert "two jokers can't be next to each other in a run or a set" in option_rule(TEXTS, freer, "joker_rule")


def test_H_10_the_casino_table_replaces_the_other_values() -> None:
    whole = " ".join(rules_in_words(TEXTS, options_for(Variant.GERMAN, {"casino_scoring": True})))
    assert "Q♠ counts 40" in whole
    assert "Jokers count nothing." in whole
    assert "A joker in your hand counts 20." not in whole


def test_B_13_the_target_depends_on_the_number_of_players_unless_it_is_set() -> None:
    options = options_for(Variant.BASIC)
    assert option_value(TEXTS, "target", options.target) == "standard"
    assert (
        "The game ends when a player reaches 100 points (two players), 150 (three) or 200 (four)"
        in rules_in_words(TEXTS, options)[-1]
    )
    fixed = options_for(Variant.BASIC, {"target": 80, "one_meld_per_turn": True})
    assert differences(TEXTS, fixed) == (
        "The game ends when a player reaches 80 points.",
        "You can lay only one new meld per turn.",
    )


@pytest.mark.parametrize("variant", GIN_PRESETS)
def test_G_28_the_rules_tell_of_big_gin_where_it_is_played(variant: Variant) -> None:
    played, plain = options_for(variant, {"big_gin": 31}), GIN_PRESETS[variant]
    words = "you can go big gin and discard nothing. It scores 31 plus the other player's deadwood."
    assert words in " ".join(rules_in_words(TEXTS, played))
    assert [words in line for line in differences(TEXTS, played)] == [True]
    assert any("press *Big gin*" in step for step in turn_in_words(TEXTS, played))
    assert house_rule_words(TEXTS, played) == ("Big gin: 31",)
    assert option_value(TEXTS, "big_gin", plain.big_gin) == "off"
    assert not any("press *Big gin*" in step for step in turn_in_words(TEXTS, plain))


def test_B_15_to_B_18_the_rules_say_that_losers_pay() -> None:
    options = options_for(Variant.BASIC, {"losers_pay": True})
    whole = " ".join(rules_in_words(TEXTS, options))
    assert "have the fewest penalty points when a player has 100" in whole
    assert "the others take the cards they hold as penalty points" in whole
    assert "you go rummy and the penalty points double" in whole
    assert "The game ends when a player has 100 penalty points or more." in whole
    assert "Nobody loses points" not in whole
    assert "150 (three)" not in whole
    assert differences(TEXTS, options) == (
        "The winner of a deal scores nothing; the others take the cards they hold as penalty points.",
    )
    assert "has 60 penalty points or more" in " ".join(rules_in_words(TEXTS, replace(options, target=60)))


def test_D_15_german_rummy_says_rounds_and_basic_rummy_says_deals() -> None:
    for options in german_tables():
        assert "deal" not in "".join(rules_in_words(TEXTS, options)).replace("dealt", "")
    assert "round" not in " ".join(rules_in_words(TEXTS, PRESETS[Variant.BASIC]))
