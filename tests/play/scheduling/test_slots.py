"""Processes that share the servers of a bot: each looks after its own, and any of them after practice tables."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.state.slots import Slot
from bot.play.state.values import SECOND, Pace
from bot.players.levels import Level
from data.database import open_database
from data.people.store import SqlProgramState
from data.tables.store import SqlTables
from tests.play.fake_time import HOUR, MINUTE
from tests.play.process import ALA, GIN, ids, step
from tests.play.scheduling.cluster import Bot, Cluster

SLOTS = (Slot(0, 2, 2), Slot(1, 2, 2))
SERVERS = (2 << 22, 1 << 22)
"""A server of each slot."""


@asynccontextmanager
async def serving(cluster: Cluster, url: str, slot: Slot) -> AsyncIterator[Bot]:
    """Run a process for a slot, until it is killed."""
    database = await open_database(url)
    database.slot, cluster.facts = slot, SqlProgramState(database)
    bot = await cluster.bot(SqlTables(database), slot)
    yield bot
    if bot in cluster.bots:
        await cluster.stopped(bot)
    await database.close()


@pytest.fixture
async def both(cluster: Cluster, url: str) -> AsyncIterator[list[Bot]]:
    cluster.beat = 60.0
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(serving(cluster, url, slot)) for slot in SLOTS]


async def test_a_successor_gives_time_back_on_the_servers_of_its_slot_alone(
    cluster: Cluster, url: str, both: list[Bot]
) -> None:
    games = [
        await bot.started(pace=Pace.SLOW, guild=guild, channel=guild) for bot, guild in zip(both, SERVERS, strict=True)
    ]
    before = [deadline(game) for game in games]
    await cluster.stopped(both[1])
    await cluster.time.forward(HOUR)
    async with serving(cluster, url, SLOTS[1]) as successor:
        there = await successor.tables.get(games[1].row.id)
        assert deadline(there) == before[1] + HOUR
        here = await both[0].tables.get(games[0].row.id)
        await here.refresh()
        assert deadline(here) == before[0]
        assert not both[0].scheduler.reaches(SERVERS[1])
        assert successor.scheduler.reaches(SERVERS[1])


@pytest.mark.parametrize("ahead", [90 * SECOND, -90 * SECOND])
async def test_no_turn_ends_early_because_the_clock_of_a_successors_machine_differs(
    cluster: Cluster, url: str, both: list[Bot], ahead: int
) -> None:
    game = await both[1].started(guild=SERVERS[1])
    left = deadline(game) - both[1].scheduler.clock()
    await cluster.stopped(both[1])
    cluster.clock_set = ahead
    async with serving(cluster, url, SLOTS[1]) as successor:
        assert successor.scheduler.clock() == both[1].scheduler.clock() + ahead
        there = await successor.tables.get(game.row.id)
        assert deadline(there) - successor.scheduler.clock() >= left


def deadline(table: Table) -> int:
    assert table.row.clock is not None
    assert table.row.clock.deadline is not None
    return table.row.clock.deadline


async def practicing(bot: Bot) -> Table:
    computers = ComputerSeats((Level.EASY,))
    table, _ = await bot.tables.practice(user=ALA, name="Ala", options=GIN, computers=computers, interaction=next(ids))
    return table


async def test_each_process_sees_what_was_played_at_a_practice_table_in_another(
    cluster: Cluster, both: list[Bot]
) -> None:
    number = (await practicing(both[1])).row.id
    for bot in both * 3:
        table = await bot.tables.get(number)
        before = table.seq
        await step(table, random.Random(1))  # computers answer in this process
        await cluster.time.forward(0)
        assert table.seq > before
    here, there = [await bot.tables.get(number) for bot in both]
    assert here.seq == there.seq


async def test_the_first_slot_moves_computers_whose_process_has_ended(cluster: Cluster, both: list[Bot]) -> None:
    table = await practicing(both[1])
    await cluster.time.forward(0)
    await cluster.stopped(both[1])
    seat = table.seat_of(ALA)
    while table.view(None).turn == seat:
        await step(table, random.Random(1))
    before = table.seq
    await cluster.time.forward(10 * MINUTE)
    await table.refresh()
    assert table.seq > before
    assert table.view(None).turn == seat
