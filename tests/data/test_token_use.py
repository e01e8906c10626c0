"""What several processes share of a token's limits: no login too early, no request too many, nobody left without."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.backoff import Backoff
from bot.play.state.slots import Slot
from data import token_use
from data.database import open_database
from data.token_use import BETWEEN_LOGINS, TokenUse
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url
from tests.data.test_slots import run

pytestmark = pytest.mark.postgres
BUDGET = 47


@pytest.fixture
async def uses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[str, Sequence[TokenUse]]]:
    """The URL of a database, and what each of three processes uses."""
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    monkeypatch.setattr(token_use, "_BACKOFF", Backoff(0.01, 0.01))
    async with fresh_url(tmp_path) as url, AsyncExitStack() as stack:
        found = []
        for number in range(3):
            database = await open_database(url)
            stack.push_async_callback(database.close)
            database.slot = Slot(number, 3, 3)
            found.append(TokenUse(database, BUDGET))
        yield url, found


async def test_a_busy_slot_gets_what_others_leave_once_they_have_left_it(
    uses: tuple[str, Sequence[TokenUse]],
) -> None:
    url, (busy, idle, late) = uses
    had = dict.fromkeys((busy, idle, late), busy.least)

    async def ask(one: TokenUse, wanted: int) -> int:
        had[one], before = await one.exchange(wanted, had[one]), had[one]
        assert sum(had.values()) - had[one] + max(had[one], before) <= BUDGET
        return had[one]

    for _ in range(3):
        most = await ask(busy, 90)
        assert await ask(idle, 0) == await ask(late, 0) == busy.least
    assert most == BUDGET - 2 * busy.least
    assert await ask(late, 90) == late.least, "it is still in use"
    await ask(busy, 90)
    await ask(busy, 90)
    assert await ask(late, 90) == (BUDGET - idle.least) // 2
    await run(url, "UPDATE token_use SET at = at - 6000 WHERE number > 0")  # two processes hang
    had[idle] = had[late] = busy.least
    assert await ask(busy, 90) == BUDGET - 2 * busy.least


async def test_logins_of_a_bucket_wait_for_each_other_in_all_processes(
    uses: tuple[str, Sequence[TokenUse]],
) -> None:
    url, every = uses
    waits = list[TokenUse]()

    def sleep_of(one: TokenUse) -> Callable[[float], Awaitable[object]]:
        async def sleep(seconds: float) -> None:
            assert 0 < seconds <= BETWEEN_LOGINS / 1000
            waits.append(one)
            await run(url, "UPDATE token_use SET at = at - 5501 WHERE kind = 'login' AND number = 0")

        return sleep

    for one in every:
        one.sleep = sleep_of(one)
    await asyncio.gather(*(one.turn(0) for one in every))
    assert len({*waits}) == 2, "all but the first one"
    before = len(waits)
    await every[0].turn(1)
    assert len(waits) == before, "another bucket doesn't wait"


async def test_a_login_waits_for_the_database(uses: tuple[str, Sequence[TokenUse]]) -> None:
    url, (one, *_) = uses
    tries = 0

    async def wait(_: float) -> None:
        nonlocal tries
        tries += 1
        if tries == 2:
            await run(url, "ALTER TABLE hidden RENAME TO token_use")

    one.sleep = wait
    await run(url, "ALTER TABLE token_use RENAME TO hidden")
    await one.turn(0)
    assert tries == 2
    async with one.database.read() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM token_use WHERE kind = 'login'")) == 1
