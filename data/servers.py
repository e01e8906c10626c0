"""What servers allow, as it is kept: what `bot.play.ports.Servers` asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import delete, insert, select

from bot.play.ports import Bounds
from data.database import Database
from data.schema import servers


class KeptServers:
    """The store of what the people who run a server have set."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def bounds(self, guild: int) -> Bounds:
        """Find within what hosts may set limits; the defaults where nothing is set. DatabaseError."""
        async with self._database.read() as connection:
            kept: Mapping[str, Sequence[int]] | None = await connection.scalar(
                select(servers.c.bounds).where(servers.c.guild == guild)
            )
        return Bounds() if kept is None else Bounds(**{name: (least, most) for name, (least, most) in kept.items()})

    async def set_bounds(self, guild: int, bounds: Bounds) -> None:
        """Set within what hosts may set limits. DatabaseError."""
        async with self._database.write_alone() as connection:
            await connection.execute(delete(servers).where(servers.c.guild == guild))
            await connection.execute(insert(servers).values(guild=guild, bounds=asdict(bounds)))
