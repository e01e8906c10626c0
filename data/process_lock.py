"""Locks that keep a second bot away from a database. They end with the process that holds them, however it ends.

Commands that must not run beside a bot, such as ``remik db restore``, take the same lock under their name.
"""

import asyncio
import logging
import os
import secrets
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.copies import PRIVATE
from data.engines import make_engine
from data.location import DatabaseError, DatabaseInUseError, Location, check_file, located, readable_errors

if sys.platform != "win32":
    import fcntl

BOT: Final = 0x626F74  # any number that is the same in every process and differs from the other locks
_TRIES, _PAUSE = 20, 0.25
"""How often to try to get a server's lock, and seconds in between: it may take a moment to notice a killed process."""

_HOLDER: Final = text(
    "SELECT pid, coalesce(application_name, '') FROM pg_locks JOIN pg_database ON pg_database.oid = database "
    "LEFT JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = :key "
    "AND objsubid = 1 AND pg_database.datname = current_database()"
)
_TAKE: Final = text("SELECT pg_try_advisory_lock(:key)")
_SHARE: Final = text("SELECT pg_try_advisory_lock_shared(:key)")
_PROCESS: Final = text("SELECT pg_backend_pid()")
_ROUNDS: Final = 6
"""How often to look for a pooler that shares connections: one that is busy shows itself in 14 of 15 looks."""
_NAME: Final = text("SELECT set_config('application_name', :name, false)")
_COMMAND: Final = "command: "
"""Before the name of a command with the lock, in the name of its connection."""
_SHORT_NUMBERS: Final = 31
"""Bits of a key that PostgreSQL lists in one column."""

_log = logging.getLogger(__name__)


@asynccontextmanager
async def only_bot(url: str, *, lock_url: str | None = None, command: str = "") -> AsyncIterator[None]:
    """Hold the lock of a database for one bot, or for a ``command`` that needs the database alone. DatabaseError.

    ``lock_url`` is another address of a server, for the lock only: a pooler may lead to any connection of the server.
    There a bot claims a slot, too (`data.slots`).
    """
    location = located(url)
    if not location.is_sqlite:
        await check_lock_address(url, lock_url)
        async with _server_lock(location, located(lock_url or url), command):
            yield
        return
    path = check_file(location) or _file_of_uri(location)
    if path is None:
        yield
        return

    def refusal(process: str, holder: str) -> str:
        return _in_use(str(path), holder, command, f" (process {process})")

    with file_lock(path.resolve().with_name(f"{path.resolve().name}.lock"), refusal, command):
        yield


def _file_of_uri(location: Location) -> Path | None:
    """Return the file of an SQLite URI; None if it's a database in memory."""
    name = unquote(urlsplit(location.name).path)
    return None if name == ":memory:" or location.url.query.get("mode") == "memory" else Path(name)


@contextmanager
def file_lock(
    path: Path, refusal: Callable[[str, str], str], command: str = "", *, shared: bool = False
) -> Iterator[None]:
    """Hold a lock file for a bot, or for a command. DatabaseError if it's taken, with a sentence of ``refusal``.

    That gets the number of the process that holds it, and its command, which is empty for a bot. The file stays, since
    deleting it would let two processes lock two files of the same name. Several processes can have it ``shared``.
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
            fcntl.flock(opened, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            process, _, holder = os.read(opened, 100).decode("ascii", "replace").partition(" ")
            raise DatabaseInUseError(refusal(process.strip() or "unknown", holder.strip())) from None
        os.ftruncate(opened, 0)
        os.write(opened, f"{os.getpid()} {command}".strip().encode())
        yield
    finally:
        os.close(opened)


def is_locked(path: Path) -> bool:
    """Return whether a process holds a lock file."""
    with suppress(DatabaseInUseError), file_lock(path, lambda *_: ""):
        return False
    return True


def _in_use(name: str, holder: str, command: str, process: str = "") -> str:
    """Return why a database can't be used by a command, or by a bot, and what to do about its holder."""
    if holder:
        return f"{name} is used by `{holder}`{process}: wait until it's done"
    if command:
        return f"{name} is used by a running bot{process}: stop it first, wherever it runs"
    return f"{name} is used by another bot{process}: stop it before you start this one, wherever it runs"


