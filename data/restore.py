"""Restores a backup: it's checked first, and the earlier database is kept.

The order of the steps matters, since the process may be killed between any two of them. Until the last step, the
earlier database is in its place; the last one is a rename. SQLite would apply a write-ahead log to whatever database
lies next to it, so none may be left when the backup gets the database's name.
"""

import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import URL, create_engine
from sqlalchemy.pool import NullPool

from data.copies import DAMAGED, PRIVATE, Interrupt, beside, check_integrity, flush, in_thread, make_private, must_fit
from data.location import DatabaseError, check_file, located, readable_errors
from data.migrate import SchemaState, schema_state, sqlite_faults
from data.process_lock import only_bot

_LOGS: Final = ("-wal", "-journal")
"""Files next to a database that contain parts of it."""
_WITH_IT: Final = (*_LOGS, "-shm")
_MOMENT: Final = 2.0
"""Seconds to wait for another program to close the database."""
_SKIPPED: Final = 10_000
"""How many ids to skip if the earlier database can't be read: more than were used since any recent backup."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored: the schema of the backup, its number of tables, and where the earlier database is now."""

    schema: SchemaState
    tables: int
    kept: Path | None


async def restore(url: str, backup: Path) -> Restored:
    """Replace an SQLite database by a backup while no bot runs. DatabaseError, with the database unchanged."""
    location = located(url)
    if location.file is not None:
        with readable_errors(location, str(backup)):
            _must_be_file(backup, location.file)
    path = check_file(location)
    if path is None:
        raise DatabaseError(
            f"{location.name} isn't an SQLite file: restore it with the server's own tools, such as `pg_restore`"
        )
    async with only_bot(url, command="remik db restore"):
        path = _real(path)
        staged = beside(path, ".restoring")
        try:
            with readable_errors(location, str(backup)):
                schema, tables = await in_thread(lambda interrupt: _staged(backup, staged, interrupt))
            with readable_errors(location):
                kept = _replace(path, staged)  # not in a thread, so that Ctrl-C can't end the lock before it's done
        finally:
            _clear(staged)
    return Restored(schema, tables, kept)


def _real(path: Path) -> Path:
    return path.resolve()


def _staged(backup: Path, staged: Path, interrupt: Interrupt) -> tuple[SchemaState, int]:
    _stage(backup, staged)
    return _checked(staged, backup, interrupt)


# A kill at any moment leaves one whole database: writing over the file would leave half of one, moving it away first
# none. SQLite applies a write-ahead log to whatever file has its name, so the log goes into the old file.
def _replace(path: Path, staged: Path) -> Path | None:
    """Keep the earlier database under another name, and put a checked copy in its place. Return the other name."""
    _skip_used_ids(staged, _closed_up(path))
    _give_to_owner(staged, beside(path, ".lock"))
    flush(staged)
    kept = _keep(path)
    for suffix in _WITH_IT:
        beside(path, suffix).unlink(missing_ok=True)
    flush(path.parent)
    staged.replace(path)
    flush(path.parent)
    if kept is not None:
        kept.chmod(PRIVATE)  # others could read databases of early versions
    return kept


def _must_be_file(backup: Path, path: Path) -> None:
    """Raise DatabaseError unless a backup is a file, and another one than the database."""
    if not backup.exists():
        raise DatabaseError(f"{backup} doesn't exist: name a file that `remik db backup` made")
    if not backup.is_file():
        raise DatabaseError(f"{backup} isn't a file: name one that `remik db backup` made")
    if path.exists() and backup.samefile(path):
        raise DatabaseError(f"{backup} is the database itself: name a backup of it")


