"""Where computer players think: in a thread of their own, so that nobody's click waits for them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

_Thought = TypeVar("_Thought")


class Think(Protocol):
    """Does work that may take a while, and answers what it came to."""

    async def __call__(self, work: Callable[[], _Thought]) -> _Thought:
        """Do it."""
        ...


class OneThread:
    """Does all work in one thread beside the event loop."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, "players")

    async def __call__(self, work: Callable[[], _Thought]) -> _Thought:
        """Do it when all that was asked for before is done."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Let what is being done come to its end, and leave the rest."""
        self._threads.shutdown(cancel_futures=True)


async def at_once(work: Callable[[], _Thought]) -> _Thought:
    """Do it here and now, while everything else waits."""
    return work()
