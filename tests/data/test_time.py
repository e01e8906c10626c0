"""Stored settings, limits, computers, clocks and pings, and when tables have to be checked."""

import asyncio
from dataclasses import replace

import pytest

from bot.play.state.errors import Overtaken, Repeated
from bot.play.state.slots import Slot
from bot.play.state.values import (
    DAY,
    Pace,
    Ping,
    Player,
    Status,
    TableRow,
    TableSettings,
    TimeLimits,
    TurnClock,
    own_doing,
)
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from data.database import Database
from data.tables.store import SqlTables
from tests.data.tables import ALA, BOB, COMPUTER, append, line, row, shift

SERVER = row().home.guild
CLOCK = TurnClock(1_800_000_060_000, (60_000, 2**40), pinged=True, reminded=2, nudged=True)
GERMAN = options_for(Variant.GERMAN)


async def loaded(store: SqlTables, table: int) -> TableRow:
    found = await store.load(table)
    assert found is not None
    return found[0]


async def test_settings_limits_computers_and_invitations_are_read_back_as_stored(store: SqlTables) -> None:
    levels = [replace(COMPUTER, user=n, level=level) for n, level in enumerate(Level, 1)]
    for n, settings in enumerate(
        (TableSettings(), TableSettings(unassisted=True, quick=True), TableSettings(True, True, True, True))
    ):
        new = row(
            channel=n,
            options=GERMAN,
            seats=(ALA, *levels[:3]),
            invited=(BOB.user, 2**63 - 1),
            settings=settings,
            clock=CLOCK,
        )
        made = await store.create(new, 100 + n)
        assert await loaded(store, made.id) == replace(new, id=made.id)
        for pace, limits in (
            (Pace.LIVE, TimeLimits(60_000, 60_000)),
            (Pace.NONE, None),
            (Pace.SLOW, TimeLimits(3 * DAY)),
        ):
            changed = replace(made, pace=pace, limits=limits, seats=(ALA, levels[3]), invited=(), touched_at=2**41)
            made = await store.save(replace(changed, settings=TableSettings(), clock=None), 200 + made.version + 10 * n)
            assert await loaded(store, made.id) == made


async def test_a_line_is_stored_with_the_clock_and_a_persons_line_touches_the_table(store: SqlTables) -> None:
    made = await store.create(row(status=Status.PLAYING, seats=(ALA, BOB)), 1)
    await store.append(made.id, line(0, 2), clock=CLOCK, wake=77)
    assert await loaded(store, made.id) == replace(made, clock=CLOCK, touched_at=line(0, 2).at)
    assert await store.wakes() == ((77, made.id),)
    await store.append(made.id, line(1, own_doing(made.id, 1)), clock=replace(CLOCK, deadline=None), wake=None)
    after = await loaded(store, made.id)
    assert after == replace(made, clock=replace(CLOCK, deadline=None), touched_at=line(0, 2).at)
    await store.append(made.id, line(2, own_doing(made.id, 2), "close"), clock=None, wake=None, over=True)
    assert await loaded(store, made.id) == replace(after, clock=None, status=Status.OVER)


async def test_lines_of_the_program_are_written_once_too(store: SqlTables) -> None:
    made = await store.create(row(status=Status.PLAYING, seats=(ALA, BOB)), 1)
    await append(store, made.id, line(0, own_doing(made.id, 0)))
    for entry, fault in ((line(1, own_doing(made.id, 0)), Repeated), (line(0, own_doing(made.id, 1)), Overtaken)):
        with pytest.raises(fault):
            await store.append(made.id, entry, clock=CLOCK, wake=5)
    assert await loaded(store, made.id) == made
    assert await store.wakes() == ((0, made.id),)


async def test_a_clock_is_stored_without_a_line(store: SqlTables) -> None:
    made = await store.create(row(status=Status.PLAYING, seats=(ALA, BOB)), 1)
    await store.set_clock(made.id, CLOCK, 50, seq=0, was=None)
    assert await loaded(store, made.id) == replace(made, clock=CLOCK)
    assert await store.wakes() == ((50, made.id),)
    await store.set_clock(made.id, None, None, seq=0, was=CLOCK)
    assert await store.load(made.id) == (made, ())