def _closed_up(path: Path) -> Mapping[str, int] | None:
    """Merge the write-ahead log into the database's file, so that the file is complete without it.

    Return the last id that each table with ids has used; None if there's no database or it's damaged. DatabaseError if
    another program has it open.
    """
    if not path.exists() or not path.stat().st_size:
        return None
    try:
        with closing(sqlite3.connect(path, timeout=_MOMENT, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("BEGIN EXCLUSIVE")
            used = _used_ids(database)
            database.execute("COMMIT")
            return used
    except sqlite3.DatabaseError as fault:
        if _code(fault) in DAMAGED:
            return None
        if _code(fault) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise DatabaseError(f"{path} is open in another program: end that program first") from None
        raise


def _code(fault: sqlite3.DatabaseError) -> int | None:
    code: int | None = getattr(fault, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _stage(backup: Path, staged: Path) -> None:
    """Copy a backup, and the logs next to it, to the folder of the database."""
    must_fit(backup, staged.parent)
    _clear(staged)
    for suffix in ("", *_LOGS):
        if beside(backup, suffix).exists():
            make_private(beside(staged, suffix))
            shutil.copyfile(beside(backup, suffix), beside(staged, suffix))


def _give_to_owner(*files: Path) -> None:
    """Make the owner of their folder the owner of files, if an administrator restores for the bot's user."""
    if os.name != "posix" or os.geteuid() != 0:
        return
    for file in files:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _clear(staged: Path) -> None:
    """Delete a copy that won't be used, and what SQLite put next to it."""
    for suffix in ("", *_WITH_IT):
        beside(staged, suffix).unlink(missing_ok=True)


def _checked(staged: Path, backup: Path, interrupt: Interrupt) -> tuple[SchemaState, int]:
    """Check a copy of a backup. Return its schema and its number of tables. DatabaseError."""
    try:
        with interrupt.watching(sqlite3.connect(staged, isolation_level=None, check_same_thread=False)) as copy:
            copy.execute("PRAGMA journal_mode = DELETE")
            check_integrity(copy, str(backup))
            state, revision = _schema(staged, backup)
            if faults := sqlite_faults(copy, revision):
                more = "" if len(faults) == 1 else f", and {len(faults) - 1:,} more"
                raise DatabaseError(f"{backup} was changed by another program ({faults[0]}{more}): use another backup")
            (tables,) = copy.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.DatabaseError as fault:
        if _code(fault) in DAMAGED:
            raise DatabaseError(f"{backup} is damaged, or no database ({fault}): use another backup") from None
        raise
    return state, tables


def _schema(staged: Path, backup: Path) -> tuple[SchemaState, str]:
    """Return the state of a backup's schema, and its revision. DatabaseError if it has none that is known."""
    engine = create_engine(URL.create("sqlite", database=str(staged)), poolclass=NullPool)
    with engine.connect() as connection:
        state = schema_state(connection, str(backup))
    if state.revision is None:
        raise DatabaseError(f"{backup} is empty: name a file that `remik db backup` made")
    return state, state.revision


def _used_ids(database: sqlite3.Connection) -> dict[str, int]:
    with suppress(sqlite3.OperationalError):  # no table has ids yet
        return dict(database.execute("SELECT name, seq FROM sqlite_sequence"))
    return {}


def _skip_used_ids(staged: Path, used: Mapping[str, int] | None) -> None:
    """Make new tables get ids that weren't used since the backup, since messages on Discord still have those."""
    with closing(sqlite3.connect(staged, isolation_level=None)) as copy:
        for name, last in _used_ids(copy).items():
            first = last + _SKIPPED if used is None else max(last, used.get(name, 0))
            copy.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (first, name))


def _keep(path: Path) -> Path | None:
    """Link the earlier database, and its log if damaged, to a second name. Return that; None without a database."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    kept, number = beside(path, f".before-restore-{stamp}"), 1
    while any(beside(kept, suffix).exists() for suffix in ("", *_LOGS)):
        number += 1
        kept = beside(path, f".before-restore-{stamp}-{number}")
    for suffix in (*_LOGS, ""):
        if beside(path, suffix).exists():
            _link(beside(path, suffix), beside(kept, suffix))
    flush(path.parent)
    return kept if kept.exists() else None


def _link(path: Path, name: Path) -> None:
    """Link a file to a second name, or copy it where the file system has no links."""
    try:
        os.link(path, name)
    except OSError:
        must_fit(path, name.parent)
        make_private(name)
        shutil.copyfile(path, name)
        flush(name)
