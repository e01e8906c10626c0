"""Events of a deal, as the players at a table may see them."""

from dataclasses import dataclass, replace
from enum import StrEnum

from bot.rummy.cards import Card


class EventKind(StrEnum):
    """Kinds of events within a deal."""

    PASSED = "passed"
    TOOK = "took"
    DREW = "drew"
    DISCARDED = "discarded"
    KNOCKED = "knocked"
    MELDED = "melded"
    LAID_OFF = "laid off"
    SWAPPED = "swapped"
    CLAIMED = "claimed"
    RESHUFFLED = "reshuffled"


@dataclass(frozen=True, slots=True)
class Event:
    """An action of a seat. ``card`` is None if the action has no card, or if the viewer may not see it.

    ``cards`` are the cards of a new meld; ``meld`` is the number of a meld on the table, counted from 0. For a swap,
    ``card`` is the one that replaced the joker; for a claim, the claimed one.
    """

    kind: EventKind
    seat: int
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    meld: int | None = None

    def seen_by(self, seat: int | None) -> "Event":
        """Return the event without a card that ``seat`` may not see: another's draw or knock card (C-4, G-12)."""
        hidden = self.kind in (EventKind.DREW, EventKind.KNOCKED) and self.seat != seat
        return replace(self, card=None) if hidden else self
