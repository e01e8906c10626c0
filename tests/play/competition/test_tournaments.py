"""Tournaments with the real stores, the scheduler, and a clock that tests control."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.play.service import play_requests, table_requests
from bot.play.service.tournaments import LONGEST_NAME, MOST_TOURNAMENTS, Tournaments
from bot.play.state.errors import ChannelTaken, StoreError
from bot.play.state.tournament_ports import TournamentNews, TournamentRow
from bot.play.state.values import Pace, Status
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.values import Result
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.refusals import Conflict, Refused
from bot.tournaments.table import champions, table_of
from bot.tournaments.tournament import open_fixtures
from bot.tournaments.values import Fixture, FixtureOutcome, TournamentFormat, TournamentReason, TournamentStage
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from tests.play.competition.tournaments import ADMIN, BOARD, FIVE, GUILD, Club, Office, club_at
from tests.play.fake_time import DAY, HOUR, MINUTE
from tests.play.process import GIN, ids
from tests.play.scheduling.cluster import status_of

ALA, BOB, *_ = FIVE


@pytest.fixture
async def club(url: str) -> AsyncIterator[Club]:
    async with club_at(url) as opened:
        yield opened


def reason(caught: pytest.ExceptionInfo[RequestRefused]) -> str:
    return caught.value.reason


def now_open(row: TournamentRow) -> tuple[Fixture, ...]:
    return open_fixtures(row.tournament)


async def fixture_of(office: Office, row: TournamentRow, number: int = 0) -> Fixture:
    """Return the current state of a fixture."""
    return (await office.tournaments.get(row.id)).tournament.fixtures[number]


@pytest.mark.slow
async def test_a_tournament_of_five_runs_to_its_end_by_itself(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(5)
    while row.tournament.stage is TournamentStage.RUNNING:
        first, second = now_open(row)
        await office.won(first, loser=max(first.pair))
        if row.tournament.matchday == 2:  # the other fixture isn't played
            await club.until((second.deadline or 0) + MINUTE)
        else:
            await office.won(second, loser=max(second.pair))
        row = await office.tournaments.get(row.id)
    played = [one.decided.outcome for one in row.tournament.fixtures if one.decided]
    assert sorted(played) == sorted([FixtureOutcome.BYE] * 5 + [FixtureOutcome.PLAYED] * 9 + [FixtureOutcome.NOBODY])
    rows = table_of(row.tournament)
    assert [place.played for place in rows] == [4] * 5
    assert sum(place.match_points for place in rows) == 18
    assert club.heard[-1].news.over
    assert champions(row.tournament) == (rows[0].user,)
    assert [news.begun for news in club.news() if news.begun] == [1, 2, 3, 4, 5]


async def test_a_fixture_starts_with_the_tournaments_rules_once_both_players_click(club: Club) -> None:
    office = await club.office()
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    table = await office.sit(fixture, fixture.home)
    assert status_of(table) is Status.LOBBY
    again = await office.sit(fixture, fixture.home)
    assert again is table
    await office.sit(fixture, fixture.away or 0)
    assert status_of(table) is Status.PLAYING
    assert (table.row.options, table.row.pace, table.row.fixture) == (GIN, Pace.NONE, fixture.id)
    assert await office.sit(fixture, fixture.home) is table
    now = await fixture_of(office, row)
    assert (now.table, now.playing) == (table.row.id, True)


async def test_two_clicks_at_once_in_two_processes_open_one_table(club: Club) -> None:
    here, there = await club.office(), await club.office()
    row = await here.drawn()
    fixture = row.tournament.fixtures[0]
    tables = await asyncio.gather(here.sit(fixture, ALA, channel=77), there.sit(fixture, BOB, channel=78))
    assert len({table.row.id for table in tables}) == 1
    await tables[0].refresh()
    assert tables[0].row.status is Status.PLAYING


async def test_users_who_do_not_play_the_fixture_are_refused(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(4)
    first, second = now_open(row)
    with pytest.raises(RequestRefused) as why:
        await office.sit(first, second.home)
    assert reason(why) == TournamentReason.NOT_YOURS
    later = next(one for one in row.tournament.fixtures if one.matchday == 2)
    with pytest.raises(RequestRefused) as why:
        await office.sit(later, later.home)
    assert reason(why) == TournamentReason.NOT_YET
    await office.won(first, loser=first.home)
    with pytest.raises(RequestRefused) as why:
        await office.sit(first, first.home)
    assert reason(why) == TournamentReason.DECIDED


async def test_a_click_counts_as_showing_up_even_if_no_table_can_be_opened(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(4)
    first, second = now_open(row)
    await office.sit(first, first.home, channel=77)
    with pytest.raises(ChannelTaken):
        await office.sit(second, second.home, channel=77)
    await club.until(second.deadline or 0)
    decided = (await fixture_of(office, row, row.tournament.fixtures.index(second))).decided
    assert decided is not None
    assert (decided.outcome, decided.winners) == (FixtureOutcome.WALKOVER, (second.home,))


async def test_simultaneous_draws_by_two_admins_draw_once(club: Club) -> None:
    here, there = await club.office(), await club.office()
    row = await here.open()
    for user in FIVE:
        await there.tournaments.join(row.id, user)
    entries = [AuditEntry(GUILD, 1, admin, "league-draw", row.name) for admin in (ADMIN, ADMIN + 1)]
    draws = (here.tournaments.draw(row.id, entries[0]), there.tournaments.draw(row.id, entries[1]))
    answers = await asyncio.gather(*draws, return_exceptions=True)
    late = [answer for answer in answers if isinstance(answer, RequestRefused)]
    assert [refusal.reason for refusal in late] == [TournamentReason.DRAWN]
    drawn = next(answer for answer in answers if isinstance(answer, TournamentRow))
    assert (await there.tournaments.get(row.id)) == drawn
    assert len(drawn.tournament.fixtures) == 15
    assert [news.begun for news in club.news()] == [1]
    total, kept = await here.audit.entries(GUILD, 0, 9)
    assert [entry.what for entry in kept] == ["league-draw", "league-open"]
    assert total == 2


async def test_only_one_player_gets_the_last_place(club: Club) -> None:
    here, there = await club.office(), await club.office()
    row = await here.open()
    for user in range(1001, 1020):
        await here.tournaments.join(row.id, user)
    answers = await asyncio.gather(
        here.tournaments.join(row.id, ALA), there.tournaments.join(row.id, BOB), return_exceptions=True
    )
    assert [one.reason for one in answers if isinstance(one, RequestRefused)] == [TournamentReason.FULL]
    with pytest.raises(RequestRefused) as why:
        await here.tournaments.join(row.id, 1001)
    assert reason(why) == TournamentReason.JOINED


async def test_at_the_deadline_the_lobby_closes_and_the_player_in_it_wins(club: Club) -> None:
    office = await club.office()
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    table = await office.sit(fixture, BOB)
    await club.until((fixture.deadline or 0) - HOUR)
    assert status_of(table) is Status.LOBBY
    await club.later(2 * HOUR)
    assert status_of(table) is Status.CANCELLED
    assert office.closed_lobbies == [table.row.id]
    row = await office.tournaments.get(row.id)
    assert row.tournament.stage is TournamentStage.OVER
    assert champions(row.tournament) == (BOB,)
    assert [len(news.reminded) for news in club.news()] == [0, 1, 0]


@pytest.mark.slow
async def test_two_processes_send_one_reminder(club: Club) -> None:
    office = await club.office()
    await club.office()
    row = await office.drawn(hours=7 * 24)
    for _ in range(7 * 24 // 6 - 1):
        await club.later(6 * HOUR)
    at = [heard.at for heard in club.heard if heard.news.reminded]
    began = row.tournament.fixtures[0].begun_at or 0
    assert [(when - began) / HOUR for when in at] == [84, 144]


async def test_two_processes_apply_a_deadline_once(club: Club) -> None:
    office = await club.office()
    await club.office()
    row = await office.drawn(4)
    await club.until((now_open(row)[0].deadline or 0) + HOUR)
    told = [news for news in club.news() if news.decided]
    assert [len(news.decided) for news in told] == [2]
    assert [news.begun for news in club.news() if news.begun] == [1, 2]


async def test_a_game_running_at_the_deadline_can_be_finished_and_counts(club: Club) -> None:
    office = await club.office()
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    table = await office.started(fixture)
    await club.until((fixture.deadline or 0) + DAY)
    assert table.row.status is Status.PLAYING
    assert (await fixture_of(office, row)).decided is None
    await play_requests.resign(table, ALA, interaction=next(ids))
    await office.idle()
    decided = (await fixture_of(office, row)).decided
    assert decided is not None
    assert (decided.outcome, decided.winners, decided.table) == (FixtureOutcome.PLAYED, (BOB,), table.row.id)


async def test_a_result_that_was_not_announced_is_entered_later(club: Club) -> None:
    office = await club.office(counts=False)
    row = await office.drawn()
    await office.won(row.tournament.fixtures[0], loser=BOB)
    assert (await fixture_of(office, row)).decided is None
    await club.later(2 * HOUR)
    row = await office.tournaments.get(row.id)
    assert champions(row.tournament) == (ALA,)


async def test_a_result_is_entered_after_the_data_of_one_player_was_deleted(
    club: Club,
) -> None:
    office = await club.office(counts=False)
    row = await office.drawn()
    await office.won(row.tournament.fixtures[0], loser=BOB)
    outcome = await office.results.outcome(1)
    assert outcome is not None
    await SqlPersonalData(club.database, SqlServers(club.database), SqlPeople(club.database)).forget(ALA, lambda: -7)
    await office.tournaments.settled(outcome.result)
    await club.later(0)
    row = await office.tournaments.get(row.id)
    assert champions(row.tournament) == (-7,)


async def test_a_game_that_ended_in_time_counts_even_if_entered_late(club: Club) -> None:
    office = await club.office(counts=False)
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    table = await office.started(fixture)
    office.counting_stops()
    await play_requests.resign(table, ALA, interaction=next(ids))
    club.time.now = (fixture.deadline or 0) + HOUR
    await office.tournaments.tick()
    now = await fixture_of(office, row)
    assert (now.decided, now.playing) == (None, True)
    assert await office.sit(fixture, BOB) is table
    office.counting_goes_on()
    await club.later(0)
    decided = (await fixture_of(office, row)).decided
    assert decided is not None
    assert (decided.outcome, decided.winners) == (FixtureOutcome.PLAYED, (BOB,))


@pytest.mark.slow
async def test_a_game_that_can_not_be_entered_does_not_block_other_tournaments(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    office = await club.office(counts=False)
    broken, sound = await office.drawn(), await office.drawn(name="Summer")
    for row in (broken, sound):
        await office.won(row.tournament.fixtures[0], loser=ALA)
    enter, wrong = office.tournaments.settled, broken.tournament.fixtures[0].id

    async def breaks(_: Tournaments, result: Result) -> None:
        if result.facts.fixture == wrong:
            raise KeyError("nobody of that name")
        await enter(result)

    monkeypatch.setattr(Tournaments, "settled", breaks)
    await club.later(HOUR)
    assert (await fixture_of(office, broken)).decided is None
    assert (await fixture_of(office, sound)).decided is not None
    assert "a game could not be entered in its tournament" in caplog.text


async def test_joining_by_the_tables_own_button_counts_as_showing_up(club: Club) -> None:
    office = await club.office()
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    table = await office.sit(fixture, ALA)
    await table_requests.join(table, BOB, "Bob", next(ids))
    await table_requests.close(table, next(ids))
    await club.until((fixture.deadline or 0) + HOUR)
    decided = (await fixture_of(office, row)).decided
    assert decided is not None
    assert decided.outcome is FixtureOutcome.NOBODY


async def test_a_table_that_a_moderator_closes_can_be_opened_again(club: Club) -> None:
    office = await club.office()
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    table = await office.started(fixture)
    await table_requests.close(table, next(ids))
    await office.idle()
    assert [len(news.again) for news in club.news()] == [0, 1]
    another = await office.started(fixture)
    assert another.row.id != table.row.id
    assert another.row.status is Status.PLAYING
    await club.later(2 * HOUR)
    assert (await fixture_of(office, row)).decided is None


async def test_a_fixture_is_replayed_after_its_result_is_voided_unless_it_is_restored(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(3)
    (fixture,) = now_open(row)
    place = row.tournament.fixtures.index(fixture)
    await office.won(fixture, loser=fixture.home)
    table = (await fixture_of(office, row, place)).decided
    assert table is not None
    entry = AuditEntry(GUILD, club.time.now, ADMIN, "void", table=table.table)
    await office.finished_games.void(entry)
    await office.idle()
    assert (await fixture_of(office, row, place)).decided is None
    await office.finished_games.restore(entry)
    await office.idle()
    assert (await fixture_of(office, row, place)).decided == table


async def test_restoring_a_result_closes_the_lobby_of_the_replay(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(3)
    (fixture,) = now_open(row)
    await office.won(fixture, loser=fixture.home)
    entry = AuditEntry(GUILD, club.time.now, ADMIN, "void", table=1)
    await office.finished_games.void(entry)
    await office.idle()
    lobby = await office.sit(fixture, fixture.home)
    await office.finished_games.restore(entry)
    await office.idle()
    assert lobby.row.status is Status.CANCELLED
    assert office.closed_lobbies == [lobby.row.id]


@pytest.mark.slow
@pytest.mark.parametrize("form", [TournamentFormat.SINGLE, TournamentFormat.KNOCKOUT])
async def test_an_admin_decision_that_was_not_announced_is_entered_later(club: Club, form: TournamentFormat) -> None:
    office = await club.office(counts=False)
    row = await office.drawn(4, form)
    fixture = now_open(row)[0]
    await office.won(fixture, loser=fixture.home)
    await club.later(0)
    decided = (await fixture_of(office, row)).decided
    assert decided is not None
    entry = AuditEntry(GUILD, club.time.now, ADMIN, "void", table=decided.table)
    await office.finished_games.void(entry)
    await club.later(0)
    again = await fixture_of(office, row)
    assert (again.decided, again.spent) == (None, decided.table)
    await club.later(HOUR)
    assert await fixture_of(office, row) == again
    await office.finished_games.restore(entry)
    await club.later(0)
    assert (await fixture_of(office, row)).decided == decided


async def test_a_withdrawn_player_leaves_no_lobby_and_loses_the_remaining_fixtures(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(3)
    (fixture,) = now_open(row)
    table = await office.sit(fixture, fixture.home)
    await office.tournaments.withdraw_everywhere(fixture.home)
    assert table.row.status is Status.CANCELLED
    row = await office.tournaments.get(row.id)
    lost = [one for one in row.tournament.fixtures if fixture.home in one.pair and one.away is not None]
    assert all(one.decided and fixture.home not in one.decided.winners for one in lost)
    assert len(now_open(row)) == 1
    await office.tournaments.withdraw_everywhere(fixture.home)
    assert await office.tournaments.get(row.id) == row


async def test_a_player_who_leaves_before_the_draw_is_removed(club: Club) -> None:
    office = await club.office()
    row = await office.open()
    await office.tournaments.join(row.id, ALA)
    row = await office.tournaments.withdraw(row.id, ALA)
    assert row.tournament.entrants == ()
    with pytest.raises(RequestRefused) as why:
        await office.tournaments.withdraw(row.id, ALA)
    assert reason(why) == TournamentReason.NOT_IN
    with pytest.raises(RequestRefused) as why:
        await office.tournaments.withdraw(row.id, BOB, AuditEntry(GUILD, 1, ADMIN, "league-withdraw", target=BOB))
    assert reason(why) == TournamentReason.THEY_ARE_NOT_IN


async def test_canceling_a_tournament_closes_its_lobbies_but_not_its_running_games(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(4)
    first, second = now_open(row)
    lobby, game = await office.sit(first, first.home), await office.started(second)
    await office.tournaments.cancel(row.id)
    assert (lobby.row.status, game.row.status) == (Status.CANCELLED, Status.PLAYING)
    await play_requests.resign(game, second.home, interaction=next(ids))
    await club.later(10 * DAY)
    row = await office.tournaments.get(row.id)
    assert row.tournament.stage is TournamentStage.CANCELED
    assert now_open(row) == ()
    assert not any(news.decided or news.over for news in club.news())


async def test_an_admin_can_move_a_deadline(club: Club) -> None:
    office = await club.office()
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    later = (fixture.deadline or 0) + 3 * DAY
    await office.tournaments.extend(row.id, later)
    await club.until(later - HOUR)
    assert (await fixture_of(office, row)).decided is None
    await club.later(2 * HOUR)
    assert (await fixture_of(office, row)).decided is not None
    with pytest.raises(RequestRefused) as why:
        await office.tournaments.extend(row.id, later)
    assert reason(why) == TournamentReason.OVER


async def test_downtime_of_the_bot_extends_deadlines_and_delays_reminders(club: Club) -> None:
    office = await club.office(keeps=True)
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    await club.time.forward(20 * HOUR)
    await club.killed(office)
    club.time.now += 5 * DAY
    office = await club.office(keeps=True)
    now = await fixture_of(office, row)
    assert now.decided is None
    assert now.deadline == (fixture.deadline or 0) + 5 * DAY
    assert now.reminded == 0
    await club.time.forward(8 * HOUR)
    assert (await fixture_of(office, row)).reminded == 1
    await club.time.forward(DAY)
    assert (await fixture_of(office, row)).decided is not None


async def test_a_deadline_missed_while_the_machine_slept_is_extended_first(club: Club) -> None:
    office = await club.office(keeps=True)
    row = await office.drawn()
    await club.time.forward(40 * HOUR)
    club.time.now += 3 * DAY  # the machine slept: no task ran meanwhile
    await club.time.forward(0)
    await office.scheduler.here()
    await club.time.forward(4 * HOUR)
    assert (await fixture_of(office, row)).decided is None
    await club.time.forward(8 * HOUR)
    assert (await fixture_of(office, row)).decided is not None


async def test_while_people_cannot_reach_the_bot_no_deadline_passes(club: Club) -> None:
    office = await club.office(keeps=True)
    row = await office.drawn()
    await club.time.forward(44 * HOUR)
    office.scheduler.away()
    await club.time.forward(12 * HOUR)
    assert (await fixture_of(office, row)).decided is None
    await office.scheduler.here()
    await club.time.forward(HOUR)
    assert (await fixture_of(office, row)).decided is None
    await club.time.forward(8 * HOUR)
    assert (await fixture_of(office, row)).decided is not None


async def test_no_deadline_passes_on_a_server_that_the_bot_cant_reach(club: Club) -> None:
    office = await club.office(keeps=True)
    row = await office.drawn()
    fixture = row.tournament.fixtures[0]
    await club.time.forward(44 * HOUR)
    office.scheduler.lose((GUILD,))
    await club.time.forward(12 * HOUR)
    assert (await fixture_of(office, row)).decided is None
    await office.scheduler.find((GUILD,))
    assert (await fixture_of(office, row)).deadline == (fixture.deadline or 0) + 12 * HOUR
    await club.time.forward(HOUR)
    assert (await fixture_of(office, row)).decided is None
    await club.time.forward(8 * HOUR)
    assert (await fixture_of(office, row)).decided is not None


async def test_a_failing_store_is_retried(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    office = await club.office(keeps=True)
    row = await office.drawn()

    async def fails(_: object, now: int) -> tuple[int, ...]:
        raise StoreError(f"no disk at {now}")

    with monkeypatch.context() as broken:
        broken.setattr(type(office.tournament_store), "due", fails)
        await club.time.forward(3 * DAY)
        assert (await fixture_of(office, row)).decided is None
    await club.time.forward(4 * HOUR)
    assert (await fixture_of(office, row)).decided is not None


async def test_a_knockout_tournament_draws_its_rounds_by_itself(club: Club) -> None:
    office = await club.office()
    row = await office.drawn(3, TournamentFormat.KNOCKOUT)
    for number in (1, 2):
        row = await office.tournaments.get(row.id)
        assert row.tournament.matchday == number
        for fixture in now_open(row):
            await office.won(fixture, loser=max(fixture.pair))
    row = await office.tournaments.get(row.id)
    assert champions(row.tournament) == (min(FIVE),)
    assert club.news()[-1].over


async def test_invalid_tournaments_are_refused_when_opened(club: Club) -> None:
    office = await club.office()
    for hours in (0, 28 * 24 + 1):
        with pytest.raises(RequestRefused) as why:
            await office.open(hours=hours)
        assert reason(why) == TournamentReason.HOURS
    for name, against in (
        (" \u200b ", TournamentReason.EMPTY_NAME),
        ("Cup\ufe0f", TournamentReason.INVISIBLE_NAME),
        ("x" * (LONGEST_NAME + 1), TournamentReason.LONG_NAME),
    ):
        with pytest.raises(RequestRefused) as why:
            await office.open(name=name)
        assert reason(why) == against
    with pytest.raises(Refused) as refused:
        await office.tournaments.open(
            guild=GUILD,
            channel=BOARD,
            host=ADMIN,
            name="Claims",
            options=options_for(Variant.GERMAN, {"claim": True}),
            pace=Pace.NONE,
            limits=None,
            form=TournamentFormat.SINGLE,
            hours=24,
        )
    assert [refusal.reason for refusal in refused.value.refusals] == [Conflict.CLAIM_FOR_TWO]


async def test_active_tournaments_have_unique_names(club: Club) -> None:
    office = await club.office()
    first = await office.open(name="Cup")
    with pytest.raises(RequestRefused) as why:
        await office.open(name="CUP")
    assert reason(why) == TournamentReason.SAME_NAME
    await office.tournaments.cancel(first.id)
    await office.open(name="Cup")


async def test_the_number_of_active_tournaments_of_a_server_is_limited(club: Club) -> None:
    office = await club.office()
    opened = [await office.open(name=f"Tournament {number}") for number in range(MOST_TOURNAMENTS)]
    with pytest.raises(RequestRefused) as why:
        await office.open()
    assert reason(why) == TournamentReason.MANY_ACTIVE
    await office.tournaments.cancel(opened[3].id)
    another = await office.open()
    listed = await office.tournaments.of_guild(GUILD)
    assert [row.id for row in listed][:2] == [another.id, opened[-1].id]
    assert listed[-1].id == opened[3].id


async def test_an_unknown_tournament_is_refused(club: Club) -> None:
    office = await club.office()
    for asked in (office.tournaments.get(9), office.tournaments.of_fixture(9), office.tournaments.join(9, ALA)):
        with pytest.raises(RequestRefused) as why:
            await asked
        assert reason(why) == TournamentReason.GONE


@pytest.mark.slow
async def test_no_news_without_a_change(club: Club) -> None:
    office = await club.office(keeps=True)
    await office.drawn()
    told = len(club.heard)
    await club.time.forward(5 * HOUR)
    assert len(club.heard) == told
    assert club.news() == [TournamentNews(begun=1)]
