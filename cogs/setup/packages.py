"""Builds all packages of the Discord edge, and registers their commands and listeners (`bot.program.app`)."""

import asyncio
import secrets

from discord import app_commands

from bot.play.scheduling.scheduler import Scheduler
from bot.play.service.deletion import Deletion
from bot.play.service.puzzles import Puzzles
from cogs.admin.commands import Admin
from cogs.admin.section import AdminAccess, AdminServices
from cogs.admin.settings import SetupClicks
from cogs.daily.commands import Daily, daily_command
from cogs.door.door_tables import DoorTables
from cogs.door.greeting import Greeter
from cogs.door.help import Help, help_command
from cogs.door.lessons.learning import Learning, LessonMessages, learn_command
from cogs.door.lounges import SLOWER as LOUNGE_SLOWER
from cogs.door.lounges import Lounges, LoungeWatch
from cogs.door.my_tables import MyTables, Practice, mine_command, practice_command
from cogs.door.puzzles import PuzzleScreens, puzzle_command
from cogs.edge.answers import Answers
from cogs.edge.clicks import PageClicks, PageHandlers, Router
from cogs.edge.client import Connection, DiscordClient
from cogs.edge.commands import CommandRunner
from cogs.edge.times_of_day import zones
from cogs.me.commands import Me, NotificationSettings
from cogs.me.language import OwnLanguage
from cogs.me.personal_data import Forgetting
from cogs.me.tastes import Tastes
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TablePackage, TableViews
from cogs.standings.commands import StandingsClicks, StandingsCommands
from cogs.standings.standings_messages import StandingsMessages
from cogs.standings.standings_post import SLOWER, StandingsPosts, StandingsRefresh
from cogs.table.commands import ChannelTables, challenge_for
from cogs.table.table_replies import TableUpdates
from cogs.tournaments.commands import MeetingClicks, TournamentActions, TournamentClicks, TournamentCommands
from cogs.tournaments.playing import FixtureTables
from cogs.tournaments.posts import TournamentMessages, TournamentPosts


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
        self.learning = Learning(edge.languages, stores.people, LessonMessages(edge.studio))
        self.puzzles = PuzzleScreens(edge.languages, Puzzles(stores.puzzles, stores.servers, edge.clock), edge.studio)
        self.rummy_commands = (
            help_command(tables.runner, self.help),
            learn_command(tables.runner, self.learning),
            practice_command(tables.runner, self.practice),
            mine_command(tables.runner, self.my_tables),
            puzzle_command(tables.runner, self.puzzles),
        )
        self.tables = _door_tables(edge, games, stores, tables.updates, standings)
        self.greeter = Greeter(
            client=edge.client,
            servers=stores.servers,
            state=stores.program,
            channels=edge.channels,
            catalogs=edge.catalogs,
            clock=edge.clock,
        )
        self.lounges = _lounges(edge, games, stores)
        self.watch = _watch(edge, games, self.lounges)


def _door_tables(
    edge: Edge, games: Games, stores: Stores, updates: TableUpdates, standings: StandingsMessages
) -> DoorTables:
    return DoorTables(
        languages=edge.languages,
        tables=games.tables,
        table_updates=updates,
        servers=stores.servers,
        channels=edge.channels,
        posting=edge.posting,
        standings=standings,
    )


def _lounges(edge: Edge, games: Games, stores: Stores) -> Lounges:
    return Lounges(
        tables=games.tables,
        servers=stores.servers,
        channels=edge.channels,
        catalogs=edge.catalogs,
        writer=edge.writer,
        clock=edge.clock,
        lobbies=games.table_signals.lobbies,
        names=edge.names.arrived,
        interval=LOUNGE_SLOWER * edge.edit_interval,
    )


def _watch(edge: Edge, games: Games, lounges: Lounges) -> LoungeWatch:
    return LoungeWatch(
        client=edge.client,
        lounges=lounges,
        channels=edge.channels,
        tables=games.tables,
        lobbies=games.table_signals.lobbies,
        sleep=edge.sleep,
    )


