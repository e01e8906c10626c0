"""Games whose channel was deleted: they are paused until a player moves them to another channel."""

import asyncio
from dataclasses import replace

import pytest

from bot.play.service import play_requests, program_actions, table_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table
from bot.play.state.errors import ChannelTaken, Repeated, Stale, TableReason
from bot.play.state.values import Pace, Status
from bot.play.time.turn_clock import LEAST
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.refusals import Refused
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND
from tests.play.process import ALA, BASIC, BOB, CHANNEL, EVE, ids, turn
from tests.play.scheduling.cluster import Bot, Cluster, deadline_of, lines_of, status_of

OTHER = 78
GERMAN = options_for(Variant.GERMAN, {"rounds": 2})


async def again(cluster: Cluster, bot: Bot, table: Table) -> tuple[Bot, Table]:
    """Restart the bot after five hours; return it and the reloaded table."""
    await cluster.stopped(bot)
    await cluster.time.forward(5 * HOUR)
    bot = await cluster.bot()
    return bot, await bot.tables.get(table.row.id)


async def test_a_moved_game_goes_on_with_the_time_that_was_left(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await cluster.time.forward(7 * HOUR)
    left = deadline_of(table) - cluster.time.now
    await program_actions.pause(table)
    await cluster.time.forward(2 * DAY)
    bot, table = await again(cluster, bot, table)
    cluster.lost(table.row.home.guild)
    await cluster.time.forward(DAY)
    await cluster.found(table.row.home.guild)
    await cluster.time.forward(DAY)
    assert lines_of(table) == ()
    await play_requests.move_to_channel(table, ALA, OTHER, next(ids))
    assert deadline_of(table) == cluster.time.now + left
    assert table.row.channel == OTHER
    assert await bot.tables.in_channel(CHANNEL) is None
    assert await bot.tables.in_channel(OTHER) is table
    await cluster.time.forward(left)
    assert lines_of(table)[0].endswith(" !")


async def test_a_game_that_is_paused_after_an_outage_keeps_the_time_of_that_outage(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    left = deadline_of(table) - cluster.time.now
    cluster.lost(table.row.home.guild)
    await cluster.time.forward(5 * HOUR)

    async def pause() -> None:
        await bot.scheduler.time_runs(table.row.home.guild)
        await program_actions.pause(table)

    pausing = asyncio.create_task(pause())
    await cluster.time.forward(HOUR)
    assert not pausing.done()
    await cluster.found(table.row.home.guild)
    await pausing
    await cluster.time.forward(2 * DAY)
    await play_requests.move_to_channel(table, ALA, OTHER, next(ids))
    assert deadline_of(table) == cluster.time.now + left


async def test_a_turn_with_a_second_left_has_a_minute_in_the_new_channel(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    await cluster.time.until(deadline_of(table) - SECOND)
    await program_actions.pause(table)
    bot, table = await again(cluster, bot, table)
    await play_requests.move_to_channel(table, BOB, OTHER, next(ids))
    assert deadline_of(table) == cluster.time.now + LEAST


async def test_a_ping_goes_with_the_channel_and_comes_again_in_the_new_one(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    user = turn(table)
    await cluster.time.forward(2 * MINUTE)
    assert [ping.user for ping in cluster.announcer.standing.values()] == [user]
    await program_actions.pause(table)
    await cluster.time.forward(DAY)
    assert not cluster.announcer.standing
    await play_requests.move_to_channel(table, ALA + BOB - user, OTHER, next(ids))
    await cluster.time.forward(MINUTE)
    assert [(ping.user, ping.channel) for ping in cluster.announcer.standing.values()] == [(user, OTHER)]


async def test_computers_wait_for_the_move_to_another_channel(cluster: Cluster) -> None:
    cluster.pauses = (2.0, 2.0)
    bot = await cluster.bot()
    table = await bot.started(BASIC, people=1, computers=2)
    while turn(table) == ALA:
        await cluster.time.forward(MINUTE)
    await program_actions.pause(table)
    before = lines_of(table)
    await cluster.time.forward(DAY)
    assert lines_of(table) == before
    await play_requests.move_to_channel(table, ALA, OTHER, next(ids))
    await cluster.time.forward(10 * SECOND)
    assert len(lines_of(table)) > len(before)


async def test_a_paused_game_that_stays_paused_for_seven_days_ends_without_a_result(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await program_actions.pause(table)
    await cluster.time.until(table.row.touched_at + 7 * DAY - 1)
    assert status_of(table) is Status.PLAYING
    await cluster.time.forward(1)
    assert status_of(table) is Status.OVER
    assert (table.winners(), table.forfeits) == ((), frozenset())


async def test_only_players_can_move_a_game_to_another_channel_and_only_if_it_is_paused(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(GERMAN, people=3)
    with pytest.raises(Stale):
        await play_requests.move_to_channel(table, ALA, OTHER, next(ids))
    await play_requests.resign(table, EVE, interaction=next(ids))
    await program_actions.pause(table)
    with pytest.raises(Stale):
        await program_actions.pause(table)
    for user, reason in ((EVE, TableReason.LEFT), (999, TableReason.NOT_SEATED)):
        with pytest.raises(Refused) as why:
            await play_requests.move_to_channel(table, user, OTHER, next(ids))
        assert why.value.refusal.reason == reason
    assert await bot.tables.paused_game(table.row.home.guild, 999) is None
    assert await bot.tables.paused_game(table.row.home.guild + 1, ALA) is None
    assert await bot.tables.paused_game(table.row.home.guild, ALA) is table


async def test_C_1_a_game_moves_to_a_free_channel_once(cluster: Cluster) -> None:
    here, there = await cluster.bot(), await cluster.bot()
    table, lobby = await here.started(BASIC), await here.lobby(channel=OTHER)
    other = await there.tables.get(table.row.id)
    await program_actions.pause(table)
    await other.refresh()
    with pytest.raises(ChannelTaken) as taken:
        await play_requests.move_to_channel(table, ALA, OTHER, next(ids))
    assert taken.value.table == lobby.row.id
    click = next(ids)
    both = [
        play_requests.move_to_channel(table, ALA, 5, click),
        play_requests.move_to_channel(other, BOB, 6, next(ids)),
    ]
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "Stale"]
    await table.refresh()
    await other.refresh()
    assert replace(table.row, ping=None) == replace(other.row, ping=None)  # the player on turn may just be getting one
    if answers[0] is None:
        with pytest.raises(Repeated):
            await play_requests.move_to_channel(table, ALA, 5, click)
    kept = await cluster.store.load(table.row.id)
    assert kept is not None
    assert (kept[0].channel, kept[0].paused_at) == (table.row.channel, None)


async def test_homes_are_the_open_tables_that_have_a_channel(cluster: Cluster) -> None:
    bot = await cluster.bot()
    game, lobby = await bot.started(BASIC, channel=1), await bot.lobby(channel=2, guild=9)
    paused = await bot.started(BASIC, channel=3)
    await program_actions.pause(paused)
    await table_requests.close(await bot.started(BASIC, channel=4), next(ids))
    computers = await bot.tables.watch(
        guild=9, channel=5, host=ALA, options=BASIC, computers=ComputerSeats((Level.EASY,) * 2), interaction=next(ids)
    )
    homes = await bot.tables.homes()
    assert {home.table for home in homes} == {game.row.id, lobby.row.id, computers.row.id}
    assert await bot.tables.homes(9) == tuple(home for home in homes if home.guild == 9)
    assert set(await cluster.store.in_play()) == {1, 9}
    assert {table for _, table in await cluster.store.wakes((9,))} == {lobby.row.id, computers.row.id}
