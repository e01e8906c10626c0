"""Requests to Discord: those with the bot's token kept below its limit per second, and all of them counted and logged.

Every attempt of the library passes here on its way to the network, retries included. Interactions have no part in the
limit: their answers, and edits through their tokens, never wait. Jobs of the channel writer reserve a place before they
read what they show, so the newest state is sent; anything else goes first.
"""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, Protocol

import aiohttp
from discord.http import Route

from bot.counts import RequestCounts
from bot.play.state.errors import StoreError
from render.queue.lanes import TwoLanes

logger = logging.getLogger(__name__)

PER_SECOND: Final = 50
"""How many requests per second Discord allows a token; more for bots that have asked for it."""
_MARGIN: Final = 20
"""One place in this many stays free, for logins and for requests that other programs make with the token."""
_UNSENT: Final = 3
"""Jobs that prepare a request have at most one place in this many, so that they don't keep all others waiting."""
_RECOVERY: Final = 10.0
"""Seconds after which one more place is used again after Discord has reported its limit."""
_PATIENCE: Final = 2.0
"""Seconds to wait for the other processes' use; then they may count on what this one doesn't get."""
_UNCOUNTED: Final = re.compile(r"/(interactions|webhooks|gateway)/")


@dataclass(slots=True)
class _Reserved:
    """A place that a job has reserved for its first request."""

    used: bool = False


_RESERVED: ContextVar[_Reserved | None] = ContextVar("reserved", default=None)


