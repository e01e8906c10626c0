"""The best lay-down compared with a brute-force oracle, jokers and house rules included."""

from random import Random

import pytest

from bot.laydown import Plan, Position, best_plan, can_go_out, initial_value, reaches_initial
from tests.laydown import brute

HANDS = 2_000
SOME = 1_000


def assert_best(seed: int, size: int, melds: int) -> None:
    """Compare the search with the brute-force oracle in one random position."""
    rng = Random(seed)
    position = brute.random_position(rng, size, rng.randint(0, melds))
    if not position.hand:
        return
    best, described = brute.best(position), brute.describe(position)
    plan = best_plan(position)
    if best.cards is None:
        assert not plan.steps, described
    else:
        assert end_of(plan, position) == best.cards, described
    assert plan.out == can_go_out(position) == best.out, described
    if position.rules.initial is not None and not position.opened:
        assert initial_value(position) == best.initial, described
        assert reaches_initial(position) == (best.initial >= max(1, position.rules.initial)), described


def end_of(plan: Plan, position: Position) -> tuple[int, int] | None:
    """Return the cards that a plan leaves after the best discard, and their value."""
    return brute.ends(brute.Turn(plan.left, position.melds, 0, 0, may_meld=True), position)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_B_4_D_6_D_7_D_9_the_best_lay_down_is_the_best_of_all_sequences(part: int) -> None:
    for seed in range(part * SOME // 4, (part + 1) * SOME // 4):
        assert_best(seed, size=8, melds=2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_B_4_D_6_D_7_D_9_the_best_lay_down_is_the_best_of_all_sequences_of_larger_hands(
    part: int, soak_seed: str
) -> None:
    first = 10_000 * (1 + int(soak_seed))
    for seed in range(first + part * HANDS // 8, first + (part + 1) * HANDS // 8):
        assert_best(seed, size=10, melds=4)
