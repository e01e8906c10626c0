"""Codes for house rules: they round-trip, are short, and a typo never makes another valid code."""

from dataclasses import replace
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rummy.codes import SYMBOLS, CodeError, CodeFault, code_for, options_from
from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.house_rules import ValueKind
from bot.rummy.melds.options import BasicOptions, GermanOptions
from bot.rummy.options import OptionError, Options, changes_from, conflicts, house_rules, options_for
from tests.golden.codes import most_symbols
from tests.refusals import sentence
from tests.rummy.helpers import random_options

DECLARED = house_rules(Variant.GERMAN)
STANDARD = options_for(Variant.GERMAN)
GERMAN = st.builds(
    replace,
    st.just(STANDARD),
    **{
        name: st.just(getattr(STANDARD, name)) | st.sampled_from(rule.values)
        if rule.kind is ValueKind.NUMBER
        else st.sampled_from(rule.values)
        for name, rule in DECLARED.items()
    },
).filter(lambda options: not conflicts(options))
BASIC = st.builds(BasicOptions, st.just(Variant.BASIC), st.booleans(), st.none() | st.integers(10, 500))
GIN = st.builds(
    lambda seed, variant: random_options(Random(seed), variant), st.integers(), st.sampled_from(list(GIN_PRESETS))
)
OPTIONS = GERMAN | BASIC | GIN

# Issued codes: they mean the same forever, in every version.
KNOWN: dict[str, Options] = {
    "12": options_for(Variant.GIN),
    "5A": options_for(Variant.REMIK),
    "9J": options_for(Variant.HOLLYWOOD),
    "DT": options_for(Variant.OKLAHOMA),
    "H7": options_for(Variant.BASIC),
    "NF": options_for(Variant.GERMAN),
    "4EHZ": options_for(Variant.GIN, {"target": 200}),
    "330A-T8G4-SPHG": options_for(
        Variant.GIN, {"shutout": "none", "deals": 20, "target": 500, "box_bonus": 50, "game_bonus": 200}
    ),
    "PGX-XJ": options_for(Variant.GERMAN, {"rounds": 20, "small_deck": True, "training": True, "casino_scoring": True}),
}


def values_of(name: str) -> int:
    return len({*DECLARED[name].values, getattr(STANDARD, name)})


def symbols(code: str) -> str:
    return code.replace("-", "")


@given(OPTIONS)
def test_what_is_written_is_read_back(options: Options) -> None:
    code = code_for(options)
    assert options_from(code) == options
    assert code_for(options_from(code)) == code
    assert set(symbols(code)) <= set(SYMBOLS)
    assert not set(code) & set("ILOU")


@pytest.mark.parametrize("code", KNOWN)
def test_an_issued_code_keeps_its_meaning(code: str) -> None:
    assert options_from(code) == KNOWN[code]
    assert code_for(KNOWN[code]) == code


@given(GERMAN)
def test_all_house_rules_of_german_rummy_fit_in_few_symbols(options: GermanOptions) -> None:
    assert len(symbols(code_for(options))) <= most_symbols(Variant.GERMAN)


@given(OPTIONS)
def test_codes_are_short_and_in_small_groups(options: Options) -> None:
    code = code_for(options)
    assert 2 <= len(symbols(code)) <= most_symbols(options.variant)
    groups = [len(group) for group in code.split("-")]
    assert max(groups) <= 4
    assert max(groups) - min(groups) <= 1


@given(OPTIONS, st.data())
def test_a_wrong_symbol_and_two_swapped_symbols_are_detected(options: Options, data: st.DataObject) -> None:
    right = symbols(code_for(options))
    place = data.draw(st.integers(0, len(right) - 1))
    wrong = data.draw(st.sampled_from([symbol for symbol in SYMBOLS if symbol != right[place]]))
    is_a_slip(right[:place] + wrong + right[place + 1 :])
    if place and right[place - 1] != right[place]:
        is_a_slip(right[: place - 1] + right[place] + right[place - 1] + right[place + 1 :])


def test_no_single_slip_makes_another_valid_code() -> None:
    """Every possible slip, for a long code and a short one."""
    for right in map(symbols, KNOWN):
        for place, symbol in enumerate(right):
            for other in set(SYMBOLS) - {symbol}:
                is_a_slip(right[:place] + other + right[place + 1 :])
            if place and symbol != right[place - 1]:
                is_a_slip(right[: place - 1] + symbol + right[place - 1] + right[place + 1 :])


def is_a_slip(code: str) -> None:
    with pytest.raises(CodeError) as caught:
        options_from(code)
    assert caught.value.fault is CodeFault.SLIP


@pytest.mark.slow
@given(OPTIONS, st.data())
def test_a_code_is_read_however_it_is_typed(options: Options, data: st.DataObject) -> None:
    """In small letters, with or without hyphens and spaces, with O for 0 and with I or L for 1."""
    likes = {"0": "0oO", "1": "1iIlL"}
    typed = "".join(
        data.draw(st.sampled_from(likes.get(symbol, symbol + symbol.lower())))
        + data.draw(st.sampled_from(["", "", " ", "-", " - ", "\n", "–", "\u200b"]))
        for symbol in symbols(code_for(options))
    )
    assert options_from(" " + typed) == options


