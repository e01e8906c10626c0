"""Starts that wait for a round of the beacon: announced in time, resumed after a crash, void in plain sight."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256

import pytest

from bot.fairness.beacon import PATIENCE, PublicBeacon
from bot.fairness.chains import DISCORD_EPOCH, QUICKNET
from bot.fairness.grades import Doubt, Grade, Proof, grade_of
from bot.fairness.stand_in import RequestedRounds, StandInBeacon
from bot.play.service import table_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.starter import MOST_LATE, Starter
from bot.play.service.table import Table
from bot.play.state.errors import TableReason
from bot.play.state.ports import Signal
from bot.play.state.shuffles import BeaconUse, StartPromise, links_of_voided
from bot.play.state.values import Start, Status, TableSettings, VoidReason
from bot.players.levels import Level
from bot.rummy.records.checking import verify
from bot.rummy.records.sealed import SealedFairness, StartCounts
from bot.rummy.records.starts import BeaconRound
from bot.rummy.refusals import Refused
from bot.rummy.shuffle import chain_link, deck_for, mix_of_start
from tests.fairness.test_beacon import Time
from tests.play.memory import MemoryStore
from tests.play.process import ALA, BOB, QUICK, Process, ids


@dataclass
class Notices:
    """Stands in for the channel. ``delay`` is how many milliseconds each of the next messages takes."""

    time: Time
    delay: list[int] = field(default_factory=list)
    posted: list[Start] = field(default_factory=list)
    voided: list[Start] = field(default_factory=list)
    dealt_at: list[int] = field(default_factory=list)
    after_posting: Callable[[], object] = lambda: None

    async def announce(self, table: Table, start: Start) -> int | None:  # noqa: ARG002 - one table
        if self.delay:
            self.time.now += self.delay.pop(0)
        self.posted.append(start)
        self.after_posting()
        return (self.time.now - DISCORD_EPOCH) << 22

    async def void(self, table: Table, start: Start, message: int | None) -> None:  # noqa: ARG002
        self.voided.append(start)

    def dealt(self, table: Table) -> None:  # noqa: ARG002 - one table
        self.dealt_at.append(self.time.now)


class World:
    """A process with its own beacon, and a channel."""

    def __init__(self, store: MemoryStore, time: Time, relay: StandInBeacon) -> None:
        self.time, self.relay, self.store = time, relay, store
        self.beacon = PublicBeacon(relay.chain, (relay,), time, time.sleep, slack=1000)
        self.notices = Notices(time)
        touched = Signal[Table]()
        self.process = Process(store, watch=touched.send, beacon=self.beacon, clock=time)
        self.starter = Starter(self.process.tables, self.beacon, self.notices, time, touched=touched)

    async def lobby(self) -> Table:
        table = await self.process.open(QUICK)
        await table_requests.join(table, BOB, "Bob", next(ids))
        return table


@asynccontextmanager
async def world_on(store: MemoryStore, time: Time, relay: StandInBeacon | RequestedRounds) -> AsyncIterator[World]:
    world = World(store, time, relay)
    await world.beacon.check()
    try:
        yield world
    finally:
        await world.starter.close()
        await world.beacon.close()


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    time = Time()
    relay = StandInBeacon(time, period=3000)
    monkeypatch.setattr("bot.fairness.grades.PINNED", (relay.chain,))
    async with world_on(MemoryStore(), time, relay) as opened:
        yield opened


def status_of(table: Table) -> Status:
    return table.row.status


def use_of(table: Table) -> BeaconUse:
    return table.promise.beacon


def fairness_of(table: Table) -> SealedFairness:
    found = verify(table.record()).fairness
    assert isinstance(found, SealedFairness)
    return found


async def test_a_start_fixes_everything_and_waits_for_its_round(world: World) -> None:
    table = await world.lobby()
    assert table.promise.proof == Proof(Grade.NOBODY)
    began = world.time.now
    await table_requests.start(table, ALA, next(ids))
    assert table.row.is_starting
    assert (table.game, world.time.now) == (None, began), "no answer waits for the beacon"
    for change in (table_requests.cut(table, BOB, "late", next(ids)), table_requests.leave(table, BOB, next(ids))):
        with pytest.raises(Refused) as caught:
            await change
        assert caught.value.refusal.reason is TableReason.STARTING
    await world.starter.idle()
    assert status_of(table) is Status.PLAYING
    (start,) = world.notices.posted
    assert start.due is not None
    assert 6000 <= start.due - began < 11_000
    assert world.notices.dealt_at == [world.time.now]
    assert world.time.now - start.due < 1000
    fairness = fairness_of(table)
    assert grade_of(fairness, (world.relay.chain,)) == Proof(Grade.NOBODY)
    other = Proof(Grade.NOT_PROVEN, doubt=Doubt.OTHER_CHAIN)
    assert grade_of(fairness, (QUICKNET,)) == other, "only the pinned chain counts"


async def test_the_cards_follow_from_the_line_and_the_round(world: World) -> None:
    table = await world.lobby()
    await table_requests.start(table, ALA, next(ids))
    await world.starter.idle()
    start = table.row.start
    assert start is not None
    assert start.beacon is not None
    assert start.signature == world.relay.sign(start.beacon.round)
    mix = mix_of_start(start.line, sha256(start.signature).digest(), 2)
    deck = deck_for(chain_link(table.row.secret, 1), mix, 1, QUICK)
    await table_requests.close(table, next(ids))
    written = table.record()["deals"]
    assert isinstance(written, list)
    assert verify(table.record()).proven == (1,)
    assert len(deck) == len(written[0]["deck"]) == 52


async def test_a_late_message_voids_the_start_and_it_is_made_again_with_more_time(world: World) -> None:
    table = await world.lobby()
    world.notices.delay = [5000, 0]
    await table_requests.start(table, ALA, next(ids))
    await world.starter.idle()
    assert status_of(table) is Status.PLAYING
    assert [start.voided for start in table.row.starts] == [VoidReason.LATE, None]
    assert [start.number for start in world.notices.voided] == [1]
    leads = [(start.due or 0) - start.at for start in table.row.starts]
    assert leads[1] >= 8000
    fairness = fairness_of(table)
    assert [start.secret for start in fairness.voided] == [chain_link(table.row.secret, 1).hex()]
    assert links_of_voided(table.row) == (chain_link(table.row.secret, 1),)
    assert grade_of(fairness, (world.relay.chain,)) == Proof(Grade.NOBODY, decks=2)
    assert table.row.starts[1].counts == StartCounts(1, 1), "the first start, too"
    await table_requests.close(table, next(ids))
    assert fairness_of(table).secrets == (chain_link(table.row.secret, 2).hex(),), "a revealed secret isn't used again"
    again = await world.process.open(QUICK, channel=5)
    await table_requests.join(again, BOB, "Bob", next(ids))
    await table_requests.start(again, ALA, next(ids))
    assert again.row.starts[0].counts == StartCounts(2, 1)
    await world.starter.idle()


async def test_after_three_late_messages_the_lobby_is_open_again(world: World) -> None:
    table = await world.lobby()
    world.notices.delay = [20_000] * 10
    await table_requests.start(table, ALA, next(ids))
    await world.starter.idle()
    assert status_of(table) is Status.LOBBY
    assert not table.row.is_starting
    assert [start.voided for start in table.row.starts] == [VoidReason.LATE] * MOST_LATE
    await table_requests.cut(table, BOB, "a cut", next(ids))
    world.notices.delay = []
    await table_requests.start(table, ALA, next(ids))
    await world.starter.idle()
    assert status_of(table) is Status.PLAYING
    assert fairness_of(table).terms.number == MOST_LATE + 1


@pytest.mark.parametrize("trouble", ["down", "forged"])
async def test_after_the_commit_there_is_no_falling_back(world: World, trouble: str) -> None:
    """An operator who dislikes the round can only void the start, and everyone sees that."""
    table = await world.lobby()
    world.notices.after_posting = lambda: setattr(world.relay, trouble, True)
    await table_requests.start(table, ALA, next(ids))
    began = world.time.now
    await world.starter.idle()
    assert world.time.now - began >= PATIENCE
    assert status_of(table) is Status.LOBBY
    assert [start.voided for start in table.row.starts] == [VoidReason.BEACON_DOWN]
    assert [start.number for start in world.notices.voided] == [1]
    await world.beacon.check()
    assert use_of(table) is BeaconUse.DOWN, "said before anyone starts again"
    await table_requests.cut(table, BOB, "a cut", next(ids))
    assert table.promise.proof == Proof(Grade.UNLESS_OPERATOR, decks=2), "the next deck was known"
    await table_requests.start(table, ALA, next(ids))
    assert status_of(table) is Status.PLAYING
    assert (fairness_of(table).beacon, len(fairness_of(table).voided)) == (None, 1)


async def test_a_late_round_keeps_its_value(world: World) -> None:
    table = await world.lobby()
    world.notices.after_posting = lambda: setattr(world.relay, "late", 3 * 60_000)
    await table_requests.start(table, ALA, next(ids))
    await world.starter.idle()
    assert status_of(table) is Status.PLAYING
    assert grade_of(fairness_of(table), (world.relay.chain,)) == Proof(Grade.NOBODY)


async def test_another_run_of_the_program_goes_on_with_the_same_line(world: World) -> None:
    table = await world.lobby()
    world.relay.down = True
    await table_requests.start(table, ALA, next(ids))
    for _ in range(50):  # until the message is stored, and the round doesn't come
        await asyncio.sleep(0)
    assert table.row.start is not None
    assert table.row.start.message is not None
    line = table.row.start.line
    await world.starter.close()
    world.relay.down = False
    async with world_on(world.store, world.time, world.relay) as other:
        again = await other.process.tables.get(table.row.id)
        await other.starter.idle()
        assert status_of(again) is Status.PLAYING
        assert again.row.start is not None
        assert again.row.start.line == line
        assert other.notices.posted == [], "the round was announced already"


async def test_a_crash_before_the_message_was_stored_voids_the_start(world: World) -> None:
    """The message may exist, but it can't be proven that it came in time."""
    table = await world.lobby()
    await table_requests.start(table, ALA, next(ids))
    await world.starter.close()
    world.time.now += 60_000
    async with world_on(world.store, world.time, world.relay) as other:
        again = await other.process.tables.get(table.row.id)
        await other.starter.idle()
        assert [start.voided for start in again.row.starts] == [VoidReason.LATE, None]
        assert status_of(again) is Status.PLAYING


