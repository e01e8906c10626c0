"""Short codes of house rules, which another server can enter: all options of a game in a few symbols.

A code is a number in base 32, its symbols those of Crockford (no I, L, O, U), and a check symbol at its end. The number
is a mixed one, the least digit first: the version of the code, the variant, then an option each, 0 being its default;
so rules with few changes have few symbols. The check symbol makes a sum over the field of 32 elements zero, in which
each place has another weight; that finds every single wrong symbol and every two that changed places.
"""

from dataclasses import fields, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from bot.rummy.options import (
    CHOICES,
    PRESETS,
    RANGES,
    SWITCHES,
    Options,
    Variant,
    changes_from,
    conflicts,
    options_for,
)

SYMBOLS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ: Final = {symbol: place for place, symbol in enumerate(SYMBOLS)} | {"O": 0, "I": 1, "L": 1}
_DASHES: Final = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212")
_GROUP: Final = 4
_FIELD: Final = 0b100101
"""What the field's multiplication is reduced by: x^5 + x^2 + 1; its 31 weights are all different."""

_VERSION: Final = 1
"""Goes up when variants, options, what they may be or their defaults change; what version 1 meant is kept then."""
_VERSIONS: Final = 4
_VARIANTS: Final = (
    Variant.GIN,
    Variant.REMIK,
    Variant.HOLLYWOOD,
    Variant.OKLAHOMA,
    Variant.BASIC,
    Variant.GERMAN,
)
_OFTEN: Final = ("one_meld_per_turn", "rounds", "target", "deals")
"""The options that are changed most; they come first, so that codes stay short."""


class CodeFault(StrEnum):
    """What is wrong with a code. Each value is the English sentence."""

    EMPTY = "There is no code; it is made of letters and digits, such as {example}."
    SYMBOL = "{symbol} is in no code; compare yours with the one that you were given."
    SLIP = "That is no code of house rules: a symbol is wrong, missing or too much; compare it with the one given."
    VERSION = "That code is of another version of this bot; choose the rules by hand, or ask for a newer code."


class CodeError(ValueError):
    """A text that is no code of house rules: the fault, and the values that its sentence names."""

    def __init__(self, fault: CodeFault, values: dict[str, str] | None = None) -> None:
        self.fault, self.values = fault, values or {}
        super().__init__(fault.format(**self.values))


def code_for(options: Options) -> str:
    """Write options as a code, in groups for reading: ``1M5-7Q``.

    OptionError if no game has such options, those that do not go together among them.
    """
    options_for(options.variant, changes_from(options))
    number, size = _VERSION + _VERSIONS * _VARIANTS.index(options.variant), _VERSIONS * len(_VARIANTS)
    for name, values in _values_of(options.variant).items():
        number += size * values.index(getattr(options, name))
        size *= len(values)
    digits: list[int] = []
    while number:
        number, digit = divmod(number, len(SYMBOLS))
        digits.append(digit)
    digits.reverse()
    return _grouped("".join(SYMBOLS[digit] for digit in (*digits, _check(digits))))


def options_from(text: str) -> Options:
    """Read a code; CodeError says what is wrong with a text that is none.

    Upper and lower case are the same, spaces and hyphens mean nothing, O is read as 0, I and L as 1.
    """
    digits = _digits_in(text)
    if _check(digits[:-1]) != digits[-1] or digits[0] == 0:
        raise CodeError(CodeFault.SLIP)
    number = 0
    for digit in digits[:-1]:
        number = number * len(SYMBOLS) + digit
    number, version = divmod(number, _VERSIONS)
    if version != _VERSION:
        raise CodeError(CodeFault.VERSION)
    number, place = divmod(number, len(_VARIANTS))
    changes: dict[str, Any] = {}
    for name, values in _values_of(_VARIANTS[place]).items():
        number, at = divmod(number, len(values))
        changes[name] = values[at]
    options = replace(PRESETS[_VARIANTS[place]], **changes)
    if number or conflicts(options):
        raise CodeError(CodeFault.SLIP)
    return options


@lru_cache
def _values_of(variant: Variant) -> dict[str, tuple[object, ...]]:
    """List what each option of a variant may be, its default first; the options in the order of a code's digits."""
    preset = PRESETS[variant]
    names = [field.name for field in fields(preset) if field.name != "variant"]
    names.sort(key=lambda name: _OFTEN.index(name) if name in _OFTEN else len(_OFTEN))
    found: dict[str, tuple[object, ...]] = {}
    for name in names:
        default = getattr(preset, name)
        others = [value for value in _allowed(variant, name) if value != default]
        found[name] = (default, *others)
    return found


def _allowed(variant: Variant, name: str) -> tuple[object, ...]:
    """List what an option may be in a variant."""
    if name in SWITCHES:
        return (False, True) if SWITCHES[name] is variant else ()
    if name in RANGES:
        return () if (variant, name) == (Variant.HOLLYWOOD, "deals") else tuple(RANGES[name])
    return tuple(CHOICES[name])


def _check(digits: list[int]) -> int:
    """Work out the check symbol: the places weigh x, x², x³ ... from the last one on."""
    sum_ = 0
    for digit in digits:
        sum_ = _times_x(sum_ ^ digit)
    return sum_


def _times_x(element: int) -> int:
    """Multiply in the field."""
    element <<= 1
    return element ^ _FIELD if element >= len(SYMBOLS) else element


def _digits_in(text: str) -> list[int]:
    """Read the symbols of a code."""
    digits = []
    for letter in text:
        if letter == " " or letter in _DASHES or not letter.isprintable():
            continue
        digit = _READ.get(letter.upper())
        if digit is None:
            raise CodeError(CodeFault.SYMBOL, {"symbol": letter})
        digits.append(digit)
    if not digits:
        raise CodeError(CodeFault.EMPTY, {"example": code_for(PRESETS[Variant.GERMAN])})
    return digits


def _grouped(symbols: str) -> str:
    """Put hyphens in: groups of four at the most, as even as can be."""
    groups = -(-len(symbols) // _GROUP)
    size, longer = divmod(len(symbols), groups)
    starts = [place * size + min(place, longer) for place in range(groups + 1)]
    return "-".join(symbols[start:end] for start, end in pairwise(starts))
