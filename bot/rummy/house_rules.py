"""House rules: a field of a game's options is declared once, with what all layers need to know of it.

An options class declares each of its rules with `switch`, `number` or `choice`; `house_rules_of` reads them back. The
words that players read are declared once too, in the rules in words of its game, in `bot/text/<family>`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeVar, cast

from bot.rummy.cards import PACK, Card, rank_of
from bot.rummy.families import Family, Variant
from bot.rummy.refusals import Conflict

N = TypeVar("N", int, int | None)
W = TypeVar("W", bound=StrEnum)

_KEY: Final = "house rule"
_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class ValueKind(StrEnum):
    """The kinds of values that options take."""

    SWITCH = "switch"
    NUMBER = "number"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class CodeDigit:
    """A digit of a code: its place among the digits of a game, least significant first, and the values it encodes.

    Places and values are append-only, because codes that were issued stay valid forever.
    """

    place: int
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option that a server may set differently from the standard rules."""

    rule: str  # the id of the rule that describes it
    kind: ValueKind
    digits: tuple[CodeDigit, ...]  # the first holds the original values, each further one values that were added later
    name: str = ""  # the field of the options, and the key in records; `house_rules_of` fills it in
    only: str | None = None  # the one variant that has it; None: every variant with these options
    not_in: Mapping[str, str] = field(default_factory=dict)  # variants that don't have it, with the reason
    standard: object = None  # the default of games that declare no other
    excludes: Mapping[str, Conflict] = field(default_factory=dict)  # switches that can't be on unless it's standard
    excludes_at: Mapping[object, Mapping[str, Conflict]] = field(default_factory=dict)  # more of them, with one value
    least_players: int = 0  # players that a table needs for it
    too_few: Conflict | None = None  # the conflict at a table with fewer
    idle_with: tuple[str, ...] = ()  # other options that make this one irrelevant
    in_goal: bool = False  # the line with the first meld or the target names it, so lists of rules leave it out
    values: tuple[object, ...] = field(init=False, repr=False)  # all of them, in the order in which lists show them

    def __post_init__(self) -> None:
        """List the values once: options are made and checked often, and a target has a thousand values."""
        object.__setattr__(self, "values", tuple(value for digit in self.digits for value in digit.values))

    def is_in(self, variant: str) -> bool:
        """Return whether a variant whose options include this field uses the rule."""
        return self.only in (None, variant) and variant not in self.not_in

    def excluded_by(self, value: object) -> Mapping[str, Conflict]:
        """Return the switches that can't be on with a value of the option, each with the conflict."""
        usual = self.excludes if value != self.standard else _NOTHING
        return {**usual, **self.excludes_at.get(value, _NOTHING)}

    def is_idle(self, options: object) -> bool:
        """Return whether another option makes this one irrelevant."""
        return any(getattr(options, other) for other in self.idle_with)


def switch(
    rule: str,
    place: int,
    *,
    default: bool = False,
    only: str | None = None,
    excludes: Mapping[str, Conflict] = _NOTHING,
    least_players: int = 0,
    too_few: Conflict | None = None,
    idle_with: tuple[str, ...] = (),
    in_goal: bool = False,
) -> bool:
    """Declare an option that is on or off; ``place`` is the place of its digit in codes."""
    found = HouseRule(
        rule,
        ValueKind.SWITCH,
        (CodeDigit(place, (False, True)),),
        only=only,
        standard=default,
        excludes=excludes,
        least_players=least_players,
        too_few=too_few,
        idle_with=idle_with,
        in_goal=in_goal,
    )
    return field(default=default, metadata={_KEY: found})


def number(
    rule: str,
    place: int,
    allowed: range,
    default: N,
    *,
    added: Mapping[int, range] = _NOTHING,
    not_in: Mapping[str, str] = _NOTHING,
    excludes: Mapping[str, Conflict] = _NOTHING,
    excludes_at: Mapping[object, Mapping[str, Conflict]] = _NOTHING,
    idle_with: tuple[str, ...] = (),
    in_goal: bool = False,
) -> N:
    """Declare an option that is a whole number; its default may be None, for a number that depends on the game.

    ``added`` are ranges that were allowed later, by the places of their digits in codes. ``excludes`` are switches that
    can't be on with any other number than the default, ``excludes_at`` those that can't be on with one number.
    """
    digits = tuple(CodeDigit(at, tuple(numbers)) for at, numbers in {place: allowed, **added}.items())
    found = HouseRule(
        rule,
        ValueKind.NUMBER,
        digits,
        not_in=not_in,
        standard=default,
        excludes=excludes,
        excludes_at=excludes_at,
        idle_with=idle_with,
        in_goal=in_goal,
    )
    return field(default=default, metadata={_KEY: found})


