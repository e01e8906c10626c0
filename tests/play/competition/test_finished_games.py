"""Finished games are counted once each, without delaying any move."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import update

from bot.play.service import play_requests
from bot.play.state.errors import TableReason
from bot.play.state.values import DAY, Status
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.values import ALL_TIME, GameEnding, GameOutcome, Rated
from bot.rummy.refusals import Refused
from data.database import open_database
from data.people.personal_data import SqlPersonalData
from data.people.store import SqlPeople
from data.schema import moves
from tests.play.competition.counting import Counting, counting
from tests.play.process import ALA, BOB, EVE, ids

GUILD = 1


@pytest.fixture
async def here(url: str) -> AsyncIterator[Counting]:
    async with counting(url) as started:
        yield started


@pytest.fixture
async def there(url: str, here: Counting) -> AsyncIterator[Counting]:
    """Start another process on the same database, or the same one after a restart; it only counts watched tables."""
    async with counting(url, seed=1, counts=False) as started:
        started.now = here.now + 10**6
        yield started


async def standings(of: Counting) -> list[tuple[int, int, int]]:
    page = await of.results.standings(GUILD, ALL_TIME, None, 0, 10)
    return [(row.standing.user, row.standing.games, row.standing.wins) for row in page.rows]


async def test_a_finished_game_is_counted_and_announced_once(here: Counting) -> None:
    table = await here.game()
    outcome = await here.finished_games.outcome(table)
    await here.finished_games.idle()
    assert outcome is not None
    assert (outcome.result.rated, outcome.result.facts.ending) == (Rated.YES, GameEnding.RESIGNED)
    assert {change.user for change in outcome.changes} == {ALA, BOB}
    assert here.outcomes_shown == [outcome]
    assert here.shown == [table.row.id]
    assert here.changed == [GUILD]
    assert await standings(here) == [(ALA, 1, 1), (BOB, 1, 0)]


async def test_a_running_game_has_no_outcome(here: Counting) -> None:
    table = await here.started()
    assert await here.finished_games.outcome(table) is None
    await here.finished_games.sweep()
    await here.finished_games.idle()
    assert here.outcomes_shown == []


async def test_the_last_move_does_not_wait_for_counting(url: str) -> None:
    async with counting(url, patience=0.01) as here:
        here.results.hold = asyncio.Event()
        table = await here.game()
        assert table.row.status is Status.OVER
        assert await here.finished_games.outcome(table) is None
        with pytest.raises(Refused) as why:
            await play_requests.resign(table, ALA, interaction=next(ids))
        assert why.value.refusals[0].reason is TableReason.OVER
        assert here.shown == []
        here.results.hold.set()
        await here.finished_games.idle()
        assert here.shown == [table.row.id]
        assert table.outcome is not None


async def test_the_last_move_succeeds_even_if_counting_fails(here: Counting) -> None:
    here.results.fail = 1
    table = await here.game()
    assert await here.finished_games.outcome(table) is None
    assert here.outcomes_shown == []
    await here.finished_games.sweep()
    await here.finished_games.idle()
    assert table.outcome is not None
    assert here.outcomes_shown == [table.outcome]
    assert here.shown == [table.row.id]


async def test_a_game_left_uncounted_by_a_crash_is_counted_at_the_next_start(there: Counting) -> None:
    table = await there.game()
    await there.finished_games.idle()
    assert await there.results.outcome(table.row.id) is None
    number = table.row.id
    del table
    await there.finished_games.sweep()
    await there.finished_games.idle()
    assert await standings(there) == [(ALA, 1, 1), (BOB, 1, 0)]
    assert there.shown == [number]
    assert len(there.outcomes_shown) == 1


async def test_a_game_that_ended_long_ago_is_counted_without_editing_its_message(
    here: Counting, there: Counting
) -> None:
    await there.game()
    here.now = there.now + 2 * DAY
    await here.finished_games.sweep()
    await here.finished_games.idle()
    assert len(here.outcomes_shown) == 1
    assert here.shown == []


async def test_two_processes_count_a_game_once(here: Counting, there: Counting) -> None:
    table = await there.game()
    elsewhere = await here.tables.get(table.row.id)
    outcomes = await asyncio.gather(here.finished_games.outcome(elsewhere), there.finished_games.outcome(table))
    await here.finished_games.idle()
    await there.finished_games.idle()
    assert outcomes[0] is not None
    assert outcomes[0] == outcomes[1]
    assert [*here.outcomes_shown, *there.outcomes_shown] == [outcomes[0]]
    assert await standings(here) == [(ALA, 1, 1), (BOB, 1, 0)]


@pytest.mark.slow
async def test_games_are_counted_in_the_order_in_which_they_ended(here: Counting, there: Counting) -> None:
    first = [(await there.game(channel=channel)).row.id for channel in (1, 2, 3)]
    here.now = there.now
    await here.finished_games.sweep()
    last = await here.game(channel=4)
    await here.finished_games.outcome(last)
    assert here.results.settled == [*first, last.row.id]


async def test_an_uncountable_game_is_tried_once_and_blocks_no_other(
    url: str, here: Counting, there: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = [(await there.game(channel=channel)).row.id for channel in (1, 2)]
    database = await open_database(url)
    async with database.write() as connection:
        await connection.execute(update(moves).where(moves.c.table_id == broken, moves.c.seq == 0).values(text="draw"))
    await database.close()
    here.now = there.now
    for _ in range(2):
        await here.finished_games.sweep()
        await here.finished_games.idle()
    assert [outcome.result.facts.table for outcome in here.outcomes_shown] == [other]
    assert [record.getMessage() for record in caplog.records].count("a game can't be counted") == 1


async def test_voided_and_restored_results_are_shown_and_announced(here: Counting) -> None:
    table = await here.game()
    await here.finished_games.outcome(table)
    entry = AuditEntry(GUILD, here.now, EVE, "void", table=table.row.id)
    voided = await here.finished_games.void(entry)
    assert voided is not None
    assert voided.result.rated is Rated.VOID
    assert table.outcome == voided
    assert await standings(here) == []
    with pytest.raises(RequestRefused):
        await here.finished_games.void(entry)
    restored = await here.finished_games.restore(replace(entry, what="restore"))
    await here.finished_games.idle()
    assert table.outcome == restored
    assert [outcome.result.rated for outcome in here.outcomes_shown] == [Rated.YES, Rated.VOID, Rated.YES]
    assert here.shown == [table.row.id] * 3
    assert here.changed == [GUILD] * 3
    assert await standings(here) == [(ALA, 1, 1), (BOB, 1, 0)]


async def test_a_server_sets_how_many_games_of_a_pair_are_rated_per_day(here: Counting) -> None:
    await here.servers.change(GUILD, lambda server: replace(server, meetings=1))
    rated = []
    for channel in (1, 2):
        outcome = await here.finished_games.outcome(await here.game(channel=channel))
        assert outcome is not None
        rated.append(outcome.result.rated)
    assert rated == [Rated.YES, Rated.OFTEN]


async def test_a_failing_listener_does_not_affect_other_listeners(
    here: Counting, caplog: pytest.LogCaptureFixture
) -> None:
    async def deaf(_: GameOutcome) -> None:
        raise ValueError("not now")

    here.listeners.append(deaf)
    table = await here.game()
    await here.finished_games.outcome(table)
    await here.finished_games.idle()
    assert here.outcomes_shown == [table.outcome]
    assert "a result couldn't be announced" in caplog.text


async def test_a_deleted_user_is_a_former_player_at_the_tables_in_memory(url: str, here: Counting) -> None:
    table = await here.game()
    before = await here.finished_games.outcome(table)
    database = await open_database(url)
    await SqlPersonalData(database, here.servers, SqlPeople(database)).forget(BOB, lambda: -77)
    await database.close()
    await here.tables.forget(BOB)
    assert [(player.user, player.name) for player in table.row.seats] == [(ALA, "Ala"), (-77, "")]
    after = await here.finished_games.outcome(table)
    assert before is not None
    assert after is not None
    assert {change.user for change in after.changes} == {ALA, -77}
    assert len(here.outcomes_shown) == 1
