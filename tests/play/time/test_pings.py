"""The times of pings: once per turn, not while the player is active, and never in quiet hours."""

import random
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.play.state.game import Game, follow
from bot.play.state.people import Quiet
from bot.play.state.values import LogLine, Pace, TableRow, TableSettings, TimeLimits, TurnClock
from bot.play.time.turn_clock import ping_at, pinged, quiet_until, reminders
from tests.play.fake_time import HOUR, MINUTE, on
from tests.play.rows import START, began, row_of

NIGHT = Quiet(22 * 60, 7 * 60, "Europe/Warsaw")
SLOW = replace(row_of(), pace=Pace.SLOW, limits=TimeLimits(24 * HOUR))


@pytest.mark.parametrize(
    ("at", "until"),
    [
        ("2026-11-21 21:59", "2026-11-21 21:59"),
        ("2026-11-21 22:00", "2026-11-22 07:00"),
        ("2026-11-21 23:30", "2026-11-22 07:00"),
        ("2026-11-22 00:00", "2026-11-22 07:00"),
        ("2026-11-22 06:59", "2026-11-22 07:00"),
        ("2026-11-22 07:00", "2026-11-22 07:00"),
        ("2026-12-31 23:59", "2027-01-01 07:00"),
    ],
)
def test_quiet_hours_can_span_midnight(at: str, until: str) -> None:
    assert quiet_until(NIGHT, on(NIGHT.zone, at)) == on(NIGHT.zone, until)


@pytest.mark.parametrize(
    ("at", "until"),
    [("2026-11-21 12:59", "2026-11-21 12:59"), ("2026-11-21 13:00", "2026-11-21 15:30")],
)
def test_quiet_hours_during_the_day(at: str, until: str) -> None:
    rest = Quiet(13 * 60, 15 * 60 + 30, "America/Sao_Paulo")
    assert quiet_until(rest, on(rest.zone, at)) == on(rest.zone, until)


@pytest.mark.parametrize(("night", "hours"), [("2027-03-27 23:30", 6.5), ("2026-10-24 23:30", 8.5)])
def test_quiet_hours_follow_local_time_when_clocks_change(night: str, hours: float) -> None:
    at = on(NIGHT.zone, night)
    assert quiet_until(NIGHT, at) - at == hours * HOUR


def test_quiet_hours_that_end_in_a_skipped_hour_end_after_it() -> None:
    rest = replace(NIGHT, end=2 * 60 + 30)  # the clocks go from 2:00 to 3:00
    assert quiet_until(rest, on(rest.zone, "2027-03-28 01:00")) == on(rest.zone, "2027-03-28 03:00")


def test_equal_start_and_end_mean_no_quiet_hours() -> None:
    assert quiet_until(replace(NIGHT, end=NIGHT.start), START) == START
    assert quiet_until(None, START) == START


