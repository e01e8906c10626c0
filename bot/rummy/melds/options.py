"""The options of the games with melds on the table with their house rules, and their defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, Final, Self, TypeAlias

from bot.rummy.cards import JOKER, PACK, Card
from bot.rummy.families import Family, Variant
from bot.rummy.house_rules import GameOptions, choice, number, switch
from bot.rummy.refusals import Conflict


@dataclass(frozen=True, slots=True)
class BasicOptions(GameOptions):
    """The rules of one game of Basic Rummy (B-14)."""

    family: ClassVar[Family] = Family.MELDS

    one_meld_per_turn: bool = switch("B-14", 0)
    target: int | None = number("B-13", 1, range(10, 501), None, in_goal=True)  # None: by the number of players
    losers_pay: bool = switch("B-15", 2)

    @property
    def seat_counts(self) -> range:
        """The possible numbers of players."""
        return range(2, 5)

    @property
    def reshuffles(self) -> int:
        """How often in a deal the discard pile becomes a new stock (B-7)."""
        return 1

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (B-13); None if penalty points end it (B-18)."""
        return None if self.losers_pay else self._mark(seats)

    @property
    def penalties(self) -> bool:
        """True if points are only lost, so that every total is a number of penalty points (B-15)."""
        return self.losers_pay

    def ends_below(self, seats: int) -> int | None:
        """Return the penalty points that end the game (B-18); None if a total ends it (B-13)."""
        return self._mark(seats) if self.losers_pay else None

    def as_recorded(self, seats: int) -> Self:
        """Return the options with the target left out where it is the default for this game (B-13, B-18)."""
        usual = replace(self, target=None)
        return usual if self.target == usual._mark(seats) else self

    def _mark(self, seats: int) -> int:
        """Return the points that end the game, won (B-13) or lost (B-18)."""
        if self.target is not None:
            return self.target
        return 100 if self.losers_pay else {2: 100, 3: 150, 4: 200}[seats]


class Take(StrEnum):
    """What players who haven't laid first melds in an earlier turn may take the top discard for (H-18)."""

    FREE = "free"
    USE = "use"


class Begins(StrEnum):
    """The seat that begins a round after the first one, which a random seat begins (H-17)."""

    RANDOM = "random"
    LEFT = "left"


_OF_FIRST_MELDS: Final = ("small_deck", "initial_40", "no_initial_meld")
"""Switches that decide what first melds have to be worth (H-1 to H-3)."""


