"""Shards without a session: time stands still on their own servers, and nobody else waits for them."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from time import monotonic, time
from typing import Any

import pytest

from bot.backoff import Backoff
from bot.program.monitoring import ReadinessCheck
from bot.program.serving import Remik
from cogs.edge import gateway
from cogs.edge.client import DiscordClient
from tests.end_to_end.club import STEADY, Club
from tests.end_to_end.faults.cluster import Cluster, Game, cluster
from tests.end_to_end.server.test_monitoring import got
from tests.end_to_end.test_absence import MINUTE, at_once, shown_deadline
from tests.end_to_end.test_reach import lines, lost, other_game

pytestmark = pytest.mark.discord(STEADY)
SHARDS = 16
CLUBS, ELSEWHERE = 2, 1
"""The tables: the other game is opened first."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all pauses short."""
    monkeypatch.setattr(gateway, "_BACKOFF", Backoff(0.01, 0.01))
    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)


@contextmanager
def no_word_on_logins(club: Club) -> Iterator[None]:
    """Make Discord not say how to connect, so that no shard can log in."""
    fault = club.standin.fail_next("GET", "/gateway/bot$", 503, times=10**6)
    yield
    club.standin.mend(fault)


async def ready(bot: Remik) -> bool:
    check = ReadinessCheck(bot)
    try:
        return (await check.now()).is_ready
    finally:
        await check.close()


async def reached(club: Club, guild: int) -> None:
    """Wait until time runs on a server."""
    assert club.bot is not None
    scheduler: Any = club.bot.scheduler
    await club.standin.until(lambda: not scheduler.is_away and scheduler.reaches(guild))


async def pass_time(club: Club, minutes: int = 10) -> None:
    for _ in range(minutes):
        club.standin.advance(MINUTE)
        await club.settled()


@pytest.mark.parametrize("shards", [1, SHARDS])
async def test_clocks_stop_while_the_bot_waits_to_log_in_again(club: Club, shards: int) -> None:
    club.standin.recommend_shards(shards)
    async with club.running() as bot:
        await club.standin.until(lambda: bot.connection.is_up)
        await club.table("gin", pace="live")
        await club.turn_on_table()
        with no_word_on_logins(club):
            club.standin.drop_gateway(resumable=False)
            await club.standin.until(lambda: bot.scheduler.is_away)
            assert not await ready(bot)
            await pass_time(club)
            assert not club.log()
        await club.awake()
        await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
        assert await ready(bot)
        await pass_time(club)
        await club.standin.until(lambda: bool(club.log()))


@pytest.mark.parametrize("shards", [1, SHARDS])
async def test_a_session_is_resumed_even_while_nobody_can_log_in(club: Club, shards: int) -> None:
    club.standin.recommend_shards(shards)
    async with club.running() as bot:
        await club.standin.until(lambda: bot.connection.is_up)
        await club.table("gin", pace="live")
        with no_word_on_logins(club):
            with club.standin.gateway_away(refused=True):
                await club.standin.until(lambda: bot.scheduler.is_away and club.standin.refused_connections >= 2)
            await club.awake()
            await club.standin.until(lambda: not bot.client.lost_shards)
            assert await ready(bot)
            assert (club.standin.resumed, club.standin.identified) == (shards, shards)


async def test_a_lost_shard_stops_time_on_its_own_servers_and_keeps_no_other_waiting(club: Club) -> None:
    club.standin.recommend_shards(SHARDS)
    shard = (club.guild.id >> 22) % SHARDS
    async with club.running() as bot:
        await club.standin.until(lambda: bot.connection.is_up)
        channel, people = await other_game(club)
        await club.table("gin", pace="live")
        await club.turn_on_table()
        assert channel.guild is not None
        elsewhere = channel.guild.id
        assert (elsewhere >> 22) % SHARDS != shard
        with no_word_on_logins(club):
            club.standin.drop_gateway(shard, resumable=False)
            await lost(club)
            club.standin.drop_gateway((elsewhere >> 22) % SHARDS)
            await club.standin.until(lambda: club.standin.resumed == 1)
            await reached(club, elsewhere)
            assert not await ready(bot)
            assert bot.client.lost_shards == {shard}
            before = lines(club, CLUBS)
            await pass_time(club)
            await club.standin.until(lambda: any("away" in m.text for m in people[0].sees(channel)))
            assert lines(club, CLUBS) == before
        await reached(club, club.guild.id)
        await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
        assert await ready(bot)


