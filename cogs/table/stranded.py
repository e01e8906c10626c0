"""Tables whose channel was deleted: lobbies close, games pause until a player moves them to another channel."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import discord
from discord.ext import commands

from bot.backoff import Backoff
from bot.play.errors import ChannelTaken, Overtaken, Repeated, Stale, StoreError, UnknownTable
from bot.play.game import BrokenLog
from bot.play.people import Calls, Preferences
from bot.play.presence import people
from bot.play.session import Table
from bot.play.timing.due import ABANDONED
from bot.play.timing.pings import quiet_until
from bot.play.values import DAY, OPEN, Status, TableHome, own_doing
from bot.rummy.refusals import Refused
from bot.text.rules import variant_name
from cogs.edge.answers import Reply
from cogs.edge.permissions import missing, missing_words
from cogs.edge.tasks import Tasks
from cogs.table.deps import Deps
from cogs.table.openers import must_be_place
from cogs.table.room import TableEdge
from cogs.table.screens.links import table_link
from cogs.table.screens.parts import plain_text

logger = logging.getLogger(__name__)

_BACKOFF: Final = Backoff(1, 60)
"""Seconds between tries."""
_MOST_TRIES: Final = 10


class Places(Protocol):
    """What is asked about Discord's channels; coroutines may raise discord.HTTPException and OSError."""

    def locale(self, guild: int) -> str | None:
        """Return a server's language."""
        ...

    def name(self, guild: int) -> str:
        """Return a server's name."""
        ...

    def lists(self, guild: int, channel: int) -> bool:
        """Return whether the gateway has told of a channel; it doesn't tell of archived threads."""
        ...

    async def is_gone(self, guild: int, channel: int) -> bool:
        """Ask Discord whether a channel was deleted."""
        ...

    async def write(self, user: int, words: str, *, silent: bool = False) -> tuple[int, int]:
        """Send a direct message."""
        ...


class Stranded(commands.Cog):
    """Looks for tables whose channel is gone whenever there may be some, and tells their players.

    A deletion while the bot is here is an event; one that it has missed shows in the list of channels of a server that
    has just become available, or when Discord doesn't know the channel of a message.
    """

    def __init__(
        self, deps: Deps, places: Places, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self._deps = deps
        self._places = places
        self._sleep = sleep
        self._tasks = Tasks()
        self._ready = False

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
        """Look for stranded tables once. StoreError, discord.HTTPException, OSError."""
        for home in await self._deps.tables.homes(guild):
            if listed and self._places.lists(home.guild, home.channel):
                continue
            if await self._places.is_gone(home.guild, home.channel):
                await self._strand(home)

    async def _strand(self, home: TableHome) -> None:
        """Pause a game and tell its players. A lobby, and a game of computers alone, just ends.

        A game paused before the time of an outage is given back would lose that time.
        """
        await self._deps.scheduler.time_runs(home.guild)
        try:
            table = await self._deps.tables.get(home.table)
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
        """Tell a player by direct message, unless they want no notifications; without a sound in quiet hours."""
        try:
            person = await self._deps.people.get(user)
        except StoreError:
            person = Preferences(user)  # better a message too many than a game that nobody finds again
        if user < 0 or person.calls is Calls.NONE:
            return
        texts, now = self._deps.catalogs.texts(self._places.locale(table.row.guild)), self._deps.clock()
        words = texts.t(
            "The channel of your {game} game on {server} was deleted, so the game is paused. To continue, use "
            "`/rummy table` in another channel there. If nobody does for {days} days, the game ends without a result.",
            game=variant_name(texts, table.row.options.variant),
            server=plain_text(self._places.name(table.row.guild)),
            days=ABANDONED // DAY,
        )
        try:
            await self._places.write(user, words, silent=quiet_until(person.quiet, now) > now)
        except (discord.HTTPException, OSError) as error:
            logger.info("a player couldn't be told of a deleted channel: %s", error, extra={"table": table.row.id})


class Moving:
    """Moves a paused game to the channel in which one of its players asks for it."""

    def __init__(self, room: TableEdge) -> None:
        self._room = room

    async def here(self, interaction: discord.Interaction) -> Reply | None:
        """Move the actor's paused game here; None if they have none, or sit at the table of this channel."""
        guild, channel, user = interaction.guild_id, interaction.channel_id, interaction.user.id
        if guild is None or channel is None:
            return None
        deps, texts = self._room.deps, self._room.private_texts(interaction)
        there = await deps.tables.in_channel(channel)
        if there is not None and there.row.status in OPEN and there.seat_of(user) is not None:
            return None
        table = await deps.tables.paused_game(guild, user)
        if table is None:
            return None
        must_be_place(interaction, deps.servers.of(guild))
        lacking = missing(interaction)
        if lacking:
            return self._room.notice(missing_words(texts, lacking))
        try:
            await table.play.move_to_channel(user, channel, interaction.id)
        except ChannelTaken as taken:
            link = table_link((await deps.tables.get(taken.table)).row)
            words = texts.t(
                "This channel already has a table: {link}. Use `/rummy table` in another channel or a thread to "
                "continue your game there.",
                link=link,
            )
            return self._room.notice(words)
        self._room.boards.resume(table, anew=True)
        self._room.moved(table, user)
        return self._room.notice(texts.t("Your game continues here."))
