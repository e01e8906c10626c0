"""What the program did by itself, shown on Discord; and the short messages that call players to their turn."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

import discord

from bot.play.people import Calls
from bot.play.session import Table
from bot.play.values import Called, Ping
from bot.text.catalogs import Catalogs
from bot.text.pings import ping_words
from bot.text.rules import variant_name
from cogs.edge.discord_errors import Trouble, trouble_of
from cogs.edge.layout import until
from cogs.table.screens.links import table_link

logger = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that Discord has to take a call; after that it is tried again later."""
_REFUSED: Final = (Trouble.FORBIDDEN, Trouble.NO_CHANNEL, Trouble.GONE, Trouble.REFUSED)
"""Refusals that the next try would meet as well."""


class Postbox(Protocol):
    """What calls need of Discord's channels; everything may raise discord.HTTPException."""

    def locale(self, guild: int) -> str | None:
        """Give a server's language."""
        ...

    async def call(self, channel: int, user: int, words: str) -> int:
        """Post a short message in a channel, which notifies ``user`` and nobody else; answer its id."""
        ...

    async def write(self, user: int, words: str) -> tuple[int, int]:
        """Send somebody a direct message; answer its channel and its id."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message of our own."""
        ...


class DiscordAnnouncer:
    """Shows tables that changed by themselves, and calls players; nothing is shown before `attach`."""

    def __init__(self, catalogs: Catalogs) -> None:
        self._catalogs = catalogs
        self._show: Callable[[Table], None] | None = None
        self._refresh: Callable[[Table], None] | None = None
        self._renamed: Callable[[Table], None] | None = None
        self._postbox: Postbox | None = None
        self._refused: Callable[[int], bool] | None = None

    def attach(
        self,
        show: Callable[[Table], None],
        postbox: Postbox,
        refused: Callable[[int], bool],
        refresh: Callable[[Table], None],
        renamed: Callable[[Table], None],
    ) -> None:
        """Take note of how a table is shown and where calls go, once the edge is put together.

        ``refresh`` brings a table's public message up to date, and nothing else; ``renamed`` all that shows its
        players. ``refused`` knows the channels in which Discord has refused the bot, where nothing is to be tried.
        """
        self._show, self._postbox, self._refused = show, postbox, refused
        self._refresh, self._renamed = refresh, renamed

    def changed(self, table: Table) -> None:
        """Show a table that has changed, to everybody who looks at it."""
        if self._show is not None:
            self._show(table)

    def renamed(self, table: Table) -> None:
        """Show the names of players that have just been looked up."""
        if self._renamed is not None:
            self._renamed(table)

    def settled(self, table: Table) -> None:
        """Show what the game of a table came to, in its public message."""
        if self._refresh is not None:
            self._refresh(table)

    async def call(self, table: Table, user: int, calls: Calls, reminder: int) -> tuple[Called, Ping | None]:
        """Call somebody in the table's channel, or in a direct message; Calls.NONE calls nobody."""
        if self._postbox is None or calls is Calls.NONE:
            return Called.LATER, None
        if calls is Calls.CHANNEL and self._refused is not None and self._refused(table.row.channel):
            return Called.FAILED, None
        try:
            async with asyncio.timeout(PATIENCE):
                return Called.SENT, await self._sent(self._postbox, table, user, calls, reminder)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            about = {"table": table.row.id, "calls": calls.value, "code": error.code, "trouble": trouble.name}
            logger.info("call was not taken", extra=about)
            return (Called.FAILED if trouble in _REFUSED else Called.LATER), None
        except (OSError, TimeoutError):
            logger.info("call waits: Discord can't be reached", extra={"table": table.row.id})
            return Called.LATER, None

    async def uncall(self, ping: Ping) -> bool:
        """Delete the message that has called somebody; False where Discord can't be reached."""
        if self._postbox is None:
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._postbox.delete(ping.channel, ping.message)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            if trouble is not Trouble.GONE:
                logger.info("call can't be deleted", extra={"channel": ping.channel, "trouble": trouble.name})
            return trouble not in (Trouble.DOWN, Trouble.BUSY)
        except (OSError, TimeoutError):
            logger.info("call can't be deleted: Discord can't be reached", extra={"channel": ping.channel})
            return False
        return True

    async def _sent(self, postbox: Postbox, table: Table, user: int, calls: Calls, reminder: int) -> Ping:
        """Send a call, in the server's language. discord.HTTPException, OSError."""
        row = table.row
        texts = self._catalogs.texts(postbox.locale(row.guild))
        direct = calls is Calls.DIRECT
        words = ping_words(
            texts,
            reminder,
            mention="" if direct else f"<@{user}>",
            game=variant_name(texts, row.options.variant),
            until=until(texts, row.clock.deadline if row.clock else None),
            link=table_link(row),
        )
        if direct:
            channel, message = await postbox.write(user, words)
            return Ping(user, channel, message)
        return Ping(user, row.channel, await postbox.call(row.channel, user, words))
