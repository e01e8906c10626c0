"""Logs what happens to the connection, and skips events that the library can't read, so that none ends the bot."""

import logging
import time
from collections.abc import Callable, MutableMapping
from functools import partial
from pathlib import PurePath
from traceback import extract_tb
from typing import Any, Final

import discord
from discord.gateway import ReconnectWebSocket

logger = logging.getLogger(__name__)


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


_BEGINS: Final = "READY"
"""The event that begins a session: without it nothing else can be read."""


def skip_broken_events(parsers: MutableMapping[str, Callable[[Any], None]]) -> None:
    """Make the library's parsers skip what they can't read. A broken READY makes the shard log in again."""
    for event, parse in parsers.items():
        parsers[event] = partial(_read, event, parse)


def failure_of(error: BaseException) -> str:
    """Return the kind and the place of an error. Its message may repeat what was sent, such as a token or a card."""
    kind, frames = type(error).__name__, extract_tb(error.__traceback__)
    if not frames:
        return kind
    return f"{kind} in {frames[-1].name}, {PurePath(frames[-1].filename).name}:{frames[-1].lineno}"


def _read(event: str, parse: Callable[[Any], None], data: object) -> None:
    """Read an event, or log that it's skipped."""
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 - logged; the library's parsers raise anything
        logger.error("an event from Discord can't be read and is skipped: %s (%s)", event, failure_of(error))  # noqa: TRY400
        if event == _BEGINS:
            raise ReconnectWebSocket(None, resume=False) from None
