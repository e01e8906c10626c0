"""Codes of house rules with the options that they mean, as ``codes.txt`` in this folder lists them.

A code that was given out means the same forever, so lines of the file are never changed or removed; codes of new
variants and options are added by hand, or from what ``python -m tests.golden.codes`` prints: a list as this program
would write it, with every option at each of its values alone, then random combinations.
"""

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.rummy.codes import code_for
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS, OptionError, Options, house_rules, options_for

FILE: Final = Path(__file__).with_suffix(".txt")
RANDOM: Final = 120
"""Random combinations for each variant."""


def values_in(options: Options) -> dict[str, str]:
    """Return every option but the variant as text: ``10``, ``true``, ``exceeds``, ``null``."""
    return {field.name: _text(getattr(options, field.name)) for field in fields(options) if field.name != "variant"}


def read(lines: Iterator[str]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Return each code of the file with its variant and what it says of the options.

    A line holds a code, a variant and what differs from the last line of that variant that begins with ``=``, which
    tells all of the variant's defaults.
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
    """Write the list anew."""
    chance = random.Random("codes")
    for variant, preset in PRESETS.items():
        defaults = values_in(preset)
        yield " ".join((f"={code_for(preset)}", variant, *(f"{name}={value}" for name, value in defaults.items())))
        changes: list[dict[str, object]] = [{name: value} for name in defaults for value in _values(variant, name)]
        changes += [
            {name: chance.choice(_values(variant, name)) for name in defaults if chance.random() < 0.4}
            for _ in range(RANDOM)
        ]
        for change in changes:
            line = _line(variant, change, defaults)
            if line is not None:
                yield line


def _line(variant: Variant, changes: Mapping[str, object], defaults: Mapping[str, str]) -> str | None:
    """Write one line; None for options that no game has, or that are the defaults."""
    try:
        options = options_for(variant, changes)
    except OptionError:
        return None
    told = [f"{name}={value}" for name, value in values_in(options).items() if value != defaults[name]]
    return " ".join((code_for(options), variant, *told)) if told else None


def _values(variant: Variant, name: str) -> list[object]:
    """List the values of an option as a record has them, whether this variant has it or not."""
    values = house_rules(variant)[name].values
    return [value.value if isinstance(value, StrEnum) else value for value in values]


def _text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return value.value if isinstance(value, StrEnum) else str(value)


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in dict.fromkeys(written()))
