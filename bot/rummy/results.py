"""Results of deals and games, as scoring makes them and screens show them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.rummy.cards import Card
from bot.rummy.moves import Melds

Totals: TypeAlias = tuple[int, ...]
"""Points of each seat."""


class Outcome(StrEnum):
    """The outcome of a deal, in the words of the record."""

    GIN = "gin"
    BIG_GIN = "big_gin"  # all eleven cards melded, no discard: G-28
    KNOCK = "knock"
    UNDERCUT = "undercut"
    VOID = "void"
    OUT = "out"
    RUMMY = "rummy"  # all in one turn: B-12, D-14
    STALEMATE = "stalemate"
    EXHAUSTED = "exhausted"


class Ending(StrEnum):
    """The reason for which a deal ended without a winner."""

    STOCK = "stock"  # the stock has run out: G-11, B-8, D-12
    TIE = "tie"  # G-20 with option tie=void
    QUIET = "quiet"  # C-8: twenty turns in which nobody drew from the stock or laid anything
    STUCK = "stuck"  # B-9: nobody can ever go out


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card that the defender lays off on the knocker's meld number ``meld`` (counted from 0)."""

    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: disjoint melds, the loose cards, and their deadwood."""

    melds: Melds
    loose: tuple[Card, ...]
    deadwood: int


@dataclass(frozen=True, slots=True)
class Defense:
    """The defender's answer to a knock (G-16, G-17).

    ``before`` is their least deadwood without lay-offs; ``arrangement`` their melds, with the loose cards that are left
    after ``lay_offs``, which are in an order in which they can be laid.
    """

    before: int
    arrangement: Arrangement
    lay_offs: tuple[LayOff, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """Both hands after a knock or big gin: the knocker's arrangement, the defense, and the parts of the points."""

    knocker: int
    arrangement: Arrangement
    defense: Defense
    difference: int  # between the two deadwoods, never negative
    bonus: int  # for gin, big gin or undercut, else 0
    factor: int  # 2 when spades double in Oklahoma (G-12), else 1
    defender: int = 1  # the other seat of the deal


@dataclass(frozen=True, slots=True)
class KnockCount:
    """The parts of a deal's points after a knock or gin: the higher and the lower deadwood, the bonus, the factor."""

    higher: int
    lower: int
    bonus: int  # for gin, big gin or undercut, else 0
    factor: int  # 2 when spades double in Oklahoma (G-12), else 1


@dataclass(frozen=True, slots=True)
class Count:
    """The parts of a deal's points in a game with melds on the table.

    ``hands`` is the value of the cards left in each hand; ``laid`` what the winner gets for cards laid on the table,
    and ``shares`` how much of it each seat pays (H-10), else 0; ``factor`` is 2 for going rummy (B-12, D-14). ``table``
    is the value of the cards that each seat laid, in games in which it counts for that seat (R-12), else empty.
    """

    hands: Totals
    laid: int
    shares: Totals
    factor: int
    table: Totals = ()


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal; ``points`` is the change of each seat's score."""

    outcome: Outcome
    winner: int | None
    points: Totals
    ending: Ending | None = None
    count: Count | None = None  # None in the gin family, which has a `Showdown`
    knock: KnockCount | None = None  # only in the gin family, and only if a knock or gin won the deal
    waited: int | None = None  # the seat that had no part in the deal (G3-1)
    shared: bool = False  # the seat that waited is the winner's partner, and scores the same (G3-13)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats for which it is a deal won: the winner, and a partner (G3-13); none if nobody won."""
        return tuple(seat for seat in (self.winner, self.waited if self.shared else None) if seat is not None)

    @property
    def penalties(self) -> int:
        """The points that the others lose, if the winner gets none of them (B-15); else 0."""
        return -sum(self.points) if self.winner is not None and not self.points[self.winner] else 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """The final points of one seat in one game, line by line (G-23); ``total`` is the total without bonuses."""

    total: int
    game: int
    doubled: bool  # the winner's total and game bonus, after a shutout
    boxes: int
    deals_won: int
    final: int


@dataclass(frozen=True, slots=True)
class Column:
    """One game of a score sheet: Hollywood has three, the others one.

    ``entries`` holds the points of each finished deal for each seat, or None if it doesn't count in this game.
    """

    entries: tuple[Totals | None, ...]
    totals: Totals
    open_to: tuple[bool, ...]  # whether the next deal counts here if this seat wins it (G-24)
    winner: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: who won, the totals that decided it, and the final points of each column and seat (G-23)."""

    winners: tuple[int, ...]
    bonuses: tuple[tuple[Bonus, ...], ...]  # a tuple of seats for each column
    settled: Totals | None = None  # what each player gets from the others (G3-16); None where nothing is settled
