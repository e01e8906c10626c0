"""The scheduler: immediate and delayed actions, races with other processes, and failures."""

import asyncio
import gc
import logging
import weakref
from collections.abc import Callable, Sequence

import pytest

from bot.play.scheduling import acting
from bot.play.scheduling.thinking import OneThread
from bot.play.service import play_requests, program_actions
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.service.tables import IDLE
from bot.play.state.errors import Stale, StoreError
from bot.play.state.people import Notifications, Preferences, Quiet
from bot.play.state.slots import HEART
from bot.play.state.values import Debts, Pace, Ping, PingResult, Status
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.records.checking import check
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND, FakeTime
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BASIC, BOB, QUICK, claimers, ids, turn
from tests.play.scheduling.cluster import Cluster, deadline_of, game_of, lines_of, status_of

CLAIMS = options_for(Variant.GERMAN, {"rounds": 1, "claim": True})


async def drawn(table: Table) -> None:
    """Draw as the player on turn."""
    seat = table.view(None).turn
    assert seat is not None
    await play_requests.move(table, turn(table), Verb.DRAW, stamp=table.stamp(seat), interaction=next(ids))


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (QUICK, 2),
        (options_for(Variant.BASIC, {"target": 10}), 3),
        (options_for(Variant.GERMAN, {"rounds": 2, "small_deck": True}), 4),
    ],
    ids=["gin", "basic", "german"],
)
async def test_computers_play_a_whole_game_by_themselves(cluster: Cluster, options: Options, seats: int) -> None:
    cluster.pauses = (2.0, 3.0)
    bot = await cluster.bot()
    table = await bot.tables.watch(
        guild=1,
        channel=7,
        host=ALA,
        options=options,
        computers=ComputerSeats((Level.EASY,) * seats),
        interaction=next(ids),
    )
    for _ in range(400):
        if status_of(table) is Status.OVER:
            break
        await cluster.time.forward(MINUTE)
    assert status_of(table) is Status.OVER
    assert table.winners()
    assert table.forfeits == frozenset()
    assert check(table.record())["result"]
    assert not any(text.endswith("!") for text in lines_of(table))
    assert cluster.announcer.sent == []


@pytest.mark.parametrize("options", [QUICK, BASIC], ids=["gin", "basic"])
async def test_a_computer_takes_longer_over_a_knock_or_a_lay_than_over_a_discard(
    cluster: Cluster, options: Options
) -> None:
    cluster.pauses = (2.0, 3.0)
    bot = await cluster.bot()
    table = await bot.tables.watch(
        guild=1, channel=7, host=ALA, options=options, computers=ComputerSeats((Level.EASY,) * 2), interaction=next(ids)
    )
    await cluster.time.forward(10 * SECOND)  # a game's first turn begins with its first move
    plain = pondered = 0
    while not pondered or not plain:
        begins, done = game_of(table).turn_at + 2 * SECOND, len(lines_of(table))
        await cluster.time.until(begins - 1)
        assert len(lines_of(table)) == done, "it doesn't move before its pause is over"
        await cluster.time.forward(1)
        made = lines_of(table)[done:]
        if len(made) > 1 or made[-1].endswith("pass"):
            assert not any(verb in line for line in made for verb in ("knock", "meld", "layoff")), made
            plain += 1
            continue
        await cluster.time.until(begins + 800 - 1)
        assert len(lines_of(table)) == done + 1, "a knock or lay takes at least two fifths of the pause longer"
        await cluster.time.until(begins + 2 * SECOND)
        assert any(verb in lines_of(table)[done + 1] for verb in ("knock", "meld", "layoff"))
        pondered += 1


def test_how_long_a_computer_ponders_follows_from_the_move_and_its_seed_alone() -> None:
    knock, discard = Move(0, Verb.KNOCK, 5), Move(0, Verb.DISCARD, 5)
    assert {acting.longer_over((discard,), pause, seed) for pause in (0, 1500, 30_000) for seed in range(50)} == {0}
    longer = {acting.longer_over((knock,), 1500, seed) for seed in range(200)}
    assert len(longer) > 100
    assert 600 <= min(longer) < max(longer) <= 1500
    assert max(acting.longer_over((knock,), 30_000, seed) for seed in range(200)) == 2 * SECOND
    assert acting.longer_over((knock,), 0, 7) == 0


