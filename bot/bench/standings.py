"""Benchmark of standings with a million results: reading a page or a player's place, and counting one more game."""

import asyncio
import random
import sqlite3
import statistics
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from sqlalchemy import insert

from bot.bench.rows import Better, Row
from bot.bench.store import timed, url_of
from bot.ratings.rating import shown
from bot.ratings.values import ALL_TIME, Counts, GameEnding, GameFacts, PlayerResult, Rating, Standing
from bot.rummy.families import Variant
from data.database import Database, open_database
from data.ratings.rows import standing_values
from data.ratings.schema import standings
from data.ratings.store import SqlResults

GUILD: Final = 1
PAGE: Final = 8
"""Rows per page."""
FIRST: Final = 1_000_000
"""The lowest player id."""


def rows(results: int = 1_000_000, people: int = 20_000) -> list[Row]:
    """Measure all rows, in new databases in a temporary folder."""
    with TemporaryDirectory() as folder:
        return asyncio.run(standings_rows(Path(folder), results, people))


async def standings_rows(folder: Path, results: int, people: int, repeats: int = 15) -> list[Row]:
    """Measure reading standings and counting one more game, with many results in the database."""
    plain = sqlite3.connect(folder / "plain.db")
    database = await open_database(url_of(folder / "ours.db"))
    try:
        kept = _fill_plain(plain, results, people)
        await _fill_ours(folder / "ours.db", database, kept, results, people)
        store, what = SqlResults(database), f"{results:,} results"
        place = partial(store.place, GUILD, ALL_TIME, None, FIRST + people // 2)
        return [
            await _page_row(store, plain, f"a page of standings, {what}", 0, repeats),
            await _page_row(store, plain, f"a page in the middle of standings, {what}", people // 2, repeats),
            Row(f"a place in standings, {what}", "ms", await _median(place, repeats), better=Better.LESS),
            await _count_row(database, store, f"count a game, {what}", repeats),
        ]
    finally:
        plain.close()
        await database.close()


async def _page_row(store: SqlResults, plain: sqlite3.Connection, name: str, first: int, repeats: int) -> Row:
    """Measure reading a page of standings, compared with summing up all results with and without a covering index."""
    read = partial(store.standings, GUILD, ALL_TIME, None, first, PAGE)
    rows = [ranked.standing for ranked in (await read()).rows]
    expected = [(row.user, row.games, row.wins, row.points) for row in rows]
    peers, faults = {}, []
    for peer, how in (("covering index", "INDEXED BY covering"), ("no index", "NOT INDEXED")):
        spent = []
        for _ in range(3):
            started = perf_counter()
            found = plain.execute(_SUMS.format(how=how), (GUILD, PAGE, first)).fetchall()
            spent.append(perf_counter() - started)
        peers[peer] = statistics.median(spent) * 1000
        if [line[:4] for line in found] != expected:
            faults.append(f"{peer}: other rows")
    least = {"covering index": 10.0}
    return Row(name, "ms", await _median(read, repeats), peers, Better.LESS, least, faults=tuple(faults))


async def _count_row(database: Database, store: SqlResults, name: str, repeats: int) -> Row:
    """Measure counting a game of two players until it's on disk."""
    spent = []
    for n in range(1, repeats + 1):
        facts = _game(n)
        async with database.write() as connection:
            await connection.exec_driver_sql(_TABLE, (facts.table, GUILD, facts.table))
            for line in facts.lines:
                await connection.exec_driver_sql(_SEAT, (facts.table, line.seat, line.user))
        spent.append(await timed(partial(store.settle, facts, repeats)))
    return Row(name, "ms", statistics.median(spent) * 1000, better=Better.LESS)


def _game(number: int) -> GameFacts:
    """Return a rated game that ended after all others; a higher ``number`` ended later."""
    table, at = 10**9 + number, 10**13 + number
    return GameFacts(
        table=table,
        guild=GUILD,
        channel=table,
        message=None,
        variant=Variant.GIN,
        ending=GameEnding.PLAYED,
        unrated=None,
        fixture=None,
        started_at=at,
        ended_at=at,
        lines=tuple(
            PlayerResult(
                seat, FIRST + seat, seat + 1, won=not seat, forfeit=False, points=30, margin=0, counts=Counts()
            )
            for seat in (0, 1)
        ),
        achievements={FIRST: frozenset(), FIRST + 1: frozenset()},
    )


async def _median(action: Callable[[], Awaitable[object]], repeats: int) -> float:
    """Return the median time of an action in milliseconds."""
    return statistics.median([await timed(action) for _ in range(repeats)]) * 1000


def _fill_plain(plain: sqlite3.Connection, results: int, people: int) -> list[Standing]:
    """Store results in plain tables, and ratings in another one. Return all rows of the standings."""
    chance = random.Random(4)  # noqa: S311 - no real game
    ratings = {FIRST + n: Rating(chance.gauss(25, 4), chance.uniform(1, 8), 1) for n in range(people)}
    plain.execute("CREATE TABLE rated (user INTEGER PRIMARY KEY, shown INTEGER)")
    plain.executemany("INSERT INTO rated VALUES (?, ?)", [(user, shown(rating)) for user, rating in ratings.items()])
    plain.execute("CREATE TABLE lines (guild INTEGER, user INTEGER, won INTEGER, points INTEGER, at INTEGER)")
    plain.execute(_MADE, {"results": results, "people": people, "first": FIRST})
    plain.execute(_PLAIN)
    plain.execute("CREATE INDEX covering ON lines (guild, user, won, points, at)")
    plain.commit()
    sums = plain.execute(_SUMS.format(how="INDEXED BY covering"), (GUILD, people, 0))
    return [
        Standing(user, games, wins, points, last_at=last_at, rating=ratings[user])
        for user, games, wins, points, last_at, _ in sums
    ]


async def _fill_ours(file: Path, database: Database, kept: list[Standing], results: int, people: int) -> None:
    """Store the same results and their standings in this program's tables."""
    with sqlite3.connect(file) as connection:
        connection.execute(_MADE, {"results": results, "people": people, "first": FIRST})
        connection.execute(_RESULTS)
        connection.execute(_RESULT_LINES)
    connection.close()
    async with database.write() as opened:
        await opened.execute(insert(standings), [standing_values(GUILD, ALL_TIME, None, row) for row in kept])


_MADE: Final = """CREATE TEMP TABLE made AS
WITH RECURSIVE line(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM line WHERE n + 1 < :results)
SELECT n, :first + n * 7919 % :people AS user, n * 31 % 97 % 2 AS won, n * 13 % 149 - 20 AS points, n AS at FROM line"""
"""Generates results: player, win or loss, points and time."""
_PLAIN: Final = "INSERT INTO lines SELECT 1, user, won, points, at FROM made"
_RESULTS: Final = """INSERT INTO results (table_id, guild, variant, way, rated, season, started_at, ended_at)
SELECT n + 1, 1, 'gin', 'played', 'rated', 0, at, at FROM made"""
_RESULT_LINES: Final = """INSERT INTO result_lines
(table_id, seat, user, guild, ended_at, place, won, forfeit, points, margin, counts, feats)
SELECT n + 1, 0, user, 1, at, 1, won, 0, points, 0, '{}', '[]' FROM made"""
_SUMS: Final = """SELECT lines.user, count(*) AS games, sum(won) AS wins, sum(points) AS points, max(at) AS at, shown
FROM lines {how} JOIN rated ON rated.user = lines.user WHERE guild = ? GROUP BY lines.user
ORDER BY games < 5, shown DESC, wins DESC, points DESC, games, at, lines.user LIMIT ? OFFSET ?"""
_TABLE: Final = """INSERT INTO tables (id, guild, channel, host, variant, options, pace, manner, invited, secret,
status, created_at, touched_at, version)
VALUES (?, ?, ?, 1, 'gin', '{}', 'none', '[]', '[]', x'00', 'over', 1, 1, 1)"""
_SEAT: Final = "INSERT INTO seats (table_id, seat, user, cut) VALUES (?, ?, ?, '')"
