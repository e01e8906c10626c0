"""The limit of requests per second: never exceeded, fair between channels, and not for interactions."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import aiohttp
import pytest
import yarl
from discord.http import Route
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.state.errors import StoreError
from bot.play.state.slots import least_share, shares
from bot.playground import Limit, RateLimits
from bot.playground.errors import ApiError
from bot.playground.limits import Limiter
from bot.program.app import point_library_at
from cogs.edge.channel_writer import ChannelWriter, Job, Sent
from cogs.edge.client import DiscordClient
from cogs.edge.messages import CardEmojis
from cogs.edge.requests import RequestLimit, Shares, share
from tests.cogs.edge.virtual_time import simulated
from tests.end_to_end.club import open_club

_SESSION = cast(aiohttp.ClientSession, None)


class Discord:
    """Counts requests like the stand-in. Each arrives after some time, and its response takes as long again."""

    def __init__(self, limit: RequestLimit, rng: Random, slowest: float) -> None:
        self.limit, self._rng, self._slowest = limit, rng, slowest
        self._trace = limit.trace()
        self._trace.freeze()
        self._counted = Limiter(RateLimits(), asyncio.get_running_loop().time)
        self.refused = self.others = 0

    async def request(self, path: str = "/channels/1/messages/1") -> int:
        """Make a request as a session of aiohttp does, and return its status."""
        about, url = SimpleNamespace(), yarl.URL(Route.BASE + path)
        await self._trace.on_request_start.send(_SESSION, about, cast(Any, SimpleNamespace(url=url)))
        await asyncio.sleep(self._delay())
        status, headers = 200, dict[str, str]()
        try:
            if "/webhooks/" not in path:
                self._counted.take("everything", 1)
        except ApiError as error:
            status, headers = error.status, dict(error.headers)
            self.refused += 1
        await asyncio.sleep(self._delay())
        response = SimpleNamespace(status=status, headers=headers)
        await self._trace.on_request_end.send(_SESSION, about, cast(Any, SimpleNamespace(url=url, response=response)))
        return status

    def uses_up(self, requests: int) -> None:
        """Run another program that makes requests with the same token."""
        for _ in range(requests):
            try:
                self._counted.take("everything", 1)
            except ApiError:
                self.others += 1

    def _delay(self) -> float:
        return self._slowest * self._rng.random() ** 3 / 2


class Tables:
    """Tables in separate channels that change again and again, and how long each change waits to be shown."""

    def __init__(self, discord: Discord, tables: int, rng: Random, *, every: float) -> None:
        self.discord, self._rng, self._every = discord, rng, every
        self.writer = ChannelWriter(lambda: 0, places=discord.limit.place)
        self.state, self.shown, self.waited = Counter[int](), Counter[int](), list[float]()
        self._since: dict[int, float] = {}
        self._tables = range(tables)

    async def change(self, seconds: float) -> None:
        """Change all tables for some time, and wait until everything is shown."""
        await asyncio.gather(*(self._change(table, seconds) for table in self._tables))
        await self.writer.idle()
        assert self.shown == self.state

    async def _change(self, table: int, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            await asyncio.sleep(2 * self._every * self._rng.random())
            self.state[table] += 1
            self._since.setdefault(table, loop.time())
            self.writer.request(Job(1, table, "table", self._show(table)))

    def _show(self, table: int) -> Callable[[], Awaitable[Sent]]:
        async def show() -> Sent:
            if self.shown[table] == self.state[table]:
                return Sent.NOTHING
            seen, since = self.state[table], self._since.pop(table)
            if await self.discord.request() == 200:
                self.shown[table] = seen
                self.waited.append(asyncio.get_running_loop().time() - since)
                return Sent.DONE
            self._since.setdefault(table, since)
            return Sent.AGAIN

        return show


@pytest.mark.parametrize("slowest", [0.3, 1.9])
def test_400_active_tables_never_reach_the_limit_and_wait_equally_long(slowest: float) -> None:
    async def story() -> tuple[Discord, Tables]:
        discord, rng = Discord(RequestLimit(), Random(5), slowest), Random(6)
        tables = Tables(discord, 400, rng, every=4.0)
        await tables.change(40)
        return discord, tables

    discord, tables = simulated(story())
    assert discord.refused == 0
    assert max(tables.waited) < 40, "all of them take turns"
    assert len(tables.waited) > 40 * 25, "most of the limit is used"


class _Window(Limiter):
    """A limit in a sliding window, which is stricter than Discord's."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def take(self, name: str, key: object) -> dict[str, str]:
        assert (name, key) == ("everything", 1)
        self.times.append(asyncio.get_running_loop().time())
        return {}