async def test_closing_in_a_computers_pause_leaves_the_move_to_the_next_process(cluster: Cluster) -> None:
    cluster.pauses = (30.0, 30.0)
    bot = await cluster.bot()
    table = await bot.tables.watch(
        guild=1, channel=7, host=ALA, options=BASIC, computers=ComputerSeats((Level.EASY,) * 2), interaction=next(ids)
    )
    await cluster.time.forward(SECOND)
    await cluster.stopped(bot)
    await cluster.time.forward(HOUR)
    assert lines_of(table) == ()
    cluster.pauses = (1.0, 1.0)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await cluster.time.forward(SECOND)
    assert lines_of(table)[0] == "0 draw"


async def test_a_click_that_is_being_committed_when_time_runs_out_counts(cluster: Cluster) -> None:
    store = FlakyStore(cluster.store)
    bot = await cluster.bot(store)
    table = await bot.started(BASIC)
    user = turn(table)
    await cluster.time.until(deadline_of(table) - 1)
    store.hold = hold = asyncio.Event()
    click = asyncio.create_task(drawn(table))
    await store.committed.wait()
    settled, cluster.time.settled = (
        cluster.time.settled,
        FakeTime().settled,
    )  # the scheduler can't rest before the click does
    await cluster.time.forward(1)
    store.hold = None
    hold.set()
    await click
    cluster.time.settled = settled
    await cluster.time.forward(0)
    assert lines_of(table)[0] == f"{table.seat_of(user)} draw"
    assert [text.endswith(" !") for text in lines_of(table)] == [False, True]  # the rest of the turn was too late


