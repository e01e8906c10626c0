"""Moving from SQLite to PostgreSQL: everything arrives, or nothing does."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from data.database import Database, open_database
from data.location import DatabaseError
from data.moving import move
from data.process_lock import only_bot
from data.schema import metadata, presets
from data.tables.store import SqlTables
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url
from tests.data.tables import row
from tests.earlier.kept import NOVEMBER_2026, database_of

NOWHERE = "postgresql+asyncpg://me:hunter2@127.0.0.1:1/remik"


def silent(*_: object) -> None:
    """Show nothing."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the database of an earlier version, with rows in most tables."""
    return database_of(NOVEMBER_2026, tmp_path)


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(tmp_path) as named:
        yield named


async def rows(database: Database) -> dict[str, set[str]]:
    """Read all tables."""
    async with database.read() as connection:
        return {
            table.name: {repr(tuple(found)) for found in await connection.execute(select(table))}
            for table in metadata.sorted_tables
        }


@pytest.mark.postgres
async def test_every_row_arrives_and_ids_go_on(file: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.moving._CHUNK", 7)
    source = await open_database(f"sqlite+aiosqlite:///{file}")
    async with source.write() as connection:
        for key in ("a", "B", "ä", "🂡", "z"):  # sorted differently by each database
            values: dict[str, Any] = {
                "guild": 1,
                "key": key,
                "name": key,
                "variant": "gin",
                "options": {},
                "user": 1,
                "at": 2**60,
            }
            await connection.execute(insert(presets).values(values))
        await connection.exec_driver_sql("UPDATE tables SET rematch = 3 WHERE id = 1")
        await connection.exec_driver_sql("UPDATE sqlite_sequence SET seq = 500 WHERE name = 'tables'")
    before = await rows(source)
    await source.close()
    shown: list[tuple[str, int, int]] = []
    counts = await move(file, url, lambda *now: shown.append(now))
    assert sum(counts.values()) == sum(map(len, before.values())) > 1000
    assert ("copying moves", counts["moves"], counts["moves"]) in shown
    database = await open_database(url)
    assert await rows(database) == before
    assert (await SqlTables(database).create(row(channel=1), 1)).id == 501
    await database.close()
    with pytest.raises(DatabaseError, match=r"isn't empty \(it has rows in .*tables.*\): name an empty database"):
        await move(file, url, silent)


@pytest.mark.postgres
async def test_a_move_that_ends_early_leaves_nothing_and_can_be_repeated(file: Path, url: str) -> None:
    def broken(work: str, *_: Any) -> None:  # noqa: ANN401 - not used
        if work == "comparing result_lines":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await move(file, url, broken)
    database = await open_database(url)
    assert not any((await rows(database)).values())
    await database.close()
    assert (await move(file, url, silent))["moves"]


@pytest.mark.postgres
async def test_rows_that_arrive_differently_are_noticed(file: Path, url: str) -> None:
    database = await open_database(url)
    async with database.write() as connection:
        await connection.exec_driver_sql("""CREATE FUNCTION shorten() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN NEW.text = left(NEW.text, 3); RETURN NEW; END $$""")
        await connection.exec_driver_sql(
            "CREATE TRIGGER shorten BEFORE INSERT ON moves FOR EACH ROW EXECUTE FUNCTION shorten()"
        )
    await database.close()
    with pytest.raises(DatabaseError, match="the rows of moves arrived differently"):
        await move(file, url, silent)


@pytest.mark.postgres
async def test_broken_references_and_running_bots_stop_a_move(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.process_lock._TRIES", 2)
    for used in (url, f"sqlite+aiosqlite:///{file}"):
        async with only_bot(used):
            with pytest.raises(DatabaseError, match="is used by a running bot"):
                await move(file, url, silent)
    await (await open_database(f"sqlite+aiosqlite:///{file}")).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE seats SET table_id = 999 WHERE table_id = 1")
    connection.close()
    with pytest.raises(DatabaseError, match=r"can't be moved .*`remik db check` lists its faults"):
        await move(file, url, silent)


async def test_what_cannot_be_moved_is_refused_before_a_connection_is_made(file: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("Ala: 12\n" * 100, encoding="utf-8")
    for wrong, url, sentence in (
        (file, f"sqlite+aiosqlite:///{tmp_path / 'new.db'}", "set REMIK_DATABASE_URL to the PostgreSQL database"),
        (tmp_path / "missing.db", NOWHERE, "doesn't exist"),
        (tmp_path / "notes.db", NOWHERE, "is no database"),
        (tmp_path, NOWHERE, "is a folder"),
        (file, NOWHERE, "can't be reached"),
    ):
        with pytest.raises(DatabaseError, match=sentence) as caught:
            await move(wrong, url, silent)
        assert "hunter2" not in str(caught.value)
    assert not (tmp_path / "missing.db").exists()
