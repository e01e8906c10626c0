"""Connections to SQLite files that execute a statement in one trip to their thread, and most writes in one altogether.

The driver takes four: for a cursor, the statement, its rows and closing the cursor. Each one wakes a thread, and then
the event loop, which takes longer than most statements. A transaction begins in the same trip as its first statement.
Statements whose result isn't read (`data.engines.UNREAD`) go along with the next one, such as the commit.
"""

import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final, Self, TypeAlias

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


Statement: TypeAlias = Callable[[sqlite3.Connection], object]
"""Executes a statement in the connection's thread."""


class SqliteConnection(Connection):
    """A connection whose cursors read all rows of a statement at once, and begin its transaction with the first one."""

    used: bool = False
    """Whether statements were sent since the last commit or rollback; a canceled one may still be running."""
    in_savepoint: bool = False
    """Whether there is a savepoint in the transaction: its statements must fail before it is released."""
    _waiting: tuple[Statement, ...] = ()

    def begin(self, statement: str) -> None:
        """Begin a transaction with this statement, right before the first statement in it."""
        self.in_savepoint = False
        self._waiting = (partial(_execute, statement, [()]),)

    def wait(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Execute a statement once for each row of values, in the same trip as the next statement."""
        self._waiting = (*self._waiting, partial(_execute, statement, rows))

    async def send(self, statement: Statement) -> None:
        """Execute a statement, after those that wait."""
        statements, self._waiting = (*self._waiting, statement), ()
        self.used = True
        call: Callable[..., Awaitable[None]] = self._execute
        await call(_execute_all, self._conn, statements)

    async def run(self, transaction: Statement) -> None:
        """Execute a whole transaction."""
        call: Callable[..., Awaitable[None]] = self._execute
        await call(transaction, self._conn)

    def cursor(self) -> "SqliteCursor":  # type: ignore[override]
        """Return a new cursor, without a trip to the thread."""
        return SqliteCursor(self)

    async def commit(self) -> None:
        """Commit the current transaction, unless nothing was executed in it."""
        if self.used or len(self._waiting) > 1:
            await self.send(sqlite3.Connection.commit)
        self._waiting = ()
        self.used = False

    async def rollback(self) -> None:
        """Roll back the current transaction, if there is one: a pool does that with every connection it gets back."""
        self._waiting = ()
        if self.used:
            await super().rollback()
            self.used = False


def _execute(statement: str, rows: Sequence[Sequence[Any]], connection: sqlite3.Connection) -> None:
    for values in rows:
        connection.execute(statement, values)


def _execute_all(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    for statement in statements:
        statement(connection)


class SqliteCursor:
    """What SQLAlchemy needs of a cursor. Executing a statement reads all its rows and closes the driver's."""

    arraysize = 1

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection
        self._rows: deque[Any] = deque()
        self.description: Sequence[tuple[Any, ...]] | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, values: Sequence[object] = ()) -> Self:
        """Execute a statement and read its rows."""
        await self._connection.send(partial(self._run, sqlite3.Cursor.execute, statement, values))
        return self

    async def executemany(self, statement: str, values: Sequence[Sequence[object]]) -> Self:
        """Execute a statement once for each row of values."""
        await self._connection.send(partial(self._run, sqlite3.Cursor.executemany, statement, values))
        return self

    async def fetchall(self) -> list[Any]:
        """Return the rows that weren't fetched yet."""
        rows = list(self._rows)
        self._rows.clear()
        return rows

    async def close(self) -> None:
        """Do nothing: the driver's cursor is closed already."""

    def _run(
        self, execute: Callable[..., object], statement: str, values: Sequence[object], connection: sqlite3.Connection
    ) -> None:
        """Execute a statement in the connection's thread."""
        cursor = connection.cursor()
        try:
            execute(cursor, statement, values)
            self.description = cursor.description
            if self.description is not None:
                self._rows.extend(cursor.fetchall())
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()
