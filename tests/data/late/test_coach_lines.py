"""The store of the coach's lines: none is given twice, lines are stored late, and finished games are counted."""

from pathlib import Path

import pytest
from sqlalchemy import select

from bot.play.state.people import Coached
from bot.play.state.values import Status
from bot.rummy.families import Variant
from data import database as late_rows
from data.database import Database, open_database
from data.location import DatabaseError
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.schema import coach_lines
from data.tables.store import SqlTables
from tests.data.fresh import fresh_url
from tests.data.tables import ALA, row


async def stored(database: Database) -> set[tuple[int, str]]:
    async with database.read() as connection:
        return {(user, line) for user, line in await connection.execute(select(coach_lines))}


async def test_a_line_is_given_once_and_finished_games_are_counted(tmp_path: Path) -> None:
    async with fresh_url(tmp_path) as url:
        first = await open_database(url)
        store = SqlPeople(first)
        assert await store.coached(ALA.user, [Variant.GIN]) == Coached(0, frozenset())
        assert store.give(ALA.user, "safest")
        assert not store.give(ALA.user, "safest")
        assert store.give(ALA.user + 1, "safest")
        assert await store.coached(ALA.user, [Variant.GIN]) == Coached(0, frozenset({"safest"})), "known at once"
        await SqlTables(first).create(row(status=Status.OVER), 1)
        await first.close()  # stores what waits
        second = await open_database(url)
        store = SqlPeople(second)
        assert store.give(ALA.user, "colors")
        assert await store.coached(ALA.user, [Variant.GIN]) == Coached(1, frozenset({"safest", "colors"}))
        assert (await store.coached(ALA.user, [Variant.GERMAN])).games == 0
        await second.close()


async def test_lines_are_stored_together_after_a_while_whether_they_are_new_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_rows, "DELAY", 0.01)
    async with fresh_url(tmp_path) as url:
        databases = await open_database(url), await open_database(url)
        stores = [SqlPeople(database) for database in databases]
        for store in stores:
            assert store.give(ALA.user, "safest")
        assert stores[1].give(ALA.user, "colors")
        while await stored(databases[0]) != {(ALA.user, "safest"), (ALA.user, "colors")}:
            pass
        assert stores[0].give(ALA.user, "knock"), "later lines are stored as well"
        while (ALA.user, "knock") not in await stored(databases[0]):
            pass
        for database in databases:
            await database.close()


async def test_lines_wait_while_the_database_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_rows, "DELAY", 0.01)
    database = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    fails = True

    def check() -> None:
        if fails:
            raise DatabaseError("the disk is full")

    monkeypatch.setattr(database, "_must_be_there", check)
    SqlPeople(database).give(ALA.user, "safest")
    with pytest.raises(DatabaseError):
        await database.late.settle()
    fails = False
    while not await stored(database):
        pass
    await database.close()


async def test_lines_that_wait_are_exported_and_deleted_too(tmp_path: Path) -> None:
    database = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    store = SqlPeople(database)
    personal_data = SqlPersonalData(database, SqlServers(database), SqlPeople(database))
    store.give(ALA.user, "safest")
    held = await personal_data.held(ALA.user)
    assert held["coach_lines"] == [{"user": str(ALA.user), "line": "safest"}]
    store.give(ALA.user, "colors")
    await personal_data.forget(ALA.user, lambda: -1)
    await database.close()
    again = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    assert not await stored(again)
    await again.close()
