"""The options of the gin family with their house rules, and the defaults of its variants."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from bot.rummy.cards import Card, rank_of
from bot.rummy.families import Family, Variant
from bot.rummy.house_rules import GameOptions, choice, number, switch


class Tie(StrEnum):
    """The result of a knock with equal deadwood (G-20)."""

    UNDERCUT = "undercut"
    VOID = "void"


class FirstDealer(StrEnum):
    """The ways to choose the first dealer (G-4)."""

    DRAW = "draw"
    RANDOM = "random"


class NextDealer(StrEnum):
    """The dealer after a deal with a winner (G-6)."""

    OTHER = "other"
    WINNER = "winner"
    LOSER = "loser"


class Reach(StrEnum):
    """The condition for winning by the target: to exceed it or to reach it (G-23)."""

    EXCEEDS = "exceeds"
    REACHES = "reaches"


class Shutout(StrEnum):
    """What happens if a loser won no deal: the winner's points are doubled (G-23), or the loser pays more (G3-16)."""

    DOUBLE = "double"
    NONE = "none"
    PAY = "pay"


class Form(StrEnum):
    """The forms of three-handed gin (G3-2)."""

    CUTTHROAT = "cutthroat"
    CAPTAIN = "captain"


_TO_THE_TARGET: Final = ("deals",)
"""The option without which a game of the gin family is played to a target (G-27)."""


@dataclass(frozen=True, slots=True)
class GinOptions(GameOptions):
    """The rules of one game of the gin family; `options_for` makes them from a variant and the changes to it."""

    family: ClassVar[Family] = Family.GIN

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
    shutout: Shutout = choice("G-23", 11, Shutout.DOUBLE, of=(Shutout.DOUBLE, Shutout.NONE), idle_with=_TO_THE_TARGET)
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
    big_gin: int = number("G-28", 14, range(51), 0)  # 0: off

    @property
    def draws_for_deal(self) -> bool:
        """True if the players draw cards for the first deal (G-4)."""
        return self.first_dealer is FirstDealer.DRAW

    @property
    def deals_to_play(self) -> int:
        """The number of deals after which the game ends (G-27); 0 if it is played to a target."""
        return self.deals

    @property
    def columns_decide(self) -> bool:
        """True if the winner has won more columns of the score sheet, not more points (G-24)."""
        return self.variant is Variant.HOLLYWOOD

    def target_for(self, seats: int) -> int | None:
        """Return the total that ends the game (G-23); None if it ends after a number of deals."""
        del seats
        return None if self.deals else self.target

    @property
    def three(self) -> bool:
        """True if three play, of whom one waits in each deal (G3-1)."""
        return False


@dataclass(frozen=True, slots=True)
class ThreeHandedOptions(GinOptions):
    """The rules of a game of three-handed gin."""

    seat_counts: ClassVar[range] = range(3, 4)

    # No house rules here: who deals next follows from the deal (G3-6, G3-11), the others are about other games.
    next_dealer: NextDealer = NextDealer.OTHER
    play_out: bool = True
    spades_double: bool = True
    shutout: Shutout = choice("G3-16", 11, Shutout.PAY, of=(Shutout.PAY, Shutout.NONE), idle_with=_TO_THE_TARGET)
    form: Form = choice("G3-2", 15, Form.CUTTHROAT)

    @property
    def three(self) -> bool:
        """True: three play, of whom one waits in each deal (G3-1)."""
        return True

    @property
    def has_box(self) -> bool:
        """True if one plays alone in the box, and the two others are a side (G3-2)."""
        return self.form is Form.CAPTAIN

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of the two who play gets (G3-5)."""
        del seats
        return 10

    def roles_by_draw(self, drawn: Sequence[Card]) -> tuple[int, int | None]:
        """Return who deals the first deal and who waits: the lowest card waits, the middle one deals (G3-3).

        With a captain, the highest is in the box, which deals.
        """
        lowest, middle, highest = sorted(range(len(drawn)), key=lambda seat: rank_of(drawn[seat]))
        return (highest if self.has_box else middle), lowest

    def roles_by_chance(self, seats: int, below: Callable[[int], int]) -> tuple[int, int | None]:
        """Return who deals the first deal and who waits, or who is in the box and who is its captain (G3-3, G3-4)."""
        first = below(seats)
        second = (first + 1 + below(seats - 1)) % seats
        return (first, sum(range(seats)) - first - second) if self.has_box else (second, first)


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
    Variant.THREE_HANDED: ThreeHandedOptions(Variant.THREE_HANDED, reach=Reach.REACHES),
}
"""The defaults of the gin family's variants."""
