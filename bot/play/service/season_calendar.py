"""Seasons that follow the calendar: on servers with monthly seasons the program ends one and starts the next."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.play.state.ports import Clock, Servers
from bot.ratings import ports
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.seasons import Turn, month_turns
from bot.ratings.values import Season


class SeasonCalendar:
    """The seasons of `bot.ratings.ports.Seasons`, always up to date with the calendar.

    ``changed`` is called with a server whose seasons have changed; it returns at once and raises nothing.
    """

    def __init__(
        self, seasons: ports.Seasons, servers: Servers, clock: Clock, changed: Callable[[int], None] = lambda _: None
    ) -> None:
        self._seasons = seasons
        self._servers = servers
        self._clock = clock
        self._changed = changed

    async def list(self, guild: int) -> tuple[Season, ...]:
        """List the seasons of a server, oldest first. StoreError."""
        await self.catch_up(guild)
        return await self._seasons.list(guild)

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season. RequestRefused if one is running; StoreError."""
        await self.catch_up(guild)
        return self._told(await self._seasons.start(guild, name, at, entry))

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the running season. RequestRefused without one; StoreError."""
        await self.catch_up(guild)
        return self._told(await self._seasons.end(guild, at, entry))

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if it doesn't exist; StoreError."""
        return self._told(await self._seasons.rename(guild, number, name, entry))

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """End the running season and start others. RequestRefused if the running one isn't ``was``; StoreError."""
        return self._told(await self._seasons.turn(guild, was, turns))

    async def catch_up(self, guild: int) -> None:
        """End and start the seasons of a server that are due by the calendar. StoreError."""
        server = self._servers.of(guild)
        if not server.monthly:
            return
        running = next((season for season in await self._seasons.list(guild) if season.ended_at is None), None)
        if due := month_turns(running, self._clock(), server.zone):
            with suppress(RequestRefused):  # another process or an admin was faster
                await self.turn(guild, running.number if running else None, due)

    async def catch_up_all(self) -> None:
        """End and start the seasons that are due on any server. StoreError."""
        for server in self._servers.monthly():
            await self.catch_up(server.guild)

    def _told(self, season: Season) -> Season:
        self._changed(season.guild)
        return season
