"""The lounges of servers: a public message each, which is kept up to date and posted again when it was pushed up."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord import ButtonStyle, ui
from discord.ext import commands

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError
from bot.play.state.people import Lounge, Server, Servers
from bot.play.state.ports import Clock, Signal
from bot.play.state.values import HOUR, OPEN, Status, TableRow
from bot.ratings.ports import AuditEntry
from bot.rummy.options import seats_for
from bot.text.catalogs import Catalogs, Texts
from bot.text.games import variant_name
from bot.text.players import seat_name
from cogs.door.door_tables import QUICK, SIT, new_button, quick_button, standings_button
from cogs.edge.channel_writer import ChannelWriter, Current, Job, Sent, bring_up_to_date
from cogs.edge.channels import DiscordChannels, NewerMessage
from cogs.edge.client import DiscordClient
from cogs.edge.custom_ids import button, daily_button, learn_button, page_id, practice_button
from cogs.edge.layout import bold, layout, plain_name, rows, small, text, title
from cogs.edge.messages import Message, Post, Trouble, looks_of, trouble_of
from cogs.edge.names import NamedMember
from cogs.edge.tasks import Tasks
from cogs.table.screens.scene import table_link
from cogs.table.screens.settings import pace_words

MOST_TABLES: Final = 8
"""How many tables are listed. A table takes three of the forty components of a message."""


def lounge_screen(texts: Texts, tables: Sequence[TableRow]) -> ui.LayoutView:
    """Show the buttons, and the open tables, the longest waiting first."""
    shown = tables[:MOST_TABLES]
    return layout(
        text(
            title(texts.t("Rummy lounge")),
            texts.t(
                "*{button Quick play}* finds you an opponent. *{button New table}* lets you choose the game and its "
                "rules. *{button Practice}* is against a computer, and *{button Learn}* has short lessons."
            ),
            texts.t("*{button Daily deal}* has the same cards for everyone, once a day."),
        ),
        rows(
            [
                quick_button(texts),
                new_button(texts),
                practice_button(texts, ButtonStyle.secondary),
                daily_button(texts),
                standings_button(texts),
                learn_button(texts),
            ]
        ),
        text(*_heading(texts, len(tables))),
        [ui.Section(ui.TextDisplay(_table_words(texts, row)), accessory=_join(texts, row)) for row in shown],
        _more(texts, len(tables) - len(shown)),
    )


def _heading(texts: Texts, count: int) -> list[str]:
    if not count:
        return [small(texts.t("No table is waiting for players."))]
    return [bold(texts.n("{n} table is waiting for players", "{n} tables are waiting for players", count))]


def _table_words(texts: Texts, row: TableRow) -> str:
    names = ", ".join(plain_name(seat_name(texts, player)) for player in row.seats)
    most = seats_for(row.options)[-1]
    seats = texts.n("{taken} of {n} seat taken", "{taken} of {n} seats taken", most, taken=len(row.seats))
    return "\n".join(
        (
            texts.t(
                "[{game}]({link}) · {names}",
                game=variant_name(texts, row.options.variant),
                link=table_link(row),
                names=names,
            ),
            small(texts.t("{seats} · {time}", seats=seats, time=pace_words(texts, row.pace, row.limits))),
        )
    )


def _join(texts: Texts, row: TableRow) -> ui.Button[ui.LayoutView]:
    return button(texts.p("button", "Join"), SIT, row.id, style=ButtonStyle.success)


def _more(texts: Texts, count: int) -> list[ui.TextDisplay[ui.LayoutView]]:
    """Return a line with the number of tables that aren't listed, if there are any."""
    if count <= 0:
        return []
    return [ui.TextDisplay(small(texts.n("{n} more table is waiting.", "{n} more tables are waiting.", count)))]


logger = logging.getLogger(__name__)
SLOWER: Final = 4
"""How many times slower than tables lounges are edited."""
REPOSTED_EVERY: Final = HOUR
"""The shortest time between two posts of a lounge, in milliseconds."""
# Messages are counted, not read: the message intent needs Discord's approval, and reposting by time is noise.
PUSHED_UP: Final = 8
"""The number of newer messages after which a lounge has scrolled out of sight."""
GONE: Final = "lounge-gone"
"""The audit log's word for a lounge that was deleted on Discord. The actor is 0."""
_MOST_NEWER: Final = 50


class _LoungeReplacedError(Exception):
    """The lounge was posted again or removed meanwhile."""


