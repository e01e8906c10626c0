"""The state machine of the games with melds on the table: a move leads from one state to the next, or is refused.

A game is `new_game`, then for every deal `deal` and moves with `apply`, until the phase is OVER. `refusal_for`
says why a move isn't allowed. The state holds every hidden card and must not leave the rules and the table; `views` has
what a seat may see of it.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.rummy.cards import JOKER, Card, code
from bot.rummy.events import EventKind, card_event
from bot.rummy.melds import scoring
from bot.rummy.melds.lays import after_lay, debt, open_refusal
from bot.rummy.melds.options import MeldsOptions
from bot.rummy.melds.state import (
    CLAIM_STOCK,
    MeldsState,
    all_jokers,
    known_taken,
    known_without,
    took_back,
    undid,
    with_events,
    with_hand,
    without,
)
from bot.rummy.melds.table_meld import ends_for, joker_for
from bot.rummy.melds.taking import gave_back, take_refusal, takes_from_below, took
from bot.rummy.moves import Move, Verb
from bot.rummy.options import conflicts, seats_for, seats_in_words
from bot.rummy.refusals import Reason, Refusal, Refused
from bot.rummy.results import DealResult, Ending, GameResult
from bot.rummy.shuffle import Reshuffle
from bot.rummy.views import QUIET_LIMIT, TAKE_BACK_LIMIT, Phase


def new_game(options: MeldsOptions, seats: int, dealer: int) -> MeldsState:
    """Start a game; ``dealer`` deals first, and the seat to the dealer's left begins (B-2, D-5).

    ValueError if this number of players can't play the game with these options, or the dealer has no seat.
    """
    if seats not in seats_for(options):
        raise ValueError(f"{options.variant} is a game for {seats_in_words(options)}, not for {seats}")
    against = conflicts(options, seats)
    if against:
        raise ValueError(" ".join(against))
    if dealer not in range(seats):
        raise ValueError(f"there is no seat {dealer} to deal")
    return MeldsState(options, seats, dealer, scoring.blank_sheet(seats))


def deal(state: MeldsState, deck: Sequence[Card], dealer: int | None = None) -> MeldsState:
    """Deal from the top of the deck, the seat to the dealer's left first, then the first discard (B-1, R-1, C-3).

    Under H-16 that seat gets one card more instead, and there's no discard.
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
    seats, first, starts = state.seats, (dealer + 1) % state.seats, state.options.has_starter
    dealt = seats * state.options.hand_size(seats)
    hands = [deck[(seat - first) % seats : dealt : seats] for seat in range(seats)]
    if starts:
        hands[first] = [*hands[first], deck[dealt]]
    return MeldsState(
        options=state.options,
        seats=seats,
        dealer=dealer,
        sheet=state.sheet,
        phase=Phase.LAY if starts else Phase.DRAW,
        deal=state.deal + 1,
        turn=first,
        hands=tuple(bytes(sorted(hand)) for hand in hands),
        deck=bytes(deck),
        gone=dealt + 1,
        discards=b"" if starts else bytes([deck[dealt]]),
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
            return took(state, move.seat, move.card)
        case Verb.CLAIM:
            return _claimed(state, move.seat)
        case Verb.UNDO | Verb.TAKEBACK:
            return _restored(state, move.verb)
        case Verb.DISCARD:
            return _discarded(state, move.seat, move.named)
        case _:
            return _laid(state, move)


def refusal_for(state: MeldsState, move: Move) -> Refusal | None:
    """Return why a move isn't allowed; None if it is. ValueError if it lacks the card or the meld that it needs."""
    refusal = _verb_refusal(state, move) or _seat_refusal(state, move.seat)
    if refusal is not None:
        return refusal
    if move.verb is Verb.CLAIM:
        return _claim_refusal(state, move.seat)
    if move.verb is Verb.TAKEBACK:
        return _takeback_refusal(state, move.seat)
    return _turn_refusal(state, move.seat) or _step_refusal(state, move)


def is_legal(state: MeldsState, move: Move) -> bool:
    """Return whether the rules allow a move."""
    return refusal_for(state, move) is None


def legal_moves(state: MeldsState, seat: int) -> tuple[Move, ...]:
    """List the moves of a seat, except melds to lay and take-backs (C-9); a claim out of turn is included (H-8).

    A lay-off names an end only if it has to.
    """
    match state.phase:
        case Phase.DRAW:
            moves = [Move(seat, verb) for verb in (Verb.DRAW, Verb.TAKE, Verb.CLAIM)]
            moves += takes_from_below(state, seat)
        case Phase.LAY if seat == state.turn:
            cards = tuple(dict.fromkeys(state.hands[seat]))
            moves = [Move(seat, Verb.DISCARD, card) for card in cards]
            moves += _additions(state, seat, cards)
            moves.append(Move(seat, Verb.UNDO))
        case _:
            return ()
    return tuple(move for move in moves if is_legal(state, move))


def _additions(state: MeldsState, seat: int, cards: tuple[int, ...]) -> list[Move]:
    if open_refusal(state, seat) is not None:
        return []
    rules = state.rules
    moves = [
        Move(seat, Verb.LAYOFF, card, meld=number, end=end)
        for card in cards
        for number, meld in enumerate(state.melds)
        for end in ends_for(meld, card, rules)
    ]
    return moves + [
        Move(seat, Verb.SWAP, card, meld=number)
        for number, meld in enumerate(state.melds)
        if meld.jokers
        for card in cards
        if joker_for(meld, card, rules) is not None
    ]


def _verb_refusal(state: MeldsState, move: Move) -> Refusal | None:
    if move.verb in state.rules.verbs:
        return None
    return Refusal(state.rules.rule("B-4", "D-6"), Reason.NO_SUCH_MOVE, {"verb": move.verb})


def _seat_refusal(state: MeldsState, seat: int) -> Refusal | None:
    if not 0 <= seat < state.seats:
        return Refusal("C-1", Reason.NO_SUCH_SEAT, {"last": state.seats})
    if state.phase is Phase.OVER:
        below = state.options.ends_below(state.seats) is not None
        return Refusal(state.rules.rule("B-18" if below else "B-13", "D-15"), Reason.GAME_OVER)
    if state.phase is Phase.DEAL:
        return Refusal(state.rules.rule("B-2", "D-5"), Reason.DEAL_OVER)
    return None


def _turn_refusal(state: MeldsState, seat: int) -> Refusal | None:
    return None if seat == state.turn else Refusal(state.rules.rule("B-4", "D-6"), Reason.NOT_YOUR_TURN)


def _claim_refusal(state: MeldsState, seat: int) -> Refusal | None:  # noqa: PLR0911 - one per clause of H-8
    """Return why a seat can't claim the discard; None if it can (H-8)."""
    if not state.rules.claim:
        return Refusal("H-8", Reason.CLAIM_OFF)
    if state.phase is Phase.LAY:
        if seat == state.turn:
            return _drawn_refusal(state)
        return Refusal("H-8", Reason.CLAIM_EMPTY if state.drawn is None else Reason.CLAIM_LATE)
    if seat == state.turn:
        return Refusal("H-8", Reason.CLAIM_NEXT)
    if state.claimed:
        return Refusal("H-8", Reason.CLAIM_ONCE)
    if state.thrower is None:
        return Refusal("H-8", Reason.CLAIM_NONE)
    if state.thrower == seat:
        return Refusal("H-8", Reason.CLAIM_OWN)
    return Refusal("H-8", Reason.CLAIM_STOCK) if len(state.stock) < CLAIM_STOCK else None


def _drawn_refusal(state: MeldsState) -> Refusal:
    """Return why the seat on turn can't draw: it has a card of this turn, or began with one (B-4, D-6, H-16)."""
    if state.drawn is None:
        return Refusal("H-16", Reason.STARTER)
    return Refusal(state.rules.rule("B-4", "D-6"), Reason.HAS_CARD)


def _takeback_refusal(state: MeldsState, seat: int) -> Refusal | None:
    """Return why a seat can't take a discard back; None if it can (C-9, C-10)."""
    if state.takeback == seat:
        return None
    if state.before_discard is None:
        return Refusal("C-9", Reason.TAKEBACK_LATE)
    if state.before_discard.turn == seat:
        return Refusal("C-10", Reason.TAKEBACK_LIMIT, {"limit": TAKE_BACK_LIMIT})
    return Refusal("C-9", Reason.TAKEBACK_OTHERS, {"card": code(state.discards[-1])})


def _step_refusal(state: MeldsState, move: Move) -> Refusal | None:
    """Return why a move isn't possible at this point of the turn, or not with these cards (B-4, D-6)."""
    rule = state.rules.rule("B-4", "D-6")
    draws = move.verb in (Verb.DRAW, Verb.TAKE)
    if draws is not (state.phase is Phase.DRAW):
        return _drawn_refusal(state) if draws else Refusal(rule, Reason.DRAW_FIRST)
    match move.verb:
        case Verb.TAKE:
            return take_refusal(state, move.card)
        case Verb.UNDO if state.lays is None and state.borrowed is None:
            return Refusal(state.rules.rule("B-4", "D-10"), Reason.NOTHING_LAID)
        case Verb.DISCARD:
            return _discard_refusal(state, move)
        case Verb.MELD | Verb.LAYOFF | Verb.SWAP:
            return _lay_refusal(state, move)
        case _:
            return None


def _lay_refusal(state: MeldsState, move: Move) -> Refusal | None:
    """Return why cards can't be laid; None if they can (C-10, B-4, D-6)."""
    if state.take_backs_spent:
        return Refusal("C-10", Reason.LAY_LIMIT, {"limit": TAKE_BACK_LIMIT})
    after = after_lay(state, move)
    return after if isinstance(after, Refusal) else None


def _discard_refusal(state: MeldsState, move: Move) -> Refusal | None:
    """Return why a card can't be discarded: first a debt of the turn, then the card itself (D-10, B-5, H-6)."""
    hand, card, rules = state.hands[move.seat], move.named, state.rules
    if card not in hand:
        return Refusal(rules.rule("B-4", "D-6"), Reason.NOT_HELD, {"card": code(card)})
    owes = debt(state, move.seat)
    if owes is not None:
        return owes
    if card == state.kept:
        return Refusal(
            rules.rule("B-5", "B-5"), Reason.JUST_TAKEN if len(hand) > 1 else Reason.TAKEN_ALONE, {"card": code(card)}
        )
    if rules.joker_rule and card == JOKER and not all_jokers(hand):
        return Refusal("H-6", Reason.JOKER_DISCARD)
    return None


def result_of(state: MeldsState) -> GameResult | None:
    """Return the winners of the game and the totals; None while it runs."""
    return scoring.game_result(state.sheet, state.deals)


def _drew(state: MeldsState, seat: int, reshuffle: Reshuffle | None) -> MeldsState:
    """Draw the top of the stock; the discard pile becomes the next stock when that was its last card (B-7, H-19)."""
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
    if state.gone < len(state.deck) or state.reshuffles == state.rules.reshuffles or not state.discards:
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
    """Return to the state before the last discard (C-9), after the draw of the turn (D-10) or before it (H-18, R-7)."""
    before, taken = state.before_discard, state.borrowed
    if verb is Verb.TAKEBACK and before is not None:
        return took_back(state, before)
    return undid(state) if state.lays is not None or taken is None else gave_back(state, state.turn or 0, taken)


def _laid(state: MeldsState, move: Move) -> MeldsState:
    """Lay cards on the table; a player with no card left has won the deal (B-6, H-9)."""
    after = after_lay(state, move)
    if isinstance(after, Refusal):
        raise Refused(after)
    return after if after.hands[move.seat] else _out(after, move.seat)


def _discarded(state: MeldsState, seat: int, card: Card) -> MeldsState:
    """End a turn with a discard, and the deal if it's won or can't go on (B-6 to B-9, D-11, D-12, C-8, R-11)."""
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
    return _ended(state, scoring.score_nobody_out(state.rules, state.hands, ending, state.table_points))


def _turn_over(state: MeldsState, seat: int) -> MeldsState:
    opened = state.opened[seat] or state.lays is not None
    return replace(
        state,
        opened=(*state.opened[:seat], opened, *state.opened[seat + 1 :]),
        drawn=None,
        took=False,
        lifted=b"",
        lifted_from=b"",
        gave_back=False,
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
    """Write a finished deal on the score sheet; unless chance decides that, the deal passes to the left (B-2, R-2)."""
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
