"""Absent players, with a clock that tests control: no table waits forever, and a restart costs no player time."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.play.people import Notifications, Preferences, Quiet
from bot.play.scheduling.downtime import HEART
from bot.play.session import Table
from bot.play.timing.pace import LEAST, NEXT_DEAL
from bot.play.values import Pace, Status
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.rummy.records.checking import check
from bot.rummy.views import Phase
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND, FakeTime, on
from tests.play.house import ALA, BASIC, BOB, EVE, GIN, QUICK, ids, turn
from tests.play.scheduling.process import Bot, House, deadline_of, game_of, house_at, lines_of, status_of

GERMAN = options_for(Variant.GERMAN, {"rounds": 2, "claim": True})


@pytest.fixture
async def house(url: str) -> AsyncIterator[House]:
    async with house_at(url) as opened:
        yield opened


async def move(table: Table, house: House) -> None:
    """Make a quick turn as the player on turn, a second from now."""
    await house.time.forward(SECOND)
    user = turn(table)
    while table.view(None).turn is not None and turn(table) == user:
        view = table.view(table.seat_of(user))
        move = min(
            view.moves,
            key=lambda move: (
                ("pass", "draw", "discard").index(move.verb) if move.verb in ("pass", "draw", "discard") else 9
            ),
        )
        await table.play.moves(user, (move,), stamp=table.stamp(move.seat), interaction=next(ids))


@pytest.mark.parametrize("options", [GIN, BASIC, GERMAN], ids=["gin", "basic", "german"])
async def test_the_bot_plays_a_timed_out_turn_and_marks_its_moves(house: House, options: Options) -> None:
    bot = await house.bot()
    table = await bot.started(options, people=2 if options is GIN else 3)
    first = turn(table)
    await house.time.forward(2 * MINUTE - 1)
    assert lines_of(table) == ()
    await house.time.forward(1)
    assert turn(table) != first
    assert all(text.endswith(" !") for text in lines_of(table))
    assert house.told.changes[table.row.id] == len(lines_of(table))


async def test_the_bot_finishes_a_turn_that_its_player_began(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    first = turn(table)
    await table.play.moves(
        first, (table.view(table.seat_of(first)).moves[0],), stamp=table.stamp(None), interaction=next(ids)
    )
    await house.time.forward(2 * MINUTE)
    assert turn(table) != first
    assert [text.endswith(" !") for text in lines_of(table)] == [False, True]


async def test_a_player_who_misses_a_turn_has_no_bank_left(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    late = turn(table)
    await house.time.forward(2 * MINUTE)
    await move(table, house)
    assert turn(table) == late
    assert deadline_of(table) == house.time.now + MINUTE


async def test_after_two_missed_turns_in_a_row_a_computer_plays_until_its_player_is_back(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    gone = turn(table)
    seat = table.seat_of(gone)
    await house.time.forward(2 * MINUTE)
    await move(table, house)
    assert game_of(table).away == frozenset()
    await house.time.forward(MINUTE)
    assert game_of(table).away == {seat}
    assert lines_of(table)[-1] == f"{seat} away"
    for _ in range(3):
        await move(table, house)
        await house.time.forward(0)
        assert turn(table) != gone  # the computer has played for them
    assert lines_of(table)[-1].endswith(" !")
    await table.play.come_back(gone, next(ids))
    assert game_of(table).away == frozenset()
    await move(table, house)
    assert turn(table) == gone
    await house.time.forward(MINUTE - 1)
    assert turn(table) == gone


async def test_missed_turns_that_are_not_consecutive_do_not_lose_the_seat(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    late = turn(table)
    await house.time.forward(2 * MINUTE)
    await move(table, house)
    await move(table, house)  # they have returned
    await move(table, house)
    await house.time.forward(MINUTE)
    assert turn(table) != late
    assert game_of(table).away == frozenset()


async def test_a_game_that_a_computer_finishes_is_a_loss_for_the_absent_player(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(options_for(Variant.GERMAN, {"rounds": 1, "small_deck": True}))
    gone = turn(table)
    while status_of(table) is Status.PLAYING:
        if turn(table) != gone:
            await move(table, house)
        elif game_of(table).away:
            await house.time.forward(0)
        else:
            await house.time.until(deadline_of(table))
    seat, other = table.seat_of(gone), table.seat_of(ALA + BOB - gone)
    assert game_of(table).away == table.forfeits == {seat}
    assert table.winners() == (other,)
    check(table.record())


async def test_a_table_sleeps_while_all_are_away_and_wakes_with_the_first_to_return(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, people=2, computers=1)
    await house.time.forward(10 * MINUTE)
    assert game_of(table).away == {0, 1}
    slept = lines_of(table)
    await house.time.forward(2 * DAY)
    assert lines_of(table) == slept
    await table.play.come_back(ALA, next(ids))
    await house.time.forward(0)
    assert turn(table) == ALA
    await house.time.forward(MINUTE - 1)
    assert turn(table) == ALA
    await move(table, house)
    await house.time.forward(0)
    assert turn(table) == ALA  # the computer has moved, and also played for Bob


async def test_a_game_without_activity_for_seven_days_is_closed_without_a_result(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(QUICK)
    await house.time.forward(DAY)
    touched = table.row.touched_at
    await house.time.until(touched + 7 * DAY - 1)
    assert status_of(table) is Status.PLAYING
    await house.time.forward(1)
    assert status_of(table) is Status.OVER
    assert game_of(table).closed
    assert (table.winners(), table.forfeits) == ((), frozenset())
    assert "result" not in table.record()
    check(table.record())
    assert await bot.store.wakes() == ()


async def test_a_game_with_no_limits_is_closed_seven_days_after_the_last_click(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.NONE)
    await house.time.forward(6 * DAY)
    await move(table, house)
    await house.time.forward(6 * DAY)
    assert status_of(table) is Status.PLAYING
    await house.time.forward(DAY)
    assert status_of(table) is Status.OVER


async def test_a_lobby_without_activity_for_seven_days_is_canceled(house: House) -> None:
    bot = await house.bot()
    table = await bot.lobby()
    await house.time.forward(6 * DAY)
    await table.lobby.join(BOB, "Bob", next(ids))
    await house.time.forward(6 * DAY)
    assert status_of(table) is Status.LOBBY
    await house.time.forward(DAY)
    assert status_of(table) is Status.CANCELLED
    assert house.told.changes[table.row.id] == 1


async def test_a_computer_takes_the_seat_of_a_player_who_resigns_at_a_table_of_three(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(GERMAN, people=3)
    await table.play.resign(turn(table), interaction=next(ids))
    gone = next(iter(game_of(table).left))
    await house.time.forward(0)
    assert table.view(None).turn != gone
    while status_of(table) is Status.PLAYING:
        await move(table, house)
        await house.time.forward(0)
        if table.view(None).phase is Phase.DEAL:
            await house.time.forward(NEXT_DEAL)
    assert table.forfeits == {gone}
    assert gone not in table.winners()


async def test_the_table_does_not_wait_for_an_expelled_player(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(GERMAN, people=3)
    expelled = turn(table)
    await table.moderation.expel(expelled, next(ids))
    await house.time.forward(0)
    assert turn(table) != expelled
    await table.moderation.close(next(ids))
    await house.time.forward(8 * DAY)
    assert status_of(table) is Status.OVER
    assert lines_of(table)[-1].endswith(" close")


async def test_the_next_deal_of_a_live_game_comes_by_itself(house: House) -> None:
    bot = await house.bot()
    table = await at_the_end_of_a_deal(bot, Pace.LIVE)
    await house.time.forward(NEXT_DEAL - 1)
    assert table.view(None).deal == 1
    await house.time.forward(1)
    assert table.view(None).deal == 2
    assert lines_of(table)[-1] == "0 next"


async def test_the_next_deal_comes_at_once_when_all_are_ready(house: House) -> None:
    bot = await house.bot()
    table = await at_the_end_of_a_deal(bot, Pace.LIVE)
    await table.play.ready(ALA, 1, next(ids))
    await house.time.forward(SECOND)
    assert table.view(None).deal == 1
    await table.play.ready(BOB, 1, next(ids))
    await house.time.forward(0)
    assert table.view(None).deal == 2


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.SLOW, Pace.NONE])
async def test_the_next_deal_comes_at_once_when_all_were_ready_while_the_bot_was_away(house: House, pace: Pace) -> None:
    bot = await house.bot()
    table = await at_the_end_of_a_deal(bot, pace)
    bot.scheduler.away()
    await house.time.forward(HOUR)
    for user in (ALA, BOB):  # clicks replayed by Discord's RESUME
        await table.play.ready(user, 1, next(ids))
    await house.time.forward(0)
    assert table.view(None).deal == 1
    await bot.scheduler.here()
    await house.time.forward(0)
    assert table.view(None).deal == 2


async def test_the_next_deal_comes_at_once_when_the_bot_restarts_after_all_were_ready(house: House) -> None:
    bot = await house.bot()
    table = await at_the_end_of_a_deal(bot, Pace.LIVE)
    bot.scheduler.away()
    for user in (ALA, BOB):
        await table.play.ready(user, 1, next(ids))
    await house.killed(bot, house.time.now)
    await house.time.forward(HOUR)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    await house.time.forward(0)
    assert table.view(None).deal == 2


@pytest.mark.parametrize(("pace", "deal"), [(Pace.SLOW, 2), (Pace.NONE, 1)])
async def test_the_next_deal_of_a_slow_game_comes_after_a_turns_time_and_without_limits_never(
    house: House, pace: Pace, deal: int
) -> None:
    bot = await house.bot()
    table = await at_the_end_of_a_deal(bot, pace)
    await house.time.forward(DAY - 1)
    assert table.view(None).deal == 1
    await house.time.forward(1)
    assert table.view(None).deal == deal


async def at_the_end_of_a_deal(bot: Bot, pace: Pace) -> Table:
    table = await bot.started(options_for(Variant.GERMAN, {"rounds": 2, "small_deck": True}), pace=pace)
    while table.view(None).phase is not Phase.DEAL:
        await move(table, bot.house)
    return table


async def test_a_slow_turn_has_one_ping_two_reminders_and_a_timeout(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await move(table, house)  # the first player may be the one who started the game
    began, user = house.time.now, turn(table)
    house.told.sent.clear()
    await house.time.forward(DAY - 1)
    assert [(sent.user, sent.reminder) for sent in house.told.sent] == [(user, 0), (user, 1), (user, 2)]
    at = [sent.at - began for sent in house.told.sent]
    assert at[1:] == [12 * HOUR, 12 * HOUR + 576 * MINUTE]
    assert len(house.told.standing) == 1  # each ping replaces the one before
    await house.time.forward(1)
    assert turn(table) != user
    assert all(ping.user != user for ping in house.told.standing.values())


async def test_a_ping_is_deleted_after_the_move(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.NONE)
    for _ in range(6):
        user = turn(table)
        await house.time.forward(5 * MINUTE)
        assert [sent.user for sent in house.told.sent] == [user]  # one per turn, and none after a draw
        house.told.sent.clear()
        assert [ping.user for ping in house.told.standing.values()] == [user]
        assert table.row.ping == next(iter(house.told.standing.values()))
        await move(table, house)
        await house.time.forward(0)
        assert user not in [ping.user for ping in house.told.standing.values()]


async def test_a_ping_is_deleted_once_discord_can_be_reached_again(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(pace=Pace.SLOW)
    await house.time.forward(2 * MINUTE)
    house.told.unreachable = True
    await move(table, house)
    await house.time.forward(10 * MINUTE)
    assert [ping.user for ping in house.told.standing.values()] == [house.told.sent[0].user]
    house.told.unreachable = False
    await house.time.forward(MINUTE)
    assert [ping.user for ping in house.told.standing.values()] == [turn(table)]
    await table.moderation.close(next(ids))
    await house.time.forward(0)
    assert not house.told.standing


async def test_a_ping_left_by_a_crash_is_deleted_after_the_game(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(pace=Pace.NONE)
    await house.time.forward(2 * MINUTE)
    assert house.told.standing
    bot.scheduler.away()  # Discord can't be reached, so nothing can be deleted
    await table.moderation.close(next(ids))
    await house.stopped(bot)
    await house.bot()
    assert not house.told.standing


async def test_fast_players_are_never_pinged(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    for _ in range(2):
        await move(table, house)
    house.told.sent.clear()
    for _ in range(10):
        await house.time.forward(20 * SECOND)
        await move(table, house)
    assert house.told.sent == []


async def test_players_who_want_no_pings_get_none(house: House) -> None:
    bot = await house.bot()
    for user in (ALA, BOB):
        await house.people.save(Preferences(user, Notifications.NONE))
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await house.time.forward(3 * DAY)
    assert lines_of(table)
    assert house.told.sent == []


async def test_after_a_failed_direct_message_all_pings_go_to_the_channel(house: House) -> None:
    bot = await house.bot()
    for user in (ALA, BOB):
        await house.people.save(Preferences(user, Notifications.DIRECT, sorting="suit"))
    house.told.refuses = {Notifications.DIRECT}
    table = await bot.started(BASIC, pace=Pace.SLOW)
    user = turn(table)
    await house.time.forward(MINUTE)
    assert [(sent.user, sent.notifications) for sent in house.told.sent] == [(user, Notifications.CHANNEL)]
    assert await house.people.get(user) == Preferences(user, Notifications.CHANNEL, sorting="suit", told=False)
    house.told.refuses = set()
    await house.time.forward(DAY)
    assert {(sent.user, sent.notifications) for sent in house.told.sent if sent.user == user} == {
        (user, Notifications.CHANNEL)
    }


async def test_a_turn_times_out_in_a_channel_that_rejects_messages(house: House) -> None:
    bot = await house.bot()
    house.told.refuses = {Notifications.CHANNEL}
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await house.time.forward(DAY - 1)
    assert house.told.sent == []
    assert lines_of(table) == ()
    await house.time.forward(1)
    assert lines_of(table)


async def test_a_ping_waits_until_discord_can_be_reached(house: House) -> None:
    bot = await house.bot()
    house.told.unreachable = True
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await house.time.forward(HOUR)
    assert house.told.sent == []
    house.told.unreachable = False
    await house.time.forward(MINUTE)
    assert [sent.user for sent in house.told.sent] == [turn(table)]


async def test_quiet_hours_postpone_a_ping_until_the_morning(house: House) -> None:
    zone = "Europe/Warsaw"
    house.time.now = on(zone, "2026-11-21 23:30")
    bot = await house.bot()
    for user in (ALA, BOB):
        await house.people.save(Preferences(user, quiet=Quiet(22 * 60, 7 * 60, zone)))
    table = await bot.started(BASIC, pace=Pace.SLOW)
    user = turn(table)
    await house.time.until(on(zone, "2026-11-22 07:00") - 1)
    assert house.told.sent == []
    await house.time.forward(1)
    assert [(sent.user, sent.reminder) for sent in house.told.sent] == [(user, 0)]
    await house.time.until(on(zone, "2026-11-22 21:06"))
    assert [sent.reminder for sent in house.told.sent] == [0, 1, 2]


async def test_a_player_who_turns_off_quiet_hours_is_pinged_within_the_hour(house: House) -> None:
    house.time.now = on("Europe/Warsaw", "2026-11-21 22:30")
    for user in (ALA, BOB):
        await house.people.save(Preferences(user, quiet=Quiet(22 * 60, 7 * 60, "Europe/Warsaw")))
    bot = await house.bot()
    table = await bot.started(pace=Pace.SLOW)
    await house.time.forward(HOUR)
    assert house.told.sent == []
    await house.people.save(Preferences(turn(table)))
    await house.time.forward(HOUR)
    assert [ping.user for ping in house.told.sent] == [turn(table)]


async def test_quiet_hours_apply_after_a_restart_and_to_reminders(house: House) -> None:
    zone = "Europe/Warsaw"
    house.time.now = on(zone, "2026-10-24 12:00")  # the clocks go back in the coming night
    bot = await house.bot()
    for user in (ALA, BOB):
        await house.people.save(Preferences(user, quiet=Quiet(22 * 60, 7 * 60, zone)))
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await house.time.until(on(zone, "2026-10-24 23:59"))
    assert [sent.reminder for sent in house.told.sent] == [0]
    for _ in range(3):
        await house.stopped(bot)
        bot = await house.bot()
        await house.time.forward(HOUR)
    await house.time.until(on(zone, "2026-10-25 07:00") - 1)
    assert [sent.reminder for sent in house.told.sent] == [0]
    await house.time.forward(1)
    assert [sent.reminder for sent in house.told.sent] == [0, 1]
    assert house.told.sent[-1].at == on(zone, "2026-10-25 07:00") == house.time.now
    assert len(house.told.standing) == 1
    assert table.row.id


async def test_a_nudge_pings_once_more(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    await move(table, house)
    user = turn(table)
    other = ALA + BOB - user
    await house.time.forward(2 * HOUR)
    house.told.sent.clear()
    await table.play.nudge(other, next(ids))
    await house.time.forward(0)
    assert [(sent.user, sent.reminder) for sent in house.told.sent] == [(user, 0)]
    await house.time.forward(HOUR)
    assert len(house.told.sent) == 1


async def test_after_a_restart_a_turn_has_at_least_a_minute(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    user = turn(table)
    await house.time.until(deadline_of(table) - SECOND)
    await house.stopped(bot)
    await house.time.forward(3 * HOUR)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) == house.time.now + LEAST
    await house.time.forward(LEAST - 1)
    assert turn(table) == user
    await house.time.forward(1)
    assert turn(table) != user


async def test_after_a_crash_a_turn_has_at_least_a_minute(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    await house.time.until(deadline_of(table) - SECOND)
    await house.killed(bot, house.time.now - 10 * SECOND)
    await house.time.forward(SECOND)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) == house.time.now + LEAST


async def test_clocks_stop_while_the_bot_is_away(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    deadline = deadline_of(table)
    await house.time.forward(HOUR)
    await house.stopped(bot)
    await house.time.forward(2 * DAY)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) == deadline + 2 * DAY
    assert len(house.told.sent) == 1
    await house.time.forward(11 * HOUR)
    assert [sent.reminder for sent in house.told.sent] == [0, 1]


async def test_a_long_downtime_of_the_bot_closes_no_tables(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.NONE)
    await house.time.forward(DAY)
    await house.stopped(bot)
    await house.time.forward(30 * DAY)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    await house.time.forward(5 * DAY)
    assert status_of(table) is Status.PLAYING
    await house.time.forward(2 * DAY)
    assert status_of(table) is Status.OVER


async def test_clocks_stop_while_discord_can_not_be_reached(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    deadline, user = deadline_of(table), turn(table)
    await house.time.until(deadline - SECOND)
    bot.scheduler.away()
    await house.time.forward(HOUR)
    assert (turn(table), lines_of(table)) == (user, ())
    await bot.scheduler.here()
    assert deadline_of(table) == house.time.now + LEAST
    await house.time.forward(LEAST - 1)
    assert turn(table) == user
    await house.time.forward(1)
    assert turn(table) != user


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.SLOW])
async def test_a_turn_begun_by_a_replayed_click_gets_no_time_for_the_outage(house: House, pace: Pace) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=pace)
    whole = deadline_of(table) - house.time.now
    bot.scheduler.away()
    await house.time.forward(HOUR)
    await move(table, house)
    await bot.scheduler.here()
    assert deadline_of(table) - house.time.now == whole


async def test_a_crash_during_an_outage_of_discord_loses_no_time(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC, pace=Pace.SLOW)
    deadline = deadline_of(table)
    await house.time.forward(HOUR)
    bot.scheduler.away()
    await house.time.forward(4 * HOUR)
    await house.stopped(bot)
    await house.time.forward(HOUR)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    assert deadline_of(table) >= deadline + 5 * HOUR
    assert await house.facts.get(HEART) == str(house.time.now)


async def test_clocks_stop_while_the_machine_sleeps(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(BASIC)
    user = turn(table)
    await house.time.until(deadline_of(table) - SECOND)
    before = deadline_of(table)
    settled, house.time.settled = house.time.settled, FakeTime().settled
    house.time.now += 8 * HOUR  # the machine slept: no task ran meanwhile
    await house.time.forward(0)
    while deadline_of(table) == before:  # noqa: ASYNC110 - the store answers in its own time
        await asyncio.sleep(0)
    house.time.settled = settled
    await house.time.forward(0)
    assert (turn(table), lines_of(table)) == (user, ())
    assert deadline_of(table) == house.time.now + LEAST
    await house.time.forward(LEAST)
    assert turn(table) != user


async def test_a_computer_that_was_about_to_move_moves_after_a_restart(house: House) -> None:
    house.pauses = (5.0, 5.0)
    bot = await house.bot()
    table = await bot.started(BASIC, people=1, computers=1)
    while turn(table) == ALA:
        await move(table, house)
    await house.time.forward(SECOND)
    assert table.view(None).turn == 1
    await house.stopped(bot)
    await house.time.forward(HOUR)
    bot = await house.bot()
    table = await bot.tables.get(table.row.id)
    await house.time.forward(5 * SECOND)
    assert turn(table) == ALA


async def test_a_table_of_three_does_not_wait_for_two_absent_players(house: House) -> None:
    bot = await house.bot()
    table = await bot.started(GERMAN, people=3)
    for _ in range(12):
        if turn(table) == EVE:
            await move(table, house)
        else:
            await house.time.forward(2 * MINUTE)
        if game_of(table).away == {0, 1}:
            break
    assert game_of(table).away == {0, 1}
    for _ in range(3):
        assert turn(table) == EVE
        await move(table, house)
        await house.time.forward(0)
