"""The composition root: builds all parts of the program and connects them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Unpack

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.counts import ProgramCounts
from bot.play.scheduling.downtime import Reachability
from bot.play.scheduling.judge import JudgingProcess
from bot.play.scheduling.scheduler import Chore, Scheduler
from bot.play.scheduling.thinking import OneThread, PeopleFirst
from bot.play.service.day_posts import DayPosting
from bot.play.service.days import Days
from bot.play.service.deletion import RemovedServers, Scrubbing
from bot.play.service.finished_games import FinishedGames, SeasonCalendar
from bot.play.service.posting import Posting
from bot.play.service.puzzles import PuzzleMaking
from bot.play.service.starter import Starter
from bot.play.service.tables import Tables, TableSignals
from bot.play.service.tournaments import MeetingNotices, Tournaments
from bot.play.state.names import NoNames
from bot.play.state.ports import HasLeft, Names, Signal, nobody_left
from bot.play.state.slots import Slot
from bot.players.games import load_players
from bot.program.conditions import Chosen, Conditions, conditions_of
from bot.program.serving import Remik
from bot.program.settings import Settings
from bot.text.catalogs import Catalogs
from cogs.daily.commands import DayPosts
from cogs.edge.answer_messages import EditTokens
from cogs.edge.channel_writer import ChannelWriter
from cogs.edge.channels import DiscordChannels
from cogs.edge.client import Connection, DiscordClient
from cogs.edge.command_texts import CommandTranslator
from cogs.edge.languages import Languages, Readers
from cogs.edge.messages import CardEmojis
from cogs.edge.names import Directory, DiscordNames
from cogs.edge.requests import RequestLimit, share
from cogs.setup.packages import Packages, register
from cogs.setup.services import Edge, Games, Stores
from cogs.setup.tables import TableViews
from cogs.table.announcer import DiscordAnnouncer, DiscordStartNotices
from cogs.tournaments.posts import DiscordMeetingAnnouncer, TournamentUpdates
from data.copies import DailyBackups
from data.database import Database, OneConnection, open_database
from data.days import SqlDays
from data.notices import Notices
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople, SqlProgramState
from data.ratings.puzzles import SqlPuzzles, SqlReviews
from data.ratings.store import SqlResults, SqlSeasons
from data.tables.panels import Seal, SqlPanels
from data.tables.store import SqlTables
from data.token_use import TokenUse
from data.tournaments import SqlTournaments
from render.queue.process import DrawingProcess
from render.queue.studio import DrawingThread, Studio

logger = logging.getLogger(__name__)


def point_library_at(settings: Settings) -> None:
    """Point discord.py at the API and gateway URLs of the settings: a rate-limit proxy, or the test stand-in."""
    if settings.api_url is not None:
        Route.BASE = str(settings.api_url).rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.gateway_url))


@dataclass(frozen=True, slots=True)
class _Ground:
    """What everything else is built on."""

    settings: Settings
    conditions: Conditions
    counts: ProgramCounts
    database: Database
    stores: Stores
    people: PeopleFirst
    studio: Studio
    thinking: OneThread
    judge: JudgingProcess
    scrubbing: Scrubbing
    backups: DailyBackups | None


@dataclass(frozen=True, slots=True)
class _Outside:
    """What games ask about what is outside of them: Discord, and how many turns computers still have to think about."""

    names: Names = field(default_factory=NoNames)
    reach: Reachability = field(default_factory=Reachability)
    has_left: HasLeft = nobody_left
    backlog: Callable[[], int] = lambda: 0


@asynccontextmanager
async def bot_for(
    settings: Settings,
    *,
    guild_ready_timeout: float = 2.0,
    catalogs: Catalogs | None = None,
    helper: DrawingProcess | None = None,
    writer: OneConnection | None = None,
    **chosen: Unpack[Chosen],
) -> AsyncIterator[Remik]:
    """Open the database, build the program on it, and close both at the end. Raises DatabaseError.

    ``catalogs`` defaults to all languages; see `Conditions` for what may be ``chosen``. ``guild_ready_timeout`` is in
    seconds. Without a ``beacon`` none is mixed into shuffles. ``helper`` draws pictures if there are too many for a
    thread. Without a ``writer``, which writes for a slot, the program serves everything.
    """
    point_library_at(settings)
    async with _opened(settings, conditions_of(settings, **chosen), helper, writer) as ground:
        limit = RequestLimit(settings.requests_per_second)
        shared = None if writer is None or settings.slots is None else TokenUse(ground.database, limit.allowed)
        client = _client(ground, limit, shared, guild_ready_timeout)
        catalogs = catalogs or Catalogs()
        for fault in catalogs.faults:
            logger.error("a catalog can't be used, so English is shown: %s", fault)
        bot = _built(ground, _edge(ground, client, catalogs))
        async with client:
            await client.tree.set_translator(CommandTranslator(catalogs))
            await register(client, bot.connection, bot.packages, bot.views)
            try:
                async with monitored(bot, settings.metrics), _sharing(limit, shared):
                    ground.studio.warm_up()  # while the bot logs in, like the next line
                    ground.thinking.prepare(load_players)
                    yield bot
            finally:
                await bot.close()


def _client(ground: _Ground, limit: RequestLimit, shared: TokenUse | None, guild_ready_timeout: float) -> DiscordClient:
    """Build the connection to Discord, whose logins take turns with those of other processes, if there are any."""
    settings, turn = ground.settings, None if shared is None else shared.turn
    slot = ground.database.slot if ground.database.slot.shards else Slot(shards=settings.shards or 0)
    return DiscordClient(
        CardEmojis(),
        SqlProgramState(ground.database),
        guild_ready_timeout=guild_ready_timeout,
        request_limit=limit,
        counts=ground.counts.requests,
        slot=slot,
        replaceable=shared is not None,
        turn_to_log_in=_at_once if settings.gateway_keeps_sessions else turn,
    )


async def _at_once(_: int, *, again: bool) -> None:
    """Let a shard log in without a pause: Discord doesn't see it."""


