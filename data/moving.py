"""Moves all data from an SQLite file to an empty PostgreSQL database, in one transaction, and compares every row."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import Column, Table, func, insert, literal, select, text, tuple_, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.copies import Interrupt, check_integrity, in_thread
from data.database import look_at, open_database
from data.location import DatabaseError, located, readable_errors
from data.process_lock import only_bot
from data.ratings.schema import audit_entries
from data.schema import fixtures, metadata, tables, tournaments

Show: TypeAlias = Callable[[str, int, int], None]
"""Shows the current step for a table, and how many of its rows are done."""
_CHUNK: Final = 2000
"""Rows per statement."""
_NUMBERED: Final = (tables, tournaments, fixtures, audit_entries)
"""Tables whose ids the database counts."""
_DIGEST: Final = 1 << 256


# The file is an argument and the server comes from the settings: its address has the password, and other users see a
# command's arguments. One transaction, so a kill leaves an empty database.
async def move(file: Path, url: str, show: Show, *, lock_url: str | None = None) -> Mapping[str, int]:
    """Copy all rows of an SQLite file, which stays as it is, to the empty database at ``url``. Return their numbers.

    A file with an older schema is migrated before, as at every start. No bot may run on either. DatabaseError, with
    nothing copied. ``lock_url`` is as for `only_bot`.
    """
    target = located(url)
    if target.is_sqlite:
        raise DatabaseError(
            f"{target.name} is an SQLite file: set REMIK_DATABASE_URL to the PostgreSQL database that gets the data"
        )
    origin = f"sqlite+aiosqlite:///{file}"
    schema = await look_at(origin)
    if schema is None:
        raise DatabaseError(f"{file} doesn't exist: name the bot's SQLite file")
    if schema.revision is None:
        raise DatabaseError(f"{file} is empty: name the bot's SQLite file")
    command = "remik db move"
    async with only_bot(origin, command=command), only_bot(url, lock_url=lock_url, command=command):
        with readable_errors(located(origin)):
            await in_thread(lambda interrupt: _must_be_whole(file, interrupt))
        source = await open_database(origin)
        try:
            database = await open_database(url, unhurried=True)
            try:
                async with source.read() as old, database.write() as new:
                    await _must_be_empty(new, target.name)
                    return await _moved(old, new, show)
            except IntegrityError as fault:
                reason = str(fault.orig).splitlines()[0]
                raise DatabaseError(f"{file} can't be moved ({reason}): `remik db check` lists its faults") from None
            finally:
                await database.close()
        finally:
            await source.close()


def _must_be_whole(file: Path, interrupt: Interrupt) -> None:
    with interrupt.watching(sqlite3.connect(file, check_same_thread=False)) as connection:
        check_integrity(connection, str(file))


async def _moved(old: AsyncConnection, new: AsyncConnection, show: Show) -> dict[str, int]:
    """Copy the rows of all tables, and compare them. Return their numbers."""
    counts = {}
    for table in metadata.sorted_tables:
        total, copied, digest = await _count(old, table), 0, 0
        later: list[dict[str, Any]] = []
        async for rows in _pages(old, table):
            digest += _digest(rows)
            values = [dict(row) for row in rows]
            if table is tables:  # a rematch refers to a row that isn't there yet
                later += [{"table": row["id"], "next": row["rematch"]} for row in rows if row["rematch"] is not None]
                values = [{**row, "rematch": None} for row in values]
            await new.execute(insert(table), values)
            copied += len(rows)
            show(f"copying {table.name}", copied, total)
        for row in later:
            await new.execute(update(tables).where(tables.c.id == row["table"]).values(rematch=row["next"]))
        await _must_equal(new, table, copied, digest, show)
        counts[table.name] = copied
    for table in _NUMBERED:
        await _count_on(old, new, table)
    return counts


async def _must_be_empty(connection: AsyncConnection, name: str) -> None:
    full = [table.name for table in metadata.sorted_tables if await _count(connection, table)]
    if full:
        raise DatabaseError(f"{name} isn't empty (it has rows in {', '.join(full)}): name an empty database")


async def _must_equal(connection: AsyncConnection, table: Table, count: int, digest: int, show: Show) -> None:
    """Read a table again. DatabaseError unless it has the same rows as those that were copied."""
    found, compared = 0, 0
    async for rows in _pages(connection, table):
        found += _digest(rows)
        compared += len(rows)
        show(f"comparing {table.name}", compared, count)
    if (compared, found % _DIGEST) != (count, digest % _DIGEST):
        raise DatabaseError(
            f"the rows of {table.name} arrived differently ({count:,} were copied, {compared:,} read back), so nothing "
            "was moved"
        )


async def _count(connection: AsyncConnection, table: Table) -> int:
    return await connection.scalar(select(func.count()).select_from(table)) or 0


async def _pages(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[RowMapping]]:
    """Read a table in the order of its key."""
    keys: list[Column[Any]] = list(table.primary_key.columns)
    statement = select(table).order_by(*keys).limit(_CHUNK)
    rows = (await connection.execute(statement)).mappings().all()
    while rows:
        yield rows
        last = [literal(rows[-1][key.name], key.type) for key in keys]
        after = keys[0] > last[0] if len(keys) == 1 else tuple_(*keys) > tuple_(*last)
        rows = (await connection.execute(statement.where(after))).mappings().all()


def _digest(rows: Sequence[RowMapping]) -> int:
    """Return a sum over rows that doesn't depend on their order, since databases sort texts differently."""
    texts = (json.dumps(list(row.values()), default=bytes.hex, sort_keys=True).encode() for row in rows)
    return sum(int.from_bytes(sha256(row).digest(), "big") for row in texts)


async def _count_on(old: AsyncConnection, new: AsyncConnection, table: Table) -> None:
    """Continue a table's ids after the last one ever used, since old buttons contain them."""
    last = await old.scalar(select(func.max(table.c.id))) or 0
    used = await old.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}) or 0
    if max(last, used):
        await new.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"),
            {"name": table.name, "last": max(last, used)},
        )
