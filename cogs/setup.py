"""Builds the packages of the Discord edge, and registers their commands and clicks; called by `bot.app`."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord import app_commands

from bot.play.finished_games import FinishedGames
from bot.play.limits.invitations import Invitations
from bot.play.limits.limits import Limits
from bot.play.limits.posting import Posting
from bot.play.ports import (
    Clock,
    CoachStore,
    LessonsStore,
    PersonalData,
    PreferencesStore,
    Presets,
    ProgramState,
    RefusedInviters,
    Servers,
)
from bot.play.requests.deletion import Deletion
from bot.play.scheduling.scheduler import Scheduler
from bot.play.scheduling.thinking import PeopleFirst
from bot.play.season_calendar import SeasonCalendar
from bot.play.signals import Signal, TableSignals
from bot.play.tables import Tables
from bot.play.tournaments import Tournaments
from bot.ratings.ports import Audit, Results
from bot.text.catalogs import Catalogs
from cogs.admin.access import AdminAccess
from cogs.admin.commands import Admin
from cogs.admin.section import AdminServices
from cogs.admin.setup_clicks import SetupClicks
from cogs.door.clicks import DoorClicks
from cogs.door.door_tables import DoorTables
from cogs.door.greeting import Greeter
from cogs.door.help import Help, help_command
from cogs.door.lessons.learning import Learning, learn_command
from cogs.door.lounge_watch import LoungeWatch
from cogs.door.lounges import SLOWER as LOUNGE_SLOWER
from cogs.door.lounges import Lounges
from cogs.door.my_tables import MyTables, mine_command
from cogs.door.practice import Practice, practice_command
from cogs.door.screens.help import Contact
from cogs.edge.answers import Answers
from cogs.edge.channel_writer import ChannelWriter
from cogs.edge.channels import DiscordChannels
from cogs.edge.clicking.page_clicks import PageClicks
from cogs.edge.clicking.router import Router
from cogs.edge.client import DiscordClient
from cogs.edge.commands import CommandRunner
from cogs.edge.connection import Connection
from cogs.edge.emojis import CardEmojis
from cogs.edge.languages import Languages
from cogs.edge.names import DiscordNames
from cogs.edge.readers import Readers
from cogs.edge.times_of_day import zones
from cogs.me.commands import Me
from cogs.me.personal_data import Forgetting
from cogs.me.tastes import Tastes
from cogs.standings.clicks import StandingsClicks
from cogs.standings.commands import StandingsCommands
from cogs.standings.refresh import StandingsRefresh
from cogs.standings.standings_messages import StandingsMessages
from cogs.standings.standings_post import SLOWER, StandingsPosts
from cogs.table.challenge import challenge_for
from cogs.table.channel_tables import ChannelTables
from cogs.table.clicks.agreement_clicks import AgreementClicks
from cogs.table.clicks.coach_clicks import CoachClicks
from cogs.table.clicks.discard_clicks import DiscardClicks
from cogs.table.clicks.gin import KnockClicks
from cogs.table.clicks.host_clicks import HostClicks
from cogs.table.clicks.house_rule_clicks import HouseRuleClicks
from cogs.table.clicks.lobby_clicks import LobbyClicks
from cogs.table.clicks.melds import LayClicks
from cogs.table.clicks.play_clicks import PlayClicks
from cogs.table.clicks.table_clicks import TableHandlers
from cogs.table.clicks.table_router import TableRouter
from cogs.table.coaching import Coaching
from cogs.table.commands import Rummy
from cogs.table.inviting import Inviting
from cogs.table.lost_channels import LostChannels
from cogs.table.panels import Panels
from cogs.table.paused_games import PausedGames
from cogs.table.public_messages import PublicMessages
from cogs.table.quick_play import QuickPlay
from cogs.table.replays import Replays
from cogs.table.rules_pages import RulesPages
from cogs.table.sharing import Sharing
from cogs.table.table_messages import TableMessages
from cogs.table.table_opener import TableOpener
from cogs.table.table_replies import TableReplies
from cogs.table.table_updates import TableUpdates
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.clicks import TournamentClicks
from cogs.tournaments.commands import TournamentCommands
from cogs.tournaments.meeting_clicks import MeetingClicks
from cogs.tournaments.playing import FixtureTables
from cogs.tournaments.posts import TournamentPosts
from cogs.tournaments.tournament_messages import TournamentMessages
from cogs.tournaments.tournament_updates import TournamentUpdates
from render.studio import Studio


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores that the edge reads and changes directly."""

    people: PreferencesStore
    servers: Servers
    presets: Presets
    results: Results
    audit: Audit
    personal_data: PersonalData
    program: ProgramState
    coach: CoachStore
    lessons: LessonsStore
    refused_inviters: RefusedInviters


