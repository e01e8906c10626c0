"""The audit log, which implements `bot.ratings.ports.Audit`. In the database an entry is called a deed."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.ports import AuditEntry
from data.database import Database
from data.ratings.schema import audit_entries


@dataclass(slots=True, eq=False)
class SqlAudit:
    """The audit logs of all servers."""

    database: Database

    async def note(self, entry: AuditEntry) -> None:
        """Add an entry. DatabaseError."""
        async with self.database.write() as connection:
            await write_entry(connection, entry)

    async def entries(self, guild: int, first: int, count: int) -> tuple[int, Sequence[AuditEntry]]:
        """Return the number of entries, and ``count`` of them after the ``first``, newest first. DatabaseError."""
        async with self.database.read() as connection:
            total = await connection.scalar(select(func.count()).where(audit_entries.c.guild == guild))
            found = await connection.execute(
                select(audit_entries)
                .where(audit_entries.c.guild == guild)
                .order_by(audit_entries.c.id.desc())
                .offset(first)
                .limit(count)
            )
            return total or 0, tuple(entry_from(kept) for kept in found.mappings())


async def write_entry(connection: AsyncConnection, entry: AuditEntry | None) -> None:
    """Add an entry, unless it's None, in the transaction of the action that it describes."""
    if entry is not None:
        await connection.execute(insert(audit_entries).values(entry_values(entry)))


def entry_values(entry: AuditEntry) -> dict[str, object]:
    """Return the column values of an entry."""
    return {
        "guild": entry.guild,
        "at": entry.at,
        "actor": entry.actor,
        "what": entry.what,
        "about": entry.about,
        "target": entry.target,
        "table_id": entry.table,
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
