"""Servers out of reach: clocks stop there, no player is pinged, and the lost time is given back exactly once."""

import pytest

from bot.play.service import play_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.slots import HEART
from bot.play.state.values import Debts, Pace, Status
from bot.play.time.turn_clock import LEAST
from bot.players.levels import Level
from bot.rummy.moves import Verb
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND
from tests.play.process import ALA, BASIC, ids, turn
from tests.play.scheduling.cluster import Bot, Cluster, deadline_of, game_of, lines_of, status_of

HERE, THERE = 1, 2


async def two_tables(bot: Bot, pace: Pace = Pace.LIVE) -> tuple[Table, Table]:
    """Start a game on each of two servers."""
    here = await bot.started(BASIC, pace=pace, channel=1, guild=HERE)
    return here, await bot.started(BASIC, pace=pace, channel=2, guild=THERE)


async def test_during_an_outage_of_one_server_nothing_is_played_or_pinged_there(cluster: Cluster) -> None:
    bot = await cluster.bot()
    here, there = await two_tables(bot)
    user = turn(there)
    await cluster.time.until(deadline_of(there) - SECOND)
    cluster.announcer.sent.clear()
    cluster.lost(THERE)
    await cluster.time.forward(10 * MINUTE)
    assert lines_of(there) == ()
    assert cluster.announcer.changes[there.row.id] == 0
    assert game_of(here).away == {0, 1}  # nobody plays here, and the clock runs
    await cluster.found(THERE)
    assert deadline_of(there) == cluster.time.now + LEAST
    await cluster.time.forward(0)
    assert cluster.announcer.changes[there.row.id]  # the new time is shown
    await cluster.time.forward(LEAST - 1)
    assert (lines_of(there), turn(there)) == ((), user)
    await cluster.time.forward(1)
    assert lines_of(there)[0].endswith(" !")


async def test_a_server_that_is_back_has_exactly_the_time_that_it_was_away(cluster: Cluster) -> None:
    bot = await cluster.bot()
    here, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(there)
    await cluster.time.forward(HOUR)
    cluster.lost(THERE)
    await cluster.time.forward(3 * DAY)  # with heartbeats in between
    await cluster.found(THERE)
    await cluster.found(THERE)
    assert deadline_of(there) == before + 3 * DAY
    assert lines_of(there) == ()
    assert lines_of(here)
    assert turn(there) in {sent.user for sent in cluster.announcer.sent}
    await cluster.time.until(before + 3 * DAY)
    assert lines_of(there)


@pytest.mark.parametrize("back_first", [True, False])
async def test_downtime_of_the_bot_during_that_of_a_server_is_restored_once(cluster: Cluster, back_first: bool) -> None:
    bot = await cluster.bot()
    here, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(here), deadline_of(there)
    cluster.lost(THERE)
    await cluster.time.forward(HOUR)
    bot.scheduler.away()
    await cluster.time.forward(HOUR)
    if back_first:  # as a RESUME replays it
        await cluster.found(THERE)
    await bot.scheduler.here()
    await cluster.time.forward(0)
    if not back_first:
        await cluster.time.forward(HOUR)
        await cluster.found(THERE)
    assert deadline_of(here) == before[0] + HOUR
    assert deadline_of(there) == before[1] + (2 if back_first else 3) * HOUR


async def test_a_server_lost_while_the_bot_is_away_is_given_its_time_once(cluster: Cluster) -> None:
    bot = await cluster.bot()
    _, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(there)
    await cluster.time.forward(HOUR)
    bot.scheduler.away()
    await cluster.time.forward(HOUR)
    cluster.lost(THERE)
    await cluster.time.forward(HOUR)
    await bot.scheduler.here()
    await cluster.time.forward(HOUR)
    assert lines_of(there) == ()
    await cluster.found(THERE)
    assert deadline_of(there) == before + 3 * HOUR


