"""Servers out of reach: clocks stop there, no player is pinged, and the lost time is given back exactly once."""

from collections.abc import AsyncIterator

import pytest

from bot.play.scheduling.downtime import HEART
from bot.play.session import Table
from bot.play.timing.pace import LEAST
from bot.play.values import Pace, Status
from bot.players.levels import Level
from bot.rummy.moves import Verb
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND
from tests.play.house import ALA, BASIC, ids, turn
from tests.play.scheduling.process import Bot, House, deadline_of, game_of, house_at, lines_of, status_of

HERE, THERE = 1, 2


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    async with house_at(url) as opened:
        yield opened


async def two_tables(bot: Bot, pace: Pace = Pace.LIVE) -> tuple[Table, Table]:
    """Start a game on each of two servers."""
    here = await bot.started(BASIC, pace=pace, channel=1, guild=HERE)
    return here, await bot.started(BASIC, pace=pace, channel=2, guild=THERE)


async def test_during_an_outage_of_one_server_nothing_is_played_or_pinged_there(house: House) -> None:
    bot = await house.bot()
    here, there = await two_tables(bot)
    user = turn(there)
    await house.time.until(deadline_of(there) - SECOND)
    house.told.sent.clear()
    house.lost(THERE)
    await house.time.forward(10 * MINUTE)
    assert lines_of(there) == ()
    assert house.told.changes[there.row.id] == 0
    assert game_of(here).away == {0, 1}  # on the reachable server the clock runs, and neither player acts
    await house.found(THERE)
    assert deadline_of(there) == house.time.now + LEAST
    await house.time.forward(0)
    assert house.told.changes[there.row.id]  # the new time is shown
    await house.time.forward(LEAST - 1)
    assert (lines_of(there), turn(there)) == ((), user)
    await house.time.forward(1)
    assert lines_of(there)[0].endswith(" !")


async def test_a_server_that_is_back_gets_exactly_its_lost_time(house: House) -> None:
    bot = await house.bot()
    here, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(there)
    await house.time.forward(HOUR)
    house.lost(THERE)
    await house.time.forward(3 * DAY)  # with heartbeats in between
    await house.found(THERE)
    await house.found(THERE)
    assert deadline_of(there) == before + 3 * DAY
    assert lines_of(there) == ()
    assert lines_of(here)
    assert turn(there) in {sent.user for sent in house.told.sent}
    await house.time.until(before + 3 * DAY)
    assert lines_of(there)


@pytest.mark.parametrize("back_first", [True, False])
async def test_overlapping_downtime_of_bot_and_server_is_restored_once(house: House, back_first: bool) -> None:
    bot = await house.bot()
    here, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(here), deadline_of(there)
    house.lost(THERE)
    await house.time.forward(HOUR)
    bot.scheduler.away()
    await house.time.forward(HOUR)
    if back_first:  # replayed by Discord's RESUME
        await house.found(THERE)
    await bot.scheduler.here()
    await house.time.forward(0)
    if not back_first:
        await house.time.forward(HOUR)
        await house.found(THERE)
    assert deadline_of(here) == before[0] + HOUR
    assert deadline_of(there) == before[1] + (2 if back_first else 3) * HOUR


async def test_a_server_lost_while_the_bot_is_away_gets_its_time_once(house: House) -> None:
    bot = await house.bot()
    _, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(there)
    await house.time.forward(HOUR)
    bot.scheduler.away()
    await house.time.forward(HOUR)
    house.lost(THERE)
    await house.time.forward(HOUR)
    await bot.scheduler.here()
    await house.time.forward(HOUR)
    assert lines_of(there) == ()
    await house.found(THERE)
    assert deadline_of(there) == before + 3 * HOUR


@pytest.mark.parametrize("crash", [True, False])
@pytest.mark.parametrize("over_at_start", [True, False])
async def test_a_restart_during_an_outage_loses_no_time(house: House, crash: bool, over_at_start: bool) -> None:
    bot = await house.bot()
    _, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(there)
    await house.time.forward(HOUR)
    house.lost(THERE)
    lost_at = house.time.now
    await house.time.forward(2 * DAY + HOUR)
    last_seen = await house.facts.get(HEART)
    assert last_seen is not None
    assert lost_at < int(last_seen) < house.time.now
    if crash:
        bot.scheduler.away()  # so no last heartbeat is written
    await house.stopped(bot)
    await house.time.forward(5 * HOUR)
    if over_at_start:
        house.unreachable.clear()
    bot = await house.bot()
    if not over_at_start:
        await house.time.forward(3 * DAY)
        await house.found(THERE)
    table = await bot.tables.get(there.row.id)
    assert deadline_of(table) == before + house.time.now - lost_at
    assert lines_of(table) == ()


async def test_computers_do_not_play_unseen_and_go_on_when_their_server_is_back(house: House) -> None:
    house.pauses = (2.0, 2.0)
    bot = await house.bot()
    table = await bot.tables.watch(
        guild=THERE, channel=7, host=ALA, options=BASIC, levels=(Level.EASY,) * 2, interaction=next(ids)
    )
    await house.time.forward(10 * SECOND)
    done = len(lines_of(table))
    house.lost(THERE)
    await house.time.forward(HOUR)
    assert len(lines_of(table)) == done > 0
    await house.found(THERE)
    await house.time.forward(10 * SECOND)
    assert len(lines_of(table)) > done


@pytest.mark.parametrize("started", [True, False])
async def test_a_week_of_outage_closes_no_table_of_the_server(house: House, started: bool) -> None:
    bot = await house.bot()
    table = await (bot.started(pace=Pace.NONE, guild=THERE) if started else bot.lobby(guild=THERE))
    await house.time.forward(6 * DAY)
    house.lost(THERE)
    await house.time.forward(30 * DAY)
    await house.found(THERE)
    await house.time.forward(DAY - MINUTE)
    assert status_of(table) in (Status.PLAYING, Status.LOBBY)
    await house.time.forward(MINUTE)
    assert status_of(table) in (Status.OVER, Status.CANCELLED)


async def test_a_bot_that_starts_without_a_server_leaves_its_tables_alone(house: House) -> None:
    bot = await house.bot()
    _, there = await two_tables(bot)
    await house.stopped(bot)
    house.unreachable.add(THERE)
    bot = await house.bot()
    await house.time.forward(2 * HOUR)
    table = await bot.tables.get(there.row.id)
    assert lines_of(table) == ()
    await house.found(THERE)
    seat = table.view(None).turn
    await table.play.move(turn(table), Verb.DRAW, stamp=table.stamp(seat), interaction=next(ids))
    await house.time.until(deadline_of(table))
    assert lines_of(table)[1].endswith(" !")
