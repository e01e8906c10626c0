"""Group commit: what waits to be written at the same moment shares one transaction, and is answered after it.

A commit that survives a power cut costs milliseconds, whatever it holds; fifty tables that move at once pay one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from bot.play.errors import StoreError

T = TypeVar("T")


class GroupCommit(Generic[T]):
    """Collects items while a commit is under way; ``commit`` writes them and answers what went wrong with each."""

    def __init__(self, commit: Callable[[Sequence[T]], Awaitable[Sequence[Exception | None]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[T, asyncio.Future[None]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def add(self, item: T) -> None:
        """Write an item; it is committed when this returns, or not written and its error is raised."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        await answer

    async def _work(self) -> None:
        """Commit what waits until nothing does."""
        batch: list[tuple[T, asyncio.Future[None]]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                for (_, answer), fault in zip(batch, await self._faults(batch), strict=True):
                    _give(answer, fault)
        finally:
            self._worker = None
            for _, answer in (*batch, *self._waiting):  # all answered, unless this task was ended or broke
                _give(answer, StoreError("the writer was ended before it was done"))
            self._waiting = []

    async def _faults(self, batch: Sequence[tuple[T, asyncio.Future[None]]]) -> Sequence[Exception | None]:
        """Commit a batch and tell for each item what went wrong; where nothing could be written, for all the same."""
        try:
            return await self._commit([item for item, _ in batch])
        except StoreError as fault:
            return [type(fault)(*fault.args) for _ in batch]


def _give(answer: "asyncio.Future[None]", fault: Exception | None) -> None:
    """Answer somebody who may have stopped waiting."""
    if answer.done():
        return
    if fault is None:
        answer.set_result(None)
    else:
        answer.set_exception(fault)
