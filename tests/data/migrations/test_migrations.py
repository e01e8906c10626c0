"""Migrations create the right schema and keep all data."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.state.values import Status, TurnClock
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from data.database import Database, look_at, open_database
from data.location import DatabaseError, NewerDatabaseError
from data.migrate import MIGRATIONS, SchemaState
from data.tables.store import SqlTables
from tests.data.fresh import NEWEST
from tests.data.tables import ALA, BOB, append, line, row

ROOT = Path(__file__).parents[3]
NEXT = f"{int(NEWEST) + 1:04}"
REBUILD = f"""
from alembic import op
import sqlalchemy as sa

revision, down_revision, branch_labels, depends_on = "{NEXT}", "{NEWEST}", None, None

def upgrade():
    with op.batch_alter_table("tables", recreate="always") as batch:
        batch.add_column(sa.Column("note", sa.String))
"""
FIRST_ROWS = """
INSERT INTO tables VALUES (1, 4611686018427387911, 1, 4611686018427387904, 'gin', '{}', 'slow', 4611686018427387905,
    x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'playing', 1800000000000, 5, 6, NULL, 3);
INSERT INTO tables VALUES (2, 4611686018427387911, 2, 4611686018427387904, 'hollywood',
    '{"tie": "void", "play_out": false}', 'slow', 4611686018427387905,
    x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'playing', 1800000000000, 5, 6, NULL, 3);
INSERT INTO seats SELECT id, 0, 4611686018427387904, 'Ala', 'pik' FROM tables;
INSERT INTO seats SELECT id, 1, 4611686018427387905, 'Bob', 'kier' FROM tables;
INSERT INTO moves VALUES (1, 0, 0, 'pass', 9, 1800000000000);
"""
BREAK = "\n".join([REBUILD, '    op.execute("UPDATE seats SET table_id = 999")'])
FAIL = "\n".join([REBUILD, '    op.execute("SELECT nonsense")'])


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Return the URL of an SQLite file, since these tests are about SQLite."""
    return f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"


@pytest.fixture
def next_version(tmp_path: Path) -> Path:
    """Return a copy of the migrations, to which tests add a step."""
    return Path(shutil.copytree(MIGRATIONS, tmp_path / "100% next", ignore=shutil.ignore_patterns("__pycache__")))


def path_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite+aiosqlite:///"))


async def kept_table(url: str) -> None:
    """Store a table with two seats and a move."""
    database = await open_database(url)
    store = SqlTables(database)
    made = await store.create(row(seats=(ALA, BOB)), 1)
    await append(store, made.id, line(0, 2))
    await database.close()


async def contents(url: str, migrations: Path = MIGRATIONS) -> object:
    database = await open_database(url, migrations=migrations)
    try:
        return await SqlTables(database).load(1)
    finally:
        await database.close()


def test_there_is_one_newest_version() -> None:
    numbers = sorted(path.stem.split("_")[0] for path in (MIGRATIONS / "versions").glob("v*.py"))
    assert numbers == [f"v{n:04}" for n in range(1, len(numbers) + 1)]


async def test_sqlite_has_autoincrement_and_rowid_as_the_schema_says(database: Database) -> None:
    """Comparing schemas doesn't detect these properties."""
    async with database.read() as connection:
        found = await connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL")
        made = {line.name: str(line.sql) for line in found}
    assert "WITHOUT ROWID" in made["moves"]
    assert "WITHOUT ROWID" in made["seats"]
    assert "AUTOINCREMENT" in made["tables"]
    assert "WHERE status IN ('lobby', 'playing')" in made["uq_tables_open_channel"]
    assert made["changes"].count("CASCADE") + made["moves"].count("CASCADE") + made["seats"].count("CASCADE") == 3


async def test_a_second_start_changes_nothing_and_makes_no_backup(url: str) -> None:
    await kept_table(url)
    before = path_of(url).read_bytes()
    await contents(url)
    assert path_of(url).read_bytes() == before
    assert not list(path_of(url).parent.glob("*.before-*"))


async def test_tables_of_the_first_version_are_read_as_they_were_written(url: str, tmp_path: Path) -> None:
    """The rows are written as that version did, with their options."""
    first = Path(
        shutil.copytree(MIGRATIONS, tmp_path / "first", ignore=shutil.ignore_patterns("v000[2-9]*", "v00[1-9]*"))
    )
    await (await open_database(url, migrations=first)).close()
    assert await look_at(url) == SchemaState("0001", NEWEST)
    with sqlite3.connect(path_of(url)) as connection:
        connection.executescript(FIRST_ROWS)
    connection.close()
    database = await open_database(url)
    store = SqlTables(database)
    loaded = [await store.load(table) for table in (1, 2)]
    await database.close()
    options = (options_for(Variant.GIN), options_for(Variant.HOLLYWOOD, {"tie": "void", "play_out": False}))
    kept = [
        replace(
            row(channel=n, status=Status.PLAYING, seats=(ALA, BOB), options=options[n - 1], invited=(BOB.user,)),
            clock=TurnClock(None, (0, 0)),
            id=n,
            message=5,
            message_at=6,
            version=3,
        )
        for n in (1, 2)
    ]
    rows = [table and replace(table[0], touched_at=kept[0].touched_at) for table in loaded]  # see test_third_version
    assert rows == kept
    assert [table and table[1] for table in loaded] == [(line(0, 9, "pass"),), ()]