async def test_after_a_restart_the_other_shards_begin_without_a_lost_one(club: Club) -> None:
    club.standin.recommend_shards(SHARDS)
    shard = (club.guild.id >> 22) % SHARDS
    async with club.running() as bot:
        await club.standin.until(lambda: bot.connection.is_up)
        channel, people = await other_game(club)
        await club.table("gin", pace="live")
        await club.turn_on_table()
    before = lines(club, CLUBS), lines(club, ELSEWHERE)
    with ExitStack() as over:
        over.enter_context(club.standin.gateway_away(shard))
        async with club.running() as bot:
            await club.standin.until(lambda: bot.client.lost_shards == {shard})
            assert not await ready(bot)
            await pass_time(club)
            await club.standin.until(lambda: any("away" in m.text for m in people[0].sees(channel)))
            assert lines(club, CLUBS) == before[0]
            assert lines(club, ELSEWHERE) > before[1]
        async with club.running() as bot:
            await club.standin.until(lambda: bot.client.lost_shards == {shard})
            await pass_time(club)
            assert lines(club, CLUBS) == before[0]
            over.close()
            await reached(club, club.guild.id)
            await club.standin.until(lambda: shown_deadline(club) > club.standin.now())
            assert lines(club, CLUBS) == before[0]
            assert await ready(bot)


@pytest.mark.soak
@pytest.mark.discord(None)
@pytest.mark.timeout(1800)
async def test_a_shard_has_no_login_for_ten_minutes(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        here = f"127.0.0.1:{free.getsockname()[1]}"
    at = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"
    async with cluster(tmp_path, slots=1, shards=4, processes=1, at=at, REMIK_SLOTS="", REMIK_METRICS=here) as there:
        await there.started()
        await there.open(8, 40)
        lost = (there.games[0].guild >> 22) % there.shards
        others = [game for game in there.games if (game.guild >> 22) % there.shards != lost]
        before, began = await time_left(there, lost), monotonic()
        with there.standin.gateway_away(lost, resumable=False):
            await there.until(lambda: there.processes[0].said(f"shard {lost} lost its connection"))
            for other in cycle(others):
                if monotonic() - began > 600:
                    break
                said = f"logged in: no (shard {lost})\ndatabase: yes\ncaught up: yes\n"
                assert await got(f"http://{here}/readyz") == (503, said)
                lines = len(await there.log())
                for game in others:
                    await game.click()
                    assert await game.hands()
                assert len(await there.log()) > lines, "other games don't go on"
                await resumed(there, other)
                await asyncio.sleep(20)  # shards live a while; the test waits for nothing here
            assert await time_left(there, lost) > before - 20_000, "clocks of the lost shard ran"
        began = monotonic()
        while (await got(f"http://{here}/readyz"))[0] != 200:  # noqa: ASYNC110 - only the process knows
            await asyncio.sleep(0.1)
        there.note("ready after the shard may log in", monotonic() - began)
        assert await there.games[0].hands()
        print(there.report())  # noqa: T201 - the result of a measurement


async def time_left(there: Cluster, shard: int) -> int:
    """Return the milliseconds that the turns on a shard's servers have left, at least."""
    found = await there.rows("SELECT guild, deadline FROM tables WHERE deadline > 0")
    ends = [int(deadline) for guild, deadline in found if (guild >> 22) % there.shards == shard]
    return min(ends) - int(time() * 1000)


async def resumed(there: Cluster, game: Game) -> None:
    """Cut the connection of a game's shard. Note how long it takes until that has resumed its session, and answers."""
    before, cut = there.standin.resumed, monotonic()
    there.standin.drop_gateway((game.guild >> 22) % there.shards)
    await there.until(lambda: there.standin.resumed > before)
    there.note("another shard: resumed", monotonic() - cut)
    assert await game.hands()
    there.note("another shard: answers", monotonic() - cut)
