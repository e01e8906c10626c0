"""Looks after lounges: after outages, when permissions change, and when they were pushed up; archives empty threads."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.ext import commands

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError
from bot.play.state.ports import Signal
from bot.play.state.values import OPEN, Status
from cogs.door.lounges import Lounges
from cogs.edge.channels import DiscordChannels
from cogs.edge.client import DiscordClient
from cogs.edge.tasks import Tasks

logger = logging.getLogger(__name__)

LOOK_EVERY: Final = 10 * 60.0
"""Seconds between two rounds in which lounges are looked after."""
ARCHIVED_AFTER: Final = 30.0
"""Seconds after which the thread of a canceled table is archived, so that its message is updated before."""


class LoungeWatch(commands.Cog):
    """Updates lounges that missed a change, and posts them again. ``sleep`` follows the program's clock."""

    def __init__(
        self,
        *,
        client: DiscordClient,
        lounges: Lounges,
        channels: DiscordChannels,
        tables: Tables,
        touched: Signal[Table],
        sleep: Callable[[float], Awaitable[object]],
    ) -> None:
        self._client = client
        self._lounges = lounges
        self._channels = channels
        self._tables = tables
        self._sleep = sleep
        self._tasks = Tasks()
        self._rounds = False
        touched.subscribe(self._touched)

    async def cog_unload(self) -> None:
        """Stop. The next start updates all lounges."""
        await self._tasks.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Update the lounges of all servers, and begin to look after them."""
        self._lounges.refresh(self._client.servers())
        if not self._rounds:
            self._rounds = True
            self._tasks.start(self._look_after(), {})

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Update the lounge of a server after an outage."""
        self._lounges.refresh((guild.id,))

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Update the lounge when permissions change: the bot's, or whose tables everyone sees."""
        self._lounges.permitted(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Forget a lounge whose channel was deleted."""
        self._lounges.changed(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Update the lounge when the permissions of a role change."""
        self._lounges.permitted(after.guild.id)

    @commands.Cog.listener()
    async def on_thread_create(self, thread: discord.Thread) -> None:
        """List a table in a new thread, which can be opened before the gateway sends the thread."""
        self._lounges.changed(thread.guild.id)
        self._lounges.tidy(thread.guild.id, thread.parent_id)

    async def _look_after(self) -> None:
        """Look after all lounges again and again."""
        while True:
            await self._sleep(LOOK_EVERY)
            await self._lounges.look(self._client.servers())

    def _touched(self, table: Table) -> None:
        """Archive the thread of a canceled table soon."""
        guild, channel = table.row.guild, table.row.channel
        if guild is None or channel is None or table.row.fixture is not None:
            return
        if table.row.status is Status.CANCELLED:
            self._tasks.start(self._archive(guild, channel), {"channel": channel})

    async def _archive(self, guild: int, channel: int) -> None:
        """Archive a thread of the bot, unless another table is open there by then."""
        await self._sleep(ARCHIVED_AFTER)
        try:
            table = await self._tables.in_channel(channel)
            if table is None or table.row.status not in OPEN:
                await self._channels.archive(guild, channel)
        except (StoreError, discord.HTTPException, OSError) as error:
            logger.info("a thread isn't archived: %s", error, extra={"channel": channel})