@asynccontextmanager
async def _sharing(limit: RequestLimit, shared: TokenUse | None) -> AsyncIterator[None]:
    """Share a limit of requests with other processes in the block, if there are any."""
    task = None if shared is None else asyncio.create_task(share(limit, shared, asyncio.sleep))
    try:
        yield
    finally:
        if task is not None:
            task.cancel()


@asynccontextmanager
async def _opened(
    settings: Settings, conditions: Conditions, helper: DrawingProcess | None, writer: OneConnection | None
) -> AsyncIterator[_Ground]:
    """Open the database and start the threads, and close them at the end. Raises DatabaseError."""
    counts, people = ProgramCounts(), PeopleFirst()
    database = await open_database(settings.database_url, counts=counts.commits, writer=writer)
    studio = Studio(counts=counts.pictures, thread=DrawingThread(helper), quiet=people.quiet)
    thinking, judge = OneThread(people), JudgingProcess()
    try:
        stores = await _stores(database, settings)
        yield _Ground(
            settings,
            conditions,
            counts,
            database,
            stores,
            people,
            studio,
            thinking,
            judge,
            Scrubbing(stores.personal_data, conditions.clock),
            _backups(settings, conditions),
        )
    finally:
        await judge.close()
        thinking.close()
        studio.close()
        await database.close()


@asynccontextmanager
async def games_without_discord(settings: Settings) -> AsyncIterator[tuple[Games, Stores]]:
    """Open the database and build only the games on it, for commands that don't log in. Raises DatabaseError."""
    database = await open_database(settings.database_url, unhurried=True)
    try:
        stores = await _stores(database, settings)
        games = _games(database, stores, conditions_of(settings), _Outside())
        try:
            yield games, stores
        finally:
            await games.finished_games.close()
            await games.days.close()
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
        SqlPuzzles(database),
        SqlReviews(database),
    )


def _edge(ground: _Ground, client: DiscordClient, catalogs: Catalogs) -> Edge:
    """Build the services that all packages of the edge share."""
    conditions, stores = ground.conditions, ground.stores
    readers = Readers(stores.people)
    tokens = EditTokens(conditions.uptime, used=ground.settings.edit_by_clicks)
    return Edge(
        client,
        Languages(catalogs, stores.servers, readers),
        readers,
        catalogs,
        DiscordChannels(client, client.card_emojis, stores.servers, conditions.clock, tokens),
        ChannelWriter(
            conditions.uptime,
            interval=conditions.edit_interval,
            places=client.request_limit.place,
            hold=conditions.hold,
            counts=ground.counts.writes,
        ),
        client.card_emojis,
        DiscordNames(Directory(client, conditions.uptime), conditions.uptime),
        ground.studio,
        conditions.clock,
        conditions.uptime,
        conditions.sleep,
        conditions.edit_interval,
        conditions.contact,
        conditions.limits,
        Posting(conditions.clock, conditions.limits),
        ground.people,
        ground.counts,
        ground.judge,
    )


def _games(database: Database, stores: Stores, conditions: Conditions, outside: _Outside) -> Games:
    """Build the game services: tables, then tournaments and seasons, then the results of finished games."""
    signals, standings_changes, updates = TableSignals(), Signal[int](), TournamentUpdates()
    store = SqlTables(database)
    tables = _tables(store, stores, signals, conditions, outside)
    tournaments = Tournaments(
        SqlTournaments(database),
        stores.results,
        tables,
        updates,
        conditions.clock,
        token=conditions.token,
        shown=signals.changed.send,
        reaches=outside.reach.reaches,
    )
    seasons = SeasonCalendar(SqlSeasons(database), stores.servers, conditions.clock, standings_changes.send)
    making = PuzzleMaking(stores.puzzles, tables, stores.servers)
    finished_games = FinishedGames(
        stores.results,
        seasons,
        stores.servers,
        tables,
        store,
        clock=conditions.clock,
        shown=signals.counted.send,
        settled=(lambda outcome: tournaments.settled(outcome.result), making.settled),
        changed=standings_changes.send,
        touched=signals.touched,
        pack_after=conditions.pack_after,
    )
    days = Days(
        SqlDays(database),
        tables,
        conditions.clock,
        token=conditions.token,
        beacon=conditions.beacon,
        leads=outside.reach.slot.serves(None),
        touched=signals.touched,
    )
    return Games(tables, seasons, finished_games, tournaments, days, making, signals, standings_changes, updates)


