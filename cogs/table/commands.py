"""The `/rummy` commands: open a table, play at it, replay its game."""

from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.service import play_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import ChannelTaken, TableReason, refused
from bot.play.state.limits import limits_for
from bot.play.state.lobby import is_fit
from bot.play.state.people import Servers
from bot.play.state.values import OPEN, Pace, TableSettings
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.text.catalogs import Texts
from bot.text.rules import variant_name
from cogs.edge.answers import Reply, Where, notice
from cogs.edge.commands import CommandRunner
from cogs.edge.languages import Languages
from cogs.edge.permissions import missing, missing_words
from cogs.table.channel_tables import ChannelTables
from cogs.table.opening_permissions import must_be_place, must_open
from cogs.table.presets import preset_choices, usual_rules
from cogs.table.public_messages import PublicMessages
from cogs.table.replays import Replays
from cogs.table.rules_pages import RulesPages
from cogs.table.screens.scene import table_link
from cogs.table.table_documents import proof_of, record_of
from cogs.table.table_opener import TableOpener, TableRequest
from cogs.table.table_replies import TableReplies, TableUpdates

_ENGLISH: Final = Texts("en", NullTranslations())
VARIANTS = [Choice(name=variant_name(_ENGLISH, variant), value=variant.value) for variant in Variant]
PACES = [
    Choice(name="live: everyone stays at the table", value=Pace.LIVE.value),
    Choice(name="slow: a day per turn", value=Pace.SLOW.value),
    Choice(name="none: no time limit", value=Pace.NONE.value),
]
LEVELS = [Choice(name=level.value.capitalize(), value=level.value) for level in Level]


@dataclass(slots=True, eq=False)
class QuickPlay:
    """Finds an opponent."""

    opener: TableOpener
    tables: Tables
    servers: Servers

    async def play(self, interaction: discord.Interaction, variant: Variant | None) -> Reply:
        """Join the longest waiting lobby that the actor can see, or open a table here."""
        server = self.servers.of(interaction.guild_id or 0)
        lobbies = await self.tables.lobbies(interaction.guild_id or 0)
        visible = [table for table in lobbies if can_see(interaction, table)]
        if not any(_is_for(table, interaction.user.id, variant) for table in visible):
            must_open(interaction, server)
        options = await usual_rules(self.servers, server, variant)
        seen = [table.row.id for table in visible]

        async def opening(guild: int, channel: int) -> Table:
            return await self.tables.quick(
                seen,
                guild=guild,
                channel=channel,
                user=interaction.user.id,
                name=interaction.user.display_name,
                variant=variant,
                options=options,
                limits=limits_for(Pace.LIVE, server.bounds),
                interaction=interaction.id,
                may_open=lambda: must_open(interaction, server),
            )

        return await self.opener.opened(interaction, opening, shown=seen)


def _is_for(table: Table, user: int, variant: Variant | None) -> bool:
    """Return whether a user plays at a table or may join it."""
    return table.seat_of(user) is not None or is_fit(table.row, user, variant)