@dataclass(frozen=True, slots=True)
class Games:
    """The services that run the games, and the signals they send."""

    tables: Tables
    seasons: SeasonCalendar
    finished_games: FinishedGames
    tournaments: Tournaments
    table_signals: TableSignals
    standings_changes: Signal[int]
    tournament_updates: TournamentUpdates


@dataclass(frozen=True, slots=True)
class Edge:
    """Services that every package uses. ``sleep`` follows ``clock``; it and ``edit_interval`` are in seconds.

    ``uptime`` is a clock that nobody sets, for how long ago something happened in this process.
    ``contact`` is how to reach the people who run the bot. ``posting`` counts the public posts of members.
    """

    client: DiscordClient
    languages: Languages
    readers: Readers
    catalogs: Catalogs
    channels: DiscordChannels
    writer: ChannelWriter
    emojis: CardEmojis
    names: DiscordNames
    studio: Studio
    clock: Clock
    uptime: Clock
    sleep: Callable[[float], Awaitable[None]]
    edit_interval: float
    contact: Contact
    limits: Limits
    posting: Posting
    people: PeopleFirst


class TableViews:
    """The views of tables: their public messages, and the private panels of their players."""

    def __init__(self, edge: Edge, games: Games, stores: Stores) -> None:
        self.invitations = Invitations(stores.refused_inviters, stores.people, edge.clock, edge.limits)
        self.messages = TableMessages(edge.studio, games.finished_games, games.tournaments, self.invitations)
        self.public_messages = PublicMessages(self.messages, edge.catalogs, edge.clock, edge.channels, edge.writer)
        self.panels = Panels(
            self.messages,
            edge.catalogs,
            edge.uptime,
            stores.people,
            edge.emojis,
            sleep=edge.sleep,
            coaching=Coaching(stores.coach),
        )
        self.updates = TableUpdates(
            games.tables, self.public_messages, self.panels, games.table_signals, edge.names.arrived
        )


class TablePackage:
    """`/rummy`, the challenge in a member's context menu, and all clicks at tables."""

    def __init__(
        self,
        *,
        edge: Edge,
        games: Games,
        stores: Stores,
        views: TableViews,
        answers: Answers,
        scheduler: Scheduler,
    ) -> None:
        languages, tables = edge.languages, games.tables
        servers, presets = stores.servers, stores.presets
        public_messages, panels, updates = views.public_messages, views.panels, views.updates
        self.updates = updates
        self.runner = CommandRunner(answers, languages, edge.posting)
        self.replies = replies = TableReplies(
            languages=languages,
            messages=views.messages,
            public_messages=public_messages,
            panels=panels,
            people=stores.people,
            clock=edge.clock,
            posting=edge.posting,
        )
        self.channel_tables = ChannelTables(self.runner, tables, replies)
        self.inviting = Inviting(
            invitations=views.invitations,
            refusing=stores.refused_inviters,
            tables=tables,
            names=edge.names,
            channels=edge.channels,
            catalogs=edge.catalogs,
            public_messages=public_messages,
        )
        self.opener = TableOpener(
            languages=languages,
            replies=replies,
            updates=updates,
            public_messages=public_messages,
            tables=tables,
            servers=servers,
            presets=presets,
            inviting=self.inviting,
        )
        self.replays = Replays(languages, tables, edge.studio)
        self.rules_pages = RulesPages(edge.studio)
        self.sharing = Sharing(languages, tables, edge.studio)
        self.lost_channels = LostChannels(
            channels=edge.channels,
            tables=tables,
            scheduler=scheduler,
            people=stores.people,
            catalogs=edge.catalogs,
            clock=edge.clock,
            public_messages=public_messages,
        )
        self.commands = Rummy(
            runner=self.runner,
            channel_tables=self.channel_tables,
            replies=replies,
            opener=self.opener,
            quick_play=QuickPlay(self.opener, tables, servers, presets),
            paused_games=PausedGames(languages, updates, public_messages, tables, servers),
            replays=self.replays,
            presets=presets,
            rules_pages=self.rules_pages,
        )
        self.router = TableRouter(
            answers=answers,
            languages=languages,
            tables=tables,
            replies=replies,
            public_messages=public_messages,
            handlers=self._handlers(edge, games, stores, views, replies),
        )

    def _handlers(
        self, edge: Edge, games: Games, stores: Stores, views: TableViews, replies: TableReplies
    ) -> tuple[TableHandlers, ...]:
        """Build the handlers of all clicks at tables."""
        languages, public_messages, panels, updates = edge.languages, views.public_messages, views.panels, views.updates
        return (
            LobbyClicks(replies, public_messages, games.tables, self.inviting).handlers,
            HostClicks(languages, replies, public_messages, stores.servers, self.inviting).handlers,
            HouseRuleClicks(
                replies, public_messages, stores.presets, edge.clock, most=edge.limits.presets_per_member
            ).handlers,
            PlayClicks(
                languages=languages,
                replies=replies,
                updates=updates,
                public_messages=public_messages,
                panels=panels,
                tables=games.tables,
                servers=stores.servers,
                rules_pages=self.rules_pages,
                inviting=self.inviting,
            ).handlers,
            DiscardClicks(replies, updates, panels).handlers,
            AgreementClicks(replies, updates, stores.servers).handlers,
            CoachClicks(replies, panels).handlers,
            KnockClicks(replies, updates).handlers,
            LayClicks(replies, updates, panels).handlers,
        )


