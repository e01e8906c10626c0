"""The arithmetic of daily deals: times by UTC, mornings in every zone, rankings with shared places, and streaks."""

from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.days import calendar
from bot.days.ranking import Beaten, DayScore, score_of, streak
from bot.rummy.families import Variant
from tests.amounts import times

HOUR = 3_600_000
ZONES = (
    "UTC",
    "Europe/Warsaw",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Asia/Kolkata",
)


def test_a_day_is_a_utc_date_that_can_be_finished_until_two() -> None:
    day = calendar.day_at(round(datetime(2026, 11, 29, 23, 59, 59, tzinfo=UTC).timestamp() * 1000))
    assert calendar.date_of(day).isoformat() == "2026-11-29"
    assert calendar.day_at(calendar.opens_at(day)) == calendar.day_at(calendar.ends_at(day) - 1) == day
    assert calendar.closes_at(day) - calendar.ends_at(day) == 2 * HOUR
    assert calendar.ends_at(day) < calendar.closes_at(day) < calendar.reveals_at(day) < calendar.void_at(day + 1)


def test_only_two_games_have_a_daily_deal_of_one_deal() -> None:
    assert calendar.options_of(Variant.GIN).deals_to_play == calendar.options_of(Variant.GERMAN).deals_to_play == 1
    with pytest.raises(KeyError):
        calendar.options_of(Variant.BASIC)


@pytest.mark.parametrize("zone", ZONES)
def test_a_server_reads_the_news_in_its_morning_once_the_day_is_over(zone: str) -> None:
    rng = Random(zone)
    for _ in range(times(40)):
        day = rng.randrange(18_000, 25_000)
        at = calendar.news_at(day, zone)
        there = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
        assert 9 <= there.hour < 12
        assert calendar.reveals_at(day) <= at < calendar.reveals_at(day) + 25 * HOUR
        assert calendar.news_at(day, zone) < calendar.news_at(day + 1, zone)


def test_a_score_is_what_the_person_won_or_lost() -> None:
    assert score_of((31, 0), 9) == DayScore(31, 9)
    assert score_of((0, 20), 9) == DayScore(-20, 9)
    assert score_of((-12, 12), 9) == DayScore(-12, 9), "German Rummy: the loser loses the cards in hand"
    assert score_of((0, 0), 9) == DayScore(0, 9)
    assert score_of((-5, -7), 9) == DayScore(-5, 9), "nobody went out"
    assert DayScore(5, 8).key > DayScore(5, 9).key > DayScore(4, 1).key


def test_a_share_of_nobody_is_nothing() -> None:
    assert (Beaten(0, 0).percent, Beaten(199, 310).percent, Beaten(310, 310).percent) == (0, 64, 100)


def test_a_streak_counts_days_up_to_today_and_skips_void_ones() -> None:
    assert streak({1, 2, 3}, (), 3) == streak({1, 2, 3}, (), 4) == 3, "today can still be played"
    assert streak({1, 2, 3}, (), 5) == streak((), {1, 2}, 3) == 0
    assert streak({1, 2, 4}, {3}, 4) == 3
    rng = Random(5)
    for _ in range(times(40)):
        today = rng.randrange(2, 30)
        void = {day for day in range(today) if rng.random() < 0.2}
        finished = {day for day in range(today + 1) if rng.random() < 0.8} - void
        known = [day for day in range(today if today in finished else today - 1, -1, -1) if day not in void]
        expected = next((n for n, day in enumerate(known) if day not in finished), len(known))
        assert streak(finished, void, today) == expected
