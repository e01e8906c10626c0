"""Conversion between seasons and rows."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.values import Season
from data.ratings.schema import seasons


async def read_seasons(connection: AsyncConnection, guild: int) -> tuple[Season, ...]:
    """Read the seasons of a server, oldest first."""
    found = await connection.execute(
        select(seasons.c.guild, seasons.c.number, seasons.c.name, seasons.c.started_at, seasons.c.ended_at)
        .where(seasons.c.guild == guild)
        .order_by(seasons.c.number)
    )
    return tuple(Season(*kept) for kept in found)