@settings(max_examples=15, deadline=None)
@given(
    per_second=st.integers(1, 60),
    slowest=st.floats(0, 1.9),
    jobs=st.lists(st.tuples(st.floats(0, 2), st.booleans(), st.booleans()), max_size=120),
    seed=st.integers(0, 1000),
)
def test_no_second_has_more_requests_than_allowed(
    per_second: int, slowest: float, jobs: list[tuple[float, bool, bool]], seed: int
) -> None:
    """Whatever waits, is canceled, or reserves a place without using it."""

    async def story() -> tuple[list[float], int]:
        discord = Discord(RequestLimit(per_second), Random(seed), slowest)
        window = discord._counted = _Window()
        sent = 0

        async def one(at: float, *, in_place: bool, canceled: bool) -> None:
            nonlocal sent
            await asyncio.sleep(at)
            try:
                async with asyncio.timeout(1.0 if canceled else None):
                    if not in_place:
                        await discord.request()
                        return
                    async with discord.limit.place():
                        await asyncio.sleep(0.01)
                        if at < 1.5:
                            await discord.request()
            except TimeoutError:
                return
            sent += 1

        await asyncio.gather(*(one(at, in_place=two, canceled=three) for at, two, three in jobs))
        await asyncio.sleep(3)
        everyone = [asyncio.create_task(discord.request()) for _ in range(discord.limit.allowed)]
        await asyncio.sleep(2)
        assert all(task.done() for task in everyone), "every place is free again"
        return window.times, discord.limit.allowed

    times, allowed = simulated(story())
    for at in times:
        assert sum(at <= other < at + 0.999 for other in times) <= allowed


def test_a_request_that_never_ends_keeps_its_place_for_two_seconds_at_most() -> None:
    async def story() -> None:
        limit = RequestLimit(2)
        trace = limit.trace()
        trace.freeze()
        about = cast(Any, SimpleNamespace(url=yarl.URL(Route.BASE + "/users/@me")))
        await trace.on_request_start.send(_SESSION, SimpleNamespace(), about)
        async with asyncio.timeout(2.1):
            await trace.on_request_start.send(_SESSION, SimpleNamespace(), about)

    simulated(story())


def test_a_place_isn_t_lost_if_its_request_is_canceled_as_it_gets_it() -> None:
    async def story() -> None:
        discord = Discord(RequestLimit(2), Random(1), 0)
        async with discord.limit.place():
            canceled = asyncio.create_task(discord.request(), context=Context())
            await asyncio.sleep(0.1)
        canceled.cancel()
        async with asyncio.timeout(3):
            await discord.request()

    simulated(story())


def test_interactions_and_logins_never_wait() -> None:
    async def story() -> float:
        discord = Discord(RequestLimit(4), Random(1), 0.2)
        edits = [asyncio.create_task(discord.request()) for _ in range(50)]
        await asyncio.sleep(0.01)
        for _ in range(200):
            await discord.request("/webhooks/7/token/messages/@original")
        await discord.request("/gateway/bot")
        done = asyncio.get_running_loop().time()
        assert not all(edit.done() for edit in edits)
        await asyncio.gather(*edits)
        assert discord.refused == 0
        return done / 201

    assert simulated(story()) <= 0.2


def test_a_ping_goes_ahead_of_edits_that_wait() -> None:
    async def story() -> list[str]:
        discord, order = Discord(RequestLimit(2), Random(1), 0), list[str]()

        async def edit(name: str) -> None:
            async with discord.limit.place():
                await discord.request()
                order.append(name)

        async def ping(name: str) -> None:
            await discord.request()
            order.append(name)

        edits = [asyncio.create_task(edit(f"edit {number}")) for number in range(3)]
        await asyncio.sleep(0.1)
        pings = [asyncio.create_task(ping(f"ping {number}")) for number in range(5)]
        await asyncio.gather(*edits, *pings)
        return order

    order = simulated(story())
    assert order.index("ping 0") == 1
    assert order.index("edit 1") <= 3, "every third place is for edits"


