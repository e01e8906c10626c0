"""A disk that fails on demand: all writes to open databases fail, reads still work."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.engines import SqliteWriter, Work


class Disk:
    """``why`` is SQLite's error for writes, None while the disk works; ``refused`` counts the failed writes."""

    def __init__(self) -> None:
        self.why: str | None = None
        self.refused = 0

    @contextmanager
    def broken(self, why: str = "disk I/O error") -> Iterator[None]:
        self.why = why
        try:
            yield
        finally:
            self.why = None


def breakable(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return a disk that can fail, and make all databases of a test use it."""
    disk, begin, execute = Disk(), Database.write, SqliteWriter.write

    @asynccontextmanager
    async def write(database: Database) -> AsyncIterator[AsyncConnection]:
        async with begin(database) as connection:
            yield connection
            if disk.why is not None:
                disk.refused += 1  # the real `write` rolls back and formats the error
                raise OperationalError("COMMIT", None, sqlite3.OperationalError(disk.why))

    async def write_rows(writer: SqliteWriter, work: Work) -> None:
        if disk.why is not None:
            disk.refused += 1
            raise sqlite3.OperationalError(disk.why)
        await execute(writer, work)

    monkeypatch.setattr(Database, "write", write)
    monkeypatch.setattr(SqliteWriter, "write", write_rows)
    return disk
