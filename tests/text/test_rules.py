"""Rules in words: what is in force is told, and what differs is what is told first."""

from dataclasses import fields
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.options import CHOICES, GIN_PRESETS, PRESETS, RANGES, SWITCHES, GinOptions, Variant, options_for
from bot.text.catalogue import Catalogues
from bot.text.rules import (
    OPTION_NAMES,
    differences,
    option_name,
    option_rule,
    option_value,
    options_of,
    rules_in_words,
    variant_name,
)
from tests.rummy.helpers import random_options

TEXTS = Catalogues().texts("en")
OPTIONS = st.integers().map(lambda seed: random_options(Random(seed)))


def test_every_option_has_a_name_of_its_own() -> None:
    assert set(OPTION_NAMES) == {field.name for preset in PRESETS.values() for field in fields(preset)} - {"variant"}
    assert len({option_name(TEXTS, name) for name in OPTION_NAMES}) == len(OPTION_NAMES)


@pytest.mark.parametrize("name", [*RANGES, *CHOICES, *SWITCHES])
def test_every_value_of_an_option_has_words_of_its_own(name: str) -> None:
    values: list[object] = [*(RANGES.get(name) or CHOICES.get(name) or (True, False))]
    assert len({option_value(TEXTS, name, value) for value in values}) == len(values)


def test_G_12_the_knock_limit_reads_as_players_say_it() -> None:
    limits = [options_for(Variant.GIN), options_for(Variant.GIN, {"knock_limit": 0}), options_for(Variant.OKLAHOMA)]
    said = [option_value(TEXTS, "knock_limit", options.knock_limit) for options in limits]
    assert said == ["10", "gin only", "by the upcard"]
    assert [option_rule(TEXTS, options, "knock_limit") for options in limits] == [
        "You may knock with a deadwood of 10 or less.",
        "Only gin ends a deal.",
        "The upcard's value is the knock limit of the deal; when it is an ace, only gin ends the deal.",
    ]


@pytest.mark.parametrize("variant", Variant)
def test_a_variant_with_its_own_rules_differs_in_nothing(variant: Variant) -> None:
    assert differences(TEXTS, PRESETS[variant]) == ()
    assert variant_name(TEXTS, variant)


@given(OPTIONS)
def test_what_differs_is_told_once_each_and_stands_in_the_whole_rules(options: GinOptions) -> None:
    preset = GIN_PRESETS[options.variant]
    changed = [name for name in options_of(options) if getattr(options, name) != getattr(preset, name)]
    told = differences(TEXTS, options)
    assert told == tuple(option_rule(TEXTS, options, name) for name in changed)
    whole = " ".join(rules_in_words(TEXTS, options))
    for sentence in told:
        assert whole.count(sentence) == 1


@given(OPTIONS, OPTIONS)
def test_rules_that_mean_the_same_read_the_same_and_others_do_not(one: GinOptions, other: GinOptions) -> None:
    def meaning(options: GinOptions) -> object:
        return options.variant, [(name, getattr(options, name)) for name in options_of(options)]

    same = rules_in_words(TEXTS, one) == rules_in_words(TEXTS, other)
    assert same == (meaning(one) == meaning(other)) or one.variant is not other.variant


def test_G_27_a_number_of_deals_leaves_target_and_bonuses_out() -> None:
    options = options_for(Variant.GIN, {"deals": 3, "target": 200})
    assert "After 3 deals" in " ".join(rules_in_words(TEXTS, options))
    assert not {"target", "reach", "game_bonus", "box_bonus", "shutout"} & set(options_of(options))
    assert differences(TEXTS, options) == (
        "After 3 deals, void ones not counted, the higher total wins; there are no bonuses.",
    )


def test_G_24_hollywood_tells_of_three_games_and_has_no_number_of_deals() -> None:
    options = GIN_PRESETS[Variant.HOLLYWOOD]
    assert "deals" not in options_of(options)
    assert "Three games are scored at once, each to 100 points; two of them win." in rules_in_words(TEXTS, options)[-1]


@given(OPTIONS)
def test_rules_fit_in_a_message(options: GinOptions) -> None:
    assert len("\n".join(rules_in_words(TEXTS, options))) < 3500
