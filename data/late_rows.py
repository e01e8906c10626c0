"""Rows that may be stored a little later than they are added, many in one transaction.

A durable commit takes milliseconds and a good part of a click's CPU. What isn't worth that waits here: if the program
is killed, the rows of the last seconds are lost.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final

from sqlalchemy import Insert, Table
from sqlalchemy.dialects import sqlite

from data.errors import DatabaseError
from data.prepared import Statement, Unread

DELAY: Final = 3.0
"""Seconds until rows are stored."""
_MOST: Final = 10_000
"""Rows that are kept while the database fails; further ones are dropped."""

_log = logging.getLogger(__name__)


class LateRows:
    """Stores rows soon. ``write`` executes statements in a transaction."""

    def __init__(self, write: Callable[[Unread], Awaitable[None]], *, is_sqlite: bool) -> None:
        self._write = write
        self._insert = _sqlite_insert if is_sqlite else _postgresql_insert
        self._rows: list[tuple[Table, Mapping[str, object]]] = []
        self._replaced: dict[Hashable, Unread] = {}
        self._writer: asyncio.Task[None] | None = None
        self._settling = asyncio.Lock()
        self._closing = asyncio.Event()

    def add(self, table: Table, row: Mapping[str, object]) -> None:
        """Store a row soon, unless it exists already."""
        if len(self._rows) < _MOST:
            self._rows.append((table, row))
            self._start()

    def replace(self, key: Hashable, work: Unread) -> None:
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
                work.setdefault(self._insert(table), []).append(row)
            await self._write(list(work.items()))
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
def _sqlite_insert(table: Table) -> Insert:
    return sqlite.insert(table).on_conflict_do_nothing()


@lru_cache
def _postgresql_insert(table: Table) -> Insert:
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - its drivers take 20 ms to load

    return postgresql.insert(table).on_conflict_do_nothing()