def test_requests_of_other_programs_make_the_bot_slow_down_and_recover() -> None:
    async def story() -> RequestLimit:
        discord, rng = Discord(RequestLimit(), Random(5), 0.2), Random(6)
        tables = Tables(discord, 150, rng, every=2.0)

        async def others() -> None:
            for _ in range(200):
                discord.uses_up(2)
                await asyncio.sleep(0.1)

        await asyncio.gather(tables.change(20), others())
        assert 0 < discord.refused < 20, "it learns after a few refusals"
        assert discord.limit.hits == discord.refused
        slowed = discord.limit.allowed
        assert slowed < 40
        await asyncio.sleep(600)
        assert discord.limit.allowed == 47
        return discord.limit

    simulated(story())


class Ledger:
    """The shares of several processes, which ask one after the other, as in the database."""

    def __init__(self, budget: int, slots: int) -> None:
        self._budget, self._slots = budget, slots
        self._rows = dict.fromkeys(range(slots), (least_share(budget, slots), 0))

    def of(self, slot: int) -> Shares:
        ledger, least = self, least_share(self._budget, self._slots)

        class Own:
            def __init__(self) -> None:
                self.least = least

            async def exchange(self, wanted: int, allowed: int) -> int:
                await asyncio.sleep(0.01)
                ledger._rows[slot] = (allowed, wanted)
                taken = sum(had for other, (had, _) in ledger._rows.items() if other != slot)
                wishes = [ledger._rows[number][1] for number in range(ledger._slots)]
                mine = max(least, min(shares(ledger._budget, wishes)[slot], ledger._budget - taken))
                ledger._rows[slot] = (max(mine, allowed), wanted)
                return mine

        return Own()


def test_processes_that_share_a_token_stay_below_its_limit_and_a_busy_one_borrows() -> None:
    async def story() -> tuple[int, list[float]]:
        ledger, counted, limits, discords = Ledger(47, 3), None, [], []
        for slot in range(3):
            limits.append(RequestLimit())
            discords.append(Discord(limits[slot], Random(slot), 0.3))
            counted = discords[slot]._counted = counted or discords[slot]._counted
            asyncio.create_task(share(limits[slot], ledger.of(slot), asyncio.sleep))  # noqa: RUF006 - ends with the loop
        busy = [Tables(one, 300, Random(9 + place), every=4.0) for place, one in enumerate(discords)]
        await busy[0].change(30)
        alone = len(busy[0].waited) / 30
        await asyncio.gather(*(tables.change(30) for tables in busy[1:]))
        return sum(one.refused for one in discords), [alone, *(len(one.waited) / 30 for one in busy[1:])]

    refused, (alone, *together) = simulated(story())
    assert refused == 0
    assert alone > 24, "two thirds of all, though it is one of three"
    assert min(together) > 15


def test_an_outage_of_what_processes_share_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    fails, told, allowed = [True, True, False, True, True], list[tuple[int, int]](), list[int]()

    class Failing:
        least = 5

        async def exchange(self, wanted: int, allowed: int) -> int:
            told.append((wanted, allowed))
            if fails.pop(0):
                raise StoreError
            return 40

    async def story() -> None:
        limit = RequestLimit()

        async def sleep(_: float) -> None:
            allowed.append(limit.allowed)
            if not fails:
                raise asyncio.CancelledError

        with suppress(asyncio.CancelledError):
            await share(limit, Failing(), sleep)

    simulated(story())
    assert allowed == [5, 5, 5, 40, 5, 5]
    assert told == [(0, 5), (0, 5), (0, 5), (0, 40), (0, 5)]
    said = [record.getMessage() for record in caplog.records]
    assert said == ["requests per second can't be shared now: StoreError"] * 2


WINDOW: Final = 0.5
"""Seconds of the limit in the test over the stand-in, which makes it fast."""


class NothingStored:
    """The stored facts of a program that has just been installed."""

    async def get(self, _name: str) -> str | None:
        return None

    async def put(self, _name: str, _value: str) -> None:
        return None


async def test_the_client_stays_below_the_limit_over_the_network(tmp_path: Path) -> None:
    limits = RateLimits(Limit(10, WINDOW), Limit(1000, 1.0), None, Limit(1000, 1.0), Limit(1000, 1.0))
    async with open_club(tmp_path, limits=limits) as club:
        point_library_at(club.settings)
        channels = [club.guild.add_channel(f"table-{number}") for number in range(40)]
        async with DiscordClient(CardEmojis(), NothingStored(), request_limit=RequestLimit(10, WINDOW)) as client:
            await client.login(club.standin.token)
            places = [client.get_partial_messageable(channel.id) for channel in channels]
            await asyncio.gather(*(place.send("Hello") for place in places))
        asked = club.standin.requests
    assert sum(request.method == "POST" for request in asked) == 40
    assert [request for request in asked if request.status == 429] == []
