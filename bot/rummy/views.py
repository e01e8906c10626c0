"""Views: what a seat may see of a game (C-4), the only source of screens, pictures, alt text and computer players."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final, Self

from bot.rummy.cards import Card
from bot.rummy.events import Event
from bot.rummy.families import Family
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.moves import Move
from bot.rummy.options import GinOptions, MeldsOptions, Options
from bot.rummy.refusals import Refusal
from bot.rummy.results import Column, DealResult, GameResult, Showdown, Totals

QUIET_LIMIT: Final = 20
"""Turns in a row without a card from the stock or anything laid, after which a deal ends (C-8)."""
QUIET_WARNING: Final = QUIET_LIMIT - 5
"""Quiet turns after which the table warns (C-8)."""


class Phase(StrEnum):
    """What the game waits for."""

    DEAL = "deal"  # the next deal is to be dealt
    UPCARD = "upcard"  # take the upcard or pass (G-8)
    DRAW = "draw"  # draw from the stock or take the top discard (G-9, B-4, D-6)
    STOCK = "stock"  # both passed: draw from the stock (G-8)
    DISCARD = "discard"  # discard or knock
    LAY = "lay"  # lay, lay off, swap, then discard (B-4, D-6)
    OVER = "over"


@dataclass(frozen=True, slots=True)
class View:
    """A game as ``seat`` sees it; ``seat`` None is everyone who isn't playing.

    Between deals and after the game the last deal's cards stay where they were.
    """

    family: ClassVar[Family]

    seat: int | None
    options: Options
    phase: Phase
    deal: int  # counted from 1; 0 before the first
    dealer: int
    turn: int | None  # the seat that has to act; None between deals and after the game
    turns: int  # turns that have ended in this deal
    hand: tuple[Card, ...]  # own cards, sorted; () if ``seat`` is None
    drawn: Card | None  # the card that this seat drew or took, in its turn
    taken: Card | None  # the card taken from the discard pile in the current turn, by any seat (G-10, B-5)
    discards: tuple[Card, ...]  # bottom first, without one put face down (G-12, B-6)
    stock: int  # cards left
    counts: tuple[int, ...]  # cards that each seat holds
    quiet_turns: int  # turns in a row without a card from the stock or anything laid (C-8)
    known: tuple[tuple[Card, ...], ...]  # for each seat the cards in its hand that everyone saw it take
    recent: tuple[Event, ...]  # the last five events of this deal, oldest first
    moves: tuple[Move, ...]  # legal for this seat; see the subclasses
    deals: tuple[DealResult, ...]  # finished ones
    columns: tuple[Column, ...]  # the score sheet so far
    result: GameResult | None
    melds: tuple[TableMeld, ...]  # on the table, in the order in which they were laid; their numbers count from 0
    claim: Card | None  # the discard that may be claimed now, by seats whose moves include it (H-8)
    showdown: Showdown | None  # both hands, when the last deal ended with a knock

    def broken_off(self) -> Self:
        """Return the view after the game was broken off: the game is over, and there are no moves or claims."""
        return replace(self, phase=Phase.OVER, turn=None, moves=(), claim=None)


@dataclass(frozen=True, slots=True)
class GinView(View):
    """A game of the gin family. In ``moves`` a knock with no arrangement means every knock with that card."""

    family: ClassVar[Family] = Family.GIN

    options: GinOptions
    upcard: Card | None  # the deal's first face-up card
    knock_limit: int  # in force in this deal; 0 means gin only
    factor: int  # 2 when this deal's points are doubled (G-12), else 1
    dealer_draw: tuple[
        tuple[Card, Card], ...
    ]  # pairs drawn for the first deal: (seat 0, seat 1), the last decides (G-4)


@dataclass(frozen=True, slots=True)
class MeldsView(View):
    """A game with melds on the table.

    Until a turn ends, only the player on turn sees its lays (D-10): for the others everything, counts and events
    included, is as it was after the draw. ``moves`` lists everything but melds to lay, which `bot.laydown` finds; a
    claim out of turn is included (H-8).
    """

    family: ClassVar[Family] = Family.MELDS

    options: MeldsOptions
    staged: tuple[frozenset[int], ...]  # for each meld the places of cards that this seat laid in the current turn
    opened: tuple[bool, ...]  # whether each seat has laid or laid off anything in a finished turn of this deal
    needs: int | None  # the value that first melds need (D-7); 0: any first meld (H-3); None: no first meld is needed
    laid: int  # the value of this seat's first melds, if laid in the current turn
    owed: int  # jokers swapped in this turn that still have to be laid in it (H-6)
    debt: Refusal | None  # what keeps this seat from ending its turn with any discard (D-10)
    may_meld: bool  # whether this seat may lay another meld in this turn (B-14)
    reshuffled: bool  # whether the discard pile has become the stock in this deal (B-7)
    hands: tuple[tuple[Card, ...], ...]  # the cards left in each hand once a deal has ended; () before
    table_points: Totals  # the value of the cards that each seat laid in this deal (H-10)
