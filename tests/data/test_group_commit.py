"""Group commit: items share transactions, and each gets its own result."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.play.state.errors import Overtaken, StoreError
from data.tables.log_steps import GroupCommit


class Writer:
    """Commits when the test allows it; ``batches`` are the items of each commit."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.free = asyncio.Event()
        self.fault: Exception | None = None

    async def commit(self, items: Sequence[int]) -> Sequence[Exception | None]:
        self.batches.append(list(items))
        await self.free.wait()
        if self.fault is not None:
            raise self.fault
        return [Overtaken() if item < 0 else None for item in items]


async def started(writer: Writer) -> None:
    while not writer.batches:  # noqa: ASYNC110 - takes only a few iterations of the event loop
        await asyncio.sleep(0)


async def test_items_arriving_during_a_commit_share_the_next_one() -> None:
    writer = Writer()
    group = GroupCommit(writer.commit)
    first = asyncio.create_task(group.add(1))
    await started(writer)
    others = [asyncio.create_task(group.add(n)) for n in (2, -3, 4)]
    await asyncio.sleep(0)
    assert not first.done()
    writer.free.set()
    answers = await asyncio.gather(first, *others, return_exceptions=True)
    assert writer.batches == [[1], [2, -3, 4]]
    assert [type(answer) for answer in answers] == [type(None), type(None), Overtaken, type(None)]


async def test_a_failed_commit_fails_for_all_in_it_and_the_next_works() -> None:
    writer = Writer()
    writer.free.set()
    writer.fault = StoreError("the disk is full")
    group = GroupCommit(writer.commit)
    answers = await asyncio.gather(group.add(1), group.add(2), return_exceptions=True)
    assert [str(answer) for answer in answers] == ["the disk is full", "the disk is full"]
    writer.fault = None
    await group.add(3)


async def test_a_canceled_waiter_does_not_affect_the_others() -> None:
    writer = Writer()
    group = GroupCommit(writer.commit)
    first, second = asyncio.create_task(group.add(1)), asyncio.create_task(group.add(2))
    await started(writer)
    first.cancel()
    writer.free.set()
    await second
    assert first.cancelled()
    assert writer.batches == [[1, 2]]


async def test_waiters_get_an_error_when_the_writer_fails() -> None:
    writer = Writer()
    writer.free.set()
    writer.fault = RuntimeError("a fault of ours")
    group = GroupCommit(writer.commit)
    with pytest.raises(StoreError, match="ended before it was done"):
        await group.add(1)
    writer.fault = None
    await group.add(2)