class Lounges:
    """Posts lounges and keeps them up to date, through the channel writer.

    ``interval`` is the number of seconds between two edits of a lounge.
    """

    def __init__(
        self,
        *,
        tables: Tables,
        servers: Servers,
        channels: DiscordChannels,
        catalogs: Catalogs,
        writer: ChannelWriter,
        clock: Clock,
        lobbies: Signal[Table],
        names: Signal[NamedMember],
        interval: float,
    ) -> None:
        self._tables = tables
        self._servers = servers
        self._channels = channels
        self._catalogs = catalogs
        self._writer = writer
        self._clock = clock
        self._interval = interval
        self._current: Current[str] = Current()
        self._listing: set[int] = set()  # servers whose lounges list tables
        self._looked: dict[int, int] = {}  # by server: when newer messages were last counted
        lobbies.subscribe(self._touched)
        names.subscribe(self._named)

    def changed(self, guild: int) -> None:
        """Update a server's lounge soon, if it has one."""
        lounge = self._servers.of(guild).lounge
        if lounge is None or lounge.message is None:
            return
        write, given_up = partial(self._write, guild), partial(self._given_up, guild, lounge)
        self._writer.request(Job(guild, lounge.channel, "lounge", write, given_up, can_wait=True, rest=self._interval))

    def refresh(self, guilds: Iterable[int]) -> None:
        """Update the lounges of these servers, also in paused channels."""
        for guild in guilds:
            lounge = self._servers.of(guild).lounge
            if lounge is not None:
                self.changed(guild)
                self._writer.resume(lounge.channel)

    def permitted(self, guild: int) -> None:
        """Update a server's lounge after permissions have changed, if the bot may post there now."""
        lounge = self._servers.of(guild).lounge
        if lounge is not None and self._channels.can_post(guild, lounge.channel):
            self.refresh((guild,))

    def tidy(self, guild: int, channel: int) -> None:
        """Delete Discord's announcements of tables' threads soon, if a channel is the lounge's: they push it up."""
        lounge = self._servers.of(guild).lounge
        if lounge is not None and lounge.message is not None and lounge.channel == channel:
            write = partial(self._tidy, guild, lounge)
            self._writer.request(Job(guild, channel, "lounge-tidy", write, can_wait=True, rest=self._interval))

    def is_paused(self, guild: int) -> bool:
        """Return whether a server's lounge can't be updated for lack of a permission."""
        lounge = self._servers.of(guild).lounge
        return lounge is not None and self._writer.paused_at(lounge.channel) is not None

    async def post(self, guild: int, channel: int, entry: AuditEntry, *, reposts: bool) -> int:
        """Post a lounge in place of the earlier one, and return the message's id.

        Raises discord.HTTPException if Discord refuses the message, and StoreError. Then the earlier one stays.
        """
        posted = await self._post(guild, Lounge(channel, reposts=reposts), lambda _: True, entry)
        self._writer.resume(channel)
        self.changed(guild)  # tables may have changed meanwhile
        return posted

    async def remove(self, guild: int, entry: AuditEntry) -> bool:
        """Remove the lounge of a server. Return whether it had one. Raises StoreError."""
        try:
            before = await self._replace(guild, None, lambda lounge: lounge is not None, entry)
        except _LoungeReplacedError:
            return False
        if before is not None:
            await self._delete(before)
        return True

    async def look(self, guilds: Iterable[int]) -> None:
        """Post the lounges of these servers again that want it, that are old enough and that were pushed up."""
        here = set(guilds)
        for server in self._servers.with_lounge():
            lounge, now = server.lounge, self._clock()
            if server.guild not in here or lounge is None or lounge.message is None or not lounge.reposts:
                continue
            last = max(_posted_at(lounge.message), self._looked.get(server.guild, 0))
            if now - last >= REPOSTED_EVERY and self._writer.paused_at(lounge.channel) is None:
                self._looked[server.guild] = now
                write = partial(self._repost, server.guild, lounge)
                self._writer.request(Job(server.guild, lounge.channel, "lounge-again", write, can_wait=True))

    def _touched(self, table: Table) -> None:
        if table.row.guild is not None:
            self.changed(table.row.guild)

    def _named(self, member: NamedMember) -> None:
        if member.guild in self._listing and member.guild is not None:
            self.changed(member.guild)

    async def _write(self, guild: int) -> Sent:
        """Edit a server's lounge, unless it's up to date, or there's an outage: afterwards it's updated anyway."""
        lounge = self._servers.of(guild).lounge
        if lounge is None or lounge.message is None or not self._channels.is_available(guild):
            return Sent.NOTHING
        message, target = await self._message(guild, lounge), lounge.message
        looks = looks_of(message)

        async def send() -> str:
            await self._channels.edit(guild, lounge.channel, target, message)
            return looks

        return await bring_up_to_date(self._current, target, lambda: looks, send)

    async def _message(self, guild: int, lounge: Lounge) -> Message:
        """Show the lounge with the tables that everyone who sees it may see. Raises StoreError."""
        texts = self._catalogs.texts(self._channels.locale(guild))
        found = [table.row for table in await self._tables.lobbies(guild)]
        listed = [row for row in found if self._is_public(row, lounge)]
        (self._listing.add if listed else self._listing.discard)(guild)
        return Message(lambda _: lounge_screen(texts, listed), silent=True)

    def _is_public(self, row: TableRow, lounge: Lounge) -> bool:
        """Return whether a table is in the lounge's channel or its threads, or where all members can see it."""
        if row.guild is None or row.channel is None:
            return False
        here = lounge.channel in (row.channel, self._channels.parent(row.guild, row.channel))
        return here or self._channels.everyone_sees(row.guild, row.channel)

    async def _tidy(self, guild: int, lounge: Lounge) -> Sent:
        if self._servers.of(guild).lounge != lounge or lounge.message is None:
            return Sent.NOTHING
        for one in await self._newer(lounge.channel, lounge.message):
            if one.own and one.announces:
                await self._delete(replace(lounge, message=one.id))
        return Sent.DONE

    async def _newer(self, channel: int, message: int) -> list[NewerMessage]:
        """Return the messages after a lounge; none if the bot may not read them, which is no reason to pause."""
        try:
            return await self._channels.newer(channel, message, _MOST_NEWER)
        except discord.HTTPException as error:
            if trouble_of(error) is not Trouble.FORBIDDEN:
                raise
            return []

    async def _repost(self, guild: int, lounge: Lounge) -> Sent:
        """Post a lounge again, if it was pushed up, and delete copies that a crash has left behind."""
        if self._servers.of(guild).lounge != lounge or lounge.message is None or not self._channels.is_available(guild):
            return Sent.NOTHING
        newer = await self._newer(lounge.channel, lounge.message)
        copies = [one.id for one in newer if one.own and f'"{page_id(QUICK)}"' in one.json]
        for copy in copies:
            await self._delete(replace(lounge, message=copy))
        if len(newer) - len(copies) < PUSHED_UP:
            return Sent.NOTHING
        try:
            await self._post(guild, lounge, lambda now: now == lounge, None)
        except _LoungeReplacedError:
            return Sent.NOTHING
        return Sent.DONE

    async def _post(
        self, guild: int, lounge: Lounge, expected: Callable[[Lounge | None], bool], entry: AuditEntry | None
    ) -> int:
        """Post a lounge, store it if the stored one is as ``expected``, and delete the earlier message."""
        message = await self._message(guild, lounge)
        posted = await self._channels.post(
            guild, lounge.channel, message, Post(("lounge", lounge.channel, lounge.message))
        )
        try:
            before = await self._replace(guild, replace(lounge, message=posted), expected, entry)
        except BaseException:
            await asyncio.shield(self._delete(replace(lounge, message=posted)))
            raise
        self._current.wrote(posted, looks_of(message))
        if before is not None:
            await self._delete(before)
        return posted

    async def _given_up(self, guild: int, lounge: Lounge, trouble: Trouble) -> None:
        """Forget a deleted message. Other ones are updated again with the next change."""
        if trouble in (Trouble.GONE, Trouble.NO_CHANNEL):
            entry = AuditEntry(guild, self._clock(), 0, GONE, str(lounge.channel))
            with suppress(_LoungeReplacedError, StoreError):  # the next change tries again
                await self._replace(guild, None, lambda now: now == lounge, entry)

    async def _replace(
        self,
        guild: int,
        lounge: Lounge | None,
        expected: Callable[[Lounge | None], bool],
        entry: AuditEntry | None,
    ) -> Lounge | None:
        """Store a lounge if the stored one is as ``expected``, and return that one.

        Raises _LoungeReplacedError and StoreError.
        """
        before: list[Lounge | None] = []

        def with_lounge(server: Server) -> Server:
            if not expected(server.lounge):
                raise _LoungeReplacedError
            before.append(server.lounge)
            return replace(server, lounge=lounge)

        await self._servers.change(guild, with_lounge, entry)
        return before[-1]

    async def _delete(self, lounge: Lounge) -> None:
        if lounge.message is not None:
            self._current.forget(lounge.message)
            with suppress(discord.HTTPException, OSError):
                await self._channels.delete(lounge.channel, lounge.message)


def _posted_at(message: int) -> int:
    """Return when a message was posted, in epoch milliseconds; its id contains that."""
    return int(discord.utils.snowflake_time(message).timestamp() * 1000)


LOOK_EVERY: Final = 10 * 60.0
"""Seconds between two rounds in which lounges are looked after."""
ARCHIVED_AFTER: Final = 30.0
"""Seconds after which the thread of a canceled table is archived, so that its message is updated before."""


class LoungeWatch(commands.Cog):
    """Updates lounges after outages and new permissions, posts them again once pushed up, and archives empty threads.

    ``sleep`` follows the program's clock.
    """

    def __init__(
        self,
        *,
        client: DiscordClient,
        lounges: Lounges,
        channels: DiscordChannels,
        tables: Tables,
        lobbies: Signal[Table],
        sleep: Callable[[float], Awaitable[object]],
    ) -> None:
        self._client = client
        self._lounges = lounges
        self._channels = channels
        self._tables = tables
        self._sleep = sleep
        self._tasks = Tasks()
        self._rounds = False
        lobbies.subscribe(self._touched)

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
        while True:
            await self._sleep(LOOK_EVERY)
            await self._lounges.look(self._client.servers())

    def _touched(self, table: Table) -> None:
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