async def test_a_clock_changed_by_another_process_is_not_overwritten(store: SqlTables) -> None:
    made = await store.create(row(status=Status.PLAYING, seats=(ALA, BOB)), 1)
    await store.append(made.id, line(0, 2), clock=CLOCK, wake=40)
    pinged = replace(CLOCK, pinged=not CLOCK.pinged)
    with pytest.raises(Overtaken):  # a line has been added meanwhile
        await store.set_clock(made.id, pinged, 50, seq=0, was=CLOCK)
    await store.set_clock(made.id, pinged, 50, seq=1, was=CLOCK)
    for late in (pinged, replace(CLOCK, reminded=CLOCK.reminded + 1)):
        with pytest.raises(Overtaken):  # a ping has been sent meanwhile
            await store.set_clock(made.id, late, 60, seq=1, was=CLOCK)
    assert (await loaded(store, made.id)).clock == pinged
    await store.append(made.id, line(1, 3, "close"), clock=None, wake=None, over=True)
    with pytest.raises(Overtaken):
        await store.set_clock(made.id, CLOCK, 60, seq=2, was=None)
    assert await store.wakes() == ()


async def test_lines_and_clocks_written_together_keep_their_order(store: SqlTables) -> None:
    made = [await store.create(row(channel=n, status=Status.PLAYING, seats=(ALA, BOB)), 1000 + n) for n in range(5)]
    clocks = [replace(CLOCK, reminded=n) for n in range(3)]
    await asyncio.gather(
        *(store.append(table.id, line(0, 2000 + table.id), clock=clocks[1], wake=1) for table in made),
        *(store.append(table.id, line(1, 3000 + table.id), clock=clocks[2], wake=3 + table.id) for table in made),
    )
    assert [(await loaded(store, table.id)).clock for table in made] == [clocks[2]] * 5
    assert await store.wakes() == tuple((3 + table.id, table.id) for table in made)


async def test_pings_are_stored_independently_of_other_changes(store: SqlTables) -> None:
    made = await store.create(row(seats=(ALA, BOB)), 1)
    ping = Ping(2**63 - 1, 2**63 - 2, 2**63 - 3)
    await store.set_ping(made.id, ping)
    started = await store.save(replace(made, status=Status.PLAYING), 2)
    await store.append(made.id, line(0, 3), clock=CLOCK, wake=1)
    await store.set_message(made.id, 7, 8)
    assert (await loaded(store, made.id)).ping == ping
    await store.set_ping(made.id, None)
    assert (await loaded(store, made.id)).ping is None
    assert started.ping is None


async def test_open_tables_are_scheduled_soonest_first_and_unknown_ones_at_once(store: SqlTables) -> None:
    made = [await store.create(row(channel=n, seats=(ALA, BOB)), 1000 + n) for n in range(6)]
    for table, wake in zip(made, (300, 100, 200, 400, 50, 60), strict=True):
        await store.set_clock(table.id, None, wake, seq=0, was=None)
    changed = await store.save(made[3], 2000)  # the stored time may be outdated
    await store.save(replace(made[4], status=Status.CANCELLED), 2001)
    await append(store, made[5].id, line(0, 2002, "resign"), over=True)
    assert await store.wakes() == ((0, changed.id), (100, made[1].id), (200, made[2].id), (300, made[0].id))


async def test_tables_that_have_just_changed_are_checked_at_once(store: SqlTables) -> None:
    made = [await store.create(replace(row(channel=n, seats=(ALA, BOB)), touched_at=n), 1000 + n) for n in range(3)]
    for table in made:
        await store.set_clock(table.id, None, 900 + table.id, seq=0, was=None)
    late = [(900 + table.id, table.id) for table in made]
    assert await store.wakes() == tuple(late)
    assert await store.wakes(None, 1) == ((0, made[1].id), (0, made[2].id), late[0])
    assert await store.wakes(None, 3) == tuple(late)


