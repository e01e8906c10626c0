"""Short codes for house rules: all options of a game in a few symbols, which can be entered on another server.

A code is a number in base 32 with Crockford's symbols (no I, L, O, U), followed by a check symbol. The number is in
mixed radix, least significant digit first: the layout, the variant, then one digit per option. Digit 0 is an option's
default, so rules with few changes have short codes. The check symbol makes a weighted sum over the field of 32 elements
zero. Every place has a different weight, so any single wrong symbol and any swap of two symbols is detected.

There's always room for one more option. A switch takes a bit, five of them one more symbol, and that only in codes of
games that have one of them on. The weights are different for up to 31 symbols, so for more than 140 switches.

An issued code keeps its meaning forever. Therefore the numbers of variants (below) and the places and values of options
(`bot.rummy.house_rules.CodeDigit`) are declared and append-only. A new option gets the next place, which is 0 in older
codes. A new value of an option gets an additional digit at the next place. A new variant gets the next number; numbers
from 6 on use a layout with room for more variants. The default of an option never changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from bot.rummy.families import Variant
from bot.rummy.house_rules import CodeDigit
from bot.rummy.options import PRESETS, Options, changes_from, conflicts, house_rules, options_for

SYMBOLS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ: Final = {symbol: place for place, symbol in enumerate(SYMBOLS)} | {"O": 0, "I": 1, "L": 1}
_DASHES: Final = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2212")
_GROUP: Final = 4
_FIELD: Final = 0b100101
"""The field's polynomial, x^5 + x^2 + 1, which makes all 31 weights different."""

_VARIANT_NUMBERS: Final = {
    Variant.GIN: 0,
    Variant.REMIK: 1,
    Variant.HOLLYWOOD: 2,
    Variant.OKLAHOMA: 3,
    Variant.BASIC: 4,
    Variant.GERMAN: 5,
    Variant.REMIK51: 6,
    Variant.REMI51: 7,
    Variant.ROMME: 8,
    Variant.KALUKI: 9,
    Variant.THREE_HANDED: 10,
    Variant.RUM500: 11,
}
"""The numbers of the variants: append-only, the next one is 12."""
_LAYOUTS: Final = 4


@dataclass(frozen=True, slots=True)
class _Layout:
    """A layout of codes: its number, its first variant number, and how many variants it has room for."""

    number: int
    first: int
    variants: int


_SIX: Final = _Layout(1, 0, 6)
_LATER: Final = _Layout(2, 6, 64)


class CodeFault(StrEnum):
    """Reasons for which a code is invalid. Each value is the English sentence."""

    EMPTY = "That code is empty. Codes are made of letters and digits, such as {example}."
    SYMBOL = "Codes never contain {symbol}. Compare yours with the one you were given."
    SLIP = "That isn't a valid code: a character is wrong, missing or extra. Compare it with the one you were given."
    VERSION = "That code is from another version of this bot. Choose the rules yourself, or ask for a new code."


class CodeError(ValueError):
    """A text that isn't a code of house rules: the fault, and the values for its sentence."""

    def __init__(self, fault: CodeFault, values: dict[str, str] | None = None) -> None:
        self.fault, self.values = fault, values or {}
        super().__init__(fault.format(**self.values))


def code_for(options: Options) -> str:
    """Return the code for a game's options, with hyphens for readability: ``1M5-7Q``.

    OptionError if the options aren't valid for their variant, or exclude each other.
    """
    options_for(options.variant, changes_from(options))
    of_variant = _VARIANT_NUMBERS[options.variant]
    layout = _SIX if of_variant < _LATER.first else _LATER
    number, size = layout.number + _LAYOUTS * (of_variant - layout.first), _LAYOUTS * layout.variants
    for option in _digits_of(options.variant):
        number += size * option.digit_for(getattr(options, option.name))
        size *= option.radix
    digits: list[int] = []
    while number:
        number, digit = divmod(number, len(SYMBOLS))
        digits.append(digit)
    digits.reverse()
    return _grouped("".join(SYMBOLS[digit] for digit in (*digits, _check(digits))))


def options_from(text: str) -> Options:
    """Parse a code into options; CodeError if the text isn't a valid code.

    Case, spaces and hyphens don't matter; O is read as 0, I and L as 1.
    """
    digits = _digits_in(text)
    if _check(digits[:-1]) != digits[-1] or digits[0] == 0:
        raise CodeError(CodeFault.SLIP)
    number = 0
    for digit in digits[:-1]:
        number = number * len(SYMBOLS) + digit
    number, kind = divmod(number, _LAYOUTS)
    layout = next((one for one in (_SIX, _LATER) if one.number == kind), None)
    if layout is None:
        raise CodeError(CodeFault.VERSION)
    number, place = divmod(number, layout.variants)
    variant = next((one for one, at in _VARIANT_NUMBERS.items() if at == layout.first + place), None)
    if variant is None:
        raise CodeError(CodeFault.VERSION)
    changes: dict[str, Any] = {}
    for option in _digits_of(variant):
        number, at = divmod(number, option.radix)
        if at and option.name in changes:
            raise CodeError(CodeFault.SLIP)  # two digits can't both set one option
        if at:
            changes[option.name] = option.values[at - 1]
    options = replace(PRESETS[variant], **changes)
    if number or conflicts(options):
        raise CodeError(CodeFault.SLIP)
    return options


@dataclass(frozen=True, slots=True)
class _Digit:
    """A digit of a variant's codes. It is 0 if the option has its default, or a value that another digit encodes."""

    name: str
    place: int
    values: tuple[object, ...]  # encoded as 1, 2, 3 ...

    @property
    def radix(self) -> int:
        """The number of values that the digit can have."""
        return len(self.values) + 1

    def digit_for(self, value: object) -> int:
        """Return the digit for a value of the option."""
        return self.values.index(value) + 1 if value in self.values else 0


@lru_cache
def _digits_of(variant: Variant) -> tuple[_Digit, ...]:
    return tuple(sorted(_declared(variant), key=lambda digit: digit.place))


def _declared(variant: Variant) -> Iterator[_Digit]:
    for name, rule in house_rules(variant).items():
        default = getattr(PRESETS[variant], name)
        for declared in rule.digits if rule.is_in(variant) else ():
            yield _digit(name, declared, default)


def _digit(name: str, declared: CodeDigit, default: object) -> _Digit:
    """Return a declared digit of an option, without the option's default among its values."""
    return _Digit(name, declared.place, tuple(value for value in declared.values if value != default))


def _check(digits: list[int]) -> int:
    """Return the check digit: the digits are weighted x, x², x³ ... from the last one backward."""
    sum_ = 0
    for digit in digits:
        sum_ = _times_x(sum_ ^ digit)
    return sum_


def _times_x(element: int) -> int:
    element <<= 1
    return element ^ _FIELD if element >= len(SYMBOLS) else element


def _digits_in(text: str) -> list[int]:
    """Return the digits of a typed code; CodeError if it is empty or contains an unknown symbol."""
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
    """Insert hyphens: groups of four at most, as even as possible."""
    groups = -(-len(symbols) // _GROUP)
    size, longer = divmod(len(symbols), groups)
    starts = [place * size + min(place, longer) for place in range(groups + 1)]
    return "-".join(symbols[start:end] for start, end in pairwise(starts))
