"""Codes of house rules and the options that they mean, listed in ``codes.txt`` in this folder.

A code keeps its meaning forever, so never change or remove a line of the file. To add codes for new variants and
options, use the output of ``python -m tests.golden.codes``: the codes that the current program creates, for every value
of each option alone, then for random combinations.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from math import ceil, log2
from pathlib import Path
from typing import Final

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.house_rules import house_rules_of
from bot.rummy.options import PRESETS, OptionError, Options, house_rules, options_for

FILE: Final = Path(__file__).with_suffix(".txt")
RANDOM: Final = 120
"""The number of random combinations per variant."""


def values_in(options: Options) -> dict[str, str]:
    """Return every option except the variant as text: ``10``, ``true``, ``exceeds``, ``null``."""
    return {name: _text(getattr(options, name)) for name in house_rules(options.variant)}


def next_place(options: type[Options]) -> int:
    """Return the next free place in the codes of a class of options."""
    return 1 + max(digit.place for rule in house_rules_of(options).values() for digit in rule.digits)


def most_symbols(variant: Variant) -> int:
    """Return how many symbols the longest code of a variant has, one of them the check; a symbol is five bits."""
    declared, preset = house_rules(variant), PRESETS[variant]
    values = (len({*rule.values, getattr(preset, name)}) for name, rule in declared.items())
    return ceil((log2(256) + sum(map(log2, values))) / 5) + 1  # layout and variant have at most 256 values


def read(lines: Iterator[str]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield each code of the file with its variant and options.

    A line contains a code, a variant, and the options that differ from the variant's defaults, which are in the last
    line of that variant beginning with ``=``.
    """
    defaults: dict[str, dict[str, str]] = {}
    for line in lines:
        if line.startswith("#") or not line.strip():
            continue
        code, variant, *told = line.removeprefix("=").split()
        values = dict(value.split("=") for value in told)
        if line.startswith("="):
            defaults[variant] = values
        yield code, variant, defaults[variant] | values


def written() -> Iterator[str]:
    """Yield the lines of a new list."""
    chance = random.Random("codes")
    for variant, preset in PRESETS.items():
        defaults = values_in(preset)
        yield " ".join((f"={code_for(preset)}", variant, *(f"{name}={value}" for name, value in defaults.items())))
        own = [name for name, rule in house_rules(variant).items() if rule.is_in(variant)]
        changes: list[dict[str, object]] = [{name: value} for name in own for value in _values(variant, name)]
        changes += [
            {name: chance.choice(_values(variant, name)) for name in own if chance.random() < 0.4}
            for _ in range(RANDOM)
        ]
        for change in changes:
            line = _line(variant, change, defaults)
            if line is not None:
                yield line


def _line(variant: Variant, changes: Mapping[str, object], defaults: Mapping[str, str]) -> str | None:
    """Return one line; None for the defaults, or for options that aren't allowed."""
    try:
        options = options_for(variant, changes)
    except OptionError:
        return None
    told = [f"{name}={value}" for name, value in values_in(options).items() if value != defaults[name]]
    return " ".join((code_for(options), variant, *told)) if told else None


def _values(variant: Variant, name: str) -> list[object]:
    """List the values of an option as in a record."""
    values = house_rules(variant)[name].values
    return [value.value if isinstance(value, StrEnum) else value for value in values]


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return value.value if isinstance(value, StrEnum) else str(value)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in dict.fromkeys(written()))
