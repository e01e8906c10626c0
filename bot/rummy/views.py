"""Views of games: everything that a seat may see (C-4). Screens, pictures, alt text and computers use nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar, Final, Self

from bot.rummy.cards import Card
from bot.rummy.events import Event
from bot.rummy.families import Family
from bot.rummy.moves import Move
from bot.rummy.options import Options
from bot.rummy.results import Column, DealResult, GameResult

QUIET_LIMIT: Final = 20
"""Turns in a row without a card from the stock or anything laid, after which a deal ends (C-8)."""
QUIET_WARNING: Final = QUIET_LIMIT - 5
"""Quiet turns after which the table warns (C-8)."""
# Without a limit, a record of one deal could take a minute to check. Beyond it, laying ends rather than taking back: a
# turn with a debt could never end otherwise.
TAKE_BACK_LIMIT: Final = 20
"""Times in a turn that something can be taken back, lays and discards together (C-10)."""


class Phase(StrEnum):
    """The step that the game waits for."""

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
    waits: int | None  # the seat that has no part in this deal, or in the next one, like the dealer (G3-1)
    turn: int | None  # the seat that has to act; None between deals and after the game
    turns: int  # turns that have ended in this deal
    hand: tuple[Card, ...]  # own cards, sorted; () if ``seat`` is None
    drawn: Card | None  # the card that this seat drew or took, in its turn
    taken: Card | None  # the card taken from the discard pile in the current turn, by any seat (G-10, B-5)
    discards: tuple[Card, ...]  # bottom first, without one put face down (G-12, B-6)
    discarders: tuple[int | None, ...]  # the seat that discarded each of them; None for the upcard
    stock: int  # cards left
    counts: tuple[int, ...]  # cards that each seat holds
    quiet_turns: int  # turns in a row without a card from the stock or anything laid (C-8)
    known: tuple[tuple[Card, ...], ...]  # for each seat the cards in its hand that everyone has seen there
    recent: tuple[Event, ...]  # of the current turn, and of one turn per seat before it, oldest first
    moves: tuple[Move, ...]  # legal for this seat; see the subclasses
    deals: tuple[DealResult, ...]  # finished ones
    columns: tuple[Column, ...]  # the score sheet so far
    result: GameResult | None
    claim: Card | None  # the discard that may be claimed now, by seats whose moves include it (H-8)
    takeback: Card | None  # the discard that this seat may still take back (C-9)

    @property
    def hand_of(self) -> int | None:
        """The seat whose cards are in ``hand``; None if the viewer sees no hand."""
        return self.seat

    def broken_off(self) -> Self:
        """Return the view after the game was broken off: the game is over, and there are no moves or claims."""
        return replace(self, phase=Phase.OVER, turn=None, moves=(), claim=None, takeback=None)


def discarders_of(discards: Sequence[Card], discarders: Sequence[int]) -> tuple[int | None, ...]:
    """Return the seat that discarded each card of a pile, None for cards at its bottom that nobody discarded."""
    return (*(None for _ in range(len(discards) - len(discarders))), *discarders)