def can_see(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether the actor can see the channel of a table; False for private threads."""
    guild, member = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(table.row.home.channel)
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel


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
                "This channel already has a table: {link}. Use `/rummy table` in another channel or a thread to "
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


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=True)
class Rummy(
    commands.GroupCog,
    group_name="rummy",
    group_description="Play rummy in this channel",
):
    """Commands for the table of the channel where they're used."""

    def __init__(
        self,
        *,
        runner: CommandRunner,
        channel_tables: ChannelTables,
        replies: TableReplies,
        opener: TableOpener,
        quick_play: QuickPlay,
        paused_games: PausedGames,
        replays: Replays,
        servers: Servers,
        rules_pages: RulesPages,
    ) -> None:
        super().__init__()
        self._runner = runner
        self._channel_tables = channel_tables
        self._replies = replies
        self._opener = opener
        self._quick_play = quick_play
        self._paused_games = paused_games
        self._replays = replays
        self._servers = servers
        self._rules_pages = rules_pages

    @app_commands.command(name="new", description="Open a table in this channel")
    @app_commands.describe(
        variant="Which game to play",
        rules="House rules: a preset of this server, or a code",
        opponent="Reserve a seat for",
        pace="Time per turn",
        computers="Add computer players",
        level="How well the computers play",
        invite_only="Only invited players can join",
    )
    @app_commands.choices(variant=VARIANTS, pace=PACES, level=LEVELS)
    async def new(
        self,
        interaction: discord.Interaction,
        *,
        variant: str | None = None,
        rules: str | None = None,
        opponent: discord.User | None = None,
        pace: str = Pace.LIVE.value,
        computers: app_commands.Range[int, 0, 3] | None = None,
        level: str | None = None,
        invite_only: bool = False,
    ) -> None:
        """Open a table; the lobby is the answer. A level without a number adds one computer player."""

        async def reply() -> Reply:
            count = (level is not None) if computers is None else computers
            request = TableRequest(
                None if variant is None else Variant(variant),
                rules,
                opponent,
                Pace(pace),
                (Level(level or Level.NORMAL),) * count,
                TableSettings(invite_only=invite_only),
            )
            return await self._opener.new(interaction, request)

        await self._runner.give(interaction, Where.PUBLIC, reply)

    @new.autocomplete("rules")
    async def rules_for_new(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server whose names contain the typed text."""
        return await preset_choices(self._servers, interaction.guild_id, current)

    @app_commands.command(name="quick", description="Find an opponent: join a waiting table or open one")
    @app_commands.describe(variant="Which game to play (default: any)")
    @app_commands.choices(variant=VARIANTS)
    async def quick(self, interaction: discord.Interaction, variant: str | None = None) -> None:
        """Find an opponent on this server. The game starts once two players have joined."""

        async def reply() -> Reply:
            return await self._quick_play.play(interaction, None if variant is None else Variant(variant))

        await self._runner.give(interaction, Where.PUBLIC, reply)

    @app_commands.command(name="watch", description="Watch computers play each other")
    @app_commands.describe(
        variant="Which game to play",
        level="How well the computers play",
        players="How many computers (default: as many as the game has seats)",
    )
    @app_commands.choices(variant=VARIANTS, level=LEVELS)
    async def watch(
        self,
        interaction: discord.Interaction,
        variant: str,
        level: str = Level.NORMAL.value,
        players: app_commands.Range[int, 2, 4] | None = None,
    ) -> None:
        """Open a table of computer players, whose game starts at once."""
        await self._runner.give(
            interaction,
            Where.PUBLIC,
            lambda: self._opener.watch(interaction, Variant(variant), Level(level), players),
        )

    @app_commands.command(name="hand", description="Show your hand, only to you")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show the actor's hand."""
        await self._channel_tables.answer_player(
            interaction, lambda table, line: self._replies.standing(interaction, table, line)
        )

    @app_commands.command(name="table", description="Repost the table at the bottom of the channel")
    async def table(self, interaction: discord.Interaction) -> None:
        """Repost the table for its players; link to it for others."""

        async def post(table: Table, _: str) -> Reply:
            return self._replies.repost(interaction, table)

        await self._channel_tables.answer_player(interaction, post, lambda: self._paused_games.move_here(interaction))

    @app_commands.command(name="rules", description="Explain the rules of this table")
    @app_commands.describe(variant="Explain the standard rules of another game")
    @app_commands.choices(variant=VARIANTS)
    async def rules(self, interaction: discord.Interaction, variant: str | None = None) -> None:
        """Show the rules of the channel's table, or a variant's standard rules."""
        await self._runner.give(interaction, Where.PRIVATE, lambda: self._rules(interaction, variant), anywhere=True)

    @app_commands.command(name="record", description="Export the record of the game as a file")
    async def record(self, interaction: discord.Interaction) -> None:
        """Send the game's record."""
        await self._channel_tables.answer(interaction, lambda table: record_of(table, self._runner.texts(interaction)))

    @app_commands.command(name="verify", description="Check that the shuffles were fair")
    async def verify(self, interaction: discord.Interaction) -> None:
        """Show the proof that the shuffles were fair."""
        await self._channel_tables.answer(interaction, lambda table: proof_of(table, self._runner.texts(interaction)))

    @app_commands.command(name="replay", description="Replay the last game here, all hands shown")
    async def replay(self, interaction: discord.Interaction) -> None:
        """Replay the last game in this channel from its beginning; in direct messages, choose one of the actor's."""
        if interaction.guild_id is None:
            reply = partial(self._replays.list, interaction)
            await self._runner.give(interaction, Where.PRIVATE, reply, anywhere=True)
            return
        await self._channel_tables.answer(interaction, lambda table: self._replays.begin(interaction, table))

    @app_commands.command(name="resign", description="Resign the game in this channel")
    async def resign(self, interaction: discord.Interaction) -> None:
        """Ask for confirmation to resign. A game of computers only is ended at once by the user who started it."""

        async def ask(table: Table, line: str) -> Reply:
            if table.row.host == interaction.user.id and table.seat_of(table.row.host) is None:
                return await self._opener.stop(interaction, table)
            return await self._replies.ask_to_resign(interaction, table, line)

        await self._channel_tables.answer_player(interaction, ask)

    async def _rules(self, interaction: discord.Interaction, variant: str | None) -> Reply:
        """Show the rules of the channel's table, or a variant's standard rules."""
        table = None if variant else await self._channel_tables.find(interaction)
        if table is not None:
            return await self._rules_pages.of_table(self._replies.scene(interaction, table))
        return await self._rules_pages.of_game(self._runner.texts(interaction), Variant(variant or Variant.GIN))


def challenge_for(runner: CommandRunner, opener: TableOpener) -> app_commands.ContextMenu:
    """Return the context menu command that opens an invite-only table and invites the member."""

    async def challenge(interaction: discord.Interaction, member: discord.User | discord.Member) -> None:
        async def reply() -> Reply:
            if member.id == interaction.user.id:
                raise refused(TableReason.INVITED_SELF)
            return await opener.new(
                interaction, TableRequest(opponent=member, settings=TableSettings(invite_only=True))
            )

        await runner.give(interaction, Where.PUBLIC, reply)

    menu = app_commands.ContextMenu(name="Challenge to rummy", callback=challenge)
    menu.allowed_contexts = app_commands.AppCommandContext(guild=True)
    menu.allowed_installs = app_commands.AppInstallationType(guild=True)
    menu.error(runner.failed)
    return menu
