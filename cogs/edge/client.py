"""The Discord client, and what it does on events of its connection: log, run clocks, record which servers have the bot.

Only the guilds intent, no caches, commands synced only after they changed.
"""

import asyncio
import hashlib
import json
import logging
import re
import time
from collections.abc import Callable, Collection, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands
from discord.gateway import ReconnectWebSocket
from discord.http import Route
from yarl import URL

from bot.counts import RequestCounts
from bot.play.scheduling.scheduler import Scheduler
from bot.play.service.deletion import RemovedServers
from bot.play.state.ports import ProgramState
from bot.play.state.slots import ONLY_SLOT, Slot
from cogs.edge.channel_writer import ChannelWriter
from cogs.edge.commands import OnceTree
from cogs.edge.gateway import UNREACHABLE, Patience, TurnToLogIn, failure_of
from cogs.edge.messages import CardEmojis, UnreadableResponse
from cogs.edge.names import DiscordNames
from cogs.edge.requests import RequestLimit, count_requests, log_requests
from cogs.edge.tasks import Tasks

SYNCED: Final = "commands of {application}"
"""The key in the program state under which the hash of an application's commands is stored."""

ACTIVITY: Final = "rummy · /rummy help"
"""What the bot is seen playing: the game, and the command to begin with."""

_CONNECT_TIMEOUT, _FOR_OTHERS = 60.0, 6.0
"""Seconds after which a shard that doesn't get through lets another one log in; more per slot: they take turns."""

_BEGINS: Final = "READY"
"""The event that begins a session: without it nothing else can be read."""

logger = logging.getLogger(__name__)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks


