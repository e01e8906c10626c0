"""Databases whose schema someone or something has changed: `db check` names the change, and none is restored."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from data.checkup import check_up
from data.database import open_database
from data.location import DatabaseError
from data.migrate import MIGRATIONS
from data.restore import restore
from tests.data.fresh import NEWEST, NO_SERVER, POSTGRES, fresh_url, ready_file
from tests.earlier.kept import NOVEMBER_2026, database_of


def rewrite(name: str, old: str, new: str) -> str:
    """Return statements that change the text of a table's or an index's definition, without touching its rows."""
    old, new = (text.replace("'", "''") for text in (old, new))
    return f"""PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, '{old}', '{new}') WHERE name = '{name}';"""  # noqa: S608


SAVED = "BEFORE INSERT ON tables BEGIN SELECT 1; END"
ZEROES = "AFTER INSERT ON tables BEGIN UPDATE tables SET secret = zeroblob(32) WHERE id = new.id; END"
DOCTORED: tuple[tuple[str, str, str], ...] = (
    # tables
    ("a table dropped", "DROP TABLE lessons", "the table lessons is missing"),
    ("the log dropped", "DROP TABLE moves", "the table moves is missing"),
    ("tables dropped", "PRAGMA foreign_keys = OFF; DROP TABLE tables", "the table tables is missing"),
    ("a table renamed", "ALTER TABLE facts RENAME TO fact", "the table facts is missing"),
    ("a table added", "CREATE TABLE songs (name)", "the table songs doesn't belong there"),
    ("a quoted name", 'CREATE TABLE "a""b\n" (name)', 'the table a"b\\n doesn\'t belong there'),
    ("a virtual table", "CREATE VIRTUAL TABLE words USING fts5(text)", "the table words doesn't belong there"),
    ("a view for a table", "DROP TABLE facts; CREATE VIEW facts AS SELECT 1 AS name, 2 AS value", "the view facts"),
    ("strict", "DROP TABLE facts; CREATE TABLE facts (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT",
     "the table facts is STRICT rather than plain"),
    ("with rowids", "DROP TABLE lessons; CREATE TABLE lessons (user BIGINT NOT NULL, lesson VARCHAR(20) NOT NULL, "
     "step INTEGER NOT NULL, PRIMARY KEY (user, lesson))", "the table lessons is plain rather than WITHOUT ROWID"),
    ("without rowids", "DROP TABLE people; CREATE TABLE people (user BIGINT PRIMARY KEY NOT NULL) WITHOUT ROWID",
     "the table people is WITHOUT ROWID"),
    ("ids used again", rewrite("tables", "AUTOINCREMENT", ""), "the table tables is plain rather than AUTOINCREMENT"),
    # columns
    ("a column dropped", "ALTER TABLE moves DROP COLUMN at", "the column at of moves is missing"),
    ("secrets dropped", "ALTER TABLE tables DROP COLUMN secret", "the column secret of tables is missing"),
    ("a new column dropped", "ALTER TABLE seats DROP COLUMN cut_number", "the column cut_number of seats is missing"),
    ("a column renamed", "ALTER TABLE moves RENAME COLUMN text TO line", "the column text of moves is missing"),
    ("a column added", "ALTER TABLE seats ADD COLUMN note", "the column note of seats doesn't belong there"),
    ("a column computed", "ALTER TABLE seats ADD COLUMN note AS (user + 1)", "the column note of seats"),
    ("another type", rewrite("tables", "secret BLOB", "secret TEXT"), "the column secret of tables is TEXT NOT NULL"),
    ("a shorter type", rewrite("tables", "status VARCHAR(10)", "status VARCHAR(9)"), "the column status of tables"),
    ("no type", rewrite("moves", "at BIGINT", "at"), "the column at of moves is NOT NULL rather than BIGINT"),
    ("no alias of rowid", "DROP TABLE departures; CREATE TABLE departures (guild INT NOT NULL PRIMARY KEY, at BIGINT "
     "NOT NULL)", "the column guild of departures is INT NOT NULL"),
    ("nothing allowed", rewrite("moves", "at BIGINT NOT NULL", "at BIGINT"), "the column at of moves is BIGINT"),
    ("nothing refused", rewrite("tables", "guild BIGINT", "guild BIGINT NOT NULL"), "the column guild of tables"),
    ("another default", rewrite("people", "DEFAULT 1", "DEFAULT 0"), "DEFAULT 0 rather than"),
    ("no default", rewrite("tables", "settled BOOLEAN DEFAULT 0", "settled BOOLEAN"), "the column settled of tables"),
    ("a new default", rewrite("moves", "seat INTEGER NOT NULL", "seat INTEGER DEFAULT 0 NOT NULL"), "the column seat"),
    ("a random default", rewrite("moves", "at BIGINT NOT NULL", "at BIGINT DEFAULT (random()) NOT NULL"), "random"),
    # keys and constraints
    ("another key", "DROP TABLE lessons; CREATE TABLE lessons (user BIGINT NOT NULL, lesson VARCHAR(20) NOT NULL, "
     "step INTEGER NOT NULL, PRIMARY KEY (user)) WITHOUT ROWID", "the column lesson of lessons"),
    ("a key backwards", "DROP TABLE lessons; CREATE TABLE lessons (user BIGINT NOT NULL, lesson VARCHAR(20) NOT NULL, "
     "step INTEGER NOT NULL, PRIMARY KEY (user DESC, lesson)) WITHOUT ROWID", "the primary key (user DESC, lesson)"),
    ("seats twice", "DROP TABLE seats; CREATE TABLE seats (table_id INTEGER NOT NULL, seat INTEGER NOT NULL, user "
     "BIGINT NOT NULL, cut VARCHAR NOT NULL, level VARCHAR(10), name VARCHAR, cut_number INTEGER DEFAULT '0' NOT NULL, "
     "PRIMARY KEY (table_id, seat), FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE) WITHOUT ROWID; "
     "CREATE INDEX ix_seats_user ON seats (user)", "the key (table_id, user) of seats is missing"),
    ("a replacing key", "DROP TABLE facts; CREATE TABLE facts (name VARCHAR(100) NOT NULL, value VARCHAR NOT NULL, "
     "PRIMARY KEY (name) ON CONFLICT REPLACE)", "on conflict replace"),
    ("rows that stay", rewrite("moves", "ON DELETE CASCADE", ""), "of moves is missing"),
    ("rows that block", rewrite("seats", "ON DELETE CASCADE", "ON DELETE SET NULL"), "ON DELETE SET NULL of seats"),
    ("another parent", rewrite("changes", "REFERENCES tables (id)", "REFERENCES leagues (id)"), "to leagues (id)"),
    ("no parent", rewrite("tables", "CONSTRAINT fk_tables_rematch FOREIGN KEY(rematch) REFERENCES tables (id)",
     "CHECK (1)"), "of tables is missing"),
    ("one more parent", "ALTER TABLE seats ADD COLUMN x INTEGER REFERENCES fixtures (id)", "(x) to fixtures (id)"),
    ("late checks", rewrite("moves", "ON DELETE CASCADE", "ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"),
     "deferrable initially deferred"),
    ("a check", rewrite("moves", "seat INTEGER NOT NULL", "seat INTEGER NOT NULL CHECK (seat < 2)"), "check ("),
    ("a named check", rewrite("moves", "CONSTRAINT uq_moves", "CONSTRAINT x CHECK (seq < 9), CONSTRAINT uq_moves"),
     "check ( seq < 9 )"),
    ("another order", rewrite("facts", "value VARCHAR", "value VARCHAR COLLATE NOCASE"), "collate nocase"),
    # indexes
    ("an index dropped", "DROP INDEX ix_seats_user", "the index ix_seats_user of seats is missing"),
    ("two games in a channel", "DROP INDEX uq_tables_open_channel", "the index uq_tables_open_channel of tables is"),
    ("not unique", "DROP INDEX uq_tables_open_channel; CREATE INDEX uq_tables_open_channel ON tables (channel) "
     "WHERE status IN ('lobby', 'playing')", "rather than UNIQUE (channel) WHERE"),
    ("unique", "DROP INDEX ix_seats_user; CREATE UNIQUE INDEX ix_seats_user ON seats (user)", "is UNIQUE (user)"),
    ("fewer rows", "DROP INDEX uq_tables_open_channel; CREATE UNIQUE INDEX uq_tables_open_channel ON tables (channel) "
     "WHERE status IN ('lobby')", "WHERE status in ( 'lobby' ) rather than"),
    ("all rows", "DROP INDEX ix_tables_unsettled; CREATE INDEX ix_tables_unsettled ON tables (id)", "is (id) rather"),
    ("another column", "DROP INDEX ix_seats_user; CREATE INDEX ix_seats_user ON seats (name)", "is (name) rather"),
    ("backwards", "DROP INDEX ix_seats_user; CREATE INDEX ix_seats_user ON seats (user DESC)", "is (user DESC) rather"),
    ("without case", "DROP INDEX ix_seats_user; CREATE INDEX ix_seats_user ON seats (user COLLATE NOCASE)", "NOCASE"),
    ("an expression", "DROP INDEX ix_seats_user; CREATE INDEX ix_seats_user ON seats (user + 1)", "user + 1"),
    ("an index added", "CREATE UNIQUE INDEX one_host ON tables (host)", "the index one_host of tables doesn't belong"),
    # triggers and views
    ("zeroed secrets", f"CREATE TRIGGER t {ZEROES}", "the trigger t of tables doesn't belong there"),
    ("a trigger with our name", f"CREATE TRIGGER tables {SAVED}", "the trigger tables of tables"),
    ("moves swallowed", "CREATE TRIGGER t BEFORE INSERT ON moves BEGIN SELECT RAISE(IGNORE); END", "t of moves"),
    ("deletions undone", "CREATE TRIGGER t BEFORE DELETE ON people BEGIN SELECT RAISE(IGNORE); END", "the trigger t"),
    ("a trigger with a name of SQLite's", f"CREATE TRIGGER t {ZEROES};" + rewrite("t", "TRIGGER t", "TRIGGER sqlite_t")
     .replace(" WHERE", ", name = 'sqlite_t' WHERE"), "the trigger sqlite_t of tables"),
    ("a view with a name of SQLite's", "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('view', "
     "'sqlite_v', 'sqlite_v', 0, 'CREATE VIEW sqlite_v AS SELECT secret FROM tables')", "the view sqlite_v"),
    ("a view", "CREATE VIEW hands AS SELECT secret FROM tables", "the view hands doesn't belong there"),
    ("a view that is written", "CREATE VIEW v AS SELECT 1 AS a; CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN "
     "DELETE FROM moves; END", "the view v doesn't belong there"),
    # revisions
    ("an older revision", "UPDATE remik_version SET version_num = '0012'", "the table starts doesn't belong there"),
    ("the first revision", "UPDATE remik_version SET version_num = '0001'", "doesn't belong there"),
    ("two revisions", "INSERT INTO remik_version VALUES ('0001')", "has 2 revisions in remik_version"),
)  # fmt: skip


async def faults_of(url: str) -> list[str]:
    return list((await check_up(url, lambda _: None, lambda *_: None)).faults)


def doctor(path: Path, statements: str) -> None:
    def state() -> list[tuple[object, ...]]:
        return connection.execute(
            "SELECT sql, rootpage FROM sqlite_master UNION ALL SELECT *, 0 FROM remik_version"
        ).fetchall()

    with sqlite3.connect(path) as connection:
        before = state()
        connection.executescript(statements)
        assert state() != before, "nothing was doctored"
    connection.close()


def test_there_are_fifty_doctored_databases() -> None:
    assert len({statements for _, statements, _ in DOCTORED}) >= 50


@pytest.mark.parametrize(
    ("statements", "sentence"), [(a, b) for _, a, b in DOCTORED], ids=[name for name, *_ in DOCTORED]
)
async def test_a_doctored_database_is_found_and_not_restored(tmp_path: Path, statements: str, sentence: str) -> None:
    path = await ready_file(tmp_path)
    doctor(path, statements)
    url = f"sqlite+aiosqlite:///{path}"
    try:
        found = "\n".join(await faults_of(url))
    except DatabaseError as error:
        found = str(error)
    assert sentence in found
    with pytest.raises(DatabaseError) as caught:
        await restore(f"sqlite+aiosqlite:///{tmp_path / 'other.db'}", path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).isprintable()
    assert not (tmp_path / "other.db").exists()


def stopped_at(revision: str, folder: Path) -> Path:
    """Return a copy of the migrations up to a revision."""
    later = [path.name for path in (MIGRATIONS / "versions").glob("v*.py") if path.stem[1:5] > revision]
    return Path(shutil.copytree(MIGRATIONS, folder / revision, ignore=shutil.ignore_patterns("__pycache__", *later)))


@pytest.mark.parametrize("first", ["0001", "0003", "0007"])
async def test_a_database_that_was_migrated_in_several_steps_is_in_order(tmp_path: Path, first: str) -> None:
    path = tmp_path / "remik.db"
    url = f"sqlite+aiosqlite:///{path}"
    for revision in (first, "0008", NEWEST):
        await (await open_database(url, migrations=stopped_at(revision, tmp_path))).close()
        assert await faults_of(url) == []
        await restore(f"sqlite+aiosqlite:///{tmp_path / 'other.db'}", path)


async def test_the_database_of_an_earlier_version_is_in_order_until_it_is_doctored(tmp_path: Path) -> None:
    path = database_of(NOVEMBER_2026, tmp_path)
    url = f"sqlite+aiosqlite:///{path}"
    assert await faults_of(url) == []
    doctor(path, f"CREATE TRIGGER t {ZEROES}")
    assert await faults_of(url) == ["schema: the trigger t of tables doesn't belong there"]
    with pytest.raises(DatabaseError, match="the trigger t of tables"):
        await restore(f"sqlite+aiosqlite:///{tmp_path / 'other.db'}", path)


async def test_spelling_and_names_of_constraints_do_not_matter(tmp_path: Path) -> None:
    path = await ready_file(tmp_path)
    doctor(
        path, rewrite("seats", "CONSTRAINT uq_seats_table_id_user UNIQUE (table_id, user)", 'unique([table_id],"USER")')
    )
    doctor(path, rewrite("tables", "id INTEGER NOT NULL", "`id`  integer /* ours, */ not null -- a (number\n"))
    doctor(path, rewrite("uq_tables_open_channel", "WHERE status IN", 'where "status"  in'))
    doctor(path, "DROP TABLE lessons; CREATE TABLE lessons (step INTEGER NOT NULL, lesson VARCHAR(20) NOT NULL, user "
           "BIGINT NOT NULL, PRIMARY KEY (user, lesson)) WITHOUT ROWID; ANALYZE")  # fmt: skip
    assert await faults_of(f"sqlite+aiosqlite:///{path}") == []


@pytest.mark.postgres
@pytest.mark.parametrize("first", ["0007", NEWEST])
async def test_a_doctored_database_of_a_server_is_found(tmp_path: Path, first: str) -> None:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    changes = {
        "ALTER TABLE moves DROP COLUMN text": "the column text of moves is missing",
        "CREATE FUNCTION zeroes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'": "",
        "CREATE TRIGGER t BEFORE INSERT ON tables EXECUTE FUNCTION zeroes()": "the trigger t of tables doesn't belong",
        "ALTER TABLE tables ALTER version SET DEFAULT 5": "the column version of tables is integer NOT NULL DEFAULT 5",
        "DROP INDEX uq_tables_open_channel": "the index uq_tables_open_channel of tables is missing",
        "ALTER TABLE seats DROP CONSTRAINT uq_seats_table_id_user": '(table_id, "user") of seats is missing',
        "ALTER TABLE seats ADD CHECK (seat < 2)": "the constraint CHECK ((seat < 2)) of seats doesn't belong there",
        "CREATE RULE r AS ON DELETE TO facts DO INSTEAD NOTHING": "the rule r of facts doesn't belong there",
        "ALTER TABLE people ENABLE ROW LEVEL SECURITY": "the table people is ROW LEVEL SECURITY rather than plain",
        "CREATE VIEW hands AS SELECT secret FROM tables": "the view hands doesn't belong there",
        "DROP TABLE servers": "the table servers is missing",
    }
    async with fresh_url(tmp_path) as url:
        database = await open_database(url, migrations=stopped_at(first, tmp_path))
        assert await faults_of(url) == []
        async with database.write() as connection:
            for statement in changes:
                await connection.exec_driver_sql(statement)
        found = "\n".join(await faults_of(url))
        await database.close()
    assert [sentence for sentence in changes.values() if sentence not in found] == []
    other = {"the index uq_seats_table_id_user of seats is missing"}  # the key's
    assert found.count("\n") + 1 == len({*filter(None, changes.values()), *other})


@pytest.mark.postgres
async def test_a_schema_that_cannot_be_compared_is_a_fault(tmp_path: Path) -> None:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(tmp_path) as url:
        await (await open_database(url)).close()
        found = await faults_of(f"{url}?options=-c%20default_transaction_read_only%3Don")
    reason = "cannot execute CREATE SCHEMA in a read-only transaction"
    assert found == [f"schema: not compared ({reason}): check as the owner of the database"]