@pytest.mark.slow
@pytest.mark.parametrize("crash", [True, False])
@pytest.mark.parametrize("over_at_start", [True, False])
async def test_a_restart_during_an_outage_loses_no_time(cluster: Cluster, crash: bool, over_at_start: bool) -> None:
    bot = await cluster.bot()
    _, there = await two_tables(bot, Pace.SLOW)
    before = deadline_of(there)
    await cluster.time.forward(HOUR)
    cluster.lost(THERE)
    lost_at = cluster.time.now
    await cluster.time.forward(2 * DAY + HOUR)
    last_seen = await cluster.facts.get(HEART)
    assert last_seen is not None
    assert lost_at < int(last_seen) < cluster.time.now
    if crash:
        bot.scheduler.away()  # so no last heartbeat is written
    await cluster.stopped(bot)
    await cluster.time.forward(5 * HOUR)
    if over_at_start:
        cluster.unreachable.clear()
    bot = await cluster.bot()
    if not over_at_start:
        await cluster.time.forward(3 * DAY)
        await cluster.found(THERE)
    table = await bot.tables.get(there.row.id)
    assert deadline_of(table) == before + cluster.time.now - lost_at
    assert lines_of(table) == ()


async def test_computers_do_not_play_unseen_and_go_on_when_their_server_is_back(cluster: Cluster) -> None:
    cluster.pauses = (2.0, 2.0)
    bot = await cluster.bot()
    table = await bot.tables.watch(
        guild=THERE,
        channel=7,
        host=ALA,
        options=BASIC,
        computers=ComputerSeats((Level.EASY,) * 2),
        interaction=next(ids),
    )
    await cluster.time.forward(10 * SECOND)
    done = len(lines_of(table))
    cluster.lost(THERE)
    await cluster.time.forward(HOUR)
    assert len(lines_of(table)) == done > 0
    await cluster.found(THERE)
    await cluster.time.forward(10 * SECOND)
    assert len(lines_of(table)) > done


@pytest.mark.slow
@pytest.mark.parametrize("started", [True, False])
async def test_no_table_is_closed_because_its_server_was_away_for_a_week(cluster: Cluster, started: bool) -> None:
    bot = await cluster.bot()
    table = await (bot.started(pace=Pace.NONE, guild=THERE) if started else bot.lobby(guild=THERE))
    await cluster.time.forward(6 * DAY)
    cluster.lost(THERE)
    await cluster.time.forward(30 * DAY)
    await cluster.found(THERE)
    await cluster.time.forward(DAY - MINUTE)
    assert status_of(table) in (Status.PLAYING, Status.LOBBY)
    await cluster.time.forward(MINUTE)
    assert status_of(table) in (Status.OVER, Status.CANCELLED)


async def test_a_bot_that_starts_without_a_server_leaves_its_tables_alone(cluster: Cluster) -> None:
    bot = await cluster.bot()
    _, there = await two_tables(bot)
    await cluster.stopped(bot)
    cluster.unreachable.add(THERE)
    bot = await cluster.bot()
    await cluster.time.forward(2 * HOUR)
    table = await bot.tables.get(there.row.id)
    assert lines_of(table) == ()
    await cluster.found(THERE)
    seat = table.view(None).turn
    await play_requests.move(table, turn(table), Verb.DRAW, stamp=table.stamp(seat), interaction=next(ids))
    await cluster.time.until(deadline_of(table))
    assert lines_of(table)[1].endswith(" !")


async def test_after_a_restart_tables_that_changed_just_before_are_shown_again(cluster: Cluster) -> None:
    """A draw waits up to three seconds for the discard before it's shown; others are up to date."""
    bot = await cluster.bot()
    here, there = await two_tables(bot, Pace.SLOW)
    for table in (here, there):
        seat = table.view(None).turn
        assert seat is not None
        await cluster.time.forward(2 * HOUR)  # pings and their reminders are over
        await play_requests.move(table, turn(table), Verb.DRAW, stamp=table.stamp(seat), interaction=next(ids))
    await cluster.time.forward(SECOND)
    seen = cluster.time.now
    await cluster.time.forward(5 * SECOND)
    cluster.announcer.changes.clear()
    await cluster.killed(bot, seen)
    bot = await cluster.bot()
    await cluster.time.forward(0)
    assert cluster.announcer.changes == {there.row.id: 1}


async def test_a_server_that_is_lost_again_while_its_time_is_given_back_stays_lost(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = await cluster.bot()
    _, there = await two_tables(bot)
    cluster.lost(THERE)
    await cluster.time.forward(MINUTE)
    give_back = bot.tables.give_back

    async def slowly(_: Tables) -> Debts | None:
        given = await give_back()
        cluster.lost(THERE)
        return given

    with monkeypatch.context() as slow:
        slow.setattr(Tables, "give_back", slowly)
        await cluster.found(THERE)
    await cluster.time.forward(10 * MINUTE)
    assert not lines_of(there)
    await cluster.found(THERE)
    await cluster.time.until(deadline_of(there))
    assert lines_of(there)