@pytest.mark.parametrize(
    ("text", "fault", "sentence"),
    [
        ("", CodeFault.EMPTY, "That code is empty. Codes are made of letters and digits, such as NF."),
        (" - ", CodeFault.EMPTY, sentence(CodeFault.EMPTY, example="NF")),
        ("U2", CodeFault.SYMBOL, "Codes never contain U. Compare yours with the one you were given."),
        ("5ą", CodeFault.SYMBOL, sentence(CodeFault.SYMBOL, symbol="ą")),
        ("NF!", CodeFault.SYMBOL, sentence(CodeFault.SYMBOL, symbol="!")),
        ("0NF", CodeFault.SLIP, "That isn't a valid code: a character is wrong, missing or extra. "),
        ("N", CodeFault.SLIP, sentence(CodeFault.SLIP)),
        ("0", CodeFault.SLIP, sentence(CodeFault.SLIP)),
        ("00", CodeFault.SLIP, sentence(CodeFault.SLIP)),
        ("Z" * 5000, CodeFault.SLIP, sentence(CodeFault.SLIP)),
        ("2J9", CodeFault.VERSION, "That code is from another version of this bot. "),
        ("36", CodeFault.VERSION, sentence(CodeFault.VERSION)),
    ],
)
def test_an_invalid_code_is_explained_in_a_sentence(text: str, fault: CodeFault, sentence: str) -> None:
    with pytest.raises(CodeError) as caught:
        options_from(text)
    assert caught.value.fault is fault
    assert str(caught.value).startswith(sentence)
    assert isinstance(caught.value, ValueError)


@given(st.text(max_size=20) | st.text(st.sampled_from(SYMBOLS + "-ouil"), max_size=14))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        options = options_from(text)
    except CodeError:
        return
    assert options_from(code_for(options)) == options
    assert options_for(options.variant, changes_from(options)) == options


def numbered(number: int) -> list[str]:
    """Return a number as code symbols with every possible check symbol, one of which is right."""
    digits = ""
    while number:
        digits, number = SYMBOLS[number % 32] + digits, number // 32
    return [digits + check for check in SYMBOLS]


def test_a_number_for_conflicting_rules_is_no_code() -> None:
    """Version, variant, rounds, then the switches in the order of the house rules."""
    german, small_deck, initial_40 = 1 + 4 * 5, 4 * 6 * 20, 4 * 6 * 20 * 2
    for number, changes in ((small_deck, {"small_deck": True}), (initial_40, {"initial_40": True})):
        assert symbols(code_for(options_for(Variant.GERMAN, changes))) in numbered(german + number)
    for text in numbered(german + small_deck + initial_40):
        is_a_slip(text)


def test_a_number_that_is_too_large_is_no_code() -> None:
    for text in numbered(1 + 4 * 5 + 4 * 6 * prod(values_of(name) for name in DECLARED)):
        is_a_slip(text)


@pytest.mark.parametrize(
    "options",
    [
        GermanOptions(Variant.GERMAN, small_deck=True, initial_40=True),
        GermanOptions(Variant.GERMAN, no_initial_meld=True, initial_40=True),
        GermanOptions(Variant.GERMAN, no_jokers=True, joker_rule=True),
        GermanOptions(Variant.GERMAN, initial=51, small_deck=True),
        GermanOptions(Variant.GERMAN, initial=51, initial_40=True),
        GermanOptions(Variant.GERMAN, initial=102),
        GermanOptions(Variant.GERMAN, jokers=4, no_jokers=True),
        GermanOptions(Variant.GERMAN, jokers=0, joker_rule=True),
        GermanOptions(Variant.GERMAN, hand_cards=14, small_deck=True),
        GermanOptions(Variant.GERMAN, losers_pay=True, casino_scoring=True),
        GermanOptions(Variant.GERMAN, rounds=21),
        BasicOptions(Variant.BASIC, target=9),
        replace(GIN_PRESETS[Variant.GIN], knock_limit=None),
        replace(GIN_PRESETS[Variant.HOLLYWOOD], deals=3),
        replace(GIN_PRESETS[Variant.GIN], spades_double=False),
    ],
)
def test_invalid_options_have_no_code(options: Options) -> None:
    with pytest.raises(OptionError) as caught:
        code_for(options)
    assert len(caught.value.faults) == 1


def test_different_rules_have_different_codes() -> None:
    codes = {
        code_for(options_for(Variant.GERMAN, {"rounds": rounds, first: True, second: True}))
        for rounds in range(1, 21)
        for first in ("round_the_corner", "set_rule", "claim")
        for second in ("training", "casino_scoring", "win_without_discard")
    }
    assert len(codes) == 20 * 9