class DiscordClient(commands.AutoShardedBot):
    """The connection to Discord, which dispatches events to the cogs.

    If the process is ``replaceable``, there can be others, and one of them may take its place at any time.
    """

    def __init__(
        self,
        emojis: CardEmojis,
        state: ProgramState,
        *,
        guild_ready_timeout: float = 2.0,
        request_limit: RequestLimit | None = None,
        counts: RequestCounts | None = None,
        slot: Slot = ONLY_SLOT,
        replaceable: bool = False,
        turn_to_log_in: TurnToLogIn | None = None,
    ) -> None:
        self.request_limit = request_limit or RequestLimit()
        trace = log_requests(self.request_limit.trace())
        count_requests(counts or RequestCounts(), trace)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
            shard_connect_timeout=_CONNECT_TIMEOUT + _FOR_OTHERS * slot.slots,
            activity=discord.Game(ACTIVITY),
            http_trace=trace,
            shard_count=slot.shards or None,
            shard_ids=None if slot.is_only else list(slot.own_shards),  # type: ignore[arg-type]
            tree_cls=OnceTree,
        )
        self.slot, self.replaceable, self.card_emojis, self._state = slot, replaceable, emojis, state
        self.patience = Patience(self.http.get_bot_gateway, turn_to_log_in)
        self.has_connected = False  # since the start
        self._connected: set[int] = set()  # shards
        self._sessions: set[int] = set()  # those of them whose servers are known
        skip_broken_events(self._connection.parsers)
        self._log_connection(ConnectionLog(self.is_closed))
        self.token_refused = asyncio.Event()
        self._watch_requests()

    def _watch_requests(self) -> None:
        # Every request is watched: a token that is reset while the bot runs has to end it, not to fail for ever.
        # Neither Client nor HTTPClient has a hook for a response; aiohttp's traces don't see errors in reading it.
        # Delete this when discord.py reports a 401 to the client and raises DiscordException for unreadable bodies.
        self._request = self.http.request
        self.http.request = self._watched_request  # type: ignore[method-assign]

    def _log_connection(self, log: "ConnectionLog") -> None:
        for listener in (
            log.on_shard_connect,
            log.on_shard_resumed,
            log.on_shard_disconnect,
            log.on_guild_join,
            log.on_guild_remove,
            log.on_guild_unavailable,
            log.on_guild_available,
        ):
            self.add_listener(listener)

    async def setup_hook(self) -> None:
        """Load the card emojis, and sync the commands if they have changed since the last start.

        The event ``logged_in`` comes before that, since Discord may take its time for the commands. Of several
        processes only that of the first slot syncs, and none of an earlier version than the last one that did: after a
        rolling upgrade, a standby may still have one.
        """
        await self.card_emojis.load(self)
        self.dispatch("logged_in")
        if not self.slot.serves(None):
            return
        payload = await self._payload()
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        key = SYNCED.format(application=self.application_id)
        synced, _, by = (await self._state.get(key) or "").partition(" ")
        if synced == digest or (self.replaceable and _numbers(by) > _numbers(version("remik"))):
            return
        try:
            await self.tree.sync()
        except discord.app_commands.CommandSyncFailure:
            if self.tree.translator is None:
                raise
            logger.exception("Discord refuses the translated commands, so they stay English")
            await self.tree.set_translator(None)
            await self.tree.sync()
        await self._state.put(key, f"{digest} {version('remik')}")
        logger.info("commands synced", extra={"commands": len(payload)})

    async def _payload(self) -> list[dict[str, Any]]:
        """Return all commands as they're sent to Discord, with their translations."""
        commands_, translator = self.tree.get_commands(), self.tree.translator
        if translator is None:
            return [command.to_dict(self.tree) for command in commands_]
        return [await command.get_translated_payload(self.tree, translator) for command in commands_]

    async def launch_shards(self) -> None:
        """Begin to connect all shards. Waits while Discord allows no login or doesn't say how to connect."""
        while True:
            await self.patience.identifies_left()
            try:
                await super().launch_shards()
            except discord.GatewayNotFound:
                continue  # it failed between two requests
            return

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Begin to connect a shard. It keeps no other one waiting; the library calls this again if it fails."""
        self.patience.begin(shard_id, self._launched(gateway, shard_id, initial=initial))

    async def _launched(self, gateway: URL, shard: int, *, initial: bool) -> None:
        """Connect a shard when it may log in."""
        try:
            async with self.patience.login():
                await super().launch_shard(gateway, shard, initial=initial)
        except discord.LoginFailure:
            self.token_refused.set()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may log in; the library's pause of five seconds counts only this process's logins."""
        if not await self.patience.turn(shard_id or 0):
            await super().before_identify_hook(shard_id, initial=initial)

    def stop_listening(self) -> None:
        """Take no more clicks and commands: the end would interrupt their answers."""
        self._connection.parsers["INTERACTION_CREATE"] = lambda _: None

    async def close(self) -> None:
        """Disconnect."""
        await self.patience.close()
        await super().close()

    async def start_over(self) -> None:
        """Prepare for another login after one that failed."""
        await self.http.close()
        self.clear()
        # Closing the session has closed the connector, which the next login would use again and fail.
        # `clear` and `login` leave it, and a new client would lose the commands and listeners.
        # Delete this when `HTTPClient.clear` makes a new connector.
        self.http.connector = discord.utils.MISSING

    async def _watched_request(self, route: Route, **about: Any) -> Any:  # noqa: ANN401 - the library's
        """Make a request with the token, and find out whether a 401 means that it was reset while the bot runs.

        Raises UnreadableResponse, an OSError, for whatever else the library raises when a response breaks off.
        """
        try:
            found = await self._request(route, **about)
        except discord.HTTPException as error:
            if error.status == 401 and self.has_connected and not self.token_refused.is_set():
                await self._check_token()
            raise
        except OSError:
            raise
        except (aiohttp.ClientError, json.JSONDecodeError) as error:
            raise UnreadableResponse(f"{route.method} {route.path}: {type(error).__name__}") from error
        if found and isinstance(found, str):  # a proxy's page
            raise UnreadableResponse(f"{route.method} {route.path}: no JSON")
        return found

    async def _check_token(self) -> None:
        """Set `token_refused` if Discord doesn't accept the token any more."""
        try:
            await self._request(Route("GET", "/users/@me"))
        except discord.HTTPException as error:
            if error.status == 401:
                self.token_refused.set()
        except UNREACHABLE:
            return

    def dispatch(self, event: str, /, *args: Any, **about: Any) -> None:  # noqa: ANN401 - events carry anything
        """Dispatch an event. When a shard connects, first dispatch the removals that happened meanwhile.

        READY doesn't list servers that removed the bot, but the library keeps them in its cache. They are the ones that
        are still available: all listed ones are unavailable until their GUILD_CREATE.
        """
        if event.startswith("shard_"):
            self._note(event, *args)
        if event == "shard_connect":
            (shard,) = args
            # Servers that removed the bot while it was away would stay in the cache: their tables' clocks would run.
            # The public API can't remove a server from the cache.
            # Delete this when discord.py compares READY with its cache.
            for guild in [one for one in self.guilds if one.shard_id == shard and not one.unavailable]:
                self._connection._remove_guild(guild)
                super().dispatch("guild_remove", guild)
        super().dispatch(event, *args, **about)

    def _note(self, event: str, shard: int) -> None:
        """Record what has become of a shard's connection."""
        if event in ("shard_connect", "shard_resumed"):
            self.has_connected = True
            self.patience.works(shard)
            self._connected.add(shard)
        if event == "shard_disconnect":
            self._connected.discard(shard)
            self._sessions.discard(shard)
        elif event != "shard_connect" and shard in self._connected:  # a break may be faster than the list of servers
            self._sessions.add(shard)

    def reaches(self, guild: int) -> bool:
        """Return whether members of a server can reach the bot; True for servers of other processes' shards."""
        if not self.serves(guild):
            return True
        found = self.get_guild(guild)
        return self._shard_of(guild) in self._sessions and found is not None and not found.unavailable

    def serves(self, guild: int) -> bool:
        """Return whether a server belongs to one of this process's shards."""
        return self._shard_of(guild) in self.own_shards

    @property
    def own_shards(self) -> Collection[int]:
        """The numbers of this process's shards, connected or not."""
        return self.shard_ids or range(self.shard_count or 1)

    @property
    def lost_shards(self) -> frozenset[int]:
        """The shards without a session: until they have one, their servers can't reach the bot."""
        return frozenset(self.own_shards) - self._sessions

    def servers(self, shard: int | None = None) -> frozenset[int]:
        """Return the ids of the servers the bot is in now, unavailable ones included, of one shard or of all."""
        return frozenset(guild.id for guild in self.guilds if shard in (None, guild.shard_id))

    def _shard_of(self, guild: int) -> int:
        """Return the shard that gets the events of a server."""
        return (guild >> 22) % (self.shard_count or 1)