class StandingsPackage:
    """`/league`, and the standings posted on servers."""

    def __init__(self, edge: Edge, games: Games, stores: Stores, runner: CommandRunner) -> None:
        messages = StandingsMessages(stores.results, games.seasons, edge.names, edge.studio)
        self.messages = messages
        self.posts = StandingsPosts(
            messages,
            stores.servers,
            edge.channels,
            edge.catalogs,
            edge.writer,
            clock=edge.clock,
            changes=games.standings_changes,
            interval=SLOWER * edge.edit_interval,
        )
        self.commands = StandingsCommands(runner, messages)
        self.clicks = StandingsClicks(edge.languages, games.tables, messages)


class TournamentPackage:
    """`/tournament`, and the messages of tournaments."""

    def __init__(
        self, edge: Edge, games: Games, stores: Stores, table_updates: TableUpdates, runner: CommandRunner
    ) -> None:
        messages = TournamentMessages(edge.studio, edge.names, games.tables)
        self.posts = TournamentPosts(
            messages,
            games.tournaments,
            edge.channels,
            edge.catalogs,
            edge.writer,
            updates=games.tournament_updates,
        )
        self.actions = TournamentActions(games.tournaments, messages)
        self.commands = TournamentCommands(runner, self.actions)
        fixtures = FixtureTables(
            languages=edge.languages,
            tables=games.tables,
            table_updates=table_updates,
            tournaments=games.tournaments,
            tournament_updates=games.tournament_updates,
            servers=stores.servers,
            names=edge.names,
        )
        self.clicks = TournamentClicks(self.actions, fixtures, games.tournament_updates)
        self.meetings = MeetingClicks(self.actions, stores.people, edge.clock)


class DoorPackage:
    """What players meet first: the greeting of a server, its lounge, help, and practice."""

    def __init__(
        self, edge: Edge, games: Games, stores: Stores, tables: TablePackage, standings: StandingsMessages
    ) -> None:
        self.help = Help(games.tables, tables.replies, edge.contact)
        self.practice = Practice(
            languages=edge.languages, tables=games.tables, replies=tables.replies, people=stores.people
        )
        self.my_tables = MyTables(
            languages=edge.languages,
            tables=games.tables,
            personal_data=stores.personal_data,
            replies=tables.replies,
            channels=edge.channels,
        )
        self.learning = Learning(edge.languages, stores.lessons, edge.studio)
        self.rummy_commands = (
            help_command(tables.runner, self.help),
            learn_command(tables.runner, self.learning),
            practice_command(tables.runner, self.practice),
            mine_command(tables.runner, self.my_tables),
        )
        door_tables = DoorTables(
            languages=edge.languages,
            tables=games.tables,
            table_updates=tables.updates,
            servers=stores.servers,
            presets=stores.presets,
            channels=edge.channels,
            posting=edge.posting,
        )
        self.greeter = Greeter(
            client=edge.client,
            servers=stores.servers,
            state=stores.program,
            channels=edge.channels,
            catalogs=edge.catalogs,
            clock=edge.clock,
        )
        self.lounges = Lounges(
            tables=games.tables,
            servers=stores.servers,
            channels=edge.channels,
            catalogs=edge.catalogs,
            writer=edge.writer,
            clock=edge.clock,
            touched=games.table_signals.touched,
            names=edge.names.arrived,
            interval=LOUNGE_SLOWER * edge.edit_interval,
        )
        self.watch = LoungeWatch(
            client=edge.client,
            lounges=self.lounges,
            channels=edge.channels,
            tables=games.tables,
            touched=games.table_signals.touched,
            sleep=edge.sleep,
        )
        self.clicks = DoorClicks(door_tables, standings)


