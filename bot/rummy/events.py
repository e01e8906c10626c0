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


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a seat did; ``card`` is None where nobody or not everybody may see it."""

    kind: EventKind
    seat: int
    card: Card | None = None

    def seen_by(self, seat: int | None) -> "Event":
        """Leave out a card that ``seat`` may not see: another's draw, or one knocked with face down (C-4, G-12)."""
        hidden = self.kind in (EventKind.DREW, EventKind.KNOCKED) and self.seat != seat
        return replace(self, card=None) if hidden else self
