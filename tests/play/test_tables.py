"""The registry of tables: one object per id, loaded on demand, dropped when idle; and rematches."""

import asyncio
import gc
import random
import weakref

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.service.tables import IDLE
from bot.play.state.errors import ChannelTaken, Repeated, TableReason, UnknownTable
from bot.play.state.values import Status
from bot.rummy.refusals import Refused
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BASIC, BOB, DAN, EVE, QUICK, Process, ids, play_on


async def test_simultaneous_requests_get_the_same_table(here: Process, there: Process) -> None:
    table = await here.started()
    assert await here.tables.get(table.row.id) is table
    loaded = await asyncio.gather(*(there.tables.get(table.row.id) for _ in range(5)))
    assert len({id(one) for one in loaded}) == 1
    assert await there.tables.in_channel(table.row.home.channel) is loaded[0]


async def test_requests_for_a_table_are_served_in_order(here: Process) -> None:
    """A request just after loading also waits for earlier ones."""
    number = (await here.started()).row.id
    store = FlakyStore(here.store)
    tables = Process(store).tables
    served: list[int] = []
    late: list[asyncio.Task[None]] = []

    async def ask(n: int) -> None:
        await tables.get(number)
        served.append(n)
        if n < 3:
            late.append(asyncio.create_task(ask(n + 10)))

    await asyncio.gather(*map(ask, range(5)))
    await asyncio.gather(*late)
    assert served == [0, 1, 2, 3, 4, 10, 11, 12]
    assert store.loads == 1


async def test_a_canceled_request_for_a_table_does_not_stop_the_others(here: Process) -> None:
    number = (await here.started()).row.id
    tables = Process(here.store).tables
    asking = [asyncio.create_task(tables.get(number)) for _ in range(4)]
    await asyncio.sleep(0)
    asking[0].cancel()
    asking[2].cancel()
    await asyncio.wait(asking)
    assert await tables.get(number) is asking[1].result() is asking[3].result()
    with pytest.raises(UnknownTable):
        await tables.get(number + 1)


@pytest.mark.slow
async def test_an_idle_table_leaves_memory_and_is_reloaded_unchanged(here: Process) -> None:
    table = await here.started()
    number, row = table.row.id, table.row
    watched = weakref.ref(table)
    del table
    gc.collect(0)
    assert watched() is not None
    here.now += IDLE
    await here.open(channel=5)
    gc.collect()
    assert watched() is None
    assert (await here.tables.get(number)).row == row


@pytest.mark.slow
async def test_a_table_in_use_is_not_loaded_twice(here: Process) -> None:
    table = await here.started()
    here.now += 2 * IDLE
    await here.open(channel=5)
    gc.collect()
    assert await here.tables.get(table.row.id) is table


@pytest.mark.slow
async def test_a_table_used_from_time_to_time_stays_in_memory(here: Process) -> None:
    watched = weakref.ref(await here.started())
    found = watched()
    assert found is not None
    number = found.row.id
    del found
    gc.freeze()  # what other tests left need not be looked at again and again
    for _ in range(4):
        here.now += IDLE // 2
        await here.tables.get(number)
        gc.collect()
    assert watched() is not None


async def over(here: Process) -> Table:
    table = await here.started(QUICK)
    await play_requests.resign(table, BOB, interaction=next(ids))
    return table


@pytest.mark.slow
async def test_a_rematch_invites_the_other_player_to_the_same_game(here: Process) -> None:
    table = await over(here)
    again = await here.tables.rematch(table, user=BOB, name="Bobby", interaction=next(ids))
    assert again.row.status is Status.LOBBY
    assert (again.row.host, again.row.invited, again.row.options) == (BOB, (ALA,), table.row.options)
    assert [(player.user, player.name) for player in again.row.seats] == [(BOB, "Bobby")]
    assert table.row.rematch == again.row.id
    assert again.row.channel == table.row.channel
    await table_requests.join(again, ALA, "Ala", next(ids))
    await table_requests.start(again, BOB, next(ids))


async def test_a_rematch_of_three_reserves_seats_for_the_others(here: Process) -> None:
    table = await here.started(BASIC, 3)
    for user in (BOB, EVE, ALA):
        await play_requests.resign(table, user, interaction=next(ids))
    again = await here.tables.rematch(table, user=EVE, name="Eve", interaction=next(ids))
    assert (again.row.host, again.row.invited, again.row.options) == (EVE, (ALA, BOB), BASIC)
    for user in (DAN, BOB, ALA):
        await table_requests.join(again, user, "x", next(ids))
    await table_requests.start(again, EVE, next(ids))


@pytest.mark.slow
async def test_two_requests_for_a_rematch_find_the_same_table(here: Process, there: Process) -> None:
    table = await over(here)
    other = await there.tables.get(table.row.id)
    first, second, third = await asyncio.gather(
        here.tables.rematch(table, user=ALA, name="Ala", interaction=next(ids)),
        here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids)),
        there.tables.rematch(other, user=BOB, name="Bob", interaction=next(ids)),
    )
    assert first is second
    assert third.row == first.row
    assert await here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids)) is first


@pytest.mark.slow
async def test_the_same_click_on_rematch_again_finds_the_same_table(here: Process, there: Process) -> None:
    table = await over(here)
    click = next(ids)
    first = await here.tables.rematch(table, user=ALA, name="Ala", interaction=click)
    assert await here.tables.rematch(table, user=ALA, name="Ala", interaction=click) is first
    behind = await there.tables.get(table.row.id)
    assert (await there.tables.rematch(behind, user=ALA, name="Ala", interaction=click)).row == first.row


@pytest.mark.slow
async def test_a_canceled_rematch_can_be_requested_again(here: Process) -> None:
    table = await over(here)
    click = next(ids)
    first = await here.tables.rematch(table, user=ALA, name="Ala", interaction=click)
    await table_requests.cancel(first, ALA, next(ids))
    with pytest.raises(Repeated):
        await here.tables.rematch(table, user=ALA, name="Ala", interaction=click)
    second = await here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids))
    assert second.row.id != first.row.id
    assert table.row.rematch == second.row.id


async def test_only_players_of_a_finished_game_can_request_a_rematch(here: Process) -> None:
    table = await here.started()
    for user, reason in ((EVE, TableReason.NOT_SEATED), (ALA, TableReason.NOT_OVER)):
        with pytest.raises(Refused) as caught:
            await here.tables.rematch(table, user=user, name="x", interaction=next(ids))
        assert caught.value.refusal.reason is reason
    await play_requests.resign(table, ALA, interaction=next(ids))
    assert (await here.tables.rematch(table, user=ALA, name="Ala", interaction=next(ids))).row.invited == (BOB,)


@pytest.mark.slow
async def test_C_1_no_rematch_in_a_channel_with_another_open_table(here: Process) -> None:
    table = await over(here)
    other = await here.open()
    with pytest.raises(ChannelTaken) as caught:
        await here.tables.rematch(table, user=BOB, name="Bob", interaction=next(ids))
    assert caught.value.table == other.row.id
    assert table.row.rematch is None


async def test_tables_share_the_lines_of_their_logs(here: Process) -> None:
    """Moves have few different texts, so tables share these strings in memory."""
    tables = [await here.started(QUICK, channel=n) for n in range(2)]
    await asyncio.gather(*(play_on(table, random.Random(8), 20) for table in tables))
    lines = [line for table in tables for line in (table._game.lines if table._game else ())]
    assert len({id(line) for line in lines}) == len(set(lines)) < len(lines)
