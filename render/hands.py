"""Face-up hands in pictures of replays and ends of deals."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rummy.cards import Card


@dataclass(frozen=True, slots=True)
class FaceUpHand:
    """A hand with its cards face up: its points, and a mark on the right, on a bright plate if ``lit``."""

    name: str
    cards: Sequence[Card]
    counted: str
    mark: str = ""
    lit: bool = False
    framed: Card | None = None  # the card drawn this turn
    advised: Card | None = None  # the card that an Expert would discard
