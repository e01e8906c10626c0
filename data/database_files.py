"""SQLite's files: only their owner can read them, and the bot notices when its file is deleted or replaced."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.errors import DatabaseError

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
