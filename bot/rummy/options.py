"""The options of every game with their house rules, the presets that set their defaults, and conflicts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, Self, TypeAlias, overload

from bot.rummy.cards import JOKER, PACK, Card
from bot.rummy.families import Family
from bot.rummy.house_rules import Conflict, HouseRule, ValueKind, choice, house_rules_of, number, switch
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
    """The result of a knock with equal deadwood (G-20)."""

    UNDERCUT = "undercut"
    VOID = "void"


class FirstDealer(StrEnum):
    """How the first dealer is chosen (G-4)."""

    DRAW = "draw"
    RANDOM = "random"


class NextDealer(StrEnum):
    """The dealer after a deal with a winner (G-6)."""

    OTHER = "other"
    WINNER = "winner"
    LOSER = "loser"


class Reach(StrEnum):
    """Whether a total has to exceed or to reach the target (G-23)."""

    EXCEEDS = "exceeds"
    REACHES = "reaches"


class Shutout(StrEnum):
    """The effect on the winner's points if the loser won no deal (G-23)."""

    DOUBLE = "double"
    NONE = "none"


_TO_THE_TARGET: Final = ("deals",)
"""The option without which a game of the gin family is played to a target (G-27)."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of any game. Subclasses declare their house rules as fields.

    The defaults here are right for games without the rule in question.
    """

    family: ClassVar[Family]
    seat_counts: ClassVar[range]  # possible numbers of players
    dealer_by_chance: ClassVar[bool] = False  # a random seat begins each deal, not only the first (D-5)
    reshuffles: ClassVar[int] = 0  # how often in a deal the discard pile becomes a new stock (B-7)
    deals_are_rounds: ClassVar[bool] = False  # players call a deal a round
    mostly_switches: ClassVar[bool] = False  # its house rules are on or off, but for the number of rounds

    variant: Variant

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack, sorted."""
        return PACK

    @property
    def draws_for_deal(self) -> bool:
        """True if the players draw cards for the first deal (G-4)."""
        return False

    @property
    def deals_to_play(self) -> int:
        """The number of deals after which the game ends (D-15, G-27); 0 if it is played to a target."""
        return 0

    @property
    def claims(self) -> bool:
        """True if players may claim a discard out of turn (H-8)."""
        return False

    @property
    def is_training(self) -> bool:
        """True if the game doesn't count for ratings (H-11)."""
        return False

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of this number of players is dealt (G-5, B-1, H-1)."""
        return 10 if seats == 2 else 7

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (G-23, B-13); None if it ends after a number of deals."""
        del seats
        return None

    def as_recorded(self, seats: int) -> Self:
        """Return the options with a value that is the default for this number of players left out (B-13)."""
        del seats
        return self


@dataclass(frozen=True, slots=True)
class GinOptions(GameOptions):
    """The rules of one game of the gin family; `options_for` makes them from a variant and the changes to it."""

    family: ClassVar[Family] = Family.GIN
    seat_counts: ClassVar[range] = range(2, 3)

    knock_limit: int | None = number("G-12", 2, range(11), 10)  # None: by the upcard (oklahoma)
    gin_bonus: int = number("G-18", 3, range(51), 25)
    undercut_bonus: int = number("G-20", 4, range(51), 25)
    tie: Tie = choice("G-20", 5, Tie.UNDERCUT)
    first_dealer: FirstDealer = choice("G-4", 6, FirstDealer.DRAW)
    next_dealer: NextDealer = choice("G-6", 7, NextDealer.OTHER)
    target: int = number("G-23", 0, range(10, 501), 100, idle_with=_TO_THE_TARGET, in_goal=True)
    reach: Reach = choice("G-23", 8, Reach.EXCEEDS, idle_with=_TO_THE_TARGET)
    game_bonus: int = number("G-23", 9, range(201), 100, idle_with=_TO_THE_TARGET)
    box_bonus: int = number("G-23", 10, range(51), 25, idle_with=_TO_THE_TARGET)
    shutout: Shutout = choice("G-23", 11, Shutout.DOUBLE, idle_with=_TO_THE_TARGET)
    deals: int = number(  # 0: to the target
        "G-27",
        1,
        range(21),
        0,
        not_in={
            Variant.HOLLYWOOD: "hollywood is played to the end of its three games, not for a number of deals (G-27)"
        },
    )
    play_out: bool = switch("G-24", 12, default=True, only=Variant.HOLLYWOOD)
    spades_double: bool = switch("G-12", 13, default=True, only=Variant.OKLAHOMA)

    @property
    def draws_for_deal(self) -> bool:
        """True if the players draw cards for the first deal (G-4)."""
        return self.first_dealer is FirstDealer.DRAW

    @property
    def deals_to_play(self) -> int:
        """The number of deals after which the game ends (G-27); 0 if it is played to a target."""
        return self.deals

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (G-23); None if it ends after a number of deals."""
        del seats
        return None if self.deals else self.target


@dataclass(frozen=True, slots=True)
class BasicOptions(GameOptions):
    """The rules of one game of Basic Rummy (B-14)."""

    family: ClassVar[Family] = Family.MELDS
    seat_counts: ClassVar[range] = range(2, 5)
    reshuffles: ClassVar[int] = 1

    one_meld_per_turn: bool = switch("B-14", 0)
    target: int | None = number("B-13", 1, range(10, 501), None, in_goal=True)  # None: by the number of players

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (B-13)."""
        return {2: 100, 3: 150, 4: 200}[seats] if self.target is None else self.target

    def as_recorded(self, seats: int) -> Self:
        """Return the options with the target left out where it is the default for this number of players (B-13)."""
        usual = replace(self, target=None)
        return usual if self.target == usual.target_for(seats) else self


