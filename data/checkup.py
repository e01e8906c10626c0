"""Checks a database without changing it: its pages, its schema, references between rows, sizes, and its games."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from sqlalchemy import func, inspect, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from bot.play.state.game import replay
from bot.play.state.records import record_of
from bot.play.state.values import LogLine, Status, TableRow
from data.copies import Interrupt, beside, connect, in_thread
from data.database import Database, look_at
from data.engines import make_engine
from data.location import DatabaseError, Location, located, readable_errors
from data.migrate import SchemaState, server_faults, sqlite_faults
from data.schema import tables
from data.tables.rows import tables_with_logs

Show: TypeAlias = Callable[[str], None]
"""Shows what is being checked."""
ShowGames: TypeAlias = Callable[[int, int], None]
"""Shows how many of how many games have been replayed."""
MOST: Final = 20
"""How many faults of a kind are listed."""
_CHUNK: Final = 50
_PLAYED: Final = tables.c.status.in_((Status.PLAYING, Status.OVER))
_SIZES: Final = "SELECT tbl_name, sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name"
_SERVER_SIZE: Final = "SELECT pg_database_size(current_database())"
_NOT_ALLOWED: Final = ("42501", "25006")
"""PostgreSQL's codes for missing privileges, and for a server that can only be read."""
_TABLE_SIZE: Final = "SELECT pg_total_relation_size(quote_ident(:name)::regclass)"


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table's number of rows, and its bytes with its indexes if the database knows them."""

    name: str
    rows: int
    size: int | None


@dataclass(frozen=True, slots=True)
class Checkup:
    """What was found: bytes of the database, of SQLite's write-ahead log and of unused pages; games replayed; faults.

    ``pages`` is how many pages were checked, none of a server. ``games`` is None if games weren't replayed: that wasn't
    wanted, the schema is older, or the file is damaged.
    """

    schema: SchemaState
    size: int
    log_size: int
    unused: int
    pages: int
    sizes: Sequence[TableSize]
    games: int | None
    faults: Sequence[str]


async def check_up(url: str, show: Show, show_games: ShowGames, *, quick: bool = False) -> Checkup:
    """Check a database, which others may use meanwhile; its games unless ``quick``.

    DatabaseError if it can't be read at all.
    """
    location = located(url)
    schema = await look_at(url)
    if schema is None:
        raise DatabaseError(f"{location.name} doesn't exist yet; the first start creates it")
    if (revision := schema.revision) is None:
        raise DatabaseError(f"{location.name} is empty; the next start creates its tables")
    with readable_errors(location):
        if location.is_sqlite:
            found = await in_thread(lambda interrupt: _of_file(location, schema, revision, interrupt, show))
        else:
            found = await _of_server(location, schema, revision, show)
    if quick or revision != schema.newest or found.faults:
        return found
    games, faults = await _replayed(location, show_games)
    return replace(found, games=games, faults=faults)


def _of_file(location: Location, schema: SchemaState, revision: str, interrupt: Interrupt, show: Show) -> Checkup:
    """Check the pages, the schema and the references of an SQLite file, and measure it."""
    faults = list[str]()
    with interrupt.watching(connect(location)) as database:
        show("checking every page")
        found = [line for (line,) in database.execute(f"PRAGMA integrity_check({MOST})") if line != "ok"]
        faults += [f"damaged: {line}" for text in found for line in str(text).splitlines() if "in database" not in line]
        show("checking the schema and references")
        faults += sqlite_faults(database, revision)
        if not faults:  # keys of another schema may not even be readable
            broken = Counter((table, parent) for table, _, parent, _ in database.execute("PRAGMA foreign_key_check"))
            faults += [f"{table}: {_rows(count)} to missing rows of {to}" for (table, to), count in broken.items()]
        show("counting rows")
        ordinary = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        names = [name for (name,) in database.execute(ordinary)]
        sizes = dict[str, int]()
        with suppress(sqlite3.OperationalError):  # not every SQLite can measure tables
            sizes = dict(database.execute(_SIZES))
        counts = [
            TableSize(name, database.execute(f"SELECT count(*) FROM {_quoted(name)}").fetchone()[0], sizes.get(name))  # noqa: S608 - quoted
            for name in sorted(names)
            if not name.startswith("sqlite_")
        ]
        page, pages, unused = (
            database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "page_count", "freelist_count")
        )
    log = None if location.file is None else beside(location.file.resolve(), "-wal")
    log_size = 0 if log is None or not log.exists() else log.stat().st_size
    return Checkup(schema, page * pages, log_size, page * unused, pages, counts, None, faults)