async def check_lock_address(url: str, lock_url: str | None) -> None:
    """Check that a lock of a server would end with this process, and that it would be the database's. DatabaseError.

    A pooler that hands out its connections for one transaction at a time, such as PgBouncer in transaction mode, keeps
    the lock of a bot that died, since it keeps the connection. An SQLite file has no such address.
    """
    location = located(url)
    if location.is_sqlite:
        return
    direct = located(lock_url or url)
    engine = make_engine(direct, pooled=False)
    try:
        with readable_errors(direct):
            async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as first:
                if await _is_shared(first, engine):
                    raise DatabaseError(_SHARED.format(name=direct.name))
                if lock_url is not None and not await _is_seen(first, location):
                    raise DatabaseError(
                        f"REMIK_DATABASE_LOCK_URL leads to another database ({direct.name}) than REMIK_DATABASE_URL "
                        f"({location.name}): name the same one there"
                    )
    finally:
        await engine.dispose()


_SHARED: Final = (
    "{name} is reached through a pooler that shares connections, such as PgBouncer in transaction mode, which would "
    "keep the lock of a bot that died: set REMIK_DATABASE_LOCK_URL to an address that leads to the server itself"
)


async def _is_shared(first: AsyncConnection, engine: AsyncEngine) -> bool:
    """Return whether the server's process of a connection that is open can be another connection's in between."""
    process = await first.scalar(_PROCESS)
    for _ in range(_ROUNDS):
        async with engine.begin() as second:  # a pooler has to lend it a process until the end of the transaction
            if await second.scalar(_PROCESS) == process or await first.scalar(_PROCESS) != process:
                return True
    return False


async def _is_seen(direct: AsyncConnection, location: Location) -> bool:
    """Return whether a lock that a connection takes is one of the database at another address."""
    key = secrets.randbits(_SHORT_NUMBERS)
    await direct.scalar(_TAKE, {"key": key})
    engine = make_engine(location, pooled=False)
    try:
        with readable_errors(location):
            async with engine.connect() as other:
                return bool(await other.scalar(_HOLDER, {"key": key}) == await direct.scalar(_PROCESS))
    finally:
        await engine.dispose()


# A pooler that lends connections per transaction would keep the server's lock of a dead bot, so the bot looks for one
# at its start and asks for the server's own address.
async def bot_lock(connection: AsyncConnection, location: Location, command: str = "", *, shared: bool = False) -> None:
    """Take a server's lock for as long as a connection is open. DatabaseInUseError if another bot or a command has it.

    ``shared`` with the other processes of a bot that serve slots.
    """
    take, holder = _SHARE if shared else _TAKE, ""
    for _ in range(_TRIES):
        async with connection.begin():
            if await connection.scalar(take, {"key": BOT}):
                return
            found = (await connection.execute(_HOLDER, {"key": BOT})).first()
        name = "" if found is None else str(found[1])
        holder = name.removeprefix(_COMMAND) if name.startswith(_COMMAND) else ""
        await asyncio.sleep(_PAUSE)
    raise DatabaseInUseError(_in_use(location.name, holder, command))


@asynccontextmanager
async def _server_lock(location: Location, direct: Location, command: str) -> AsyncIterator[None]:
    """Hold an advisory lock of a PostgreSQL server, on its own connection."""
    engine = make_engine(direct, pooled=False)
    try:
        with readable_errors(location):
            connection = await engine.connect()
        try:
            with readable_errors(location):
                if command:  # for a bot, the URL may name it
                    async with connection.begin():
                        await connection.execute(_NAME, {"name": f"{_COMMAND}{command}"})
                await bot_lock(connection, location, command)
            yield
        finally:
            await closed(connection)
    finally:
        await engine.dispose()


async def closed(connection: AsyncConnection) -> None:
    """Close a connection that holds a lock, which gives that up."""
    try:
        await connection.invalidate()
        await connection.close()
    except (SQLAlchemyError, OSError) as fault:
        _log.info("the connection with the lock can't be closed: %s", fault)
