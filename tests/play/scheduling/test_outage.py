"""Outages of the database cost no player a turn, and tables continue soon afterwards."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.play.scheduling.downtime import HEARTBEAT
from bot.play.service import play_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.players.levels import Level
from bot.rummy.moves import Verb
from tests.data.broken import Disk
from tests.play.fake_time import HOUR, MINUTE, SECOND
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BASIC, ids, turn
from tests.play.scheduling.cluster import Bot, Cluster, cluster_at, deadline_of, lines_of


@pytest.fixture
async def cluster(url: str) -> AsyncIterator[Cluster]:
    async with cluster_at(url) as opened:
        opened.beat = HEARTBEAT
        yield opened


async def drawn(table: Table) -> None:
    """Draw as the player on turn."""
    seat = table.view(None).turn
    assert seat is not None
    await play_requests.move(table, turn(table), Verb.DRAW, stamp=table.stamp(seat), interaction=next(ids))


async def tried(table: Table) -> None:
    """Try to draw as the player on turn; the store fails."""
    with pytest.raises(StoreError):
        await drawn(table)


async def passed(cluster: Cluster, bot: Bot, by: int, step: int = SECOND) -> None:
    """Move the time in steps, and wait for the database after each."""
    for _ in range(by // step):
        await cluster.time.forward(step)
        await answered(cluster, bot)


async def answered(cluster: Cluster, bot: Bot) -> None:
    """Wait until the database has answered the bot, and the bot waits before it tries again."""
    await bot.scheduler.idle()
    for _ in range(10):
        await asyncio.sleep(0)
    while bot.scheduler.is_away and not cluster.time.sleeping():  # noqa: ASYNC110 - the database has no event
        await asyncio.sleep(0.001)


async def back(cluster: Cluster, bot: Bot) -> None:
    """Move the time until the bot has noticed that the database works."""
    while bot.scheduler.is_away:
        await passed(cluster, bot, SECOND)
    await bot.scheduler.idle()


async def test_a_player_whose_clicks_failed_moves_first_and_has_a_minute(cluster: Cluster, disk: Disk) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    user = turn(table)
    await passed(cluster, bot, MINUTE)
    with disk.broken():
        for _ in range(3):
            await tried(table)
            await passed(cluster, bot, MINUTE)
    await back(cluster, bot)
    await table.refresh()
    assert lines_of(table) == ()
    assert deadline_of(table) >= cluster.time.now + MINUTE
    await cluster.time.until(deadline_of(table) - 1)
    await drawn(table)
    assert lines_of(table) == (f"{table.seat_of(user)} draw",)


async def test_turns_of_players_who_did_nothing_get_the_time_of_an_outage_back(cluster: Cluster, disk: Disk) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    await passed(cluster, bot, 20 * SECOND)
    left = deadline_of(table) - cluster.time.now
    with disk.broken():
        await passed(cluster, bot, 3 * MINUTE)
    await back(cluster, bot)
    await table.refresh()
    assert lines_of(table) == ()
    assert deadline_of(table) - cluster.time.now >= left


@pytest.mark.parametrize("before", [2 * SECOND, 5 * SECOND, 14 * SECOND])
async def test_a_turn_that_ends_in_a_short_outage_gets_a_minute(cluster: Cluster, disk: Disk, before: int) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    await cluster.time.until(deadline_of(table) - before)
    with disk.broken():
        await passed(cluster, bot, before + SECOND)
    await back(cluster, bot)
    await table.refresh()
    assert lines_of(table) == ()
    assert deadline_of(table) >= cluster.time.now + MINUTE


@pytest.mark.slow
async def test_computers_play_on_at_once_after_an_hour_without_a_database(cluster: Cluster, disk: Disk) -> None:
    cluster.pauses = (2.0, 3.0)
    bot = await cluster.bot()
    table = await bot.tables.watch(
        guild=1, channel=7, host=ALA, options=BASIC, computers=ComputerSeats((Level.EASY,) * 2), interaction=next(ids)
    )
    await passed(cluster, bot, 3 * SECOND)
    with disk.broken():
        await passed(cluster, bot, HOUR, 5 * SECOND)
    done = len(lines_of(table))
    await back(cluster, bot)
    await passed(cluster, bot, 10 * SECOND)
    assert len(lines_of(table)) > done


async def test_one_failed_click_stops_only_the_clock_of_its_table(cluster: Cluster) -> None:
    store = FlakyStore(cluster.store)
    bot = await cluster.bot(store)
    table, other = await bot.started(BASIC, channel=1), await bot.started(BASIC, channel=2)
    ends = deadline_of(other)
    await cluster.time.until(deadline_of(table) - SECOND)
    store.fail = "before"
    await tried(table)
    store.fail = None
    await cluster.time.until(ends + 30 * SECOND)
    assert lines_of(table) == ()
    assert lines_of(other)[0].endswith("draw !")
    assert deadline_of(table) == ends  # the extra time is only in memory, so a failing table can't delay all others
    await drawn(table)
    assert not lines_of(table)[0].endswith("!")


async def test_a_click_that_fails_after_the_turn_has_ended_is_not_overtaken_by_the_clock(cluster: Cluster) -> None:
    store = FlakyStore(cluster.store)
    bot = await cluster.bot(store)
    table = await bot.started(BASIC)
    await cluster.time.until(deadline_of(table) - 1)
    store.hold = hold = asyncio.Event()
    store.fail = "late"
    click = asyncio.create_task(tried(table))
    await store.committed.wait()
    settled, cluster.time.settled = cluster.time.settled, nothing  # the scheduler can't rest before the click does
    await cluster.time.forward(SECOND)
    store.hold = store.fail = None
    hold.set()
    await click
    cluster.time.settled = settled
    await cluster.time.forward(30 * SECOND)
    assert lines_of(table) == ()
    await cluster.time.forward(MINUTE)
    assert lines_of(table)[0].endswith("draw !")


async def nothing() -> None:
    """Wait for nothing."""


async def test_a_table_that_alone_can_not_be_written_stops_no_other_clock(cluster: Cluster) -> None:
    class OneBadTable(FlakyStore):
        async def append(self, table: int, *about: object, **more: object) -> None:
            if table == bad.row.id:
                raise StoreError("the database disk image is malformed")
            await super().append(table, *about, **more)  # type: ignore[arg-type]

    bot = await cluster.bot(OneBadTable(cluster.store))
    bad, good = await bot.started(BASIC, channel=1), await bot.started(BASIC, channel=2)
    ends = deadline_of(good)
    for _ in range(4):
        await passed(cluster, bot, 30 * SECOND)
        await tried(bad)
    assert lines_of(bad) == ()
    assert lines_of(good)[0].endswith("draw !")
    assert cluster.time.now - ends <= 2 * MINUTE