async def test_closing_a_table_voids_its_start(world: World) -> None:
    table = await world.lobby()
    world.relay.down = True
    await table_requests.start(table, ALA, next(ids))
    await table_requests.close(table, next(ids))
    await world.starter.idle()
    assert status_of(table) is Status.CANCELLED
    assert [start.voided for start in table.row.starts] == [VoidReason.CLOSED]


async def test_tables_of_one_person_use_the_beacon_only_if_asked(world: World) -> None:
    table = await world.process.open(computers=(Level.EASY,))
    assert use_of(table) is BeaconUse.ONE_PERSON
    await table_requests.change_settings(table, ALA, TableSettings(beacon=True), next(ids))
    assert use_of(table) is BeaconUse.MIXED_IN
    await table_requests.change_settings(table, ALA, TableSettings(), next(ids))
    await table_requests.start(table, ALA, next(ids))
    assert status_of(table) is Status.PLAYING
    practice, _ = await world.process.tables.practice(
        user=BOB, name="Bob", options=QUICK, computers=ComputerSeats((Level.EASY,)), interaction=next(ids)
    )
    assert use_of(practice) is BeaconUse.PRACTICE
    assert status_of(practice) is Status.PLAYING
    assert world.relay.asked == 0


@pytest.mark.parametrize("late", [0, 90_000])
async def test_a_demo_promises_what_its_record_proves_and_repeats_its_rounds(late: int) -> None:
    time = Time()
    time.now += late
    rounds = RequestedRounds(time)
    async with world_on(MemoryStore(), time, rounds) as world:
        table = await world.lobby()
        nothing = Proof(Grade.NOT_PROVEN, doubt=Doubt.OTHER_CHAIN)
        assert table.promise == StartPromise(nothing, BeaconUse.STAND_IN)
        await table_requests.cut(table, BOB, "a lucky cut", next(ids))
        assert table.promise == StartPromise(nothing, BeaconUse.STAND_IN), "the stand-in comes after the cut"
        world.notices.delay = [late]  # posting the round takes as long
        await table_requests.start(table, ALA, next(ids))
        await world.starter.idle()
        start = table.row.start
        assert start is not None
        assert (start.beacon, start.number) == (BeaconRound(rounds.chain.hash, 1), 1)
        assert start.signature == StandInBeacon(time).sign(1), "time decides nothing"
        assert grade_of(fairness_of(table)) == nothing


async def test_a_demo_shows_a_beacon_that_is_late_forged_or_down() -> None:
    time = Time()
    rounds = RequestedRounds(time, late=10_000)
    async with world_on(MemoryStore(), time, rounds) as world:
        table, began = await world.lobby(), time.now
        await table_requests.start(table, ALA, next(ids))
        await world.starter.idle()
        assert (status_of(table), time.now - began >= 10_000) == (Status.PLAYING, True)
        table = await world.lobby()
        rounds.late, rounds.forged = 0, True
        await world.beacon.check()
        assert use_of(table) is BeaconUse.STAND_IN, "a check doesn't notice it"
        await table_requests.start(table, ALA, next(ids))
        await world.starter.idle()
        assert [start.voided for start in table.row.starts] == [VoidReason.BEACON_DOWN]
        rounds.down = True
        await world.beacon.check()
        assert use_of(table) is BeaconUse.DOWN
