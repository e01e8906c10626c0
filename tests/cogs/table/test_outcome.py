"""The outcome of a game apart from its score: ratings or why there are none, records, achievements."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.ratings.values import (
    ALL_TIME,
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
    Versus,
)
from bot.rummy import games
from bot.rummy.families import Variant
from bot.rummy.gin.views import GinView
from bot.rummy.options import options_for
from cogs.edge.messages import Detail
from cogs.table.screens.deal import Ended, GameEnd, game_screen, outcome_lines, sheet_screen
from tests.cogs.table.scenes import FULL_DETAIL, PNG, assert_discord_takes, scene_of, shown
from tests.rummy.helpers import gin_states, melds_states

PICTURES = 12
FIRST_USER = 10**18 + 2  # the player in seat 0 of a scene


def outcome_of(seats: int = 2, rated: Rated = Rated.YES, ending: GameEnding = GameEnding.PLAYED) -> GameOutcome:
    """Return the outcome of a game won by the player in seat 0, their twelfth game and the others' first."""
    users = [FIRST_USER + seat for seat in range(seats)]
    facts = GameFacts(
        table=1,
        guild=1,
        channel=1,
        message=None,
        variant=Variant.GIN,
        ending=ending,
        unrated=None,
        fixture=None,
        started_at=0,
        ended_at=1,
        lines=tuple(
            PlayerResult(seat, user, 1 if seat == 0 else 2, seat == 0, False, 0, 0, Counts())
            for seat, user in enumerate(users)
        ),
        achievements={},
    )
    changes = [
        RatingChange(user, family, Rating(25, 2, 11), Rating(26, 2, 12))
        if user == FIRST_USER
        else RatingChange(user, family, Rating(25, 25 / 3), Rating(23, 8, 1))
        for user in users
        for family in (RatingPool.GIN, None)
    ]
    return GameOutcome(Result(facts, rated, ALL_TIME), tuple(changes), {})


def lines(outcome: GameOutcome | None, names: tuple[str, ...] = ("Ala", "Bob")) -> list[str]:
    return outcome_lines(scene_of(ended_game(), names=names), outcome)


@cache
def ended_game() -> GinView:
    """Return the public view of a finished game."""
    states = gin_states(options_for(Variant.GIN, {"target": 30}), Random(5))
    view = games.view_for(states[-1], None)
    assert isinstance(view, GinView)
    return view


def test_each_players_rating_is_shown_before_and_after() -> None:
    assert lines(outcome_of()) == [
        "**Ratings**",
        "**Ala**: Gin 1760 → 1800 (+40)",
        "**Bob**: Gin 1000 → 960 (−40) (provisional)",
    ]


def test_the_overall_rating_is_shown_if_it_differs() -> None:
    outcome = outcome_of()
    first = replace(outcome.changes[1], before=Rating(30, 2, 40), after=Rating(30.5, 2, 41))
    told = lines(replace(outcome, changes=(outcome.changes[0], first, *outcome.changes[2:])))
    assert told[1] == "**Ala**: Gin 1760 → 1800 (+40) · All games 1960 → 1980 (+20)"


@pytest.mark.parametrize("rated", [rated for rated in Rated if rated is not Rated.YES])
def test_an_unrated_game_says_why(rated: Rated) -> None:
    (line,) = lines(replace(outcome_of(rated=rated), changes=()))
    assert line.startswith("-# Not rated: ")


def test_an_unknown_outcome_or_a_closed_game_shows_nothing() -> None:
    assert lines(None) == []
    assert lines(outcome_of(rated=Rated.CLOSED, ending=GameEnding.CLOSED)) == []


def test_the_head_to_head_record_is_shown_from_the_second_game_on() -> None:
    versus = Versus((FIRST_USER + 1, FIRST_USER), 1, (1, 0), (20, 10))
    assert len(lines(replace(outcome_of(), versus=versus))) == 3
    versus = replace(versus, games=5, wins=(3, 2))
    assert lines(replace(outcome_of(), versus=versus))[3] == "Head to head: Bob 3–2 Ala (5 games)"
    assert len(lines(replace(outcome_of(), versus=replace(versus, wins=(0, 0))))) == 3


def test_new_achievements_are_shown() -> None:
    earned = {FIRST_USER + 1: frozenset({Achievement.FIRST_GIN, Achievement.UNDERCUT_ONE})}
    told = lines(replace(outcome_of(), earned=earned))
    assert len(told) == 5
    assert told[3] == "🏅 Bob: **First gin** (Went gin)"


def test_discord_accepts_the_longest_outcome() -> None:
    worst = ("*_" * 40, "<@&1>" * 16, "`|" * 40, "~~" * 40)
    states = melds_states(options_for(Variant.GERMAN, {"rounds": 2}), 4, Random(3))
    view = games.view_for(states[-1], None)
    earned = {FIRST_USER + seat: frozenset(Achievement) for seat in range(4)}
    outcome = replace(outcome_of(4), earned=earned)
    for detail in (FULL_DETAIL, Detail(files=False)):
        ended = Ended(view, PNG, GameEnd((0,)), outcome)
        layout = game_screen(scene_of(view, detail, worst), ended)
        assert_discord_takes(layout)
        assert "Rating" in shown(layout).text


def test_the_end_of_a_game_shows_the_final_score_and_ratings_in_two_lines() -> None:
    view = ended_game()
    seen = shown(game_screen(scene_of(view), Ended(view, PNG, GameEnd((0,)), outcome_of())))
    assert seen.text.splitlines() == [
        "Final score: Ala\xa0353 (314 in bonuses), Bob\xa00",
        "Ratings: Ala 1760 → **1800** · Bob 1000 → **960** (provisional)",
    ]
    assert seen.labels == ["Rematch", "Replay", "Share to...", "More"]
    assert seen.parts[1]["type"] == PICTURES, "the share card comes first"


def test_at_most_one_line_celebrates_and_none_makes_the_result_long() -> None:
    view = ended_game()
    earned = {FIRST_USER: frozenset({Achievement.FIRST_WIN, Achievement.FIRST_GIN})}
    won = replace(outcome_of(), earned=earned)
    two = shown(game_screen(scene_of(view), Ended(view, PNG, GameEnd((0,)), won))).text.splitlines()
    assert two[2:] == ["🌟 First win for **Ala**!"]
    states = melds_states(options_for(Variant.GERMAN, {"rounds": 2}), 4, Random(3))
    four = games.view_for(states[-1], None)
    many = replace(outcome_of(4), earned=earned)
    assert "First win" not in shown(game_screen(scene_of(four), Ended(four, PNG, GameEnd((0,)), many))).text


def test_the_score_sheet_says_everything_that_the_result_leaves_out() -> None:
    view = ended_game()
    earned = {FIRST_USER + 1: frozenset({Achievement.FIRST_GIN})}
    ended = Ended(view, None, GameEnd((0,)), replace(outcome_of(), earned=earned))
    drawn = shown(sheet_screen(scene_of(view), ended, PNG))
    for words in (
        "Ala wins 353–0",
        "Gin · 3 deals · by 353 points",
        "**Ala**: Gin 1760 → 1800 (+40)",
        "**First gin** (Went gin)",
    ):
        assert words in drawn.text
    assert drawn.labels[-1] == "What's a rating?"
    written = shown(sheet_screen(scene_of(view, Detail(files=False)), ended, PNG)).text
    assert "game bonus" in written
    for number in range(1, len(view.deals) + 1):
        assert f"-# {number}. " in written
