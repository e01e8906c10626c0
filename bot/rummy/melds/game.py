"""The state machine of Basic and German Rummy: a move leads from one state to the next, or is refused.

A game is `new_game`, then for every deal `deal` and moves with `apply`, until the phase is OVER. `view_for` returns
what a seat may see of a state; the state itself holds every hidden card and must not leave the rules and the table.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.rummy.cards import Card
from bot.rummy.events import EventKind, card_event
from bot.rummy.melds import scoring
from bot.rummy.melds.legality import after_lay, is_legal, legal_moves, refusal_for
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.state import (
    MeldsState,
    known_taken,
    known_without,
    took_back,
    undid,
    with_events,
    with_hand,
    without,
)
from bot.rummy.melds.table_meld import ends_for
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.options import conflicts, seats_for
from bot.rummy.refusals import Refusal, Refused
from bot.rummy.results import DealResult, Ending, GameResult
from bot.rummy.shuffle import Reshuffle
from bot.rummy.views import QUIET_LIMIT, Phase

__all__ = [
    "MeldsState",
    "apply",
    "deal",
    "is_legal",
    "legal_moves",
    "new_game",
    "refusal_for",
    "result_of",
    "view_for",
]


def new_game(options: MeldsOptions, seats: int, dealer: int) -> MeldsState:
    """Start a game; ``dealer`` deals first, and the seat to the dealer's left begins (B-2, D-5).

    ValueError if this number of players can't play the game with these options, or the dealer has no seat.
    """
    if seats not in seats_for(options):
        raise ValueError(f"{options.variant} is a game for two to four, not for {seats}")
    against = conflicts(options, seats)
    if against:
        raise ValueError(" ".join(against))
    if dealer not in range(seats):
        raise ValueError(f"there is no seat {dealer} to deal")
    return MeldsState(options, seats, dealer, scoring.blank_sheet(seats))


def deal(state: MeldsState, deck: Sequence[Card], dealer: int | None = None) -> MeldsState:
    """Deal from the top of the deck, the seat to the dealer's left first, then the first discard (B-1, C-3).

    ``dealer`` is the dealer if chance decides it (D-5); None means the state's dealer. ValueError if no deal is due,
    the deck isn't the whole pack, or another seat has to deal.
    """
    if state.phase is not Phase.DEAL:
        raise ValueError(f"no deal is due in phase {state.phase}")
    if sorted(deck) != list(state.options.pack):
        raise ValueError("a deck is the whole pack, each card as often as the pack holds it")
    if dealer is None:
        dealer = state.dealer
    if dealer not in range(state.seats) or (dealer != state.dealer and not state.options.dealer_by_chance):
        raise ValueError(f"it is not for seat {dealer} to deal")
    seats, first = state.seats, (dealer + 1) % state.seats
    dealt = seats * state.options.hand_size(seats)
    return MeldsState(
        options=state.options,
        seats=seats,
        dealer=dealer,
        sheet=state.sheet,
        phase=Phase.DRAW,
        deal=state.deal + 1,
        turn=first,
        hands=tuple(bytes(sorted(deck[(seat - first) % seats : dealt : seats])) for seat in range(seats)),
        deck=bytes(deck),
        gone=dealt + 1,
        discards=bytes([deck[dealt]]),
        opened=(False,) * seats,
        known=(b"",) * seats,
        table_points=(0,) * seats,
        deals=state.deals,
        limited=state.limited,
    )


def apply(state: MeldsState, move: Move, reshuffle: Reshuffle | None = None) -> MeldsState:
    """Make a move; Refused, with the rule that forbids it, if it isn't allowed (C-5).

    ``reshuffle`` makes a new stock when the last card of the first one is drawn (B-7); ValueError if it is None then.
    """
    refusal = refusal_for(state, move)
    if refusal is not None:
        raise Refused(refusal)
    match move.verb:
        case Verb.DRAW:
            return _drew(state, move.seat, reshuffle)
        case Verb.TAKE:
            return _took(state, move.seat)
        case Verb.CLAIM:
            return _claimed(state, move.seat)
        case Verb.UNDO | Verb.TAKEBACK:
            return _restored(state, move.verb)
        case Verb.DISCARD:
            return _discarded(state, move.seat, move.named)
        case _:
            return _laid(state, move)


def result_of(state: MeldsState) -> GameResult | None:
    """Return the winners of the game and the totals; None while it runs."""
    return scoring.game_result(state.sheet, state.deals)


def _drew(state: MeldsState, seat: int, reshuffle: Reshuffle | None) -> MeldsState:
    """Draw the top of the stock; the discard pile becomes the next stock when that was its last card (B-7)."""
    card = state.deck[state.gone]
    state = replace(
        state,
        phase=Phase.LAY,
        hands=with_hand(state, seat, [*state.hands[seat], card]),
        gone=state.gone + 1,
        drawn=card,
        quiet=0,
        before_discard=None,
        recent=with_events(state, card_event(EventKind.DREW, seat, card)),
    )
    if state.gone < len(state.deck) or state.reshuffles == state.rules.reshuffles:
        return state
    if reshuffle is None:
        raise ValueError("the last card of the stock is drawn and the discard pile has to be shuffled (B-7)")
    stock = bytes(reshuffle(tuple(state.discards)))
    if sorted(stock) != sorted(state.discards):
        raise ValueError("a reshuffle gives the cards of the discard pile, all of them and no others (B-7)")
    return replace(
        state,
        deck=stock,
        gone=0,
        discards=b"",
        discarders=b"",
        reshuffles=state.reshuffles + 1,
        recent=with_events(state, card_event(EventKind.RESHUFFLED, seat)),
    )


def _took(state: MeldsState, seat: int) -> MeldsState:
    """Take the top of the discard pile (B-4, D-6)."""
    card = state.discards[-1]
    return replace(
        state,
        phase=Phase.LAY,
        hands=with_hand(state, seat, [*state.hands[seat], card]),
        known=known_taken(state, seat, card),
        discards=state.discards[:-1],
        discarders=state.discarders[:-1],
        drawn=card,
        took=True,
        before_discard=None,
        recent=with_events(state, card_event(EventKind.TOOK, seat, card)),
    )


def _claimed(state: MeldsState, seat: int) -> MeldsState:
    """Take the discard out of turn, and the next card of the stock with it (H-8)."""
    card = state.discards[-1]
    return replace(
        state,
        hands=with_hand(state, seat, [*state.hands[seat], card, state.deck[state.gone]]),
        known=known_taken(state, seat, card),
        gone=state.gone + 1,
        discards=state.discards[:-1],
        discarders=state.discarders[:-1],
        thrower=None,
        claimed=True,
        quiet=0,
        before_discard=None,
        recent=with_events(state, card_event(EventKind.CLAIMED, seat, card)),
    )


def _restored(state: MeldsState, verb: Verb) -> MeldsState:
    """Return to the state before the last discard (C-9), or after the draw of the turn (D-10)."""
    before = state.before_discard
    return took_back(state, before) if verb is Verb.TAKEBACK and before is not None else undid(state)


def _laid(state: MeldsState, move: Move) -> MeldsState:
    """Lay cards on the table; a player with no card left has won the deal (B-6, H-9)."""
    after = after_lay(state, move)
    if isinstance(after, Refusal):
        raise Refused(after)
    return after if after.hands[move.seat] else _out(after, move.seat)


def _discarded(state: MeldsState, seat: int, card: Card) -> MeldsState:
    """End a turn with a discard, and the deal if a player is out or it can't go on (B-6 to B-9, D-11, D-12, C-8)."""
    before, hand = state, without(state.hands[seat], (card,))
    hidden = not hand and state.rules.last_face_down
    state = replace(
        state,
        hands=with_hand(state, seat, hand),
        known=known_without(state, seat, (card,)),
        discards=state.discards if hidden else state.discards + bytes([card]),
        discarders=state.discarders if hidden else state.discarders + bytes([seat]),
        face_down=card if hidden else None,
        recent=with_events(state, card_event(EventKind.DISCARDED, seat, None if hidden else card)),
    )
    if not hand:
        return _out(state, seat)
    quiet = state.took and not state.claimed and state.lays is None
    state = replace(
        _turn_over(state, seat),
        phase=Phase.DRAW,
        turn=(seat + 1) % state.seats,
        thrower=seat,
        quiet=state.quiet + 1 if quiet else 0,
        before_discard=before,
    )
    ending = _ending(state)
    if ending is None:
        return state
    return _ended(state, scoring.score_nobody_out(state.rules, state.hands, ending))


