"""Measures by how much the event loop is late."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.counts import Durations

_EVERY: Final = 0.5


async def measure_lag(lags: Durations, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Measure twice a second how much later than asked for a sleeping task continues."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _EVERY
        await sleep(_EVERY)
        lags.add(max(0.0, loop.time() - due))
