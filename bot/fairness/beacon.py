"""The public beacon at run time: whether it works, which round a start can use, and its relays over HTTP."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeAlias

import aiohttp

from bot.backoff import Backoff
from bot.fairness.chains import SECOND, Chain, is_signature_of
from bot.rummy.records.starts import BeaconRound

PATIENCE: Final = 15 * 60 * SECOND
"""Milliseconds after which a round that doesn't come is given up, and the start that named it is void."""
FRESH: Final = 60 * SECOND
"""Milliseconds for which the result of a health check is used."""
WANTED: Final = 60 * 60 * SECOND
"""Milliseconds for which the beacon is checked after a lobby was last shown."""
_AT_ONCE: Final = 2
"""How many relays are asked at the same time."""
_KEPT: Final = 100
"""How many signatures are kept in memory."""
_PERIODS_BEHIND: Final = 10
"""How many periods the latest round may be behind."""
_LEAST_BEHIND: Final = 5 * SECOND
_RETRIES: Final = Backoff(1, 30)
"""Seconds between attempts to get a round."""

_log = logging.getLogger(__name__)
Clock: TypeAlias = Callable[[], int]
Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class RelayError(Exception):
    """A relay doesn't have the round yet, or can't be reached."""


class Relay(Protocol):
    """A server that passes the beacon's rounds on. What it says is never trusted, only the signature."""

    async def __call__(self, number: int | None) -> tuple[int, bytes]:
        """Return a round's number and signature; None is the latest one. RelayError."""
        ...


