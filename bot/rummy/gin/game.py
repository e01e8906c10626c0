"""The state machine of the gin family: a move leads from one state to the next, or is refused.

A game is `new_game`, then for every deal `deal` and moves with `apply`, until the phase is OVER. `view_for` returns
what a seat may see of a state; the state itself holds every hidden card and must not leave the rules and the table.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rummy.cards import PACK, Card, CardMask, cards_in, code, mask_of
from bot.rummy.events import Event, EventKind, card_event, last_turns, without_take_backs
from bot.rummy.families import Variant
from bot.rummy.gin.options import GinOptions, NextDealer
from bot.rummy.gin.score_sheet import blank_sheet, game_result, is_over, score_knock, void, waited_of, with_deal
from bot.rummy.gin.showdown import big_gin_refusal, knock_refusal, open_hands
from bot.rummy.gin.state import UPCARD, GinState
from bot.rummy.gin.three_handed import Trio, next_roles, third
from bot.rummy.gin.views import GinView, shown_seat
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Reason, Refusal, Refused
from bot.rummy.results import DealResult, Ending, Showdown
from bot.rummy.shuffle import DealerDraw
from bot.rummy.views import QUIET_LIMIT, TAKE_BACK_LIMIT, Phase, discarders_of

LAST_STOCK: Final = 2
"""Cards left in the stock when a deal is void (G-11)."""
_NONE: Final = {2: (0, 0), 3: (0, 0, 0)}
"""No cards for each seat: constants, which all games share."""
_VERBS: Final = (Verb.PASS, Verb.TAKE, Verb.DRAW, Verb.DISCARD, Verb.KNOCK, Verb.BIGGIN, Verb.TAKEBACK)
_STEPS: Final = {
    Phase.UPCARD: ((Verb.PASS, Verb.TAKE), "G-8", Reason.UPCARD_FIRST),
    Phase.STOCK: ((Verb.DRAW,), "G-8", Reason.MUST_DRAW_STOCK),
    Phase.DRAW: ((Verb.DRAW, Verb.TAKE), "G-9", Reason.DRAW_FIRST),
    Phase.DISCARD: ((Verb.DISCARD, Verb.KNOCK, Verb.BIGGIN), "G-9", Reason.ALREADY_DREW),
}
"""The verbs that each phase allows, and the rule and the reason that refuse all others."""


def new_game(
    options: GinOptions, first_dealer: int, dealer_draw: DealerDraw = (), waits: int | None = None
) -> GinState:
    """Start a game; ``dealer_draw`` holds the cards drawn for the first deal, which all players see (G-4, G3-3).

    ``waits`` is the seat that waits first (G3-3): if three play and it's missing, the seat before the dealer.
    """
    sheet, none = blank_sheet(options), _NONE[options.seat_counts[0]]
    state = GinState(options, first_dealer, sheet, dealer_draw, hands=none, known=none)
    return seated(state, first_dealer, waits if waits is not None or not options.three else (first_dealer - 1) % 3)


def seated(state: GinState, dealer: int, waits: int | None) -> GinState:
    """Return a game before a deal with these roles in it; ValueError if nobody could play it (G3-1)."""
    if state.options.three != (waits is not None) or dealer == waits:
        raise ValueError("at a table of three, one seat waits, and it isn't the dealer")
    trio = None if waits is None else Trio(waits, (third(dealer, waits), dealer))
    return replace(state, dealer=dealer, trio=trio)


def deal(state: GinState, deck: Sequence[Card]) -> GinState:
    """Deal ten cards each from the top of the deck, the dealer's opponent first, then the upcard (C-3, G-5, G3-5).

    ValueError if no deal is due or the deck isn't the whole pack.
    """
    if state.phase is not Phase.DEAL:
        raise ValueError(f"no deal is due in phase {state.phase}")
    if sorted(deck) != list(PACK):
        raise ValueError("a deck is the whole pack, each card once")
    state = seated(state, state.dealer, state.waits)
    first, dealer = state.pair
    none = _NONE[state.options.seat_counts[0]]
    hands = _with(_with(none, first, mask_of(deck[0:UPCARD:2])), dealer, mask_of(deck[1:UPCARD:2]))
    return GinState(
        options=state.options,
        dealer=state.dealer,
        sheet=state.sheet,
        dealer_draw=state.dealer_draw,
        phase=Phase.UPCARD,
        deal=state.deal + 1,
        turn=first,
        trio=state.trio,
        hands=hands,
        known=none,
        deck=bytes(deck),
        gone=UPCARD + 1,
        discards=bytes([deck[UPCARD]]),
        deals=state.deals,
        limited=state.limited,
    )


def apply(state: GinState, move: Move) -> GinState:
    """Make a move; Refused, with the rule that forbids it, if it isn't allowed (C-5)."""
    refusal = refusal_for(state, move)
    if refusal is not None:
        raise Refused(refusal)
    match move.verb:
        case Verb.PASS:
            return _passed(state, move.seat)
        case Verb.TAKE:
            return _took(state, move.seat)
        case Verb.DRAW:
            return _drew(state, move.seat)
        case Verb.DISCARD:
            return _discarded(state, move.seat, move.named)
        case Verb.TAKEBACK if state.before_discard is not None:
            return _took_back(state, state.before_discard)
        case _:
            return _knocked(state, move)