def _numbers(named: str) -> list[int]:
    """Return the numbers of a version, to compare it with others."""
    return [int(number) for number in re.findall(r"\d+", named)[:3]]


# An event that discord.py can't parse is skipped with a line, instead of ending the connection and every game. The
# error's message is left out, as it can repeat tokens or names.
def skip_broken_events(parsers: MutableMapping[str, Callable[[Any], None]]) -> None:
    """Make the library's parsers skip what they can't read. A broken READY makes the shard log in again."""
    # One event that the library can't read would end the client for good.
    # No public hook runs between reading an event and its error.
    # Delete this when discord.py goes on after an error in a parser.
    for event, parse in parsers.items():
        parsers[event] = partial(_read, event, parse)


def _read(event: str, parse: Callable[[Any], None], data: object) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 - logged; the library's parsers raise anything
        logger.error("an event from Discord can't be read and is skipped: %s (%s)", event, failure_of(error))  # noqa: TRY400
        if event == _BEGINS:
            raise ReconnectWebSocket(None, resume=False) from None


class ConnectionLog:
    """Logs a line per event of a client's connection. ``is_closed`` returns whether the client is shutting down."""

    def __init__(self, is_closed: Callable[[], bool], timer: Callable[[], float] = time.monotonic) -> None:
        self._is_closed = is_closed
        self._timer = timer
        self._unavailable: set[int] = set()  # servers
        self._lost: dict[int, float] = {}  # shards without a connection, and since when

    async def on_shard_connect(self, shard: int) -> None:
        """Log that a shard has a new session."""
        logger.info("shard %d connected", shard, extra=self._about(shard))

    async def on_shard_resumed(self, shard: int) -> None:
        """Log that a shard continues its session."""
        logger.info("shard %d resumed its session", shard, extra=self._about(shard))

    async def on_shard_disconnect(self, shard: int) -> None:
        """Log once that a shard lost its connection, not that the bot closes it."""
        if shard not in self._lost and not self._is_closed():
            self._lost[shard] = self._timer()
            logger.info("shard %d lost its connection; clocks on its servers are stopped", shard)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Log that a server added the bot."""
        logger.info("a server added the bot", extra={"guild": guild.id})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Log that a server removed the bot."""
        logger.info("a server removed the bot", extra={"guild": guild.id})

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Log that a server has an outage on Discord."""
        self._unavailable.add(guild.id)
        logger.info("a server is unavailable", extra={"guild": guild.id})

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Log that a server's outage is over. At the start, Discord sends this for every server."""
        if guild.id in self._unavailable:
            self._unavailable.discard(guild.id)
            logger.info("a server is available again", extra={"guild": guild.id})

    def _about(self, shard: int) -> dict[str, object]:
        """Return how many seconds a shard had no connection, if it lost one."""
        since = self._lost.pop(shard, None)
        return {} if since is None else {"seconds": round(self._timer() - since, 1)}


