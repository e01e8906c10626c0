"""Shows changes that the program itself made to tables, and pings players when it's their turn."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

import discord

from bot.play.service.table import Table
from bot.play.state.people import Notifications, PeopleStore
from bot.play.state.values import Ping, PingResult, Start, Status
from bot.text.catalogs import Catalogs, Texts
from bot.text.games import variant_name
from bot.text.players import ping_words
from cogs.edge.channels import DiscordChannels
from cogs.edge.languages import written_to
from cogs.edge.layout import until
from cogs.edge.messages import Message, Post, Trouble, trouble_of
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.proof import start_line, void_screen
from cogs.table.screens.scene import table_link
from cogs.table.table_messages import scene_of
from cogs.table.table_replies import TableUpdates

logger = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds to wait for Discord to accept a ping. After that it's sent again later."""
_REFUSED: Final = (Trouble.FORBIDDEN, Trouble.NO_CHANNEL, Trouble.GONE, Trouble.REFUSED)
"""Errors that a retry wouldn't fix."""
_UNSENT: Final = (discord.HTTPException, OSError)
"""Errors after which the announcement of a start counts as not sent."""


@dataclass(slots=True, eq=False)
class DiscordAnnouncer:
    """Shows tables that the program changed, and pings players in short messages."""

    updates: TableUpdates
    public_messages: PublicMessages
    channels: DiscordChannels
    catalogs: Catalogs
    people: PeopleStore

    def changed(self, table: Table) -> None:
        """Show a changed table to everyone who sees it."""
        self.updates.changed(table)

    async def ping(
        self, table: Table, user: int, notifications: Notifications, reminder: int
    ) -> tuple[PingResult, Ping | None]:
        """Ping a player in the table's channel or in a direct message. With Notifications.NONE nothing is sent."""
        if notifications is Notifications.NONE:
            return PingResult.LATER, None
        if (
            notifications is Notifications.CHANNEL
            and self.public_messages.paused_at(table.row.home.channel) is not None
        ):
            return PingResult.FAILED, None
        try:
            async with asyncio.timeout(PATIENCE):
                return PingResult.SENT, await self._sent(table, user, notifications, reminder)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            about = {"table": table.row.id, "calls": notifications.value, "code": error.code, "trouble": trouble.name}
            logger.info("ping was rejected", extra=about)
            return (PingResult.FAILED if trouble in _REFUSED else PingResult.LATER), None
        except (OSError, TimeoutError):
            logger.info("ping waits: Discord can't be reached", extra={"table": table.row.id})
            return PingResult.LATER, None

    async def delete_ping(self, ping: Ping) -> bool:
        """Delete a ping. Return False if Discord can't be reached, so that it's tried again."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.channels.delete(ping.channel, ping.message)
        except discord.HTTPException as error:
            trouble = trouble_of(error)
            if trouble is not Trouble.GONE:
                logger.info("ping can't be deleted", extra={"channel": ping.channel, "trouble": trouble.name})
            return trouble not in (Trouble.DOWN, Trouble.BUSY)
        except (OSError, TimeoutError):
            logger.info("ping can't be deleted: Discord can't be reached", extra={"channel": ping.channel})
            return False
        return True

    async def _sent(self, table: Table, user: int, notifications: Notifications, reminder: int) -> Ping:
        """Send a ping, a direct one in the player's language. Raises discord.HTTPException, OSError."""
        row = table.row
        guild = row.home.guild
        texts = self.catalogs.texts(self.channels.locale(guild), self.channels.look(guild))
        direct = notifications is Notifications.DIRECT
        if direct:
            texts = await written_to(self.catalogs, self.people, user, texts)
        words = ping_words(
            texts,
            reminder,
            mention="" if direct else f"<@{user}>",
            game=variant_name(texts, row.options.variant),
            until=until(row.clock.deadline if row.clock else None),
            link=table_link(row),
        )
        post = Post(("ping", row.id, row.created_at, table.seq, reminder, user, direct), lasting=True)
        if direct:
            channel, message = await self.channels.write(user, words, post)
            return Ping(user, channel, message)
        return Ping(user, row.home.channel, await self.channels.ping(row.home.channel, user, words, post))


@dataclass(slots=True, eq=False)
class DiscordStartNotices:
    """Implements `bot.play.service.starter.StartNotices`. The messages don't wait for the edits of a channel."""

    channels: DiscordChannels
    catalogs: Catalogs
    updates: TableUpdates
    public_messages: PublicMessages

    # A message that could be edited proves nothing about when it was written, so this one is final, and a void start is
    # shown in another.
    async def announce(self, table: Table, start: Start) -> int | None:
        """Post the line with the code of a start, and return the message's id; None if that fails."""
        texts = self._texts(table.row.home.guild)
        return await self._post(table, "start", start, Message(lambda _: start_line(texts, start), silent=True))

    async def void(self, table: Table, start: Start, message: int | None) -> None:
        """Show everyone that a start is void."""
        self.updates.changed(table)
        if message is None:
            return
        scene = scene_of(table, self._texts(table.row.home.guild))
        voided = next((one for one in table.row.starts if one.number == start.number), start)
        shown = Message(lambda detail: void_screen(scene.with_detail(detail), voided), silent=True)
        await self._post(table, "void", start, shown)
        if table.row.status is Status.LOBBY and not table.row.is_starting:
            self.public_messages.changed(table, anew=True)  # below the message that says so

    async def _post(self, table: Table, kind: str, start: Start, message: Message) -> int | None:
        """Post a message about a start that stays as it is, and return its id; None if that fails."""
        home = table.row.home
        post = Post((kind, home.table, start.number), final=True)
        try:
            return await self.channels.post(home.guild, home.channel, message, post)
        except _UNSENT as error:
            about = {"table": table.row.id, "message": kind}
            logger.warning("a message about a start couldn't be posted: %s", error, extra=about)
            return None

    def dealt(self, table: Table) -> None:
        """Show a table whose cards have just been dealt, below the line of its start."""
        self.updates.changed(table)
        self.public_messages.changed(table, anew=True)

    def _texts(self, guild: int) -> Texts:
        return self.catalogs.texts(self.channels.locale(guild), self.channels.look(guild))