@dataclass(frozen=True, slots=True)
class GermanOptions(GameOptions):
    """The rules of one game of German Rummy: its length and its house rules (D-15, H-1 to H-11)."""

    family: ClassVar[Family] = Family.MELDS
    seat_counts: ClassVar[range] = range(2, 5)
    dealer_by_chance: ClassVar[bool] = True
    deals_are_rounds: ClassVar[bool] = True
    mostly_switches: ClassVar[bool] = True

    rounds: int = number("D-15", 0, range(1, 21), 3)
    small_deck: bool = switch("H-1", 1, excludes={"initial_40": Conflict.SMALL_DECK_40})
    initial_40: bool = switch("H-2", 2, idle_with=("small_deck",), in_goal=True)
    no_initial_meld: bool = switch(
        "H-3", 3, excludes={"initial_40": Conflict.NO_VALUE_40}, idle_with=("small_deck",), in_goal=True
    )
    round_the_corner: bool = switch("H-4", 4)
    no_jokers: bool = switch("H-5", 5, excludes={"joker_rule": Conflict.NO_JOKERS_RULE})
    joker_rule: bool = switch("H-6", 6, idle_with=("no_jokers",))
    set_rule: bool = switch("H-7", 7)
    claim: bool = switch("H-8", 8, least_players=3, too_few=Conflict.CLAIM_FOR_TWO)
    win_without_discard: bool = switch("H-9", 9)
    casino_scoring: bool = switch("H-10", 10)
    training: bool = switch("H-11", 11)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack, sorted: cards of two packs side by side, jokers last (H-1, H-5)."""
        return _german_pack(small=self.small_deck, jokers=not self.no_jokers)

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of this number of players is dealt (H-1)."""
        return GameOptions.hand_size(self, seats) if self.small_deck else 13

    @property
    def deals_to_play(self) -> int:
        """The number of rounds after which the game ends (D-15)."""
        return self.rounds

    @property
    def claims(self) -> bool:
        """True if players may claim a discard out of turn (H-8)."""
        return self.claim

    @property
    def is_training(self) -> bool:
        """True if the game doesn't count for ratings (H-11)."""
        return self.training


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


class OptionError(ValueError):
    """Invalid options; ``faults`` describes each problem in one line."""

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


def switches_of(variant: Variant) -> tuple[str, ...]:
    """List the options of a variant that are on or off."""
    declared = house_rules(variant).items()
    return tuple(name for name, rule in declared if rule.kind is ValueKind.SWITCH and rule.is_in(variant))


def house_rules_in_force(options: Options) -> tuple[HouseRule, ...]:
    """List the house rules that are switched on, without those that the goal of the game names already."""
    on = (house_rules(options.variant)[name] for name in switches_of(options.variant) if getattr(options, name))
    return tuple(rule for rule in on if not rule.in_goal)


def conflicts(options: Options, seats: int | None = None) -> tuple[Conflict, ...]:
    """List the conflicts between options; with ``seats`` also those with the number of players."""
    on = [rule for rule in house_rules(options.variant).values() if getattr(options, rule.name) is True]
    found: list[Conflict] = []
    for rule in on:
        found += [conflict for other, conflict in rule.excludes.items() if getattr(options, other)]
        if rule.too_few is not None and seats is not None and seats < rule.least_players:
            found.append(rule.too_few)
    return tuple(found)


def seats_for(options: Options) -> range:
    """Return how many players a game may have."""
    return options.seat_counts


def changes_from(options: Options) -> dict[str, object]:
    """Return the changes to the variant's preset in the order of the options, as `options_for` takes them."""
    preset = PRESETS[options.variant]
    pairs = ((name, getattr(options, name)) for name in house_rules(options.variant))
    return {
        name: value.value if isinstance(value, StrEnum) else value
        for name, value in pairs
        if value != getattr(preset, name)
    }


def _fault(variant: Variant, name: str, value: object) -> str | None:
    """Return what is wrong with the value of one option of a variant; None if it is allowed."""
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


@lru_cache
def _german_pack(*, small: bool, jokers: bool) -> tuple[Card, ...]:
    """Return the pack of German Rummy (H-1, H-5)."""
    copies, of_jokers = (1, 3) if small else (2, 6)
    return tuple(card for card in PACK for _ in range(copies)) + (JOKER,) * (of_jokers if jokers else 0)
