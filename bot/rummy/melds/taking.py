"""Taking discards: the top one, one from below with all above it, or out of turn; and giving back what was taken."""

from collections.abc import Iterator
from dataclasses import replace

from bot.rummy.cards import Card, code
from bot.rummy.events import Event, EventKind, card_event
from bot.rummy.melds.state import (
    MeldsState,
    known_taken,
    known_without,
    with_events,
    with_hand,
    without,
)
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.views import Phase


def takes_from_below(state: MeldsState, seat: int) -> Iterator[Move]:
    """Yield the moves that take a card from below, the lowest card first (R-6)."""
    if state.rules.from_below:
        yield from (Move(seat, Verb.TAKE, card) for card in state.discards[:-1])


def take_refusal(state: MeldsState, card: Card | None) -> Refusal | None:
    """Return why the top discard, or a card from below, can't be taken before the draw; None if it can."""
    rules = state.rules
    if state.gave_back:
        return Refusal("R-7", Reason.GAVE_ALL_BACK) if rules.from_below else Refusal("H-18", Reason.GAVE_BACK)
    if not state.discards:
        return Refusal(rules.rule("B-4", "D-6"), Reason.NO_DISCARDS)
    if card is None:
        return None
    if not rules.from_below:
        return Refusal(rules.rule("B-4", "D-6"), Reason.TAKE_TOP)
    if card == state.discards[-1]:
        return Refusal("R-6", Reason.TOP_NAMED, {"card": code(card)})
    return None if card in state.discards else Refusal("R-6", Reason.NOT_IN_PILE, {"card": code(card)})


def took(state: MeldsState, seat: int, named: Card | None) -> MeldsState:
    """Take the top of the discard pile (B-4, D-6), or the named card with all cards above it (R-6)."""
    at = len(state.discards) - 1 if named is None else state.discards.index(named)
    cards, kept = state.discards[at:], max(0, at - (len(state.discards) - len(state.discarders)))
    several = named is not None
    return replace(
        state,
        phase=Phase.LAY,
        hands=with_hand(state, seat, [*state.hands[seat], *cards]),
        known=known_taken(state, seat, *cards),
        discards=state.discards[:at],
        discarders=state.discarders[:kept],
        drawn=cards[0],
        took=True,
        lifted=cards if several else b"",
        lifted_from=state.discarders[kept:] if several else b"",
        before_discard=None,
        recent=with_events(
            state,
            Event(EventKind.TOOK, seat, named, tuple(cards)) if several else card_event(EventKind.TOOK, seat, cards[0]),
        ),
    )


def gave_back(state: MeldsState, seat: int, card: Card) -> MeldsState:
    """Put what was taken in this turn back on the pile: the turn is before the draw again (H-18, R-7)."""
    thrower = b"" if state.thrower is None else bytes([state.thrower])
    cards = state.lifted or bytes([card])
    return replace(
        state,
        phase=Phase.DRAW,
        hands=with_hand(state, seat, without(state.hands[seat], cards)),
        known=known_without(state, seat, cards),
        discards=state.discards + cards,
        discarders=state.discarders + (state.lifted_from if state.lifted else thrower),
        drawn=None,
        took=False,
        lifted=b"",
        lifted_from=b"",
        gave_back=True,
        recent=with_events(state, Event(EventKind.GAVE_BACK, seat, card, tuple(state.lifted))),
    )
