"""Options: the presets' defaults, allowed values, options by variant, and errors that list every fault."""

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy.cards import JOKER
from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS, FirstDealer, NextDealer, Reach, Shutout, Tie
from bot.rummy.melds.options import MELDS_PRESETS, BasicOptions, GermanOptions
from bot.rummy.options import (
    MOST_SEATS,
    PRESETS,
    OptionError,
    Options,
    changes_from,
    conflicts,
    house_rules,
    options_for,
    seats_for,
    seats_in_words,
    switches_of,
)
from bot.rummy.refusals import Conflict
from tests.rummy.helpers import FOR_TWO, random_melds_options, random_options

# rules/gin.md, "Options": the defaults of gin, remik, hollywood and oklahoma.
DEFAULTS: dict[str, tuple[object, object, object, object]] = {
    "knock_limit": (10, 10, 10, None),
    "gin_bonus": (25, 25, 25, 25),
    "undercut_bonus": (25, 25, 10, 25),
    "tie": ("undercut", "undercut", "undercut", "undercut"),
    "first_dealer": ("draw", "random", "random", "random"),
    "next_dealer": ("other", "other", "winner", "other"),
    "target": (100, 100, 100, 100),
    "reach": ("exceeds", "exceeds", "reaches", "reaches"),
    "game_bonus": (100, 100, 0, 100),
    "box_bonus": (25, 25, 0, 25),
    "shutout": ("double", "double", "none", "double"),
    "deals": (0, 0, 0, 0),
    "play_out": (True, True, True, True),
    "spades_double": (True, True, True, True),
    "big_gin": (0, 0, 0, 0),
}
# rules/basic.md, B-14; rules/german.md, D-15 and "House rules".
BASIC_DEFAULTS: dict[str, object] = {"one_meld_per_turn": False, "target": None, "losers_pay": False}
HOUSE_RULES = switches_of(Variant.GERMAN)
GERMAN_DEFAULTS: dict[str, object] = {
    "rounds": 3,
    **dict.fromkeys(HOUSE_RULES, False),
    "initial": None,
    "jokers": 6,
    "hand_cards": 13,
    "begins": "random",
    "take": "free",
    "end_at": 0,
    "joker_value": 20,
}
# rules/german-options.md, "Four variants".
FOUR: dict[str, tuple[object, object, object, object]] = {
    "initial": (51, 51, 40, 51),
    "pure_run": (True, False, False, False),
    "jokers": (4, 4, 6, 2),
    "hand_cards": (13, 14, 13, 13),
    "starter": (True, True, False, False),
    "begins": ("left",) * 4,
    "take": ("use",) * 4,
    "reshuffle": (True,) * 4,
    "losers_pay": (True, True, False, True),
    "end_at": (500, 0, 0, 150),
    "rounds": (3, 4, 4, 3),
    "joker_value": (20, 20, 20, 15),
}
BOUNDS = {
    "knock_limit": (0, 10),
    "gin_bonus": (0, 50),
    "undercut_bonus": (0, 50),
    "target": (10, 500),
    "game_bonus": (0, 200),
    "box_bonus": (0, 50),
    "deals": (0, 20),
    "big_gin": (0, 50),
    "rounds": (1, 20),
    "initial": (0, 101),
    "jokers": (0, 6),
    "hand_cards": (13, 14),
    "end_at": (0, 1000),
    "joker_value": (0, 50),
}
CHOICES = {
    "tie": Tie,
    "first_dealer": FirstDealer,
    "next_dealer": NextDealer,
    "reach": Reach,
    "shutout": (Shutout.DOUBLE, Shutout.NONE),
}
RELATIVES = (Variant.REMIK51, Variant.REMI51, Variant.ROMME, Variant.KALUKI)
LACKING = ("small_deck", "initial_40", "no_initial_meld", "no_jokers")
"""The switches of German Rummy that its relatives lack."""
OWNERS: dict[str, tuple[Variant, ...]] = {
    "play_out": (Variant.HOLLYWOOD,),
    "spades_double": (Variant.OKLAHOMA,),
    "one_meld_per_turn": (Variant.BASIC,),
    **dict.fromkeys((name for name in HOUSE_RULES if name not in BASIC_DEFAULTS), (Variant.GERMAN, *RELATIVES)),
    **dict.fromkeys(LACKING, (Variant.GERMAN,)),
}
"""The switches that only some variants have."""
OWNER = dict.fromkeys(GERMAN_DEFAULTS, Variant.GERMAN)
"""A variant that has the option, if Oklahoma doesn't."""


