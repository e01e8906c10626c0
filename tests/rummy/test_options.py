"""Options: defaults of the presets, what each may be, what belongs to which variant, every fault at once."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rummy.options import CHOICES, PRESETS, RANGES, SWITCHES, OptionError, Variant, changes_from, options_for
from tests.rummy.helpers import random_options

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
}
BOUNDS = {
    "knock_limit": (0, 10),
    "gin_bonus": (0, 50),
    "undercut_bonus": (0, 50),
    "target": (10, 500),
    "game_bonus": (0, 200),
    "box_bonus": (0, 50),
    "deals": (0, 20),
}


@pytest.mark.parametrize("variant", Variant)
def test_a_preset_sets_the_defaults_of_the_rules(variant: Variant) -> None:
    options = options_for(variant)
    assert {name: getattr(options, name) for name in DEFAULTS} == {
        name: values[list(Variant).index(variant)] for name, values in DEFAULTS.items()
    }
    assert changes_from(options) == {}


@pytest.mark.parametrize("name", RANGES)
def test_a_number_stays_within_its_range(name: str) -> None:
    low, high = BOUNDS[name]
    for value in (low, high):
        assert getattr(options_for(Variant.OKLAHOMA, {name: value}), name) == value
    for wrong in (low - 1, high + 1, 10**400, True, 10.0, "10", None, [10]):
        with pytest.raises(OptionError, match=f"^{name}: a whole number from {low} to {high}, not "):
            options_for(Variant.OKLAHOMA, {name: wrong})


@pytest.mark.parametrize("name", CHOICES)
def test_a_word_is_one_of_its_words(name: str) -> None:
    for word in CHOICES[name]:
        assert getattr(options_for(Variant.GIN, {name: word.value}), name) is word
    values: tuple[object, ...] = ("", word.value.upper(), 1, None, [word.value], {})
    for wrong in values:
        with pytest.raises(OptionError, match=f"^{name}: .* or .*, not "):
            options_for(Variant.GIN, {name: wrong})


@pytest.mark.parametrize(("name", "owner"), SWITCHES.items())
def test_a_switch_belongs_to_one_variant(name: str, owner: Variant) -> None:
    for value in (True, False):
        assert getattr(options_for(owner, {name: value}), name) is value
        for variant in set(Variant) - {owner}:
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


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        options_for(Variant.GIN, {"target": 5, "tie": "win", "play_out": True, "jokers": 2, "gin_bonus": 20})
    assert [fault.split(":")[0] for fault in caught.value.faults] == [
        "target",
        "tie",
        "play_out",
        'gin has no option "jokers"',
    ]
    assert str(caught.value) == "; ".join(caught.value.faults)


@pytest.mark.parametrize("seed", range(50))
def test_what_differs_from_the_preset_makes_the_options_again(seed: int) -> None:
    options = random_options(Random(seed))
    assert options_for(options.variant, changes_from(options)) == options


VALUES = st.none() | st.booleans() | st.integers(-10, 600) | st.floats() | st.sampled_from(["draw", "void", "none", ""])


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([*DEFAULTS, "x"]), VALUES))
def test_options_are_made_or_refused_and_nothing_else(changes: dict[str, Any]) -> None:
    for variant in Variant:
        try:
            options = options_for(variant, changes)
        except OptionError:
            assert changes
        else:
            assert changes_from(options).items() <= changes.items()
