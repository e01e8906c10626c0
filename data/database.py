"""The database: opening by URL, migration and transactions. One writer at a time, with concurrent readers.

Rows that may be stored a little later wait in `LateRows`, since a durable commit takes milliseconds and a good part
of a click's CPU: if the program is killed, the rows of the last seconds are lost.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias
from zlib import crc32

from sqlalchemy import Insert, Row, Table, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.counts import CommitCounts
from bot.play.state.slots import ONLY_SLOT, Slot
from data.copies import in_thread, make_private_database, must_be_new, open_to_others, write_copy
from data.engines import PATIENCE, WRITES, SqliteWriter, Statement, Work, make_engine
from data.location import (
    DatabaseError,
    DatabaseLostError,
    FileIdentity,
    Location,
    check_file,
    located,
    readable_errors,
)
from data.migrate import MIGRATIONS, SchemaState, lock, schema_state, upgrade

DELAY: Final = 3.0
"""Seconds until rows are stored."""
_MOST: Final = 10_000
"""Rows that are kept while the database fails; further ones are dropped."""

_log = logging.getLogger(__name__)


# One transaction per panel would take 0.6 ms of CPU more than a share of one for a dozen (3% of a click), and a commit
# that other writers wait for: `process_time` around `SqlPanels.settle` after one and after twelve panels.
# It's for throughput: delete it if open panels are no longer stored, or a commit doesn't wait for the disk.
class LateRows:
    """Stores rows soon, all that wait in one transaction."""

    def __init__(self, database: "Database") -> None:
        self._database = database
        self._rows: list[tuple[Table, Mapping[str, object]]] = []
        self._replaced: dict[Hashable, Work] = {}
        self._writer: asyncio.Task[None] | None = None
        self._settling = asyncio.Lock()
        self._closing = asyncio.Event()

    def add(self, table: Table, row: Mapping[str, object]) -> None:
        """Store a row soon, unless it exists already."""
        if len(self._rows) < _MOST:
            self._rows.append((table, row))
            self._start()

    def replace(self, key: Hashable, work: Work) -> None:
        """Execute statements soon, instead of those with the same key that still wait.

        Of different keys, the first statements are executed before all second ones, so they mustn't depend on others.
        """
        if key in self._replaced or len(self._replaced) < _MOST:
            self._replaced[key] = work
            self._start()

    async def settle(self) -> None:
        """Store the rows that wait, now. DatabaseError."""
        async with self._settling:
            rows, replaced = list(self._rows), dict(self._replaced)
            if not rows and not replaced:
                return
            work = dict[Statement, list[Mapping[str, object]]]()
            for statement, values in (pair for pairs in replaced.values() for pair in pairs):
                work.setdefault(statement, []).extend(values)
            for table, row in rows:
                work.setdefault(self._database.insert(table), []).append(row)
            await self._database.write_rows(tuple(work.items()))
            del self._rows[: len(rows)]
            for key, done in replaced.items():
                if self._replaced[key] is done:  # nothing else has come for it meanwhile
                    del self._replaced[key]

    async def close(self) -> None:
        """Store the rows that wait, unless the database fails."""
        self._closing.set()
        if self._writer is not None:
            await asyncio.wait([self._writer])

    def _start(self) -> None:
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_soon(), name="late rows")

    async def _write_soon(self) -> None:
        """Store rows until none wait, again after each failure."""
        try:
            while self._rows or self._replaced:
                with suppress(TimeoutError):
                    async with asyncio.timeout(DELAY):
                        await self._closing.wait()
                try:
                    await self.settle()
                except DatabaseError as error:
                    _log.warning("rows can't be stored yet", exc_info=error)
                    if self._closing.is_set():
                        return
        finally:
            self._writer = None


@lru_cache
def _insert(table: Table, dialect: str) -> Insert:
    if dialect == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - its drivers take 20 ms to load

    return postgresql.insert(table).on_conflict_do_nothing()


_CHECK: Final = 5.0
"""Seconds between two checks of whether the file is still there."""
_LARGE: Final = 256 * 1024 * 1024
"""Bytes from which a file takes too long to be written anew while the bot runs."""
OTHER_TOOLS: Final = "the server's own tools, such as `pg_dump --format=custom --file=remik.dump NAME`"
_VACUUM: Final = ("temp_store = MEMORY", "secure_delete = ON")
_CLOSING: Final = 2.0
"""Seconds that a server has to close connections."""
_MOMENT: Final = 0.1
"""Seconds to wait for readers in each try to empty the write-ahead log; writers wait as long."""
_PAUSE, _TRIES = 0.5, 60
_ALONE: Final = 0x616C6F6E  # any number that is the same in every process and differs from other first parts of keys

Key: TypeAlias = tuple[int, int]
"""What only one exclusive writer at a time may change, as the two parts of an advisory lock's key.

