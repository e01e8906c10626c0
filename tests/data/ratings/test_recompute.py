"""All derived data can be recomputed from the games, with exactly the same values."""

import random
from dataclasses import replace
from functools import cache
from itertools import count

import pytest
from sqlalchemy import delete, insert, select, update

from bot.ratings.ports import AuditEntry
from bot.ratings.rating import ranked
from bot.ratings.seasons import season_at
from bot.ratings.settling import ServerTotals
from bot.ratings.values import ALL_TIME, GameFacts, Rated, Result, Season
from bot.rummy import shuffle
from bot.rummy.families import Variant
from data.database import Database, of_server
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.counting import recount_server, write_results
from data.ratings.schema import rulings, seasons
from data.ratings.store import SqlResults
from data.schema import metadata, tables
from tests.amounts import times
from tests.data.games import CLUB, DAY, NOON, Played, Wanted, keep

GAMES = times(250)
LATE = 6
CLUBS = (CLUB, CLUB + 1)
PEOPLE = range(2**60, 2**60 + 14)
KINDS = (
    *("gin, given up early", "hollywood, given up early") * 20,
    *("remik, given up", "basic for three, given up") * 2,
    *("gin", "another gin", "oklahoma", "german for four, given up", "training, given up", "short"),
    *("closed", "friendly", "computer"),
)
DERIVED = ("results", "result_lines", "rating_changes", "ratings", "standings", "earned")
SEASONS = [
    Season(guild, number, f"Season {number}", NOON + (25 * number - 10) * DAY, end)
    for guild in CLUBS
    for number, end in ((1, NOON + 35 * DAY), (2, None))
]


@pytest.fixture(autouse=True)
def _links_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute each chain of secrets only once, since these games are copies of a few."""
    monkeypatch.setattr(shuffle, "chain_link", cache(shuffle.chain_link))


def wanted(games: dict[str, Played], number: int, chance: random.Random) -> list[Wanted]:
    """Return random games over two months, some of which end at the same time."""
    found = []
    for _ in range(number):
        played = games[chance.choice(KINDS)]
        users = tuple(chance.sample(PEOPLE, played.people))
        found.append(Wanted(played, users, NOON + chance.randrange(1500) * DAY // 25, chance.choice(CLUBS)))
    return found


async def count_all(database: Database, facts: list[GameFacts], void: set[int]) -> None:
    """Count games concurrently, and void some of them."""
    ruled = [
        {"table_id": one.table, "meetings_allowed": 2 + one.table % 3}
        | dict.fromkeys(("void_by", "void_at"), NOON if one.table in void else None)
        for one in facts
    ]
    ran = [{column.name: getattr(one, column.name) for column in seasons.c} for one in SEASONS]
    async with database.write_alone(*map(of_server, CLUBS)) as connection:
        await connection.execute(insert(rulings), ruled)
        await connection.execute(update(tables).values(settled=True))
        await connection.execute(insert(seasons), ran)
        await write_results(connection, [Result(one, Rated.YES, ALL_TIME) for one in facts])
        for guild in CLUBS:
            await recount_server(connection, guild)


async def derived(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Read all derived data, without rounding."""
    async with database.read() as connection:
        return {
            name: [tuple(kept) for kept in await connection.execute(select(table).order_by(*table.primary_key))]
            for name, table in metadata.tables.items()
            if name in DERIVED
        }


def by_the_totals(facts: list[GameFacts], void: set[int], guild: int) -> ServerTotals:
    totals = ServerTotals()
    for one in sorted(facts, key=lambda one: (one.ended_at, one.table)):
        if one.guild == guild:
            season = season_at([each for each in SEASONS if each.guild == guild], one.ended_at)
            totals.count(one, season, 2 + one.table % 3, void=one.table in void)
    return totals


@pytest.mark.slow
async def test_many_games_with_voids_and_deletions_are_recomputed_exactly(
    database: Database, games: dict[str, Played]
) -> None:
    chance, results = random.Random(11), SqlResults(database)
    facts = await keep(database, wanted(games, GAMES, chance))
    void = set(chance.sample([one.table for one in facts], GAMES // 25))
    await count_all(database, facts, void)
    after = [replace(one, ended_at=one.ended_at + 60 * DAY) for one in wanted(games, LATE, chance)]
    late = await keep(database, [*wanted(games, 2, chance), *after], GAMES + 1)
    for one in sorted(late, key=lambda one: one.ended_at):
        await results.settle(one, 2 + one.table % 3)
    for table in chance.sample([one.table for one in facts if one.ending != "closed" and one.table not in void], 2):
        await results.void(AuditEntry(facts[table - 1].guild, NOON, 5, "void", table=table))
        void.add(table)
    restored = min(void)
    await results.restore(AuditEntry(facts[restored - 1].guild, NOON, 5, "restore", table=restored))
    await assert_standings_match(results, facts + late, void - {restored})
    personal_data, marks = SqlPersonalData(database, SqlServers(database), SqlPeople(database)), count(-1, -1)
    for user in PEOPLE[:3]:
        await personal_data.forget(user, marks.__next__)
    live = await derived(database)
    assert {line[1] for line in live["ratings"]} >= {-1, -6}
    async with database.write() as connection:
        for name in DERIVED:
            await connection.execute(delete(metadata.tables[name]))
    progress: list[tuple[int, int]] = []
    again = await results.recompute(lambda *games: progress.append(games))
    assert again.games == GAMES + 2 + LATE
    assert progress == sorted(progress)
    assert (len(progress) > len(CLUBS), progress[-1]) == (True, (again.games, again.games))
    assert await derived(database) == live


async def assert_standings_match(results: SqlResults, facts: list[GameFacts], void: set[int]) -> None:
    """Assert that standings and their ratings are the same as for games counted one by one in memory."""
    for guild in CLUBS:
        totals = by_the_totals(facts, void, guild)
        assert len(totals.standings) > 150
        for number in (0, 1, 2):
            for scope in (None, *Variant):
                rows = [row for (_, when, what), row in totals.standings.items() if (when, what) == (number, scope)]
                page = await results.standings(guild, number, scope, 0, len(PEOPLE))
                assert page.rows == ranked(rows)
