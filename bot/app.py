"""The whole program: the only place that knows all parts and hands them to one another."""

import asyncio
import hashlib
import json
import logging
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, Protocol, runtime_checkable

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.play.finished_games import FinishedGames
from bot.play.ports import Clock
from bot.play.removed_servers import RemovedServers
from bot.play.scheduling.reachability import Reachability
from bot.play.scheduling.scheduler import STALL, Scheduler
from bot.play.scheduling.thinking import OneThread
from bot.play.season_calendar import SeasonCalendar
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.tournaments import Tournaments
from bot.settings import Settings
from bot.text.catalogs import Catalogs
from cogs.edge.channel_writer import EDIT_INTERVAL
from cogs.edge.names import DiscordDirectory, DiscordNames
from cogs.edge.tasks import Tasks
from cogs.table.announcer import DiscordAnnouncer
from cogs.table.deps import Deps
from cogs.tournaments.announcer import DiscordTournamentAnnouncer
from data.database import open_database
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.preferences import SqlPreferences
from data.people.servers import SqlServers
from data.program_state import SqlProgramState
from data.ratings.seasons import SqlSeasons
from data.ratings.store import SqlResults
from data.tables.presets import SqlPresets
from data.tables.store import SqlTables
from data.tournaments.store import SqlTournaments
from render.studio import Studio

COGS: Final = ("cogs.table.commands",)
SYNCED: Final = "commands of {application}"
"""The fact under which the hash of the commands that an application has is kept."""

_log = logging.getLogger(__name__)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here


@runtime_checkable
class Background(Protocol):
    """A cog that shows things in the background; a protocol, because extensions are loaded as modules of their own."""

    async def idle(self) -> None:
        """Wait until everything is shown."""
        ...


class NotAdmittedError(Exception):
    """Discord does not let the bot in; the sentence says what to do about it."""


