"""Time is given back in batches: each deadline moves exactly once, whatever fails or is killed in between."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.slots import HEART
from bot.play.state.values import Debt, Debts, Status, TurnClock
from data.database import Database
from data.location import DatabaseError
from data.people.store import SqlProgramState
from data.schema import fixtures, tables
from data.tables import giving_back
from data.tables.store import SqlTables
from data.tournaments import SqlTournaments
from tests.data.tables import ALA, BOB, line, row
from tests.data.test_tournaments import drawn

HERE, THERE = 5, 6
DEADLINE, BY = 1_000, 10_000
EVERYWHERE = Debts(77, [Debt(BY)], beats=True)


class KilledError(Exception):
    """The program is killed at this point."""


Write = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


def failing(write: Write, at: int, *, committed: bool) -> Write:
    """Return how a database writes whose transaction number ``at`` fails, before or after it is committed."""
    done = 0

    @asynccontextmanager
    async def writing() -> AsyncIterator[AsyncConnection]:
        nonlocal done
        done += 1
        async with write() as connection:
            yield connection
            if done == at and not committed:
                raise DatabaseError("the disk is full")
        if done == at:
            raise DatabaseError("the connection was lost")

    return writing


@pytest.fixture(autouse=True)
async def _filled(store: SqlTables, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open five tables on one server, two on another, and a tournament, with two tables or fixtures per batch."""
    monkeypatch.setattr(giving_back, "BATCH", 2)
    for n in range(7):
        made = await store.create(
            replace(row(channel=n, status=Status.PLAYING, seats=(ALA, BOB)), guild=HERE if n % 3 else THERE), 1000 + n
        )
        await store.set_clock(made.id, TurnClock(DEADLINE, (0, 0)), None, seq=0, was=None)
    await drawn(SqlTournaments(database))


async def times(database: Database) -> tuple[list[int | None], list[int | None]]:
    """Return the deadlines of all tables, and those of fixtures."""
    async with database.read() as connection:
        of_tables = (await connection.execute(select(tables.c.deadline).order_by(tables.c.id))).scalars().all()
        found = await connection.execute(select(fixtures.c.deadline).order_by(fixtures.c.id))
        return list(of_tables), list(found.scalars())


async def owed_and_given_back(store: SqlTables) -> None:
    await store.owe(EVERYWHERE)
    await store.give_back(lambda _: nullcontext())


def later(times: list[int | None]) -> list[int | None]:
    return [None if time is None else time + BY for time in times]


@pytest.mark.parametrize("batches", range(6))
async def test_after_a_kill_between_two_batches_every_deadline_moves_once(
    store: SqlTables, database: Database, elsewhere: Database, batches: int
) -> None:
    before = await times(database)
    assert sum(time is not None for time in before[1]) == 2
    left = batches

    @asynccontextmanager
    async def hold(_: Collection[int]) -> AsyncIterator[None]:
        nonlocal left
        if not left:
            raise KilledError
        left -= 1
        yield

    await store.owe(EVERYWHERE)
    if batches < 5:  # four for tables, one for fixtures
        with pytest.raises(KilledError):
            await store.give_back(hold)
        assert await times(database) != (later(before[0]), later(before[1]))
    else:
        assert await store.give_back(hold) is not None
    assert await SqlProgramState(database).get(HEART) == "77", "what is owed since then comes on top"
    again = SqlTables(elsewhere)
    assert (await again.give_back(lambda _: nullcontext()) == EVERYWHERE) == (batches < 5)
    assert await times(database) == (later(before[0]), later(before[1]))
    assert await again.give_back(lambda _: nullcontext()) is None


@pytest.mark.parametrize("committed", [True, False])
@pytest.mark.parametrize("at", range(1, 8))
async def test_after_a_failed_commit_every_deadline_moves_once(
    store: SqlTables, database: Database, monkeypatch: pytest.MonkeyPatch, at: int, committed: bool
) -> None:
    before = await times(database)
    with monkeypatch.context() as patched:
        patched.setattr(database, "write", failing(database.write, at, committed=committed))
        with pytest.raises(DatabaseError):
            await owed_and_given_back(store)
    given = await store.give_back(lambda _: nullcontext())
    if at == 1 and not committed:
        assert given is None, "nothing was stored"
        assert await times(database) == before
        assert await SqlProgramState(database).get(HEART) is None
    else:
        assert given == EVERYWHERE
        assert await times(database) == (later(before[0]), later(before[1]))
    assert await store.give_back(lambda _: nullcontext()) is None


async def test_a_table_where_someone_plays_meanwhile_has_its_time_already(store: SqlTables, database: Database) -> None:
    """Moves of the other tables go on, and a new table is owed nothing."""
    before = await times(database)
    new = None

    @asynccontextmanager
    async def hold(_: Collection[int]) -> AsyncIterator[None]:
        nonlocal new
        if new is None:
            found = await store.load(7)
            assert found is not None
            clock = found[0].clock
            assert clock is not None
            assert clock.deadline == DEADLINE + BY
            await store.append(7, line(0, 3000), clock=replace(clock, deadline=99), wake=None)
            new = await store.create(row(channel=88, status=Status.PLAYING, seats=(ALA, BOB)), 2000)
            await store.set_clock(new.id, TurnClock(5, (0, 0)), None, seq=0, was=None)
        yield

    await store.owe(EVERYWHERE)
    await store.give_back(hold)
    assert (await times(database))[0] == [*later(before[0])[:6], 99, 5]


async def test_servers_are_owed_different_times(store: SqlTables, database: Database) -> None:
    """One server's tables are also loaded ahead, which gives them the other's time neither."""
    waiting, loaded = asyncio.Event(), asyncio.Event()

    @asynccontextmanager
    async def hold(_: Collection[int]) -> AsyncIterator[None]:
        waiting.set()
        await loaded.wait()
        yield

    await store.owe(Debts(77, [Debt(1, guilds=[THERE]), Debt(2, guilds=[HERE]), Debt(4, guilds=[9])]))
    giving = asyncio.create_task(store.give_back(hold))
    await waiting.wait()
    for number in (1, 2):
        await store.load(number)
    loaded.set()
    await giving
    assert (await times(database))[0] == [DEADLINE + (1 if n % 3 == 0 else 2) for n in range(7)]
    assert await SqlProgramState(database).get(HEART) is None


async def test_debts_of_a_slot_that_nobody_had_since_are_forgotten(store: SqlTables, database: Database) -> None:
    """All slots get another heartbeat when their number changes."""
    before = await times(database)
    await store.owe(EVERYWHERE)
    await SqlProgramState(database).put(HEART, "70")
    assert await store.give_back(lambda _: nullcontext()) is None
    await store.load(1)
    assert await times(database) == before


KILLED = """
import asyncio, os, signal, sys
from contextlib import asynccontextmanager
from data.database import open_database
from data.tables import giving_back
from data.tables.store import SqlTables

@asynccontextmanager
async def hold(numbers):
    if 5 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    yield

async def main():
    await SqlTables(await open_database(sys.argv[1])).give_back(hold)

giving_back.BATCH = 2
asyncio.run(main())
"""


@pytest.mark.waits
async def test_a_program_that_was_killed_in_the_middle_is_followed_by_one_that_goes_on(
    store: SqlTables, database: Database, url: str
) -> None:
    before = await times(database)
    await store.owe(EVERYWHERE)
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, url)
    assert await killed.wait() == -signal.SIGKILL
    assert (await times(database))[0] == [*later(before[0])[:4], *before[0][4:]]
    await store.give_back(lambda _: nullcontext())
    assert await times(database) == (later(before[0]), later(before[1]))
