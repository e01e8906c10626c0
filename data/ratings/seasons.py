"""The store of seasons, which implements `bot.ratings.ports.Seasons`.

If a season begins or ends before a counted game ended, all games of the server are recounted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.seasons import Turn
from bot.ratings.values import RatingsReason, Season
from data.database import Database
from data.people.audit_log import write_entry
from data.ratings.counting import recount_server
from data.ratings.rows import read_seasons
from data.ratings.schema import results, seasons


@dataclass(slots=True, eq=False)
class SqlSeasons:
    """The store of seasons."""

    database: Database

    async def list(self, guild: int) -> tuple[Season, ...]:
        """List the seasons of a server, oldest first. DatabaseError."""
        async with self.database.read() as connection:
            return await read_seasons(connection, guild)

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season, not before the last one ended. RequestRefused if one is running; DatabaseError."""
        async with self.database.write_alone() as connection:
            running = await _running(connection, guild)
            if running is not None:
                raise RequestRefused(RatingsReason.SEASON_RUNS, name=running.name)
            started = await _start(connection, guild, Turn(at, name))
            await write_entry(connection, entry)
            await _count_again(connection, guild, started.started_at)
            return started

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the current season. RequestRefused if there isn't one; DatabaseError."""
        async with self.database.write_alone() as connection:
            running = await _running(connection, guild)
            if running is None:
                raise RequestRefused(RatingsReason.NO_SEASON)
            ended = await _end(connection, running, at)
            await write_entry(connection, entry)
            await _count_again(connection, guild, ended)
            return next(season for season in await read_seasons(connection, guild) if season.number == running.number)

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """Replace the current season, number ``was``, by monthly ones. RequestRefused, DatabaseError.

        It ends when the first of ``turns`` begins. Each of these is started, ending the one before.
        """
        async with self.database.write_alone() as connection:
            running = await _running(connection, guild)
            if running is not None and running.number != was:
                raise RequestRefused(RatingsReason.SEASON_RUNS, name=running.name)
            if running is None and was is not None:
                raise RequestRefused(RatingsReason.NO_SEASON)
            for turn in turns:
                if running is not None:
                    await _end(connection, running, turn.at)
                running = await _start(connection, guild, turn)
            if running is None:
                raise RequestRefused(RatingsReason.NO_SEASON)
            await _count_again(connection, guild, turns[0].at)
            return running

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if no season has that number; DatabaseError."""
        async with self.database.write_alone() as connection:
            await connection.execute(
                update(seasons).where(seasons.c.guild == guild, seasons.c.number == number).values(name=name)
            )
            found = [season for season in await read_seasons(connection, guild) if season.number == number]
            if not found:
                raise RequestRefused(RatingsReason.NO_SUCH_SEASON)
            await write_entry(connection, entry)
            return found[0]


async def _running(connection: AsyncConnection, guild: int) -> Season | None:
    """Return the current season, if there is one."""
    return next((season for season in await read_seasons(connection, guild) if season.ended_at is None), None)


async def _start(connection: AsyncConnection, guild: int, turn: Turn) -> Season:
    """Store a new season. It doesn't begin before the last one ended."""
    before = await read_seasons(connection, guild)
    at = max(turn.at, *(season.ended_at or 0 for season in before), 0)
    season = Season(guild, len(before) + 1, turn.name, at)
    await connection.execute(
        insert(seasons).values(guild=guild, number=season.number, name=season.name, started_at=at, ended_at=None)
    )
    return season


async def _end(connection: AsyncConnection, season: Season, at: int) -> int:
    """End a season, not before it began. Return the time at which it ends."""
    at = max(at, season.started_at)
    await connection.execute(
        update(seasons).where(seasons.c.guild == season.guild, seasons.c.number == season.number).values(ended_at=at)
    )
    return at


async def _count_again(connection: AsyncConnection, guild: int, since: int) -> None:
    """Recount a server's games if any ended since then, as they may belong to a different season now."""
    found = await connection.execute(
        select(results.c.table_id).where(results.c.guild == guild, results.c.ended_at >= since).limit(1)
    )
    if found.first() is not None:
        await recount_server(connection, guild)
