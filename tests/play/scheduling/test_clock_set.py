"""The machine's clock is set back or forward while the bot runs, as by an operator or after a wrong start."""

import logging
from collections.abc import AsyncIterator

import pytest

from bot.play.state.slots import HEART
from bot.play.state.values import Status
from bot.program.conditions import TOLERATED, SteadyClock
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND, FakeTime
from tests.play.scheduling.cluster import Cluster, cluster_at, deadline_of, lines_of, status_of


@pytest.fixture
async def cluster(url: str) -> AsyncIterator[Cluster]:
    async with cluster_at(url) as opened:
        opened.beat = 15.0
        yield opened


BACK_OR_FORWARD = pytest.mark.parametrize("by", [-HOUR, HOUR, -3 * 365 * DAY, 3 * 365 * DAY])


@BACK_OR_FORWARD
async def test_turns_end_when_they_should_and_the_heartbeat_goes_on(
    cluster: Cluster, by: int, caplog: pytest.LogCaptureFixture
) -> None:
    bot = await cluster.bot()
    table = await bot.started()
    before = len(lines_of(table))
    turn = deadline_of(table) - cluster.time.now  # a minute, and a minute of reserve
    assert turn == 2 * MINUTE
    await cluster.time.forward(MINUTE - 20 * SECOND)
    cluster.clock_set = by
    with caplog.at_level(logging.WARNING):
        await cluster.time.forward(5 * SECOND)  # to the next heartbeat
    await bot.scheduler.time_runs(1)
    assert f"the clock was set {'back' if by < 0 else 'forward'} by {abs(by) // SECOND} s" in caplog.text
    assert caplog.text.count("the clock was set") == 1
    left = turn - (MINUTE - 15 * SECOND)
    assert deadline_of(table) == cluster.time.now + by + left
    await cluster.time.forward(left - SECOND)
    assert len(lines_of(table)) == before
    await cluster.time.forward(SECOND)
    assert len(lines_of(table)) > before, "the turn ended by the time that passed"
    heartbeat = await cluster.facts.get(HEART)
    assert heartbeat is not None
    assert abs(int(heartbeat) - (cluster.time.now + by)) <= 15 * SECOND
    await cluster.time.forward(MINUTE)
    later = await cluster.facts.get(HEART)
    assert later is not None
    assert int(later) >= int(heartbeat) + 45 * SECOND


@BACK_OR_FORWARD
async def test_after_a_restart_no_turn_is_longer_than_a_whole_one(cluster: Cluster, by: int) -> None:
    bot = await cluster.bot()
    table = await bot.started()
    await cluster.time.forward(MINUTE)
    await cluster.stopped(bot)
    cluster.clock_set = by
    again = await cluster.bot()
    loaded = await again.tables.get(table.row.id)
    assert MINUTE <= deadline_of(loaded) - (cluster.time.now + by) <= 2 * MINUTE
    await cluster.time.forward(2 * MINUTE)
    assert len(lines_of(loaded)) > 0
    assert status_of(loaded) is Status.PLAYING


def test_small_corrections_are_followed_in_passing() -> None:
    time, machine = FakeTime(), 0
    clock = SteadyClock(lambda: time.now + machine, time.clock)
    began = clock()
    for machine in (TOLERATED, 0, -TOLERATED):
        assert clock.follow() == 0
        assert clock() == began + machine
    assert clock.uptime() == began
    machine = HOUR
    assert clock() == began - TOLERATED, "it doesn't jump by itself"
    assert clock.follow() == HOUR + TOLERATED
    assert clock() == began + HOUR
    assert clock.uptime() == began


def test_the_clock_is_the_machines_time() -> None:
    clock = SteadyClock()
    before, time, after = clock.uptime(), clock(), clock.uptime()
    assert before <= time <= after
    assert clock.follow() == 0
