"""The `/rummy` commands; and how the edge is put together from what the bot carries."""

import asyncio

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.session import Table
from bot.play.values import Pace, TableSettings
from bot.players.levels import Level
from bot.rummy.options import Variant, options_for
from cogs.admin.commands import Admin
from cogs.edge.answers import Answers, Private, Reply, Where
from cogs.edge.channel_writer import ChannelWriter
from cogs.edge.channels import DiscordChannels
from cogs.edge.commands import LEVELS, PACES, VARIANTS, CommandRunner
from cogs.edge.messages import Message
from cogs.edge.router import Router
from cogs.edge.times_of_day import zones
from cogs.me.commands import Me
from cogs.me.personal_data import Forgetting
from cogs.standings.clicks import StandingsClicks
from cogs.standings.commands import StandingsCommands
from cogs.standings.standings_messages import StandingsMessages
from cogs.standings.standings_post import SLOWER, StandingsPosts
from cogs.table.challenge import challenge_for
from cogs.table.deps import deps_of
from cogs.table.hosting import HostClicks
from cogs.table.house_rules import HouseRuleClicks
from cogs.table.laying import LayClicks
from cogs.table.lobby import LobbyClicks
from cogs.table.opening import Opening, Wish
from cogs.table.panels import Panels
from cogs.table.play import PlayClicks
from cogs.table.presets import preset_choices
from cogs.table.public_messages import PublicMessages
from cogs.table.quick_play import Quick
from cogs.table.replays import Replays
from cogs.table.room import TableEdge
from cogs.table.screens.private import rules_screen
from cogs.table.stranded import Moving, Stranded
from cogs.table.table_messages import TableMessages
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.clicks import TournamentClicks
from cogs.tournaments.commands import TournamentCommands
from cogs.tournaments.posts import TournamentPosts
from cogs.tournaments.tournament_messages import TournamentMessages


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Rummy(
    commands.GroupCog,
    group_name="rummy",
    group_description="Rummy tables in this channel",
):
    """Commands about the table of the channel in which they are given."""

    def __init__(self, desk: CommandRunner, opening: Opening, replays: Replays) -> None:
        super().__init__()
        self._desk = desk
        self._room = desk.room
        self._opening = opening
        self._replays = replays
        self._quick = Quick(desk.room, opening)
        self._moving = Moving(desk.room)

    async def idle(self) -> None:
        """Wait until everyone has their answer, and every table and hand shows what has happened."""
        await self._desk.settle()
        await self._room.boards.idle()
        await self._room.panels.idle()

    async def cog_unload(self) -> None:
        """Answer who has clicked, then stop what runs in the background."""
        await self._desk.settle()
        await self._room.boards.close()
        await self._room.panels.close()
        await self._room.deps.tournament_announcer.close()

    @app_commands.command(name="new", description="Open a table in this channel")
    @app_commands.describe(
        variant="Which game",
        rules="House rules: a preset of this server, or a code",
        opponent="For whom a seat is kept",
        pace="How fast you mean to play",
        computers="How many computers sit down with you",
        level="How well they play",
        closed="Whether only who is invited can sit down",
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
        closed: bool = False,
    ) -> None:
        """Open a table; the lobby is the answer. A level alone asks for one computer."""

        async def reply() -> Reply:
            count = (level is not None) if computers is None else computers
            wish = Wish(
                None if variant is None else Variant(variant),
                rules,
                opponent,
                Pace(pace),
                (Level(level or Level.NORMAL),) * count,
                TableSettings(closed=closed),
            )
            return await self._opening.new(interaction, wish)

        await self._desk.give(interaction, Where.PUBLIC, reply)

    @new.autocomplete("rules")
    async def rules_for_new(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Offer the presets of the server whose names hold what has been typed so far."""
        return await preset_choices(self._room.deps.presets, interaction.guild_id, current)

    @app_commands.command(name="quick", description="Sit down where somebody waits, or wait here for somebody")
    @app_commands.describe(variant="Which game; any that somebody waits for, if you leave it out")
    @app_commands.choices(variant=VARIANTS)
    async def quick(self, interaction: discord.Interaction, variant: str | None = None) -> None:
        """Find an opponent on this server; the game starts by itself as soon as two sit."""

        async def reply() -> Reply:
            return await self._quick.play(interaction, None if variant is None else Variant(variant))

        await self._desk.give(interaction, Where.PUBLIC, reply)

    @app_commands.command(name="watch", description="Let computers play with one another, and watch")
    @app_commands.describe(
        variant="Which game",
        level="How well they play",
        players="How many of them; as many as the game seats, if you leave it out",
    )
    @app_commands.choices(variant=VARIANTS, level=LEVELS)
    async def watch(
        self,
        interaction: discord.Interaction,
        variant: str,
        level: str = Level.NORMAL.value,
        players: app_commands.Range[int, 2, 4] | None = None,
    ) -> None:
        """Open a table of computers alone, which plays at once."""
        await self._desk.give(
            interaction,
            Where.PUBLIC,
            lambda: self._opening.watch(interaction, Variant(variant), Level(level), players),
        )

    @app_commands.command(name="hand", description="Show your hand, to you alone")
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show somebody their hand."""
        await self._desk.at_table(interaction, lambda table: self._room.hand(interaction, table))

    @app_commands.command(name="table", description="Post the table again, further down")
    async def table(self, interaction: discord.Interaction) -> None:
        """Post the table again for its players; tell others where it is."""

        async def post(table: Table) -> Reply:
            return self._room.post(interaction, table)

        await self._desk.at_table(interaction, post, lambda: self._moving.here(interaction))

    @app_commands.command(name="rules", description="The rules in force, in words")
    @app_commands.describe(variant="A game's own rules, instead of those of the table here")
    @app_commands.choices(variant=VARIANTS)
    async def rules(self, interaction: discord.Interaction, variant: str | None = None) -> None:
        """Tell rules, of the table here or of a game as it is."""
        await self._desk.give(interaction, Where.PRIVATE, lambda: self._rules(interaction, variant))

    @app_commands.command(name="record", description="The record of the game, as a file")
    async def record(self, interaction: discord.Interaction) -> None:
        """Hand over the record."""
        await self._desk.at_table(interaction, lambda table: self._room.record(interaction, table))

    @app_commands.command(name="verify", description="Check that the shuffles were fair")
    async def verify(self, interaction: discord.Interaction) -> None:
        """Check the shuffles."""
        await self._desk.at_table(interaction, lambda table: self._room.proof(interaction, table))

    @app_commands.command(name="replay", description="The last game here move by move, with all hands open")
    async def replay(self, interaction: discord.Interaction) -> None:
        """Show the game that has ended here from its beginning."""
        await self._desk.at_table(interaction, lambda table: self._replays.begin(interaction, table))

    @app_commands.command(name="resign", description="Give up the game in this channel")
    async def resign(self, interaction: discord.Interaction) -> None:
        """Ask whether somebody means to give up; computers alone stop at once for who let them play."""

        async def ask(table: Table) -> Reply:
            if table.row.host == interaction.user.id and table.seat_of(table.row.host) is None:
                return await self._opening.stop(interaction, table)
            return self._room.ask_to_resign(interaction, table)

        await self._desk.at_table(interaction, ask)

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that the library could not read."""
        await self._desk.failed(interaction, error)

    async def _rules(self, interaction: discord.Interaction, variant: str | None) -> Reply:
        """Tell rules."""
        channel = interaction.channel_id
        table = None if channel is None or variant else await self._room.deps.tables.in_channel(channel)
        if table is not None:
            return self._room.rules(interaction, table)
        texts, options = self._room.private_texts(interaction), options_for(Variant(variant or Variant.GIN))
        hint = texts.t("`/rummy new` opens a table, where the host may change these rules.")
        return Private(Message(lambda _: rules_screen(texts, options, hint)))


async def setup(bot: commands.Bot) -> None:
    """Put the edge together: the router and the commands."""
    deps = deps_of(bot)
    await deps.faces.load(bot)
    showing = TableMessages(deps.studio, deps.finished_games, deps.tournaments)
    channels = DiscordChannels(bot, deps.faces, deps.servers)
    stranded = Stranded(deps, channels)
    writer = ChannelWriter(deps.clock, interval=deps.edit_interval)
    boards = PublicMessages(
        showing,
        deps.catalogs,
        deps.clock,
        channels,
        writer,
        gone=lambda table: stranded.look(table.row.guild),
    )
    panels = Panels(showing, deps.catalogs, deps.clock, deps.people, deps.faces, sleep=deps.sleep)
    room = TableEdge(deps, showing, boards, panels)

    def refused(channel: int) -> bool:
        return writer.paused_at(channel) is not None

    deps.announcer.attach(room.moved, channels, refused, boards.changed, room.renamed)
    leagues = TournamentMessages(deps.studio, deps.names, deps.tables)
    deps.tournament_announcer.attach(TournamentPosts(leagues, deps.tournaments, channels, deps.catalogs, writer))
    league = StandingsMessages(deps.results, deps.seasons, deps.names, deps.studio)
    interval = SLOWER * deps.edit_interval
    standings = StandingsPosts(
        league, deps.servers, channels, deps.catalogs, writer, clock=deps.clock, interval=interval
    )
    deps.finished_games.on_changed(standings.changed)

    async def ready() -> None:
        standings.refresh(guild.id for guild in bot.guilds)

    async def reached(guild: discord.Guild) -> None:
        writer.reached(guild.id)
        standings.refresh((guild.id,))

    bot.add_listener(ready, "on_ready")
    bot.add_listener(reached, "on_guild_join")
    bot.add_listener(reached, "on_guild_available")
    answers = Answers(boards, panels, deps.clock, deps.faces)
    desk, opening, forgetting = CommandRunner(room, answers), Opening(room), Forgetting(room)
    replays, actions = Replays(room), TournamentActions(room)
    await asyncio.to_thread(zones)  # read once, before anybody waits for them
    bot.tree.error(desk.unknown)
    bot.tree.add_command(challenge_for(desk, opening))
    for cog in (
        Rummy(desk, opening, replays),
        Me(desk, forgetting),
        StandingsCommands(desk, league, standings),
        TournamentCommands(desk, actions),
        Admin(desk, standings),
        stranded,
    ):
        await bot.add_cog(cog)
    parts = (LobbyClicks(room), HostClicks(room), HouseRuleClicks(room), PlayClicks(room), LayClicks(room))
    ways = (
        forgetting.ways,
        replays.handlers,
        TournamentClicks(room, actions).handlers,
        StandingsClicks(room, league).handlers,
    )
    await bot.add_cog(Router(room, answers, *(part.handlers for part in parts), league=ways))