async def test_a_closed_table_is_checked_until_its_last_ping_is_deleted(store: SqlTables) -> None:
    made = await store.create(row(seats=(ALA, BOB)), 1)
    await store.set_ping(made.id, Ping(1, 2, 3))
    await append(store, made.id, line(0, 2, "resign"), over=True)
    assert await store.wakes() == ((0, made.id),)
    await store.set_ping(made.id, None)
    assert await store.wakes() == ()


async def test_time_does_not_run_while_the_bot_is_away(store: SqlTables) -> None:
    """Deadlines move by the time of the absence and leave at least a minute. A table without one doesn't get one."""
    made = [await store.create(row(channel=n, status=Status.PLAYING, seats=(ALA, BOB)), 1000 + n) for n in range(4)]
    for table, deadline in zip(made, (1_000, 90_000, None, 5_000), strict=True):
        wake = None if deadline is None else deadline - 500
        await store.set_clock(table.id, replace(CLOCK, deadline=deadline), wake, seq=0, was=None)
    await store.append(made[3].id, line(0, 2000), clock=replace(CLOCK, deadline=5_000), wake=None, over=True)
    await shift(store, 10_000, 70_000)
    clocks = [(await loaded(store, table.id)).clock for table in made]
    assert clocks == [replace(CLOCK, deadline=deadline) for deadline in (70_000, 100_000, None, 5_000)]
    assert await store.wakes() == ((0, made[2].id), (10_500, made[0].id), (99_500, made[1].id))


async def test_time_is_given_back_on_the_servers_of_a_slot_alone(database: Database) -> None:
    """The first slot has practice tables, too, which belong to no server."""
    store, slots = SqlTables(database), [Slot(number, 2, 5) for number in range(2)]
    rows = [replace(row(channel=n, status=Status.PLAYING, seats=(ALA, BOB)), guild=n << 22) for n in range(8)]
    practice = replace(row(status=Status.PLAYING, seats=(ALA, COMPUTER)), guild=None, channel=None)
    made = [await store.create(one, 1000 + n) for n, one in enumerate((*rows, practice))]
    for table in made:
        await store.set_clock(table.id, replace(CLOCK, deadline=5_000), 1_000, seq=0, was=None)
    mine, theirs = ([table for table in made if slot.serves(table.guild)] for slot in slots)
    assert made[-1] in mine
    database.slot = slots[1]
    await shift(store, 10_000, 0)
    assert await store.wakes() == tuple((11_000, table.id) for table in theirs)
    guilds = {table.guild for table in theirs}
    assert {*await store.in_play()} == {home.guild for home in await store.homes()} == guilds
    database.slot = slots[0]
    assert await store.wakes() == tuple((1_000, table.id) for table in mine)


async def test_lobbies_for_anyone_are_those_with_an_unreserved_seat(store: SqlTables) -> None:
    eve = Player(3, "", "karo")
    tables = {
        "open": row(channel=1),
        "elsewhere": replace(row(channel=2), guild=7),
        "full": row(channel=3, seats=(ALA, COMPUTER)),
        "reserved for Bob": row(channel=4, invited=(BOB.user,)),
        "closed": row(channel=5, settings=TableSettings(invite_only=True)),
        "playing": row(channel=6, status=Status.PLAYING),
        "of four, two reserved": row(channel=7, options=GERMAN, invited=(BOB.user, 5)),
        "of four, all reserved": row(channel=8, options=GERMAN, invited=(BOB.user, 5, 6)),
        "of four, the invited sit": row(channel=9, options=GERMAN, seats=(ALA, BOB, eve), invited=(BOB.user, 3)),
    }
    made = {name: (await store.create(table, table.home.channel)).id for name, table in tables.items()}
    assert await store.open_lobbies(SERVER) == (
        made["open"],
        made["of four, two reserved"],
        made["of four, the invited sit"],
    )
    assert await store.open_lobbies(7) == (made["elsewhere"],)
    assert await store.open_lobbies(8) == ()
