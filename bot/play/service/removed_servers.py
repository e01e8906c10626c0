"""Servers that removed the bot: recorded when it happens, and deleted if they stay away for a month."""

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.play.state.errors import StoreError
from bot.play.state.ports import Clock, PersonalData
from bot.play.state.values import DAY

KEPT_FOR: Final = 30 * DAY
"""How long a server's data is kept after it removed the bot, in milliseconds."""

_log = logging.getLogger(__name__)


class RemovedServers:
    """Records which servers leave and come back, and deletes the data of those that stay away.

    Records that can't be written are kept in memory, in order, and retried before every `forget`. ``forgotten`` drops a
    server's data from memory; it returns at once and raises nothing.
    """

    def __init__(self, personal_data: PersonalData, clock: Clock, forgotten: Callable[[int], None]) -> None:
        self._personal_data = personal_data
        self._clock = clock
        self._forgotten = forgotten
        self._here: Callable[[], Collection[int]] = tuple
        self._ours: Callable[[int], bool] = lambda _: False
        self._compared = True  # nothing to compare before the list of servers is known
        self._unwritten: list[tuple[int, int | None]] = []  # (server, when it left), None if it is back
        self._writing = asyncio.Lock()

    async def left(self, guild: int) -> None:
        """Record that a server removed the bot."""
        self._unwritten.append((guild, self._clock()))
        await self._try_to_write()

    async def back(self, guild: int) -> None:
        """Record that the bot is in this server."""
        self._unwritten.append((guild, None))
        await self._try_to_write()

    async def compare(self, here: Callable[[], Collection[int]], ours: Callable[[int], bool]) -> None:
        """Record which servers left or came back while the bot was offline.

        ``here`` lists the servers the client is in at the moment it is called, unavailable ones included; ``ours``
        tells which servers this process is responsible for.
        """
        self._here, self._ours, self._compared = here, ours, False
        await self._try_to_write()

    async def forget(self) -> None:
        """Delete the data of this process's servers that removed the bot long ago. StoreError.

        The client decides: a server that it is in now keeps its data, even if the record says that it left.
        """
        async with self._writing:
            await self._write()
            for guild in filter(self._ours, await self._personal_data.servers_gone(self._clock() - KEPT_FOR)):
                if guild in self._here():
                    await self._personal_data.server_back(guild)
                    continue
                await self._personal_data.forget_server(guild)
                self._forgotten(guild)
                _log.info("data of a removed server deleted", extra={"guild": guild})

    async def _try_to_write(self) -> None:
        """Write the pending records; if the store fails, the next `forget` retries."""
        try:
            async with self._writing:
                await self._write()
        except StoreError as error:
            _log.warning("servers that removed or re-added the bot will be recorded later: %s", error)

    async def _write(self) -> None:
        """Write the pending records, oldest first, then compare if that is due. StoreError."""
        while self._unwritten:
            guild, at = self._unwritten[0]
            if at is None:
                await self._personal_data.server_back(guild)
            else:
                await self._personal_data.server_left(guild, at)
            self._unwritten.pop(0)
        if not self._compared:
            await self._compare()
            self._compared = True

    async def _compare(self) -> None:
        """Update the record to match the servers the client is in. StoreError."""
        noted = {guild for guild in await self._personal_data.servers_gone(self._clock() + 1) if self._ours(guild)}
        for guild in noted.intersection(self._here()):
            await self._personal_data.server_back(guild)
        for guild in await self._personal_data.servers_known():
            if self._ours(guild) and guild not in noted and guild not in self._here():
                await self._personal_data.server_left(guild, self._clock())