def refusal_for(state: GinState, move: Move) -> Refusal | None:
    """Return why a move isn't allowed; None if it is."""
    if move.verb is Verb.TAKEBACK:
        return _deal_refusal(state, move.seat) or _takeback_refusal(state, move.seat)
    return _turn_refusal(state, move.seat) or _verb_refusal(state, move) or _card_refusal(state, move)


def is_legal(state: GinState, move: Move) -> bool:
    """Return whether the rules allow a move."""
    return refusal_for(state, move) is None


def legal_moves(state: GinState) -> tuple[Move, ...]:
    """List the moves of the seat on turn; a knock with no arrangement means all knocks with that card (G-15).

    So does big gin, which comes last (G-31).

    Taking back a discard (C-9), which is another seat's move, isn't listed.
    """
    if state.turn is None:
        return ()
    seat = state.turn
    verbs, *_ = _STEPS[state.phase]
    cards = cards_in(state.hands[seat])
    moves = [Move(seat, verb) for verb in (Verb.PASS, Verb.TAKE, Verb.DRAW) if verb in verbs]
    moves += [Move(seat, verb, card) for verb in (Verb.DISCARD, Verb.KNOCK) if verb in verbs for card in cards]
    moves += [Move(seat, Verb.BIGGIN)] if Verb.BIGGIN in verbs else []
    return tuple(move for move in moves if is_legal(state, move))


def view_for(state: GinState, seat: int | None) -> GinView:
    """Return what a seat may see of a game; ``seat`` None is everyone who isn't playing (C-4)."""
    acts = seat is not None and seat == state.turn
    eyes = shown_seat(state.options, state.pair, seat)  # a captain's partner sees what the captain sees: G3-12
    return GinView(
        seat=seat,
        options=state.options,
        phase=state.phase,
        deal=state.deal,
        dealer=state.dealer,
        waits=state.waits,
        turn=state.turn,
        turns=state.turns,
        hand=() if eyes is None else cards_in(state.hands[eyes]),
        drawn=state.drawn if eyes is not None and eyes == state.turn else None,
        taken=state.taken,
        discards=tuple(state.discards),
        discarders=discarders_of(state.discards, state.discarders),
        stock=len(state.deck) - state.gone,
        counts=tuple(hand.bit_count() for hand in state.hands),
        upcard=state.upcard,
        knock_limit=state.knock_limit,
        factor=state.factor,
        dealer_draw=state.dealer_draw,
        pair=state.pair,
        quiet_turns=state.quiet,
        known=tuple(map(cards_in, state.known)),
        recent=tuple(event.seen_by(eyes) for event in state.recent),
        moves=legal_moves(state) if acts else (),
        deals=state.deals,
        columns=state.sheet,
        claim=None,
        takeback=state.discards[-1] if seat is not None and seat == state.takeback else None,
        showdown=state.showdown,
        result=game_result(state.options, state.sheet, state.deals),
    )


def _end_rule(options: GinOptions) -> str:
    if options.three:
        return "G3-18" if options.deals else "G3-14"
    if options.deals:
        return "G-27"
    return "G-24" if options.variant is Variant.HOLLYWOOD else "G-23"


