"""Codes of house rules keep their meaning, and options keep their code."""

from collections import Counter
from collections.abc import Sequence

import pytest

from bot.rummy.codes import code_for, options_from
from bot.rummy.families import Variant
from tests.golden.codes import FILE, read, values_in

LINES = list(read(iter(FILE.read_text("utf-8").splitlines())))


def test_every_code_given_out_still_means_the_same_options() -> None:
    changed = []
    for code, variant, values in LINES:
        options = options_from(code)
        found = {name: value for name, value in values_in(options).items() if name in values}
        if (options.variant, found) != (variant, values):
            changed.append(f"{code}: {options}")
    assert not changed, _shortly(changed)


@pytest.mark.slow
def test_the_same_options_are_still_written_as_the_same_code() -> None:
    changed = [f"{code}: {again}" for code, _, _ in LINES if (again := code_for(options_from(code))) != code]
    assert not changed, _shortly(changed)


@pytest.mark.parametrize("variant", Variant)
def test_the_list_has_hundreds_of_codes_of_each_variant_and_none_twice(variant: str) -> None:
    known = Counter(code for code, of, _ in LINES if of == variant)
    assert sum(known.values()) > 100
    assert max(known.values()) == 1


def test_the_code_of_an_evening_with_claims_is_in_the_list() -> None:
    ((variant, values),) = [(variant, values) for code, variant, values in LINES if code == "1W3-N8"]
    assert (variant, values["rounds"], values["claim"]) == ("german", "5", "true")


def _shortly(lines: Sequence[str]) -> str:
    return f"{len(lines)} of {len(LINES)}: " + "; ".join(lines[:10])
