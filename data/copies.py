"""Copies of SQLite files: made while others write, checked, and given their name only when they are complete.

All of this blocks, so the bot does it in a thread (`in_thread`).
"""

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

from data.engines import PATIENCE
from data.errors import DatabaseError
from data.location import Location

PRIVATE: Final = 0o600
"""Readable and writable by the owner only. SQLite gives the files next to a database the same permissions."""


def make_private(path: Path) -> None:
    """Create an empty file for its owner only; FileExistsError if there is one."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))


def make_private_database(path: Path) -> None:
    """Create an empty database file for its owner only, unless there is one."""
    try:
        make_private(path)
    except FileExistsError:
        return


@contextmanager
def new_file(path: Path) -> Iterator[None]:
    """Create an empty private file, and delete it again on an error. DatabaseError if it exists already."""
    try:
        make_private(path)
    except FileExistsError:
        raise DatabaseError(f"{path} already exists: name a new file, or move that one away") from None
    try:
        yield
    except BaseException:
        path.unlink()
        raise


def open_to_others(path: Path) -> bool:
    """Return whether other users of the machine can read a file."""
    return bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


class FileIdentity:
    """Which file a path led to when it was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._was = _identity(path)

    def is_same(self) -> bool:
        """Return whether the path still leads to that file."""
        try:
            return self._was is not None and _identity(self._path) == self._was
        except OSError:  # such as a disk that doesn't answer: reading or writing will report it
            return True


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and the number of a file; None if there's none."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


T = TypeVar("T")
RESERVE: Final = 32 * 1024 * 1024
"""Bytes that a copy leaves free on its disk: the running bot may need them."""
_MEGABYTE: Final = 1_000_000
DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""SQLite's codes for files that are damaged, or no databases."""


class Interrupt:
    """Ends the statements of SQLite connections early, from another thread."""

    def __init__(self) -> None:
        self._open: set[sqlite3.Connection] = set()
        self._stopped = False

    @contextmanager
    def watching(self, connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
        """Use a connection, and close it."""
        self._open.add(connection)
        try:
            self.check()
            yield connection
        finally:
            self._open.discard(connection)
            connection.close()

    def check(self) -> None:
        """Raise DatabaseError if the work should end."""
        if self._stopped:
            raise DatabaseError("the copy was stopped before it was complete")

    def stop(self) -> None:
        """End the current statements, and refuse the next ones."""
        self._stopped = True
        for connection in tuple(self._open):
            with suppress(sqlite3.Error):  # closed meanwhile
                connection.interrupt()


async def in_thread(work: Callable[[Interrupt], T]) -> T:
    """Do work in a thread. If the caller is canceled, the work ends early, too, and cleans up."""
    interrupt = Interrupt()
    working = asyncio.create_task(asyncio.to_thread(work, interrupt))
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        interrupt.stop()
        await asyncio.wait({working})
        working.exception()  # the one that ended the work
        raise


def write_copy(location: Location, copy: Path, interrupt: Interrupt, *, replace: bool = False) -> None:
    """Copy a snapshot of an SQLite database to a private file, even while others write, and check it.

    Until the copy is complete it has another name, which ends in ``.part``. VACUUM INTO leaves out what deleted rows
    have left in unused parts of pages. DatabaseError, sqlite3.Error, OSError.
    """
    must_fit(location.file, copy.parent)
    part = copy.with_name(f"{copy.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    make_private(part)
    try:
        with interrupt.watching(connect(location)) as source:
            source.execute("VACUUM INTO ?", (str(part),))
        with interrupt.watching(sqlite3.connect(part)) as made:
            check_integrity(made, str(copy))
        interrupt.check()
        flush(part)
        if replace:
            part.replace(copy)
        else:
            _give_new_name(part, copy)
        flush(copy.parent)
    finally:
        part.unlink(missing_ok=True)


def check_integrity(connection: sqlite3.Connection, name: str) -> None:
    """Check a whole database. DatabaseError if it's damaged."""
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DatabaseError(f"{name} is damaged ({str(found).splitlines()[-1]}): use another backup")


def must_fit(source: Path | None, folder: Path) -> None:
    """Raise DatabaseError unless a copy of a file and its write-ahead log fits on the disk of a folder."""
    if source is None:
        return
    size = sum(path.stat().st_size for path in (source, beside(source, "-wal")) if path.exists())
    free = shutil.disk_usage(folder).free
    if free < size + RESERVE:
        raise DatabaseError(
            f"the disk of {folder} has {free / _MEGABYTE:,.0f} MB left, and a copy of {source} needs "
            f"{(size + RESERVE) / _MEGABYTE:,.0f} MB: free some space, or use another disk"
        )


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a file that SQLite keeps next to a database, such as ``-wal``."""
    return path.with_name(path.name + suffix)


def flush(path: Path) -> None:
    """Make sure that a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name != "posix":  # elsewhere, folders can't be opened
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def must_be_new(copy: Path) -> None:
    """Raise DatabaseError if the name of a new file is taken, or its folder is missing."""
    if not copy.parent.is_dir():
        raise DatabaseError(f"{copy}: the folder {copy.parent} doesn't exist; create it, or name another file")
    if copy.is_dir():
        raise DatabaseError(f"{copy} is a folder: name a new file in it")
    if os.path.lexists(copy):
        raise DatabaseError(f"{copy} already exists: name a new file, or move that one away")


def _give_new_name(part: Path, copy: Path) -> None:
    """Rename a file, but not to the name of another file. DatabaseError."""
    try:
        os.link(part, copy)
    except OSError:  # the name is taken, or the file system has no links
        must_be_new(copy)
        part.replace(copy)


def connect(location: Location) -> sqlite3.Connection:
    """Open a database as SQLAlchemy does, but without its engine."""
    connecting: Callable[..., sqlite3.Connection] = sqlite3.connect
    values, options = location.url.get_dialect()().create_connect_args(location.url)
    return connecting(*values, **{**options, "timeout": PATIENCE, "isolation_level": None, "check_same_thread": False})
