"""Take-backs (C-9) and what the program does by itself: computers' moves, deadlines, pings, restarts."""

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.values import Pace, TableSettings
from bot.rummy.moves import Verb
from bot.rummy.refusals import Reason, Refused
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND
from tests.play.process import ALA, BASIC, ids, player, turn
from tests.play.scheduling.cluster import Bot, Cluster, deadline_of, lines_of


async def friendly(bot: Bot, *, computers: int = 0, pace: Pace = Pace.LIVE) -> Table:
    """Start a game that isn't rated."""
    if computers:
        return await bot.started(BASIC, people=1, computers=computers, pace=pace)
    table = await bot.lobby(BASIC, pace=pace)
    await table_requests.join(table, player(1), "Bob", next(ids))
    await table_requests.change_settings(table, ALA, TableSettings(friendly=True), next(ids))
    await table_requests.cut(table, ALA, "cut", next(ids))
    await table_requests.start(table, ALA, next(ids))
    return table


async def move(table: Table, seat: int, verb: Verb) -> None:
    """Make a move of a seat; a discard is of its highest card."""
    card = table.view(seat).hand[-1] if verb is Verb.DISCARD else None
    await play_requests.move(table, player(seat), verb, card, stamp=table.stamp(seat), interaction=next(ids))


async def discarded(table: Table, cluster: Cluster) -> int:
    """Draw and discard as the player on turn, a second each; return their seat."""
    seat = table.view(None).turn
    assert seat is not None
    for verb in (Verb.DRAW, Verb.DISCARD):
        await cluster.time.forward(SECOND)
        await move(table, seat, verb)
    return seat


async def test_C_9_a_computer_waits_its_pause_and_not_longer(cluster: Cluster) -> None:
    cluster.pauses = (1.5, 1.5)
    table = await friendly(await cluster.bot(), computers=1)
    await cluster.time.forward(MINUTE)
    seat = await discarded(table, cluster)
    await cluster.time.forward(SECOND)
    await move(table, seat, Verb.TAKEBACK)
    before = lines_of(table)
    await cluster.time.forward(20 * SECOND)
    assert lines_of(table) == before, "it is the player's turn again"
    await move(table, seat, Verb.DISCARD)
    await cluster.time.forward(2 * SECOND)
    with pytest.raises(Refused) as caught:
        await move(table, seat, Verb.TAKEBACK)
    assert caught.value.refusal.reason in (Reason.TAKEBACK_LATE, Reason.TAKEBACK_OTHERS)


async def test_C_9_a_turn_times_out_at_the_deadline_that_it_had_also_after_a_kill(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await friendly(bot)
    deadline = deadline_of(table)
    seat = await discarded(table, cluster)
    await cluster.killed(bot, cluster.time.now)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await cluster.time.forward(10 * SECOND)
    await move(table, seat, Verb.TAKEBACK)
    assert deadline_of(table) == deadline
    await cluster.killed(bot, cluster.time.now)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await cluster.time.until(deadline - 1)
    assert turn(table) == player(seat)
    await cluster.time.until(deadline + MINUTE)
    assert turn(table) != player(seat)
    assert lines_of(table)[-1].endswith("!")


async def test_C_9_downtime_between_discard_and_take_back_does_not_count(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await friendly(bot)
    deadline = deadline_of(table)
    seat = await discarded(table, cluster)
    await cluster.killed(bot, cluster.time.now)
    await cluster.time.forward(HOUR)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await move(table, seat, Verb.TAKEBACK)
    assert deadline_of(table) == deadline + HOUR


async def test_C_9_the_next_players_ping_is_deleted_and_sent_again_and_the_player_is_not_pinged(
    cluster: Cluster,
) -> None:
    table = await friendly(await cluster.bot(), pace=Pace.SLOW)
    await cluster.time.forward(HOUR)
    seat = await discarded(table, cluster)
    await cluster.time.forward(HOUR)
    sent = [one.user for one in cluster.announcer.sent]
    assert sent[-1] == player(1 - seat)
    await move(table, seat, Verb.TAKEBACK)
    await cluster.time.forward(HOUR)
    assert not cluster.announcer.standing
    assert [one.user for one in cluster.announcer.sent] == sent, "a player who has just clicked isn't pinged"
    await move(table, seat, Verb.DISCARD)
    await cluster.time.forward(HOUR)
    assert [one.user for one in cluster.announcer.sent] == [*sent, player(1 - seat)]
    assert deadline_of(table) > cluster.time.now + 20 * HOUR
    assert cluster.time.now < deadline_of(table) < cluster.time.now + DAY
