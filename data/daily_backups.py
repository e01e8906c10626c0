"""Daily backups of an SQLite database: a chore of the running bot. Failures are logged, and stop nothing else.

The time of a backup is in its name, so nothing has to be stored for a restart.
"""

import asyncio
import logging
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.play.state.ports import Clock
from data.copies import Interrupt, in_thread, write_copy
from data.errors import DatabaseError
from data.location import Location, located
from data.sentences import readable_errors

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
    """Makes a backup when the newest one is a day old, and keeps the last `KEPT`."""

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