class Packages:
    """All packages of the edge, each built from those below it."""

    def __init__(self, edge: Edge, games: Games, stores: Stores, views: TableViews, scheduler: Scheduler) -> None:
        self.answers = Answers(
            edge.uptime,
            edge.emojis,
            edge.readers,
            views.panels.answer,
            edge.people,
            counts=edge.counts,
            tokens=edge.channels.tokens,
            replaceable=edge.client.replaceable,
        )
        self.tables = TablePackage(
            edge=edge, games=games, stores=stores, views=views, answers=self.answers, scheduler=scheduler
        )
        runner = self.tables.runner
        self.standings = StandingsPackage(edge, games, stores, runner)
        self.tournaments = TournamentPackage(edge, games, stores, views.updates, runner)
        personal_data = _personal_data(edge, games, stores, views)
        self._tastes = Tastes(edge.languages, stores.people, views.hands, edge.studio)
        self._own_language = OwnLanguage(edge.languages, stores.people, views.hands)
        self._notifications = NotificationSettings(edge.languages, stores.people, edge.clock, self.tables.inviting)
        self.me = Me(runner, personal_data, self._tastes, self._own_language, self._notifications)
        self.daily = Daily(
            languages=edge.languages,
            days=games.days,
            tables=games.tables,
            replies=self.tables.replies,
            names=edge.names,
        )
        self.door = DoorPackage(edge, games, stores, self.tables, self.standings.messages)
        self.access = AdminAccess(edge.client, edge.uptime)
        admin_runner = runner.guarded(self.access.must_allow)
        services = self._admin_services(edge, games, stores, views, admin_runner)
        self.admin = Admin(admin_runner, services)
        setup_clicks = SetupClicks(admin_runner, services)
        self.pages = self._page_clicks(edge, personal_data.ways, setup_clicks.handlers)
        self.router = Router(self.answers, edge.languages, self.pages, self.tables.router)

    def _page_clicks(self, edge: Edge, ways: PageHandlers, setup: PageHandlers) -> PageClicks:
        return PageClicks(
            self.answers,
            edge.languages,
            edge.posting,
            ways,
            self._tastes.handlers,
            self._own_language.handlers,
            self._notifications.handlers,
            self.admin.handlers,
            self.tables.inviting.handlers,
            self.tables.replays.handlers,
            self.tables.sharing.handlers,
            self.tables.reviewing.handlers,
            self.tables.rules_pages.handlers,
            self.tournaments.clicks.handlers,
            self.tournaments.meetings.handlers,
            self.standings.clicks.handlers,
            self.door.help.handlers,
            self.door.practice.handlers,
            self.daily.handlers,
            self.door.tables.handlers,
            setup,
            self.door.my_tables.handlers,
            self.door.learning.handlers,
            self.door.puzzles.handlers,
        )

    def _admin_services(
        self, edge: Edge, games: Games, stores: Stores, views: TableViews, runner: CommandRunner
    ) -> AdminServices:
        return AdminServices(
            servers=stores.servers,
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


def _personal_data(edge: Edge, games: Games, stores: Stores, views: TableViews) -> Forgetting:
    return Forgetting(
        languages=edge.languages,
        deletion=Deletion(
            games.tables,
            games.tournaments,
            games.finished_games,
            stores.personal_data,
            chance=secrets.randbits,
            changed=views.updates.changed,
        ),
        clock=edge.clock,
        finished_games=games.finished_games,
        personal_data=stores.personal_data,
        names=edge.names,
    )


async def register(client: DiscordClient, connection: Connection, packages: Packages, views: TableViews) -> None:
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
        views.restored_panels,
        StandingsRefresh(client, standings.posts),
        packages.door.greeter,
        packages.door.watch,
        packages.router,
    ):
        await client.add_cog(cog)
    group = tables.commands.app_command
    if isinstance(group, app_commands.Group):
        for command in (*packages.door.rummy_commands, daily_command(tables.runner, packages.daily)):
            group.add_command(command)
