"""Time that only tests move. Sleeping tasks wake in the order of their times."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from heapq import heappop, heappush
from itertools import count
from zoneinfo import ZoneInfo

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class FakeTime:
    """A clock and a sleep with the same time. ``settled`` waits until no task has anything left to do at this time."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.now = now
        self.settled: Callable[[], Awaitable[None]] = _yielded
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = count()

    def clock(self) -> int:
        return self.now

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self.now + round(seconds * SECOND), next(self._count), woken))
        await woken

    async def forward(self, by: int) -> None:
        """Move the time by milliseconds; tasks that wake on the way run at exactly that time."""
        await self.until(self.now + by)

    async def until(self, then: int) -> None:
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= then:
            self.now = max(self.now, self._sleepers[0][0])
            while self._sleepers and self._sleepers[0][0] <= self.now:
                woken = heappop(self._sleepers)[2]
                if not woken.done():  # else it was canceled
                    woken.set_result(None)
            await self._settle()
        self.now = then
        await self._settle()

    def sleeping(self) -> bool:
        """Return whether any task waits for time to pass."""
        return any(not woken.done() for _, _, woken in self._sleepers)

    async def _settle(self) -> None:
        await _yielded()
        await self.settled()
        await _yielded()  # a task that has run goes back to sleep


async def _yielded() -> None:
    """Run all woken tasks until their next wait."""
    for _ in range(6):
        await asyncio.sleep(0)


def on(zone: str, text: str) -> int:
    """Return the epoch milliseconds of a local time such as ``2026-11-21 23:30``."""
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * SECOND)
