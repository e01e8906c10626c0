"""Monitors the bot while it runs, if the settings ask for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.program import Remik


@asynccontextmanager
async def monitored(bot: Remik, address: str | None) -> AsyncIterator[None]:
    """Serve health, readiness and metrics at an address in the block; without one do nothing.

    CannotListenError if another program listens there, or that's no address of this machine.
    """
    if address is None:
        yield
        return
    from bot.monitoring.server import serving  # noqa: PLC0415 - takes time and needs the extra `metrics`

    async with serving(bot, address):
        yield
