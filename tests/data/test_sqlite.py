"""Transactions on SQLite: all or nothing, and savepoints in them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import IntegrityError

from data.database import Database, open_database
from data.schema import facts

_FACT = insert(facts)
_ROWS = [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}]
_DELETE = delete(facts).where(facts.c.name == bindparam("its"))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    yield opened
    await opened.close()


async def kept(database: Database) -> list[str]:
    async with database.read() as connection:
        found = await connection.execute(select(facts.c.name).order_by(facts.c.name))
        return list(found.scalars())


async def test_when_a_statement_fails_nothing_is_kept(database: Database) -> None:
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


async def test_a_statement_is_dropped_with_its_transaction(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(_FACT.values(name="a", value=""))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with database.write() as connection:
        await connection.execute(_FACT.values(name="b", value=""))
    assert await kept(database) == ["b"]


async def test_in_a_savepoint_a_statement_fails_at_once(database: Database) -> None:
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


async def test_late_rows_are_written_together_or_not_at_all(database: Database) -> None:
    database.late.replace("first", [(_FACT, _ROWS)])
    await database.late.settle()
    assert await kept(database) == ["a", "b"]
    database.late.replace("second", [(_FACT, [{"name": "c", "value": ""}]), (insert(facts), _ROWS[:1])])
    with pytest.raises(IntegrityError):
        await database.late.settle()
    assert await kept(database) == ["a", "b"]
    database.late.replace("second", [(_DELETE, [{"its": "a"}, {"its": "b"}])])
    await database.late.settle()
    assert await kept(database) == []