def test_a_ping_waits_exactly_until_quiet_hours_end() -> None:
    chance = random.Random(4)
    zones = ("Europe/Warsaw", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Kiritimati")
    for _ in range(300):
        quiet = Quiet(chance.randrange(1440), chance.randrange(1440), chance.choice(zones))
        at = on("UTC", "2026-01-01") + chance.randrange(365 * 24 * HOUR)
        until = quiet_until(quiet, at)
        minutes = {(quiet.start + n) % 1440 for n in range((quiet.end - quiet.start) % 1440)}
        assert minute_at(quiet.zone, until) not in minutes
        assert minutes.issuperset(minute_at(quiet.zone, then) for then in range(at, until, MINUTE))


def minute_at(zone: str, at: int) -> int:
    local = datetime.fromtimestamp(at / 1000, ZoneInfo(zone))
    return local.hour * 60 + local.minute


def test_a_player_is_pinged_when_the_turn_begins() -> None:
    assert ping_at(*_turn(acted=None)) == START
    assert ping_at(*_turn(acted=START - 2 * MINUTE)) == START


def test_a_player_who_has_just_acted_is_pinged_a_minute_later() -> None:
    assert ping_at(*_turn(acted=START - 20_000)) == START + 40_000
    assert ping_at(*_turn(acted=START + 20_000)) == START + 80_000  # drew a card, then stopped


def test_a_turn_has_one_ping() -> None:
    row, game, clock = _turn(acted=None)
    assert ping_at(row, game, pinged(row, clock, START)) is None


def test_absent_players_and_computers_are_never_pinged() -> None:
    row, game, clock = _turn(acted=None)
    turn = frozenset({game.state.turn or 0})
    assert ping_at(row, replace(game, away=turn), clock) is None
    assert ping_at(row, replace(game, left=turn), clock) is None
    assert ping_at(row, replace(game, closed=True), clock) is None
    assert ping_at(row_of(computers=2), game, clock) is None


def test_starting_the_game_counts_as_acting() -> None:
    row, clock = row_of(), TurnClock(None, (0, 0))
    turn = began(row).state.turn or 0
    beginner = replace(row, host=row.seats[turn].user)
    other = replace(row, host=row.seats[1 - turn].user)
    assert ping_at(beginner, began(beginner), clock) == START + MINUTE
    assert ping_at(other, began(other), clock) == START
    quick = replace(row, settings=TableSettings(quick=True))  # started by the last player to join
    assert ping_at(quick, began(quick), clock) == START + (MINUTE if turn == 1 else 0)
    after = follow(other, began(other), LogLine(0, turn, "pass", 1, START + 5_000))
    assert ping_at(other, after, clock) == START + 65_000  # the other player moved after five seconds


def test_a_slow_turn_has_reminders_at_half_and_at_nine_tenths() -> None:
    _, game, _ = _turn(acted=None)
    clock = TurnClock(START + 24 * HOUR, (0, 0))
    assert reminders(SLOW, clock) == (START + 12 * HOUR, START + 24 * HOUR - 144 * MINUTE)
    assert ping_at(SLOW, game, clock) == START
    clock = pinged(SLOW, clock, START)
    assert (clock.reminded, ping_at(SLOW, game, clock)) == (0, START + 12 * HOUR)
    clock = pinged(SLOW, clock, START + 12 * HOUR)
    assert (clock.reminded, ping_at(SLOW, game, clock)) == (1, START + 24 * HOUR - 144 * MINUTE)
    clock = pinged(SLOW, clock, START + 23 * HOUR)
    assert (clock.reminded, ping_at(SLOW, game, clock)) == (2, None)


def test_a_postponed_reminder_is_replaced_by_a_later_one() -> None:
    clock = TurnClock(START + 24 * HOUR, (0, 0))
    assert pinged(SLOW, clock, START + 13 * HOUR).reminded == 1
    late = pinged(SLOW, pinged(SLOW, clock, START), START + 23 * HOUR)
    assert late.reminded == 2


def test_a_reminder_waits_until_its_player_is_inactive() -> None:
    _, game, clock = _turn(acted=START + 12 * HOUR - 5_000)
    clock = pinged(SLOW, TurnClock(START + 24 * HOUR, (0, 0)), START)
    assert ping_at(SLOW, game, clock) == START + 12 * HOUR + 55_000


def test_a_nudge_adds_a_ping_and_keeps_the_reminders() -> None:
    _, game, _ = _turn(acted=None)
    clock = pinged(SLOW, TurnClock(START + 24 * HOUR, (0, 0)), START)
    nudged = replace(clock, pinged=False, nudged=True)
    assert ping_at(SLOW, game, nudged) == START
    after = pinged(SLOW, nudged, START + 2 * HOUR)
    assert (after.reminded, ping_at(SLOW, game, after)) == (0, START + 12 * HOUR)


def test_live_turns_and_those_without_limits_have_no_reminders() -> None:
    assert reminders(row_of(), TurnClock(START + MINUTE, (0, 0))) == ()
    assert reminders(replace(row_of(), pace=Pace.NONE, limits=None), TurnClock(None, (0, 0))) == ()


def _turn(acted: int | None) -> tuple[TableRow, Game, TurnClock]:
    """Return a turn that began at START, of a player who last acted at ``acted``."""
    row = row_of()
    game = began(row)
    return row, replace(game, lines=("0 draw",), turn_at=START, acted=(acted, acted)), TurnClock(None, (0, 0))