class Packages:
    """All packages of the edge, each built from those below it."""

    def __init__(self, edge: Edge, games: Games, stores: Stores, views: TableViews, scheduler: Scheduler) -> None:
        self.answers = Answers(edge.uptime, edge.emojis, edge.readers, views.panels.answer, edge.people)
        self.tables = TablePackage(
            edge=edge, games=games, stores=stores, views=views, answers=self.answers, scheduler=scheduler
        )
        runner = self.tables.runner
        self.standings = StandingsPackage(edge, games, stores, runner)
        self.tournaments = TournamentPackage(edge, games, stores, views.updates, runner)
        personal_data = Forgetting(
            languages=edge.languages,
            deletion=Deletion(
                games.tables,
                games.tournaments,
                games.finished_games,
                stores.personal_data,
                chance=secrets.randbits,
                changed=views.updates.changed,
            ),
            finished_games=games.finished_games,
            personal_data=stores.personal_data,
            names=edge.names,
        )
        self._tastes = Tastes(edge.languages, stores.people, views.panels, edge.studio)
        self.me = Me(runner, personal_data, self._tastes, stores.people, edge.clock, inviting=self.tables.inviting)
        self.door = DoorPackage(edge, games, stores, self.tables, self.standings.messages)
        self.access = AdminAccess(edge.client, edge.clock)
        admin_runner = runner.guarded(self.access.must_allow)
        services = self._admin_services(edge, games, stores, views, admin_runner)
        self.admin = Admin(admin_runner, services)
        self.pages = PageClicks(
            self.answers,
            edge.languages,
            edge.posting,
            personal_data.ways,
            self._tastes.handlers,
            self.admin.handlers,
            self.tables.inviting.handlers,
            self.tables.replays.handlers,
            self.tables.sharing.handlers,
            self.tables.rules_pages.handlers,
            self.tournaments.clicks.handlers,
            self.tournaments.meetings.handlers,
            self.standings.clicks.handlers,
            self.door.help.handlers,
            self.door.practice.handlers,
            self.door.clicks.handlers,
            SetupClicks(admin_runner, services).handlers,
            self.door.my_tables.handlers,
            self.door.learning.handlers,
        )
        self.router = Router(self.answers, edge.languages, self.pages, self.tables.router)

    def _admin_services(
        self, edge: Edge, games: Games, stores: Stores, views: TableViews, runner: CommandRunner
    ) -> AdminServices:
        """Bundle the services of the admin commands."""
        return AdminServices(
            servers=stores.servers,
            presets=stores.presets,
            audit=stores.audit,
            results=stores.results,
            seasons=games.seasons,
            finished_games=games.finished_games,
            tournaments=games.tournaments,
            actions=self.tournaments.actions,
            tournament_updates=games.tournament_updates,
            channel_tables=ChannelTables(runner, games.tables, self.tables.replies),
            updates=views.updates,
            standings=self.standings.posts,
            lounges=self.door.lounges,
            names=edge.names,
            clock=edge.clock,
            tastes=self._tastes,
            access=self.access,
        )


async def register(client: DiscordClient, connection: Connection, packages: Packages) -> None:
    """Add every package's commands and listeners to the client."""
    await asyncio.to_thread(zones)  # read once, before a command needs them
    tables, standings = packages.tables, packages.standings
    client.tree.error(tables.runner.failed)
    client.tree.add_command(challenge_for(tables.runner, tables.opener))
    for cog in (
        connection,
        tables.commands,
        packages.me,
        standings.commands,
        packages.tournaments.commands,
        packages.admin,
        packages.access,
        tables.lost_channels,
        StandingsRefresh(client, standings.posts),
        packages.door.greeter,
        packages.door.watch,
        packages.router,
    ):
        await client.add_cog(cog)
    group = tables.commands.app_command
    if isinstance(group, app_commands.Group):
        for command in packages.door.rummy_commands:
            group.add_command(command)
