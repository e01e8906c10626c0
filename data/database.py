"""The database: opening by URL, migration and transactions. One writer at a time, with concurrent readers."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from socket import gaierror
from typing import Any, Final, cast

from sqlalchemy import URL, Connection, Row, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.errors import DatabaseError
from data.migrate import MIGRATIONS, SchemaState, lock, schema_state, upgrade
from data.sqlite import SqliteConnection, connector

DRIVERS: Final = ("sqlite+aiosqlite", "postgresql+asyncpg")
PATIENCE: Final = 15.0
"""Seconds that a writer waits for another process to finish its transaction."""

_MOMENT: Final = 0.1
"""Seconds to wait for readers in each try to empty the write-ahead log; writers wait as long."""
_PAUSE, _TRIES = 0.5, 60
_WRITES: Final = {"remik_writes": True}
_ALONE: Final = 0x616C6F6E65  # any number that is the same in every process and differs from `data.migrate._LOCK`

_log = logging.getLogger(__name__)


class Database:
    """An open database with the current schema, made by `open_database`. Its threads run until it's closed."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self._engine = engine
        self._name = name
        # Several SELECTs of one read have to see the same snapshot; on SQLite every transaction does.
        snapshot = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._readers = engine.execution_options(**snapshot)
        self._writers = engine.execution_options(**_WRITES)
        self._writing = asyncio.Lock()
        self._closed = False

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Read from one snapshot, in one transaction. DatabaseError."""
        with _readable_errors(self._name):
            self._must_be_open()
            async with self._readers.begin() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction, which is rolled back on any error. DatabaseError, IntegrityError."""
        with _readable_errors(self._name):
            async with self._writing:
                self._must_be_open()
                async with self._writers.begin() as connection:
                    yield connection

    @asynccontextmanager
    async def write_alone(self) -> AsyncIterator[AsyncConnection]:
        """Write as `write` does, but keep other exclusive writers out, so that rows read here don't change meanwhile.

        Needed for replacing rows, or counting them first. On SQLite every writer is exclusive.
        """
        async with self.write() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ALONE})
            yield connection

    async def scrub(self) -> None:
        """Remove deleted data from the write-ahead log of an SQLite file. DatabaseError.

        SQLite overwrites deleted rows in the file itself at once, and PostgreSQL cleans up by itself. This waits for
        readers, such as a backup, without blocking anything else.
        """
        if self._engine.dialect.name != "sqlite":
            return
        for _ in range(_TRIES):
            with _readable_errors(self._name):
                (busy, *_), *_ = await _execute_alone(
                    self._engine.url, "PRAGMA wal_checkpoint(TRUNCATE)", patience=_MOMENT
                )
            if not busy:
                return
            await asyncio.sleep(_PAUSE)
        _log.warning("deleted data stays in the write-ahead log while a reader is open")

    async def close(self) -> None:
        """Wait for the current write, and close every connection."""
        async with self._writing:
            self._closed = True
            await self._engine.dispose()

    def _must_be_open(self) -> None:
        if self._closed:
            raise DatabaseError(f"{self._name} is closed")


async def open_database(url: str, *, migrations: Path = MIGRATIONS) -> Database:
    """Open a database and migrate it; an SQLite file with an older schema is backed up first.

    ``url`` is ``sqlite+aiosqlite:///FILE`` or ``postgresql+asyncpg://...``. A missing file is created, a missing folder
    isn't. DatabaseError, with a sentence for the operator.
    """
    place = _parsed(url)
    name = _name(place)
    _check_file(place, name)
    with _readable_errors(name):
        await _migrate(place, name, migrations)
    return Database(_engine(place), name)


def described(url: str) -> str:
    """Return a database's name and kind for the operator, without its password. DatabaseError."""
    place = _parsed(url)
    return f"{_name(place)} ({'SQLite' if place.drivername == DRIVERS[0] else 'PostgreSQL'})"


async def look_at(url: str) -> SchemaState | None:
    """Return the state of a database's schema without changing anything; None if there's no file yet. DatabaseError."""
    place = _parsed(url)
    name = _name(place)
    path = _check_file(place, name)
    if path is not None and not path.exists():
        return None
    engine = create_async_engine(place, poolclass=NullPool)
    try:
        with _readable_errors(name):
            async with engine.connect() as connection:
                return await connection.run_sync(schema_state, name)
    finally:
        await engine.dispose()


async def back_up(url: str, copy: Path) -> None:
    """Copy a snapshot of an SQLite database to a new file, even while others write. DatabaseError."""
    place = _parsed(url)
    name = _name(place)
    path = _check_file(place, name)
    if path is None:
        raise DatabaseError(f"{name} isn't a file: make the backup with the server's own tools, such as pg_dump")
    if not path.exists():
        raise DatabaseError(f"{name} doesn't exist yet; the first start creates it")
    with _readable_errors(str(copy)), _new_file(copy):
        await _back_up(place, copy)