def _deal_refusal(state: GinState, seat: int) -> Refusal | None:
    seats = len(state.hands)
    if seat not in range(seats):
        return Refusal("C-1", Reason.NO_SUCH_SEAT, {"last": seats})
    if state.phase is Phase.OVER:
        return Refusal(_end_rule(state.options), Reason.GAME_OVER)
    if state.phase is Phase.DEAL:
        return Refusal("G-6", Reason.DEAL_OVER)
    return Refusal("G3-1", Reason.WAITS) if seat == state.waits else None


def _turn_refusal(state: GinState, seat: int) -> Refusal | None:
    refusal = _deal_refusal(state, seat)
    if refusal is None and seat != state.turn:
        return Refusal("G-8" if state.phase is Phase.UPCARD else "G-9", Reason.NOT_YOUR_TURN)
    return refusal


def _takeback_refusal(state: GinState, seat: int) -> Refusal | None:
    """Return why a seat can't take a discard back; None if it can (C-9, C-10)."""
    if state.takeback == seat:
        return None
    if state.before_discard is None:
        return Refusal("C-9", Reason.TAKEBACK_LATE)
    if state.before_discard.turn == seat:
        return Refusal("C-10", Reason.TAKEBACK_LIMIT, {"limit": TAKE_BACK_LIMIT})
    return Refusal("C-9", Reason.TAKEBACK_OTHERS, {"card": code(state.discards[-1])})


def _verb_refusal(state: GinState, move: Move) -> Refusal | None:
    """Return why a kind of move isn't possible in this phase; None if it is (G-8, G-9)."""
    verb = move.verb
    if verb not in _VERBS:
        return Refusal("G-9", Reason.NO_SUCH_MOVE, {"verb": verb})
    verbs, rule, reason = _STEPS[state.phase]
    if verb in verbs:
        names = verb is Verb.TAKE and move.card is not None
        return Refusal("G-9", Reason.TAKE_TOP) if names else None
    if verb is Verb.PASS and state.phase is Phase.DRAW:
        return Refusal("G-8", Reason.NO_UPCARD)
    return Refusal(rule, reason)


def _card_refusal(state: GinState, move: Move) -> Refusal | None:
    hand = state.hands[move.seat]
    if move.verb is Verb.BIGGIN:
        return big_gin_refusal(hand, state.options.big_gin, move.melds)
    if move.verb not in (Verb.DISCARD, Verb.KNOCK):
        return None
    card = move.named
    if not hand >> card & 1:
        return Refusal("G-9", Reason.NOT_HELD, {"card": code(card)})
    if card == state.taken:
        return Refusal("G-10", Reason.JUST_TAKEN, {"card": code(card)})
    if move.verb is Verb.DISCARD:
        return None
    return knock_refusal(hand ^ 1 << card, card, state.knock_limit, move.melds)


def _passed(state: GinState, seat: int) -> GinState:
    """Decline the upcard: the dealer is next, then the non-dealer has to draw from the stock (G-8)."""
    phase = Phase.STOCK if seat == state.dealer else Phase.UPCARD
    return replace(
        state, phase=phase, turn=_other(state, seat), recent=_told(state, card_event(EventKind.PASSED, seat))
    )


def _took(state: GinState, seat: int) -> GinState:
    """Take the top of the discard pile, the upcard too (G-8, G-9)."""
    card = state.discards[-1]
    return replace(
        state,
        phase=Phase.DISCARD,
        hands=_with(state.hands, seat, state.hands[seat] | 1 << card),
        known=_with(state.known, seat, state.known[seat] | 1 << card),
        discards=state.discards[:-1],
        discarders=state.discarders[:-1],
        drawn=card,
        took=True,
        before_discard=None,
        recent=_told(state, card_event(EventKind.TOOK, seat, card)),
    )


def _drew(state: GinState, seat: int) -> GinState:
    """Draw the top of the stock (G-8, G-9)."""
    card = state.deck[state.gone]
    return replace(
        state,
        phase=Phase.DISCARD,
        hands=_with(state.hands, seat, state.hands[seat] | 1 << card),
        gone=state.gone + 1,
        drawn=card,
        quiet=0,
        before_discard=None,
        recent=_told(state, card_event(EventKind.DREW, seat, card)),
    )


