"""The thread in which computer players think, so that clicks don't wait for them."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Final, NamedTuple, Protocol, TypeVar

_Thought = TypeVar("_Thought")

_PATIENCE: Final = 0.5
"""Seconds for which a thought at a table without people waits at most for answers to people."""
_SMOOTHING: Final = 0.1
"""The weight of the last thought in the average time that thoughts wait."""


class Think(Protocol):
    """Runs work that can take a while; ``watched`` is False at a table without people, which can wait."""

    async def __call__(self, work: Callable[[], _Thought], *, watched: bool = True) -> _Thought:
        """Run it, and return its result."""
        ...


class PeopleFirst:
    """Knows whether requests of people are being answered, for which computers' games wait a moment."""

    def __init__(self) -> None:
        self._answering = 0
        self._quiet = asyncio.Event()
        self._quiet.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Mark a request as being answered."""
        self._answering += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._answering -= 1
            if not self._answering:
                self._quiet.set()

    async def quiet(self, patience: float = _PATIENCE) -> None:
        """Wait until nothing is being answered, for a number of seconds at most."""
        if not self._quiet.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._quiet.wait()


class _Waiting(NamedTuple):
    """A thought that waits for the thread: those at tables with people come first, then the one that asked first."""

    is_unwatched: bool
    number: int
    since: float
    turn: asyncio.Event


# Thoughts share the interpreter with the event loop, so those at tables with people go first. A process would have to
# be fed and restarted.
class OneThread:
    """Runs all work in one thread next to the event loop.

    A table asks for one thought at a time, so tables of the same kind take turns. Thoughts at tables without people
    come after all others, and after the answers that people wait for.
    """

    def __init__(self, people: PeopleFirst | None = None, seconds: Callable[[], float] = monotonic) -> None:
        self._threads = ThreadPoolExecutor(1, "players")
        self._people = people or PeopleFirst()
        self._seconds = seconds
        self._queue: list[_Waiting] = []
        self._numbers = count()
        self._busy = False
        self._average = 0.0

    async def __call__(self, work: Callable[[], _Thought], *, watched: bool = True) -> _Thought:
        """Run it when its turn comes, and return its result."""
        if not watched:
            await self._people.quiet()
        waiting = _Waiting(not watched, next(self._numbers), self._seconds(), asyncio.Event())
        heappush(self._queue, waiting)
        self._let_next_run()
        try:
            await waiting.turn.wait()
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
                self._queue.sort()
            else:
                self._end()
            raise
        self._average += _SMOOTHING * (self._seconds() - waiting.since - self._average)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._end()

    def prepare(self, work: Callable[[], object]) -> None:
        """Run something in the thread that later thoughts need."""
        self._threads.submit(work)

    def backlog(self) -> int:
        """Return for how many milliseconds thoughts wait for the thread: on average, or the oldest one by now."""
        oldest = min((waiting.since for waiting in self._queue), default=self._seconds())
        average = self._average if self._busy or self._queue else 0.0
        return round(1000 * max(average, self._seconds() - oldest))

    def close(self) -> None:
        """Drop what is waiting. Nobody needs the current work any more, so nobody waits for it."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _let_next_run(self) -> None:
        if not self._busy and self._queue:
            self._busy = True
            heappop(self._queue).turn.set()

    def _end(self) -> None:
        self._busy = False
        self._let_next_run()


async def at_once(work: Callable[[], _Thought], *, watched: bool = True) -> _Thought:  # noqa: ARG001 - nothing waits
    """Run it immediately, while everything else waits."""
    return work()