def _rows(count: int) -> str:
    return "1 row refers" if count == 1 else f"{count:,} rows refer"


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


async def _of_server(location: Location, schema: SchemaState, revision: str, show: Show) -> Checkup:
    """Check the schema of a PostgreSQL database, which checks pages and references itself, and measure it."""
    engine = make_engine(location, unhurried=True, pooled=False)
    try:
        async with engine.connect() as connection:
            show("checking the schema")
            faults = await _schema_faults(connection, revision)
            show("counting rows")
            size = await connection.scalar(text(_SERVER_SIZE)) or 0
            counts = []
            for name in sorted(await connection.run_sync(lambda to: inspect(to).get_table_names())):
                rows = await connection.scalar(text(f"SELECT count(*) FROM {_quoted(name)}"))  # noqa: S608 - quoted
                counts.append(TableSize(name, rows or 0, await connection.scalar(text(_TABLE_SIZE), {"name": name})))
    finally:
        await engine.dispose()
    return Checkup(schema, size, 0, 0, 0, counts, None, faults)


async def _schema_faults(connection: AsyncConnection, revision: str) -> list[str]:
    """Compare the schema with the revision's, which is made in a transaction that is rolled back."""
    try:
        return await connection.run_sync(server_faults, revision)
    except DBAPIError as fault:
        if getattr(fault.orig, "sqlstate", None) not in _NOT_ALLOWED:
            raise
        return [f"schema: not compared ({str(fault.orig).splitlines()[0]}): check as the owner of the database"]
    finally:
        await connection.rollback()


async def _replayed(location: Location, show: ShowGames) -> tuple[int, list[str]]:
    """Replay all games, and write the records of those that are over. Return their number, and the faults."""
    # On SQLite without the usual settings, which would change the file.
    plain = create_async_engine(location.url, poolclass=NullPool, hide_parameters=True) if location.is_sqlite else None
    database = Database(plain or make_engine(location, unhurried=True), location)
    faults: list[str] = []
    games = last = 0
    try:
        async with database.read() as connection:
            total = await connection.scalar(select(func.count()).select_from(tables).where(_PLAYED)) or 0
        while True:
            async with database.read() as connection:
                found = await connection.execute(
                    select(tables.c.id).where(_PLAYED, tables.c.id > last).order_by(tables.c.id).limit(_CHUNK)
                )
                numbers = list(found.scalars())
                if not numbers:
                    return games, faults
                kept = await _read(connection, numbers, faults)
            faults += await asyncio.to_thread(_all_faults, kept)
            games, last = games + len(numbers), numbers[-1]
            show(games, total)
    finally:
        await database.close()


async def _read(
    connection: AsyncConnection, numbers: Sequence[int], faults: list[str]
) -> list[tuple[TableRow, tuple[LogLine, ...]]]:
    """Read tables with their logs, one by one if they can't be read together. Append the faults of those that can't."""
    try:
        return await tables_with_logs(connection, numbers)
    except SQLAlchemyError:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever is wrong with a stored value
        if len(numbers) == 1:
            faults.append(f"table {numbers[0]} can't be read: {type(fault).__name__}: {fault}")
            return []
    return [table for number in numbers for table in await _read(connection, [number], faults)]


def _all_faults(kept: Sequence[tuple[TableRow, tuple[LogLine, ...]]]) -> list[str]:
    return [fault for row, entries in kept for fault in _faults(row, entries)]


def _faults(row: TableRow, entries: tuple[LogLine, ...]) -> list[str]:
    try:
        game = replay(row, entries)
        if row.status is Status.OVER:
            record_of(row, game)
    except Exception as fault:  # noqa: BLE001 - whatever the rules say to what is stored
        return [f"game {row.id} can't be replayed: {type(fault).__name__}: {fault}"]
    return []
