"""The thread in which computer players think, so that clicks don't wait for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

_Thought = TypeVar("_Thought")


class Think(Protocol):
    """Runs work that can take a while."""

    async def __call__(self, work: Callable[[], _Thought]) -> _Thought:
        """Run it, and return its result."""
        ...


class OneThread:
    """Runs all work in one thread next to the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "players")

    async def __call__(self, work: Callable[[], _Thought]) -> _Thought:
        """Run it after all earlier work, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Finish the current work, and cancel the rest."""
        self._threads.shutdown(cancel_futures=True)


async def at_once(work: Callable[[], _Thought]) -> _Thought:
    """Run it immediately, while everything else waits."""
    return work()
