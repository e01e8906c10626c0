"""The legal moves of games with melds on the table, and the refusals of all others."""

from bot.rummy.cards import JOKER, code
from bot.rummy.melds.lays import after_lay, debt, open_refusal
from bot.rummy.melds.state import CLAIM_STOCK, MeldsState, all_jokers
from bot.rummy.melds.table_meld import ends_for, joker_for
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Reason, Refusal
from bot.rummy.views import TAKE_BACK_LIMIT, Phase


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
        return Refusal(state.rules.rule("B-13", "D-15"), Reason.GAME_OVER)
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
        return Refusal("H-8", Reason.CLAIM_LATE) if seat != state.turn else Refusal("D-6", Reason.HAS_CARD)
    if seat == state.turn:
        return Refusal("H-8", Reason.CLAIM_NEXT)
    if state.claimed:
        return Refusal("H-8", Reason.CLAIM_ONCE)
    if state.thrower is None:
        return Refusal("H-8", Reason.CLAIM_NONE)
    if state.thrower == seat:
        return Refusal("H-8", Reason.CLAIM_OWN)
    return Refusal("H-8", Reason.CLAIM_STOCK) if len(state.stock) < CLAIM_STOCK else None


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
        return Refusal(rule, Reason.HAS_CARD if draws else Reason.DRAW_FIRST)
    match move.verb:
        case Verb.TAKE if not state.discards:
            return Refusal(rule, Reason.NO_DISCARDS)
        case Verb.UNDO if state.lays is None:
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
    if rules.keep_taken and card == state.taken:
        return Refusal("B-5", Reason.JUST_TAKEN if len(hand) > 1 else Reason.TAKEN_ALONE, {"card": code(card)})
    if rules.joker_rule and card == JOKER and not all_jokers(hand):
        return Refusal("H-6", Reason.JOKER_DISCARD)
    return None
