"""The thread in which computers think: tables with people first, then those that asked first, after people's clicks."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import pytest

from bot.play.scheduling.thinking import OneThread, PeopleFirst


@pytest.fixture
async def thinking() -> AsyncIterator[OneThread]:
    thinking = OneThread()
    yield thinking
    thinking.close()


async def yielded() -> None:
    """Run all tasks until their next wait."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_tables_with_people_come_before_tables_of_computers_and_take_turns(thinking: OneThread) -> None:
    order: list[str] = []
    hold = threading.Event()

    def noted(name: str) -> Callable[[], None]:
        return lambda: order.append(name)

    first = asyncio.create_task(thinking(hold.wait))
    await yielded()
    later = []
    for name, watched in (("computers 1", False), ("computers 2", False), ("people 1", True), ("people 2", True)):
        later.append(asyncio.create_task(thinking(noted(name), watched=watched)))
        await yielded()
    hold.set()
    await asyncio.gather(first, *later)
    assert order == ["people 1", "people 2", "computers 1", "computers 2"]


async def test_a_thought_that_is_not_wanted_any_more_holds_up_nobody(thinking: OneThread) -> None:
    hold = threading.Event()
    first = asyncio.create_task(thinking(hold.wait))
    await yielded()
    waiting = [asyncio.create_task(thinking(lambda: None)) for _ in range(3)]
    await yielded()
    waiting[1].cancel()
    await yielded()
    first.cancel()
    hold.set()
    await asyncio.gather(first, *waiting, return_exceptions=True)
    assert await thinking(lambda: "done") == "done"
    assert thinking.backlog() == 0


async def test_a_failed_thought_lets_the_next_one_run(thinking: OneThread) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await thinking(fails)
    assert await thinking(lambda: 1) == 1


async def test_games_without_people_wait_for_answers_to_people_but_not_for_long() -> None:
    people = PeopleFirst()
    thinking = OneThread(people)
    try:
        with people.answering():
            unwatched = asyncio.create_task(thinking(lambda: "later", watched=False))
            assert await thinking(lambda: "now") == "now"
            await yielded()
            assert not unwatched.done()
        assert await unwatched == "later"
        with people.answering():
            assert await thinking(lambda: "at last", watched=False) == "at last"
    finally:
        thinking.close()


async def test_the_backlog_is_how_long_the_oldest_thought_waits_or_how_long_they_waited_lately() -> None:
    now = 100.0
    thinking = OneThread(seconds=lambda: now)
    hold = threading.Event()
    tasks = [asyncio.create_task(thinking(hold.wait)) for _ in range(2)]
    await yielded()
    assert thinking.backlog() == 0
    now += 1.5
    assert thinking.backlog() == 1500
    hold.set()
    await asyncio.gather(*tasks)
    assert thinking.backlog() == 0, "nothing is being thought"
    hold.clear()
    next_one = asyncio.create_task(thinking(hold.wait))
    await yielded()
    assert thinking.backlog() == 135
    hold.set()
    await next_one
    thinking.close()
