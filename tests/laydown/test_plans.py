"""Plans consist of moves that the engine accepts one by one, and the turn can end after them."""

from random import Random

import pytest

from bot.laydown import best_discards, best_plan, can_go_out, position_of
from bot.rummy.families import Variant
from bot.rummy.melds import game as table_melds
from bot.rummy.melds.state import MeldsState
from bot.rummy.melds.views import view_for
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from tests.rummy.helpers import melds_states, random_melds_options


def plan_holds(state: MeldsState) -> None:
    """Assert that a plan's moves are legal and that the turn can end after them."""
    seat = state.turn
    assert seat is not None
    view = view_for(state, seat)
    position = position_of(view)
    plan = best_plan(position)
    for step in plan.steps:
        state = table_melds.apply(state, step)
    if state.turn is None:
        assert plan.out
        assert plan.left == ()
        return
    assert view_for(state, seat).hand == plan.left
    throws = {move.card for move in table_melds.legal_moves(state, seat) if move.verb is Verb.DISCARD}
    if plan.steps or view.debt is None:
        assert throws
    after = best_discards(position_of(view_for(state, seat)))
    assert set(after) == throws
    if plan.out:
        state = table_melds.apply(state, Move(seat, Verb.DISCARD, after[0]))
        assert state.turn is None
        assert state.deals[-1].winner == seat


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
def test_B_4_D_6_D_10_every_plan_is_legal_and_the_turn_can_end(variant: Variant, seed: int) -> None:
    rng = Random(f"{variant} {seed}")
    seats = rng.randint(2, 4)
    options = random_melds_options(rng, variant, seats)
    states = melds_states(options, seats, rng, 400)
    laying = [state for state in states if state.phase is Phase.LAY]
    assert laying
    for state in rng.sample(laying, min(60, len(laying))):
        plan_holds(state)
        view = view_for(state, state.turn)
        assert can_go_out(position_of(view)) == best_plan(position_of(view)).out
