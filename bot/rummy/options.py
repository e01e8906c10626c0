"""The options of the gin family, and the presets that set their defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from bot.rummy.shown import shown


class Variant(StrEnum):
    """A game that can be played."""

    GIN = "gin"
    REMIK = "remik"
    HOLLYWOOD = "hollywood"
    OKLAHOMA = "oklahoma"


class Tie(StrEnum):
    """What a knock with equal deadwood is (G-20)."""

    UNDERCUT = "undercut"
    VOID = "void"


class FirstDealer(StrEnum):
    """How the first dealer is found (G-4)."""

    DRAW = "draw"
    RANDOM = "random"


class NextDealer(StrEnum):
    """Who deals after a deal that somebody won (G-6)."""

    OTHER = "other"
    WINNER = "winner"
    LOSER = "loser"


class Reach(StrEnum):
    """When a total wins the game (G-23)."""

    EXCEEDS = "exceeds"
    REACHES = "reaches"


class Shutout(StrEnum):
    """What becomes of the winner's points when the loser won no deal (G-23)."""

    DOUBLE = "double"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class GinOptions:
    """The rules of one game of the gin family; `options_for` makes them from a variant and what differs from it."""

    variant: Variant
    knock_limit: int | None = 10  # None: by the upcard (oklahoma)
    gin_bonus: int = 25
    undercut_bonus: int = 25
    tie: Tie = Tie.UNDERCUT
    first_dealer: FirstDealer = FirstDealer.DRAW
    next_dealer: NextDealer = NextDealer.OTHER
    target: int = 100
    reach: Reach = Reach.EXCEEDS
    game_bonus: int = 100
    box_bonus: int = 25
    shutout: Shutout = Shutout.DOUBLE
    deals: int = 0  # 0: to the target
    play_out: bool = True  # hollywood only
    spades_double: bool = True  # oklahoma only


PRESETS: Final = {
    Variant.GIN: GinOptions(Variant.GIN),
    Variant.REMIK: GinOptions(Variant.REMIK, first_dealer=FirstDealer.RANDOM),
    Variant.HOLLYWOOD: GinOptions(
        Variant.HOLLYWOOD,
        undercut_bonus=10,
        first_dealer=FirstDealer.RANDOM,
        next_dealer=NextDealer.WINNER,
        reach=Reach.REACHES,
        game_bonus=0,
        box_bonus=0,
        shutout=Shutout.NONE,
    ),
    Variant.OKLAHOMA: GinOptions(
        Variant.OKLAHOMA, knock_limit=None, first_dealer=FirstDealer.RANDOM, reach=Reach.REACHES
    ),
}

RANGES: Final[Mapping[str, range]] = MappingProxyType(
    {
        "knock_limit": range(11),
        "gin_bonus": range(51),
        "undercut_bonus": range(51),
        "target": range(10, 501),
        "game_bonus": range(201),
        "box_bonus": range(51),
        "deals": range(21),
    }
)
"""The options that are numbers, and what each may be."""
CHOICES: Final[Mapping[str, type[StrEnum]]] = MappingProxyType(
    {"tie": Tie, "first_dealer": FirstDealer, "next_dealer": NextDealer, "reach": Reach, "shutout": Shutout}
)
"""The options that are words, and the words."""
SWITCHES: Final[Mapping[str, Variant]] = MappingProxyType(
    {"play_out": Variant.HOLLYWOOD, "spades_double": Variant.OKLAHOMA}
)
"""The options that are on or off, each in one variant only."""


class OptionError(ValueError):
    """Options that no game has: ``faults`` names every one of them, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def options_for(variant: Variant, changes: Mapping[str, object] = MappingProxyType({})) -> GinOptions:
    """Make a variant's options from what differs from its preset, as a record has it; OptionError tells every fault.

    Oklahoma's knock limit by the upcard is what is in force where ``knock_limit`` is not given; it has no other form.
    """
    faults = []
    values: dict[str, Any] = {}
    for name, value in changes.items():
        fault = _fault(variant, name, value)
        if fault is not None:
            faults.append(fault)
        else:
            values[name] = CHOICES[name](str(value)) if name in CHOICES else value
    if faults:
        raise OptionError(tuple(faults))
    return replace(PRESETS[variant], **values)


def changes_from(options: GinOptions) -> dict[str, object]:
    """Give what differs from the variant's preset, in the order of the options: what `options_for` reads back."""
    preset = PRESETS[options.variant]
    pairs = ((field.name, getattr(options, field.name)) for field in fields(options))
    return {
        name: value.value if isinstance(value, StrEnum) else value
        for name, value in pairs
        if value != getattr(preset, name)
    }


def _fault(variant: Variant, name: str, value: object) -> str | None:
    """Say what is wrong with one option of a variant."""
    if name == "deals" and variant is Variant.HOLLYWOOD and value != 0:
        return "deals: hollywood is played to the end of its three games, not for a number of deals (G-27)"
    if name in SWITCHES and variant is not SWITCHES[name]:
        return f"{name}: an option of {SWITCHES[name]}, not of {variant}"
    if name in RANGES:
        allowed = RANGES[name]
        good, wanted = type(value) is int and value in allowed, f"a whole number from {allowed[0]} to {allowed[-1]}"
    elif name in CHOICES:
        good, wanted = value in list(CHOICES[name]), " or ".join(CHOICES[name])
    elif name in SWITCHES:
        good, wanted = isinstance(value, bool), "true or false"
    else:
        return f"{variant} has no option {shown(name)}"
    return None if good else f"{name}: {wanted}, not {shown(value)}"
