"""The options of Basic and German Rummy with their house rules, and their defaults."""

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
    seat_counts: ClassVar[range] = range(2, 5)

    one_meld_per_turn: bool = switch("B-14", 0)
    target: int | None = number("B-13", 1, range(10, 501), None, in_goal=True)  # None: by the number of players

    @property
    def reshuffles(self) -> int:
        """How often in a deal the discard pile becomes a new stock (B-7)."""
        return 1

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (B-13)."""
        return {2: 100, 3: 150, 4: 200}[seats] if self.target is None else self.target

    def as_recorded(self, seats: int) -> Self:
        """Return the options with the target left out where it is the default for this number of players (B-13)."""
        usual = replace(self, target=None)
        return usual if self.target == usual.target_for(seats) else self


class Begins(StrEnum):
    """The seat that begins a round after the first one, which a random seat begins (H-17)."""

    RANDOM = "random"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class GermanOptions(GameOptions):
    """The rules of one game of German Rummy: its length (D-15) and its house rules."""

    family: ClassVar[Family] = Family.MELDS
    seat_counts: ClassVar[range] = range(2, 5)
    has_dealer: ClassVar[bool] = False
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
    starter: bool = switch("H-16", 16)
    begins: Begins = choice("H-17", 17, Begins.RANDOM)
    reshuffle: bool = switch("H-19", 19)

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


MeldsOptions: TypeAlias = BasicOptions | GermanOptions
"""The rules of a game with melds on the table."""

MELDS_PRESETS: Final[Mapping[Variant, MeldsOptions]] = {
    Variant.BASIC: BasicOptions(Variant.BASIC),
    Variant.GERMAN: GermanOptions(Variant.GERMAN),
}
"""The defaults of Basic and German Rummy."""


@lru_cache
def _german_pack(*, small: bool, jokers: bool) -> tuple[Card, ...]:
    """Return the pack of German Rummy (H-1, H-5)."""
    copies, of_jokers = (1, 3) if small else (2, 6)
    return tuple(card for card in PACK for _ in range(copies)) + (JOKER,) * (of_jokers if jokers else 0)
