"""What happened, as the players at a table may be told it."""

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
    """One thing that a seat did; ``card`` is None where nobody or not everybody may see it.

    ``cards`` are a meld as it was laid, ``meld`` the number of the meld on the table, counted from 0. A swap's card is
    the one that went into the joker's place, a claim's the one that was claimed.
    """

    kind: EventKind
    seat: int
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    meld: int | None = None

    def seen_by(self, seat: int | None) -> "Event":
        """Leave out a card that ``seat`` may not see: another's draw, or one knocked with face down (C-4, G-12)."""
        hidden = self.kind in (EventKind.DREW, EventKind.KNOCKED) and self.seat != seat
        return replace(self, card=None) if hidden else self
