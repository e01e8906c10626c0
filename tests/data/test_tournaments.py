"""The store of tournaments: every state is loaded as it was stored, and due ones are found by an index."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Select, text

from bot.play.state.errors import FixtureTaken, Overtaken
from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import Pace, Status, TableSettings, TimeLimits
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.tournaments import tournament as life
from bot.tournaments.values import (
    HOUR,
    Entrant,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from data.database import Database
from data.people.audit_log import SqlAudit
from data.tables.store import SqlTables
from data.tournaments import DUE, ENDED, SqlTournaments
from tests.data.fresh import POSTGRES
from tests.data.tables import row as new_row
from tests.data.tables import shift

GUILD, START = 2**62 + 1, 1_800_000_000_000


@pytest.fixture
def tournaments(database: Database) -> SqlTournaments:
    return SqlTournaments(database)


def new(tournament: Tournament, **changes: object) -> TournamentRow:
    row = TournamentRow(
        id=0,
        guild=GUILD,
        channel=GUILD + 1,
        name="Zażółć 🂡",
        host=GUILD + 2,
        options=options_for(Variant.HOLLYWOOD, {"target": 150}),
        pace=Pace.SLOW,
        limits=TimeLimits(24 * HOUR),
        settings=TableSettings(unassisted=True, invite_only=True, quick=True),
        created_at=START,
        tournament=tournament,
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def joined_by(form: TournamentFormat, size: int) -> Tournament:
    return Tournament(form, 48, entrants=tuple(Entrant(GUILD + 10 + number) for number in range(size)))


async def drawn(
    tournaments: SqlTournaments, form: TournamentFormat = TournamentFormat.SINGLE, size: int = 5
) -> TournamentRow:
    kept = await tournaments.create(new(joined_by(form, size)), 10)
    return await changed(tournaments, kept, lambda tournament: life.drawn(tournament, bytes(range(32)), START))


async def changed(
    tournaments: SqlTournaments, row: TournamentRow, change: Callable[[Tournament], Tournament], now: int = START
) -> TournamentRow:
    pair = await tournaments.change(row.id, change, now)
    assert pair is not None
    return pair[1]


@pytest.mark.slow
@pytest.mark.parametrize("form", TournamentFormat)
async def test_tournaments_in_any_state_are_read_back_as_stored(
    tournaments: SqlTournaments, form: TournamentFormat
) -> None:
    chance, row = random.Random(form), await drawn(tournaments, form, 2 if form is TournamentFormat.DOUBLE else 4)
    assert await tournaments.get(row.id) == row
    assert [one.id for one in row.tournament.fixtures] == sorted({one.id for one in row.tournament.fixtures})
    now = START
    while row.tournament.stage is TournamentStage.RUNNING:
        now += HOUR
        fixture = chance.choice(life.open_fixtures(row.tournament))
        pair = fixture.pair
        decided = FixtureResult(
            FixtureOutcome.PLAYED, chance.choice([pair, pair[:1], pair[1:], ()]), (chance.randrange(-99, 99), 7), 9
        )
        row = await changed(tournaments, row, chance.choice(steps(fixture, decided, now)), now)
        assert await tournaments.get(row.id) == row
    assert (await tournaments.of_guild(GUILD))[0] == row


def steps(fixture: Fixture, decided: FixtureResult, now: int) -> list[Callable[[Tournament], Tournament]]:
    """List changes that can happen to a fixture."""
    return [
        lambda tournament: life.asked(tournament, fixture.id, fixture.home, START),
        lambda tournament: life.played(tournament, fixture.id, decided, now),
        lambda tournament: life.closed(tournament, fixture.id, fixture.spent + 1, START),
        lambda tournament: life.caught_up(tournament, now),
    ]


async def test_an_error_in_a_change_changes_nothing_and_leaves_no_audit_entry(
    tournaments: SqlTournaments, database: Database
) -> None:
    row = await tournaments.create(new(joined_by(TournamentFormat.SINGLE, 3)), 10)

    def breaks(tournament: Tournament) -> Tournament:
        life.drawn(tournament, bytes(32), START)
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await tournaments.change(row.id, breaks, START, AuditEntry(GUILD, START, 1, "league-draw"))
    assert await tournaments.get(row.id) == row
    assert await SqlAudit(database).entries(GUILD, 0, 9) == (0, ())
    assert await tournaments.change(row.id + 1, breaks, START) is None


async def test_a_tournament_is_found_by_its_fixture_and_by_its_entrants(tournaments: SqlTournaments) -> None:
    row = await drawn(tournaments)
    other = await tournaments.create(new(joined_by(TournamentFormat.SINGLE, 2), name="Other"), 10)
    assert await tournaments.of_fixture(row.tournament.fixtures[3].id) == row
    assert await tournaments.of_fixture(10**6) is None
    first, last = (row.tournament.entrants[number].user for number in (0, 4))
    assert other.id in await tournaments.of_user(min(first, last, GUILD + 10))
    assert await tournaments.of_user(1) == ()
    row = await changed(tournaments, row, life.canceled)
    assert row.id not in await tournaments.of_user(first)


async def test_the_message_of_a_tournament_is_stored(tournaments: SqlTournaments) -> None:
    row = await tournaments.create(new(joined_by(TournamentFormat.SINGLE, 2)), 10)
    await tournaments.set_message(row.id, 2**62)
    assert await tournaments.get(row.id) == replace(row, message=2**62)
    await tournaments.set_message(row.id, None)
    assert await tournaments.get(row.id) == row


async def test_players_at_the_table_of_a_fixture_count_as_present(
    tournaments: SqlTournaments, store: SqlTables
) -> None:
    row = await drawn(tournaments)
    fixture = life.open_fixtures(row.tournament)[0]
    made = await store.create(replace(new_row(), channel=5, fixture=fixture.id), 1)
    host = made.seats[0].user
    found = life.find((await tournaments.get(row.id) or row).tournament, fixture.id)
    assert (found.table, found.playing, host in found.came) == (made.id, False, True)
    with pytest.raises(FixtureTaken) as taken:
        await store.create(replace(new_row(), channel=6, fixture=fixture.id), 2)
    assert taken.value.table == made.id
    await store.save(replace(made, status=Status.CANCELLED), 3)
    assert life.find((await tournaments.get(row.id) or row).tournament, fixture.id) == fixture
    decided = FixtureResult(FixtureOutcome.NOBODY, ())
    await changed(tournaments, row, lambda tournament: life.played(tournament, fixture.id, decided, START))
    with pytest.raises(Overtaken):
        await store.create(replace(new_row(), channel=6, fixture=fixture.id), 4)


async def test_times_of_fixtures_move_with_those_of_tables(tournaments: SqlTournaments, store: SqlTables) -> None:
    row = await drawn(tournaments)
    before = life.open_fixtures(row.tournament)[0]
    assert before.deadline is not None
    half = START + 24 * HOUR
    assert (await tournaments.due(half - 1), await tournaments.due(half)) == ((), (row.id,))
    await shift(store, HOUR, before.deadline + 5 * HOUR)
    after = life.find((await tournaments.get(row.id) or row).tournament, before.id)
    assert (after.begun_at, after.deadline) == (START + HOUR, before.deadline + 5 * HOUR)
    assert (await tournaments.due(half + HOUR - 1), await tournaments.due(half + HOUR)) == ((), (row.id,))
    await shift(store, HOUR, 0)
    again = life.find((await tournaments.get(row.id) or row).tournament, before.id)
    assert again.deadline == before.deadline + 6 * HOUR


async def test_ended_games_are_listed_until_their_tournament_knows(
    tournaments: SqlTournaments, store: SqlTables, database: Database
) -> None:
    row = await drawn(tournaments)
    fixture: Fixture = life.open_fixtures(row.tournament)[0]
    made = await store.create(replace(new_row(), channel=5, fixture=fixture.id), 1)
    assert await tournaments.ended() == ()
    async with database.write() as connection:
        await connection.execute(text("UPDATE tables SET status = 'over'"))
    assert await tournaments.ended() == ((made.id, fixture.id),)
    await changed(tournaments, row, lambda tournament: life.closed(tournament, fixture.id, made.id, START))
    assert await tournaments.ended() == ()


@pytest.mark.skipif(POSTGRES is not None, reason="plans are those of SQLite")
@pytest.mark.parametrize("statement", [DUE, ENDED])
async def test_frequent_queries_read_only_playable_fixtures(database: Database, statement: Select[int]) -> None:
    async with database.read() as connection:
        query = statement.params(now=5).compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")).all()
    assert any("ix_fixtures_awaited" in str(step) for step in plan), plan
    assert not any(str(step.detail).startswith("SCAN tables") for step in plan), plan