def _parsed(url: str) -> URL:
    """Parse a URL. DatabaseError, which never repeats the URL, since it may contain a password."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseError("the database URL isn't valid: write it as sqlite+aiosqlite:///remik.db") from None
    if place.drivername not in DRIVERS:
        raise DatabaseError(f"{place.drivername} isn't a supported database; use {' or '.join(DRIVERS)}")
    if place.drivername == DRIVERS[1] and find_spec("asyncpg") is None:
        raise DatabaseError("PostgreSQL needs the extra postgres: pip install -c constraints.txt -e '.[postgres]'")
    if place.drivername == DRIVERS[0] and place.database in (None, "", ":memory:"):
        raise DatabaseError("a database in memory is lost at shutdown: name a file, as in sqlite+aiosqlite:///remik.db")
    return place


def _name(place: URL) -> str:
    """Return a name for a database that the operator recognizes, without the password."""
    return str(place.database) if place.drivername == DRIVERS[0] else f"{place.database} on {place.host}"


def _check_file(place: URL, name: str) -> Path | None:
    """Check an SQLite file without opening it. Return its path; None if the URL doesn't name a file. DatabaseError."""
    if place.drivername != DRIVERS[0] or place.database is None or place.database.startswith("file:"):
        return None
    path = Path(place.database)
    if not path.parent.is_dir():
        raise DatabaseError(f"{name}: the folder {path.parent} doesn't exist; create it, or name another file")
    if path.is_dir():
        raise DatabaseError(f"{name} is a folder: name a file in it")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise DatabaseError(f"{name} can't be written: check who owns it and its folder")
    return path


def _engine(place: URL, *, migrating: bool = False) -> AsyncEngine:
    """Create an engine. For migrations, its connections have foreign keys off and aren't pooled."""
    if place.drivername != DRIVERS[0]:
        return create_async_engine(place, pool_pre_ping=True, **({"poolclass": NullPool} if migrating else {}))
    options: dict[str, object] = {"poolclass": NullPool} if migrating else {}
    engine = create_async_engine(place, async_creator=connector(place, PATIENCE, keys=not migrating), **options)

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        # SQLite refuses to write in a transaction if another one has written since its first read: lock before reading.
        writes = migrating or "remik_writes" in connection.get_execution_options()
        driver = cast(SqliteConnection, connection.connection.driver_connection)
        driver.begin("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


async def _migrate(place: URL, name: str, folder: Path) -> None:
    """Migrate the schema while no other process writes. Back up an SQLite file with an older schema first."""
    engine = _engine(place, migrating=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(lock)
            now = await connection.run_sync(schema_state, name, folder)
            if now.revision == now.newest:
                return
            if now.revision is not None and place.drivername == DRIVERS[0]:
                await _back_up(place, Path(f"{place.database}.before-{now.newest}"))
            await connection.run_sync(upgrade, name, folder)
    finally:
        await engine.dispose()


async def _back_up(place: URL, copy: Path) -> None:
    """Copy a snapshot of an SQLite database, even while others write. Replace an existing copy."""
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    await _execute_alone(place, "VACUUM INTO ?", str(part))
    part.replace(copy)


async def _execute_alone(place: URL, statement: str, *values: object, patience: float = PATIENCE) -> Sequence[Row[Any]]:
    """Execute a statement that isn't allowed in a transaction, on its own connection. Return its rows."""
    options = {"timeout": patience}
    engine = create_async_engine(place, connect_args=options, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            done = await connection.exec_driver_sql(statement, values)
            return done.all() if done.returns_rows else ()
    finally:
        await engine.dispose()


@contextmanager
def _new_file(path: Path) -> Iterator[None]:
    """Create an empty file, and delete it again on an error. DatabaseError if it exists already."""
    try:
        path.open("x").close()
    except FileExistsError:
        raise DatabaseError(f"{path} already exists: name a new file, or move that one away") from None
    try:
        yield
    except BaseException:
        path.unlink()
        raise


@contextmanager
def _readable_errors(name: str) -> Iterator[None]:
    """Turn drivers' errors into DatabaseError with one sentence. IntegrityError isn't caught: writers handle it."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, OSError) as fault:
        raise DatabaseError(_sentence(name, fault)) from fault


def _sentence(name: str, fault: Exception) -> str:
    """Return what went wrong and, if known, what to do about it."""
    reason = str(fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault).splitlines()
    said = reason[0] if reason else type(fault).__name__
    for part, sentence in _SENTENCES.items():
        if part in said:
            return f"{name} {sentence}"
    if isinstance(fault, ConnectionError | gaierror) or "Connect call failed" in said:
        return f"{name} can't be reached ({said}): check that the server runs, and the host and port in the URL"
    return f"{name} can't be used: {said}"


_SENTENCES: Final = {
    "not a database": "is no database: name another file, or move this one away",
    "malformed": "is damaged: stop the bot and restore a backup (`remik db backup` makes them)",
    "locked": "is locked by another program: stop that program, or wait until it's done",
    "readonly": "can't be written: check who owns the file and its folder, and that the disk isn't mounted read-only",
    "unable to open": "can't be opened: check that its folder exists and who owns it",
    "full": "can't be written: the disk is full, so free some space",
    "No space left": "can't be written: the server's disk is full, so free some space there",
    "disk I/O error": "can't be read or written (disk I/O error): check the disk and its mount, and the system's log; "
    "if files are damaged, restore a backup",
    "password authentication failed": "refuses the password: check the user and password in the URL",
    "too many clients": "has no connection left: raise max_connections on the server, or stop other programs",
    "remaining connection slots": "has no connection left: raise max_connections on the server, or stop other programs",
    "starting up": "is starting: wait a moment",
    "shutting down": "is shutting down: start the server again",
}
"""Sentences for the operator, by a part of the driver's message."""
