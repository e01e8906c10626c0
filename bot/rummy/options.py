"""The options of all families: the defaults of every variant, options made from changes to them, and conflicts."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, overload

from bot.rummy.families import Variant
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.house_rules import HouseRule, ValueKind, house_rules_of
from bot.rummy.melds.options import MELDS_PRESETS, BasicOptions, GermanOptions, MeldsOptions, RumOptions
from bot.rummy.refusals import Conflict
from bot.rummy.shown import shown

Options: TypeAlias = GinOptions | MeldsOptions
"""The options of a game of any family."""

PRESETS: Final[Mapping[Variant, Options]] = {**GIN_PRESETS, **MELDS_PRESETS}
"""The defaults of every variant."""
MOST_SEATS: Final = max(options.seat_counts[-1] for options in PRESETS.values())
"""The most players that a game can have."""
_NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six")


class OptionError(ValueError):
    """Invalid options; ``faults`` describes each problem in one line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(fault.removesuffix(".") for fault in faults))
        self.faults = faults


_GinVariant: TypeAlias = Literal[Variant.GIN, Variant.REMIK, Variant.HOLLYWOOD, Variant.OKLAHOMA, Variant.THREE_HANDED]
_GermanVariant: TypeAlias = Literal[Variant.GERMAN, Variant.REMIK51, Variant.REMI51, Variant.ROMME, Variant.KALUKI]


@overload
def options_for(variant: _GinVariant, changes: Mapping[str, object] = ..., seats: int | None = ...) -> GinOptions: ...
@overload
def options_for(
    variant: Literal[Variant.BASIC], changes: Mapping[str, object] = ..., seats: int | None = ...
) -> BasicOptions: ...
@overload
def options_for(
    variant: _GermanVariant, changes: Mapping[str, object] = ..., seats: int | None = ...
) -> GermanOptions: ...
@overload
def options_for(
    variant: Literal[Variant.RUM500], changes: Mapping[str, object] = ..., seats: int | None = ...
) -> RumOptions: ...
@overload
def options_for(variant: Variant, changes: Mapping[str, object] = ..., seats: int | None = ...) -> Options: ...
def options_for(
    variant: Variant, changes: Mapping[str, object] = MappingProxyType({}), seats: int | None = None
) -> Options:
    """Return a variant's options from the changes to its preset, as a record has them; OptionError lists every fault.

    Oklahoma's knock limit by the upcard applies if ``knock_limit`` isn't given, and Basic Rummy's target by the number
    of players if ``target`` isn't; neither can be given in another way. Conflicts are faults too, with ``seats`` also
    those with the number of players.
    """
    faults = []
    values: dict[str, Any] = {}
    for name, value in changes.items():
        fault = _fault(variant, name, value)
        if fault is not None:
            faults.append(fault)
        else:
            values[name] = next(same for same in (*house_rules(variant)[name].values, value) if same == value)
    options = replace(PRESETS[variant], **values)
    faults += conflicts(options, seats)
    if faults:
        raise OptionError(tuple(faults))
    return options


@lru_cache
def house_rules(variant: Variant) -> Mapping[str, HouseRule]:
    """Return the declarations of a variant's options by name, including those that other variants have."""
    return house_rules_of(type(PRESETS[variant]))


@lru_cache
def switches_of(variant: Variant) -> tuple[str, ...]:
    """List the options of a variant that are on or off."""
    declared = house_rules(variant).items()
    return tuple(name for name, rule in declared if rule.kind is ValueKind.SWITCH and rule.is_in(variant))


def house_rules_in_force(options: Options) -> tuple[HouseRule, ...]:
    """List the house rules that are switched on or off unlike the game's usual ones, without those its goal names."""
    usual, rules = PRESETS[options.variant], map(house_rules(options.variant).__getitem__, switches_of(options.variant))
    changed = (rule for rule in rules if getattr(options, rule.name) != getattr(usual, rule.name))
    return tuple(rule for rule in changed if not rule.in_goal)


def conflicts(options: Options, seats: int | None = None) -> tuple[Conflict, ...]:
    """List the conflicts between options; with ``seats`` also those with the number of players."""
    found: list[Conflict] = []
    for name, rule in house_rules(options.variant).items():
        value = getattr(options, name)
        found += [conflict for other, conflict in rule.excluded_by(value).items() if getattr(options, other)]
        if value is True and rule.too_few is not None and seats is not None and seats < rule.least_players:
            found.append(rule.too_few)
    return tuple(found)


def seats_for(options: Options) -> range:
    """Return how many players a game may have."""
    return options.seat_counts


def seats_in_words(options: Options) -> str:
    """Return how many players a game may have, for faults of records and calls: ``two``, ``two to four``."""
    seats = seats_for(options)
    return " to ".join(_NUMBERS[count] for count in dict.fromkeys((seats[0], seats[-1])))


def changes_from(options: Options) -> dict[str, object]:
    """Return the changes to the variant's preset in the order of the options, as `options_for` takes them."""
    preset = PRESETS[options.variant]
    pairs = ((name, getattr(options, name)) for name in house_rules(options.variant))
    return {
        name: value.value if isinstance(value, StrEnum) else value
        for name, value in pairs
        if value != getattr(preset, name)
    }


def without_idle(options: Options) -> Options:
    """Return the options with the standard value for those that another one makes irrelevant."""
    preset, rules = PRESETS[options.variant], house_rules(options.variant).values()
    return replace(options, **{rule.name: getattr(preset, rule.name) for rule in rules if rule.is_idle(options)})


def _fault(variant: Variant, name: str, value: object) -> str | None:
    rule = house_rules(variant).get(name)
    owner = next((owner for owner in Variant if name in switches_of(owner)), variant)
    if name not in switches_of(variant) and owner is not variant:
        return f"{name}: an option of {owner}, not of {variant}"
    if rule is None:
        return f"{variant} has no option {shown(name)}"
    if variant in rule.not_in and value != getattr(PRESETS[variant], name):
        return f"{name}: {rule.not_in[variant]}"
    match rule.kind:
        case ValueKind.NUMBER:
            good = type(value) is int and value in rule.values
            wanted = f"a whole number from {rule.values[0]} to {rule.values[-1]}"
        case ValueKind.CHOICE:
            good, wanted = value in rule.values, " or ".join(str(word) for word in rule.values)
        case ValueKind.SWITCH:
            good, wanted = isinstance(value, bool), "true or false"
    return None if good else f"{name}: {wanted}, not {shown(value)}"
