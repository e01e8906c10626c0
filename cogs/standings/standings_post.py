"""The message that shows a server's standings and updates itself."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import KW_ONLY, InitVar, dataclass, field, replace
from functools import partial
from typing import Final

import discord
from discord.ext import commands

from bot.play.state.errors import StoreError
from bot.play.state.people import Server, Servers, StandingsBoard
from bot.play.state.ports import Clock, Signal
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL, Channels, ChannelWriter, Current, Job, Sent, bring_up_to_date
from cogs.edge.client import DiscordClient
from cogs.edge.messages import Message, Post, Trouble, looks_of
from cogs.edge.tasks import Tasks
from cogs.standings.standings_messages import StandingsMessages, Viewer

SLOWER: Final = 12
"""How many times slower than tables standings are edited: they aren't urgent, and Discord allows fewer edits of old
messages than of new ones."""
INTERVAL: Final = SLOWER * EDIT_INTERVAL
"""Seconds between two edits of a server's standings."""
GONE: Final = "standings-gone"
"""The audit log's word for a standings message that was deleted on Discord. The actor is 0."""
_FOR_NAMES: Final = (2.0, 4.0, 8.0, 16.0, 32.0)
"""Seconds to wait for missing names, one entry per attempt. After a start many servers look up names at once."""


class _Replaced(Exception):
    """The standings were posted again or removed meanwhile."""