@dataclass(eq=False, repr=False)
class Connection(commands.Cog):
    """Stops the clocks of tables while players can't reach the bot, and records which servers remove it."""

    client: DiscordClient
    scheduler: Scheduler
    removed_servers: RemovedServers
    names: DiscordNames
    writer: ChannelWriter
    _tasks: Tasks = field(init=False, default_factory=Tasks)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Compare the servers with those that are recorded, now that all shards have listed theirs."""
        self._tasks.start(self.removed_servers.compare(self.client.servers, self.client.serves), {})

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Start the clocks of a shard's servers; players get the lost time back."""
        self._tasks.start(self._run_clocks(), {"shard": shard})

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """Restart the clocks of a shard's servers; players get the lost time back."""
        self._tasks.start(self._run_clocks(), {"shard": shard})

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the clocks of a shard's servers, whose members can't reach the bot."""
        if len(self.client.lost_shards) == len(self.client.own_shards):
            self.scheduler.away()
        elif shard in self.client.lost_shards:
            self.scheduler.lose(self.client.servers(shard))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that a server removed the bot, and stop the clocks of its tables."""
        self.scheduler.lose((guild.id,))
        await self.removed_servers.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot is in this server, and start the clocks of its tables."""
        self.writer.reached(guild.id)
        self._tasks.start(self.scheduler.find((guild.id,)), {"guild": guild.id})
        await self.removed_servers.back(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server's tables during an outage."""
        self.scheduler.lose((guild.id,))

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Restart the clocks after an outage; players get the lost time back."""
        self.writer.reached(guild.id)
        self._tasks.start(self.scheduler.find((guild.id,)), {"guild": guild.id})

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Cache the names that an interaction contains."""
        self.names.heard(interaction)

    @property
    def is_up(self) -> bool:
        """Whether all shards have a session."""
        return not self.client.lost_shards

    async def close(self) -> None:
        """Stop the background tasks."""
        await self._tasks.close()

    async def _run_clocks(self) -> None:
        if len(self.client.lost_shards) < len(self.client.own_shards):
            await self.scheduler.start()
            await self.scheduler.find()