async def test_rows_survive_the_rebuilding_of_a_table_that_they_refer_to(url: str, next_version: Path) -> None:
    """With foreign keys on, dropping the old table would delete the rows that refer to it."""
    await kept_table(url)
    before = await contents(url)
    (next_version / "versions" / f"v{NEXT}_note.py").write_text(REBUILD, encoding="utf-8")
    assert await contents(url, next_version) == before
    with sqlite3.connect(path_of(url)) as connection:
        assert connection.execute("SELECT count(*) FROM seats").fetchone() == (2,)
        assert connection.execute("SELECT note FROM tables").fetchone() == (None,)
        assert connection.execute("SELECT version_num FROM remik_version").fetchone() == (NEXT,)
    connection.close()


async def test_a_backup_is_made_before_anything_changes(url: str, next_version: Path) -> None:
    await kept_table(url)
    before = await contents(url)
    (next_version / "versions" / f"v{NEXT}_note.py").write_text(REBUILD, encoding="utf-8")
    await contents(url, next_version)
    backup = path_of(url).with_name(f"remik.db.before-{NEXT}")
    assert await look_at(f"sqlite+aiosqlite:///{backup}") == SchemaState(NEWEST, NEWEST)
    assert await contents(f"sqlite+aiosqlite:///{backup}") == before
    assert not list(backup.parent.glob("*.part"))


@pytest.mark.parametrize(("step", "sentence"), [(FAIL, "nonsense"), (BREAK, "rows would refer to missing rows")])
async def test_a_failed_migration_changes_nothing(url: str, next_version: Path, step: str, sentence: str) -> None:
    await kept_table(url)
    before = await contents(url)
    (next_version / "versions" / f"v{NEXT}_note.py").write_text(step, encoding="utf-8")
    with pytest.raises(DatabaseError, match=sentence):
        await open_database(url, migrations=next_version)
    assert await look_at(url) == SchemaState(NEWEST, NEWEST)
    assert await contents(url) == before


async def test_a_database_of_a_newer_version_is_refused_and_unchanged(url: str, next_version: Path) -> None:
    await kept_table(url)
    (next_version / "versions" / f"v{NEXT}_note.py").write_text(REBUILD, encoding="utf-8")
    await contents(url, next_version)
    before = path_of(url).read_bytes()
    for attempt in (open_database(url), look_at(url)):
        with pytest.raises(NewerDatabaseError, match=f"its schema is {NEXT}, the newest known here is {NEWEST}"):
            await attempt
    assert path_of(url).read_bytes() == before


async def test_a_backup_made_while_others_write_is_consistent(url: str, next_version: Path) -> None:
    """Each transaction writes two rows. A copy made step by step could contain only one of them."""
    await kept_table(url)
    (next_version / "versions" / f"v{NEXT}_note.py").write_text(REBUILD, encoding="utf-8")
    writer = await open_database(url)
    written = 0

    async def write_on() -> None:
        nonlocal written
        store = SqlTables(writer)
        while True:
            await store.create(row(channel=1000 + written), 1000 + written)
            written += 1

    writing = asyncio.create_task(write_on())
    while written < 5:  # noqa: ASYNC110 - waits for the condition, not for a time
        await asyncio.sleep(0)
    migrated = await open_database(url, migrations=next_version)
    writing.cancel()
    await asyncio.wait([writing])
    await migrated.close()
    await writer.close()
    with sqlite3.connect(path_of(url).with_name(f"remik.db.before-{NEXT}")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
        (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
        (changes,) = copy.execute("SELECT count(*) FROM changes").fetchone()
    copy.close()
    assert tables == changes >= 6


@pytest.mark.slow
def test_migrations_run_from_an_installed_package(tmp_path: Path) -> None:
    """Only the wheel's files are used, from another folder, without alembic.ini."""
    for part in ("bot", "data"):
        shutil.copytree(ROOT / part, tmp_path / "site" / part)
    code = (
        "import asyncio, data.database\n"
        "assert 'site' in data.database.__file__\n"
        "async def main():\n"
        "    await (await data.database.open_database('sqlite+aiosqlite:///remik.db')).close()\n"
        "asyncio.run(main())\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)  # noqa: S603
    assert (tmp_path / "remik.db").exists()
