"""Lets few tasks work at once, those first that have been asked for longest."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush


class OldestFirst:
    """Lets ``most`` tasks in at once."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._entered = 0

    @asynccontextmanager
    async def turn(self, since: float) -> AsyncIterator[None]:
        """Wait for a turn, then run the block; ``since`` is when it was asked for, by the loop's time."""
        let_in: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._entered += 1
        heappush(self._waiting, (since, self._entered, let_in))
        self._let_in()
        try:
            await let_in
        except asyncio.CancelledError:
            if let_in.done() and not let_in.cancelled():
                self._leave()
            raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        """Free a place."""
        self._free += 1
        self._let_in()

    def _let_in(self) -> None:
        """Assign the free places to those who have waited longest."""
        while self._free and self._waiting:
            *_, let_in = heappop(self._waiting)
            if not let_in.done():
                self._free -= 1
                let_in.set_result(None)