class PublicBeacon:
    """Asks the relays of one chain, in the background. The first valid signature wins.

    ``clock`` returns epoch milliseconds, and ``sleep`` follows it. ``slack`` are the milliseconds that posting the
    message with the round may take; each failed attempt doubles them. After ``patience`` milliseconds a round that
    doesn't come is given up.
    """

    def __init__(
        self,
        chain: Chain,
        relays: Sequence[Relay],
        clock: Clock,
        sleep: Sleep,
        *,
        slack: int,
        patience: int = PATIENCE,
    ) -> None:
        self.chain = chain
        self.is_up = False
        self._relays = relays
        self._clock = clock
        self._sleep = sleep
        self._slack = slack
        self._patience = patience
        self._on_change: list[Callable[[], object]] = []
        self._signatures: dict[int, asyncio.Task[bytes | None]] = {}
        self._checking: asyncio.Task[None] | None = None
        self._checked_at: int | None = None
        self._wanted_until = clock() + WANTED

    @property
    def relays(self) -> int:
        """The number of relays that can be asked."""
        return len(self._relays)

    def on_change(self, told: Callable[[], object]) -> None:
        """Call a function whenever the beacon stops working, or works again."""
        self._on_change.append(told)

    def want(self) -> None:
        """Keep the health check fresh for a while, because a lobby is shown."""
        self._wanted_until = self._clock() + WANTED
        self._check_soon()

    async def tick(self) -> None:
        """Start a health check if one is due, as a chore of the scheduler."""
        if self._clock() < self._wanted_until:
            self._check_soon()

    async def check(self) -> None:
        """Find out whether the beacon works: some relay has a recent round with a valid signature."""
        number = await self._first_valid(None, self._relays)
        self._checked_at = self._clock()
        behind = max(_PERIODS_BEHIND * self.chain.period, _LEAST_BEHIND)
        up = number is not None and self._clock() - self.chain.due(number[0]) <= behind
        if up != self.is_up:
            _log.log(logging.INFO if up else logging.WARNING, "the public beacon %s", "works" if up else "is down")
            self.is_up = up
            for told in self._on_change:
                told()

    def round_for(self, at: int, failures: int) -> BeaconRound:
        """Return the round for a start at this time, after so many starts whose message came too late."""
        number = self.chain.first_due(at + self.chain.lead + self._slack * 2**failures)
        return BeaconRound(self.chain.hash, number)

    async def signature(self, number: int) -> bytes | None:
        """Wait until a round is due and published, and return its signature; None if it doesn't come for minutes.

        Everyone who waits for the same round shares the requests.
        """
        task = self._signatures.get(number)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            while len(self._signatures) >= _KEPT:
                del self._signatures[min(self._signatures)]
            task = self._signatures[number] = asyncio.create_task(self._fetched(number), name=f"beacon round {number}")
        return await asyncio.shield(task)

    async def published(self, number: int) -> bytes | None:
        """Return the signature of a round that any relay has now, however long ago it was due; None if none has it."""
        found = await self._first_valid(number, self._relays)
        return None if found is None else found[1]

    async def close(self) -> None:
        """Stop all requests."""
        running = [task for task in (self._checking, *self._signatures.values()) if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _check_soon(self) -> None:
        fresh = self._checked_at is not None and self._clock() - self._checked_at < FRESH
        if not fresh and (self._checking is None or self._checking.done()):
            self._checking = asyncio.create_task(self.check(), name="check of the public beacon")

    async def _fetched(self, number: int) -> bytes | None:
        """Ask two relays a moment after the round is due, then others with growing pauses."""
        due = self.chain.due(number)
        await self._sleep(max(0, due + self.chain.period // 10 - self._clock()) / SECOND)
        failures = 0
        while self._clock() < due + self._patience:
            first = failures * _AT_ONCE % len(self._relays)
            chosen = [*self._relays[first:], *self._relays[:first]][:_AT_ONCE]
            found = await self._first_valid(number, chosen)
            if found is not None:
                return found[1]
            failures += 1
            await self._sleep(_RETRIES.after(failures) * self.chain.period / (3 * SECOND))
        _log.warning("round %s of the public beacon didn't come", number)
        del self._signatures[number]
        return None

    async def _first_valid(self, number: int | None, relays: Sequence[Relay]) -> tuple[int, bytes] | None:
        """Ask relays at the same time. Return the first round with a valid signature; None if no relay has one."""
        asking = [asyncio.create_task(relay(number)) for relay in relays]
        try:
            for answer in asyncio.as_completed(asking):
                try:
                    found, signature = await answer
                except RelayError as error:
                    _log.debug("a relay of the public beacon doesn't help: %s", error)
                    continue
                if number in (None, found) and is_signature_of(self.chain, found, signature):
                    return found, signature
                _log.warning("a relay of the public beacon sent a wrong signature for round %s", found)
        finally:
            for task in asking:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        return None


DEFAULT_RELAYS: Final = (
    "https://api.drand.sh",
    "https://drand.cloudflare.com",
    "https://api2.drand.sh",
    "https://api3.drand.sh",
)
_TIMEOUT: Final = aiohttp.ClientTimeout(total=8)
_LONGEST: Final = 4096
"""The most bytes of an answer that are read."""


class HttpRelay:
    """A relay with drand's HTTP API. Anything but status 200 means that it doesn't have the round yet."""

    def __init__(self, url: str, chain: str, session: Callable[[], aiohttp.ClientSession]) -> None:
        self._url = f"{url.rstrip('/')}/{chain}/public"
        self._session = session

    async def __call__(self, number: int | None) -> tuple[int, bytes]:
        """Return a round's number and signature; None is the latest one. RelayError."""
        url = f"{self._url}/{'latest' if number is None else number}"
        try:
            async with self._session().get(url, timeout=_TIMEOUT, allow_redirects=False) as response:
                if response.status != 200:
                    raise RelayError(f"{url}: status {response.status}")
                body = b""
                async for chunk in response.content.iter_chunked(_LONGEST):
                    body += chunk
                    if len(body) > _LONGEST:
                        raise RelayError(f"{url}: too long")
                answer = json.loads(body)
                return int(answer["round"]), bytes.fromhex(answer["signature"])
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise RelayError(f"{url}: {type(error).__name__}") from error


class RelaySession:
    """The HTTP session of all relays, opened with the first request."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    def __call__(self) -> aiohttp.ClientSession:
        """Return the session."""
        if self._session is None:
            self._session = aiohttp.ClientSession()
        return self._session

    async def close(self) -> None:
        """Close it, if it was opened."""
        if self._session is not None:
            await self._session.close()
