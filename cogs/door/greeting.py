"""Greets a server that adds the bot: once, in its system channel or the first one where the bot can write."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import discord
from discord import ButtonStyle, ui
from discord.ext import commands

from bot.backoff import Backoff
from bot.play.state.errors import StoreError
from bot.play.state.people import Servers
from bot.play.state.ports import Clock, ProgramState
from bot.text.catalogs import Catalogs, Texts
from cogs.door.door_tables import new_button, setup_button
from cogs.edge.channels import DiscordChannels
from cogs.edge.client import DiscordClient
from cogs.edge.custom_ids import practice_button
from cogs.edge.layout import layout, rows, text, title
from cogs.edge.messages import Message, Post, Trouble, trouble_of
from cogs.edge.tasks import Tasks


def greeting_screen(texts: Texts) -> ui.LayoutView:
    """Introduce the bot to a server that has just added it."""
    return layout(
        text(
            title(texts.t("Who's up for rummy?")),
            texts.t("I deal gin, Remik 51, Rommé, Kaluki, German Rummy and more. Play with friends or the computer."),
            texts.t("Everyone sees the table, only you see your hand, and a turn takes two buttons."),
        ),
        rows([practice_button(texts, ButtonStyle.primary), new_button(texts), setup_button(texts)]),
    )


logger = logging.getLogger(__name__)

SINCE: Final = "greetings-since"
"""The key in the program state under which this version's first start is stored, in epoch milliseconds."""
_BACKOFF: Final = Backoff(1, 60)
"""Seconds between attempts."""
_MOST_TRIES: Final = 10
_MOST_CHANNELS: Final = 5
"""How many channels are tried, if Discord refuses messages that it seemed to allow."""


class Greeter(commands.Cog):
    """Greets servers that add the bot, also if it wasn't running then.

    A server is greeted only if the bot joined it after this version's first start, hasn't greeted it before, and wasn't
    removed from it. What the gateway calls a new server may return from an outage, or be announced again.
    """

    def __init__(
        self,
        *,
        client: DiscordClient,
        servers: Servers,
        state: ProgramState,
        channels: DiscordChannels,
        catalogs: Catalogs,
        clock: Clock,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._client = client
        self._servers = servers
        self._state = state
        self._channels = channels
        self._catalogs = catalogs
        self._clock = clock
        self._sleep = sleep
        self._since: int | None = None
        self._left: set[int] = set()  # servers that have removed the bot, until that is recorded
        self._tasks = Tasks()

    async def cog_load(self) -> None:
        """Read or record this version's first start. Raises StoreError."""
        known = await self._state.get(SINCE)
        if known is None:
            known = str(self._clock())
            await self._state.put(SINCE, known)
        self._since = int(known)

    async def cog_unload(self) -> None:
        """Stop. A server that wasn't greeted yet is greeted after the next start."""
        await self._tasks.close()

    async def idle(self) -> None:
        """Wait until all servers are greeted."""
        await self._tasks.idle()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Greet the servers that have added the bot while it wasn't running."""
        for guild in self._client.guilds:
            self._begin(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot."""
        self._begin(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Don't greet a server that adds the bot again while its data is kept."""
        if not self._servers.was_greeted(guild.id):
            self._left.add(guild.id)
            self._tasks.start(self._keep_quiet(guild.id), {"guild": guild.id})

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot and was unavailable until now."""
        self._begin(guild)

    def _begin(self, guild: discord.Guild) -> None:
        known = guild.id in self._left or self._servers.was_greeted(guild.id)
        if not guild.unavailable and self._is_new(guild) and not known:
            self._tasks.start(self._greet(guild), {"guild": guild.id})

    def _is_new(self, guild: discord.Guild) -> bool:
        """Return whether the bot joined a server after this version's first start."""
        joined = None if guild.me is None else guild.me.joined_at
        return joined is not None and self._since is not None and joined.timestamp() * 1000 > self._since

    # Written before the greeting is posted: a crash in between leaves a server without one instead of greeting it
    # twice.
    async def _greet(self, guild: discord.Guild) -> None:
        if await self._record(guild.id):  # first, so that it's never greeted twice
            await self._post(guild)

    async def _keep_quiet(self, guild: int) -> None:
        """Record that a server needs no greeting, without one."""
        if await self._record(guild):
            self._left.discard(guild)

    async def _record(self, guild: int) -> bool:
        """Record that a server needs no greeting any more, and return whether it did; retry while the store fails."""
        for tries in range(1, _MOST_TRIES + 1):
            try:
                return await self._servers.greet(guild, self._clock())
            except StoreError as error:
                logger.warning("a server will be greeted later: %s", error, extra={"guild": guild})
            await self._sleep(_BACKOFF.after(tries))
        return False

    async def _post(self, guild: discord.Guild) -> None:
        texts = self._catalogs.texts(self._channels.locale(guild.id))
        message = Message(lambda _: greeting_screen(texts))
        for channel, _ in zip(channels_for(guild), range(_MOST_CHANNELS), strict=False):
            if await self._posted(guild.id, channel.id, message):
                return
        logger.info("a server has no channel for a greeting", extra={"guild": guild.id})

    async def _posted(self, guild: int, channel: int, message: Message) -> bool:
        for tries in range(1, _MOST_TRIES + 1):
            try:
                await self._channels.post(guild, channel, message, Post(("greeting", channel)))
            except OSError as error:
                logger.info("a greeting waits: %s", error, extra={"guild": guild})
            except discord.HTTPException as error:
                if trouble_of(error) not in (Trouble.BUSY, Trouble.DOWN):
                    return False
            else:
                return True
            await self._sleep(_BACKOFF.after(tries))
        return False


def channels_for(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels where a bot can greet a server: its system channel, then those that all members see."""

    def order(channel: discord.TextChannel) -> tuple[bool, bool, int, int]:
        seen = channel.permissions_for(guild.default_role).view_channel
        return channel != guild.system_channel, not seen, channel.position, channel.id

    for channel in sorted(guild.text_channels, key=order):
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.send_messages:
            yield channel
