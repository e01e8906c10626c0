"""The `/rummy` commands, and the table they are about: open one, play at it, replay its game."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import TableReason, refused
from bot.play.state.limits import limits_for
from bot.play.state.lobby import is_fit
from bot.play.state.people import Servers
from bot.play.state.values import OPEN, Pace, Status, TableSettings
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import MOST_SEATS
from bot.text.catalogs import Texts
from bot.text.games import variant_label
from bot.text.players import level_name
from cogs.edge.answers import Reply, Show, Where, notice
from cogs.edge.command_texts import choice
from cogs.edge.commands import CommandRunner
from cogs.edge.custom_ids import practice_button
from cogs.edge.layout import layout, rows, text
from cogs.edge.messages import Message
from cogs.edge.notices import paused_words
from cogs.table.documents import Replays, led_back, proof_of, record_of
from cogs.table.lost_channels import PausedGames
from cogs.table.rules_pages import RulesPages
from cogs.table.screens.scene import table_link
from cogs.table.table_opener import TableOpener, TableRequest, must_open, preset_choices, usual_rules
from cogs.table.table_replies import OwnHands, TableReplies, elsewhere_words

VARIANTS = [choice(partial(variant_label, variant=variant), variant.value) for variant in Variant]
PACES = [
    Choice(name="live: everyone stays at the table", value=Pace.LIVE.value),
    Choice(name="slow: a day per turn", value=Pace.SLOW.value),
    Choice(name="none: no time limit", value=Pace.NONE.value),
]
LEVELS = [choice(partial(level_name, level=level), level.value) for level in Level]


@dataclass(slots=True, eq=False)
class ChannelTables:
    """Finds the table that a command is about, and answers it."""

    runner: CommandRunner
    tables: Tables
    replies: TableReplies

    async def find(self, interaction: discord.Interaction) -> Table | None:
        """Return the table of the channel where a command was used, if there is one. Raises StoreError."""
        return None if interaction.channel_id is None else await self.tables.in_channel(interaction.channel_id)

    async def answer(self, interaction: discord.Interaction, make: Callable[[Table], Awaitable[Reply]]) -> None:
        """Answer a command about the channel's table privately."""

        async def reply() -> Reply:
            table = await self.find(interaction)
            if table is None:
                return await self._none_here(interaction)
            return self.replies.about(table, await make(table))

        await self.runner.give(interaction, Where.PRIVATE, reply)

    async def answer_player(
        self,
        interaction: discord.Interaction,
        make: Callable[[Table, str], Awaitable[Reply]],
        first: Callable[[], Awaitable[Reply | None]] | None = None,
        *,
        anywhere: bool = False,
    ) -> None:
        """Answer a command about the actor's own game privately, unless ``first`` returns an answer.

        ``make`` also gets a line that says where the game is, empty if it is in this channel.
        """

        async def reply() -> Reply:
            instead = None if first is None else await first()
            if instead is not None:
                return instead
            table = await self._of_player(interaction)
            if table is None or (table.row.status not in OPEN and await self._is_paused(interaction)):
                return await self._none_here(interaction)
            return self.replies.about(table, await make(table, self._elsewhere(interaction, table)))

        await self.runner.give(interaction, Where.PRIVATE, reply, anywhere=anywhere)

    async def _of_player(self, interaction: discord.Interaction) -> Table | None:
        guild, channel = interaction.guild_id or 0, interaction.channel_id or 0
        return await self.tables.of_player(guild, channel, interaction.user.id)

    async def _is_paused(self, interaction: discord.Interaction) -> bool:
        """Return whether a game of the actor waits for a new channel."""
        return await self.tables.paused_game(interaction.guild_id or 0, interaction.user.id) is not None

    def _elsewhere(self, interaction: discord.Interaction, table: Table) -> str:
        if table.row.channel == interaction.channel_id:
            return ""
        texts = self.runner.texts(interaction)
        if table.row.status is Status.LOBBY:
            link = table_link(table.row)
            return texts.t("The table where you have a seat hasn't started yet: {link}", link=link)
        return elsewhere_words(texts, table)

    async def _none_here(self, interaction: discord.Interaction) -> Reply:
        """Answer that the channel has no table, how to continue a paused game, or where the actor plays."""
        texts = self.runner.texts(interaction)
        if await self._is_paused(interaction):
            return notice(paused_words(texts))
        playing = await self._of_player(interaction)
        if playing is not None and playing.row.status in OPEN:
            return notice(self._elsewhere(interaction, playing))
        words = texts.t(
            "There's no table in this channel. `{/rummy new}` opens one, and `{/league history}` lists finished games."
        )
        return Show(Message(lambda _: layout(text(words), rows([practice_button(texts)]))))


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
        own_hands: OwnHands,
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
        self._own_hands = own_hands
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
        computers: app_commands.Range[int, 0, MOST_SEATS - 1] | None = None,
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
        players: app_commands.Range[int, 2, MOST_SEATS] | None = None,
    ) -> None:
        """Open a table of computer players, whose game starts at once."""
        await self._runner.give(
            interaction,
            Where.PUBLIC,
            lambda: self._opener.watch(interaction, Variant(variant), Level(level), players),
        )

    @app_commands.command(name="hand", description="Show your hand, only to you")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show the actor's hand, at this channel's table or in a game that they play elsewhere."""
        await self._channel_tables.answer_player(
            interaction,
            lambda table, line: self._replies.standing(interaction, table, line),
            lambda: self._own_hands.elsewhere(interaction),
            anywhere=True,
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
        await self._document(interaction, record_of)

    @app_commands.command(name="verify", description="Check that the shuffles were fair")
    async def verify(self, interaction: discord.Interaction) -> None:
        """Show the proof that the shuffles were fair."""
        await self._document(interaction, proof_of)

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

    async def _document(
        self, interaction: discord.Interaction, make: Callable[[Table, Texts], Awaitable[Show]]
    ) -> None:
        """Send a document about the channel's table, with the way back to it."""

        async def reply(table: Table) -> Reply:
            made = await make(table, self._runner.texts(interaction))
            return led_back(made, self._replies.scene(interaction, table))

        await self._channel_tables.answer(interaction, reply)

    async def _rules(self, interaction: discord.Interaction, variant: str | None) -> Reply:
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
            settings = TableSettings(invite_only=True)
            return await opener.new(interaction, TableRequest(opponent=member, settings=settings, pair=True))

        await runner.give(interaction, Where.PUBLIC, reply)

    menu = app_commands.ContextMenu(name="Challenge to rummy", callback=challenge)
    menu.allowed_contexts = app_commands.AppCommandContext(guild=True)
    menu.allowed_installs = app_commands.AppInstallationType(guild=True)
    menu.error(runner.failed)
    return menu
