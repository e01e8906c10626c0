"""Statements for SQLite whose result isn't read: compiled once, and executed without SQLAlchemy's connections.

For a transaction of two statements those take most of a millisecond, which is longer than SQLite does.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Dialect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql import Delete, Insert, Update

Statement: TypeAlias = Insert | Update | Delete
Rows: TypeAlias = Sequence[Mapping[str, object]]
Unread: TypeAlias = Sequence[tuple[Statement, Rows]]
"""Statements, and the rows of values for each of which they're executed."""
_Convert: TypeAlias = Callable[[Any], Any] | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled statement: its SQL, and its parameters in order with what converts their values for the driver."""

    sql: str
    parameters: tuple[tuple[str, _Convert], ...]

    def values(self, row: Mapping[str, object]) -> tuple[object, ...]:
        """Return the values of a row for the driver."""
        return tuple([row[name] if convert is None else convert(row[name]) for name, convert in self.parameters])


def in_one_transaction(work: Unread, dialect: Dialect) -> Callable[[sqlite3.Connection], None]:
    """Return what executes statements in a transaction in the connection's thread. IntegrityError, sqlite3.Error."""
    ready = [_ready(statement, rows, dialect) for statement, rows in work if rows]

    def execute(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            for sql, rows in ready:
                _execute(connection, sql, rows)
            connection.commit()
        except BaseException:
            connection.rollback()
            raise

    return execute


def _execute(connection: sqlite3.Connection, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
    try:
        connection.executemany(sql, rows)
    except sqlite3.IntegrityError as error:
        raise IntegrityError(sql, None, error) from error


def _ready(statement: Statement, rows: Rows, dialect: Dialect) -> tuple[str, list[tuple[object, ...]]]:
    """Return a statement's SQL and the values of its rows; they all have the same names."""
    prepared = _prepared(statement, tuple(rows[0]), dialect)
    return prepared.sql, [prepared.values(row) for row in rows]


@lru_cache(maxsize=64)
def _prepared(statement: Statement, names: tuple[str, ...], dialect: Dialect) -> Prepared:
    """Compile a statement for rows with values of these names."""
    compiled = statement.compile(dialect=dialect, column_keys=list(names))
    found = [(name, compiled.binds[name].type.dialect_impl(dialect)) for name in compiled.positiontup or ()]
    return Prepared(str(compiled), tuple((name, its.bind_processor(dialect)) for name, its in found))