class RequestLimit:
    """Allows ``per_second`` requests in ``seconds``, less a margin. Each needs a place.

    A place is free again ``seconds`` after the response has come, because Discord may count the request at any moment
    until then. So no two requests with the same place fall into one of Discord's windows, however slow they are. Only a
    request without a response for ``seconds`` is taken as counted by then. `allow` changes the number of places, for
    processes that share a token.
    """

    def __init__(self, per_second: int = PER_SECOND, seconds: float = 1.0) -> None:
        self._most = per_second - -(-per_second // _MARGIN) if per_second > 1 else 1
        self._seconds = seconds
        self._allowed = self._most
        self._taken = 0
        self._waiting: TwoLanes[asyncio.Future[None]] = TwoLanes()
        self._unprepared = self._sent = 0
        self._preparing = asyncio.Semaphore(max(1, self._most // _UNSENT))
        self._surplus = 0  # permits to prepare that vanish when they're returned
        self._paused_until = 0.0
        self.hits = 0  # how often Discord has reported its limit

    @property
    def allowed(self) -> int:
        """The number of requests that are allowed in a second now."""
        return self._allowed

    def allow(self, most: int) -> None:
        """Allow another number of requests in a second from now on, or fewer while Discord's limit is near."""
        slowed, self._surplus = self._allowed < self._most, self._surplus + max(1, self._most // _UNSENT)
        self._most = most
        self._allowed = min(self._allowed, most) if slowed else most
        self._surplus -= max(1, most // _UNSENT)
        while self._surplus < 0:
            self._surplus += 1
            self._preparing.release()
        self._admit()

    def wanted(self) -> int:
        """Return how many requests have been sent since the last call, or wait to be."""
        found, self._sent = self._sent + self._unprepared + len(self._waiting), 0
        return found

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Wait for a place, the longest waiting job first, and keep it for the first request in the block."""
        self._unprepared += 1
        try:
            await self._preparing.acquire()
        finally:
            self._unprepared -= 1
        try:
            await self._take(can_wait=True)
        except BaseException:
            self._end_preparing()
            raise
        reserved = _Reserved()
        before = _RESERVED.set(reserved)
        try:
            yield
        finally:
            _RESERVED.reset(before)
            if not reserved.used:
                self._use(reserved)  # a task that the block has started may outlive it
                self._give_back()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what makes an aiohttp session ask here before each request."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._start)
        trace.on_request_end.append(self._end)
        trace.on_request_exception.append(self._fail)
        return trace

    async def _start(
        self, _: aiohttp.ClientSession, about: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        """Wait for a place, if the request needs one. A job that turns out to need none gives its place back."""
        reserved = _RESERVED.get()
        if not _is_counted(str(params.url)):
            if reserved is not None and not reserved.used:
                self._use(reserved)
                self._give_back()
            return
        if reserved is not None and not reserved.used:
            self._use(reserved)
        else:
            await self._take(can_wait=False)
        self._sent += 1
        about.rest = asyncio.get_running_loop().call_later(2 * self._seconds, self._give_back)

    async def _end(
        self, _: aiohttp.ClientSession, about: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        """Free the place of a request soon after its response, and slow down if that reports Discord's limit."""
        headers = params.response.headers
        if params.response.status == 429 and "X-RateLimit-Global" in headers and _is_counted(str(params.url)):
            self._slow_down(float(headers.get("Retry-After", 1)))
        self._rest(about)

    async def _fail(
        self, _: aiohttp.ClientSession, about: SimpleNamespace, __: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self._rest(about)

    def _use(self, reserved: _Reserved) -> None:
        """Use a place that a job has reserved, so that another one may prepare its request."""
        reserved.used = True
        self._end_preparing()

    def _end_preparing(self) -> None:
        """Let another job prepare its request, unless fewer may now than when this one began."""
        if self._surplus > 0:
            self._surplus -= 1
        else:
            self._preparing.release()

    def _rest(self, about: SimpleNamespace) -> None:
        """Free the place of a request after a second from now, or earlier if the request was slow."""
        rest: asyncio.TimerHandle | None = getattr(about, "rest", None)
        loop = asyncio.get_running_loop()
        if rest is not None and loop.time() + self._seconds < rest.when():
            rest.cancel()
            loop.call_later(self._seconds, self._give_back)

    def _slow_down(self, seconds: float) -> None:
        """Send nothing for some seconds, and then less than before: other programs may use the token."""
        loop = asyncio.get_running_loop()
        self.hits += 1
        until = loop.time() + seconds
        if until > self._paused_until:
            self._paused_until = until
            loop.call_at(until, self._admit)
        if self._allowed == self._most:
            loop.call_later(_RECOVERY, self._recover)
        self._allowed = max(1, self._allowed * 3 // 4)
        logger.warning("Discord reports its limit for all requests", extra={"allowed": self._allowed})

    def _recover(self) -> None:
        """Use one more place again, until all are used."""
        self._allowed = min(self._most, self._allowed + 1)
        if self._allowed < self._most:
            asyncio.get_running_loop().call_later(_RECOVERY, self._recover)
        self._admit()

    async def _take(self, *, can_wait: bool) -> None:
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(granted, can_wait=can_wait)
        self._admit()
        try:
            await granted
        except asyncio.CancelledError:
            self._waiting.discard(granted)
            if granted.done() and not granted.cancelled():
                self._give_back()
            raise

    def _give_back(self) -> None:
        self._taken -= 1
        self._admit()

    def _admit(self) -> None:
        if asyncio.get_running_loop().time() < self._paused_until:
            return
        while self._waiting and self._taken < self._allowed:
            granted = self._waiting.pop()
            if not granted.done():
                self._taken += 1
                granted.set_result(None)


class Shares(Protocol):
    """Shares requests per second with the other processes of a token."""

    @property
    def least(self) -> int:
        """What this process has even if the others can't be asked."""
        ...

    async def exchange(self, wanted: int, allowed: int) -> int:
        """Tell how many requests were wanted in the last second and how many allowed; return how many are now.

        Raises StoreError.
        """
        ...


async def share(limit: RequestLimit, shares: Shares, sleep: Callable[[float], Awaitable[object]]) -> None:
    """Change a limit each second to this process's share, until canceled."""
    mine, known = shares.least, True
    limit.allow(mine)
    while True:
        await sleep(1)
        try:
            async with asyncio.timeout(_PATIENCE):
                mine = await shares.exchange(limit.wanted(), mine)
            known = True
        except (StoreError, TimeoutError) as error:
            if known:  # once per outage
                logger.warning("requests per second can't be shared now: %s", type(error).__name__)
            mine, known = shares.least, False
        limit.allow(mine)


def _is_counted(url: str) -> bool:
    """Return whether a request needs a place: not the gateway's connections, nor what interactions need.

    Nor the question how many logins are left, once in five seconds, for which the margin is enough: a shard's turn to
    log in passes meanwhile.
    """
    return url.startswith(Route.BASE) and _UNCOUNTED.match(url, len(Route.BASE)) is None


_TOKEN: Final = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/]+")
_PREFIX: Final = re.compile(r"^.*?/api(/v\d+)?(?=/)")
_EMOJI: Final = re.compile(r"(/reactions/)[^/]+")


def route_of(path: str) -> str:
    """Return a request's path without the API's prefix and without an interaction's token."""
    return _EMOJI.sub(r"\1{emoji}", _TOKEN.sub(r"\1{token}", _PREFIX.sub("", path)))


def log_requests(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Make a trace log its requests, if somebody reads the lines, and return it."""
    if logger.isEnabledFor(logging.DEBUG):
        trace.on_request_start.append(_started)
        trace.on_request_end.append(_ended)
        trace.on_request_exception.append(_failed)
    return trace


async def _started(_: aiohttp.ClientSession, about: SimpleNamespace, __: aiohttp.TraceRequestStartParams) -> None:
    about.began = time.perf_counter()


async def _ended(_: aiohttp.ClientSession, about: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
    _log(about, end.method, end.url.path, end.response.status)


async def _failed(
    _: aiohttp.ClientSession, about: SimpleNamespace, failure: aiohttp.TraceRequestExceptionParams
) -> None:
    _log(about, failure.method, failure.url.path, type(failure.exception).__name__)


def _log(about: SimpleNamespace, method: str, path: str, status: int | str) -> None:
    """Log one request; ``status`` is the response's, or the kind of the error."""
    took = round((time.perf_counter() - about.began) * 1000, 1)
    logger.debug("request", extra={"route": f"{method} {route_of(path)}", "status": status, "ms": took})


NETWORK: Final = "network"
"""Stands for the code of a request without a response."""
_MOST_ROUTES: Final = 200
"""The most codes that are counted one by one, should Discord or a proxy send arbitrary ones."""


def count_requests(counts: RequestCounts, trace: aiohttp.TraceConfig) -> None:
    """Count the requests of an aiohttp session with this trace."""
    trace.on_request_end.append(partial(_count_ended, counts))
    trace.on_request_exception.append(partial(_count_failed, counts))


async def _count_ended(
    counts: RequestCounts, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    status = end.response.status
    if status == 101:
        return  # the gateway's connection
    counts.statuses[str(status)] += 1
    if status >= 400:
        _count_error(counts, str(await _code(end.response)))


async def _count_failed(
    counts: RequestCounts, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestExceptionParams
) -> None:
    _count_error(counts, NETWORK)


def _count_error(counts: RequestCounts, code: str) -> None:
    counts.errors[code if code in counts.errors or len(counts.errors) < _MOST_ROUTES else "other"] += 1


async def _code(response: aiohttp.ClientResponse) -> int:
    """Return the code in the body of an error, as discord.py does; 0 if there is none. The library reads it again."""
    try:
        about: Any = json.loads(await response.text())
    except (aiohttp.ClientError, OSError, ValueError):
        return 0
    code = about.get("code") if isinstance(about, dict) else None
    return code if isinstance(code, int) else 0
