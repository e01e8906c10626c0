"""Connects to Discord's gateway again and again, with pauses that are logged: each shard for itself."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import PurePath
from traceback import extract_tb
from typing import Any, Final, Protocol

import aiohttp
import discord
from discord import shard as library
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.backoff import Backoff
from cogs.edge.tasks import Tasks

UNREACHABLE: Final = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Errors of a request that may work later."""
_BACKOFF: Final = Backoff(1, 60)
"""Seconds between attempts to connect that fail."""
_OFTEN: Final = 30
"""How often a minute a shard may connect again without a pause, if each connection worked."""
_MINUTE: Final = 60.0
_MOST_RESUMES: Final = 5
"""How often in a row a shard that can't connect tries to resume its session before it logs in again."""
_LATE: Final = 0.5
"""Seconds after which a turn among all processes is over: the next process may log in five seconds after its start."""

logger = logging.getLogger(__name__)


class TurnToLogIn(Protocol):
    """Waits for a turn to log in among all processes, in a bucket of shards."""

    async def __call__(self, bucket: int, /, *, again: bool) -> None:
        """Wait for a turn; ``again`` if the last one passed without a login."""
        ...


class Patience:
    """Pauses before a shard connects, if Discord has just closed its connection, or allows no more logins for now.

    Each shard waits in tasks of its own, so none keeps another from resuming its session. Only logins take turns. With
    several processes, ``turn`` waits for one among them, in a bucket of shards.
    """

    def __init__(
        self,
        limits: Callable[[], Awaitable[Any]],
        turn: "TurnToLogIn | None" = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limits = limits
        self._turn = turn
        self._buckets = 1
        self._sleep = sleep
        self._timer = timer
        self._failures: dict[int, int] = {}
        self._resumed: dict[int, bool] = {}
        self._connected: dict[int, deque[float]] = {}
        self._resumes: Counter[int] = Counter()  # attempts in a row after errors, by shard
        self._logins = asyncio.Lock()
        self._tasks = Tasks()

    def works(self, shard: int) -> None:
        """Record that the connection of a shard works."""
        self._failures[shard] = self._resumes[shard] = 0

    def begin(self, shard: int, work: Coroutine[object, object, None]) -> None:
        """Connect a shard in the background."""
        self._tasks.start(work, {"shard": shard})

    async def close(self) -> None:
        """Stop connecting."""
        await self._tasks.close()

    def may_resume(self, shard: int) -> bool:
        """Return whether a shard that can't connect should try to resume its session, and count that."""
        self._resumes[shard] += 1
        return self._resumes[shard] <= _MOST_RESUMES

    def after_error(self, shard: int) -> float:
        """Return how many seconds to wait after a connection that broke with an error or couldn't be opened."""
        self._failures[shard] = failures = self._failures.get(shard, 0) + 1
        return _BACKOFF.after(failures)

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

    @asynccontextmanager
    async def login(self) -> AsyncIterator[None]:
        """Wait until Discord allows another login, and let no other shard log in during the block. LoginFailure."""
        async with self._logins:
            await self.identifies_left()
            yield

    async def turn(self, shard: int) -> bool:
        """Wait for a shard's turn among all processes, with a login left. Return False if this is the only process."""
        if self._turn is None:
            return False
        had = shard % self._buckets
        await self._turn(had, again=False)
        began = self._timer()
        waited = await self.identifies_left()  # which also finds out how many buckets there are
        bucket = shard % self._buckets
        if waited or self._timer() - began > _LATE or bucket != had:
            await self._turn(bucket, again=bucket == had)
        return True

    async def identifies_left(self) -> bool:
        """Wait until Discord allows another login: it allows some in 24 hours, and resets the token after more.

        Return whether that took more than asking.
        """
        failures, waited = 0, False
        while True:
            try:
                _, _, limits = await self._limits()
            except UNREACHABLE as error:
                if is_refused(error):
                    raise discord.LoginFailure from error
                failures, waited = failures + 1, True
                await self._wait(f"Discord doesn't say how to connect ({described(error)})", _BACKOFF.after(failures))
                continue
            self._buckets = limits.get("max_concurrency", 1)
            if limits["remaining"] > 0:
                return waited
            waited = True
            await self._wait("Discord allows no more logins for now", limits["reset_after"] / 1000 + 1)

    async def _wait(self, why: str, seconds: float) -> None:
        logger.warning("%s; trying again in %d s", why, round(seconds))
        await self._sleep(seconds)


@dataclass(slots=True, eq=False)
class _Pauses:
    """Takes the place of the library's pauses, which grow to 17 minutes."""

    patience: Patience
    shard: int

    def delay(self) -> float:
        """Return how many seconds to wait."""
        return self.patience.after_error(self.shard)


# discord.py reconnects at once and for ever, logs in even without logins left, after which Discord resets the token,
# and lets one shard hold up all others. A loop around its private queue would be more to maintain.
class PatientShard(library.Shard):
    """A shard that pauses before it connects again. The library replaces a broken connection at once, for ever.

    The library connects shards one after the other; here each does it in the background, for clients of ours.
    """

    def __init__(
        self, ws: DiscordWebSocket, client: discord.AutoShardedClient, queue_put: Callable[[library.EventItem], None]
    ) -> None:
        super().__init__(ws, client, queue_put)
        self._patience = _patience_of(client)
        if self._patience is not None:
            self._backoff: Any = _Pauses(self._patience, self.id)
            self._put, self._queue_put = queue_put, self._put_unless_unreadable

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Resume the session, or log in again. Report the loss before any pause, since clocks stop meanwhile."""
        if self._patience is None:
            await super().reidentify(exc)
            return
        self._dispatch("disconnect")
        self._dispatch("shard_disconnect", self.id)
        self._patience.begin(self.id, self._or_end(self._return, self._patience, exc))

    async def reconnect(self) -> None:
        """Connect after an error. The library would log in even if the session can be resumed."""
        if self._patience is None:
            await super().reconnect()
        elif self.ws.session_id is not None and self.ws.sequence is not None and self._patience.may_resume(self.id):
            self._patience.begin(self.id, super().reidentify(ReconnectWebSocket(self.id, resume=True)))
        else:
            self._patience.begin(self.id, self._or_end(self._log_in, self._patience))

    async def _return(self, patience: Patience, exc: ReconnectWebSocket) -> None:
        """Resume the session, or log in again, after a pause."""
        await patience.before(self.id, resumes=exc.resume)
        if self.ws.open:  # it sent something that can't be read
            await self.ws.close()
        if exc.resume:
            await super().reidentify(exc)
            return
        async with patience.login():
            await super().reidentify(exc)

    async def _log_in(self, patience: Patience) -> None:
        """Log in again; the library has paused already."""
        async with patience.login():
            await super().reconnect()

    async def _handle_disconnect(self, e: Exception) -> None:
        """Pause after an error, but without the turn to log in."""
        if self._patience is None:
            await super()._handle_disconnect(e)
        else:
            self._patience.begin(self.id, super()._handle_disconnect(e))

    async def _or_end(self, connect: Callable[..., Awaitable[None]], *about: object) -> None:
        """Connect, or end the client: it can't go on with a token that Discord refuses."""
        try:
            await connect(*about)
        except discord.LoginFailure as error:
            self._queue_put(library.EventItem(library.EventType.terminate, self, error))

    def _put_unless_unreadable(self, item: library.EventItem) -> None:
        """Pass an event on to the client. If the data can't be read at all, log in again instead of ending it."""
        error = item.error
        if item.type == library.EventType.terminate and error and not isinstance(error, discord.DiscordException):
            logger.error("what Discord sent to shard %d can't be read (%s)", self.id, failure_of(error))
            again = ReconnectWebSocket(self.id, resume=False)
            item = library.EventItem(library.EventType.identify, self, again)
        self._put(item)


def failure_of(error: BaseException) -> str:
    """Return the kind and the place of an error. Its message may repeat what was sent, such as a token or a card."""
    kind, frames = type(error).__name__, extract_tb(error.__traceback__)
    if not frames:
        return kind
    return f"{kind} in {frames[-1].name}, {PurePath(frames[-1].filename).name}:{frames[-1].lineno}"


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


# The library's shard reports a lost session late, logs in without asking how many logins Discord still allows,
# and waits up to 17 minutes. AutoShardedClient builds `Shard` by that name; there's no way to pass another class.
# Delete this when a client can name its class of shards, or discord.py does all three itself.
library.Shard = PatientShard  # type: ignore[misc]
