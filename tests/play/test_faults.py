"""Failures of the store: memory never has more than the store, and nothing stored is lost."""

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import Repeated, Stale, StoreError
from bot.play.state.game import BrokenLog
from bot.play.state.values import LogLine, Stamp, Status
from bot.rummy.moves import Verb
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BOB, GIN, QUICK, Process, everything, ids, play_on, step, turn


@pytest.fixture
def flaky(here: Process) -> FlakyStore:
    """Wrap the process's store in one that can fail."""
    store = FlakyStore(here.store)
    here.tables = Process(store).tables
    return store


LOBBY_CHANGES: list[Callable[[Table], Awaitable[None]]] = [
    lambda table: table_requests.join(table, BOB, "Bob", next(ids)),
    lambda table: table_requests.cut(table, ALA, "mine", next(ids)),
    lambda table: table_requests.set_options(table, ALA, QUICK, next(ids)),
    lambda table: table_requests.leave(table, ALA, next(ids)),
    lambda table: table_requests.cancel(table, ALA, next(ids)),
    lambda table: table.set_message(5),
]


@pytest.mark.parametrize("change", LOBBY_CHANGES)
async def test_a_lobby_is_unchanged_if_the_commit_fails(
    here: Process, there: Process, flaky: FlakyStore, change: Callable[[Table], Awaitable[None]]
) -> None:
    table = await here.open()
    before = everything(table)
    flaky.fail = "before"
    with pytest.raises(StoreError, match="the disk is full"):
        await change(table)
    assert everything(table) == before
    assert everything(await there.tables.get(table.row.id)) == before
    flaky.fail = None
    await change(table)
    assert everything(table) != before


@pytest.mark.slow
async def test_a_game_is_unchanged_if_the_commit_fails_and_can_continue(
    here: Process, there: Process, flaky: FlakyStore
) -> None:
    table = await here.open(QUICK)
    await table_requests.join(table, BOB, "Bob", next(ids))
    flaky.fail = "before"
    with pytest.raises(StoreError):
        await table_requests.start(table, ALA, next(ids))
    flaky.fail = None
    await table_requests.start(table, ALA, next(ids))
    chance = random.Random(6)
    for _ in range(12):
        before = everything(table)
        flaky.fail = "before"
        for attempt in (step(table, chance), play_requests.resign(table, ALA, interaction=next(ids))):
            with pytest.raises(StoreError):
                await attempt
            assert everything(table) == before
        flaky.fail = None
        await step(table, chance)
    assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_a_committed_move_is_found_after_its_answer_was_lost(here: Process, flaky: FlakyStore) -> None:
    table = await here.started()
    mover, click = turn(table), next(ids)
    flaky.fail = "after"
    with pytest.raises(StoreError):
        await play_requests.move(table, mover, Verb.TAKE, stamp=Stamp(0), interaction=click)
    flaky.fail = None
    with pytest.raises(Repeated):
        await play_requests.move(table, mover, Verb.TAKE, stamp=Stamp(0), interaction=click)
    assert table.stamp(None) == Stamp(1)
    await play_requests.move(
        table, mover, Verb.DISCARD, table.view(table.seat_of(mover)).hand[-1], stamp=Stamp(1), interaction=next(ids)
    )


async def test_a_committed_start_is_found_after_its_answer_was_lost(here: Process, flaky: FlakyStore) -> None:
    table = await here.open()
    await table_requests.join(table, BOB, "Bob", next(ids))
    flaky.fail = "after"
    with pytest.raises(StoreError):
        await table_requests.start(table, ALA, next(ids))
    flaky.fail = None
    await play_requests.move(table, *first_move(await fresh(here, table)), stamp=Stamp(0), interaction=next(ids))
    assert table.stamp(None) == Stamp(1)


async def test_a_move_whose_caller_was_canceled_is_stored_once(here: Process, flaky: FlakyStore) -> None:
    table = await here.started()
    flaky.hold = asyncio.Event()
    mover, click = turn(table), next(ids)
    moving = asyncio.create_task(play_requests.move(table, mover, Verb.TAKE, stamp=Stamp(0), interaction=click))
    await flaky.committed.wait()
    moving.cancel()
    await asyncio.wait([moving])
    flaky.hold = None
    with pytest.raises(Repeated):
        await play_requests.move(table, mover, Verb.TAKE, stamp=Stamp(0), interaction=click)
    assert table.stamp(None) == Stamp(1)
    assert everything(table) == everything(await fresh(here, table))


async def test_others_wait_for_the_commit_and_see_nothing_before_it(here: Process, flaky: FlakyStore) -> None:
    table = await here.started()
    flaky.hold = asyncio.Event()
    before = everything(table)
    moving = asyncio.create_task(
        play_requests.move(table, turn(table), Verb.TAKE, stamp=Stamp(0), interaction=next(ids))
    )
    await flaky.committed.wait()
    assert everything(table) == before
    flaky.hold.set()
    await moving
    assert everything(table) != before


async def test_an_illegal_log_is_reported_with_its_table_and_line(here: Process, there: Process) -> None:
    table = await here.started()
    await here.store.append(table.row.id, LogLine(0, 0, "lay 5H", next(ids), 1), clock=None, wake=None)
    with pytest.raises(BrokenLog, match=f"table {table.row.id}, line 0: 0 lay 5H: there is no move 'lay'"):
        await there.tables.get(table.row.id)


@pytest.mark.slow
async def test_games_at_many_tables_at_once_are_all_stored(here: Process, there: Process) -> None:
    tables = [await here.started(GIN, channel=n) for n in range(10)]
    await asyncio.gather(*(play_on(table, random.Random(n), 40) for n, table in enumerate(tables)))
    for table in tables:
        assert table.stamp(None) == Stamp(40)
        assert everything(await there.tables.get(table.row.id)) == everything(table)


async def test_a_game_that_ended_in_another_process_is_found_to_be_over(here: Process, there: Process) -> None:
    table = await here.started()
    other = await there.tables.get(table.row.id)
    await play_requests.resign(other, BOB, interaction=next(ids))
    with pytest.raises(Stale):
        await play_requests.move(table, turn(table), Verb.PASS, stamp=Stamp(0), interaction=next(ids))
    assert (table.row.status, table.resigned) == (Status.OVER, 1)
    assert everything(table) == everything(other)


async def fresh(here: Process, table: Table) -> Table:
    """Load a table as a process that has just started does."""
    return await Process(here.store).tables.get(table.row.id)


def first_move(table: Table) -> tuple[int, Verb]:
    """Return a move that is legal at the start."""
    return turn(table), Verb.TAKE
