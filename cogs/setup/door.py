"""Builds `cogs.door`, which players meet first."""

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
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TablePackage
from cogs.standings.standings_messages import StandingsMessages


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
