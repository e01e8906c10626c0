"""The channel writer: one pace per channel, the newest state wins, failures are handled once."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from itertools import pairwise

import pytest

from bot.counts import WriteCounts
from cogs.edge.channel_writer import EDIT_INTERVAL, ChannelWriter, Job, Sent
from cogs.edge.messages import Trouble
from tests.cogs.edge.wall import refusal

GUILD, CHANNEL, OTHER = 1, 77, 78
SLOWLY = 15.0


class Time:
    """A clock in seconds that jumps to the next wake-up once every task sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, woken))
        await woken

    async def forward(self, seconds: float) -> None:
        """Advance the time, waking all sleepers that are due by then."""
        end = self.now + seconds
        while True:
            for _ in range(20):
                await asyncio.sleep(0)
            due = [sleeper for sleeper in self._sleepers if sleeper[0] <= end]
            if not due:
                break
            sleeper = min(due, key=lambda one: one[0])
            self._sleepers.remove(sleeper)
            self.now = sleeper[0]
            if not sleeper[1].done():
                sleeper[1].set_result(None)
        self.now = end


class Harness:
    """A writer, its requests with time and channel, and the errors that Discord raises next."""

    def __init__(self) -> None:
        self.time = Time()
        self.counts = WriteCounts()
        self.writer = ChannelWriter(lambda: round(self.time.now * 1000), sleep=self.time.sleep, counts=self.counts)
        self.written: list[tuple[float, int, str]] = []
        self.lost: list[tuple[str, Trouble]] = []
        self.faults: list[Exception | None] = []  # None lets a request through

    def job(self, key: str, state: str = "", channel: int = CHANNEL, **about: float) -> Job:
        write, given_up = partial(self._write, channel, state or key), partial(self._given_up, key)
        slow = {"can_wait": bool(about.get("can_wait")), "rest": about.get("rest", 0)}
        return Job(GUILD, channel, key, write, given_up, **slow)  # type: ignore[arg-type]

    async def _write(self, channel: int, state: str) -> Sent:
        self.written.append((self.time.now, channel, state))
        await asyncio.sleep(0)
        fault = self.faults.pop(0) if self.faults else None
        if fault is not None:
            raise fault
        return Sent.DONE

    async def _given_up(self, key: str, trouble: Trouble) -> None:
        self.lost.append((key, trouble))

    def times(self, channel: int = CHANNEL) -> list[float]:
        return [at for at, where, _ in self.written if where == channel]

    @property
    def states(self) -> list[str]:
        return [state for _, _, state in self.written]


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    harness = Harness()
    yield harness
    await harness.writer.close()


async def test_tables_and_standings_in_one_channel_share_its_pace(harness: Harness) -> None:
    for number in range(40):
        harness.writer.request(harness.job("table", f"table {number}"))
        harness.writer.request(harness.job("tournament", f"tournament {number}"))
        harness.writer.request(harness.job("standings", f"standings {number}", can_wait=True, rest=SLOWLY))
        await harness.time.forward(0.5)
    await harness.time.forward(60)
    times = harness.times()
    assert all(later - earlier >= EDIT_INTERVAL for earlier, later in pairwise(times))
    assert {state.split()[0] for state in harness.states} == {"table", "tournament", "standings"}
    for key in ("table", "tournament", "standings"):
        assert f"{key} 39" in harness.states, "the newest state is shown in the end"


async def test_each_channel_has_its_own_pace(harness: Harness) -> None:
    harness.writer.request(harness.job("table"))
    harness.writer.request(harness.job("table", channel=OTHER))
    await harness.time.forward(0)
    assert harness.times() == harness.times(OTHER) == [0]


async def test_a_channel_that_was_idle_keeps_its_pace(harness: Harness) -> None:
    harness.writer.request(harness.job("table", "lobby"))
    await harness.time.forward(EDIT_INTERVAL / 2)
    harness.writer.request(harness.job("standings"))
    await harness.time.forward(60)
    assert harness.times() == [0, EDIT_INTERVAL]


async def test_the_newest_state_of_each_message_wins(harness: Harness) -> None:
    harness.writer.request(harness.job("first"))
    await harness.time.forward(0)
    for number in range(5):
        harness.writer.request(harness.job("table", f"table {number}"))
        harness.writer.request(harness.job("tournament", f"tournament {number}"))
    await harness.time.forward(60)
    assert harness.states == ["first", "table 4", "tournament 4"]


async def test_standings_wait_between_edits_without_delaying_tables(harness: Harness) -> None:
    for number in range(20):
        harness.writer.request(harness.job("standings", f"standings {number}", can_wait=True, rest=SLOWLY))
        harness.writer.request(harness.job("table", f"table {number}"))
        await harness.time.forward(EDIT_INTERVAL)
    await harness.time.forward(60)
    edits = [at for at, _, state in harness.written if state.startswith("standings")]
    assert all(later - earlier >= SLOWLY for earlier, later in pairwise(edits))
    assert len(edits) == 3
    assert harness.states[-1] == "standings 19"
    assert sum(state.startswith("table") for state in harness.states) >= 17


async def test_a_job_that_can_wait_lets_one_other_job_go_first(harness: Harness) -> None:
    harness.writer.request(harness.job("old", can_wait=True))
    for number in range(4):
        harness.writer.request(harness.job(f"table {number}"))
    await harness.time.forward(60)
    assert harness.states == ["table 0", "old", "table 1", "table 2", "table 3"]


