"""Group commit: items that wait to be written at the same moment share one transaction.

A commit that survives a power cut takes milliseconds, whatever it holds; fifty tables that move at once pay for one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from bot.play.errors import StoreError

T = TypeVar("T")


class GroupCommit(Generic[T]):
    """Collects items while a commit is under way. ``commit`` writes them and returns what went wrong with each."""

    def __init__(self, commit: Callable[[Sequence[T]], Awaitable[Sequence[Exception | None]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[T, asyncio.Future[None]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def add(self, item: T) -> None:
        """Write an item, and return when it's committed. If it isn't, its error is raised."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        await answer

    async def _work(self) -> None:
        """Commit batches until nothing waits."""
        batch: list[tuple[T, asyncio.Future[None]]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                for (_, answer), fault in zip(batch, await self._faults(batch), strict=True):
                    _give(answer, fault)
        finally:
            self._worker = None
            for _, answer in (*batch, *self._waiting):  # all have results, unless this task was canceled or failed
                _give(answer, StoreError("the writer was ended before it was done"))
            self._waiting = []

    async def _faults(self, batch: Sequence[tuple[T, asyncio.Future[None]]]) -> Sequence[Exception | None]:
        """Commit a batch, and return the error of each item; if nothing could be written, the same error for all."""
        try:
            return await self._commit([item for item, _ in batch])
        except StoreError as fault:
            return [type(fault)(*fault.args) for _ in batch]


def _give(answer: "asyncio.Future[None]", fault: Exception | None) -> None:
    """Set the result of a waiter that may have stopped waiting."""
    if answer.done():
        return
    if fault is None:
        answer.set_result(None)
    else:
        answer.set_exception(fault)