def _turn_over(state: MeldsState, seat: int) -> MeldsState:
    opened = state.opened[seat] or state.lays is not None
    return replace(
        state,
        opened=(*state.opened[:seat], opened, *state.opened[seat + 1 :]),
        drawn=None,
        took=False,
        thrower=None,
        claimed=False,
        lays=None,
        turns=state.turns + 1,
        take_backs=0,
    )


def _ending(state: MeldsState) -> Ending | None:
    if state.gone == len(state.deck):
        return Ending.STOCK
    if state.rules.stalemate and _is_stuck(state):
        return Ending.STUCK
    return Ending.QUIET if state.quiet == QUIET_LIMIT else None


def _is_stuck(state: MeldsState) -> bool:
    """Return whether nobody can ever go out: one card each, and no card anywhere that fits a meld (B-9)."""
    if any(len(hand) > 1 for hand in state.hands):
        return False
    lying = {card for meld in state.melds for card in meld.cards}
    free = [card for card in state.options.pack if card not in lying]
    return not any(ends_for(meld, card, state.rules) for meld in state.melds for card in free)


def _out(state: MeldsState, seat: int) -> MeldsState:
    """End a deal that a player has won (B-6, B-12, D-11, D-14)."""
    rummy = not state.opened[seat]
    result = scoring.score_out(state.rules, seat, state.hands, state.table_points, rummy=rummy)
    return _ended(_turn_over(state, seat), result)


def _ended(state: MeldsState, result: DealResult) -> MeldsState:
    """Write a finished deal on the score sheet; in Basic Rummy the deal passes to the left (B-2)."""
    sheet = scoring.with_deal(state.options, state.sheet, result)
    passes = not state.options.dealer_by_chance
    return replace(
        state,
        phase=Phase.OVER if sheet[0].over else Phase.DEAL,
        turn=None,
        dealer=(state.dealer + passes) % state.seats,
        sheet=sheet,
        deals=(*state.deals, result),
        before_discard=None,
    )
