"""The state of a game of the gin family, hidden cards included."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from bot.rummy.cards import POINTS, Card, CardMask, suit_of
from bot.rummy.events import Event
from bot.rummy.families import Family, Variant
from bot.rummy.gin.options import GinOptions
from bot.rummy.gin.three_handed import Trio
from bot.rummy.results import Column, DealResult, Showdown
from bot.rummy.shuffle import DealerDraw
from bot.rummy.views import TAKE_BACK_LIMIT, Phase

HAND: Final = 10
UPCARD: Final = 2 * HAND
"""The place of the upcard in the deck."""
_SPADES: Final = 1


@dataclass(frozen=True, slots=True)
class GinState:
    """A game of the gin family, hidden cards included.

    After a deal its cards stay where they were, and ``dealer`` and ``waits`` are those of the next one.
    """

    family: ClassVar[Family] = Family.GIN

    options: GinOptions
    dealer: int
    sheet: tuple[Column, ...]
    dealer_draw: DealerDraw = ()
    phase: Phase = Phase.DEAL
    deal: int = 0  # counted from 1
    turn: int | None = None  # the seat that has to act
    trio: Trio | None = None  # only in three-handed gin
    hands: tuple[CardMask, ...] = (0, 0)
    deck: bytes = b""  # all cards of the deal in the order in which they are dealt and drawn
    gone: int = 0  # how many of these have been dealt or drawn
    discards: bytes = b""  # bottom first
    discarders: bytes = b""  # the seats that discarded them; the upcard has none
    drawn: Card | None = None  # the card that the seat on turn drew or took
    took: bool = False  # it came from the discard pile
    turns: int = 0  # ended in this deal
    quiet: int = 0  # turns in a row without a card from the stock (C-8)
    known: tuple[CardMask, ...] = (0, 0)  # cards in hand that everyone has seen there
    recent: tuple[Event, ...] = ()  # the last five of this deal
    deals: tuple[DealResult, ...] = ()
    showdown: Showdown | None = None
    before_discard: "GinState | None" = field(default=None, repr=False)  # while the discard can be taken back (C-9)
    take_backs: int = field(default=0, compare=False)  # in the current turn (C-10)
    limited: bool = True  # take-backs have a limit; not in games of earlier versions (C-10)

    @property
    def takeback(self) -> int | None:
        """The seat that may take its discard back now (C-9, C-10)."""
        before = self.before_discard
        return None if before is None or before.take_backs_spent else before.turn

    @property
    def take_backs_spent(self) -> bool:
        """Whether so much was taken back in the current turn that it's final from here on (C-10)."""
        return self.limited and self.take_backs >= TAKE_BACK_LIMIT

    @property
    def claim(self) -> Card | None:
        """The discard that may be claimed now: none in this family (H-8)."""
        return None

    @property
    def waits(self) -> int | None:
        """The seat that has no part in the deal (G3-1)."""
        return None if self.trio is None else self.trio.waits

    @property
    def pair(self) -> tuple[int, int]:
        """The non-dealer and the dealer of the deal."""
        return (1 - self.dealer, self.dealer) if self.trio is None else self.trio.pair

    @property
    def upcard(self) -> Card | None:
        """The deal's first face-up card; None before the first deal (G-5)."""
        return self.deck[UPCARD] if self.deck else None

    @property
    def stock(self) -> bytes:
        """The cards of the stock, the next one first."""
        return self.deck[self.gone :]

    @property
    def taken(self) -> Card | None:
        """The card taken from the discard pile in this turn, which can't go back in it (G-10)."""
        return self.drawn if self.took else None

    @property
    def public(self) -> "GinState":
        """The state without what only the player on turn sees: the state itself, since nothing is laid secretly."""
        return self

    @property
    def knock_limit(self) -> int:
        """The highest deadwood for a knock, 0 meaning gin only (G-12); 10 before there is an upcard to set it."""
        if self.options.knock_limit is not None:
            return self.options.knock_limit
        if self.upcard is None:
            return 10
        value = POINTS[self.upcard]
        return 0 if value == 1 else value

    @property
    def factor(self) -> int:
        """The factor of this deal's points: 2 in Oklahoma if the upcard is a spade (G-12)."""
        spade = self.upcard is not None and suit_of(self.upcard) == _SPADES
        return 2 if spade and self.options.variant is Variant.OKLAHOMA and self.options.spades_double else 1