def choice(
    rule: str,
    place: int,
    default: W,
    *,
    of: tuple[W, ...] = (),
    excludes: Mapping[str, Conflict] = _NOTHING,
    idle_with: tuple[str, ...] = (),
) -> W:
    """Declare an option that is one of the members of its default's enum, or with ``of`` one of these members."""
    found = HouseRule(
        rule,
        ValueKind.CHOICE,
        (CodeDigit(place, of or tuple(type(default))),),
        standard=default,
        excludes=excludes,
        idle_with=idle_with,
    )
    return field(default=default, metadata={_KEY: found})


def house_rules_of(options: type[Any]) -> Mapping[str, HouseRule]:
    """Return the house rules that an options class declares, by name, in the order of its fields."""
    found = {one.name: cast("HouseRule", one.metadata[_KEY]) for one in fields(options) if _KEY in one.metadata}
    return MappingProxyType({name: replace(rule, name=name) for name, rule in found.items()})


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of any game. Subclasses declare their house rules as fields.

    The defaults here are right for games without the rule in question.
    """

    family: ClassVar[Family]
    has_dealer: ClassVar[bool] = True  # False: a seat begins, and the dealer is only the seat before it (D-5)
    deals_are_rounds: ClassVar[bool] = False  # players call a deal a round
    losing_costs: ClassVar[bool] = (
        False  # by its standard rules, players lose points in deals that they don't win (D-13)
    )
    takes_from_below: ClassVar[bool] = False  # any card of the discard pile can be taken, with those on top of it
    mostly_switches: ClassVar[bool] = False  # its house rules are on or off, but for the number of rounds

    variant: Variant

    @property
    def seat_counts(self) -> range:
        """The possible numbers of players."""
        return range(2, 3)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack, sorted."""
        return PACK

    @property
    def has_starter(self) -> bool:
        """True if the seat that begins is dealt one card more instead of drawing, and no card is turned up (H-16)."""
        return False

    @property
    def dealer_by_chance(self) -> bool:
        """True if a random seat begins each deal, not only the first (D-5)."""
        return False

    @property
    def reshuffles(self) -> int:
        """How often in a deal the discard pile becomes a new stock (B-7, H-19)."""
        return 0

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
    def has_box(self) -> bool:
        """True if one plays alone in the box, and the two others are a side (G3-2)."""
        return False

    @property
    def columns_decide(self) -> bool:
        """True if the winner has won more columns of the score sheet, not more points (G-24)."""
        return False

    @property
    def is_training(self) -> bool:
        """True if the game doesn't count for ratings (H-11)."""
        return False

    def roles_by_draw(self, drawn: Sequence[Card]) -> tuple[int, int | None]:
        """Return who deals the first deal, after each seat drew a card of another rank, and who waits (G-4, G3-3)."""
        return max(range(len(drawn)), key=lambda seat: rank_of(drawn[seat])), None

    def roles_by_chance(self, seats: int, below: Callable[[int], int]) -> tuple[int, int | None]:
        """Return who deals the first deal and who waits, from random numbers below a bound (G-4, B-2, G3-4)."""
        return below(seats), None

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of this number of players is dealt (G-5, B-1, H-1)."""
        return 10 if seats == 2 else 7

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (G-23, B-13); None if it ends after a number of deals."""
        del seats
        return None

    @property
    def penalties(self) -> bool:
        """True if points are only lost, so that every total is a number of penalty points (B-15)."""
        return False

    def ends_below(self, seats: int) -> int | None:
        """Return the penalty points that end the game (B-18); None if they don't."""
        del seats
        return None

    def as_recorded(self, seats: int) -> Self:
        """Return the options with a value that is the default for this number of players left out (B-13)."""
        del seats
        return self
