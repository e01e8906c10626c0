"""Who discarded the cards of the discard pile."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from bot.rummy.events import EventKind
from bot.rummy.families import Variant
from bot.rummy.games import State, view_for
from bot.rummy.gin.options import GIN_PRESETS
from bot.rummy.views import Phase
from tests.amounts import times
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options


def states_of(variant: Variant, rng: Random) -> Sequence[State]:
    """Return the states of a random game."""
    if variant in GIN_PRESETS:
        return gin_states(random_options(rng, variant), rng, limit=300)
    seats = rng.choice((2, 3, 4))
    return melds_states(random_melds_options(rng, variant, seats), seats, rng, limit=300)


@pytest.mark.slow
@pytest.mark.parametrize("variant", Variant)
def test_C_4_a_view_has_the_seat_that_discarded_each_card(variant: Variant) -> None:
    """The expected seats are derived from how the pile changes, as an attentive player would."""
    rng, listed = Random(variant.value), 0
    for _ in range(times(2)):
        pile: tuple[int | None, ...] = ()
        gone: tuple[int | None, ...] = ()
        states = states_of(variant, rng)
        now = view_for(states[0], None)
        for before, after in pairwise(states):
            was, now = now, view_for(after, None)
            if before.phase is Phase.DEAL:
                pile = (None,) * len(now.discards)  # the upcard, if there is one (H-16)
            elif len(now.discards) > len(was.discards):
                back = after.recent[-1].kind is EventKind.GAVE_BACK  # as it was before it was taken (H-18)
                pile = (*pile, *gone) if back else (*pile, was.turn)
            elif len(now.discards) < len(was.discards):
                pile, gone = pile[: len(now.discards)], pile[len(now.discards) :]
            assert {now.discarders, *(view_for(after, seat).discarders for seat in (0, 1))} == {pile}
            listed += len(pile)
    assert listed > 500
