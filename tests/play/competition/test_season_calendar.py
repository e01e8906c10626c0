"""Monthly seasons follow the calendar on servers that turned them on, with several processes too."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.play.state.values import DAY, HOUR
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.values import Season
from tests.play.competition.counting import Counting, counting
from tests.play.process import ALA, EVE

GUILD = 1
WARSAW = "Europe/Warsaw"


def at(text: str, zone: str = WARSAW) -> int:
    """Return the epoch milliseconds of a local time."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).timestamp()) * 1000


@pytest.fixture
async def here(url: str) -> AsyncIterator[Counting]:
    async with counting(url) as started:
        started.now = at("2026-11-21 18:00")
        yield started


async def monthly(here: Counting) -> None:
    await here.servers.change(GUILD, lambda server: replace(server, monthly=True, zone=WARSAW))


def listed(seasons: tuple[Season, ...]) -> list[tuple[str, int, int | None]]:
    return [(season.name, season.started_at, season.ended_at) for season in seasons]


async def test_a_server_without_monthly_seasons_gets_none(here: Counting) -> None:
    await here.season_calendar.catch_up_all()
    assert await here.season_calendar.list(GUILD) == ()


async def test_listing_seasons_starts_the_current_month(here: Counting) -> None:
    await monthly(here)
    (first,) = await here.season_calendar.list(GUILD)
    assert (first.name, first.ended_at) == ("2026-11", None)
    here.now = at("2027-01-03 12:00")
    turns = [at("2026-12-01 00:00"), at("2027-01-01 00:00")]
    assert listed(await here.season_calendar.list(GUILD)) == [
        ("2026-11", first.started_at, turns[0]),
        ("2026-12", turns[0], turns[1]),
        ("2027-01", turns[1], None),
    ]
    assert here.changed == [GUILD] * 2


async def test_monthly_seasons_change_without_any_listing(here: Counting) -> None:
    await monthly(here)
    await here.season_calendar.catch_up_all()
    here.now = at("2026-12-01 00:00")
    await here.season_calendar.catch_up_all()
    await here.season_calendar.catch_up_all()
    assert here.changed == [GUILD] * 2


async def test_a_game_counted_late_counts_in_the_month_in_which_it_ended(here: Counting) -> None:
    await monthly(here)
    await here.season_calendar.list(GUILD)
    here.now = at("2026-11-30 23:00")
    before = await here.game(0, channel=1)
    here.now = at("2026-12-01 00:00") + HOUR
    after = await here.game(0, channel=2)
    await here.finished_games.idle()
    names = {season.number: season.name for season in await here.season_calendar.list(GUILD)}
    assert before.outcome is not None
    assert after.outcome is not None
    assert names[before.outcome.result.season] == "2026-11"
    assert names[after.outcome.result.season] == "2026-12"


async def test_only_one_of_two_processes_starts_the_next_month(url: str, here: Counting) -> None:
    await monthly(here)
    await here.season_calendar.list(GUILD)
    async with counting(url) as there:
        here.now = there.now = at("2026-12-05 12:00")
        await asyncio.gather(*(one.season_calendar.catch_up_all() for one in (here, there) for _ in range(2)))
        assert await here.season_calendar.list(GUILD) == await there.season_calendar.list(GUILD)
    assert [season.name for season in await here.season_calendar.list(GUILD)] == ["2026-11", "2026-12"]


async def test_only_one_of_two_admins_starts_the_season(url: str, here: Counting) -> None:
    async with counting(url) as there:
        done = await asyncio.gather(
            *(
                one.season_calendar.start(
                    GUILD, name, here.now, AuditEntry(GUILD, here.now, admin, "season-start", name)
                )
                for one, admin, name in ((here, ALA, "Spring"), (there, EVE, "Summer"))
            ),
            return_exceptions=True,
        )
    (season,) = await here.season_calendar.list(GUILD)
    assert [one for one in done if isinstance(one, Season)] == [season]
    assert [type(one) for one in done if not isinstance(one, Season)] == [RequestRefused]


async def test_an_admin_ends_and_names_a_season(here: Counting) -> None:
    entry = AuditEntry(GUILD, here.now, ALA, "season")
    started = await here.season_calendar.start(GUILD, "Spring", here.now, entry)
    await here.season_calendar.rename(GUILD, started.number, "Autumn", entry)
    ended = await here.season_calendar.end(GUILD, here.now + DAY, entry)
    assert (ended.name, ended.ended_at is not None) == ("Autumn", True)
    with pytest.raises(RequestRefused):
        await here.season_calendar.end(GUILD, here.now, entry)
    assert here.changed == [GUILD] * 3
