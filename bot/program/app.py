"""The composition root: builds all parts of the program and connects them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.counts import ProgramCounts
from bot.fairness.beacon import PublicBeacon
from bot.play.scheduling.downtime import Reachability
from bot.play.scheduling.scheduler import Scheduler
from bot.play.scheduling.thinking import OneThread, PeopleFirst
from bot.play.service.deletion import RemovedServers, Scrubbing
from bot.play.service.finished_games import FinishedGames, SeasonCalendar
from bot.play.service.posting import Posting
from bot.play.service.starter import Starter
from bot.play.service.tables import Tables, TableSignals
from bot.play.service.tournaments import MeetingNotices, Tournaments
from bot.play.state.names import NoNames
from bot.play.state.ports import Clock, HasLeft, Names, Signal, nobody_left
from bot.players.games import load_players
from bot.program.conditions import Conditions, Token, conditions_of, random_token
from bot.program.serving import Remik
from bot.program.settings import Settings
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD, ChannelWriter
from cogs.edge.channels import DiscordChannels
from cogs.edge.client import Connection, DiscordClient
from cogs.edge.languages import Languages, Readers
from cogs.edge.messages import CardEmojis
from cogs.edge.names import Directory, DiscordNames
from cogs.edge.requests import RequestLimit
from cogs.setup.packages import Packages, register
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TableViews
from cogs.table.announcer import DiscordAnnouncer, DiscordStartNotices
from cogs.tournaments.posts import DiscordMeetingAnnouncer, TournamentUpdates
from data.copies import DailyBackups
from data.database import Database, open_database
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import (
    SqlPeople,
    SqlProgramState,
)
from data.ratings.store import SqlResults, SqlSeasons
from data.tables.panels import Seal, SqlPanels
from data.tables.store import SqlTables
from data.tournaments import SqlTournaments
from render.queue.process import DrawingProcess
from render.queue.studio import DrawingThread, Studio


def point_library_at(settings: Settings) -> None:
    """Point discord.py at the API and gateway URLs of the settings: a rate-limit proxy, or the test stand-in."""
    if settings.api_url is not None:
        Route.BASE = str(settings.api_url).rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.gateway_url))


@asynccontextmanager
async def bot_for(
    settings: Settings,
    *,
    edit_interval: float = EDIT_INTERVAL,
    hold: float = LONGEST_HOLD,
    guild_ready_timeout: float = 2.0,
    token: Token = random_token,
    clock: Clock | None = None,
    pause: float | None = None,
    claim_delay: float | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    catalogs: Catalogs | None = None,
    beacon: PublicBeacon | None = None,
    helper: DrawingProcess | None = None,
) -> AsyncIterator[Remik]:
    """Open the database, build the program on it, and close both at the end. Raises DatabaseError.

    ``catalogs`` defaults to all languages, ``clock`` to one that doesn't jump, ``pause`` and ``claim_delay`` to the
    settings; see `Conditions` for them and for the other times. ``guild_ready_timeout`` is in seconds. Without a
    ``beacon`` none is mixed into shuffles. ``helper`` draws pictures if there are too many for a thread.
    """
    point_library_at(settings)
    conditions = conditions_of(
        settings,
        edit_interval=edit_interval,
        hold=hold,
        token=token,
        clock=clock,
        pause=pause,
        claim_delay=claim_delay,
        sleep=sleep,
        beacon=beacon,
    )
    counts = ProgramCounts()
    database = await open_database(settings.database_url, counts=counts.commits)
    people = PeopleFirst()
    studio = Studio(counts=counts.pictures, thread=DrawingThread(helper), quiet=people.quiet)
    thinking = OneThread(people)
    try:
        stores = await _stores(database, settings)
        client = DiscordClient(
            CardEmojis(),
            SqlProgramState(database),
            guild_ready_timeout=guild_ready_timeout,
            request_limit=RequestLimit(settings.requests_per_second),
            counts=counts.requests,
        )
        edge = _edge(
            client,
            stores,
            studio=studio,
            catalogs=catalogs or Catalogs(),
            conditions=conditions,
            people=people,
            counts=counts,
        )
        bot = _built(
            database=database,
            stores=stores,
            client=client,
            edge=edge,
            thinking=thinking,
            conditions=conditions,
            backups=_backups(settings, conditions),
            scrubbing=Scrubbing(stores.personal_data, conditions.clock),
        )
        async with client:
            await register(client, bot.connection, bot.packages, bot.views)
            try:
                async with monitored(bot, settings.metrics):
                    studio.warm_up()  # while the bot logs in, like the next line
                    thinking.prepare(load_players)
                    yield bot
            finally:
                await bot.close()
    finally:
        thinking.close()
        studio.close()
        await database.close()


@asynccontextmanager
async def games_without_discord(settings: Settings) -> AsyncIterator[tuple[Games, Stores]]:
    """Open the database and build only the games on it, for commands that don't log in. Raises DatabaseError."""
    database = await open_database(settings.database_url, unhurried=True)
    try:
        stores, conditions = await _stores(database, settings), conditions_of(settings)
        games = _games(
            database,
            stores,
            names=NoNames(),
            reach=Reachability(),
            conditions=conditions,
            backlog=lambda: 0,
            has_left=nobody_left,
        )
        try:
            yield games, stores
        finally:
            await games.finished_games.close()
    finally:
        await database.close()


