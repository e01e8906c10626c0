"""Opening, writing, reading and closing a database, and the error messages."""

import asyncio
import sqlite3
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from sqlalchemy import text

from data import engines
from data.database import Database, look_at, open_database
from data.location import DatabaseError
from data.migrate import SchemaState
from data.people.store import SqlProgramState
from data.tables.store import SqlTables
from tests.data.broken import breakable
from tests.data.fresh import NEWEST
from tests.data.tables import row

WRITERS, TURNS = 8, 100


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Return the URL of an SQLite file, since these tests are about SQLite."""
    return f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"


async def pragma(database: Database, name: str) -> object:
    async with database.read() as connection:
        return (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()


async def test_connections_are_set_up_to_lose_nothing(database: Database) -> None:
    assert await pragma(database, "journal_mode") == "wal"
    assert await pragma(database, "synchronous") == 2  # FULL
    assert await pragma(database, "foreign_keys") == 1
    assert await pragma(database, "secure_delete") == 1


async def test_the_write_ahead_log_is_emptied_once_readers_are_gone_without_blocking_writers(
    database: Database, elsewhere: Database, tmp_path: Path
) -> None:
    store = SqlTables(database)
    async with elsewhere.read() as connection:
        await connection.exec_driver_sql("SELECT * FROM tables")
        await store.create(row(channel=1), 1)
        scrubbing = asyncio.create_task(database.scrub())
        for number in range(2, 5):
            await store.create(row(channel=number), number)
        assert not scrubbing.done()
    await scrubbing
    assert (tmp_path / "remik.db-wal").stat().st_size == 0


@pytest.mark.slow
async def test_eight_writers_that_read_first_lose_none_of_800_transactions(url: str) -> None:
    databases = [await open_database(url) for _ in range(WRITERS)]
    try:
        made = await SqlTables(databases[0]).create(row(), 1)

        async def count_up(database: Database) -> None:
            for _ in range(TURNS):
                async with database.write() as connection:
                    found = await connection.exec_driver_sql("SELECT version FROM tables")
                    await connection.exec_driver_sql("UPDATE tables SET version = ?", (found.scalar_one() + 1,))

        await asyncio.gather(*map(count_up, databases))
        loaded = await SqlTables(databases[0]).load(made.id)
        assert loaded is not None
        assert loaded[0].version == WRITERS * TURNS
    finally:
        for database in databases:
            await database.close()


async def test_a_writer_holds_the_lock_from_its_first_statement(url: str) -> None:
    """A deferred transaction would lock only at its first write, when another one may have changed what it read."""
    first, second = await open_database(url), await open_database(url)
    try:
        async with first.write() as connection:
            await connection.exec_driver_sql("SELECT 1")
            other = asyncio.create_task(SqlTables(second).create(row(), 1))
            done, _ = await asyncio.wait([other], timeout=0.2)
            assert not done
            assert await SqlTables(second).in_channel(row().home.channel) is None  # readers don't wait
        assert (await other).id
    finally:
        await first.close()
        await second.close()


async def test_a_failed_transaction_leaves_nothing(database: Database, store: SqlTables) -> None:
    async def fail_late() -> None:
        async with database.write() as connection:
            await connection.exec_driver_sql("DELETE FROM tables")
            await connection.exec_driver_sql("SELECT nonsense")

    await store.create(row(), 1)
    with pytest.raises(DatabaseError, match="nonsense"):
        await fail_late()
    assert await store.in_channel(row().home.channel) is not None


async def test_a_read_sees_one_snapshot(database: Database, store: SqlTables) -> None:
    await store.create(row(), 1)
    async with database.read() as connection:
        count = "SELECT count(*) FROM tables"
        before = (await connection.exec_driver_sql(count)).scalar_one()
        await store.create(row(channel=2), 2)
        assert (await connection.exec_driver_sql(count)).scalar_one() == before


@pytest.mark.slow
async def test_several_processes_open_a_new_file_at_once(url: str) -> None:
    code = (
        "import asyncio, sys\n"
        "from data import engines\n"
        "from data.database import open_database\n"
        "engines.PATIENCE = 300  # a slow machine takes a minute for the others' migrations\n"
        "async def main():\n"
        "    await (await open_database(sys.argv[1])).close()\n"
        "asyncio.run(main())\n"
    )
    running = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", code, url, stderr=subprocess.PIPE) for _ in range(3)
    ]
    ends = [(await process.communicate())[1].decode() for process in running]
    assert ends == [""] * 3
    assert await look_at(url) == SchemaState(NEWEST, NEWEST)


@pytest.mark.slow
@pytest.mark.parametrize("leave", ["await database.close()", "raise SystemExit(0)", "reading.send(None)"])
async def test_the_process_ends(url: str, leave: str) -> None:
    """A driver's thread that isn't stopped would keep the process running, even after an error."""
    code = (
        "import asyncio, sys\n"
        "from data.database import open_database\n"
        "from data.tables.store import SqlTables\n"
        "async def main():\n"
        "    database = await open_database(sys.argv[1])\n"
        "    assert await SqlTables(database).in_channel(1) is None\n"
        "    reading = SqlTables(database).in_channel(1).__await__()\n"
        f"    {leave}\n"
        "asyncio.run(main())\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-W", "ignore", "-c", code, url)
    assert await process.wait() == 0


async def test_a_closed_database_raises_a_clear_error(url: str) -> None:
    database = await open_database(url)
    store = SqlTables(database)
    await database.close()
    for attempt in (store.load(1), store.create(row(), 1), store.seen(1)):
        with pytest.raises(DatabaseError, match="is closed"):
            await attempt


async def said(url: str) -> str:
    with pytest.raises(DatabaseError) as caught:
        await open_database(url)
    with pytest.raises(DatabaseError) as looked:
        await look_at(url)
    assert "\n" not in str(caught.value)
    assert str(looked.value) == str(caught.value)
    return str(caught.value)


async def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("Ala: 12, Bob: 104\n" * 100, encoding="utf-8")
    assert "is no database" in await said(f"sqlite+aiosqlite:///{path}")
    assert path.read_text(encoding="utf-8").startswith("Ala: 12")


async def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (name)")
    connection.close()
    assert "another program" in await said(f"sqlite+aiosqlite:///{path}")


async def test_a_missing_folder_and_a_folder_instead_of_a_file_are_refused(tmp_path: Path) -> None:
    assert "doesn't exist" in await said(f"sqlite+aiosqlite:///{tmp_path / 'nowhere' / 'remik.db'}")
    assert "is a folder" in await said(f"sqlite+aiosqlite:///{tmp_path}")


async def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(DatabaseError, match="can't be written"):
        await open_database(f"sqlite+aiosqlite:///file:{tmp_path / 'empty.db'}?mode=ro&uri=true")


async def test_a_file_locked_by_another_program_is_reported(
    url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await database.close()
    monkeypatch.setattr(engines, "PATIENCE", 0.05)
    holder = sqlite3.connect(url.removeprefix("sqlite+aiosqlite:///"), isolation_level=None)
    try:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError, match="is locked by another program"):
            await open_database(url)
    finally:
        holder.close()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("nonsense", "isn't valid"),
        ("postgresql+asyncpg://me:hunter2@host:port/name", "isn't valid"),
        ("mysql://me:hunter2@host/name", "mysql isn't a supported database"),
        ("sqlite:///remik.db", "sqlite isn't a supported database"),
        ("sqlite+aiosqlite://", "in memory"),
        ("sqlite+aiosqlite:///:memory:", "in memory"),
    ],
)
async def test_an_unsupported_database_url_is_refused(wrong: str, sentence: str) -> None:
    told = await said(wrong)
    assert sentence in told
    assert "hunter2" not in told


async def test_postgresql_without_its_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.location.find_spec", lambda _: None)
    assert "'.[postgres]'" in await said("postgresql+asyncpg://me:hunter2@127.0.0.1:1/remik")


async def test_a_database_server_that_does_not_answer_is_reported() -> None:
    told = await said("postgresql+asyncpg://me:hunter2@127.0.0.1:1/remik")
    assert "can't be reached" in told
    assert "check that the server runs" in told
    assert "hunter2" not in told


@pytest.mark.parametrize(
    ("why", "advice"),
    [
        ("disk I/O error", "check the disk"),
        ("database or disk is full", "free some space"),
        ("attempt to write a readonly database", "check who owns the file"),
        ("database is locked", "stop that program"),
        ("database disk image is malformed", "restore a backup"),
    ],
)
async def test_a_failed_write_says_what_to_do(
    database: Database, monkeypatch: pytest.MonkeyPatch, why: str, advice: str
) -> None:
    disk = breakable(monkeypatch)
    with disk.broken(why), pytest.raises(DatabaseError, match=advice):
        await SqlProgramState(database).put("a fact", "a value")
    await SqlProgramState(database).put("a fact", "a value")


async def test_the_values_of_a_failed_statement_are_in_no_error_and_so_in_no_log(database: Database) -> None:
    with pytest.raises(DatabaseError) as caught:
        async with database.write() as connection:
            await connection.execute(text("INSERT INTO nowhere VALUES (:typed)"), {"typed": "Mira" + "belle"})
    told = "".join(traceback.format_exception(caught.value))
    assert "nowhere" in told
    assert "Mirabelle" not in told
