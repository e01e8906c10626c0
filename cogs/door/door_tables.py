"""The buttons of the greeting and the lounge, and the tables that they open: each in a new thread.

That's because a channel holds one open table (C-1). The answers to the clicks are private.
"""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Final
from weakref import WeakValueDictionary

import discord
from cachetools import LRUCache
from discord import ButtonStyle, ui

from bot.play.service.posting import Posting
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import UnknownTable
from bot.play.state.limits import limits_for
from bot.play.state.people import Server, Servers
from bot.play.state.values import Pace, Status, TableSettings
from bot.rummy.families import Variant
from bot.rummy.shown import visible
from bot.text.catalogs import Texts
from bot.text.games import variant_listed, variant_name
from cogs.edge.answers import Reply, Show, notice
from cogs.edge.channels import DiscordChannels, missing_for_threads, new_thread
from cogs.edge.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.custom_ids import button, chooser
from cogs.edge.languages import Languages
from cogs.edge.layout import game_options, layout, rows, text, title
from cogs.edge.messages import Message
from cogs.edge.notices import Meaningless
from cogs.edge.permissions import permission_names
from cogs.standings.standings_messages import StandingsMessages, Viewer
from cogs.table.commands import can_see
from cogs.table.screens.scene import table_link
from cogs.table.table_opener import must_open, usual_rules
from cogs.table.table_replies import TableUpdates

logger = logging.getLogger(__name__)
_A_DAY: Final = 1440
"""Minutes without a message after which Discord archives a table's thread. The next message opens it again."""
_REMEMBERED: Final = 1000
QUICK: Final = "quick"  # sits down at a waiting table, or opens one
NEW: Final = "new-table"  # asks for the game of a new table
OPEN: Final = "open-table"  # game, or a select of games: opens a table in a new thread
SIT: Final = "sit"  # table: sits down there
STANDINGS: Final = "standings-now"  # the standings of the current season
SETUP: Final = "setup"  # the server's settings, for members who manage it


def quick_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that finds an opponent."""
    return button(texts.p("button", "Quick play"), QUICK, style=ButtonStyle.success)


def new_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that asks for a game and opens a table."""
    return button(texts.p("button", "New table"), NEW)


def games_screen(texts: Texts, usual: Variant) -> ui.LayoutView:
    """Ask for the game of a new table: the server's usual one at one tap, or another of the list."""
    return layout(
        text(title(texts.t("New table")), texts.t("Which game? You can still change it, and its rules, at the table.")),
        rows([button(variant_listed(texts, usual), OPEN, usual, style=ButtonStyle.success)]),
        chooser(texts.t("Choose a game"), game_options(texts), OPEN),
    )


def standings_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that shows the standings."""
    return button(texts.p("button", "Standings"), STANDINGS)


def setup_button(texts: Texts) -> ui.Button[ui.LayoutView]:
    """Return the button that shows the server's settings."""
    return button(texts.t("Set up"), SETUP)


