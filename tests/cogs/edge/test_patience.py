"""Pauses before the bot connects again: only after failures, growing, and logged once each."""

import logging
from typing import Any

import discord
import pytest

from bot.play.state.slots import Slot
from cogs.edge.client import DiscordClient
from cogs.edge.gateway import Patience, PatientShard
from cogs.edge.messages import CardEmojis
from data.token_use import BETWEEN_LOGINS


class Clock:
    """A clock that only moves when code sleeps by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def limits(*remaining: int | Exception) -> Any:  # noqa: ANN401 - as the library's
    """Return a function that answers like `get_bot_gateway`, once for each number."""
    left = list(remaining)

    async def get() -> tuple[int, str, dict[str, int]]:
        found = left.pop(0)
        if isinstance(found, Exception):
            raise found
        return 1, "ws://", {"remaining": found, "reset_after": 60_000}

    return get


def patience(clock: Clock, *remaining: int | Exception) -> Patience:
    return Patience(limits(*remaining), sleep=clock.sleep, timer=lambda: clock.now)


async def test_a_connection_that_worked_is_opened_again_at_once() -> None:
    clock = Clock()
    made = patience(clock)
    for _ in range(5):
        made.works(0)
        await made.before(0)
    assert clock.slept == []


@pytest.mark.parametrize("shard", [0, 7])
async def test_connections_that_never_work_pause_longer_and_log_each_pause(
    caplog: pytest.LogCaptureFixture, shard: int
) -> None:
    clock = Clock()
    made = patience(clock)
    with caplog.at_level(logging.WARNING):
        for _ in range(9):
            await made.before(shard)
    assert clock.slept == [1, 2, 4, 8, 16, 32, 60, 60]
    assert len(caplog.records) == len(clock.slept)
    assert caplog.records[1].getMessage() == "Discord closed the connection; trying again in 2 s"
    made.works(shard)
    await made.before(shard)
    assert len(clock.slept) == 8


async def test_a_login_after_a_session_that_could_not_be_resumed_is_not_paused_twice() -> None:
    clock = Clock()
    made = patience(clock)
    for resumes in (True, False, True, False, False):
        await made.before(0, resumes=resumes)
    assert clock.slept == [1, 2]


async def test_connections_that_work_for_a_moment_only_are_paused_after_many() -> None:
    clock = Clock()
    made = patience(clock)
    for _ in range(40):
        made.works(0)
        await made.before(0)
    assert set(clock.slept) == {60}
    assert len(clock.slept) == 1


async def test_without_logins_left_the_bot_waits_until_there_are_some(caplog: pytest.LogCaptureFixture) -> None:
    clock, busy = Clock(), ConnectionResetError()
    with caplog.at_level(logging.WARNING):
        await patience(clock, 0, busy, 0, 1000).identifies_left()
    assert clock.slept == [61, 1, 61]
    assert [record.getMessage() for record in caplog.records][::2] == [
        "Discord allows no more logins for now; trying again in 61 s"
    ] * 2


@pytest.mark.parametrize(
    ("seconds", "buckets", "turns"),
    [
        (0.2, 1, [(0, False)]),
        (3.0, 1, [(0, False), (0, True)]),
        (0.2, 16, [(0, False), (7, False)]),
    ],
    ids=str,
)
async def test_a_shard_takes_another_turn_if_discord_is_slow_or_has_more_turns_at_once(
    seconds: float, buckets: int, turns: list[tuple[int, bool]]
) -> None:
    clock, taken = Clock(), list[tuple[int, bool]]()

    async def asked() -> tuple[int, str, dict[str, int]]:
        clock.now += seconds
        return 1, "ws://", {"remaining": 1000, "reset_after": 60_000, "max_concurrency": buckets}

    async def turn(bucket: int, *, again: bool) -> None:
        taken.append((bucket, again))

    made = Patience(asked, turn, sleep=clock.sleep, timer=lambda: clock.now)
    assert await made.turn(7)
    assert taken == turns


async def test_a_shard_waits_for_its_turn_until_a_shard_of_every_other_slot_has_logged_in() -> None:
    state: Any = None
    async with DiscordClient(CardEmojis(), state, slot=Slot(0, slots=40, shards=80)) as client:
        assert (client.shard_connect_timeout or 0) > 40 * BETWEEN_LOGINS / 1000


def test_the_library_uses_the_shards_that_pause() -> None:
    assert discord.shard.Shard is PatientShard
