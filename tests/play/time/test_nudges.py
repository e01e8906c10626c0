"""Nudges: in a slow game players can have the player on turn pinged."""

from dataclasses import replace

from bot.play.service import play_requests, program_actions, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import TableReason
from bot.play.state.values import DAY, HOUR, LogWord, Pace, TimeLimits
from bot.play.time.turn_clock import GRACE
from bot.players.games import choose
from bot.players.levels import Level
from tests.play.process import ALA, BASIC, BOB, CHANNEL, EVE, Process, ids, made, player, turn
from tests.play.scheduling.test_by_itself import live, refused, seat_of_turn

SLOW = TimeLimits(DAY)


async def slow(here: Process, *, channel: int = CHANNEL) -> Table:
    table = await here.open(BASIC, pace=Pace.SLOW, limits=SLOW, channel=channel)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.start(table, ALA, next(ids))
    assert table.row.clock is not None
    await ping_player(table)
    return table


async def ping_player(table: Table) -> None:
    """Record that the player was pinged."""
    clock = table.row.clock
    assert clock is not None
    await program_actions.set_pings(table, replace(clock, pinged=True), seq=table.seq)


async def test_a_nudge_pings_the_player_once_more_in_a_turn(here: Process, there: Process) -> None:
    table = await slow(here)
    waits = player(1 - seat_of_turn(table))
    assert await refused(play_requests.nudge(table, waits, next(ids))) == TableReason.NUDGE_EARLY
    here.now += HOUR + GRACE
    assert await refused(play_requests.nudge(table, turn(table), next(ids))) == TableReason.NUDGE_SELF
    assert await refused(play_requests.nudge(table, EVE, next(ids))) == TableReason.NOT_SEATED
    await play_requests.nudge(table, waits, next(ids))
    assert table.row.clock is not None
    assert (table.row.clock.pinged, table.row.clock.nudged) == (False, True)
    await ping_player(table)
    here.now += 2 * HOUR
    assert await refused(play_requests.nudge(table, waits, next(ids))) == TableReason.NUDGED
    assert (await there.tables.get(table.row.id)).row == table.row
    await made(table, *choose(table.view(seat_of_turn(table)), Level.EASY, 0))
    await made(table, *choose(table.view(seat_of_turn(table)), Level.EASY, 0))
    assert (
        await refused(play_requests.nudge(table, player(1 - seat_of_turn(table)), next(ids))) == TableReason.NUDGE_EARLY
    )


async def test_a_nudge_waits_for_an_hour_after_a_reminder(here: Process) -> None:
    table = await slow(here)
    waits = player(1 - seat_of_turn(table))
    here.now += DAY // 2 + HOUR // 2
    assert await refused(play_requests.nudge(table, waits, next(ids))) == TableReason.NUDGE_EARLY
    here.now += HOUR // 2
    await play_requests.nudge(table, waits, next(ids))


async def test_nudges_are_only_for_people_in_slow_games(here: Process) -> None:
    table = await live(here)
    here.now += 2 * HOUR
    assert await refused(play_requests.nudge(table, BOB, next(ids))) == TableReason.NUDGE_SLOW
    other = await slow(here, channel=8)
    seat = seat_of_turn(other)
    await program_actions.write_word(other, LogWord.AWAY, seat, seq=other.seq)
    assert await refused(play_requests.nudge(other, player(1 - seat), next(ids))) == TableReason.NUDGE_NOBODY
