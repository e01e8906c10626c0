"""Connections to SQLite: how often they go to their thread, and statements whose result isn't read."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from data.database import Database, open_database
from data.engines import UNREAD
from data.people.store import SqlPeople
from data.schema import facts
from data.sqlite import SqliteConnection
from data.tables.store import SqlTables
from tests.data.tables import append, line, row

_FACT = insert(facts).execution_options(**UNREAD)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    yield opened
    await opened.close()


async def kept(database: Database) -> list[str]:
    async with database.read() as connection:
        found = await connection.execute(select(facts.c.name).order_by(facts.c.name))
        return list(found.scalars())


async def test_a_move_and_the_late_lines_of_the_coach_are_committed_in_one_trip_each(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, coach = SqlTables(database), SqlPeople(database)
    table = await tables.create(row(), 1)
    await append(tables, table.id, line(0, 2))
    trips = list[object]()
    execute: Callable[..., Awaitable[object]] = SqliteConnection._execute

    async def counted(self: SqliteConnection, work: object, *values: object) -> object:
        trips.append(work)
        return await execute(self, work, *values)

    monkeypatch.setattr(SqliteConnection, "_execute", counted)
    await append(tables, table.id, line(1, 3))
    assert len(trips) == 1
    for name in ("knock", "safest"):
        coach.give(1, name)
    await database.late.settle()
    assert len(trips) == 2


async def test_an_unread_statement_fails_with_the_next_one_and_nothing_is_kept(database: Database) -> None:
    async def write(*, read: bool) -> None:
        async with database.write() as connection:
            for name in ("a", "b", "a"):
                await connection.execute(_FACT.values(name=name, value=""))
            if read:
                await connection.execute(select(facts))

    for read in (False, True):
        with pytest.raises(IntegrityError):
            await write(read=read)
        assert await kept(database) == []


async def test_an_unread_statement_is_dropped_with_its_transaction(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(_FACT.values(name="a", value=""))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.write() as connection:
        await connection.execute(_FACT.values(name="b", value=""))
    assert await kept(database) == ["b"]


async def test_in_a_savepoint_an_unread_statement_fails_at_once(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(_FACT.values(name="a", value=""))
        for name in ("b", "a", "c"):
            try:
                async with connection.begin_nested():
                    await connection.execute(_FACT.values(name=f"{name}2", value=""))
                    await connection.execute(_FACT.values(name=name, value=""))
            except IntegrityError:
                assert name == "a"
    assert await kept(database) == ["a", "b", "b2", "c", "c2"]


async def test_unread_statements_are_written_together_or_not_at_all(database: Database) -> None:
    rows = [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}]
    await database.write_unread([(insert(facts), rows)])
    assert await kept(database) == ["a", "b"]
    with pytest.raises(IntegrityError):
        await database.write_unread([(insert(facts), [{"name": "c", "value": ""}]), (insert(facts), rows[:1])])
    assert await kept(database) == ["a", "b"]
    async with database.write() as connection:
        await connection.execute(_FACT.values(name="d", value=""))
    await database.write_unread([(delete(facts).where(facts.c.name == bindparam("its")), [{"its": "a"}, {"its": "b"}])])
    assert await kept(database) == ["d"]
