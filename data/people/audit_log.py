"""What admins did, as it is kept: what `bot.ratings.ports.Audit` asks for."""

from collections.abc import Sequence

from sqlalchemy import func, insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.ports import AuditEntry
from data.database import Database
from data.ratings.schema import deeds


class SqlAudit:
    """The audit log of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, deed: AuditEntry) -> None:
        """Write down what an admin did. DatabaseError."""
        async with self._database.write() as connection:
            await write_deed(connection, deed)

    async def deeds(self, guild: int, first: int, count: int) -> tuple[int, Sequence[AuditEntry]]:
        """List what admins did, the newest first, and say how many entries there are. DatabaseError."""
        async with self._database.read() as connection:
            total = await connection.scalar(select(func.count()).where(deeds.c.guild == guild))
            found = await connection.execute(
                select(deeds).where(deeds.c.guild == guild).order_by(deeds.c.id.desc()).offset(first).limit(count)
            )
            return total or 0, tuple(deed_kept(kept) for kept in found.mappings())


async def write_deed(connection: AsyncConnection, deed: AuditEntry | None) -> None:
    """Write down what an admin did, if it was one, in the transaction of what was done."""
    if deed is not None:
        await connection.execute(insert(deeds).values(deed_values(deed)))


def deed_values(deed: AuditEntry) -> dict[str, object]:
    """Write down a deed."""
    return {
        "guild": deed.guild,
        "at": deed.at,
        "actor": deed.actor,
        "what": deed.what,
        "about": deed.about,
        "target": deed.target,
        "table_id": deed.table,
    }


def deed_kept(kept: RowMapping) -> AuditEntry:
    """Read a deed back."""
    return AuditEntry(
        guild=kept["guild"],
        at=kept["at"],
        actor=kept["actor"],
        what=kept["what"],
        about=kept["about"],
        target=kept["target"],
        table=kept["table_id"],
    )