async def test_a_click_that_comes_with_the_move_of_the_bot_finds_it_made(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    seat, stamp = table.view(None).turn, table.stamp(None)
    user = turn(table)
    await cluster.time.until(deadline_of(table))
    with pytest.raises(Stale):
        await play_requests.move(table, user, Verb.DRAW, stamp=stamp, interaction=next(ids))
    assert table.view(None).turn != seat


async def test_a_scheduler_deletes_the_ping_that_another_one_was_sending_when_it_read_the_table(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await cluster.bot(), await cluster.bot()
    send = cluster.announcer.ping

    async def read_meanwhile(
        table: Table, user: int, notifications: Notifications, reminder: int
    ) -> tuple[PingResult, Ping | None]:
        if reminder == 2:
            await there.tables.get(table.row.id)
        return await send(table, user, notifications, reminder)

    monkeypatch.setattr(cluster.announcer, "ping", read_meanwhile)
    await here.started(BASIC, pace=Pace.SLOW)
    await cluster.time.forward(DAY - 1)
    (left,) = cluster.announcer.standing
    await cluster.stopped(here)
    await cluster.time.forward(1 + MINUTE)  # the host has just acted, so they are pinged a minute later
    assert left not in cluster.announcer.standing
    assert len(cluster.announcer.standing) == 1


async def test_two_schedulers_of_one_table_make_one_move_and_one_ping(cluster: Cluster) -> None:
    here, there = await cluster.bot(), await cluster.bot()
    table = await here.started(BASIC, pace=Pace.SLOW)
    await there.tables.get(table.row.id)
    await cluster.time.forward(DAY - 1)
    assert [sent.reminder for sent in cluster.announcer.sent] == [0, 1, 2]
    await cluster.time.forward(1)
    both = [await bot.tables.get(table.row.id) for bot in (here, there)]
    for one in both:
        await one.refresh()
    assert lines_of(both[0]) == lines_of(both[1])
    assert [text.split()[1] for text in lines_of(table)].count("draw") == 1
    assert len(cluster.announcer.standing) <= 1


async def test_a_scheduler_that_is_behind_does_not_set_the_clock_back(cluster: Cluster) -> None:
    here, there = await cluster.bot(), await cluster.bot()
    table = await here.started(BASIC, pace=Pace.SLOW)
    await there.tables.get(table.row.id)  # load the table in its first state
    for _ in range(2):
        await drawn(table)
        seat = table.view(None).turn
        cards = [move for move in table.view(seat).moves if move.verb is Verb.DISCARD]
        await play_requests.moves(table, turn(table), cards[:1], stamp=table.stamp(seat), interaction=next(ids))
        await cluster.time.forward(HOUR)
    kept = await here.store.load(table.row.id)
    assert kept is not None
    assert kept[0].clock == table.row.clock
    assert deadline_of(table) > cluster.time.now + 22 * HOUR


@pytest.mark.slow
@pytest.mark.parametrize("fail", ["before", "after"])
async def test_a_store_that_fails_is_tried_again_and_the_other_tables_go_on(cluster: Cluster, fail: str) -> None:
    store = FlakyStore(cluster.store)
    bot = await cluster.bot(store)
    tables = [await bot.started(BASIC, channel=n) for n in range(3)]
    seats = [table.view(None).turn for table in tables]
    store.fail = fail
    await cluster.time.forward(2 * MINUTE + 20 * SECOND)
    store.fail = None
    await cluster.time.forward(HOUR)
    for table, seat in zip(tables, seats, strict=True):
        assert lines_of(table)[0].split()[:2] == [str(seat), "draw"]
        assert lines_of(table)[-1].endswith("away")
        fresh = await as_kept(cluster, table)
        assert lines_of(fresh) == lines_of(table)


async def as_kept(cluster: Cluster, table: Table) -> Table:
    """Load a table as a process that has just started does."""
    found = await cluster.store.load(table.row.id)
    assert found is not None
    return Table(cluster.store, cluster.time.clock, *found)


async def test_a_ping_that_could_not_be_stored_is_stored_later_and_deleted_in_time(cluster: Cluster) -> None:
    class Forgetful(FlakyStore):
        forgets = True

        async def set_ping(self, table: int, ping: Ping | None) -> None:
            if self.forgets:
                raise StoreError("the disk is full")
            await super().set_ping(table, ping)

    store = Forgetful(cluster.store)
    bot = await cluster.bot(store)
    table = await bot.started(BASIC, pace=Pace.NONE)
    user = turn(table)
    await cluster.time.forward(5 * MINUTE)
    assert [sent.user for sent in cluster.announcer.sent] == [user]
    assert table.row.ping is None
    store.forgets = False
    await cluster.time.forward(HOUR)
    assert [sent.user for sent in cluster.announcer.sent] == [user]
    assert table.row.ping in cluster.announcer.standing.values()
    await play_requests.resign(table, user, interaction=next(ids))
    await cluster.time.forward(0)
    assert cluster.announcer.standing == {}


async def test_a_start_with_a_store_that_fails_waits_for_it(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    await cluster.stopped(bot)

    class Down(FlakyStore):
        async def owe(self, debts: Debts) -> None:
            self._fail_before()
            await super().owe(debts)

    store = Down(cluster.store)
    store.fail = "before"
    starting = asyncio.create_task(cluster.bot(store))
    await cluster.time.forward(HOUR)
    assert not starting.done()
    store.fail = None
    await cluster.time.forward(MINUTE)
    bot = await starting
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) > cluster.time.now
    await cluster.time.until(deadline_of(table))
    assert lines_of(table)


@pytest.mark.slow
async def test_the_bot_plays_a_plain_move_for_a_computer_that_fails(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> tuple[Move, ...]:
        raise ZeroDivisionError("the player thinks too much")

    monkeypatch.setattr(acting, "choose", broken)
    bot = await cluster.bot()
    with caplog.at_level(logging.CRITICAL, "bot.play.scheduling.acting"):
        every: tuple[Options, ...] = (QUICK, BASIC, options_for(Variant.GERMAN, {"rounds": 1, "small_deck": True}))
        for n, options in enumerate(every):
            table = await bot.tables.watch(
                guild=1,
                channel=n,
                host=ALA,
                options=options,
                computers=ComputerSeats((Level.HARD,) * 2),
                interaction=next(ids),
            )
            await cluster.time.forward(0)
            assert table.view(None).phase == "deal" or status_of(table) is Status.OVER


async def test_the_bot_plays_a_plain_move_for_a_computer_that_makes_a_mistake(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(acting, "choose", lambda view, *_: (Move(view.seat, Verb.DISCARD, 1),))
    bot = await cluster.bot()
    table = await bot.started(BASIC, people=1, computers=1)
    await cluster.time.forward(4 * MINUTE)
    assert [text for text in lines_of(table) if text.startswith("1 ")]
    erred = [record for record in caplog.records if "invalid move" in record.message]
    assert erred
    assert not any(record.exc_info for record in erred)  # the text of a refusal may name a card of the hand


async def test_a_table_that_can_not_be_looked_at_does_not_stop_the_others(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot = await cluster.bot()
    bad, good = await bot.started(BASIC, channel=1), await bot.started(BASIC, channel=2)

    make_moves = program_actions.move

    async def broken(table: Table, seat: int, moves: Sequence[Move], *, seq: int) -> None:
        if table is bad:
            raise ZeroDivisionError("what is this table?")
        await make_moves(table, seat, moves, seq=seq)

    monkeypatch.setattr(program_actions, "move", broken)
    await cluster.time.forward(3 * HOUR)
    assert lines_of(bad) == ()
    assert lines_of(good)[-1].endswith("away")
    tries = [record for record in caplog.records if getattr(record, "table", None) == bad.row.id]
    assert 5 < len(tries) < 15  # retried with growing delays


@pytest.mark.slow
async def test_tables_are_loaded_when_something_is_due_there_and_not_before(cluster: Cluster) -> None:
    bot = await cluster.bot()
    numbers = [(await bot.started(BASIC, pace=Pace.SLOW, channel=n)).row.id for n in range(10)]
    await cluster.time.forward(2 * MINUTE)
    await cluster.stopped(bot)
    store = FlakyStore(cluster.store)
    bot = await cluster.bot(store)
    assert store.loads == 0
    await cluster.time.forward(11 * HOUR)
    assert store.loads == 0
    await cluster.time.forward(HOUR)
    assert store.loads == len(numbers)
    assert sum(sent.reminder for sent in cluster.announcer.sent) == len(numbers)


async def test_no_table_stays_in_memory_because_it_has_a_deadline_tomorrow(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await cluster.time.forward(2 * MINUTE)
    number, kept = table.row.id, weakref.ref(table)
    del table
    await cluster.time.forward(IDLE)
    await bot.lobby(channel=5)  # something happens at another table
    gc.collect()
    assert kept() is None
    await cluster.time.forward(DAY)
    assert lines_of(await bot.tables.get(number))


async def test_a_ping_due_in_the_morning_is_checked_once_an_hour_at_night(cluster: Cluster) -> None:
    """Quiet hours cost one look per hour, which notices if the player has turned them off."""
    store = FlakyStore(cluster.store)
    bot = await cluster.bot(store)
    for user in (ALA, BOB):
        await cluster.people.save(Preferences(user, quiet=Quiet(0, 23 * 60 + 59, "UTC")))
    await bot.started(BASIC, pace=Pace.NONE)
    asked = 0
    get = cluster.people.get

    async def counted(user: int) -> Preferences:
        nonlocal asked
        asked += 1
        return await get(user)

    cluster.people.get = counted  # type: ignore[method-assign]
    await cluster.time.forward(DAY)
    assert asked <= 25


async def test_heartbeats_are_stored(cluster: Cluster) -> None:
    bot = await cluster.bot()
    assert await cluster.facts.get(HEART) == str(cluster.time.now)
    await cluster.time.forward(DAY)
    await asyncio.sleep(0.05)
    await cluster.stopped(bot)
    assert await cluster.facts.get(HEART) == str(cluster.time.now)


async def test_a_computer_claims_a_discard_only_after_people_had_time_to(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acting, "claims", lambda *_: True)
    cluster.pauses = (1.0, 4.0)
    bot = await cluster.bot()
    table = await bot.started(CLAIMS, people=2, computers=1)
    await until_claim(cluster, table, lambda seats: 2 in seats and len(seats) == 1)
    await cluster.time.forward(4 * SECOND - 1)
    assert not lines_of(table)[-1].endswith("claim")
    await cluster.time.forward(1)
    assert lines_of(table)[-1] == "2 claim"


async def test_a_faster_person_gets_the_discard(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acting, "claims", lambda *_: True)
    cluster.pauses = (1.0, 4.0)
    bot = await cluster.bot()
    table = await bot.started(CLAIMS, people=2, computers=2)
    await until_claim(cluster, table, lambda seats: 2 not in seats and bool({0, 1} & set(seats)))
    seat = next(seat for seat in claimers(table) if seat < 2)
    # longer than the computer's own pause: it waits for them
    await cluster.time.until(max(cluster.time.now, game_of(table).turn_at + 3 * SECOND))
    await play_requests.moves(
        table, (ALA, BOB)[seat], (Move(seat, Verb.CLAIM),), stamp=table.stamp(None), interaction=next(ids)
    )
    assert lines_of(table)[-1] == f"{seat} claim"
    await cluster.time.forward(4 * SECOND)
    assert lines_of(table).count("3 claim") == 0


async def test_a_computer_that_does_not_want_a_discard_is_asked_once(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def declined(view: object, *_: object) -> bool:
        asked.append(view)
        return False

    monkeypatch.setattr(acting, "claims", declined)
    bot = await cluster.bot()
    table = await bot.started(CLAIMS, people=3, computers=1)
    await until_claim(cluster, table, lambda seats: 3 in seats)
    await cluster.time.forward(0)
    first = len(asked)
    assert first
    await cluster.time.forward(30 * SECOND)
    assert len(asked) == first


async def until_claim(cluster: Cluster, table: Table, wanted: Callable[[list[int]], bool]) -> None:
    """Play quickly until the seats that may claim the discard satisfy ``wanted``."""
    for _ in range(200):
        seat = table.view(None).turn
        assert seat is not None
        player = table.row.seats[seat]
        if table.view(None).phase == "draw" and wanted(claimers(table)) and lines_of(table):
            return
        if player.is_computer:
            await cluster.time.forward(5 * SECOND)
            continue
        view = table.view(seat)
        move = next(move for move in view.moves if move.verb in (Verb.DRAW, Verb.DISCARD))
        await play_requests.moves(table, player.user, (move,), stamp=table.stamp(seat), interaction=next(ids))
    raise AssertionError("nobody could claim")


async def test_computer_players_share_one_background_thread() -> None:
    think, names = OneThread(), list[str]()

    def work() -> int:
        import threading  # noqa: PLC0415

        names.append(threading.current_thread().name)
        return len(names)

    try:
        assert await asyncio.gather(*(think(work) for _ in range(5))) == [1, 2, 3, 4, 5]
        assert len(set(names)) == 1
        assert not names[0].startswith("MainThread")
    finally:
        think.close()


async def test_sleeping_tasks_wake_in_the_order_of_their_times() -> None:
    time, woken = FakeTime(), list[tuple[str, int]]()

    async def sleeper(name: str, *seconds: float) -> None:
        for each in seconds:
            await time.sleep(each)
            woken.append((name, time.now - start))

    start = time.now
    tasks = [asyncio.create_task(sleeper(*who)) for who in (("a", 3), ("b", 1, 1), ("c", 2, 5))]
    await time.forward(4 * SECOND)
    assert woken == [("b", 1000), ("c", 2000), ("b", 2000), ("a", 3000)]
    await time.forward(3 * SECOND)
    assert woken[-1] == ("c", 7000)
    await asyncio.gather(*tasks)