class Remik(commands.AutoShardedBot):
    """The bot: the guilds intent alone, no caches, its parts in ``deps``."""

    def __init__(
        self, deps: Deps, facts: SqlProgramState, removed_servers: RemovedServers, *, guild_ready_timeout: float = 2.0
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
        )
        self.deps = deps
        self._facts = facts
        self._removed_servers = removed_servers
        self._timing = Tasks()
        self._begun = False  # all shards have been there
        self._down: set[int] = set()  # shards that have lost their connection

    async def setup_hook(self) -> None:
        """Load the cogs and tell Discord the commands, if they are others than last time."""
        self.deps.names.attach(DiscordDirectory(self))
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync_commands()

    async def on_ready(self) -> None:
        """Let time run at the tables, from the first moment in which people reach the bot."""
        self._begun = True
        self._timing.start(self.deps.scheduler.start(), {})
        self._timing.start(self._compare(), {})

    async def on_shard_ready(self, shard: int) -> None:
        """Let time run again after a reconnect; what the connection was lost for is given back."""
        self._up(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Let time run again after a reconnect, as above."""
        self._up(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop time at the tables while some people can't reach the bot."""
        self._down.add(shard)
        self.deps.scheduler.away()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Take note that a server has removed the bot, and stop time at its tables."""
        self.deps.scheduler.lose(guild.id)
        await self._removed_servers.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Take note that a server has the bot, perhaps again, and let time run at its tables."""
        self._timing.start(self.deps.scheduler.find(guild.id), {"guild": guild.id})
        await self._removed_servers.back(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop time at the tables of a server while Discord has an outage there."""
        self.deps.scheduler.lose(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let time run again after an outage; what it took is given back."""
        self._timing.start(self.deps.scheduler.find(guild.id), {"guild": guild.id})

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hear what people are called."""
        self.deps.names.heard(interaction)

    def dispatch(self, event: str, /, *args: Any, **about: Any) -> None:  # noqa: ANN401 - whatever an event brings
        """Pass an event on; when a shard has identified anew, servers that removed the bot meanwhile come first.

        READY leaves them out, and the library keeps them. The others are unavailable until their GUILD_CREATE.
        """
        if event == "shard_connect":
            (shard,) = args
            for guild in [one for one in self.guilds if one.shard_id == shard and not one.unavailable]:
                self._connection._remove_guild(guild)
                super().dispatch("guild_remove", guild)
        super().dispatch(event, *args, **about)

    def reaches(self, guild: int) -> bool:
        """Return whether people on a server can reach the bot; those of other shards are none of this process's."""
        if (guild >> 22) % (self.shard_count or 1) not in self.shards:
            return True
        found = self.get_guild(guild)
        return found is not None and not found.unavailable

    async def close(self) -> None:
        """Stop what the program does by itself, then everything else."""
        await self._timing.close()
        await self.deps.scheduler.close()
        await self.deps.names.close()
        await super().close()
        await self.deps.finished_games.close()

    async def idle(self) -> None:
        """Wait until every click is answered, computers have moved, and everything that happened is shown."""
        await self._shown()
        await self.deps.scheduler.idle()
        await self.deps.finished_games.idle()
        await self._shown()

    async def _shown(self) -> None:
        for cog in self.cogs.values():
            if isinstance(cog, Background):
                await cog.idle()

    def _up(self, shard: int) -> None:
        """Record that a shard is connected; time runs once all of them are. READY comes only for all at once."""
        self._down.discard(shard)
        if self._begun and not self._down:
            self._timing.start(self.deps.scheduler.start(), {})

    async def _compare(self) -> None:
        """Take note of the servers that have left or come back while the bot was away."""
        count, shards = self.shard_count or 1, set(self.shards)
        await self._removed_servers.compare(self._servers, lambda guild: (guild >> 22) % count in shards)

    def _servers(self) -> frozenset[int]:
        """List the servers the bot is in now; one that is down is in the library's list too."""
        return frozenset(guild.id for guild in self.guilds)

    async def _sync_commands(self) -> None:
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        fact = SYNCED.format(application=self.application_id)
        if await self._facts.get(fact) == digest:
            return
        await self.tree.sync()
        await self._facts.put(fact, digest)
        _log.info("commands synced", extra={"commands": len(payload)})


def now() -> int:
    """Tell the time, in epoch milliseconds."""
    return time.time_ns() // 1_000_000


def random_token() -> bytes:
    """Make 32 bytes that nobody can guess (C-2)."""
    return secrets.token_bytes(32)


def point_library_at(settings: Settings) -> None:
    """Send discord.py elsewhere than to Discord: to a rate-limit proxy, or to the stand-in."""
    if settings.api_url is not None:
        Route.BASE = str(settings.api_url).rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(str(settings.gateway_url))


@asynccontextmanager
async def bot_for(
    settings: Settings,
    *,
    edit_interval: float = EDIT_INTERVAL,
    guild_ready_timeout: float = 2.0,
    token: Callable[[], bytes] = random_token,
    clock: Clock = now,
    pause: float | None = None,
    claim_delay: float | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    catalogs: Catalogs | None = None,
) -> AsyncIterator[Remik]:
    """Put a bot together on an up-to-date database, and close all of it in the end. DatabaseError.

    ``edit_interval`` is in seconds, between two edits in a channel; ``token`` makes the secret of a shuffle chain.
    ``pause`` and ``claim_delay`` are how long computers wait, in seconds, if not as the settings say. ``sleep`` waits
    for seconds of the clock. ``catalogs`` are the languages, by default all there are.
    """
    point_library_at(settings)
    database = await open_database(settings.database_url)
    studio, thinking = Studio(), OneThread()
    try:
        facts, people, store = SqlProgramState(database), SqlPreferences(database), SqlTables(database)
        catalogs = Catalogs() if catalogs is None else catalogs
        servers = SqlServers(database)
        await servers.load()
        announcer, tournament_announcer = DiscordAnnouncer(catalogs), DiscordTournamentAnnouncer()
        scheduler: Scheduler  # both look after the tables, which tell them when they change
        finished_games: FinishedGames

        def arrived(guild: int, user: int) -> None:
            for table in tables.named(guild, user):
                announcer.renamed(table)

        names = DiscordNames(clock, arrived=arrived)

        def watch(table: Table) -> None:
            scheduler.watch(table)
            finished_games.watch(table)

        tables = Tables(
            store, clock, token=token, watch=watch, names=names, rates=lambda guild: servers.of(guild).rated
        )
        results = SqlResults(database)
        season_calendar = SeasonCalendar(
            SqlSeasons(database),
            servers,
            clock,
            lambda guild: finished_games.changed(guild),  # noqa: PLW0108 - comes next
        )
        finished_games = FinishedGames(
            results, season_calendar, servers, tables, store, clock=clock, shown=announcer.settled
        )
        reach = Reachability(lambda guild: bot.reaches(guild))  # noqa: PLW0108 - the bot comes last
        tournaments = Tournaments(
            SqlTournaments(database),
            results,
            tables,
            tournament_announcer,
            clock,
            token=token,
            shown=announcer.changed,
            reaches=reach.reaches,
        )
        personal_data = SqlPersonalData(database, servers, people)
        removed_servers = RemovedServers(personal_data, clock, names.forget_server)
        finished_games.on_settled(lambda outcome: tournaments.settled(outcome.result))
        scheduler = Scheduler(
            tables,
            store,
            people,
            announcer,
            clock,
            facts=facts,
            think=thinking,
            pause=settings.computer_pause if pause is None else pause,
            claim_delay=settings.claim_delay if claim_delay is None else claim_delay,
            sleep=sleep,
            stall=STALL if sleep is asyncio.sleep else math.inf,  # a time that is set by hand may jump
            reach=reach,
            chores=(finished_games.sweep, season_calendar.catch_up_all, tournaments.tick, removed_servers.forget),
        )
        deps = Deps(
            tables,
            SqlPresets(database),
            studio,
            catalogs,
            clock,
            people,
            servers,
            scheduler,
            announcer,
            names,
            finished_games,
            results,
            season_calendar,
            SqlAudit(database),
            tournaments,
            tournament_announcer,
            personal_data,
            edit_interval=edit_interval,
            sleep=sleep,
        )
        bot = Remik(deps, facts, removed_servers, guild_ready_timeout=guild_ready_timeout)
        async with bot:
            yield bot
    finally:
        thinking.close()
        studio.close()
        await database.close()


async def serve(bot: Remik, token: str, stop: asyncio.Event) -> None:
    """Log in and serve until ``stop`` is set or Discord ends it. NotAdmittedError: Discord does not let it in."""
    serving = asyncio.create_task(bot.start(token), name="serving")
    stopping = asyncio.create_task(stop.wait(), name="stopping")
    try:
        await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving
    except discord.LoginFailure:
        raise NotAdmittedError("Discord refuses the token: copy it anew from the application's Bot page") from None
    except discord.PrivilegedIntentsRequired as error:
        raise NotAdmittedError(f"Discord refuses the intents: {error}") from None
    except discord.HTTPException as error:
        raise NotAdmittedError(f"Discord refuses to let the bot in: {error}") from None
    except OSError as error:
        raise NotAdmittedError(f"Discord can't be reached, check the network and REMIK_API_URL: {error}") from None
    finally:
        await bot.close()
        for task in (serving, stopping):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