def _tables(
    store: SqlTables, stores: Stores, signals: TableSignals, conditions: Conditions, outside: _Outside
) -> Tables:
    return Tables(
        store,
        conditions.clock,
        token=conditions.token,
        touched=signals.touch,
        names=outside.names,
        rates=lambda guild: stores.servers.of(guild).rated,
        limits=conditions.limits,
        backlog=outside.backlog,
        has_left=outside.has_left,
        shown=signals.changed.send,
        beacon=conditions.beacon,
        slot=outside.reach.slot,
    )


def _built(ground: _Ground, edge: Edge) -> Remik:
    """Build the games, their views, the scheduler and the packages of the edge, each from the ones before."""
    stores, client, conditions = ground.stores, edge.client, ground.conditions
    reach = Reachability(client.reaches, ground.database.slot)
    outside = _Outside(edge.names, reach, Directory(client, conditions.uptime).has_left, ground.thinking.backlog)
    games = _games(ground.database, stores, conditions, outside)

    def forgotten(guild: int) -> None:
        edge.names.forget_server(guild)
        reach.forget(guild)

    removed_servers = RemovedServers(stores.personal_data, conditions.clock, forgotten)
    views = TableViews(edge, games, stores)
    scheduler = _scheduler(ground, games, edge, views, reach=outside.reach, removed_servers=removed_servers)
    if conditions.beacon is not None:
        conditions.beacon.on_change(lambda: _show_lobbies(games.tables, views))
    notices = DiscordStartNotices(edge.channels, edge.catalogs, views.updates, views.public_messages)
    starter = Starter(games.tables, conditions.beacon, notices, conditions.clock, touched=games.table_signals.touched)
    return Remik(
        database=ground.database,
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
        backups=ground.backups,
        scrubbing=ground.scrubbing,
        starter=starter,
        notices=_notices(ground.settings, edge, games, stores),
    )


def _notices(settings: Settings, edge: Edge, games: Games, stores: Stores) -> Notices:
    """Build what hears that another process has changed or deleted something about a person."""

    async def deleted(user: int, guilds: Collection[int]) -> None:
        edge.readers.drop(user)
        edge.names.forget(user)
        await stores.personal_data.forgotten(user)
        await games.tables.forget(user)
        for guild in {*guilds} & {server.id for server in edge.client.guilds}:
            games.finished_games.changed(guild)  # posted standings may contain their name

    return Notices(settings.database_lock_url or settings.database_url, stores.people.drop, deleted)


def _scheduler(
    ground: _Ground,
    games: Games,
    edge: Edge,
    views: TableViews,
    *,
    reach: Reachability,
    removed_servers: RemovedServers,
) -> Scheduler:
    """Build the scheduler, with everything that is checked from time to time."""
    conditions, stores = ground.conditions, ground.stores
    announcer = DiscordMeetingAnnouncer(edge.channels, edge.catalogs, edge.names, reach.reaches, stores.people)
    meetings = MeetingNotices(SqlTournaments(ground.database), stores.people, announcer, conditions.clock)
    posts = DayPosts(edge.channels, stores.servers, views.day_results, edge.names, edge.catalogs, conditions.clock)
    news = DayPosting(games.days, stores.servers, posts, conditions.clock, reach.reaches)
    return Scheduler(
        games.tables,
        SqlTables(ground.database),
        stores.people,
        DiscordAnnouncer(views.updates, views.public_messages, edge.channels, edge.catalogs, stores.people),
        conditions.clock,
        facts=SqlProgramState(ground.database),
        think=ground.thinking,
        pause=conditions.pause,
        claim_delay=conditions.claim_delay,
        sleep=conditions.sleep,
        stall=conditions.stall,
        follow=conditions.follow,
        reach=reach,
        chores=(*_chores(ground, games), meetings.tick, news.tick, removed_servers.forget, views.stored_panels.expire),
        touched=games.table_signals.touched,
    )


def _chores(ground: _Ground, games: Games) -> Iterator[Chore]:
    """Yield what games, beacon and database need from time to time."""
    yield from (games.finished_games.sweep, games.seasons.catch_up_all, games.tournaments.tick, games.days.tick)
    yield ground.scrubbing.tick
    yield from (one.tick for one in (ground.conditions.beacon, ground.backups) if one is not None)


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