def _discarded(state: GinState, seat: int, card: Card) -> GinState:
    """End a turn with a discard; end the deal if the stock has run out or too many turns were quiet (G-11, C-8)."""
    state = replace(
        state,
        phase=Phase.DRAW,
        turn=_other(state, seat),
        hands=_with(state.hands, seat, state.hands[seat] ^ 1 << card),
        known=_with(state.known, seat, state.known[seat] & ~(1 << card)),
        discards=state.discards + bytes([card]),
        discarders=state.discarders + bytes([seat]),
        drawn=None,
        took=False,
        turns=state.turns + 1,
        quiet=state.quiet + state.took,
        before_discard=state,
        take_backs=0,
        recent=_told(state, card_event(EventKind.DISCARDED, seat, card)),
    )
    if len(state.stock) == LAST_STOCK:
        return _ended(state, void(Ending.STOCK, waited_of(state.options, state.pair)), None)
    if state.quiet == QUIET_LIMIT:
        return _ended(state, void(Ending.QUIET, waited_of(state.options, state.pair)), None)
    return state


def _took_back(state: GinState, before: GinState) -> GinState:
    """Return to the state before the discard; everyone has seen the card, and knows whose hand it is in (C-9)."""
    seat, card = before.turn or 0, state.discards[-1]
    known = _with(state.known, seat, state.known[seat] | 1 << card)
    before = replace(before, known=known, recent=without_take_backs(before.recent, seat))
    told = _told(before, card_event(EventKind.TOOK_BACK, seat, card))
    return replace(before, recent=told, take_backs=before.take_backs + 1)


def _knocked(state: GinState, move: Move) -> GinState:
    """End the deal with a knock or big gin: lay both hands open and score them (G-12 to G-21, G-28, G-29)."""
    seat, card, big = move.seat, move.card, move.verb is Verb.BIGGIN
    hand = state.hands[seat] if card is None else state.hands[seat] ^ 1 << card
    arrangement, defense = open_hands(hand, move.melds, state.hands[_other(state, seat)])
    result, showdown = score_knock(state.options, state.pair, seat, arrangement, defense, factor=state.factor, big=big)
    state = replace(
        state,
        hands=_with(state.hands, seat, hand),
        drawn=None,
        took=False,
        turns=state.turns + 1,
        recent=_told(state, card_event(EventKind.BIG_GIN if big else EventKind.KNOCKED, seat, card)),
    )
    return _ended(state, result, showdown)


def _ended(state: GinState, result: DealResult, showdown: Showdown | None) -> GinState:
    """Write a finished deal on the score sheet, and end the game or choose the next dealer, and who waits."""
    sheet = with_deal(state.options, state.sheet, result)
    dealer, trio = _next_dealer(state, result), state.trio
    if trio is not None:
        dealer, waits = next_roles(state.options, trio.pair, result)
        trio = Trio(waits, trio.pair)
    return replace(
        state,
        phase=Phase.OVER if is_over(state.options, sheet) else Phase.DEAL,
        turn=None,
        dealer=dealer,
        trio=trio,
        sheet=sheet,
        deals=(*state.deals, result),
        showdown=showdown,
        before_discard=None,
    )


def _next_dealer(state: GinState, result: DealResult) -> int:
    """Return the next dealer: the same seat after a void deal (G-7), otherwise as the options say (G-6)."""
    if result.winner is None:
        return state.dealer
    match state.options.next_dealer:
        case NextDealer.OTHER:
            return 1 - state.dealer
        case NextDealer.WINNER:
            return result.winner
        case NextDealer.LOSER:
            return 1 - result.winner


def _other(state: GinState, seat: int) -> int:
    """Return the seat that plays the deal against a seat of it."""
    return sum(state.pair) - seat


def _with(hands: tuple[CardMask, ...], seat: int, cards: CardMask) -> tuple[CardMask, ...]:
    changed = (*hands[:seat], cards, *hands[seat + 1 :])
    return changed if any(changed) else _NONE[len(changed)]


def _told(state: GinState, event: Event) -> tuple[Event, ...]:
    return last_turns((*state.recent, event), len(state.pair))
