"""The options of every game, the presets that set their defaults, and what does not go together."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeAlias, overload

from bot.rummy.families import Family
from bot.rummy.shown import shown


class Variant(StrEnum):
    """A game that can be played."""

    GIN = "gin"
    REMIK = "remik"
    HOLLYWOOD = "hollywood"
    OKLAHOMA = "oklahoma"
    BASIC = "basic"
    GERMAN = "german"


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

    family: ClassVar[Family] = Family.GIN

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


@dataclass(frozen=True, slots=True)
class BasicOptions:
    """The rules of one game of Basic Rummy (B-14)."""

    family: ClassVar[Family] = Family.MELDS

    variant: Variant
    one_meld_per_turn: bool = False
    target: int | None = None  # None: by the number of players (B-13)


@dataclass(frozen=True, slots=True)
class GermanOptions:
    """The rules of one game of German Rummy: its length and its house rules (D-15, H-1 to H-11)."""

    family: ClassVar[Family] = Family.MELDS

    variant: Variant
    rounds: int = 3
    small_deck: bool = False
    initial_40: bool = False
    no_initial_meld: bool = False
    round_the_corner: bool = False
    no_jokers: bool = False
    joker_rule: bool = False
    set_rule: bool = False
    claim: bool = False
    win_without_discard: bool = False
    casino_scoring: bool = False
    training: bool = False


MeldsOptions: TypeAlias = BasicOptions | GermanOptions
"""The rules of a game with melds on the table."""
Options: TypeAlias = GinOptions | MeldsOptions

GIN_PRESETS: Final[Mapping[Variant, GinOptions]] = {
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
"""The defaults of the gin family's variants."""
PRESETS: Final[Mapping[Variant, Options]] = {
    **GIN_PRESETS,
    Variant.BASIC: BasicOptions(Variant.BASIC),
    Variant.GERMAN: GermanOptions(Variant.GERMAN),
}
"""The defaults of every variant."""

RANGES: Final[Mapping[str, range]] = MappingProxyType(
    {
        "knock_limit": range(11),
        "gin_bonus": range(51),
        "undercut_bonus": range(51),
        "target": range(10, 501),
        "game_bonus": range(201),
        "box_bonus": range(51),
        "deals": range(21),
        "rounds": range(1, 21),
    }
)
"""The options that are numbers, and what each may be."""
CHOICES: Final[Mapping[str, type[StrEnum]]] = MappingProxyType(
    {"tie": Tie, "first_dealer": FirstDealer, "next_dealer": NextDealer, "reach": Reach, "shutout": Shutout}
)
"""The options that are words, and the words."""
SWITCHES: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        "play_out": Variant.HOLLYWOOD,
        "spades_double": Variant.OKLAHOMA,
        "one_meld_per_turn": Variant.BASIC,
        "small_deck": Variant.GERMAN,
        "initial_40": Variant.GERMAN,
        "no_initial_meld": Variant.GERMAN,
        "round_the_corner": Variant.GERMAN,
        "no_jokers": Variant.GERMAN,
        "joker_rule": Variant.GERMAN,
        "set_rule": Variant.GERMAN,
        "claim": Variant.GERMAN,
        "win_without_discard": Variant.GERMAN,
        "casino_scoring": Variant.GERMAN,
        "training": Variant.GERMAN,
    }
)
"""The options that are on or off, each in one variant only."""

_NAMES: Final = {
    variant: frozenset(field.name for field in fields(preset)) - {"variant"} for variant, preset in PRESETS.items()
}
_GIN_SEATS: Final = range(2, 3)
_MELDS_SEATS: Final = range(2, 5)
_CLAIM_SEATS: Final = 3
"""Players that a table needs for claims (H-8)."""


class Conflict(StrEnum):
    """Rules that do not go together. Each value is the English sentence: which, and what can be done instead."""

    SMALL_DECK_40 = (
        "With a small deck no value is needed for the first meld (H-1), so it can't be 40 (H-2); choose one of the two."
    )
    NO_VALUE_40 = "A first meld of any value (H-3) and one of at least 40 (H-2) exclude each other; choose one."
    NO_JOKERS_RULE = "With no jokers in the pack (H-5) there is nothing for the joker rule (H-6) to rule; choose one."
    CLAIM_FOR_TWO = (
        "Knocking for a discard (H-8) needs three or four players; wait for a third, or switch that rule off."
    )


class OptionError(ValueError):
    """Options that no game has: ``faults`` names every one of them, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


_GinVariant: TypeAlias = Literal[Variant.GIN, Variant.REMIK, Variant.HOLLYWOOD, Variant.OKLAHOMA]


@overload
def options_for(variant: _GinVariant, changes: Mapping[str, object] = ..., seats: int | None = ...) -> GinOptions: ...
@overload
def options_for(
    variant: Literal[Variant.BASIC], changes: Mapping[str, object] = ..., seats: int | None = ...
) -> BasicOptions: ...
@overload
def options_for(
    variant: Literal[Variant.GERMAN], changes: Mapping[str, object] = ..., seats: int | None = ...
) -> GermanOptions: ...
@overload
def options_for(variant: Variant, changes: Mapping[str, object] = ..., seats: int | None = ...) -> Options: ...
def options_for(
    variant: Variant, changes: Mapping[str, object] = MappingProxyType({}), seats: int | None = None
) -> Options:
    """Make a variant's options from what differs from its preset, as a record has it; OptionError tells every fault.

    Oklahoma's knock limit by the upcard is in force where ``knock_limit`` is not given, and Basic Rummy's target by the
    number of players where ``target`` is not; neither has another form. What `conflicts` finds is a fault too, with
    ``seats`` also what so many players can't play by.
    """
    faults = []
    values: dict[str, Any] = {}
    for name, value in changes.items():
        fault = _fault(variant, name, value)
        if fault is not None:
            faults.append(fault)
        else:
            values[name] = CHOICES[name](str(value)) if name in CHOICES else value
    options = replace(PRESETS[variant], **values)
    faults += conflicts(options, seats)
    if faults:
        raise OptionError(tuple(faults))
    return options


def conflicts(options: Options, seats: int | None = None) -> tuple[Conflict, ...]:
    """List everything in options that does not go together; with ``seats``, also what so many players can't play by."""
    if not isinstance(options, GermanOptions):
        return ()
    found = (
        (options.small_deck and options.initial_40, Conflict.SMALL_DECK_40),
        (options.no_initial_meld and options.initial_40, Conflict.NO_VALUE_40),
        (options.no_jokers and options.joker_rule, Conflict.NO_JOKERS_RULE),
        (options.claim and seats is not None and seats < _CLAIM_SEATS, Conflict.CLAIM_FOR_TWO),
    )
    return tuple(conflict for there, conflict in found if there)


def seats_for(options: Options) -> range:
    """Say how many players a game may have: two in the gin family, two to four with melds on the table."""
    return _GIN_SEATS if isinstance(options, GinOptions) else _MELDS_SEATS


def changes_from(options: Options) -> dict[str, object]:
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
    if name not in _NAMES[variant]:
        return f"{variant} has no option {shown(name)}"
    if name in RANGES:
        allowed = RANGES[name]
        good, wanted = type(value) is int and value in allowed, f"a whole number from {allowed[0]} to {allowed[-1]}"
    elif name in CHOICES:
        good, wanted = value in list(CHOICES[name]), " or ".join(CHOICES[name])
    else:
        good, wanted = isinstance(value, bool), "true or false"
    return None if good else f"{name}: {wanted}, not {shown(value)}"
