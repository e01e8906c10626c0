"""What one seat sees of a game with melds on the table (C-4, D-10)."""

from bot.rummy.melds.lays import debt, may_meld
from bot.rummy.melds.legality import legal_moves
from bot.rummy.melds.scoring import game_result
from bot.rummy.melds.state import MeldsState, after_draw, begun
from bot.rummy.views import MeldsView


def view_for(state: MeldsState, seat: int | None) -> MeldsView:
    """Return what a seat may see of a game; ``seat`` None is everyone who isn't playing (C-4).

    Lays of the current turn are visible to the player who makes them, and to the others when the turn ends (D-10).
    """
    acts = seat is not None and seat == state.turn
    seen = state if acts else after_draw(state)
    lays = begun(seen)
    first = acts and state.rules.initial is not None and seat is not None and not state.opened[seat]
    return MeldsView(
        seat=seat,
        options=seen.options,
        phase=seen.phase,
        deal=seen.deal,
        dealer=seen.dealer,
        turn=seen.turn,
        turns=seen.turns,
        hand=tuple(seen.hands[seat]) if seat is not None and seen.hands else (),
        drawn=seen.drawn if acts else None,
        taken=seen.taken,
        discards=tuple(seen.discards),
        stock=len(seen.deck) - seen.gone,
        counts=tuple(map(len, seen.hands)) or (0,) * seen.seats,
        quiet_turns=seen.quiet,
        known=tuple(map(tuple, after_draw(state).known)) or ((),) * seen.seats,
        recent=tuple(event.seen_by(seat) for event in seen.recent),
        moves=() if seat is None else legal_moves(seen, seat),
        deals=seen.deals,
        columns=seen.sheet,
        result=game_result(seen.sheet, seen.deals),
        melds=seen.melds,
        showdown=None,
        staged=lays.staged,
        opened=seen.opened or (False,) * seen.seats,
        needs=seen.rules.initial,
        laid=lays.value if first else 0,
        owed=lays.owed,
        debt=debt(seen, seat) if acts and seat is not None else None,
        may_meld=may_meld(seen),
        claim=seen.claim,
        reshuffled=seen.reshuffles > 0,
        hands=tuple(map(tuple, seen.hands)) if seen.turn is None else (),
        table_points=seen.table_points or (0,) * seen.seats,
    )
