"""Words for ratings and tournaments."""

import pytest

from bot.ratings.rating import FIRST
from bot.ratings.values import Achievement, Rated, Rating, RatingChange, RatingPool, Season
from bot.text.catalogs import Catalogs
from bot.text.ratings import (
    achievement_name,
    achievement_words,
    average_words,
    change_words,
    changes_line,
    member_name,
    pool_name,
    rating_words,
    score_of_two,
    season_name,
    share_words,
    streak_words,
    tie_break_short,
    unrated_words,
)
from bot.tournaments.values import TieBreak

TEXTS = Catalogs().texts("en")


def test_every_achievement_has_a_name_and_words() -> None:
    names = {achievement_name(TEXTS, each) for each in Achievement}
    words = {achievement_words(TEXTS, each) for each in Achievement}
    assert len(names) == len(words) == len(Achievement)
    assert all(names | words)


def test_every_reason_not_to_rate_a_game_has_a_sentence() -> None:
    told = {each: unrated_words(TEXTS, each) for each in Rated}
    assert told[Rated.YES] == ""
    del told[Rated.YES]
    assert all(words.startswith("Not rated: ") for words in told.values())
    assert len(set(told.values())) == len(told)


def test_a_player_has_a_name_digits_of_their_id_or_is_a_former_player() -> None:
    names = {1: "Ola", 2: ""}
    assert [member_name(TEXTS, user, names) for user in (1, 2, 80351110224678912, -9)] == [
        "Ola",
        "Player 0002",
        "Player 8912",
        "Former player",
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("2026-11", "November 2026"),
        ("2026-01", "January 2026"),
        ("2026-13", "2026-13"),
        ("Spring", "Spring"),
        ("2026-1-", "2026-1-"),
        ("2026-11 ", "2026-11 "),
        ("0000-11", "0000-11"),
    ],
)
def test_a_monthly_season_is_named_in_words(name: str, shown: str) -> None:
    assert season_name(TEXTS, Season(1, 1, name, 0)) == shown
    assert season_name(TEXTS, None) == "All time"


def test_results_of_more_than_three_players_show_their_new_ratings_only() -> None:
    change = RatingChange(1, RatingPool.GIN, Rating(30, 2, 10), Rating(31, 2, 11))
    named = [(name, change) for name in ("Ala", "Bob", "Cyd", "Dan")]
    assert changes_line(TEXTS, named[:1]) == "Ratings: Ala 1960 → **2000**"
    assert changes_line(TEXTS, named) == "Ratings: Ala **2000** · Bob **2000** · Cyd **2000** · Dan **2000**"


def test_a_provisional_rating_is_marked() -> None:
    sure, young, unsure = Rating(30, 2, 10), Rating(30, 2, 9), Rating(30, 5.1, 10)
    assert [rating_words(TEXTS, each) for each in (sure, young, None)] == ["1960", "1960 (provisional)", "–"]
    assert rating_words(TEXTS, unsure) == "1588 (provisional)"
    assert rating_words(TEXTS, Rating(-20, 2, 10)) == "0"


def test_a_rating_change_shows_old_and_new_rating() -> None:
    change = RatingChange(1, None, Rating(30, 2, 10), Rating(29, 2, 11))
    assert change_words(TEXTS, change) == "1960 → 1920 (−40)"
    first = RatingChange(1, RatingPool.GIN, FIRST, Rating(27, 8, 1))
    assert change_words(TEXTS, first) == "1000 → 1120 (+120) (provisional)"


def test_averages_and_shares_are_rounded_to_nearest() -> None:
    assert [average_words(TEXTS, total, 4) for total in (10, -10, 1, -1, 0)] == ["2.5", "−2.5", "0.3", "−0.3", "0.0"]
    assert average_words(TEXTS, -1, 100) == "0.0"
    assert average_words(TEXTS, 5, 0) == share_words(TEXTS, 0, 0) == "–"
    assert [share_words(TEXTS, part, 8) for part in (0, 1, 5, 8)] == ["0%", "13%", "63%", "100%"]


def test_streaks_are_of_wins_or_of_losses() -> None:
    assert [streak_words(TEXTS, streak) for streak in (1, 3, -1, -3)] == [
        "1 win in a row",
        "3 wins in a row",
        "1 loss in a row",
        "3 losses in a row",
    ]


def test_pools_and_tie_breaks_have_names() -> None:
    assert len({pool_name(TEXTS, family) for family in (None, *RatingPool)}) == 5
    assert tie_break_short(TEXTS, TieBreak.MATCH_POINTS) == ""
    assert len({tie_break_short(TEXTS, each) for each in TieBreak}) == len(TieBreak)
    assert score_of_two((480, -31)) == "480 : −31"
