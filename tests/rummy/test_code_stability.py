"""Codes that were issued keep their meaning when the bot learns a new variant, a new option or a new value."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, make_dataclass
from enum import StrEnum
from random import Random
from typing import Any

import pytest

from bot.rummy import codes, options
from bot.rummy.codes import CodeError, CodeFault, code_for, options_from
from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions
from bot.rummy.house_rules import number, switch
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.options import PRESETS, house_rules, options_for
from tests.golden.codes import FILE, most_symbols, next_place, read, values_in

ISSUED = list(read(iter(FILE.read_text("utf-8").splitlines())))
NEXT_BASIC, NEXT_GERMAN = next_place(BasicOptions), next_place(GermanOptions)
"""The places in codes that the next options take."""


class Later(StrEnum):
    """A variant of a later version."""

    SEVENTH = "seventh"
    EIGHTH = "eighth"


@dataclass(frozen=True, slots=True)
class LaterBasic(BasicOptions):
    """Basic Rummy with a new switch and a new number, as a later version could declare them."""

    high_ace: bool = switch("B-15", NEXT_BASIC)
    draws: int = number("B-16", NEXT_BASIC + 1, range(1, 4), 1)


@dataclass(frozen=True, slots=True)
class LongerGerman(GermanOptions):
    """German Rummy with more values for its number of rounds."""

    rounds: int = number("D-15", 0, range(1, 21), 3, added={NEXT_GERMAN: range(21, 31)})


MORE: tuple[str, ...] = tuple(f"later_{at}" for at in range(20))
"""Switches of German Rummy that later versions could add."""
ManySwitches: Any = make_dataclass(
    "ManySwitches",
    [(name, bool, switch("H-99", NEXT_GERMAN + at)) for at, name in enumerate(MORE)],
    bases=(GermanOptions,),
    frozen=True,
)


@pytest.fixture
def many_switches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Simulate a later version in which German Rummy has twenty more switches."""
    presets: Any = PRESETS
    monkeypatch.setitem(presets, Variant.GERMAN, ManySwitches(Variant.GERMAN))
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Simulate a later version: two more variants, new options of Basic Rummy, up to 30 rounds."""
    presets: Any = PRESETS
    numbers: Any = codes._VARIANT_NUMBERS
    monkeypatch.setitem(presets, Variant.BASIC, LaterBasic(Variant.BASIC))
    monkeypatch.setitem(presets, Variant.GERMAN, LongerGerman(Variant.GERMAN))
    for at, variant in enumerate(Later, start=len(Variant)):
        new: Any = variant
        monkeypatch.setitem(presets, variant, GinOptions(new))
        monkeypatch.setitem(numbers, variant, at)
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Clear the caches that depend on the presets."""
    options.house_rules.cache_clear()
    codes._digits_of.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("later")
def test_every_issued_code_means_the_same_in_a_later_version() -> None:
    for code, variant, values in ISSUED:
        found = options_from(code)
        told = values_in(found)
        assert (found.variant, {name: told[name] for name in values}) == (variant, values)
        assert code_for(found) == code


@pytest.mark.usefixtures("later")
def test_new_variants_options_and_values_have_codes_too() -> None:
    seventh: Any = Later.SEVENTH
    eighth: Any = Later.EIGHTH
    new = [
        options_for(seventh, {"target": 200, "tie": "void"}),
        options_for(seventh),
        options_for(eighth),
        options_for(Variant.BASIC, {"high_ace": True}),
        options_for(Variant.BASIC, {"high_ace": True, "draws": 3, "target": 50}),
        options_for(Variant.GERMAN, {"rounds": 30, "training": True}),
        options_for(Variant.GERMAN, {"rounds": 21}),
    ]
    written = [code_for(one) for one in new]
    assert [options_from(code) for code in written] == new
    assert not set(written) & {code for code, _, _ in ISSUED}
    assert len(set(written)) == len(new)


@pytest.mark.usefixtures("many_switches")
def test_a_code_has_room_for_many_more_switches() -> None:
    rng, written = Random(20), set()
    most = most_symbols(Variant.GERMAN)
    for _ in range(300):
        on = {name: True for name in (*MORE, "round_the_corner", "claim", "training") if rng.random() < 0.5}
        found = options_for(Variant.GERMAN, {**on, "rounds": rng.randint(1, 20)})
        code = code_for(found)
        assert options_from(code) == found
        assert len(code.replace("-", "")) <= most
        written.add(code)
    assert len(written) == 300
    assert code_for(options_for(Variant.GERMAN, dict.fromkeys(MORE, True))) not in written


@pytest.mark.usefixtures("many_switches")
def test_codes_issued_before_there_were_more_switches_are_the_same() -> None:
    issued = [one for one in ISSUED if one[1] == Variant.GERMAN]
    assert len(issued) > 100
    for code, _, values in issued:
        found = options_from(code)
        told = values_in(found)
        assert {name: told[name] for name in values} == values
        assert not any(getattr(found, name) for name in MORE)
        assert code_for(found) == code


def test_a_code_for_a_later_variant_is_reported_as_another_version() -> None:
    for code in ("2J9", "1TN"):
        with pytest.raises(CodeError) as caught:
            options_from(code)
        assert caught.value.fault is CodeFault.VERSION


@pytest.mark.parametrize("variant", Variant)
def test_no_two_digits_of_a_game_share_a_place(variant: Variant) -> None:
    places = Counter(digit.place for rule in house_rules(variant).values() for digit in rule.digits)
    left_out = {7, 12, 13} if variant is Variant.THREE_HANDED else set[int]()  # no next dealer, and no switches
    assert sorted({*places} | left_out) == list(range(len(places) + len(left_out)))
    assert max(places.values()) == 1


def test_the_numbers_of_variants_never_change() -> None:
    assert dict(codes._VARIANT_NUMBERS) == dict(zip(list(Variant), range(len(Variant)), strict=True))
