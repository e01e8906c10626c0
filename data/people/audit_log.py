"""The audit log, which implements `bot.ratings.ports.Audit`. In the database an entry is called a deed."""

from collections.abc import Sequence

from sqlalchemy import func, insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.ports import AuditEntry
from data.database import Database
from data.ratings.schema import deeds


class SqlAudit:
    """The audit logs of all servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, deed: AuditEntry) -> None:
        """Add an entry. DatabaseError."""
        async with self._database.write() as connection:
            await write_entry(connection, deed)

    async def deeds(self, guild: int, first: int, count: int) -> tuple[int, Sequence[AuditEntry]]:
        """Return the number of entries, and ``count`` of them after the ``first``, newest first. DatabaseError."""
        async with self._database.read() as connection:
            total = await connection.scalar(select(func.count()).where(deeds.c.guild == guild))
            found = await connection.execute(
                select(deeds).where(deeds.c.guild == guild).order_by(deeds.c.id.desc()).offset(first).limit(count)
            )
            return total or 0, tuple(entry_from(kept) for kept in found.mappings())


async def write_entry(connection: AsyncConnection, deed: AuditEntry | None) -> None:
    """Add an entry, unless it's None, in the transaction of the action that it describes."""
    if deed is not None:
        await connection.execute(insert(deeds).values(entry_values(deed)))


def entry_values(deed: AuditEntry) -> dict[str, object]:
    """Return the column values of an entry."""
    return {
        "guild": deed.guild,
        "at": deed.at,
        "actor": deed.actor,
        "what": deed.what,
        "about": deed.about,
        "target": deed.target,
        "table_id": deed.table,
    }


def entry_from(kept: RowMapping) -> AuditEntry:
    """Return the entry in a row."""
    return AuditEntry(
        guild=kept["guild"],
        at=kept["at"],
        actor=kept["actor"],
        what=kept["what"],
        about=kept["about"],
        target=kept["target"],
        table=kept["table_id"],
    )