Two servers with the same second part only wait for each other more often than they need to.
"""


def of_server(guild: int) -> Key:
    """Return the key of what belongs to a server: ratings, tournaments, seasons, presets, settings, limits."""
    return _key(0, guild)


def of_user(user: int) -> Key:
    """Return the key of what belongs to a person on all servers: preferences, lessons, limits."""
    return _key(1, user)


def of_fact(name: str) -> Key:
    """Return the key of a text about the program itself."""
    return _key(2, name)


def _key(kind: int, of: object) -> Key:
    return _ALONE + kind, crc32(str(of).encode()) - 2**31


async def hold(connection: AsyncConnection, *keys: Key) -> None:
    """Keep other writers that hold one of these keys out until the end of the transaction.

    A transaction gets its keys in one call, in their order: so no two wait for each other. On SQLite every writer is
    alone anyway.
    """
    if connection.dialect.name == "postgresql":
        for first, second in sorted(set(keys)):
            await connection.execute(_LOCK, {"first": first, "second": second})


_LOCK: Final = text("SELECT pg_advisory_xact_lock(:first, :second)")


class OneConnection(Protocol):
    """Begins transactions that write, one at a time, on a connection that proves that this process has a slot."""

    slot: Slot

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Write in one transaction."""
        ...


class Database:
    """An open database with the current schema, made by `open_database`. Its threads run until it's closed.

    ``late`` takes rows that aren't worth a transaction of their own. All writes go through a ``writer``, if given, and
    its ``slot`` is what this process looks after by itself.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        location: Location,
        counts: CommitCounts | None = None,
        writer: OneConnection | None = None,
    ) -> None:
        self._counts = counts or CommitCounts()
        self._begun = engine.execution_options(**WRITES).begin if writer is None else writer.begin
        self.slot = ONLY_SLOT if writer is None else writer.slot
        self.engine = self._engine = engine
        self.location = self._location = location
        self._file = None if location.file is None else FileIdentity(location.file)
        # Several SELECTs of one read have to see the same snapshot; on SQLite every transaction does.
        snapshot = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._readers = engine.execution_options(**snapshot)
        self._writing = asyncio.Lock()
        self._writer = SqliteWriter(location) if location.is_sqlite else None
        self._closed = False
        self.late = LateRows(self)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Read from one snapshot, in one transaction. DatabaseError."""
        with readable_errors(self._location):
            self._must_be_open()
            async with self._readers.begin() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction, which is rolled back on any error. DatabaseError, IntegrityError."""
        async with self._counted(), self._begun() as connection:
            yield connection

    async def write_rows(self, work: Work) -> None:
        """Execute statements whose result isn't needed, in one transaction. DatabaseError, IntegrityError."""
        work = [(statement, rows) for statement, rows in work if rows]
        if self._writer is not None:
            async with self._counted():
                await self._writer.write(work)
            return
        async with self.write() as connection:
            for statement, rows in work:
                await connection.execute(statement, rows)

    @asynccontextmanager
    async def write_alone(self, *keys: Key) -> AsyncIterator[AsyncConnection]:
        """Write as `write` does, but keep other writers with the same key out.

        Needed for replacing rows, or counting them first: those read here don't change meanwhile.
        """
        async with self.write() as connection:
            await hold(connection, *keys)
            yield connection

    def insert(self, table: Table) -> Insert:
        """Return the statement that inserts a row unless it exists already."""
        return _insert(table, self._engine.dialect.name)

    async def answers(self) -> None:
        """Read nothing. DatabaseError if the database doesn't answer."""
        async with self.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def scrub(self, *, patiently: bool = False) -> bool:
        """Remove what is left of deleted data from an SQLite file and its log; False if readers kept it. DatabaseError.

        SQLite overwrites deleted rows, but when it moves rows between pages, copies of them stay in the unused part of
        a page; only VACUUM writes all pages anew. It blocks writers, so a large file is only treated ``patiently``.
        PostgreSQL cleans up by itself. This waits for readers, such as a backup, without blocking anything else.
        """
        if not self._location.is_sqlite:
            return True
        async with self._turn_to_write():
            if patiently or self._is_small():
                await _execute_alone(self._location, "VACUUM", settings=_VACUUM)
            else:
                _log.warning("remains of deleted data may stay in the file, which is large: see docs/privacy.md")
        for _ in range(_TRIES):
            with readable_errors(self._location):
                self._must_be_there()
                (busy, *_), *_ = await _execute_alone(
                    self._location, "PRAGMA wal_checkpoint(TRUNCATE)", patience=_MOMENT
                )
            if not busy:
                return True
            await asyncio.sleep(_PAUSE)
        _log.warning("deleted data stays in the write-ahead log while a reader is open")
        return False

    async def close(self) -> None:
        """Wait for the current write, store late rows, and close every connection."""
        await self.late.close()
        async with self._writing:
            self._closed = True
            writer, self._writer = self._writer, None
            if writer is not None:
                await writer.close()
            try:
                async with asyncio.timeout(None if self._location.is_sqlite else _CLOSING):
                    await self._engine.dispose()
            except TimeoutError:
                _log.warning("%s doesn't answer; its connections are left to the server", self._location.name)

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[None]:
        """Count a transaction, from its wait for the turn to write."""
        began = perf_counter()
        try:
            async with self._turn_to_write():
                yield
        except DatabaseError:
            self._counts.failed += 1
            raise
        self._counts.committed.add(perf_counter() - began)

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        """Wait for the writers before this one, but not longer than for the database itself. DatabaseError."""
        with readable_errors(self._location):
            async with asyncio.timeout(PATIENCE):
                await self._writing.acquire()
            try:
                self._must_be_open()
                yield
            finally:
                self._writing.release()

    def _is_small(self) -> bool:
        """Return whether writers can wait while the whole file is written anew."""
        path = self._location.file
        return path is None or path.stat().st_size <= _LARGE

    async def lost(self) -> None:
        """Wait until the file is deleted or replaced, which is a DatabaseLostError."""
        while True:
            await asyncio.sleep(_CHECK)
            if not self._closed:
                self._must_be_there()

    def _must_be_open(self) -> None:
        if self._closed:
            raise DatabaseError(f"{self._location.name} is closed")
        self._must_be_there()

    def _must_be_there(self) -> None:
        # SQLite would go on writing to a deleted file, and would open a new one for its next connection.
        if self._file is not None and not self._file.is_same():
            raise DatabaseLostError(self._location.name)


