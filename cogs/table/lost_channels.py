"""Tables whose channel was deleted: lobbies close, games pause until a player moves them to another channel."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord
from discord.ext import commands

from bot.backoff import Backoff
from bot.play.scheduling.scheduler import Scheduler
from bot.play.service import play_requests, program_actions, table_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import (
    ChannelTaken,
    Overtaken,
    Repeated,
    Stale,
    StoreError,
    UnknownTable,
)
from bot.play.state.game import BrokenLog
from bot.play.state.limits import ABANDONED
from bot.play.state.people import Notifications, PeopleStore, Preferences, Servers
from bot.play.state.ports import Clock
from bot.play.state.presence import people
from bot.play.state.values import DAY, OPEN, Status, TableHome, own_doing
from bot.play.time.turn_clock import quiet_until
from bot.rummy.refusals import Refused
from bot.text.catalogs import Catalogs
from bot.text.games import variant_name
from cogs.edge.answers import Reply, notice
from cogs.edge.channels import DiscordChannels
from cogs.edge.languages import Languages, reader_texts
from cogs.edge.layout import plain_text
from cogs.edge.messages import Post
from cogs.edge.permissions import missing, missing_words
from cogs.edge.tasks import Tasks
from cogs.table.public_messages import PublicMessages
from cogs.table.screens.scene import table_link
from cogs.table.table_opener import must_be_place
from cogs.table.table_replies import TableUpdates

logger = logging.getLogger(__name__)
_BACKOFF: Final = Backoff(1, 60)
"""Seconds between attempts."""
_MOST_TRIES: Final = 10


class LostChannels(commands.Cog):
    """Finds tables whose channel was deleted, and notifies their players.

    Discord announces a deletion while the bot is connected. One that the bot missed shows when a server becomes
    available and its list lacks the channel, or when Discord rejects a message to the channel.
    """

    def __init__(
        self,
        *,
        channels: DiscordChannels,
        tables: Tables,
        scheduler: Scheduler,
        people: PeopleStore,
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
        public_messages.lost.subscribe(lambda table: self.look(table.row.home.guild))

    def look(self, guild: int | None, *, listed: bool = False) -> None:
        """Check tables for deleted channels in the background, on one server or on all (None).

        Discord is asked about each table's channel; with ``listed`` only about channels that the library's cache lacks.
        After an outage that cache still contains deleted channels.
        """
        self._tasks.start(self._insist(guild, listed=listed), {"guild": guild or 0})

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Check for channels deleted before the bot started."""
        self._ready = True
        self.look(None, listed=True)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Check for channels deleted during an outage. At the start `on_ready` does that for all servers."""
        if self._ready:
            self.look(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Check for channels deleted while the bot wasn't on the server."""
        self.look(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Check for tables in the channel and in its threads."""
        self.look(channel.guild.id, listed=True)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Check for a table in the thread."""
        self.look(thread.guild_id, listed=True)

    async def cog_unload(self) -> None:
        """Stop. The next start checks again."""
        await self._tasks.close()

    async def idle(self) -> None:
        """Wait until all checks are done."""
        await self._tasks.idle()

    async def _insist(self, guild: int | None, *, listed: bool) -> None:
        """Check, and retry for some minutes while the store or Discord fails."""
        for tries in range(1, _MOST_TRIES + 1):
            try:
                await self._look(guild, listed=listed)
            except (StoreError, discord.HTTPException, OSError) as error:
                logger.warning("tables without a channel can't be searched for: %s", error, extra={"guild": guild or 0})
            else:
                return
            await self._sleep(_BACKOFF.after(tries))

    async def _look(self, guild: int | None, *, listed: bool) -> None:
        """Check once. Raises StoreError, discord.HTTPException, OSError."""
        for home in await self._tables.homes(guild):
            if listed and self._channels.lists(home.guild, home.channel):
                continue
            if await self._channels.is_gone(home.guild, home.channel):
                await self._strand(home)

    async def _strand(self, home: TableHome) -> None:
        """Pause a game and notify its players. Lobbies and games of computers only are closed.

        Waits until time runs again on the server: a game paused earlier wouldn't get back the time of an outage.
        """
        await self._scheduler.time_runs(home.guild)
        try:
            table = await self._tables.get(home.table)
            if table.row.status is Status.LOBBY or not people(table.row):
                await table_requests.close(table, own_doing(home.table, table.seq))
                return
            await program_actions.pause(table)
        except (Refused, Stale, Repeated, Overtaken, UnknownTable) as late:
            logger.info("a table was already closed or paused: %r", late, extra={"table": home.table})
            return
        except BrokenLog as fault:  # the scheduler reports it too
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
            person = Preferences(user)  # rather an unwanted message than a lost game
        if user < 0 or person.notifications is Notifications.NONE:
            return
        public, now = self._catalogs.texts(self._channels.locale(table.row.home.guild)), self._clock()
        texts = reader_texts(self._catalogs, person, public=public)
        words = texts.n(
            "The channel of your {game} game on {server} was deleted, so the game is paused. To continue, use "
            "`{/rummy table}` in another channel there. If nobody does within {n} day, the game ends without a result.",
            "The channel of your {game} game on {server} was deleted, so the game is paused. To continue, use "
            "`{/rummy table}` in another channel there. If nobody does within {n} days, the game ends without a "
            "result.",
            ABANDONED // DAY,
            game=variant_name(texts, table.row.options.variant),
            server=plain_text(self._channels.name(table.row.home.guild)),
        )
        try:
            post = Post(("lost-channel", table.row.id, user, table.seq))
            await self._channels.write(user, words, post, silent=quiet_until(person.quiet, now) > now)
        except (discord.HTTPException, OSError) as error:
            logger.info("a player couldn't be notified of a deleted channel: %s", error, extra={"table": table.row.id})


@dataclass(slots=True, eq=False)
class PausedGames:
    """Moves a paused game to the channel where one of its players asks for it."""

    languages: Languages
    updates: TableUpdates
    public_messages: PublicMessages
    tables: Tables
    servers: Servers

    async def move_here(self, interaction: discord.Interaction) -> Reply | None:
        """Move the actor's paused game here. None if they have none, or already play in this channel."""
        guild, channel, user = interaction.guild_id, interaction.channel_id, interaction.user.id
        if guild is None or channel is None:
            return None
        texts = self.languages.for_user(interaction)
        there = await self.tables.in_channel(channel)
        if there is not None and there.row.status in OPEN and there.seat_of(user) is not None:
            return None
        table = await self.tables.paused_game(guild, user)
        if table is None:
            return None
        must_be_place(interaction, self.servers.of(guild))
        lacking = missing(interaction)
        if lacking:
            return notice(missing_words(texts, lacking))
        try:
            await self._move(table, user, channel, interaction.id)
        except ChannelTaken as taken:
            link = table_link((await self.tables.get(taken.table)).row)
            words = texts.t(
                "This channel already has a table: {link}. Use `{/rummy table}` in another channel or a thread to "
                "continue your game there.",
                link=link,
            )
            return notice(words)
        self.public_messages.resume(table, anew=True)
        self.updates.changed(table, user)
        return notice(texts.t("Your game continues here."))

    async def _move(self, table: Table, user: int, channel: int, interaction: int) -> None:
        """Move a game to a channel. Raises ChannelTaken, unless the lobby there closes because its host has left."""
        try:
            await play_requests.move_to_channel(table, user, channel, interaction)
        except ChannelTaken as taken:
            if not await self.tables.is_free_after_all(taken):
                raise
            await play_requests.move_to_channel(table, user, channel, interaction)