@dataclass(slots=True, eq=False)
class StandingsPosts:
    """Keeps the posted standings of servers up to date, through the channel writer.

    ``interval`` is the number of seconds between two edits of a server's standings.
    """

    showing: StandingsMessages
    servers: Servers
    channels: Channels
    catalogs: Catalogs
    writer: ChannelWriter
    _: KW_ONLY
    clock: Clock
    changes: InitVar[Signal[int]]
    interval: float = INTERVAL
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _current: Current[str] = field(init=False, default_factory=Current)
    _waits: dict[int, int] = field(init=False, default_factory=dict)  # by server: attempts to get missing names
    _waiting: set[int] = field(init=False, default_factory=set)  # servers whose names are being waited for

    def __post_init__(self, changes: Signal[int]) -> None:
        """Hear of changed standings."""
        changes.subscribe(self.changed)

    def changed(self, guild: int) -> None:
        """Update a server's standings soon, if they are posted."""
        board = self.servers.of(guild).board
        if board is None or board.message is None:
            return
        key, write, given_up = "standings", partial(self._write, guild), partial(self._given_up, guild, board)
        self.writer.request(Job(guild, board.channel, key, write, given_up, can_wait=True, rest=self.interval))

    def refresh(self, guilds: Iterable[int]) -> None:
        """Update the standings of these servers, also in paused channels."""
        for guild in guilds:
            self.changed(guild)
            self.writer.reached(guild)

    def is_paused(self, guild: int) -> bool:
        """Return whether a server's standings can't be updated for lack of a permission."""
        board = self.servers.of(guild).board
        return board is not None and self.writer.paused_at(board.channel) is not None

    async def post(self, guild: int, channel: int, variant: Variant | None, entry: AuditEntry) -> int:
        """Post standings in place of the earlier ones, and return the message's id.

        Raises discord.HTTPException if Discord refuses the message, and StoreError. Then the earlier ones stay.
        """
        message = await self._message(guild, variant)
        board = self.servers.of(guild).board
        what = ("standings", channel, None if board is None else board.message)
        posted = await self.channels.post(guild, channel, message, Post(what))
        try:
            before = await self._replace(guild, StandingsBoard(channel, posted, variant), entry)
        except BaseException:
            await self._delete(StandingsBoard(channel, posted))
            raise
        self.writer.resume(channel)
        self._current.wrote(posted, looks_of(message))
        if before is not None:
            await self._delete(before)
        self.changed(guild)  # the standings may have changed meanwhile
        return posted

    async def remove(self, guild: int, entry: AuditEntry) -> bool:
        """Remove the posted standings of a server. Return whether there were any. Raises StoreError."""
        try:
            before = await self._replace(guild, None, entry)
        except _Replaced:
            return False
        if before is not None:
            await self._delete(before)
        return True

    async def idle(self) -> None:
        """Wait until all standings are up to date."""
        while self._waiting:
            await self._tasks.idle()
            await self.writer.idle()
        await self.writer.idle()

    async def close(self) -> None:
        """Stop. Standings that aren't up to date are updated after the next start."""
        await self._tasks.close()

    async def _write(self, guild: int) -> Sent:
        """Edit a server's standings, unless they're up to date or wait for names."""
        board = self.servers.of(guild).board
        if board is None or board.message is None or await self._waits_for_names(guild, board.variant):
            return Sent.NOTHING
        message = await self._message(guild, board.variant)
        if self.servers.of(guild).board != board:  # moved or removed meanwhile
            self.changed(guild)
            return Sent.NOTHING
        return await self._edit(guild, board.channel, board.message, message)

    async def _waits_for_names(self, guild: int, variant: Variant | None) -> bool:
        """Return whether to wait for missing names before an edit. Raises StoreError.

        `changed` is called again after the wait. After the last attempt standings are shown without the missing names,
        since some can never be looked up.
        """
        if guild in self._waiting:
            return True
        waits = self._waits.get(guild, 0)
        if waits == len(_FOR_NAMES):
            return False
        if await self.showing.can_name(guild, await self.showing.season(guild), variant):
            self._waits.pop(guild, None)
            return False
        self._waits[guild] = waits + 1
        self._waiting.add(guild)
        self._tasks.start(self._retry(guild, _FOR_NAMES[waits]), {"guild": guild})
        return True

    async def _retry(self, guild: int, seconds: float) -> None:
        """Update a server's standings after some seconds."""
        await self.sleep(seconds)
        self._waiting.discard(guild)
        self.changed(guild)

    async def _edit(self, guild: int, channel: int, target: int, message: Message) -> Sent:
        """Edit a message to show standings, unless it shows them already."""
        looks = looks_of(message)

        async def send() -> str:
            await self.channels.edit(guild, channel, target, message)
            return looks

        return await bring_up_to_date(self._current, target, lambda: looks, send)

    async def _message(self, guild: int, variant: Variant | None) -> Message:
        """Show the standings of the current season, or of all time if there's none. Raises StoreError."""
        season = await self.showing.season(guild)
        viewer = Viewer(self.catalogs.texts(self.channels.locale(guild), self.channels.look(guild)))
        async with self.showing.low_priority():
            return await self.showing.standings(viewer, guild, season, variant, kept=True)

    async def _given_up(self, guild: int, board: StandingsBoard, trouble: Trouble) -> None:
        """Forget a deleted message. Other messages are updated again with the next change."""
        if trouble in (Trouble.GONE, Trouble.NO_CHANNEL):
            await self._forget(guild, board)

    async def _forget(self, guild: int, board: StandingsBoard) -> None:
        """Forget a message that was deleted on Discord, unless it has been replaced."""

        def without(server: Server) -> Server:
            if server.board != board:
                raise _Replaced
            return replace(server, board=None)

        with suppress(_Replaced, StoreError):  # the next change tries again
            await self.servers.change(guild, without, AuditEntry(guild, self.clock(), 0, GONE, str(board.channel)))

    async def _replace(self, guild: int, board: StandingsBoard | None, entry: AuditEntry) -> StandingsBoard | None:
        """Store which message shows the standings, and return the previous one.

        Raises _Replaced if there is nothing to remove, and StoreError.
        """
        before: list[StandingsBoard | None] = []

        def with_board(server: Server) -> Server:
            if board is None and server.board is None:  # removed already
                raise _Replaced
            before.append(server.board)
            return replace(server, board=board)

        await self.servers.change(guild, with_board, entry)
        return before[-1]

    async def _delete(self, board: StandingsBoard) -> None:
        """Delete a message that doesn't show the standings any more, if Discord allows it."""
        if board.message is not None:
            with suppress(discord.HTTPException, OSError):
                await self.channels.delete(board.channel, board.message)


@dataclass(eq=False, repr=False)
class StandingsRefresh(commands.Cog):
    """Updates posted standings at the start, and when a server is reachable again."""

    client: DiscordClient
    posts: StandingsPosts

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Update the standings of all servers."""
        self.posts.refresh(self.client.servers())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Update the standings of a server that added the bot."""
        self.posts.refresh((guild.id,))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Update the standings of a server after an outage."""
        self.posts.refresh((guild.id,))