@dataclass(slots=True, eq=False, kw_only=True)
class DoorTables:
    """Seats members who press a button of the lounge or the greeting."""

    languages: Languages
    tables: Tables
    table_updates: TableUpdates
    servers: Servers
    channels: DiscordChannels
    posting: Posting
    standings: StandingsMessages
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(init=False, default_factory=WeakValueDictionary)
    # of threads that the gateway may not have sent yet
    _parents: LRUCache[int, int] = field(init=False, default_factory=lambda: LRUCache(_REMEMBERED))

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            QUICK: PageRoute(self.quick),
            NEW: PageRoute(self.games),
            OPEN: PageRoute(self.new),
            SIT: PageRoute(self.join),
            STANDINGS: PageRoute(self._standings),
        }

    async def _standings(self, click: PageClick) -> Reply:
        showing = self.standings
        viewer = Viewer(click.texts, click.user, click.interaction.id)
        return Show(await showing.standings(viewer, click.guild, await showing.season(click.guild), None))

    async def games(self, click: PageClick) -> Reply:
        """Ask for the game of a new table, unless the member already has one that waits for players."""
        waiting = await self._waiting(click)
        if waiting is not None:
            return waiting
        server = self.servers.of(click.guild)
        must_open(click.interaction, _with_this_channel(server, click.interaction.channel_id))
        usual = await usual_rules(self.servers, server, None)
        return Show(Message(lambda _: games_screen(click.texts, usual.variant)))

    async def new(self, click: PageClick) -> Reply:
        """Open a table of the chosen game, unless the member already has one that waits for players."""
        chosen = click.asked.arguments[0] if click.asked.arguments else click.choice
        if chosen not in [*Variant]:
            raise Meaningless
        async with self._one_at_a_time(click):
            return await self._waiting(click) or await self._opened(click, TableSettings(), Variant(chosen))

    async def _waiting(self, click: PageClick) -> Reply | None:
        """Return a link to the member's table that waits for players; None if they have none."""
        for table in await self.tables.lobbies(click.guild):
            if table.row.host == click.user and self._sees(click, table):
                return notice(click.texts.t("You already have an open table: {link}", link=table_link(table.row)))
        return None

    async def quick(self, click: PageClick) -> Reply:
        """Join the longest waiting table that the member can see, or open one that starts with the second player."""
        async with self._one_at_a_time(click):
            lobbies = await self.tables.lobbies(click.guild)
            seen = [table.row.id for table in lobbies if self._sees(click, table)]
            table = await self.tables.seat(seen, user=click.user, name=click.name, variant=None, interaction=click.id)
            if table is None:
                return await self._opened(click, TableSettings(quick=True))
            return self._seated(click, table)

    async def join(self, click: PageClick) -> Reply:
        """Join a table of the list. Raises Refused if it has started or is full."""
        try:
            table = await self.tables.get(click.number(0, 1))
        except UnknownTable:
            raise Meaningless from None
        if table.row.guild != click.guild or not self._sees(click, table):
            raise Meaningless
        if table.row.status is not Status.LOBBY or table.seat_of(click.user) is None:
            await self.tables.join(table, click.user, click.name, click.id)
        return self._seated(click, table)

    def _one_at_a_time(self, click: PageClick) -> asyncio.Lock:
        """Return the lock of a server: two members who look for an opponent at once find each other."""
        return self._locks.setdefault(click.guild, asyncio.Lock())

    def _sees(self, click: PageClick, table: Table) -> bool:
        if can_see(click.interaction, table):
            return True
        guild, member = click.interaction.guild, click.interaction.user
        parent = None if guild is None else guild.get_channel(self._parents.get(table.row.channel or 0, 0))
        return parent is not None and isinstance(member, discord.Member) and parent.permissions_for(member).view_channel

    def _seated(self, click: PageClick, table: Table) -> Reply:
        self.table_updates.changed(table, click.user)
        texts, link = click.texts, table_link(table.row)
        if table.row.status is Status.PLAYING:
            return notice(texts.t("Opponent found, and the game has started: {link}", link=link))
        return notice(texts.t("You have a seat at this table: {link}", link=link))

    # A channel holds one open table (C-1), and the lounge is for many. Discord's messages that announce threads are
    # deleted, as they would push the lounge up.
    async def _opened(self, click: PageClick, settings: TableSettings, variant: Variant | None = None) -> Reply:
        """Open a table in a new thread, or name a free channel."""
        server = self.servers.of(click.guild)
        must_open(click.interaction, _with_this_channel(server, click.interaction.channel_id))
        await self.tables.must_have_room_for(click.user)  # before a thread is opened
        self.posting.take(click.user)
        options = await usual_rules(self.servers, server, variant)
        game = variant_name(self.languages.for_server(click.interaction), options.variant)
        thread = await new_thread(click.interaction, f"{game}: {visible(click.name)}", _A_DAY)
        if thread is None:
            return notice(await self._elsewhere(click, server))
        self._parents[thread] = click.interaction.channel_id or 0
        try:
            table = await self.tables.open(
                guild=click.guild,
                channel=thread,
                host=click.user,
                name=click.name,
                options=options,
                pace=Pace.LIVE,
                limits=limits_for(Pace.LIVE, server.bounds),
                settings=settings,
                interaction=click.id,
            )
        except BaseException:
            await self._put_away(click.guild, thread)
            raise
        self.table_updates.changed(table, click.user)
        return notice(click.texts.t("Your table is open: {link}", link=table_link(table.row)))

    async def _put_away(self, guild: int, thread: int) -> None:
        try:
            await self.channels.archive(guild, thread)
        except discord.HTTPException as error:
            logger.info("an empty thread stays", extra={"channel": thread, "code": error.code})

    async def _elsewhere(self, click: PageClick, server: Server) -> str:
        texts = click.texts
        taken = {home.channel for home in await self.tables.homes(click.guild)}
        free = _free_channel(click.interaction, server, taken)
        lines = [
            texts.t("I can't open a thread for your table here. Use `{/rummy new}` in a channel without a table.")
            if free is None
            else texts.t("I can't open a thread here, but {channel} is free: use `{/rummy new}` there.", channel=free),
            _missing_words(texts, click.interaction),
        ]
        return "\n".join(line for line in lines if line)


def _missing_words(texts: Texts, interaction: discord.Interaction) -> str:
    """Return which permissions an admin has to give for threads; empty if none is missing."""
    lacking = missing_for_threads(interaction.app_permissions)
    if not lacking:
        return ""
    return texts.t(
        "An admin can allow me to open one. I'm missing: {permissions}.",
        permissions=permission_names(texts, lacking),
    )


def _with_this_channel(server: Server, channel: int | None) -> Server:
    """Return the settings with tables allowed in the lounge's channel: an admin chose it."""
    lounge = server.lounge
    if not server.channels or lounge is None or lounge.channel != channel:
        return server
    return replace(server, channels=(*server.channels, lounge.channel))


def _free_channel(interaction: discord.Interaction, server: Server, taken: set[int]) -> str | None:
    """Return the mention of a channel without a table where the bot and the member can play; None without one."""
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return None
    for channel in guild.text_channels:
        allowed = not server.channels or {channel.id, channel.category_id} & {*server.channels}
        ours, theirs = channel.permissions_for(guild.me), channel.permissions_for(member)
        fits = ours.view_channel and ours.send_messages and ours.attach_files
        used = channel.id in taken or (server.lounge is not None and server.lounge.channel == channel.id)
        if allowed and fits and theirs.view_channel and theirs.use_application_commands and not used:
            return channel.mention
    return None
