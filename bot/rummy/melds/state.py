"""The state of a game with melds on the table: every card, hidden ones included, and the lays of the current turn."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.rummy.cards import JOKER, Card
from bot.rummy.events import Event, EventKind, last_turns, without_take_backs
from bot.rummy.families import Family
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld, lacking, value_of
from bot.rummy.results import Column, DealResult, Showdown, Totals
from bot.rummy.views import TAKE_BACK_LIMIT, Phase

CLAIM_STOCK = 2
"""The least number of cards in the stock for a claim (H-8)."""


# Lays are staged: the state keeps the one after the draw, to which undo returns and which the others see until the turn
# ends (D-10). Marks on staged cards would have to be filtered in every view.
@dataclass(frozen=True, slots=True)
class Lays:
    """Everything that the player on turn has laid in the current turn."""

    before: "MeldsState"  # the state after the draw, which undo returns to and the others see (D-10)
    staged: tuple[frozenset[int], ...]  # for each meld the places of cards laid in this turn
    new: tuple[TableMeld, ...] = ()  # melds, as they were laid
    owed: int = 0  # jokers swapped that still have to be laid (H-6)
    cards: frozenset[Card] = frozenset()  # that were laid, laid off or swapped in

    @property
    def value(self) -> int:
        """The value of the new melds (D-1)."""
        return sum(value_of(meld, self.before.rules) for meld in self.new)


@dataclass(frozen=True, slots=True)
class MeldsState:
    """A game with melds on the table, hidden cards included.

    After a deal its cards stay where they were, and ``dealer`` is the dealer of the next one, unless chance decides
    that.
    """

    family: ClassVar[Family] = Family.MELDS

    options: MeldsOptions
    seats: int
    dealer: int
    sheet: tuple[Column, ...]
    phase: Phase = Phase.DEAL
    deal: int = 0  # counted from 1
    turn: int | None = None  # the seat that has to act
    hands: tuple[bytes, ...] = ()  # sorted
    deck: bytes = b""  # in the order in which cards are taken from it; after a reshuffle the new stock
    gone: int = 0  # how many cards were taken from it
    discards: bytes = b""  # bottom first
    discarders: bytes = b""  # the seats that discarded them; the upcard has none
    face_down: Card | None = None  # the last card of the player who went out, which nobody sees (B-6)
    melds: tuple[TableMeld, ...] = ()
    laid_by: tuple[bytes, ...] = ()  # for each meld the seats that laid its cards, where that counts
    opened: tuple[bool, ...] = ()  # whether each seat has laid or laid off anything in a finished turn of this deal
    table_points: Totals = ()  # value of the cards each seat laid in this deal (H-10, R-12); else 0
    reshuffles: int = 0  # of this deal (B-7)
    drawn: Card | None = None  # the card that the seat on turn drew or took
    took: bool = False  # it came from the discard pile
    lifted: bytes = b""  # the cards that it took from below in this turn, as they lay, the one to lay first
    lifted_from: bytes = b""  # their seats in ``discarders``
    gave_back: bool = False  # in the current turn cards that were taken went back to the pile (H-18, R-7)
    thrower: int | None = (
        None  # the seat that discarded the top card; None for the first upcard, and after a claim (H-8)
    )
    claimed: bool = False  # a discard was claimed in the current turn
    lays: Lays | None = None
    turns: int = 0  # ended in this deal
    quiet: int = 0  # turns in a row without a card from the stock or anything laid (C-8)
    known: tuple[bytes, ...] = ()  # cards in hand that everyone has seen there, sorted; lays of the turn included
    recent: tuple[Event, ...] = ()  # the last five of this deal
    deals: tuple[DealResult, ...] = ()
    before_discard: "MeldsState | None" = field(default=None, repr=False)  # while the discard can be taken back (C-9)
    # Others don't see it, so a turn whose lays were taken back equals one in which nothing was laid (D-10).
    # Not compared: the others mustn't see how often a player has taken something back.
    take_backs: int = field(default=0, compare=False)  # of lays and discards in the current turn (C-10)
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
    def rules(self) -> MeldRules:
        """The options as rules."""
        return rules_for(self.options)

    @property
    def stock(self) -> bytes:
        """The cards of the stock, the next one first."""
        return self.deck[self.gone :]

    @property
    def taken(self) -> Card | None:
        """The card taken from the discard pile in this turn."""
        return self.drawn if self.took else None

    @property
    def kept(self) -> Card | None:
        """The card taken in this turn that can't be discarded in it (B-5, R-8)."""
        return self.taken if self.rules.keep_taken and not self.lifted else None

    @property
    def borrowed(self) -> Card | None:
        """The card taken in this turn that has to be laid in it, or given back (H-18, R-6)."""
        if self.lifted:
            return self.lifted[0]
        use = self.rules.use_taken and self.turn is not None and not self.opened[self.turn]
        return self.taken if use else None

    @property
    def due(self) -> Card | None:
        """The card taken in this turn that still has to be laid in it; its twin counts as well (H-18, R-6)."""
        paid = self.lays is not None and self.borrowed in self.lays.cards
        return None if paid else self.borrowed

    @property
    def claim(self) -> Card | None:
        """The discard that may be claimed now (H-8)."""
        open_now = self.rules.claim and self.phase is Phase.DRAW and self.thrower is not None
        return self.discards[-1] if open_now and len(self.deck) - self.gone >= CLAIM_STOCK else None

    @property
    def waits(self) -> int | None:
        """The seat that waits: none in these games (G3-1)."""
        return None

    @property
    def showdown(self) -> Showdown | None:
        """Both hands after a knock: none in these games."""
        return None

    @property
    def public(self) -> "MeldsState":
        """The state without the lays of the current turn, which only its player sees (D-10)."""
        return after_draw(self)

    def is_open(self, seat: int) -> bool:
        """Return whether a seat may lay off and swap: always, or after its first melds (B-4, D-7, H-3)."""
        if self.rules.first is None or self.opened[seat]:
            return True
        return self.lays is not None and not any(lacking(self.lays.new, self.rules))


