"""The options of the gin family, and the presets that set their defaults."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


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
