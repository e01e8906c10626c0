"""Which thoughts of computers can wait, and what limits due actions."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from bot.play.scheduling.acting import Actor
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.posting import Posting
from bot.play.state.errors import TableReason
from bot.play.state.limits import ABANDONED, Limits
from bot.play.state.values import HOUR, SECOND, Pace
from bot.play.time.due import NO_PAUSES, DueAction, closes_at
from bot.players.levels import Level
from bot.rummy.refusals import Refused
from tests.play.fake_time import FakeTime
from tests.play.process import GIN, ids
from tests.play.scheduling.cluster import Cluster, cluster_at

T = TypeVar("T")


@pytest.fixture
async def cluster(tmp_path: Path) -> AsyncIterator[Cluster]:
    async with cluster_at(f"sqlite+aiosqlite:///{tmp_path}/limits.db") as cluster:
        cluster.pauses = (HOUR / SECOND, HOUR / SECOND)
        yield cluster


async def test_only_thoughts_at_tables_without_people_can_wait(cluster: Cluster) -> None:
    bot, watched_ones = await cluster.bot(), list[bool]()

    async def think(work: Callable[[], T], *, watched: bool = True) -> T:
        watched_ones.append(watched)
        return work()

    computers = ComputerSeats((Level.EASY, Level.EASY))
    alone = await bot.tables.watch(guild=1, channel=7, host=5, options=GIN, computers=computers, interaction=next(ids))
    practice, _ = await bot.tables.practice(
        user=5, name="Ala", options=GIN, computers=ComputerSeats((Level.EASY,)), interaction=next(ids)
    )
    actor = Actor(think, bot.scheduler.clock, NO_PAUSES)
    await actor.do(alone, DueAction.ACT)
    assert watched_ones == [False]
    if await actor.do(practice, DueAction.ACT):
        assert watched_ones == [False, True]


async def test_live_lobbies_close_early_and_all_others_late(cluster: Cluster) -> None:
    bot, limits = await cluster.bot(), Limits()
    live = (await bot.lobby(channel=1)).row
    slow = (await bot.lobby(pace=Pace.SLOW, channel=2)).row
    assert closes_at(live, limits) == live.touched_at + HOUR
    assert closes_at(slow, limits) == slow.touched_at + ABANDONED
    running = (await bot.started(channel=3)).row
    assert closes_at(running, limits) == running.touched_at + ABANDONED
    assert closes_at(replace(live, fixture=1), limits) == live.touched_at + ABANDONED, "a tournament's waits"


def test_posts_come_back_one_by_one_and_not_faster_if_the_clock_is_set_back() -> None:
    time = FakeTime()
    posting, reasons = Posting(time.clock, Limits(posts=2, post_every=30 * SECOND)), list[object]()

    def allowed(user: int = 1) -> bool:
        try:
            posting.take(user)
        except Refused as why:
            reasons.append((why.refusal.reason, why.refusal.values["when"]))
            return False
        return True

    def again() -> tuple[TableReason, str]:
        return TableReason.POSTS_FULL, f"<t:{free_at // SECOND}:R>"

    free_at = time.now + 30 * SECOND
    assert [allowed(), allowed(), allowed(), allowed(2)] == [True, True, False, True]
    assert reasons == [again()]
    time.now += 29 * SECOND
    assert not allowed()
    time.now += SECOND
    assert allowed()
    free_at += 30 * SECOND
    assert not allowed()
    assert reasons[-1] == again()
    time.now -= HOUR
    assert not allowed()
    time.now += 10 * HOUR
    assert [allowed(), allowed(), allowed()] == [True, True, False]
