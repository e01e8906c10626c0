"""Locks that keep a second bot away from a database. They end with the process that holds them, however it ends."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.database_files import PRIVATE
from data.engines import make_engine
from data.errors import DatabaseError, DatabaseInUseError
from data.location import Location, check_file, located
from data.sentences import readable_errors

if sys.platform != "win32":
    import fcntl

_BOT: Final = 0x626F74  # any number that is the same in every process and differs from the other locks
_CHECK: Final = 15.0
"""Seconds between two checks of whether a server still has the lock."""
_TRIES, _PAUSE = 20, 0.25
"""How often to try to get a server's lock, and seconds in between: it may take a moment to notice a killed process."""

_HOLDER: Final = text(
    "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE locktype = 'advisory' AND granted "
    "AND classid = 0 AND objid = :key AND objsubid = 1 AND datname = current_database()"
)

_log = logging.getLogger(__name__)


@asynccontextmanager
async def only_bot(url: str) -> "AsyncIterator[DatabaseLock]":
    """Hold the lock of a database for one bot. DatabaseError if another one has it."""
    location = located(url)
    if not location.is_sqlite:
        async with _server_lock(location) as lock:
            yield lock
        return
    path = check_file(location)
    if path is None:  # an SQLite URI
        yield DatabaseLock(location, None)
        return
    with file_lock(path.resolve().with_name(f"{path.resolve().name}.lock"), f"{path} is used by another bot"):
        yield DatabaseLock(location, None)


@contextmanager
def file_lock(path: Path, refusal: str) -> Iterator[None]:
    """Hold a lock file. DatabaseError with ``refusal``, the number of the other process and the advice if it's taken.

    The file stays, since deleting it would let two processes lock two files of the same name.
    """
    if sys.platform == "win32":  # it has no such locks
        yield
        return
    try:
        opened = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as fault:
        raise DatabaseError(f"{path} can't be opened ({fault.strerror}): check who owns it and its folder") from None
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(opened, 20).decode("ascii", "replace").strip() or "unknown"
            raise DatabaseInUseError(f"{refusal} (process {holder}): stop it before you start this one") from None
        os.ftruncate(opened, 0)
        os.write(opened, str(os.getpid()).encode())
        yield
    finally:
        os.close(opened)


class DatabaseLock:
    """The lock of a database, held by this process. A server may lose it when its connection breaks."""

    def __init__(self, location: Location, engine: AsyncEngine | None) -> None:
        self._location = location
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._holder: int | None = None  # the server's process that got the lock for this one

    @property
    def holder(self) -> int | None:
        """The number of the server's process that holds the lock for this one."""
        return self._holder

    async def take(self) -> None:
        """Take a server's lock, and keep its connection open. DatabaseError if another bot has it."""
        with readable_errors(self._location):
            for _ in range(_TRIES):
                if await self._try():
                    return
                await asyncio.sleep(_PAUSE)
        raise DatabaseInUseError(
            f"{self._location.name} is used by another bot: stop it before you start this one, wherever it runs"
        )

    async def lost(self) -> None:
        """Wait until another bot has the lock, which is a DatabaseError. A broken connection is opened again."""
        while True:
            await asyncio.sleep(_CHECK)
            if self._engine is not None:
                await self._check(self._engine)

    async def release(self) -> None:
        """Close the connection that holds the lock."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.invalidate()
                await connection.close()
            except (SQLAlchemyError, OSError) as fault:
                _log.info("the connection with the lock can't be closed: %s", fault)

    async def _check(self, engine: AsyncEngine) -> None:
        """Check that a server still has the lock, and take it again if not. DatabaseError if another bot has it."""
        try:
            if self._connection is not None:
                await self._connection.execute(_HOLDER, {"key": _BOT})
                return
            async with engine.connect() as connection:
                holder = await connection.scalar(_HOLDER, {"key": _BOT})
        except (SQLAlchemyError, OSError) as fault:
            _log.warning("the lock of %s can't be checked: %s", self._location.name, type(fault).__name__)
            await self.release()
        else:
            if holder != self._holder:  # its own broken connection may hold it until the server notices
                await self.take()

    async def _try(self) -> bool:
        """Try once to take a server's lock."""
        if self._engine is None:
            return True
        connection = await self._engine.connect()
        try:
            taken = await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _BOT})
            holder = await connection.scalar(_HOLDER, {"key": _BOT})
        except BaseException:
            await connection.close()
            raise
        if taken:
            self._connection, self._holder = connection, holder
        else:
            await connection.close()
        return bool(taken)


@asynccontextmanager
async def _server_lock(location: Location) -> AsyncIterator[DatabaseLock]:
    """Hold an advisory lock of a PostgreSQL server, on its own connection."""
    engine = make_engine(location, pooled=False).execution_options(isolation_level="AUTOCOMMIT")
    lock = DatabaseLock(location, engine)
    try:
        await lock.take()
        yield lock
    finally:
        await lock.release()
        await engine.dispose()
