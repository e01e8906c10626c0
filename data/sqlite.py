"""Connections to SQLite files that execute a statement in one trip to their thread.

The driver takes four: for a cursor, the statement, its rows and closing the cursor. Each one wakes a thread, and then
the event loop, which takes longer than most statements. A transaction begins in the same trip as its first statement.
"""

import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, Self

from aiosqlite import Connection
from sqlalchemy import URL

_CHUNK: Final = 64
"""Rows per trip when a cursor is iterated, which SQLAlchemy doesn't do."""


def connector(place: URL, patience: float, *, keys: bool) -> "Callable[[], Awaitable[SqliteConnection]]":
    """Return the function with which an engine connects.

    Writers wait ``patience`` seconds for other processes. ``keys`` is whether foreign keys are checked.
    """
    values, options = place.get_dialect()().create_connect_args(place)
    # Without an isolation level the driver doesn't begin transactions by itself.
    opened = partial(sqlite3.connect, *values, **{**options, "timeout": patience, "isolation_level": None})

    def set_up(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # deleted data must not stay in free pages
        connection.execute(f"PRAGMA foreign_keys = {'ON' if keys else 'OFF'}")

    async def connect() -> SqliteConnection:
        connection = SqliteConnection(opened, _CHUNK)
        connection._thread.daemon = True  # as SQLAlchemy does: a forgotten connection mustn't keep the process alive
        await connection
        call: Callable[..., Awaitable[None]] = connection._execute
        try:
            await call(set_up, connection._conn)
        except BaseException:
            await connection.close()  # waits for its thread, which needs the event loop until then
            raise
        return connection

    return connect


class SqliteConnection(Connection):
    """A connection whose cursors read all rows of a statement at once, and begin its transaction with the first one."""

    waiting: str | None = None
    """The statement that begins the transaction, until it's executed."""
    used: bool = False
    """Whether statements were sent since the last commit or rollback; a canceled one may still be running."""

    def begin(self, statement: str) -> None:
        """Begin a transaction with this statement, right before the first statement in it."""
        self.waiting = statement

    def cursor(self) -> "SqliteCursor":  # type: ignore[override]
        """Return a new cursor, without a trip to the thread."""
        return SqliteCursor(self)

    async def commit(self) -> None:
        """Commit the current transaction, unless nothing was executed in it."""
        self.waiting = None
        if self.used:
            await super().commit()
            self.used = False

    async def rollback(self) -> None:
        """Roll back the current transaction, if there is one: a pool does that with every connection it gets back."""
        self.waiting = None
        if self.used:
            await super().rollback()
            self.used = False


class SqliteCursor:
    """What SQLAlchemy needs of a cursor. Executing a statement reads all its rows and closes the driver's."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._call: Callable[..., Awaitable[None]] = connection._execute
        self._rows: deque[Any] = deque()
        self.description: Sequence[tuple[Any, ...]] | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, values: Sequence[object] = ()) -> Self:
        """Execute a statement and read its rows."""
        self._connection.used = True
        await self._call(self._run, sqlite3.Cursor.execute, statement, values)
        return self

    async def executemany(self, statement: str, values: Sequence[Sequence[object]]) -> Self:
        """Execute a statement once for each row of values."""
        self._connection.used = True
        await self._call(self._run, sqlite3.Cursor.executemany, statement, values)
        return self

    async def fetchall(self) -> list[Any]:
        """Return the rows that weren't fetched yet."""
        rows = list(self._rows)
        self._rows.clear()
        return rows

    async def close(self) -> None:
        """Do nothing: the driver's cursor is closed already."""

    def _run(self, execute: Callable[..., object], statement: str, values: Sequence[object]) -> None:
        """Execute a statement in the connection's thread."""
        cursor = self._connection._conn.cursor()
        begin, self._connection.waiting = self._connection.waiting, None
        try:
            if begin is not None:
                cursor.execute(begin)
            execute(cursor, statement, values)
            self.description = cursor.description
            if self.description is not None:
                self._rows.extend(cursor.fetchall())
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()