async def open_database(
    url: str,
    *,
    migrations: Path = MIGRATIONS,
    unhurried: bool = False,
    counts: CommitCounts | None = None,
    writer: OneConnection | None = None,
) -> Database:
    """Open a database and migrate it; an SQLite file with an older schema is backed up first.

    ``url`` is ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``. A missing file is created, a missing folder
    isn't. With ``unhurried``, statements may take as long as they need. ``counts`` gets every transaction that writes,
    which a ``writer`` begins, if given.
    DatabaseError, with a sentence for operators.
    """
    location = located(url)
    path = check_file(location)
    with readable_errors(location):
        if path is not None:
            make_private_database(path)
        await _migrate(location, migrations)
        return Database(make_engine(location, unhurried=unhurried), location, counts, writer)


def described(url: str) -> str:
    """Return a database's name and kind for the operator, without its password. DatabaseError."""
    location = located(url)
    return f"{location.name} ({'SQLite' if location.is_sqlite else 'PostgreSQL'})"


def file_open_to_others(url: str) -> Path | None:
    """Return the SQLite file if other users of the machine can read it, as they can earlier ones. DatabaseError."""
    path = located(url).file
    return path if path is not None and path.exists() and open_to_others(path) else None


async def look_at(url: str) -> SchemaState | None:
    """Return the state of a database's schema without changing anything; None if there's no file yet. DatabaseError."""
    location = located(url)
    path = check_file(location)
    if path is not None and not path.exists():
        return None
    plain = location.is_sqlite  # the usual settings would change the file
    engine = create_async_engine(location.url, poolclass=NullPool) if plain else make_engine(location)
    try:
        with readable_errors(location):
            async with engine.connect() as connection:
                return await connection.run_sync(schema_state, location.name)
    finally:
        await engine.dispose()


async def back_up(url: str, copy: Path) -> None:
    """Copy a snapshot of an SQLite database to a new file, even while others write, and check it. DatabaseError."""
    location = located(url)
    name, path = location.name, check_file(location)
    if path is None:
        raise DatabaseError(f"{name} isn't an SQLite file: make the backup with {OTHER_TOOLS}")
    schema = await look_at(url)
    if schema is None:
        raise DatabaseError(f"{name} doesn't exist yet; the first start creates it")
    if schema.revision is None:
        raise DatabaseError(f"{name} is empty, so there is nothing to copy: check the setting REMIK_DATABASE_URL")
    must_be_new(copy)
    with readable_errors(location, str(copy)):
        await in_thread(lambda interrupt: write_copy(location, copy, interrupt))


async def _migrate(location: Location, folder: Path) -> None:
    """Migrate the schema while no other process writes. Back up an SQLite file with an older schema first."""
    engine, name = make_engine(location, migrating=True), location.name
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lock)
            now = await connection.run_sync(schema_state, name, folder)
            if now.revision == now.newest:
                return
            if now.revision is not None and location.is_sqlite:
                copy = Path(f"{location.url.database}.before-{now.newest}")
                await in_thread(lambda interrupt: write_copy(location, copy, interrupt, replace=True))
            await connection.run_sync(upgrade, name, folder)
    finally:
        await engine.dispose()


async def _execute_alone(
    location: Location, statement: str, *values: object, patience: float = PATIENCE, settings: Sequence[str] = ()
) -> Sequence[Row[Any]]:
    """Execute a statement that isn't allowed in a transaction, on its own connection. Return its rows.

    ``settings`` are set by PRAGMA before.
    """
    options = {"timeout": patience}
    engine = create_async_engine(location.url, connect_args=options, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            for setting in settings:
                await connection.exec_driver_sql(f"PRAGMA {setting}")
            done = await connection.exec_driver_sql(statement, values)
            return done.all() if done.returns_rows else ()
    finally:
        await engine.dispose()
