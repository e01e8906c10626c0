"""Servers that have removed the bot: noted, and forgotten some time later."""

import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.play.people import Custody
from bot.play.ports import DAY, Clock

KEPT_FOR: Final = 30 * DAY
"""How long what is held of a server is kept after it has removed the bot, in milliseconds."""

_log = logging.getLogger(__name__)


class Departures:
    """Takes note of servers that leave and come back, and forgets those that stay away.

    ``forgotten`` lets go of what is in memory of a server; it takes no time and raises nothing.
    """

    def __init__(self, custody: Custody, clock: Clock, forgotten: Callable[[int], None]) -> None:
        self._custody = custody
        self._clock = clock
        self._forgotten = forgotten
        self._ours: Callable[[int], bool] = lambda _: False

    async def left(self, guild: int) -> None:
        """Take note that a server has removed the bot. StoreError."""
        await self._custody.server_left(guild, self._clock())

    async def back(self, guild: int) -> None:
        """Take note that a server has the bot. StoreError."""
        await self._custody.server_back(guild)

    async def compare(self, here: Collection[int], ours: Callable[[int], bool]) -> None:
        """Take note of who has left or come back while the bot was not there to see it. StoreError.

        ``here`` are the servers that have the bot, ``ours`` says which servers are this process's to look after.
        """
        noted = {guild for guild in await self._custody.servers_gone(self._clock() + 1) if ours(guild)}
        for guild in noted.intersection(here):
            await self.back(guild)
        for guild in await self._custody.servers_known():
            if ours(guild) and guild not in noted and guild not in here:
                await self.left(guild)
        self._ours = ours

    async def forget(self) -> None:
        """Forget those of this process's servers that have been away for long. StoreError.

        Nothing before it has been compared who is back: what is dropped here nobody can bring back.
        """
        for guild in filter(self._ours, await self._custody.servers_gone(self._clock() - KEPT_FOR)):
            await self._custody.forget_server(guild)
            self._forgotten(guild)
            _log.info("a server was forgotten", extra={"guild": guild})
