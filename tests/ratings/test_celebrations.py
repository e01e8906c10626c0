"""What is worth celebrating about a finished game, derived from its stored result."""

from dataclasses import replace

import pytest

from bot.ratings.highlights import SHORTEST_STREAK, Celebration, CelebrationKind, celebrations
from bot.ratings.rating import shown
from bot.ratings.values import (
    Achievement,
    Counts,
    GameEnding,
    GameFacts,
    GameOutcome,
    PlayerResult,
    Rated,
    Rating,
    RatingChange,
    RatingPool,
    Result,
)
from bot.rummy.families import Variant

ALA, BOB = 100, 101
SURE = Rating(25, 2, 20)  # not provisional
BETTER = Rating(26, 2, 21)


def outcome(
    *achievements: Achievement, rated: Rated = Rated.YES, ending: GameEnding = GameEnding.PLAYED
) -> GameOutcome:
    """Return the outcome of a game that Ala won against Bob, with what she achieved in it."""
    lines = tuple(
        PlayerResult(seat, user, seat + 1, seat == 0, False, 0, 0, Counts()) for seat, user in enumerate((ALA, BOB))
    )
    facts = GameFacts(1, 1, 1, None, Variant.GIN, ending, None, None, 0, 1, lines, {ALA: frozenset(achievements)})
    return GameOutcome(Result(facts, rated, 0), (), {})


def test_an_ordinary_win_is_no_celebration_of_its_own() -> None:
    assert celebrations(outcome()) == ()


def test_a_first_win_and_a_shutout_are_celebrated() -> None:
    won = replace(outcome(Achievement.SHUT_OUT), earned={ALA: frozenset({Achievement.FIRST_WIN})})
    assert celebrations(won) == (Celebration(CelebrationKind.FIRST_WIN, ALA), Celebration(CelebrationKind.SHUTOUT, ALA))


def test_a_shutout_is_celebrated_every_time() -> None:
    """The achievement is earned once, so it is not among those that are new."""
    assert celebrations(outcome(Achievement.SHUT_OUT)) == (Celebration(CelebrationKind.SHUTOUT, ALA),)


@pytest.mark.parametrize("streak", range(8))
def test_streaks_are_celebrated_from_the_third_win_on(streak: int) -> None:
    found = celebrations(replace(outcome(), streaks={ALA: streak}))
    assert found == ((Celebration(CelebrationKind.STREAK, ALA, streak),) if streak >= SHORTEST_STREAK else ())


def test_a_new_best_rating_over_all_games_is_celebrated() -> None:
    changes = (RatingChange(ALA, RatingPool.GIN, SURE, BETTER), RatingChange(ALA, None, SURE, BETTER))
    best = replace(outcome(), changes=changes, best_before={ALA: shown(SURE)})
    assert celebrations(best) == (Celebration(CelebrationKind.BEST_RATING, ALA, shown(BETTER)),)
    assert celebrations(replace(best, best_before={ALA: shown(BETTER)})) == (), "as high as before"
    assert celebrations(replace(best, best_before={})) == (), "the first rated game"
    assert celebrations(replace(best, changes=changes[:1])) == (), "of one family only"


def test_a_provisional_rating_or_one_that_fell_is_not_celebrated() -> None:
    early = RatingChange(ALA, None, Rating(25, 8, 1), Rating(27, 8, 2))
    assert celebrations(replace(outcome(), changes=(early,), best_before={ALA: 0})) == ()
    fell = RatingChange(BOB, None, BETTER, SURE)  # best_before is from before a reset
    assert celebrations(replace(outcome(), changes=(fell,), best_before={BOB: 0})) == ()


@pytest.mark.parametrize("rated", [Rated.VOID, Rated.CLOSED])
def test_a_game_that_does_not_count_is_not_celebrated(rated: Rated) -> None:
    won = outcome(Achievement.SHUT_OUT, rated=rated)
    assert celebrations(replace(won, streaks={ALA: 5}, earned={ALA: frozenset({Achievement.FIRST_WIN})})) == ()
    assert celebrations(outcome(Achievement.SHUT_OUT, ending=GameEnding.CLOSED)) == ()