async def _stores(database: Database, settings: Settings) -> Stores:
    """Build the stores that the edge uses."""
    people, servers = SqlPeople(database), SqlServers(database)
    await servers.load()
    return Stores(
        people,
        servers,
        SqlResults(database),
        SqlAudit(database),
        SqlPersonalData(database, servers, people),
        SqlProgramState(database),
        SqlPanels(database, Seal(settings.token.get_secret_value())),
    )


def _edge(
    client: DiscordClient,
    stores: Stores,
    *,
    studio: Studio,
    catalogs: Catalogs,
    conditions: Conditions,
    people: PeopleFirst,
    counts: ProgramCounts,
) -> Edge:
    """Build the services that all packages of the edge share."""
    readers = Readers(stores.people)
    return Edge(
        client,
        Languages(catalogs, stores.servers, readers),
        readers,
        catalogs,
        DiscordChannels(client, client.card_emojis, stores.servers, conditions.clock),
        ChannelWriter(
            conditions.uptime,
            interval=conditions.edit_interval,
            places=client.request_limit.place,
            hold=conditions.hold,
            counts=counts.writes,
        ),
        client.card_emojis,
        DiscordNames(Directory(client, conditions.uptime), conditions.uptime),
        studio,
        conditions.clock,
        conditions.uptime,
        conditions.sleep,
        conditions.edit_interval,
        conditions.contact,
        conditions.limits,
        Posting(conditions.clock, conditions.limits),
        people,
        counts,
    )


def _games(
    database: Database,
    stores: Stores,
    *,
    names: Names,
    reach: Reachability,
    conditions: Conditions,
    backlog: Callable[[], int],
    has_left: HasLeft,
) -> Games:
    """Build the game services: tables, then tournaments and seasons, then the results of finished games."""
    signals, standings_changes, tournament_updates = TableSignals(), Signal[int](), TournamentUpdates()
    store = SqlTables(database)
    tables = Tables(
        store,
        conditions.clock,
        token=conditions.token,
        touched=signals.touch,
        names=names,
        rates=lambda guild: stores.servers.of(guild).rated,
        limits=conditions.limits,
        backlog=backlog,
        has_left=has_left,
        shown=signals.changed.send,
        beacon=conditions.beacon,
    )
    tournaments = Tournaments(
        SqlTournaments(database),
        stores.results,
        tables,
        tournament_updates,
        conditions.clock,
        token=conditions.token,
        shown=signals.changed.send,
        reaches=reach.reaches,
    )
    seasons = SeasonCalendar(SqlSeasons(database), stores.servers, conditions.clock, standings_changes.send)
    finished_games = FinishedGames(
        stores.results,
        seasons,
        stores.servers,
        tables,
        store,
        clock=conditions.clock,
        shown=signals.counted.send,
        settled=(lambda outcome: tournaments.settled(outcome.result),),
        changed=standings_changes.send,
        touched=signals.touched,
    )
    return Games(tables, seasons, finished_games, tournaments, signals, standings_changes, tournament_updates)