@pytest.mark.parametrize("variant", FOR_TWO)
def test_a_preset_sets_the_defaults_of_the_rules(variant: Variant) -> None:
    options = options_for(variant)
    assert {name: getattr(options, name) for name in DEFAULTS} == {
        name: values[list(Variant).index(variant)] for name, values in DEFAULTS.items()
    }
    assert changes_from(options) == {}


def test_three_handed_gin_has_the_defaults_of_its_rules() -> None:
    """rules/three-handed-gin.md, "Options"."""
    told = {name: values[0] for name, values in DEFAULTS.items()}
    told |= {"reach": "reaches", "shutout": "pay", "form": "cutthroat"}
    del told["next_dealer"], told["play_out"], told["spades_double"]
    options = options_for(Variant.THREE_HANDED)
    assert set(house_rules(Variant.THREE_HANDED)) == set(told)
    assert {name: getattr(options, name) for name in told} == told
    assert changes_from(options) == {}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"next_dealer": "other"}, 'three_handed has no option "next_dealer"'),
        ({"shutout": "double"}, 'shutout: pay or none, not "double"'),
        ({"form": "box"}, 'form: cutthroat or captain, not "box"'),
        ({"play_out": True}, "play_out: an option of hollywood, not of three_handed"),
    ],
)
def test_three_handed_gin_refuses_what_it_does_not_have(changes: dict[str, object], fault: str) -> None:
    with pytest.raises(OptionError) as caught:
        options_for(Variant.THREE_HANDED, changes)
    assert str(caught.value) == fault
    with pytest.raises(OptionError, match=r'^gin has no option "form"$'):
        options_for(Variant.GIN, {"form": "captain"})


@pytest.mark.parametrize(("variant", "defaults"), [(Variant.BASIC, BASIC_DEFAULTS), (Variant.GERMAN, GERMAN_DEFAULTS)])
def test_B_14_D_15_games_with_melds_on_the_table_have_the_defaults_of_the_rules(
    variant: Variant, defaults: dict[str, object]
) -> None:
    options = options_for(variant)
    assert {field.name: getattr(options, field.name) for field in fields(options)} == {"variant": variant, **defaults}
    assert changes_from(options) == {}
    assert options_for(variant, {name: value for name, value in defaults.items() if value is not None}) == options


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_stays_within_its_range(name: str) -> None:
    low, high = BOUNDS[name]
    variant = OWNER.get(name, Variant.OKLAHOMA)
    for value in (low, high):
        assert getattr(options_for(variant, {name: value}), name) == value
    for wrong in (low - 1, high + 1, 10**400, True, 10.0, "10", None, [10]):
        with pytest.raises(OptionError, match=f"^{name}: a whole number from {low} to {high}, not "):
            options_for(variant, {name: wrong})


def test_B_14_the_target_of_basic_rummy_is_a_number_or_depends_on_the_players() -> None:
    assert options_for(Variant.BASIC, {"target": 500}) == BasicOptions(Variant.BASIC, target=500)
    values: tuple[object, ...] = (9, 501, None)
    for wrong in values:
        with pytest.raises(OptionError, match=r"^target: a whole number from 10 to 500, not "):
            options_for(Variant.BASIC, {"target": wrong})


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_accepts_only_its_members(name: str) -> None:
    for word in CHOICES[name]:
        assert getattr(options_for(Variant.GIN, {name: word.value}), name) is word
    values: tuple[object, ...] = ("", word.value.upper(), 1, None, [word.value], {})
    for wrong in values:
        with pytest.raises(OptionError, match=f"^{name}: .* or .*, not "):
            options_for(Variant.GIN, {name: wrong})


@pytest.mark.parametrize("at", range(4))
def test_the_relatives_of_german_rummy_have_the_defaults_of_the_rules(at: int) -> None:
    options = options_for(RELATIVES[at])
    own = {name: values[at] for name, values in FOUR.items()}
    assert {field.name: getattr(options, field.name) for field in fields(options)} == {
        "variant": RELATIVES[at],
        **GERMAN_DEFAULTS,
        **own,
    }
    assert changes_from(options) == {}
    assert options_for(RELATIVES[at], own) == options


