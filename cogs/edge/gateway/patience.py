"""Connects to Discord's gateway again and again, with pauses that are logged."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord
from discord import shard as library
from discord.gateway import ReconnectWebSocket

from bot.backoff import Backoff

UNREACHABLE: Final = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Errors of a request that may work later."""
_BACKOFF: Final = Backoff(1, 60)
"""Seconds between attempts to connect that fail."""
_OFTEN: Final = 30
"""How often a minute a shard may connect again without a pause, if each connection worked."""
_MINUTE: Final = 60.0

logger = logging.getLogger(__name__)


class Patience:
    """Pauses before a shard connects, if Discord has just closed its connection, or allows no more logins for now."""

    def __init__(
        self,
        limits: Callable[[], Awaitable[Any]],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._sleep = sleep
        self._timer = timer
        self._failures: dict[int, int] = {}
        self._resumed: dict[int, bool] = {}
        self._connected: dict[int, deque[float]] = {}

    def works(self, shard: int) -> None:
        """Record that the connection of a shard works."""
        self._failures[shard] = 0

    async def before(self, shard: int, *, resumes: bool = True) -> None:
        """Wait before a shard connects after its connection was closed: not at all if that connection had worked.

        Nor if the shard has just tried to resume its session, and Discord asks it to log in instead.
        """
        resumed, self._resumed[shard] = self._resumed.get(shard, False), resumes
        if resumed and not resumes:
            return
        now, recent = self._timer(), self._connected.setdefault(shard, deque(maxlen=_OFTEN))
        failures = self._failures.get(shard, 0)
        if len(recent) == _OFTEN and now - recent[0] < _MINUTE:
            failures = max(failures, _OFTEN)
        recent.append(now)
        self._failures[shard] = self._failures.get(shard, 0) + 1
        if failures:
            await self._wait("Discord closed the connection", _BACKOFF.after(failures))

    async def identifies_left(self) -> None:
        """Wait until Discord allows another login: it allows some in 24 hours, and resets the token after more."""
        failures = 0
        while True:
            try:
                _, _, limits = await self._limits()
            except UNREACHABLE as error:
                if is_refused(error):
                    raise discord.LoginFailure from error
                failures += 1
                await self._wait(f"Discord doesn't say how to connect ({described(error)})", _BACKOFF.after(failures))
                continue
            if limits["remaining"] > 0:
                return
            await self._wait("Discord allows no more logins for now", limits["reset_after"] / 1000 + 1)

    async def _wait(self, why: str, seconds: float) -> None:
        """Wait, and log why."""
        logger.warning("%s; trying again in %d s", why, round(seconds))
        await self._sleep(seconds)


class PatientShard(library.Shard):
    """A shard that pauses before it connects again. The library replaces a broken connection at once, for ever."""

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Resume the session, or log in again."""
        patience = _patience_of(self._client)
        if patience is not None:
            await patience.before(self.id, resumes=exc.resume)
            if not exc.resume:
                await patience.identifies_left()
        await super().reidentify(exc)

    async def reconnect(self) -> None:
        """Log in again; the library has paused already."""
        patience = _patience_of(self._client)
        if patience is not None:
            await patience.identifies_left()
        await super().reconnect()


def _patience_of(client: discord.Client) -> Patience | None:
    """Return the pauses of a client of ours."""
    found = getattr(client, "patience", None)
    return found if isinstance(found, Patience) else None


def is_refused(error: BaseException) -> bool:
    """Return whether Discord refuses the token, in an error or in what caused it."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    return isinstance(cause, discord.HTTPException) and cause.status == 401


def described(error: BaseException) -> str:
    """Return an error in a few words, for one line of the log."""
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) and error.__cause__ else error
    if isinstance(cause, discord.HTTPException):
        return f"HTTP {cause.status}"
    return f"{type(cause).__name__}: {cause}".rstrip(": ")


library.Shard = PatientShard  # type: ignore[misc] # the library has no way to name another class