async def test_a_403_pauses_the_whole_channel_until_it_is_resumed(harness: Harness) -> None:
    harness.faults.append(refusal(403, 50013))
    harness.writer.request(harness.job("table", "table 1"))
    harness.writer.request(harness.job("standings", can_wait=True))
    await harness.time.forward(60)
    assert harness.states == ["table 1"], "one request tells that nothing is allowed"
    assert harness.writer.paused_at(CHANNEL) == 0
    harness.writer.request(harness.job("table", "table 2"))
    harness.writer.request(harness.job("tournament"))
    harness.writer.request(harness.job("table", "elsewhere", channel=OTHER))
    await harness.time.forward(600)
    assert harness.states == ["table 1", "elsewhere"]
    harness.writer.resume(CHANNEL)
    await harness.time.forward(60)
    assert harness.writer.paused_at(CHANNEL) is None
    assert sorted(harness.states[2:]) == ["standings", "table 2", "tournament"]


async def test_all_channels_of_a_server_resume_when_it_is_reachable_again(harness: Harness) -> None:
    for channel in (CHANNEL, OTHER):
        harness.faults.append(refusal(403, 50001))
        harness.writer.request(harness.job("table", channel=channel))
        await harness.time.forward(60)
    harness.writer.reached(GUILD + 1)
    await harness.time.forward(60)
    assert len(harness.written) == 2
    harness.writer.reached(GUILD)
    await harness.time.forward(60)
    assert len(harness.times()) == len(harness.times(OTHER)) == 2


async def test_waits_grow_with_each_failure_and_reset_after_a_success(harness: Harness) -> None:
    harness.faults += [refusal(503), OSError(), refusal(429), refusal(503), refusal(503), None, refusal(503)]
    harness.writer.request(harness.job("table"))
    harness.writer.request(harness.job("standings", can_wait=True))
    await harness.time.forward(600)
    gaps = [later - earlier for earlier, later in pairwise(harness.times())]
    assert gaps == [5, 10, 20, 40, 60, EDIT_INTERVAL, 5]
    assert set(harness.states) == {"table", "standings"}, "whichever message has failed"


async def test_a_message_that_always_fails_is_given_up_and_the_next_change_tries_again(harness: Harness) -> None:
    harness.faults += [refusal(503)] * 9
    harness.writer.request(harness.job("table"))
    await harness.time.forward(3600)
    assert harness.lost == [("table", Trouble.DOWN)]
    assert len(harness.written) == 9
    harness.writer.request(harness.job("table", "again"))
    await harness.time.forward(60)
    assert harness.states[-1] == "again"


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [(refusal(404, 10008), Trouble.GONE), (refusal(404, 10003), Trouble.NO_CHANNEL), (refusal(400), Trouble.REFUSED)],
)
async def test_a_deleted_or_refused_message_is_reported_and_not_retried(
    harness: Harness, fault: Exception, trouble: Trouble
) -> None:
    harness.faults.append(fault)
    harness.writer.request(harness.job("table"))
    harness.writer.request(harness.job("standings"))
    await harness.time.forward(600)
    assert harness.lost == [("table", trouble)]
    assert harness.states == ["table", "standings"]


async def test_an_old_message_edited_too_often_waits_without_delaying_others(harness: Harness) -> None:
    harness.faults += [refusal(400, 30046), refusal(400, 30046)]
    harness.writer.request(harness.job("old", "old 1"))
    await harness.time.forward(2)
    harness.writer.request(harness.job("old", "old 2"))
    await harness.time.forward(4)
    harness.writer.request(harness.job("table"))
    await harness.time.forward(60)
    assert harness.written == [
        (0, CHANNEL, "old 1"),
        (5, CHANNEL, "old 2"),
        (6.25, CHANNEL, "table"),
        (15, CHANNEL, "old 2"),
    ]


async def test_a_crashing_job_does_not_block_others(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> Sent:
        raise ValueError("a bug")

    harness.writer.request(Job(GUILD, CHANNEL, "broken", broken))
    harness.writer.request(harness.job("table"))
    await harness.time.forward(60)
    assert harness.states == ["table"]
    assert "a bug" in caplog.text


async def test_a_job_that_runs_again_goes_to_the_end_of_the_queue(harness: Harness) -> None:
    times: list[float] = []

    async def twice() -> Sent:
        times.append(harness.time.now)
        return Sent.AGAIN if len(times) < 2 else Sent.NOTHING

    harness.writer.request(Job(GUILD, CHANNEL, "twice", twice))
    harness.writer.request(harness.job("table"))
    await harness.time.forward(60)
    assert times == [0, 2 * EDIT_INTERVAL]
    assert harness.times() == [EDIT_INTERVAL]


async def test_edits_are_counted_as_sent_replaced_or_failed(harness: Harness) -> None:
    harness.faults = [None, refusal(500), None]
    for state in ("first", "second", "third"):
        harness.writer.request(harness.job("table", state))
    await harness.time.forward(0)
    harness.writer.request(harness.job("table", "fourth"))
    await harness.time.forward(60)
    assert harness.states == ["third", "fourth", "fourth"]
    counts = harness.counts
    assert (counts.sent, counts.coalesced, counts.failed) == (2, 2, {"down": 1})


async def test_a_channel_has_room_while_nothing_waits_fails_or_is_paused(harness: Harness) -> None:
    writer, time = harness.writer, harness.time
    assert writer.has_room(CHANNEL)
    writer.request(harness.job("a"))
    writer.request(harness.job("b"))
    await time.forward(0)
    assert not writer.has_room(CHANNEL), "b waits"
    assert writer.has_room(OTHER)
    await time.forward(EDIT_INTERVAL)
    assert writer.has_room(CHANNEL)
    harness.faults = [refusal(500)]
    writer.request(harness.job("a"))
    await time.forward(EDIT_INTERVAL)
    assert not writer.has_room(CHANNEL), "a is tried again"
    await time.forward(60)
    assert writer.has_room(CHANNEL)
    writer.pause(GUILD, CHANNEL, 0)
    assert not writer.has_room(CHANNEL)
