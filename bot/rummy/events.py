"""Events of a deal, as the players at a table may see them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from bot.rummy.cards import Card
from bot.rummy.moves import RunEnd


class EventKind(StrEnum):
    """Kinds of events within a deal."""

    PASSED = "passed"
    TOOK = "took"
    DREW = "drew"
    DISCARDED = "discarded"
    TOOK_BACK = "took back"
    GAVE_BACK = "gave back"
    KNOCKED = "knocked"
    BIG_GIN = "big gin"
    MELDED = "melded"
    LAID_OFF = "laid off"
    SWAPPED = "swapped"
    CLAIMED = "claimed"
    RESHUFFLED = "reshuffled"


@dataclass(frozen=True, slots=True)
class Event:
    """An action of a seat. ``card`` is None if the action has no card, or if the viewer may not see it.

    ``cards`` are the cards of a new meld, or those taken from below or given back, as they lay in the pile (R-6, R-7).
    ``meld`` is the number of a meld on the table, counted from 0. For a swap, ``card`` is the one that replaced the
    joker; for a claim, the claimed one. A discard that was taken back (C-9) is one event, with its card, in place of
    the discard. ``end`` is the end of a run at which a card was laid off.
    """

    kind: EventKind
    seat: int
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    meld: int | None = None
    end: RunEnd | None = None

    def seen_by(self, seat: int | None) -> "Event":
        """Return the event without a card that ``seat`` may not see: another's draw or knock card (C-4, G-12)."""
        hidden = self.kind in (EventKind.DREW, EventKind.KNOCKED) and self.seat != seat
        return replace(self, card=None) if hidden else self


@cache
def card_event(kind: EventKind, seat: int, card: Card | None = None) -> Event:
    """Return the event of an action with one card or none. There are few, so all games share them."""
    return Event(kind, seat, card)


def added_events(before: Sequence[Event], after: Sequence[Event]) -> Sequence[Event]:
    """Return the last of the recent events ``after`` a move, those that it added to ``before``: at least one.

    The first events may be gone (see `last_turns`). A take-back is no such move: it replaces an event.
    """
    for kept in range(min(len(before), len(after) - 1), 0, -1):
        if tuple(after[:kept]) == tuple(before[-kept:]):
            return after[kept:]
    return after


def given_back(after: Sequence[Event]) -> tuple[Event, ...]:
    """Return the event of an undo that gave cards back (H-18, R-7); none if it took back what was laid."""
    return tuple(event for event in after[-1:] if event.kind is EventKind.GAVE_BACK)


# A fixed number of events would cut a turn with several lays, and replaying the log for every panel costs too much.
# Views stay the only source, so a restart changes nothing.
def last_turns(events: Sequence[Event], seats: int) -> tuple[Event, ...]:
    """Return the events of the current turn and of one turn per seat before it, oldest first.

    So every player finds what happened since their own last turn.
    """
    turns = 0
    following: int | None = None
    for at in range(len(events) - 1, -1, -1):
        event = events[at]
        if event.kind is EventKind.CLAIMED:
            continue
        if event.seat != following:
            following, turns = event.seat, turns + 1
            if turns > seats + 1:
                return tuple(events[at + 1 :])
    return tuple(events)


def by_turn(events: Iterable[Event]) -> tuple[tuple[Event, ...], ...]:
    """Return events in groups, one per turn. A claim happens between two turns and is a group by itself."""
    turns: list[list[Event]] = []
    for event in events:
        last = turns[-1][-1] if turns else None
        claims = event.kind is EventKind.CLAIMED or (last is not None and last.kind is EventKind.CLAIMED)
        if last is None or claims or event.seat != last.seat:
            turns.append([])
        turns[-1].append(event)
    return tuple(map(tuple, turns))


def without_take_backs(events: Sequence[Event], seat: int) -> tuple[Event, ...]:
    """Return events without the take-backs of a seat in its current turn, which are the last events (C-9).

    Only the last take-back of a turn is kept among recent events, because a turn can have any number of them.
    """
    start = len(events)
    while start and events[start - 1].seat == seat:
        start -= 1
    turn = (event for event in events[start:] if event.kind is not EventKind.TOOK_BACK)
    return (*events[:start], *turn)
