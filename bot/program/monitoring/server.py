"""The HTTP server for the bot's operator: /healthz, /readyz and /metrics."""

import asyncio
import errno
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.counts import MOMENTS, Durations
from bot.program.exit_status import ExitStatus
from bot.program.monitoring.exposition import Exposition
from bot.program.serving import Remik
from bot.program.settings import listening_at
from data.errors import DatabaseError

_PATIENCE: Final = 2.0
"""Seconds that the database has to answer."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a bot needs before people can play."""

    logged_in: bool
    database: bool
    caught_up: bool

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing."""
        return self.logged_in and self.database and self.caught_up

    def __str__(self) -> str:
        """Return a line for each condition."""
        conditions = (("logged in", self.logged_in), ("database", self.database), ("caught up", self.caught_up))
        return "".join(f"{name}: {'yes' if holds else 'no'}\n" for name, holds in conditions)


class ReadinessCheck:
    """Finds out whether a bot is ready. Checks at the same time share one question to the database."""

    def __init__(self, bot: Remik) -> None:
        self._bot = bot
        self._asking: asyncio.Task[bool] | None = None

    async def now(self) -> Readiness:
        """Return whether the bot is ready now."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._database_answers())
        database = await asyncio.shield(self._asking)
        return Readiness(self._bot.connection.is_up, database, not self._bot.scheduler.is_away)

    async def close(self) -> None:
        """Stop waiting for the database."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})

    async def _database_answers(self) -> bool:
        """Return whether the database answers a question in time."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._bot.database.answers()
        except (DatabaseError, TimeoutError):
            return False
        return True


_EVERY: Final = 0.5


async def measure_lag(lags: Durations, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Measure twice a second how much later than asked for a sleeping task continues."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _EVERY
        await sleep(_EVERY)
        lags.add(max(0.0, loop.time() - due))


class CannotListenError(Exception):
    """The program can't listen where the settings say; ``status`` is the exit status for that."""

    def __init__(self, sentence: str, status: ExitStatus) -> None:
        super().__init__(sentence)
        self.status = status


logger = logging.getLogger(__name__)


@asynccontextmanager
async def serving(bot: Remik, address: str) -> AsyncIterator[None]:
    """Serve at an address in the block. CannotListenError."""
    lags, check = Durations(MOMENTS), ReadinessCheck(bot)
    exposition = Exposition(bot, lags)

    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        readiness = await check.now()
        return web.Response(text=str(readiness), status=200 if readiness.is_ready else 503)

    async def metrics(request: web.Request) -> web.Response:
        page, content_type = exposition.page(request.headers.get("Accept", ""))
        return web.Response(body=page, headers={"Content-Type": content_type})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", metrics)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    measuring = asyncio.create_task(measure_lag(lags), name="loop lag")
    try:
        await _listen(runner, address)
        yield
    finally:
        measuring.cancel()
        with suppress(asyncio.CancelledError):
            await measuring
        await runner.cleanup()
        await check.close()


async def _listen(runner: web.AppRunner, address: str) -> None:
    """Listen at an address, and log where. CannotListenError."""
    host, port = listening_at(address)
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        raise _refusal(address, error) from None
    for bound, number, *_ in runner.addresses:
        logger.info("metrics are on http://%s:%d/metrics", f"[{bound}]" if ":" in bound else bound, number)


def _refusal(address: str, error: OSError) -> CannotListenError:
    """Return why the program can't listen at an address, and what to do about it."""
    where = f"can't serve metrics at {address} (REMIK_METRICS)"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return CannotListenError(f"{where}: that isn't an address of this machine", ExitStatus.CONFIG)
    if error.errno == errno.EADDRINUSE:
        sentence = f"{where}: another program listens there; stop it, or choose another port"
        return CannotListenError(sentence, ExitStatus.UNAVAILABLE)
    return CannotListenError(f"{where}: {error.strerror or error}", ExitStatus.CONFIG)


@asynccontextmanager
async def monitored(bot: Remik, address: str | None) -> AsyncIterator[None]:
    """Serve health, readiness and metrics at an address in the block; without one do nothing.

    CannotListenError if another program listens there, or that's no address of this machine.
    """
    if address is None:
        yield
        return
    from bot.program.monitoring.server import serving  # noqa: PLC0415 - takes time and needs the extra `metrics`

    async with serving(bot, address):
        yield