@pytest.mark.parametrize("variant", RELATIVES)
def test_the_relatives_of_german_rummy_lack_four_of_its_rules(variant: Variant) -> None:
    for name in LACKING:
        for value in (True, False):
            with pytest.raises(OptionError, match=f"^{name}: an option of german, not of {variant}$"):
                options_for(variant, {name: value})
    values: tuple[object, ...] = (102, True, None)
    for wrong in values:
        with pytest.raises(OptionError, match=r"^initial: a whole number from 0 to 101, not "):
            options_for(variant, {"initial": wrong})
    with pytest.raises(OptionError) as caught:
        options_for(variant, {"claim": True})
    assert caught.value.faults == (Conflict.USE_CLAIM,)
    assert options_for(variant, {"claim": True, "take": "free"}, 3)
    if variant is not Variant.ROMME:
        with pytest.raises(OptionError) as caught:
            options_for(variant, {"casino_scoring": True})
        assert caught.value.faults == (Conflict.LOSERS_PAY_CASINO,)
    assert options_for(variant, {"casino_scoring": True, "losers_pay": False})


@pytest.mark.parametrize(("name", "owners"), OWNERS.items())
def test_a_switch_belongs_to_some_variants(name: str, owners: tuple[Variant, ...]) -> None:
    owner = owners[0]
    for value in (True, False):
        assert getattr(options_for(owner, {name: value}), name) is value
        for variant in set(Variant) - set(owners):
            with pytest.raises(OptionError, match=f"^{name}: an option of {owner}, not of {variant}$"):
                options_for(variant, {name: value})
    values: tuple[object, ...] = (1, 0, "true", None)
    for wrong in values:
        with pytest.raises(OptionError, match=f"^{name}: true or false, not "):
            options_for(owner, {name: wrong})


def test_G_27_a_number_of_deals_is_refused_for_hollywood() -> None:
    with pytest.raises(OptionError, match=r"^deals: .*\(G-27\)$"):
        options_for(Variant.HOLLYWOOD, {"deals": 1})
    assert options_for(Variant.HOLLYWOOD, {"deals": 0}) == PRESETS[Variant.HOLLYWOOD]


def test_all_faults_are_listed_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        options_for(Variant.GIN, {"target": 5, "tie": "win", "play_out": True, "jokers": 2, "gin_bonus": 20})
    assert [fault.split(":")[0] for fault in caught.value.faults] == [
        "target",
        "tie",
        "play_out",
        'gin has no option "jokers"',
    ]
    assert str(caught.value) == "; ".join(caught.value.faults)


@pytest.mark.parametrize(
    ("variant", "name"),
    [(Variant.BASIC, "gin_bonus"), (Variant.BASIC, "rounds"), (Variant.GERMAN, "target"), (Variant.GERMAN, "tie")],
)
def test_an_option_of_another_family_is_refused(variant: Variant, name: str) -> None:
    with pytest.raises(OptionError, match=f'^{variant} has no option "{name}"$'):
        options_for(variant, {name: 10})


CONFLICTS = {
    Conflict.SMALL_DECK_40: {"small_deck", "initial_40"},
    Conflict.NO_VALUE_40: {"no_initial_meld", "initial_40"},
    Conflict.NO_JOKERS_RULE: {"no_jokers", "joker_rule"},
    Conflict.LOSERS_PAY_CASINO: {"losers_pay", "casino_scoring"},
}


@given(st.sets(st.sampled_from(HOUSE_RULES)))
def test_H_1_H_2_H_3_H_5_H_6_H_20_all_conflicts_are_listed_at_once(rules: set[str]) -> None:
    """All other combinations are allowed."""
    expected = tuple(conflict for conflict, names in CONFLICTS.items() if names <= rules)
    changes: dict[str, Any] = dict.fromkeys(rules, True)
    assert conflicts(GermanOptions(Variant.GERMAN, **changes)) == expected
    if not expected:
        assert changes_from(options_for(Variant.GERMAN, changes)).keys() == rules
        return
    with pytest.raises(OptionError) as caught:
        options_for(Variant.GERMAN, changes)
    assert caught.value.faults == expected


@pytest.mark.parametrize("name", ["small_deck", "initial_40", "no_initial_meld"])
def test_H_12_a_value_of_first_melds_excludes_the_rules_that_set_one(name: str) -> None:
    for value in (0, 30, 51, 101):
        assert options_for(Variant.GERMAN, {"initial": value, name: False}).initial == value
        with pytest.raises(OptionError) as caught:
            options_for(Variant.GERMAN, {"initial": value, name: True})
        assert caught.value.faults == (Conflict.INITIAL_TWICE,)


