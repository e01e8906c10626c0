"""Group commit: items that wait to be written at the same time share one transaction.

A durable commit takes milliseconds, however little it contains. Fifty moves at the same time need only one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from bot.play.errors import StoreError

T = TypeVar("T")


class GroupCommit(Generic[T]):
    """Collects items while a commit is running. ``commit`` writes a batch and returns each item's error, or None."""

    def __init__(self, commit: Callable[[Sequence[T]], Awaitable[Sequence[Exception | None]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[T, asyncio.Future[None]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def add(self, item: T) -> None:
        """Write an item, and return when it's committed. Raise its error if it can't be written."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        await answer

    async def _work(self) -> None:
        """Commit batches until no items are waiting."""
        batch: list[tuple[T, asyncio.Future[None]]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                for (_, answer), fault in zip(batch, await self._faults(batch), strict=True):
                    _give(answer, fault)
        finally:
            self._worker = None
            for _, answer in (*batch, *self._waiting):  # those without a result: this task was canceled or failed
                _give(answer, StoreError("the writer was ended before it was done"))
            self._waiting = []

    async def _faults(self, batch: Sequence[tuple[T, asyncio.Future[None]]]) -> Sequence[Exception | None]:
        """Commit a batch, and return each item's error. If the whole batch fails, all items get the same one."""
        try:
            return await self._commit([item for item, _ in batch])
        except StoreError as fault:
            return [type(fault)(*fault.args) for _ in batch]


def _give(answer: "asyncio.Future[None]", fault: Exception | None) -> None:
    """Set the result of a future, unless it's done: its waiter may have been canceled."""
    if answer.done():
        return
    if fault is None:
        answer.set_result(None)
    else:
        answer.set_exception(fault)
