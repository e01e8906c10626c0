"""Absent players, with a clock that tests control: no table waits forever, and a restart costs no player time."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.play.state.people import Notifications, Preferences, Quiet
from bot.play.state.ports import Hold
from bot.play.state.slots import HEART
from bot.play.state.values import Debts, Pace, Status
from bot.play.time.turn_clock import LEAST, NEXT_DEAL
from bot.rummy.families import Variant
from bot.rummy.moves import Verb
from bot.rummy.options import Options, options_for
from bot.rummy.records.checking import check
from bot.rummy.views import Phase
from data.tables import giving_back
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND, FakeTime, on
from tests.play.flaky import FlakyStore
from tests.play.process import ALA, BASIC, BOB, EVE, GIN, QUICK, ids, turn
from tests.play.scheduling.cluster import Bot, Cluster, deadline_of, game_of, lines_of, status_of

GERMAN = options_for(Variant.GERMAN, {"rounds": 2, "claim": True})


async def move(table: Table, cluster: Cluster) -> None:
    """Make a quick turn as the player on turn, a second from now."""
    await cluster.time.forward(SECOND)
    user = turn(table)
    while table.view(None).turn is not None and turn(table) == user:
        view = table.view(table.seat_of(user))
        move = min(
            view.moves,
            key=lambda move: (
                ("pass", "draw", "discard").index(move.verb) if move.verb in ("pass", "draw", "discard") else 9
            ),
        )
        await play_requests.moves(table, user, (move,), stamp=table.stamp(move.seat), interaction=next(ids))


STARTER = options_for(Variant.GERMAN, {"starter": True})
"""The first turn of a round has no draw (H-16)."""


@pytest.mark.parametrize("options", [GIN, BASIC, GERMAN, STARTER], ids=["gin", "basic", "german", "H-16"])
async def test_the_bot_plays_a_timed_out_turn_and_marks_its_moves(cluster: Cluster, options: Options) -> None:
    bot = await cluster.bot()
    table = await bot.started(options, people=2 if options is GIN else 3)
    first = turn(table)
    await cluster.time.forward(2 * MINUTE - 1)
    assert lines_of(table) == ()
    await cluster.time.forward(1)
    assert turn(table) != first
    assert all(text.endswith(" !") for text in lines_of(table))
    assert cluster.announcer.changes[table.row.id] == len(lines_of(table))


async def test_H_18_a_card_that_is_still_due_when_time_runs_out_is_given_back(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(options_for(Variant.GERMAN, {"take": "use", "no_initial_meld": True}), people=3)
    first, card = turn(table), table.view(None).discards[-1]
    seat = table.seat_of(first)
    await play_requests.move(table, first, Verb.TAKE, stamp=table.stamp(seat), interaction=next(ids))
    await cluster.time.forward(2 * MINUTE)
    assert turn(table) != first
    _, *lines = lines_of(table)
    assert [line.split()[1] for line in lines[:2]] == ["undo", "draw"]
    assert "discard" in lines[-1]
    assert all(line.endswith(" !") for line in lines)
    assert card in table.view(None).discards


async def test_a_turn_that_was_begun_is_ended_by_the_bot(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    first = turn(table)
    await play_requests.moves(
        table, first, (table.view(table.seat_of(first)).moves[0],), stamp=table.stamp(None), interaction=next(ids)
    )
    await cluster.time.forward(2 * MINUTE)
    assert turn(table) != first
    assert [text.endswith(" !") for text in lines_of(table)] == [False, True]


@pytest.mark.slow
async def test_a_player_who_misses_a_turn_has_no_bank_left(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    late = turn(table)
    await cluster.time.forward(2 * MINUTE)
    await move(table, cluster)
    assert turn(table) == late
    assert deadline_of(table) == cluster.time.now + MINUTE


async def test_after_two_missed_turns_in_a_row_a_computer_plays_until_its_player_is_back(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    gone = turn(table)
    seat = table.seat_of(gone)
    await cluster.time.forward(2 * MINUTE)
    await move(table, cluster)
    assert game_of(table).away == frozenset()
    await cluster.time.forward(MINUTE)
    assert game_of(table).away == {seat}
    assert lines_of(table)[-1] == f"{seat} away"
    for _ in range(2):
        await move(table, cluster)
        await cluster.time.forward(0)
        assert turn(table) != gone  # the computer did not wait for them
    assert lines_of(table)[-1].endswith(" !")
    await play_requests.come_back(table, gone, next(ids))
    assert game_of(table).away == frozenset()
    await move(table, cluster)
    assert turn(table) == gone
    await cluster.time.forward(MINUTE - 1)
    assert turn(table) == gone


async def test_a_turn_between_two_missed_ones_keeps_the_seat(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    late = turn(table)
    await cluster.time.forward(2 * MINUTE)
    await move(table, cluster)
    await move(table, cluster)  # they are here again
    await move(table, cluster)
    await cluster.time.forward(MINUTE)
    assert turn(table) != late
    assert game_of(table).away == frozenset()


async def test_a_game_that_a_computer_finishes_is_a_loss_for_the_absent_player(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(options_for(Variant.GERMAN, {"rounds": 1, "small_deck": True}))
    gone = turn(table)
    while status_of(table) is Status.PLAYING:
        if turn(table) != gone:
            await move(table, cluster)
        elif game_of(table).away:
            await cluster.time.forward(0)
        else:
            await cluster.time.until(deadline_of(table))
    seat, other = table.seat_of(gone), table.seat_of(ALA + BOB - gone)
    assert game_of(table).away == table.forfeits == {seat}
    assert table.winners() == (other,)
    check(table.record())


async def test_a_table_sleeps_while_all_are_away_and_wakes_with_the_first_to_return(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, people=2, computers=1, cut="d")
    await cluster.time.forward(10 * MINUTE)
    assert game_of(table).away == {0, 1}
    slept = lines_of(table)
    await cluster.time.forward(2 * DAY)
    assert lines_of(table) == slept
    await play_requests.come_back(table, ALA, next(ids))
    await cluster.time.forward(0)
    assert turn(table) == ALA
    await cluster.time.forward(MINUTE - 1)
    assert turn(table) == ALA
    await move(table, cluster)
    await cluster.time.forward(0)
    assert turn(table) == ALA  # the computer and the one that plays for Bob have moved


async def test_a_game_without_activity_for_seven_days_is_closed_without_a_result(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(QUICK)
    await cluster.time.forward(DAY)
    touched = table.row.touched_at
    await cluster.time.until(touched + 7 * DAY - 1)
    assert status_of(table) is Status.PLAYING
    await cluster.time.forward(1)
    assert status_of(table) is Status.OVER
    assert game_of(table).closed
    assert (table.winners(), table.forfeits) == ((), frozenset())
    assert "result" not in table.record()
    check(table.record())
    assert await bot.store.wakes() == ()


async def test_a_game_with_no_limits_is_closed_seven_days_after_the_last_click(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.NONE)
    await cluster.time.forward(6 * DAY)
    await move(table, cluster)
    await cluster.time.forward(6 * DAY)
    assert status_of(table) is Status.PLAYING
    await cluster.time.forward(DAY)
    assert status_of(table) is Status.OVER


async def test_a_lobby_without_activity_for_seven_days_is_canceled(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.lobby()
    await cluster.time.forward(6 * DAY)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await cluster.time.forward(6 * DAY)
    assert status_of(table) is Status.LOBBY
    await cluster.time.forward(DAY)
    assert status_of(table) is Status.CANCELLED
    assert cluster.announcer.changes[table.row.id] == 1


@pytest.mark.slow
async def test_a_computer_takes_the_seat_of_a_player_who_resigns_at_a_table_of_three(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(GERMAN, people=3)
    await play_requests.resign(table, turn(table), interaction=next(ids))
    gone = next(iter(game_of(table).left))
    await cluster.time.forward(0)
    assert table.view(None).turn != gone
    while status_of(table) is Status.PLAYING:
        await move(table, cluster)
        await cluster.time.forward(0)
        if table.view(None).phase is Phase.DEAL:
            await cluster.time.forward(NEXT_DEAL)
    assert table.forfeits == {gone}
    assert gone not in table.winners()


async def test_the_table_does_not_wait_for_an_expelled_player(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(GERMAN, people=3)
    expelled = turn(table)
    await table_requests.expel(table, expelled, next(ids))
    await cluster.time.forward(0)
    assert turn(table) != expelled
    await table_requests.close(table, next(ids))
    await cluster.time.forward(8 * DAY)
    assert status_of(table) is Status.OVER
    assert lines_of(table)[-1].endswith(" close")


async def test_the_next_deal_of_a_live_game_comes_by_itself(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await at_the_end_of_a_deal(bot, Pace.LIVE)
    await cluster.time.forward(NEXT_DEAL - 1)
    assert table.view(None).deal == 1
    await cluster.time.forward(1)
    assert table.view(None).deal == 2
    assert lines_of(table)[-1] == "0 next"


async def test_the_next_deal_comes_at_once_when_all_are_ready(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await at_the_end_of_a_deal(bot, Pace.LIVE)
    await play_requests.ready(table, ALA, 1, next(ids))
    await cluster.time.forward(SECOND)
    assert table.view(None).deal == 1
    await play_requests.ready(table, BOB, 1, next(ids))
    await cluster.time.forward(0)
    assert table.view(None).deal == 2


@pytest.mark.slow
@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.SLOW, Pace.NONE])
async def test_the_next_deal_comes_at_once_when_all_were_ready_while_the_bot_was_away(
    cluster: Cluster, pace: Pace
) -> None:
    bot = await cluster.bot()
    table = await at_the_end_of_a_deal(bot, pace)
    bot.scheduler.away()
    await cluster.time.forward(HOUR)
    for user in (ALA, BOB):  # as a RESUME replays them
        await play_requests.ready(table, user, 1, next(ids))
    await cluster.time.forward(0)
    assert table.view(None).deal == 1
    await bot.scheduler.here()
    await cluster.time.forward(0)
    assert table.view(None).deal == 2


async def test_the_next_deal_comes_at_once_when_the_bot_restarts_after_all_were_ready(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await at_the_end_of_a_deal(bot, Pace.LIVE)
    bot.scheduler.away()
    for user in (ALA, BOB):
        await play_requests.ready(table, user, 1, next(ids))
    await cluster.killed(bot, cluster.time.now)
    await cluster.time.forward(HOUR)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await cluster.time.forward(0)
    assert table.view(None).deal == 2


@pytest.mark.slow
@pytest.mark.parametrize(("pace", "deal"), [(Pace.SLOW, 2), (Pace.NONE, 1)])
async def test_the_next_deal_of_a_slow_game_comes_after_a_turn_and_without_limits_never(
    cluster: Cluster, pace: Pace, deal: int
) -> None:
    bot = await cluster.bot()
    table = await at_the_end_of_a_deal(bot, pace)
    await cluster.time.forward(DAY - 1)
    assert table.view(None).deal == 1
    await cluster.time.forward(1)
    assert table.view(None).deal == deal


async def at_the_end_of_a_deal(bot: Bot, pace: Pace) -> Table:
    table = await bot.started(options_for(Variant.GERMAN, {"rounds": 2, "small_deck": True}), pace=pace)
    while table.view(None).phase is not Phase.DEAL:
        await move(table, bot.cluster)
    return table


async def test_a_slow_turn_has_one_ping_two_reminders_and_a_timeout(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await move(table, cluster)  # the starter, perhaps
    began, user = cluster.time.now, turn(table)
    cluster.announcer.sent.clear()
    await cluster.time.forward(DAY - 1)
    assert [(sent.user, sent.reminder) for sent in cluster.announcer.sent] == [(user, 0), (user, 1), (user, 2)]
    at = [sent.at - began for sent in cluster.announcer.sent]
    assert at[1:] == [12 * HOUR, 12 * HOUR + 576 * MINUTE]
    assert len(cluster.announcer.standing) == 1  # each ping replaces the one before
    await cluster.time.forward(1)
    assert turn(table) != user
    assert all(ping.user != user for ping in cluster.announcer.standing.values())


async def test_a_ping_is_deleted_after_the_move(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.NONE)
    for _ in range(6):
        user = turn(table)
        await cluster.time.forward(5 * MINUTE)
        assert [sent.user for sent in cluster.announcer.sent] == [user]  # one a turn, and none for a draw
        cluster.announcer.sent.clear()
        assert [ping.user for ping in cluster.announcer.standing.values()] == [user]
        assert table.row.ping == next(iter(cluster.announcer.standing.values()))
        await move(table, cluster)
        await cluster.time.forward(0)
        assert user not in [ping.user for ping in cluster.announcer.standing.values()]


async def test_a_ping_is_deleted_once_discord_can_be_reached_again(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(pace=Pace.SLOW)
    await cluster.time.forward(2 * MINUTE)
    cluster.announcer.unreachable = True
    await move(table, cluster)
    await cluster.time.forward(10 * MINUTE)
    assert [ping.user for ping in cluster.announcer.standing.values()] == [cluster.announcer.sent[0].user]
    cluster.announcer.unreachable = False
    await cluster.time.forward(MINUTE)
    assert [ping.user for ping in cluster.announcer.standing.values()] == [turn(table)]
    await table_requests.close(table, next(ids))
    await cluster.time.forward(0)
    assert not cluster.announcer.standing


async def test_a_ping_left_by_a_crash_is_deleted_after_the_game(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(pace=Pace.NONE)
    await cluster.time.forward(2 * MINUTE)
    assert cluster.announcer.standing
    bot.scheduler.away()  # Discord can't be reached, so nothing can be deleted
    await table_requests.close(table, next(ids))
    await cluster.stopped(bot)
    await cluster.bot()
    assert not cluster.announcer.standing


async def test_fast_players_are_never_pinged(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    for _ in range(2):
        await move(table, cluster)
    cluster.announcer.sent.clear()
    for _ in range(10):
        await cluster.time.forward(20 * SECOND)
        await move(table, cluster)
    assert cluster.announcer.sent == []


async def test_players_who_want_no_pings_get_none(cluster: Cluster) -> None:
    bot = await cluster.bot()
    for user in (ALA, BOB):
        await cluster.people.save(Preferences(user, Notifications.NONE))
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await cluster.time.forward(3 * DAY)
    assert lines_of(table)
    assert cluster.announcer.sent == []


async def test_a_direct_message_that_fails_becomes_one_in_the_channel_for_good(cluster: Cluster) -> None:
    bot = await cluster.bot()
    for user in (ALA, BOB):
        await cluster.people.save(Preferences(user, Notifications.DIRECT, sorting="suit"))
    cluster.announcer.refuses = {Notifications.DIRECT}
    table = await bot.started(BASIC, pace=Pace.SLOW)
    user = turn(table)
    await cluster.time.forward(MINUTE)
    assert [(sent.user, sent.notifications) for sent in cluster.announcer.sent] == [(user, Notifications.CHANNEL)]
    assert await cluster.people.get(user) == Preferences(
        user, Notifications.CHANNEL, sorting="suit", failure_shown=False
    )
    cluster.announcer.refuses = set()
    await cluster.time.forward(DAY)
    assert {(sent.user, sent.notifications) for sent in cluster.announcer.sent if sent.user == user} == {
        (user, Notifications.CHANNEL)
    }


async def test_a_channel_that_takes_no_message_is_tried_once_a_turn(cluster: Cluster) -> None:
    bot = await cluster.bot()
    cluster.announcer.refuses = {Notifications.CHANNEL}
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await cluster.time.forward(DAY - 1)
    assert cluster.announcer.sent == []
    assert lines_of(table) == ()
    await cluster.time.forward(1)
    assert lines_of(table)


@pytest.mark.slow
async def test_a_ping_waits_until_discord_can_be_reached(cluster: Cluster) -> None:
    bot = await cluster.bot()
    cluster.announcer.unreachable = True
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await cluster.time.forward(HOUR)
    assert cluster.announcer.sent == []
    cluster.announcer.unreachable = False
    await cluster.time.forward(MINUTE)
    assert [sent.user for sent in cluster.announcer.sent] == [turn(table)]


async def test_quiet_hours_postpone_a_ping_until_the_morning(cluster: Cluster) -> None:
    zone = "Europe/Warsaw"
    cluster.time.now = on(zone, "2026-11-21 23:30")
    bot = await cluster.bot()
    for user in (ALA, BOB):
        await cluster.people.save(Preferences(user, quiet=Quiet(22 * 60, 7 * 60, zone)))
    table = await bot.started(BASIC, pace=Pace.SLOW)
    user = turn(table)
    await cluster.time.until(on(zone, "2026-11-22 07:00") - 1)
    assert cluster.announcer.sent == []
    await cluster.time.forward(1)
    assert [(sent.user, sent.reminder) for sent in cluster.announcer.sent] == [(user, 0)]
    await cluster.time.until(on(zone, "2026-11-22 21:06"))
    assert [sent.reminder for sent in cluster.announcer.sent] == [0, 1, 2]


async def test_a_player_without_quiet_hours_any_more_is_pinged_within_the_hour(cluster: Cluster) -> None:
    cluster.time.now = on("Europe/Warsaw", "2026-11-21 22:30")
    for user in (ALA, BOB):
        await cluster.people.save(Preferences(user, quiet=Quiet(22 * 60, 7 * 60, "Europe/Warsaw")))
    bot = await cluster.bot()
    table = await bot.started(pace=Pace.SLOW)
    await cluster.time.forward(HOUR)
    assert cluster.announcer.sent == []
    await cluster.people.save(Preferences(turn(table)))
    await cluster.time.forward(HOUR)
    assert [ping.user for ping in cluster.announcer.sent] == [turn(table)]


async def test_quiet_hours_also_hold_over_a_restart_and_for_reminders(cluster: Cluster) -> None:
    zone = "Europe/Warsaw"
    cluster.time.now = on(zone, "2026-10-24 12:00")  # the clocks go back in the coming night
    bot = await cluster.bot()
    for user in (ALA, BOB):
        await cluster.people.save(Preferences(user, quiet=Quiet(22 * 60, 7 * 60, zone)))
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await cluster.time.until(on(zone, "2026-10-24 23:59"))
    assert [sent.reminder for sent in cluster.announcer.sent] == [0]
    for _ in range(3):
        await cluster.stopped(bot)
        bot = await cluster.bot()
        await cluster.time.forward(HOUR)
    await cluster.time.until(on(zone, "2026-10-25 07:00") - 1)
    assert [sent.reminder for sent in cluster.announcer.sent] == [0]
    await cluster.time.forward(1)
    assert [sent.reminder for sent in cluster.announcer.sent] == [0, 1]
    assert cluster.announcer.sent[-1].at == on(zone, "2026-10-25 07:00") == cluster.time.now
    assert len(cluster.announcer.standing) == 1
    assert table.row.id


async def test_a_nudge_pings_once_more(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await move(table, cluster)
    user = turn(table)
    other = ALA + BOB - user
    await cluster.time.forward(2 * HOUR)
    cluster.announcer.sent.clear()
    await play_requests.nudge(table, other, next(ids))
    await cluster.time.forward(0)
    assert [(sent.user, sent.reminder) for sent in cluster.announcer.sent] == [(user, 0)]
    await cluster.time.forward(HOUR)
    assert len(cluster.announcer.sent) == 1


async def test_a_restart_with_a_second_left_gives_a_minute_back(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    user = turn(table)
    await cluster.time.until(deadline_of(table) - SECOND)
    await cluster.stopped(bot)
    await cluster.time.forward(3 * HOUR)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) == cluster.time.now + LEAST
    await cluster.time.forward(LEAST - 1)
    assert turn(table) == user
    await cluster.time.forward(1)
    assert turn(table) != user


async def test_a_crash_with_a_second_left_gives_a_minute_back(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    await cluster.time.until(deadline_of(table) - SECOND)
    await cluster.killed(bot, cluster.time.now - 10 * SECOND)
    await cluster.time.forward(SECOND)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) == cluster.time.now + LEAST


async def test_time_does_not_run_while_the_bot_is_away(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    deadline = deadline_of(table)
    await cluster.time.forward(HOUR)
    await cluster.stopped(bot)
    await cluster.time.forward(2 * DAY)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) == deadline + 2 * DAY
    assert len(cluster.announcer.sent) == 1
    await cluster.time.forward(11 * HOUR)
    assert [sent.reminder for sent in cluster.announcer.sent] == [0, 1]


async def test_tables_are_not_closed_because_the_bot_was_away_for_long(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.NONE)
    await cluster.time.forward(DAY)
    await cluster.stopped(bot)
    await cluster.time.forward(30 * DAY)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await cluster.time.forward(5 * DAY)
    assert status_of(table) is Status.PLAYING
    await cluster.time.forward(2 * DAY)
    assert status_of(table) is Status.OVER


async def test_no_time_runs_while_discord_can_not_be_reached(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    deadline, user = deadline_of(table), turn(table)
    await cluster.time.until(deadline - SECOND)
    bot.scheduler.away()
    await cluster.time.forward(HOUR)
    assert (turn(table), lines_of(table)) == (user, ())
    await bot.scheduler.here()
    assert deadline_of(table) == cluster.time.now + LEAST
    await cluster.time.forward(LEAST - 1)
    assert turn(table) == user
    await cluster.time.forward(1)
    assert turn(table) != user


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.SLOW])
async def test_a_turn_that_a_replayed_click_began_has_its_own_time_and_not_that_of_the_outage(
    cluster: Cluster, pace: Pace
) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=pace)
    whole = deadline_of(table) - cluster.time.now
    bot.scheduler.away()
    await cluster.time.forward(HOUR)
    await move(table, cluster)
    await bot.scheduler.here()
    assert deadline_of(table) - cluster.time.now == whole


async def test_a_crash_while_discord_could_not_be_reached_gives_all_the_time_back(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    deadline = deadline_of(table)
    await cluster.time.forward(HOUR)
    bot.scheduler.away()
    await cluster.time.forward(4 * HOUR)
    await cluster.stopped(bot)
    await cluster.time.forward(HOUR)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) >= deadline + 5 * HOUR
    assert await cluster.facts.get(HEART) == str(cluster.time.now)


async def test_no_time_runs_while_the_machine_sleeps(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(BASIC)
    user = turn(table)
    await cluster.time.until(deadline_of(table) - SECOND)
    before = deadline_of(table)
    settled, cluster.time.settled = cluster.time.settled, FakeTime().settled
    cluster.time.now += 8 * HOUR  # nobody wakes on the way
    await cluster.time.forward(0)
    while deadline_of(table) == before:  # noqa: ASYNC110 - the store answers in its own time
        await asyncio.sleep(0)
    cluster.time.settled = settled
    await cluster.time.forward(0)
    assert (turn(table), lines_of(table)) == (user, ())
    assert deadline_of(table) == cluster.time.now + LEAST
    await cluster.time.forward(LEAST)
    assert turn(table) != user


async def test_a_computer_that_was_about_to_move_moves_after_a_restart(cluster: Cluster) -> None:
    cluster.pauses = (5.0, 5.0)
    bot = await cluster.bot()
    table = await bot.started(BASIC, people=1, computers=1)
    while turn(table) == ALA:
        await move(table, cluster)
    await cluster.time.forward(SECOND)
    assert table.view(None).turn == 1
    await cluster.stopped(bot)
    await cluster.time.forward(HOUR)
    bot = await cluster.bot()
    table = await bot.tables.get(table.row.id)
    await cluster.time.forward(15 * SECOND)  # its draw, and its discard, over which it may ponder
    assert turn(table) == ALA


@pytest.mark.slow
async def test_the_last_player_waits_for_nobody_when_two_of_three_have_gone(cluster: Cluster) -> None:
    bot = await cluster.bot()
    table = await bot.started(GERMAN, people=3)
    for _ in range(12):
        if turn(table) == EVE:
            await move(table, cluster)
        else:
            await cluster.time.forward(2 * MINUTE)
        if game_of(table).away == {0, 1}:
            break
    assert game_of(table).away == {0, 1}
    for _ in range(3):
        assert turn(table) == EVE
        await move(table, cluster)
        await cluster.time.forward(0)


class Dying(FlakyStore):
    """A store that fails for good before the last batch of time is given back."""

    async def give_back(self, hold: Hold) -> Debts | None:
        begun = False

        @asynccontextmanager
        async def held(numbers: Collection[int]) -> AsyncIterator[None]:
            nonlocal begun
            if begun:
                raise StoreError("the connection was lost")
            begun = True
            async with hold(numbers):
                yield

        return await self._store.give_back(held)


async def test_a_crash_while_time_is_given_back_costs_no_time_and_gives_none_twice(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(giving_back, "BATCH", 1)
    bot = await cluster.bot()
    tables = [await bot.started(BASIC, pace=Pace.SLOW, channel=channel) for channel in range(3)]
    before = [deadline_of(table) for table in tables]
    await cluster.stopped(bot)
    left = cluster.time.now
    await cluster.time.forward(HOUR)
    starting = asyncio.create_task(cluster.bot(Dying(cluster.store)))
    await cluster.time.forward(3 * HOUR)
    assert not starting.done()
    starting.cancel()
    await cluster.stopped(cluster.bots[0])
    await cluster.time.forward(HOUR)
    bot = await cluster.bot()
    loaded = [await bot.tables.get(table.row.id) for table in tables]
    assert [deadline_of(table) for table in loaded] == [one + cluster.time.now - left for one in before]
