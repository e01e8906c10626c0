"""Builds all packages of the Discord edge from what `bot.program.app` passes."""

import secrets

from bot.play.requests.deletion import Deletion
from bot.play.scheduling.scheduler import Scheduler
from cogs.admin.access import AdminAccess
from cogs.admin.commands import Admin
from cogs.admin.section import AdminServices
from cogs.admin.setup_clicks import SetupClicks
from cogs.edge.answers import Answers
from cogs.edge.clicking.page_clicks import PageClicks
from cogs.edge.clicking.router import Router
from cogs.edge.commands import CommandRunner
from cogs.me.commands import Me
from cogs.me.personal_data import Forgetting
from cogs.me.tastes import Tastes
from cogs.setup.competitions import StandingsPackage, TournamentPackage
from cogs.setup.door import DoorPackage
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TablePackage, TableViews
from cogs.table.channel_tables import ChannelTables


class Packages:
    """All packages of the edge, each built from those below it."""

    def __init__(self, edge: Edge, games: Games, stores: Stores, views: TableViews, scheduler: Scheduler) -> None:
        self.answers = Answers(
            edge.uptime, edge.emojis, edge.readers, views.panels.answer, edge.people, counts=edge.counts
        )
        self.tables = TablePackage(
            edge=edge, games=games, stores=stores, views=views, answers=self.answers, scheduler=scheduler
        )
        runner = self.tables.runner
        self.standings = StandingsPackage(edge, games, stores, runner)
        self.tournaments = TournamentPackage(edge, games, stores, views.updates, runner)
        personal_data = _personal_data(edge, games, stores, views)
        self._tastes = Tastes(edge.languages, stores.people, views.hands, edge.studio)
        self.me = Me(runner, personal_data, self._tastes, stores.people, edge.clock, inviting=self.tables.inviting)
        self.door = DoorPackage(edge, games, stores, self.tables, self.standings.messages)
        self.access = AdminAccess(edge.client, edge.uptime)
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


def _personal_data(edge: Edge, games: Games, stores: Stores, views: TableViews) -> Forgetting:
    """Build what shows and deletes the data of a person."""
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
