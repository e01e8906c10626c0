"""The HTTP server for the bot's operator: /healthz, /readyz and /metrics."""

import asyncio
import errno
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web

from bot.counts import MOMENTS, Durations
from bot.exit_status import ExitStatus
from bot.monitoring.errors import CannotListenError
from bot.monitoring.exposition import Exposition
from bot.monitoring.loop_lag import measure_lag
from bot.monitoring.readiness import ReadinessCheck
from bot.program import Remik
from bot.settings import listening_at

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
