"""Tables whose channel was deleted: lobbies close, games pause until a player moves them to another channel."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.ext import commands

from bot.backoff import Backoff
from bot.play.errors import Overtaken, Repeated, Stale, StoreError, UnknownTable
from bot.play.game import BrokenLog
from bot.play.people import Calls, Preferences
from bot.play.ports import Clock, PreferencesStore
from bot.play.presence import people
from bot.play.scheduling.scheduler import Scheduler
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.timing.due import ABANDONED
from bot.play.timing.pings import quiet_until
from bot.play.values import DAY, Status, TableHome, own_doing
from bot.rummy.refusals import Refused
from bot.text.catalogs import Catalogs
from bot.text.rules import variant_name
from cogs.edge.channels import DiscordChannels
from cogs.edge.layout import plain_text
from cogs.edge.tasks import Tasks
from cogs.table.public_messages import PublicMessages

logger = logging.getLogger(__name__)

_BACKOFF: Final = Backoff(1, 60)
"""Seconds between tries."""
_MOST_TRIES: Final = 10


class LostChannels(commands.Cog):
    """Looks for tables whose channel is gone whenever there may be some, and tells their players.

    A deletion while the bot is here is an event; one that it has missed shows in the list of channels of a server that
    has just become available, or when Discord doesn't know the channel of a message.
    """

    def __init__(
        self,
        *,
        channels: DiscordChannels,
        tables: Tables,
        scheduler: Scheduler,
        people: PreferencesStore,
        catalogs: Catalogs,
        clock: Clock,
        public_messages: PublicMessages,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._channels = channels
        self._tables = tables
        self._scheduler = scheduler
        self._people = people
        self._catalogs = catalogs
        self._clock = clock
        self._sleep = sleep
        self._tasks = Tasks()
        self._ready = False
        public_messages.lost.subscribe(lambda table: self.look(table.row.guild))

    def look(self, guild: int | None, *, listed: bool = False) -> None:
        """Look for stranded tables in the background: on one server, or on all.

        Discord is asked about each table's channel, with ``listed`` only about those that the bot's list doesn't have.
        After an outage the library keeps deleted channels in that list.
        """
        self._tasks.start(self._insist(guild, listed=listed), {"guild": guild or 0})

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look for what happened before the bot started."""
        self._ready = True
        self.look(None, listed=True)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Look for what happened during an outage; at the start all servers become available at once."""
        if self._ready:
            self.look(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Look for what happened while the bot was not there."""
        self.look(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look for tables there, and in threads that went with the channel."""
        self.look(channel.guild.id, listed=True)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Look for the table there."""
        self.look(thread.guild_id, listed=True)

    async def cog_unload(self) -> None:
        """Stop; the next start looks again."""
        await self._tasks.close()

    async def idle(self) -> None:
        """Wait until nothing is being looked for."""
        await self._tasks.idle()

    async def _insist(self, guild: int | None, *, listed: bool) -> None:
        """Look again while the store or Discord fails, for some minutes."""
        for tries in range(1, _MOST_TRIES + 1):
            try:
                await self._look(guild, listed=listed)
            except (StoreError, discord.HTTPException, OSError) as error:
                logger.warning("tables without a channel can't be looked for: %s", error, extra={"guild": guild or 0})
            else:
                return
            await self._sleep(_BACKOFF.after(tries))

    async def _look(self, guild: int | None, *, listed: bool) -> None:
        """Look for stranded tables once. Raises StoreError, discord.HTTPException, OSError."""
        for home in await self._tables.homes(guild):
            if listed and self._channels.lists(home.guild, home.channel):
                continue
            if await self._channels.is_gone(home.guild, home.channel):
                await self._strand(home)

    async def _strand(self, home: TableHome) -> None:
        """Pause a game and tell its players. A lobby, and a game of computers alone, just ends.

        A game paused before the time of an outage is given back would lose that time.
        """
        await self._scheduler.time_runs(home.guild)
        try:
            table = await self._tables.get(home.table)
            if table.row.status is Status.LOBBY or not people(table.row):
                await table.moderation.close(own_doing(home.table, table.seq))
                return
            await table.program.pause()
        except (Refused, Stale, Repeated, Overtaken, UnknownTable) as late:
            logger.info("a table was closed or paused already: %r", late, extra={"table": home.table})
            return
        except BrokenLog as fault:  # the scheduler says so too; the other tables go on
            logger.warning("a game without a channel can't be read: %s", fault, extra={"table": home.table})
            return
        logger.info("a game is paused: its channel was deleted", extra={"table": home.table, "channel": home.channel})
        left = frozenset[int]() if table.game is None else table.game.left
        for seat in sorted(people(table.row) - left):
            await self._tell(table, table.row.seats[seat].user)

    async def _tell(self, table: Table, user: int) -> None:
        """Notify a player by direct message, unless they turned notifications off; silently in quiet hours."""
        try:
            person = await self._people.get(user)
        except StoreError:
            person = Preferences(user)  # better a message too many than a game that nobody finds again
        if user < 0 or person.calls is Calls.NONE:
            return
        texts, now = self._catalogs.texts(self._channels.locale(table.row.guild)), self._clock()
        words = texts.t(
            "The channel of your {game} game on {server} was deleted, so the game is paused. To continue, use "
            "`/rummy table` in another channel there. If nobody does for {days} days, the game ends without a result.",
            game=variant_name(texts, table.row.options.variant),
            server=plain_text(self._channels.name(table.row.guild)),
            days=ABANDONED // DAY,
        )
        try:
            await self._channels.write(user, words, silent=quiet_until(person.quiet, now) > now)
        except (discord.HTTPException, OSError) as error:
            logger.info("a player couldn't be notified of a deleted channel: %s", error, extra={"table": table.row.id})
