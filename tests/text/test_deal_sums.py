"""Sums of deals on score sheets."""

from random import Random

import pytest

from bot.rummy.families import Variant
from bot.rummy.results import Count, DealResult, KnockCount, Outcome
from bot.text.scores import deal_sum
from tests.amounts import times
from tests.rummy.helpers import gin_states, melds_states, random_melds_options, random_options


def value_of(words: str) -> int:
    """Return the value of a sum."""
    return int(eval(words.replace("−", "-").replace("×", "*")))  # noqa: S307 - the sums of our own code


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (DealResult(Outcome.GIN, 0, (48, 0), knock=KnockCount(23, 0, 25, 1)), "25 + 23"),
        (DealResult(Outcome.KNOCK, 1, (0, 11), knock=KnockCount(13, 2, 0, 1)), "13 − 2"),
        (DealResult(Outcome.UNDERCUT, 1, (0, 62), knock=KnockCount(8, 2, 25, 2)), "(25 + 6) × 2"),
        (DealResult(Outcome.OUT, 1, (-30, 47, -17), count=Count((30, 0, 17), 0, (0, 0, 0), 1)), "30 + 17"),
        (DealResult(Outcome.RUMMY, 1, (-60, 60), count=Count((30, 0), 0, (0, 0), 2)), "30 × 2"),
        (DealResult(Outcome.OUT, 1, (-30, 30), count=Count((30, 0), 0, (0, 0), 1)), ""),
        (DealResult(Outcome.EXHAUSTED, None, (-30, -4), count=Count((30, 4), 0, (0, 0), 1)), ""),
        (DealResult(Outcome.VOID, None, (0, 0)), ""),
    ],
)
def test_a_deal_has_a_short_sum(result: DealResult, words: str) -> None:
    assert deal_sum(result) == words


@pytest.mark.slow
@pytest.mark.each_value
@pytest.mark.parametrize("seed", range(times(2)))
@pytest.mark.parametrize("variant", [Variant.GIN, Variant.OKLAHOMA, Variant.BASIC, Variant.GERMAN])
def test_every_sum_equals_the_points_of_the_winner(seed: int, variant: Variant) -> None:
    rng = Random(seed)
    if variant in (Variant.GIN, Variant.OKLAHOMA):
        deals = gin_states(random_options(rng, variant), rng, 400)[-1].deals
    else:
        deals = melds_states(random_melds_options(rng, variant, 3), 3, rng, 600)[-1].deals
    for deal in deals:
        words = deal_sum(deal)
        if deal.winner is None:
            assert not words
        elif words:
            assert value_of(words) == deal.points[deal.winner]
