"""Who goes next of those that wait: the oldest one, or the oldest one of two lanes.

The thread that draws pictures and the limit of requests to Discord take from `TwoLanes`.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

T = TypeVar("T")

# With strict priority a long burst never lets public pictures be drawn, and a time limit per picture adds up. One in
# three keeps answers fast and everyone else up to date.
_PASSED_OVER: Final = 2
"""How many urgent items in a row go ahead of one that can wait."""


class TwoLanes(Generic[T]):
    """Urgent items first, but every third item is one that can wait, if there is any; each lane oldest first.

    Equal items are the same one.
    """

    def __init__(self) -> None:
        self._urgent: deque[T] = deque()
        self._patient: deque[T] = deque()
        self._passed_over = 0  # urgent items in a row that went ahead of one that can wait

    def __len__(self) -> int:
        return len(self._urgent) + len(self._patient)

    def add(self, item: T, *, can_wait: bool) -> None:
        """Add an item at the end of its lane."""
        (self._patient if can_wait else self._urgent).append(item)

    def hurry(self, item: T) -> None:
        """Move an item that can wait to the end of the urgent lane, unless it has left the queue."""
        if item in self._patient:
            self._patient.remove(item)
            self._urgent.append(item)

    def discard(self, item: T) -> None:
        """Remove an item, unless it has left the queue."""
        for lane in (self._urgent, self._patient):
            if item in lane:
                lane.remove(item)

    def pop(self) -> T:
        """Remove and return the next item. Raises IndexError if there is none."""
        if self._patient and (not self._urgent or self._passed_over == _PASSED_OVER):
            self._passed_over = 0
            return self._patient.popleft()
        self._passed_over = self._passed_over + 1 if self._patient else 0
        return self._urgent.popleft()


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
        self._free += 1
        self._let_in()

    def _let_in(self) -> None:
        """Assign the free places to those who have waited longest."""
        while self._free and self._waiting:
            *_, let_in = heappop(self._waiting)
            if not let_in.done():
                self._free -= 1
                let_in.set_result(None)
