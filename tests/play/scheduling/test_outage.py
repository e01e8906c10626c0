"""Outages of the database cost no player a turn, and tables continue soon afterwards."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.play.errors import StoreError
from bot.play.scheduling.downtime import HEARTBEAT
from bot.play.session import Table
from bot.players.levels import Level
from bot.rummy.moves import Verb
from tests.data.broken import Disk
from tests.play.fake_time import HOUR, MINUTE, SECOND
from tests.play.flaky import FlakyStore
from tests.play.house import ALA, BASIC, ids, turn
from tests.play.scheduling.process import Bot, House, deadline_of, house_at, lines_of


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    async with house_at(url) as opened:
        opened.beat = HEARTBEAT
        yield opened


async def drawn(table: Table) -> None:
    """Draw as the player on turn."""
    seat = table.view(None).turn
    assert seat is not None
    await table.play.move(turn(table), Verb.DRAW, stamp=table.stamp(seat), interaction=next(ids))


async def tried(table: Table) -> None:
    """Try to draw as the player on turn; the store fails."""
    with pytest.raises(StoreError):
        await drawn(table)


async def passed(house: House, bot: Bot, by: int, step: int = SECOND) -> None:
    """Move the time in steps, and wait for the database after each."""
    for _ in range(by // step):
        await house.time.forward(step)
        await answered(house, bot)


async def answered(house: House, bot: Bot) -> None:
    """Wait until the database has answered the bot, and the bot waits before it tries again."""
    await bot.scheduler.idle()
    for _ in range(10):
        await asyncio.sleep(0)
    while bot.scheduler.is_away and not house.time.sleeping():  # noqa: ASYNC110 - the database has no event
        await asyncio.sleep(0.001)


async def back(house: House, bot: Bot) -> None:
    """Move the time until the bot has noticed that the database works."""
    while bot.scheduler.is_away:
        await passed(house, bot, SECOND)
    await bot.scheduler.idle()


async def test_a_player_whose_clicks_failed_moves_first_and_has_a_minute(house: House, disk: Disk) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    user = turn(table)
    await passed(house, bot, MINUTE)
    with disk.broken():
        for _ in range(3):
            await tried(table)
            await passed(house, bot, MINUTE)
    await back(house, bot)
    await table.refresh()
    assert lines_of(table) == ()
    assert deadline_of(table) >= house.time.now + MINUTE
    await house.time.until(deadline_of(table) - 1)
    await drawn(table)
    assert lines_of(table) == (f"{table.seat_of(user)} draw",)


async def test_an_outage_costs_other_players_no_time(house: House, disk: Disk) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    await passed(house, bot, 20 * SECOND)
    left = deadline_of(table) - house.time.now
    with disk.broken():
        await passed(house, bot, 3 * MINUTE)
    await back(house, bot)
    await table.refresh()
    assert lines_of(table) == ()
    assert deadline_of(table) - house.time.now >= left


@pytest.mark.parametrize("before", [2 * SECOND, 5 * SECOND, 14 * SECOND])
async def test_a_turn_whose_time_ends_in_a_short_outage_gets_a_minute(house: House, disk: Disk, before: int) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    await house.time.until(deadline_of(table) - before)
    with disk.broken():
        await passed(house, bot, before + SECOND)
    await back(house, bot)
    await table.refresh()
    assert lines_of(table) == ()
    assert deadline_of(table) >= house.time.now + MINUTE


async def test_computers_continue_at_once_after_an_hour_without_a_database(house: House, disk: Disk) -> None:
    house.pauses = (2.0, 3.0)
    bot = await house.bot()
    table = await bot.tables.watch(
        guild=1, channel=7, host=ALA, options=BASIC, levels=(Level.EASY,) * 2, interaction=next(ids)
    )
    await passed(house, bot, 3 * SECOND)
    with disk.broken():
        await passed(house, bot, HOUR, 5 * SECOND)
    done = len(lines_of(table))
    await back(house, bot)
    await passed(house, bot, 10 * SECOND)
    assert len(lines_of(table)) > done


async def test_one_failed_click_stops_only_the_clock_of_its_table(house: House) -> None:
    store = FlakyStore(house.store)
    bot = await house.bot(store)
    table, other = await bot.started(BASIC, channel=1), await bot.started(BASIC, channel=2)
    ends = deadline_of(other)
    await house.time.until(deadline_of(table) - SECOND)
    store.fail = "before"
    await tried(table)
    store.fail = None
    await house.time.until(ends + 30 * SECOND)
    assert lines_of(table) == ()
    assert lines_of(other)[0].endswith("draw !")
    assert deadline_of(table) == ends  # the extra time is only in memory, so a failing table can't delay all others
    await drawn(table)
    assert not lines_of(table)[0].endswith("!")


async def test_a_click_that_fails_at_the_deadline_still_gets_a_minute(house: House) -> None:
    store = FlakyStore(house.store)
    bot = await house.bot(store)
    table = await bot.started(BASIC)
    await house.time.until(deadline_of(table) - 1)
    store.hold = hold = asyncio.Event()
    store.fail = "late"
    click = asyncio.create_task(tried(table))
    await store.committed.wait()
    settled, house.time.settled = house.time.settled, nothing  # the scheduler isn't idle before the click is done
    await house.time.forward(SECOND)
    store.hold = store.fail = None
    hold.set()
    await click
    house.time.settled = settled
    await house.time.forward(30 * SECOND)
    assert lines_of(table) == ()
    await house.time.forward(MINUTE)
    assert lines_of(table)[0].endswith("draw !")


async def nothing() -> None:
    """Wait for nothing."""


async def test_one_unwritable_table_does_not_stop_other_clocks(house: House) -> None:
    class OneBadTable(FlakyStore):
        async def append(self, table: int, *about: object, **more: object) -> None:
            if table == bad.row.id:
                raise StoreError("the database disk image is malformed")
            await super().append(table, *about, **more)  # type: ignore[arg-type]

    bot = await house.bot(OneBadTable(house.store))
    bad, good = await bot.started(BASIC, channel=1), await bot.started(BASIC, channel=2)
    ends = deadline_of(good)
    for _ in range(4):
        await passed(house, bot, 30 * SECOND)
        await tried(bad)
    assert lines_of(bad) == ()
    assert lines_of(good)[0].endswith("draw !")
    assert house.time.now - ends <= 2 * MINUTE
