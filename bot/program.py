"""The running program: its parts, and how they stop."""

from contextlib import suppress

from bot.fairness.beacon import PublicBeacon
from bot.play.removed_servers import RemovedServers
from bot.play.scheduling.scheduler import Scheduler
from bot.play.scheduling.scrubbing import Scrubbing
from bot.play.starts.starter import Starter
from cogs.edge.client import DiscordClient
from cogs.edge.connection import Connection
from cogs.setup.packages import Packages
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TableViews
from data.daily_backups import DailyBackups
from data.database import Database
from data.errors import DatabaseError


class Remik:
    """The running program."""

    def __init__(
        self,
        *,
        database: Database,
        client: DiscordClient,
        connection: Connection,
        stores: Stores,
        games: Games,
        scheduler: Scheduler,
        removed_servers: RemovedServers,
        edge: Edge,
        views: TableViews,
        packages: Packages,
        beacon: PublicBeacon | None,
        backups: DailyBackups | None,
        scrubbing: Scrubbing,
        starter: Starter,
    ) -> None:
        self.database = database
        self.beacon = beacon
        self.backups = backups
        self.scrubbing = scrubbing
        self.starter = starter
        self.client = client
        self.connection = connection
        self.stores = stores
        self.games = games
        self.scheduler = scheduler
        self.removed_servers = removed_servers
        self.edge = edge
        self.views = views
        self.packages = packages

    async def close(self) -> None:
        """Stop background work, finish the answers to pending interactions, and disconnect."""
        await self.connection.close()
        await self.scheduler.close()
        await self.starter.close()
        if self.beacon is not None:
            await self.beacon.close()
        if self.backups is not None:
            await self.backups.close()
        await self.scrubbing.close()
        await self.edge.names.close()
        await self.packages.answers.settle()
        await self.edge.writer.close()
        await self.views.restored_panels.close()
        await self.views.panels.say_restarting()
        await self.views.panels.close()
        await self.views.hands.close()
        await self.views.stored_panels.close()
        await self.packages.tables.inviting.close()
        await self.packages.standings.posts.close()
        await self.client.close()
        await self.games.finished_games.close()

    async def do_as_for_a_click(self) -> None:
        """Do what most clicks need: read, write, draw. Nothing changes and nobody sees it.

        This takes as long as a click would have to wait, so for ever if something hangs. A database that fails in time
        is no error here: clicks are answered with that, and games wait for it. Raises what prevents pictures.
        """
        with suppress(DatabaseError):
            await self.database.answers()
            await self.database.write_unread(())
        await self.edge.studio.draw_example(self.edge.catalogs.texts("en"))

    async def idle(self) -> None:
        """Wait until every click is answered, computers have moved, and every message is up to date."""
        await self._shown()
        await self.starter.idle()
        await self.scheduler.idle()
        await self.games.finished_games.idle()
        await self._shown()

    async def _shown(self) -> None:
        await self.packages.answers.settle()
        await self.edge.writer.idle()
        await self.views.restored_panels.idle()
        await self.views.panels.idle()
        await self.views.hands.idle()
        await self.packages.tables.lost_channels.idle()
        await self.packages.tables.inviting.idle()
        await self.packages.door.greeter.idle()
