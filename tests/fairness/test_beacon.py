"""The public beacon at run time, with relays that are down, late, or lie."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot.fairness.beacon import PATIENCE, HttpRelay, PublicBeacon, RelayError, RelaySession
from bot.fairness.chains import QUICKNET, is_signature_of
from bot.fairness.stand_in import StandInBeacon
from tests.fairness.vectors import PUBLISHED


class Time:
    """A clock that sleeping moves forward."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += round(seconds * 1000)
        await asyncio.sleep(0)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def relay(time: Time) -> StandInBeacon:
    return StandInBeacon(time, period=3000)


def beacon_of(time: Time, *relays: StandInBeacon) -> PublicBeacon:
    return PublicBeacon(relays[0].chain, relays, time, time.sleep, slack=1000)


async def test_a_round_comes_when_it_is_due_with_a_valid_signature(time: Time, relay: StandInBeacon) -> None:
    beacon = beacon_of(time, relay)
    named = beacon.round_for(time.now, 0)
    due = relay.chain.due(named.round)
    assert 7000 <= due - time.now < 10_000, "two periods, and a second for posting the message"
    both = await asyncio.gather(beacon.signature(named.round), beacon.signature(named.round))
    assert both[0] is not None
    assert both[0] == both[1]
    assert is_signature_of(relay.chain, named.round, both[0])
    assert due < time.now < due + 1000
    assert relay.asked == 1, "one request for all who wait"
    assert await beacon.signature(named.round) == both[0]
    assert relay.asked == 1


async def test_failed_announcements_get_more_time(time: Time, relay: StandInBeacon) -> None:
    beacon = beacon_of(time, relay)
    leads = [relay.chain.due(beacon.round_for(time.now, failures).round) - time.now for failures in range(4)]
    assert [lead >= 6000 + 1000 * 2**failures for failures, lead in enumerate(leads)] == [True] * 4
    assert max(leads) < 60_000


async def test_the_first_valid_signature_wins(time: Time) -> None:
    down, forged, good = (StandInBeacon(time, period=3000) for _ in range(3))
    down.down, forged.forged = True, True
    beacon = beacon_of(time, down, forged, good)
    number = beacon.round_for(time.now, 0).round
    assert await beacon.signature(number) == good.sign(number)
    assert (down.asked, forged.asked, good.asked) == (2, 1, 1), "two relays at a time"


async def test_a_late_round_is_waited_for_and_a_lost_one_is_given_up(time: Time, relay: StandInBeacon) -> None:
    beacon = beacon_of(time, relay)
    number = beacon.round_for(time.now, 0).round
    relay.late = 5 * 60_000
    assert await beacon.signature(number) == relay.sign(number)
    assert relay.asked < 20, "with growing pauses"
    relay.down = True
    number, began = number + 1000, time.now
    assert await beacon.signature(number) is None
    assert time.now - began >= PATIENCE


async def test_the_health_check_says_whether_the_beacon_works(time: Time, relay: StandInBeacon) -> None:
    beacon, told = beacon_of(time, relay), list[bool]()
    beacon.on_change(lambda: told.append(beacon.is_up))
    await beacon.check()
    relay.down = True
    await beacon.check()
    relay.down, relay.forged = False, True
    await beacon.check()
    relay.forged, relay.late = False, 60_000
    await beacon.check()
    relay.late = 0
    await beacon.check()
    assert told == [True, False, True], "forged and old rounds don't count"


async def test_a_check_is_kept_for_a_minute_while_lobbies_are_shown(time: Time, relay: StandInBeacon) -> None:
    beacon, checks = beacon_of(time, relay), 0

    async def passed(seconds: int) -> int:
        """Return how many checks two wishes after some time start."""
        nonlocal checks
        time.now += seconds * 1000
        calls = 0

        async def counted() -> None:
            nonlocal calls
            calls += 1
            await PublicBeacon.check(beacon)

        beacon.check = counted  # type: ignore[method-assign]
        beacon.want()
        await beacon.tick()
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "check of the public beacon"))
        await beacon.tick()
        return calls

    assert [await passed(seconds) for seconds in (0, 30, 29, 1)] == [1, 0, 0, 1]
    await beacon.close()


@asynccontextmanager
async def served(*answers: web.Response) -> AsyncIterator[tuple[str, list[str]]]:
    """Serve answers one after the other. Yield the address, and the paths that were asked for."""
    left, paths = list(answers), list[str]()

    async def answer(request: web.Request) -> web.Response:
        paths.append(request.path)
        return left.pop(0)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"http://{host}:{port}", paths
    finally:
        await runner.cleanup()


async def test_a_relay_over_http() -> None:
    good = web.json_response({"round": 42, "signature": PUBLISHED[42]})
    latest = web.json_response({"round": 43, "signature": PUBLISHED[43]})
    bad = [web.Response(status=status) for status in (425, 404, 500, 302)]
    bad += [web.Response(text=text) for text in ("no JSON", "[]", '{"round": 42}', '{"round": 1, "signature": "x"}')]
    bad.append(web.Response(text="[" * 100_000))
    async with served(good, latest, *bad) as (url, paths):
        session = RelaySession()
        relay = HttpRelay(f"{url}/", QUICKNET.hash, session)
        assert await relay(42) == (42, bytes.fromhex(PUBLISHED[42]))
        assert await relay(None) == (43, bytes.fromhex(PUBLISHED[43]))
        assert paths == [f"/{QUICKNET.hash}/public/42", f"/{QUICKNET.hash}/public/latest"]
        for _ in bad:
            with pytest.raises(RelayError):
                await relay(42)
    with pytest.raises(RelayError):
        await relay(42)
    await session.close()