@dataclass(frozen=True, slots=True)
class GermanOptions(GameOptions):
    """The rules of one game of German Rummy or a relative: its length (D-15) and its house rules."""

    family: ClassVar[Family] = Family.MELDS
    has_dealer: ClassVar[bool] = False
    deals_are_rounds: ClassVar[bool] = True
    losing_costs: ClassVar[bool] = True
    mostly_switches: ClassVar[bool] = True

    rounds: int = number("D-15", 0, range(1, 21), 3, idle_with=("end_at",))
    small_deck: bool = switch("H-1", 1, only=Variant.GERMAN, excludes={"initial_40": Conflict.SMALL_DECK_40})
    initial_40: bool = switch("H-2", 2, only=Variant.GERMAN, idle_with=("small_deck",), in_goal=True)
    no_initial_meld: bool = switch(
        "H-3",
        3,
        only=Variant.GERMAN,
        excludes={"initial_40": Conflict.NO_VALUE_40},
        idle_with=("small_deck",),
        in_goal=True,
    )
    round_the_corner: bool = switch("H-4", 4)
    no_jokers: bool = switch("H-5", 5, only=Variant.GERMAN, excludes={"joker_rule": Conflict.NO_JOKERS_RULE})
    joker_rule: bool = switch("H-6", 6, idle_with=("without_jokers",))
    set_rule: bool = switch("H-7", 7)
    claim: bool = switch("H-8", 8, least_players=3, too_few=Conflict.CLAIM_FOR_TWO)
    win_without_discard: bool = switch("H-9", 9)
    casino_scoring: bool = switch("H-10", 10)
    training: bool = switch("H-11", 11)
    initial: int | None = number(  # None: by H-1 to H-3
        "H-12",
        12,
        range(102),
        None,
        excludes=dict.fromkeys(_OF_FIRST_MELDS, Conflict.INITIAL_TWICE),
        idle_with=_OF_FIRST_MELDS,
        in_goal=True,
    )
    pure_run: bool = switch("H-13", 13)
    jokers: int = number(
        "H-14",
        14,
        range(7),
        6,
        excludes={"small_deck": Conflict.JOKERS_SMALL_DECK, "no_jokers": Conflict.JOKERS_NONE},
        excludes_at={0: {"joker_rule": Conflict.NO_JOKERS_RULE}},
        idle_with=("small_deck", "no_jokers"),
    )
    hand_cards: int = number(
        "H-15", 15, range(13, 15), 13, excludes={"small_deck": Conflict.CARDS_SMALL_DECK}, idle_with=("small_deck",)
    )
    starter: bool = switch("H-16", 16)
    begins: Begins = choice("H-17", 17, Begins.RANDOM)
    take: Take = choice("H-18", 18, Take.FREE, excludes={"claim": Conflict.USE_CLAIM})
    reshuffle: bool = switch("H-19", 19)
    losers_pay: bool = switch("H-20", 20, excludes={"casino_scoring": Conflict.LOSERS_PAY_CASINO})
    end_at: int = number("H-21", 21, range(1001), 0)
    joker_value: int = number("H-22", 22, range(51), 20, idle_with=("casino_scoring", "without_jokers"))

    @property
    def seat_counts(self) -> range:
        """The possible numbers of players: two to four in German Rummy, two to six in its relatives."""
        return range(2, 5) if self.variant is Variant.GERMAN else range(2, 7)

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack, sorted: cards of two packs side by side, jokers last (H-1, H-5, H-14)."""
        jokers = 0 if self.no_jokers else 3 if self.small_deck else self.jokers
        return _german_pack(1 if self.small_deck else 2, jokers)

    @property
    def without_jokers(self) -> bool:
        """True if the pack holds no jokers (H-5, H-14)."""
        return self.no_jokers or not self.jokers

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of this number of players is dealt (H-1, H-15)."""
        return GameOptions.hand_size(self, seats) if self.small_deck else self.hand_cards

    @property
    def deals_to_play(self) -> int:
        """The number of rounds after which the game ends (D-15); 0 if a total ends it (H-21)."""
        return 0 if self.end_at else self.rounds

    def ends_below(self, seats: int) -> int | None:
        """Return how far below zero a total ends the game (H-21); None if it ends after its rounds (D-15)."""
        del seats
        return self.end_at or None

    @property
    def penalties(self) -> bool:
        """True if points are only lost, so that every total is a number of penalty points (H-20)."""
        return self.losers_pay

    @property
    def has_starter(self) -> bool:
        """True if the seat that begins has one card more and doesn't draw in its first turn (H-16)."""
        return self.starter

    @property
    def dealer_by_chance(self) -> bool:
        """True if a random seat begins each round, not only the first (D-5, H-17)."""
        return self.begins is Begins.RANDOM

    @property
    def reshuffles(self) -> int:
        """How often in a round the discard pile becomes a new stock (H-19)."""
        return int(self.reshuffle)

    @property
    def claims(self) -> bool:
        """True if players may claim a discard out of turn (H-8)."""
        return self.claim

    @property
    def is_training(self) -> bool:
        """True if the game doesn't count for ratings (H-11)."""
        return self.training


@dataclass(frozen=True, slots=True)
class RumOptions(GameOptions):
    """The rules of one game of 500 Rum (R-13)."""

    family: ClassVar[Family] = Family.MELDS
    seat_counts: ClassVar[range] = range(2, 5)
    losing_costs: ClassVar[bool] = True
    takes_from_below: ClassVar[bool] = True

    target: int = number("R-13", 0, range(100, 1001), 500, in_goal=True)

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of this number of players is dealt (R-1)."""
        return 13 if seats == 2 else 7

    def target_for(self, seats: int) -> int:
        """Return the total that ends the game (R-13)."""
        del seats
        return self.target


MeldsOptions: TypeAlias = BasicOptions | GermanOptions | RumOptions
"""The rules of a game with melds on the table."""

MELDS_PRESETS: Final[Mapping[Variant, MeldsOptions]] = {
    Variant.BASIC: BasicOptions(Variant.BASIC),
    Variant.GERMAN: GermanOptions(Variant.GERMAN),
    Variant.REMIK51: GermanOptions(
        Variant.REMIK51,
        initial=51,
        pure_run=True,
        jokers=4,
        starter=True,
        begins=Begins.LEFT,
        take=Take.USE,
        reshuffle=True,
        losers_pay=True,
        end_at=500,
    ),
    Variant.REMI51: GermanOptions(
        Variant.REMI51,
        rounds=4,
        initial=51,
        jokers=4,
        hand_cards=14,
        starter=True,
        begins=Begins.LEFT,
        take=Take.USE,
        reshuffle=True,
        losers_pay=True,
    ),
    Variant.ROMME: GermanOptions(
        Variant.ROMME, rounds=4, initial=40, begins=Begins.LEFT, take=Take.USE, reshuffle=True
    ),
    Variant.KALUKI: GermanOptions(
        Variant.KALUKI,
        initial=51,
        jokers=2,
        begins=Begins.LEFT,
        take=Take.USE,
        reshuffle=True,
        losers_pay=True,
        end_at=150,
        joker_value=15,
    ),
    Variant.RUM500: RumOptions(Variant.RUM500),
}
"""The defaults of the games with melds on the table."""


@lru_cache
def _german_pack(copies: int, jokers: int) -> tuple[Card, ...]:
    """Return a pack of German Rummy with each card as often as given, and its jokers."""
    return tuple(card for card in PACK for _ in range(copies)) + (JOKER,) * jokers