def _built(
    *,
    database: Database,
    stores: Stores,
    client: DiscordClient,
    edge: Edge,
    thinking: OneThread,
    conditions: Conditions,
    backups: DailyBackups | None,
    scrubbing: Scrubbing,
) -> Remik:
    """Build the games, their views, the scheduler and the packages of the edge, each from the ones before."""
    reach = Reachability(client.reaches)
    games = _games(
        database,
        stores,
        names=edge.names,
        reach=reach,
        conditions=conditions,
        backlog=thinking.backlog,
        has_left=Directory(client, conditions.uptime).has_left,
    )
    removed_servers = RemovedServers(stores.personal_data, conditions.clock, edge.names.forget_server)
    views = TableViews(edge, games, stores)
    scheduler = _scheduler(
        database,
        stores,
        games,
        edge,
        views,
        reach=reach,
        thinking=thinking,
        conditions=conditions,
        forget_servers=removed_servers.forget,
        backups=backups,
        scrubbing=scrubbing,
    )
    if conditions.beacon is not None:
        conditions.beacon.on_change(lambda: _show_lobbies(games.tables, views))
    starter = Starter(
        games.tables,
        conditions.beacon,
        DiscordStartNotices(edge.channels, edge.catalogs, views.updates, views.public_messages),
        conditions.clock,
        touched=games.table_signals.touched,
    )
    return Remik(
        database=database,
        client=client,
        connection=Connection(client, scheduler, removed_servers, edge.names, edge.writer),
        stores=stores,
        games=games,
        scheduler=scheduler,
        removed_servers=removed_servers,
        edge=edge,
        views=views,
        packages=Packages(edge, games, stores, views, scheduler),
        beacon=conditions.beacon,
        backups=backups,
        scrubbing=scrubbing,
        starter=starter,
    )


def _scheduler(
    database: Database,
    stores: Stores,
    games: Games,
    edge: Edge,
    views: TableViews,
    *,
    reach: Reachability,
    thinking: OneThread,
    conditions: Conditions,
    forget_servers: Callable[[], Awaitable[None]],
    backups: DailyBackups | None,
    scrubbing: Scrubbing,
) -> Scheduler:
    """Build the scheduler, with everything that is checked from time to time."""
    announcer = DiscordMeetingAnnouncer(edge.channels, edge.catalogs, edge.names, reach.reaches)
    meetings = MeetingNotices(SqlTournaments(database), stores.people, announcer, conditions.clock)
    return Scheduler(
        games.tables,
        SqlTables(database),
        stores.people,
        DiscordAnnouncer(views.updates, views.public_messages, edge.channels, edge.catalogs),
        conditions.clock,
        facts=SqlProgramState(database),
        think=thinking,
        pause=conditions.pause,
        claim_delay=conditions.claim_delay,
        sleep=conditions.sleep,
        stall=conditions.stall,
        follow=conditions.follow,
        reach=reach,
        chores=(
            games.finished_games.sweep,
            games.seasons.catch_up_all,
            games.tournaments.tick,
            meetings.tick,
            forget_servers,
            views.stored_panels.expire,
            *(() if conditions.beacon is None else (conditions.beacon.tick,)),
            scrubbing.tick,
            *(() if backups is None else (backups.tick,)),
        ),
        touched=games.table_signals.touched,
    )


def _backups(settings: Settings, conditions: Conditions) -> DailyBackups | None:
    """Return what makes daily backups, if the settings name a folder for them."""
    folder = settings.backup_dir
    return None if folder is None else DailyBackups(settings.database_url, folder, conditions.clock)


def _show_lobbies(tables: Tables, views: TableViews) -> None:
    """Update the lobbies in memory: the beacon works again, or no longer."""
    for table in tables.lobbies_at_hand():
        views.updates.changed(table)


@asynccontextmanager
async def monitored(bot: Remik, address: str | None) -> AsyncIterator[None]:
    """Serve health, readiness and metrics at an address in the block; without one do nothing.

    CannotListenError if another program listens there, or that's no address of this machine.
    """
    if address is None:
        yield
        return
    from bot.program.monitoring import serving  # noqa: PLC0415 - takes time and needs the extra `metrics`

    async with serving(bot, address):
        yield