def test_H_14_a_number_of_jokers_excludes_rules_about_them() -> None:
    for name, conflict in (("small_deck", Conflict.JOKERS_SMALL_DECK), ("no_jokers", Conflict.JOKERS_NONE)):
        assert options_for(Variant.GERMAN, {"jokers": 6, name: True}) == options_for(Variant.GERMAN, {name: True})
        for jokers in (0, 1, 5):
            assert told({"jokers": jokers, name: True}) == (conflict,)
    assert told({"jokers": 0, "joker_rule": True}) == (Conflict.NO_JOKERS_RULE,)
    assert options_for(Variant.GERMAN, {"jokers": 1, "joker_rule": True}).pack.count(JOKER) == 1


def test_H_15_fourteen_cards_exclude_the_small_deck() -> None:
    assert told({"hand_cards": 14, "small_deck": True}) == (Conflict.CARDS_SMALL_DECK,)
    assert options_for(Variant.GERMAN, {"hand_cards": 13, "small_deck": True}).hand_size(2) == 10


def test_B_15_H_20_losers_pay_in_both_games_with_melds_on_the_table() -> None:
    for variant in (Variant.BASIC, Variant.GERMAN):
        assert options_for(variant, {"losers_pay": True}).penalties
    with pytest.raises(OptionError, match=r"^losers_pay: true or false, not null$"):
        options_for(Variant.GERMAN, {"losers_pay": None})
    with pytest.raises(OptionError, match=r"^losers_pay: an option of basic, not of gin$"):
        options_for(Variant.GIN, {"losers_pay": True})


def told(changes: dict[str, object]) -> tuple[str, ...]:
    with pytest.raises(OptionError) as caught:
        options_for(Variant.GERMAN, changes)
    return caught.value.faults


def test_H_8_claims_conflict_only_with_tables_for_two() -> None:
    claims = options_for(Variant.GERMAN, {"claim": True})
    assert [conflicts(claims, seats) for seats in (2, 3, 4)] == [(Conflict.CLAIM_FOR_TWO,), (), ()]
    assert conflicts(options_for(Variant.GERMAN), 2) == ()
    assert options_for(Variant.GERMAN, {"claim": True}, 3) == claims
    with pytest.raises(OptionError) as caught:
        options_for(Variant.GERMAN, {"claim": True, "no_jokers": True, "joker_rule": True, "rounds": 0}, 2)
    assert caught.value.faults[1:] == (Conflict.NO_JOKERS_RULE, Conflict.CLAIM_FOR_TWO)
    assert caught.value.faults[0].startswith("rounds: ")


def test_the_most_seats_are_those_of_the_game_with_most() -> None:
    assert max(seats_for(options_for(variant))[-1] for variant in Variant) == MOST_SEATS


@pytest.mark.parametrize(
    ("counts", "words"), [(range(2, 3), "two"), (range(2, 5), "two to four"), (range(2, 7), "two to six")]
)
def test_the_number_of_seats_is_that_of_the_game(counts: range, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GermanOptions, "seat_counts", counts)
    assert seats_in_words(GermanOptions(Variant.GERMAN)) == words


@pytest.mark.parametrize("variant", Variant)
def test_two_play_gin_two_to_six_the_relatives_of_german_rummy_and_two_to_four_the_others(variant: Variant) -> None:
    most = 2 if variant in GIN_PRESETS else 6 if variant in RELATIVES else 4
    counts = range(3, 4) if variant is Variant.THREE_HANDED else range(2, most + 1)
    assert list(seats_for(options_for(variant))) == list(counts)
    assert conflicts(options_for(variant), 2) == ()


@pytest.mark.parametrize("seed", range(50))
def test_the_changes_from_the_preset_rebuild_the_options(seed: int) -> None:
    rng = Random(seed)
    made: list[Options] = [random_options(rng)]
    made += [random_melds_options(rng, variant, 4) for variant in MELDS_PRESETS]
    for options in made:
        assert options_for(options.variant, changes_from(options)) == options


VALUES = st.none() | st.booleans() | st.integers(-10, 600) | st.floats() | st.sampled_from(["draw", "void", "none", ""])


@pytest.mark.slow
@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*DEFAULTS, *BASIC_DEFAULTS, *GERMAN_DEFAULTS, "x"]), VALUES))
def test_any_changes_are_accepted_or_refused(changes: dict[str, Any]) -> None:
    for variant in Variant:
        try:
            options = options_for(variant, changes)
        except OptionError:
            assert changes
        else:
            assert changes_from(options).items() <= changes.items()
