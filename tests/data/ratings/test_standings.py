"""Stored standings: their order and pages. No statement scans rows that it doesn't return."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event, insert

from bot.ratings.rating import ranked
from bot.ratings.values import ALL_TIME, RANKED_FROM, Rating, Scope, Standing
from bot.rummy.families import Variant
from data.database import Database
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.rows import standing_values
from data.ratings.schema import standings
from data.ratings.store import SqlResults
from tests.data.games import CLUB, NOON, Played, Wanted, keep

ROWS = 60
FEW = ("ix_tables_unsettled", "uq_tables_open_channel", "ix_tables_open_host", "uq_tables_open_fixture", "departures")
"""Indexes with few rows, which statements may scan."""


def tied_rows() -> list[Standing]:
    """Return rows, many of which are equal in some columns, and some in all."""
    chance = random.Random(8)
    return [
        Standing(
            user=user,
            games=chance.choice((4, 5, 6)),
            wins=chance.choice((2, 3)),
            points=chance.choice((-5, 0, 12)),
            last_at=chance.choice((NOON, NOON + 1)),
            rating=chance.choice(
                (Rating(25.0, 8.0, 5), Rating(25.0001, 8.0, 5), Rating(30.0, 2.0, 5), Rating(0, 9, 5))
            ),
        )
        for user in chance.sample(range(1, 10**6), ROWS)
    ]


async def fill(database: Database, rows: list[Standing], scope: Scope = None, season: int = ALL_TIME) -> None:
    async with database.write() as connection:
        await connection.execute(
            insert(standings), [standing_values(CLUB, season, scope, standing) for standing in rows]
        )


async def test_a_rank_is_shared_with_the_last_row_of_the_page_before(database: Database) -> None:
    rows = [replace(row, user=user) for user, row in enumerate([tied_rows()[0]] * 4, 1)]
    rows[0] = replace(rows[0], games=9, rating=Rating(40.0, 1.0, 9))
    rows = [replace(row, games=max(row.games, RANKED_FROM)) for row in rows]
    await fill(database, rows)
    for first in range(4):
        page = await SqlResults(database).standings(CLUB, ALL_TIME, None, first, 2)
        assert [one.rank for one in page.rows] == [1, 2, 2, 2][first : first + 2]
        assert page.rows == ranked(rows)[first : first + 2]


@pytest.mark.slow
async def test_pages_and_places_follow_the_same_order_with_shared_ranks(database: Database) -> None:
    rows = tied_rows()
    await fill(database, rows)
    await fill(database, rows[:9], Variant.GIN)
    await fill(database, rows[:7], season=3)
    results, expected = SqlResults(database), ranked(rows)
    assert len({one.rank for one in expected}) < ROWS - 5, "there must be shared ranks"
    for count in (1, 7, 8, ROWS, 100):
        for first in range(0, ROWS + 1, count):
            page = await results.standings(CLUB, ALL_TIME, None, first, count)
            assert page.rows == expected[first : first + count]
            assert (page.first, page.total) == (first, ROWS)
    for place, one in enumerate(expected):
        assert await results.place(CLUB, ALL_TIME, None, one.standing.user) == place
    assert await results.place(CLUB, ALL_TIME, None, 10**7) is None
    assert (await results.standings(CLUB, ALL_TIME, None, ROWS + 5, 8)).rows == ()
    assert (await results.standings(CLUB, ALL_TIME, Variant.GIN, 0, 50)).rows == ranked(rows[:9])
    assert (await results.standings(CLUB, 3, None, 0, 50)).rows == ranked(rows[:7])
    assert (await results.standings(CLUB, 3, Variant.GIN, 0, 50)).total == 0
    assert (await results.standings(CLUB + 1, ALL_TIME, None, 0, 50)).total == 0


@pytest.fixture
def statements(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Yield the statements sent to the database, with their parameters."""
    asked: list[tuple[str, Any]] = []
    engine = database._engine.sync_engine  # private, since only this test looks at statements

    def note(*said: Any) -> None:  # noqa: ANN401 - the event's arguments
        asked.append((said[2], said[3]))

    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.slow
async def test_no_statement_scans_a_large_table(
    database: Database, url: str, games: dict[str, Played], statements: list[tuple[str, Any]]
) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("plans are SQLite's here")
    await fill(database, tied_rows())
    results, audit = SqlResults(database), SqlAudit(database)
    personal_data = SqlPersonalData(database, SqlServers(database), SqlPeople(database))
    for facts in await keep(database, [Wanted(games["gin"], (1, 2), NOON + n) for n in range(3)]):
        statements.clear()
        await results.settle(facts, 5)
    await results.unsettled()
    await results.standings(CLUB, ALL_TIME, None, 16, 8)
    await results.place(CLUB, ALL_TIME, None, 1)
    await results.outcome(2)
    await results.profile(CLUB, 1)
    await results.versus(CLUB, 1, 2)
    await results.history(CLUB, 1, 0, 8)
    await results.history(CLUB, None, 0, 8)
    await audit.entries(CLUB, 0, 8)
    await personal_data.open_tables(1)
    await personal_data.servers_gone(5)
    asked = [one for one in statements if one[0].startswith(("SELECT", "UPDATE", "DELETE"))]
    assert len(asked) > 20
    async with database.read() as connection:
        for statement, values in asked:
            given = values[0] if isinstance(values, list) else values
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)
            steps = [str(step.detail) for step in plan]
            walks = [step for step in steps if step.startswith("SCAN") and not any(word in step for word in FEW)]
            assert not walks, (statement, steps)
            if " FROM standings" in statement:
                assert not any("ORDER BY" in step for step in steps), (statement, steps)
