"""Seasons: which one a game belongs to, and when monthly ones begin."""

from datetime import UTC, datetime
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ratings.seasons import Turn, month_name, month_turns, season_at
from bot.ratings.values import ALL_TIME, Season

WARSAW: Final = "Europe/Warsaw"


def moment(text: str) -> int:
    """Return a time in UTC as epoch milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def running(name: str, started: str) -> Season:
    return Season(1, 1, name, moment(started))


@pytest.mark.parametrize(
    ("at", "number"), [(9, ALL_TIME), (10, 1), (19, 1), (20, ALL_TIME), (29, ALL_TIME), (30, 2), (10**15, 2)]
)
def test_a_season_includes_its_start_but_not_its_end(at: int, number: int) -> None:
    assert season_at([Season(1, 1, "Spring", 10, 20), Season(1, 2, "Summer", 30)], at) == number


def test_a_season_that_ends_as_the_next_begins_leaves_no_gap() -> None:
    assert season_at([Season(1, 1, "Spring", 10, 20), Season(1, 2, "Summer", 20)], 20) == 2


def test_a_monthly_season_begins_at_midnight_in_the_servers_time_zone() -> None:
    season = running("2026-11", "2026-10-31T23:00")
    before, at = moment("2026-11-30T22:59:59.999"), moment("2026-11-30T23:00")
    assert month_turns(season, before, WARSAW) == ()
    assert month_turns(season, at, WARSAW) == (Turn(at, "2026-12"),)


def test_changing_the_time_zone_keeps_the_current_monthly_season() -> None:
    season = running("2026-11", "2026-10-31T23:00")
    assert month_turns(season, moment("2026-11-30T23:00"), "UTC") == ()
    assert month_turns(season, moment("2026-12-01T00:00"), "UTC") == (Turn(moment("2026-12-01T00:00"), "2026-12"),)


def test_monthly_seasons_follow_daylight_saving_time() -> None:
    season = running("2026-03", "2026-02-28T23:00")
    assert month_turns(season, moment("2026-04-02T12:00"), WARSAW) == (Turn(moment("2026-03-31T22:00"), "2026-04"),)


def test_a_month_that_begins_in_a_skipped_hour_begins_an_hour_later() -> None:
    """In Cuba clocks went forward from midnight to one o'clock on April 1, 2012."""
    season = running("2012-03", "2012-03-05T00:00")
    assert month_turns(season, moment("2012-04-05T00:00"), "America/Havana") == (
        Turn(moment("2012-04-01T05:00"), "2012-04"),
    )


def test_months_while_the_bot_was_off_get_their_seasons() -> None:
    turns = month_turns(running("2025-11", "2025-11-01T00:00"), moment("2026-02-10T00:00"), "UTC")
    assert turns == (
        Turn(moment("2025-12-01T00:00"), "2025-12"),
        Turn(moment("2026-01-01T00:00"), "2026-01"),
        Turn(moment("2026-02-01T00:00"), "2026-02"),
    )


def test_a_named_season_ends_where_the_current_month_began() -> None:
    season = running("The long one", "2024-05-05T00:00")
    assert month_turns(season, moment("2026-02-10T00:00"), "UTC") == (Turn(moment("2026-02-01T00:00"), "2026-02"),)


def test_without_a_season_the_current_month_begins_now() -> None:
    now = moment("2026-02-10T11:12")
    (turn,) = month_turns(None, now, "UTC")
    assert turn == Turn(now, "2026-02")
    assert month_turns(Season(1, 2, turn.name, turn.at), now, "UTC") == ()


@given(st.integers(0, 4 * 10**12), st.integers(0, 10**11), st.sampled_from(["UTC", WARSAW, "America/Sao_Paulo"]))
def test_due_seasons_are_in_order_and_each_is_due_once(start: int, later: int, zone: str) -> None:
    season = Season(1, 1, month_name(start, zone), start)
    turns = month_turns(season, start + later, zone)
    assert turns or month_name(start, zone) == month_name(start + later, zone)
    times = [start, *(turn.at for turn in turns), start + later]
    assert times == sorted(times)
    assert len({turn.name for turn in turns} | {season.name}) == len(turns) + 1
    if turns:
        assert turns[-1].name == month_name(start + later, zone)
        assert month_turns(Season(1, 2, turns[-1].name, turns[-1].at), start + later, zone) == ()
