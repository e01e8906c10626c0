"""The levels of Basic and German Rummy against each other in the arena: each beats the one below it."""

from itertools import pairwise

import pytest

from bot.bench.arena import Match, played
from bot.players.levels import Level
from bot.rummy.families import Variant

pytestmark = [pytest.mark.soak, pytest.mark.timeout(4 * 3600)]
MELDS = pytest.mark.parametrize("variant", [Variant.BASIC, Variant.GERMAN])
STEPS = pytest.mark.parametrize(("worse", "better"), list(pairwise(Level)))


def share_of(variant: Variant, *players: str, games: int) -> float:
    """Return how many games the first player wins; fail on any illegal or missing move."""
    results = played(Match(variant, players), games, processes=2)
    assert not [fault for one in results for fault in one.faults]
    return sum(one.shares[0] for one in results) / len(results)


@MELDS
@STEPS
def test_each_level_beats_the_one_below_it(variant: Variant, worse: Level, better: Level) -> None:
    assert share_of(variant, better, worse, games=1_000) >= 0.55


@MELDS
@STEPS
def test_each_level_wins_more_than_its_share_of_four(variant: Variant, worse: Level, better: Level) -> None:
    assert share_of(variant, better, worse, worse, worse, games=1_000) > 0.25
    assert share_of(variant, worse, better, better, better, games=1_000) < 0.25


@MELDS
def test_easy_beats_random(variant: Variant) -> None:
    assert share_of(variant, Level.EASY, "random", games=1_000) >= 0.9


@MELDS
@pytest.mark.parametrize("patient", ["holder", "late4"])
def test_each_level_keeps_its_distance_from_opponents_who_hold_their_melds(variant: Variant, patient: str) -> None:
    assert share_of(variant, Level.HARD, patient, games=1_000) >= 0.5
    assert share_of(variant, Level.NORMAL, patient, games=1_000) >= 0.35
    assert share_of(variant, Level.EASY, patient, games=1_000) <= 0.2


@MELDS
def test_a_beginner_wins_often_against_easy(variant: Variant) -> None:
    assert share_of(variant, "beginner", Level.EASY, games=1_000) >= 0.35