def with_hand(state: MeldsState, seat: int, hand: Iterable[Card]) -> tuple[bytes, ...]:
    """Return all hands with one replaced."""
    return _with(state.hands, seat, hand)


def known_taken(state: MeldsState, seat: int, *cards: Card) -> tuple[bytes, ...]:
    """Return the publicly known cards of each hand after a seat took face-up cards."""
    return _with(state.known, seat, [*state.known[seat], *cards])


def known_without(state: MeldsState, seat: int, cards: Iterable[Card]) -> tuple[bytes, ...]:
    """Return the publicly known cards of each hand after a seat laid or discarded cards.

    Of two equal cards, one known and one not, the known one counts as laid or discarded.
    """
    return _with(state.known, seat, without(state.known[seat], cards))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """Return a hand without some of its cards, each as often as it is listed."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return left


def with_events(state: MeldsState, *events: Event) -> tuple[Event, ...]:
    """Return the events of the last turns with more added."""
    return last_turns((*state.recent, *events), state.seats)


def all_jokers(hand: Iterable[Card]) -> bool:
    """Return whether a hand holds only jokers."""
    return all(card == JOKER for card in hand)


def after_draw(state: MeldsState) -> MeldsState:
    """Return the state after the draw of the current turn; the state itself if nothing was laid (D-10)."""
    return state if state.lays is None else state.lays.before


def _with(all_seats: tuple[bytes, ...], seat: int, cards: Iterable[Card]) -> tuple[bytes, ...]:
    return (*all_seats[:seat], bytes(sorted(cards)), *all_seats[seat + 1 :])


def begun(state: MeldsState) -> Lays:
    """Return the lays of the current turn, empty ones before the first."""
    return state.lays or Lays(state, (frozenset(),) * len(state.melds))


def took_back(state: MeldsState, before: MeldsState) -> MeldsState:
    """Return to the state before the discard, lays of the turn included (C-9).

    Everyone has seen the discard and what was laid, so if the player takes that back too (D-10), the others know all of
    these cards in their hand.
    """
    seat, card = before.turn or 0, state.discards[-1]
    known = Counter([*state.known[seat], card])
    event = Event(EventKind.TOOK_BACK, seat, card)
    now = _after_take_back(before, known, event)
    if before.lays is None:
        return now
    drawn = before.lays.before
    known.update(drawn.hands[seat])
    known.subtract(before.hands[seat])  # so the cards laid are added, and the jokers swapped for are removed
    return replace(now, lays=replace(before.lays, before=_after_take_back(drawn, known, event)))


def undid(state: MeldsState) -> MeldsState:
    """Return to the state after the draw of the current turn (D-10)."""
    return replace(after_draw(state), take_backs=state.take_backs + 1)


def _after_take_back(before: MeldsState, known: Counter[Card], event: Event) -> MeldsState:
    """Return an earlier state of the turn with what everyone knows of the player's hand now, and the event."""
    seat = event.seat
    before = replace(
        before,
        known=_with(before.known, seat, known.elements()),
        recent=without_take_backs(before.recent, seat),
        take_backs=before.take_backs + 1,
    )
    return replace(before, recent=with_events(before, event))
