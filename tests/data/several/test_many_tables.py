"""How long it takes to give time back to 100,000 tables, and how long moves beside it take. Prints figures."""

import asyncio
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from itertools import count
from time import perf_counter

import pytest
from sqlalchemy import func, select, text

from bot.play.state.values import Debt, Debts, Status, TurnClock
from data.database import Database
from data.schema import seats, tables
from data.tables.store import SqlTables
from tests.data.fresh import POSTGRES
from tests.data.tables import ALA, BOB, line, row

DEADLINE, BY = 1_000, 10_000

MANY = 100_000
_COPY = """INSERT INTO {into} ({columns}) WITH RECURSIVE other(n) AS
(SELECT 2 UNION ALL SELECT n + 1 FROM other WHERE n < :many) SELECT {values} FROM other CROSS JOIN {into} WHERE {one}"""


async def fill(database: Database) -> None:
    """Copy the first table, each copy to a channel of its own."""
    async with database.write() as connection:
        names = [column.name for column in tables.c if column.name not in ("id", "channel")]
        statement = _COPY.format(
            into="tables", columns=", ".join(("channel", *names)), values=", ".join(("n", *names)), one="id = 1"
        )
        await connection.execute(text(statement), {"many": MANY})
        quoted = [f'"{column.name}"' for column in seats.c if column.name != "table_id"]
        statement = _COPY.format(
            into="seats", columns=", ".join(("table_id", *quoted)), values=", ".join(("n", *quoted)), one="table_id = 1"
        )
        await connection.execute(text(statement), {"many": MANY})


async def moves_beside(store: SqlTables, seconds: list[float], done: asyncio.Event) -> None:
    """Make moves at one table after the other, about 50 per second, and note how long each takes."""
    for n in count():
        if done.is_set():
            return
        began = perf_counter()
        await store.append(MANY - n, line(0, 5000 + n), clock=TurnClock(DEADLINE, (0, 0)), wake=None)
        seconds.append(perf_counter() - began)
        await asyncio.sleep(0.02)


def figures(seconds: list[float]) -> str:
    ordered = [1000 * one for one in sorted(seconds)]
    return (
        f"{ordered[len(ordered) // 2]:.0f} ms, p99 {ordered[int(len(ordered) * 0.99)]:.0f}, at most {ordered[-1]:.0f}"
    )


# SQLite has one process, so that's measured on a server alone.
@pytest.mark.soak
@pytest.mark.parametrize("apart", [False, True] if POSTGRES else [False])
async def test_time_is_given_back_to_many_tables(
    database: Database, elsewhere: Database, capsys: pytest.CaptureFixture[str], apart: bool
) -> None:
    store, batches, moves, done = SqlTables(database), list[float](), list[float](), asyncio.Event()
    made = await store.create(row(channel=1, status=Status.PLAYING, seats=(ALA, BOB)), 1)
    await store.set_clock(made.id, TurnClock(DEADLINE, (0, 0)), None, seq=0, was=None)
    await fill(database)

    @asynccontextmanager
    async def hold(_: Collection[int]) -> AsyncIterator[None]:
        began = perf_counter()
        yield
        batches.append(perf_counter() - began)

    beside = asyncio.create_task(moves_beside(SqlTables(elsewhere) if apart else store, moves, done))
    await asyncio.sleep(1)
    usual, began = len(moves), perf_counter()
    await store.owe(Debts(77, [Debt(BY)]))
    await store.give_back(hold)
    whole = perf_counter() - began
    done.set()
    await beside
    with capsys.disabled():
        sys.stdout.write(
            f"\nmoves of {'another' if apart else 'the same'} process: {whole:.1f} s, batches {figures(batches)}; "
            f"moves meanwhile {figures(moves[usual:])}; before {figures(moves[:usual])}\n"
        )
    async with database.read() as connection:
        wrong = select(func.count()).where(tables.c.deadline.not_in((DEADLINE, DEADLINE + BY)))
        assert await connection.scalar(wrong) == 0
        found = await connection.execute(select(tables.c.id).where(tables.c.deadline == DEADLINE))
        assert len(found.all()) <= len(moves), "only a move sets a table back"
