"""Jobs that wait for what follows: whatever is requested when, nothing is lost, late, out of order or too often."""

import asyncio
from collections import defaultdict
from itertools import pairwise
from random import Random

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.edge.channel_writer import EDIT_INTERVAL, LONGEST_HOLD, ChannelWriter, Job, Sent
from tests.cogs.edge.virtual_time import simulated
from tests.cogs.edge.wall import refusal

KEYS = ("table", "tournament", "standings")


class Channel:
    """A channel with some messages, whose newest states may be followed by more."""

    def __init__(self, slowest: float, faults: list[int]) -> None:
        loop = asyncio.get_running_loop()
        self.now = loop.time
        self.writer = ChannelWriter(lambda: round(loop.time() * 1000))
        self.wanted = dict.fromkeys(KEYS, 0)
        self.follows = dict.fromkeys(KEYS, False)
        self.shown: dict[str, list[tuple[float, int]]] = defaultdict(list)
        self.began: list[float] = []
        self._slowest, self._rng, self._faults = slowest, Random(1), faults

    def change(self, key: str, *, follows: bool) -> None:
        """Change a message, and say whether more follows."""
        self.wanted[key] += 1
        self.follows[key] = follows
        self.writer.request(Job(1, 77, key, lambda: self._write(key), more_follows=lambda: self.follows[key]))

    async def _write(self, key: str) -> Sent:
        if self.shown[key] and self.shown[key][-1][1] == self.wanted[key]:
            return Sent.NOTHING
        self.began.append(self.now())
        state = self.wanted[key]
        await asyncio.sleep(self._slowest * self._rng.random())
        if self._faults:
            raise _fault(self._faults.pop())
        self.shown[key].append((self.now(), state))
        return Sent.DONE if state == self.wanted[key] else Sent.AGAIN


def _fault(kind: int) -> Exception:
    faults: tuple[discord.HTTPException | OSError, ...] = (refusal(429), refusal(503), ConnectionResetError())
    return faults[kind]


CHANGES = st.lists(st.tuples(st.sampled_from(KEYS), st.booleans(), st.floats(0, 4)), min_size=1, max_size=25)


@settings(max_examples=60, deadline=None)
@given(CHANGES, st.floats(0, 2), st.lists(st.integers(0, 2), max_size=4))
def test_everything_is_shown_in_order_in_time_and_at_the_channel_s_pace(
    changes: list[tuple[str, bool, float]], slowest: float, faults: list[int]
) -> None:
    async def story() -> tuple[Channel, list[tuple[float, str, int]]]:
        channel, made = Channel(slowest, list(faults)), list[tuple[float, str, int]]()
        for key, follows, pause in changes:
            channel.change(key, follows=follows)
            made.append((channel.now(), key, channel.wanted[key]))
            await asyncio.sleep(pause)
        await channel.writer.idle()
        return channel, made

    channel, made = simulated(story())
    assert {key: shown[-1][1] for key, shown in channel.shown.items() if shown} == {
        key: number for key, number in channel.wanted.items() if number
    }
    for shown in channel.shown.values():
        assert [state for _, state in shown] == sorted({state for _, state in shown}), "never back, never twice"
    assert all(later - earlier >= EDIT_INTERVAL - 0.001 for earlier, later in pairwise(channel.began))
    if not faults:
        turns = (len(KEYS) + 1) * (EDIT_INTERVAL + slowest)  # the one that is being written, and one for each message
        for at, key, state in made:
            seen = next(when for when, newest in channel.shown[key] if newest >= state)
            assert seen - at <= LONGEST_HOLD + turns + 0.01


@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(st.floats(0, 2.9), st.floats(3.1, 4.5)), min_size=1, max_size=12))
def test_a_message_is_written_once_for_two_changes_of_which_the_first_waits(pauses: list[float]) -> None:
    """As a draw and its discard; what follows late is shown later, but the first isn't held for longer than allowed."""

    async def story() -> None:
        channel = Channel(0, [])
        channel.change("table", follows=False)
        await asyncio.sleep(10)
        for pause in pauses:
            before, at = len(channel.began), channel.now()
            channel.change("table", follows=True)
            await asyncio.sleep(pause)
            channel.change("table", follows=False)
            await asyncio.sleep(0.001)
            early = [began - at for began in channel.began[before:]]
            if pause < LONGEST_HOLD:
                assert early == [pytest.approx(pause)], "it's cut short"
            else:
                assert early[0] == pytest.approx(LONGEST_HOLD, abs=0.002)
            await asyncio.sleep(10)
            assert len(channel.began) - before == (1 if pause < LONGEST_HOLD else 2)
        await channel.writer.idle()

    simulated(story())


def test_a_held_job_stops_nothing_else_in_its_channel() -> None:
    async def story() -> None:
        channel = Channel(0, [])
        channel.change("table", follows=True)
        await asyncio.sleep(0.1)
        channel.change("standings", follows=False)
        await asyncio.sleep(0.1)
        assert channel.shown["standings"]
        assert not channel.shown["table"]
        channel.writer.pause(1, 77, 0)
        await asyncio.sleep(5)
        assert not channel.shown["table"], "the channel is paused"
        channel.writer.resume(77)
        await asyncio.sleep(2)
        assert channel.shown["table"]

    simulated(story())


def test_closing_forgets_what_is_held() -> None:
    async def story() -> None:
        channel = Channel(0, [])
        channel.change("table", follows=True)
        await asyncio.sleep(0.1)
        await channel.writer.close()
        channel.change("table", follows=False)
        await asyncio.sleep(5)
        assert channel.began == []

    simulated(story())
