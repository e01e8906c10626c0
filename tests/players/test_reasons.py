"""The reasons of hints are true: the claim of each sentence, as a predicate over the view.

The claims are computed from the rules here, independently of how the players choose.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

import pytest

from bot.players.hints import hint_for
from bot.players.reasons import Why
from bot.rummy import games
from bot.rummy.families import Variant
from bot.rummy.games import State
from bot.rummy.gin.views import GinView
from bot.rummy.melds.options import MELDS_PRESETS
from bot.rummy.melds.views import MeldsView
from bot.rummy.views import View
from tests.players.gin_claims import GIN_CLAIMS, GIN_FIGURES
from tests.players.melds_claims import MELDS_CLAIMS
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options

Position: TypeAlias = tuple[State, View]


def test_every_reason_has_a_claim() -> None:
    assert {*GIN_CLAIMS, *MELDS_CLAIMS, *GIN_FIGURES} == set(Why)


@pytest.mark.parametrize("seed", range(6))
def test_hints_in_random_gin_games_are_true(seed: int) -> None:
    assert checked(gin_positions(Random(f"gin {seed}"), 300, every=5)) > 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        (Variant.BASIC, 3),
        (Variant.GERMAN, 2),
        pytest.param(Variant.GERMAN, 4, marks=pytest.mark.soak),
        (Variant.RUM500, 2),
        pytest.param(Variant.RUM500, 3, marks=pytest.mark.soak),
    ],
)
def test_hints_in_random_games_with_melds_are_true(variant: Variant, seats: int) -> None:
    rng = Random(f"{variant} {seats}")
    assert sum(checked(melds_positions(rng, variant, seats, 150, every=7)) for _ in range(2)) > 15


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_hints_in_many_random_games_are_true(soak_seed: str) -> None:
    for seed in range(400):
        rng = Random(f"soak {soak_seed} {seed}")
        checked(gin_positions(rng, 600, every=1))
        for variant, preset in MELDS_PRESETS.items():
            checked(melds_positions(rng, variant, rng.choice(preset.seat_counts), 400, every=2))


def gin_positions(rng: Random, limit: int, every: int) -> Iterator[Position]:
    states = gin_states(random_options(rng), rng, limit)
    for state in states[::every]:
        if state.turn is not None:
            yield state, games.view_for(state, state.turn)


def melds_positions(rng: Random, variant: Variant, seats: int, limit: int, every: int) -> Iterator[Position]:
    states = melds_states(random_melds_options(rng, variant, seats), seats, rng, limit)
    for state in states[::every]:
        if state.turn is not None:
            yield state, games.view_for(state, state.turn)


def checked(positions: Iterator[Position]) -> int:
    """Check the claim of the hint in each position; return how many were checked."""
    count = 0
    for state, view in positions:
        hint = hint_for(view)
        assert hint is not None
        match view:
            case GinView():
                assert GIN_CLAIMS[hint.why](state, view, hint), (hint, view)
                assert hint.figures is None or GIN_FIGURES[hint.figures.sentence](view, hint, hint.figures), (
                    hint,
                    view,
                )
            case MeldsView():
                assert MELDS_CLAIMS[hint.why](state, view, hint), (hint, view)
        count += 1
    return count
