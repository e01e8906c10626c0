"""Builds `cogs.standings` and `cogs.tournaments`."""

from cogs.edge.commands import CommandRunner
from cogs.setup.services import Edge, Games, Stores
from cogs.standings.clicks import StandingsClicks
from cogs.standings.commands import StandingsCommands
from cogs.standings.standings_messages import StandingsMessages
from cogs.standings.standings_post import SLOWER, StandingsPosts
from cogs.table.table_updates import TableUpdates
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.clicks import TournamentClicks
from cogs.tournaments.commands import TournamentCommands
from cogs.tournaments.meeting_clicks import MeetingClicks
from cogs.tournaments.playing import FixtureTables
from cogs.tournaments.posts import TournamentPosts
from cogs.tournaments.tournament_messages import TournamentMessages


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
