"""Copies of SQLite files, and a daily one: made while others write, checked, and given their name only when complete.

Making them blocks, so the bot does it in a thread (`in_thread`).
"""

import asyncio
import logging
import os
import re
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar

from bot.play.state.ports import Clock
from data.engines import PATIENCE
from data.location import DatabaseError, Location, located, readable_errors

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


# SQLite's backup API is faster, but copies the remains of deleted rows in unused parts of pages; vacuuming its copy
# needs as much space again.
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


KEPT: Final = 7
"""How many backups to keep."""
HOUR: Final = 60 * 60 * 1000
DAY: Final = 24 * HOUR
_STAMP: Final = "%Y%m%d-%H%M%SZ"

_log = logging.getLogger(__name__)


class BackupFolder:
    """A folder with the backups of a database, whose names contain the time in UTC: ``remik-20261123-040506Z.db``."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._form = re.compile(rf"{re.escape(name)}-(\d{{8}}-\d{{6}}Z)\.db")

    def __str__(self) -> str:
        return str(self._folder)

    def found(self) -> list[tuple[int, Path]]:
        """List the complete backups with their times, the oldest first. OSError."""
        if not self._folder.exists():
            return []
        made = ((self._made_at(path), path) for path in self._folder.iterdir())
        return sorted((at, path) for at, path in made if at is not None)

    def path_for(self, at: int) -> Path:
        """Return the path of a backup made at a time."""
        return self._folder / f"{self._name}-{datetime.fromtimestamp(at / 1000, UTC).strftime(_STAMP)}.db"

    def make(self) -> None:
        """Create the folder, for its owner only, unless there is one. OSError."""
        self._folder.mkdir(mode=0o700, exist_ok=True)

    def delete_unfinished(self) -> None:
        """Delete what processes that were killed have left. OSError."""
        for path in self._folder.glob(f"{self._name}-*.db.*.part*"):
            path.unlink(missing_ok=True)

    def delete_old(self, newest: Path) -> None:
        """Delete all but `KEPT` backups, and never the newest one, even if its name isn't the last. OSError."""
        for _, path in self.found()[:-KEPT]:
            if path != newest:
                path.unlink(missing_ok=True)

    def _made_at(self, path: Path) -> int | None:
        """Return the time of a backup; None for another file."""
        found = self._form.fullmatch(path.name)
        with suppress(ValueError):  # digits that are no date
            return found and round(datetime.strptime(found[1], _STAMP).replace(tzinfo=UTC).timestamp() * 1000)
        return None


def folder_fault(folder: Path) -> str | None:
    """Return why no backups can be made in a folder; None if they can. It may still have to be created."""
    if folder.exists() and not folder.is_dir():
        return f"{folder} isn't a folder: name another one"
    if not folder.exists() and not folder.parent.is_dir():
        return f"the folder {folder.parent} doesn't exist; create it, or name another one"
    if not os.access(folder if folder.exists() else folder.parent, os.W_OK):
        return f"{folder} can't be written: check who owns it"
    return None


def backup_folder(url: str, folder: Path) -> BackupFolder:
    """Return the folder with the backups of an SQLite database. DatabaseError."""
    return BackupFolder(folder, Path(located(url).name).stem)


class DailyBackups:
    """Makes a backup when the newest one is a day old, and keeps the last `KEPT`. Failures stop nothing else.

    The time of a backup is in its name, so nothing has to be stored for a restart.
    """

    def __init__(self, url: str, folder: Path, clock: Clock) -> None:
        self._location = located(url)
        self._folder = backup_folder(url, folder)
        self._clock = clock
        self._due = 0
        self._task: asyncio.Task[None] | None = None

    async def tick(self) -> None:
        """Begin a backup if one is due. It's made in the background, since other chores mustn't wait for it."""
        now = self._clock()
        if now < self._due <= now + DAY:  # more than a day ahead: the machine's clock was set back
            return
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._make(now), name="daily backup")

    async def idle(self) -> None:
        """Wait for the current backup."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Stop the current backup, which leaves nothing behind."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _make(self, now: int) -> None:
        """Make a backup if one is due, and try again in an hour if that fails."""
        self._due = now + HOUR
        try:
            with readable_errors(self._location, str(self._folder)):
                self._due = await in_thread(
                    lambda interrupt: _back_up_if_due(self._location, self._folder, now, interrupt)
                )
        except DatabaseError as error:
            _log.error("no backup was made, trying again in an hour: %s", error)
        except Exception:  # noqa: BLE001 - logged; the bot goes on
            _log.exception("no backup was made, trying again in an hour")


def _back_up_if_due(location: Location, folder: BackupFolder, now: int, interrupt: Interrupt) -> int:
    """Make a backup if the newest one is a day old. Return when the next one is due."""
    folder.make()
    found = folder.found()
    if found and abs(now - found[-1][0]) < DAY:
        return found[-1][0] + DAY
    folder.delete_unfinished()
    copy = folder.path_for(now)
    write_copy(location, copy, interrupt, replace=True)
    _log.info("a backup was written to %s", copy, extra={"bytes": copy.stat().st_size})
    try:
        folder.delete_old(copy)
    except OSError as error:
        _log.error("old backups can't be deleted from %s: %s", folder, error)
    return now + DAY
