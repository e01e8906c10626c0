"""What is new on the table: the melds and cards that each player laid in their last turn, until their next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rummy.cards import JOKER
from bot.rummy.events import Event, EventKind
from bot.rummy.melds.table_meld import TableMeld
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import RunEnd


@dataclass(frozen=True, slots=True)
class Fresh:
    """Who laid a meld, if that's new, and for each place who laid its card, if only the card is new."""

    meld: int | None
    cards: tuple[int | None, ...]


def fresh(view: MeldsView) -> tuple[Fresh, ...]:
    """Return what is new in each meld. Lays of the player whose turn it is aren't new any more."""
    return tuple(_fresh(meld, number, view.recent, view.turn) for number, meld in enumerate(view.melds))


def _fresh(meld: TableMeld, number: int, events: Sequence[Event], turn: int | None) -> Fresh:
    """Go back through the events of a meld, taking off one card after the other."""
    left = list(range(len(meld.cards)))
    cards: list[int | None] = [None] * len(meld.cards)
    for event in reversed(events):
        if event.meld != number or not left:
            continue
        seat = event.seat if event.seat != turn else None
        if event.kind is EventKind.MELDED:
            own = (None if other == event.seat else other for other in cards)
            return Fresh(seat, tuple(own) if seat is not None else tuple(cards))
        place = _place(meld, left, event)
        if place is None:
            continue
        cards[place] = cards[place] if cards[place] is not None else seat
        if event.kind is EventKind.LAID_OFF:
            left.remove(place)
    return Fresh(None, tuple(cards))


def _place(meld: TableMeld, left: Sequence[int], event: Event) -> int | None:
    """Return the place of a card that was laid off or swapped, among those that the meld had after that."""
    if event.end is not None:
        return left[0] if event.end is RunEnd.LOW else left[-1]
    places = [place for place in left if meld.cards[place] == event.card]
    jokers = [place for place in left if meld.cards[place] == JOKER]
    return places[-1] if places else jokers[-1] if jokers and event.card == JOKER else None
