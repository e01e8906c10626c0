"""Benchmark of tables: appending moves, restarting, memory per table, and moves while many tables are open."""

import asyncio
import gc
import json
import random
import sqlite3
import statistics
import tracemalloc
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Final

import aiosqlite
from sqlalchemy import insert, update

from bot.bench.rows import Better, Row
from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.values import MINUTE, LogLine, Pace, Status, TimeLimits, TurnClock
from bot.rummy.cards import cards_in, code, mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import discards
from bot.rummy.moves import Verb
from bot.rummy.options import options_for
from data import schema
from data.database import Database, open_database
from data.tables.rows import clock_values
from data.tables.store import SqlTables

ALA, BOB = 1, 2
_APPEND: Final = "INSERT INTO moves (table_id, seq, seat, text, interaction, at) VALUES (?, ?, ?, ?, ?, ?)"
_CLOCK: Final = "UPDATE tables SET deadline = ?, wake = ?, touched_at = ?, clock = ? WHERE id = ?"
_RUNNING: Final = TurnClock(1_800_000_060_000, (60_000, 60_000))
_ids = count(1 << 60)


def rows(tables: int = 50, restarted: int = 1000, many: int = 10_000) -> list[Row]:
    """Measure all rows, in new databases in a temporary folder."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_rows(Path(folder), tables, restarted, many))


async def _rows(folder: Path, tables: int, restarted: int, many: int) -> list[Row]:
    return [
        await append_row(folder, tables),
        *await restart_rows(folder, restarted),
        await memory_row(folder),
        await growth_row(folder, many=many),
    ]


async def append_row(folder: Path, tables: int = 50, rounds: int = 30) -> Row:
    """Measure appending a move and its clock at many tables at once, until all are on disk."""
    for name in ("grouped", "single", "driver", "unsynced"):
        await prepare(folder / f"{name}.db", tables, 0)
    grouped, single = [await open_database(url_of(folder / f"{name}.db")) for name in ("grouped", "single")]
    driver = await aiosqlite.connect(folder / "driver.db", isolation_level=None)
    direct = sqlite3.connect(folder / "unsynced.db", isolation_level=None)
    try:
        await driver.execute("PRAGMA synchronous = FULL")
        direct.execute("PRAGMA synchronous = OFF")
        works = {
            "ours": partial(_grouped, SqlTables(grouped), tables),
            "SQLAlchemy, one commit per row": partial(_single, single, tables),
            "aiosqlite, one commit per row": partial(_driver, driver, tables),
            "sqlite3, no sync": partial(_direct, direct, tables),
        }
        seconds = {name: [await timed(partial(work, seq)) for seq in range(rounds)] for name, work in works.items()}
    finally:
        for database in (grouped, single):
            await database.close()
        await driver.close()
        direct.close()
    figures = {name: statistics.median(spent) / tables * 1e6 for name, spent in seconds.items()}
    return Row(
        f"append a move, {tables} tables at once",
        "us/move",
        figures.pop("ours"),
        figures,
        Better.LESS,
        least={"SQLAlchemy, one commit per row": 5, "aiosqlite, one commit per row": 5},
        notes=("synchronous = FULL except for sqlite3",),
    )


async def restart_rows(folder: Path, tables: int = 1000, lines: int = 120, clicks: int = 100) -> list[Row]:
    """Measure a start with many running tables in the database, and the first click on some of them."""
    file = folder / "restart.db"
    await prepare(file, tables, lines)
    reading = await timed(partial(_read_all, file))
    started = perf_counter()
    database = await open_database(url_of(file))
    found = registry(SqlTables(database))
    ready = perf_counter() - started
    try:
        some = random.Random(2).sample(range(1, tables + 1), min(clicks, tables))  # noqa: S311
        spent = [await timed(partial(_click, found, number)) for number in some]
    finally:
        await database.close()
    what = f"{tables:,} tables of {lines} moves"
    peers = {"reading all of them": reading * 1000}
    return [
        Row(f"restart with {what}, ready", "ms", ready * 1000, peers, Better.LESS, limit=2000),
        Row(
            f"restart with {what}, first click on one",
            "ms",
            max(spent) * 1000,
            better=Better.LESS,
            limit=100,
            notes=(f"the slowest of {len(spent)}; median {statistics.median(spent) * 1000:.1f}",),
        ),
    ]


async def memory_row(folder: Path, tables: int = 200, lines: int = 120) -> Row:
    """Measure the memory of many loaded tables."""
    file = folder / "memory.db"
    await prepare(file, tables, lines)
    database = await open_database(url_of(file))
    try:
        found = registry(SqlTables(database))
        await found.get(1)  # loads what all tables share before measuring
        tracemalloc.start()
        before = _allocated()
        loaded = [await found.get(number) for number in range(2, tables + 1)]
        between = _allocated()
        plain = [PlainTable(table) for table in loaded]
        after = _allocated()
    finally:
        tracemalloc.stop()
        await database.close()
    return Row(
        f"a table in memory, {lines} moves",
        "KB",
        (between - before) / len(loaded) / 1000,
        {"plain objects": (after - between) / len(plain) / 1000},
        Better.LESS,
        limit=6,
    )


async def growth_row(folder: Path, few: int = 10, many: int = 10_000, clicks: int = 400) -> Row:
    """Measure a move with many tables in memory, compared with few; the clicks alternate."""
    databases, registries = [], []
    try:
        for tables in (few, many):
            file = folder / f"growth-{tables}.db"
            await prepare(file, tables, 0)
            databases.append(await open_database(url_of(file)))
            registries.append((tables, registry(SqlTables(databases[-1]))))
            for number in range(1, tables + 1):
                await registries[-1][1].get(number)
        gc.collect()
        chance = random.Random(3)  # noqa: S311
        spent: dict[int, list[float]] = {few: [], many: []}
        for n in range(clicks):
            for tables, found in registries[:: 1 if n % 2 else -1]:
                spent[tables].append(await timed(partial(_click, found, chance.randrange(1, tables + 1))))
    finally:
        for database in databases:
            await database.close()
    figures = {tables: statistics.median(times) * 1000 for tables, times in spent.items()}
    return Row(
        f"a move, {many:,} tables open",
        "ms",
        figures[many],
        {f"{few} tables open": figures[few]},
        Better.LESS,
        least={f"{few} tables open": 1 / 1.3},
    )


def url_of(file: Path) -> str:
    """Return the database URL of an SQLite file."""
    return f"sqlite+aiosqlite:///{file}"


def now() -> int:
    """Return the current time in epoch milliseconds."""
    return int(time() * 1000)


def registry(store: SqlTables) -> Tables:
    """Return a new registry of tables, with secrets that are always the same."""
    return Tables(store, now, token=lambda: random.Random(1).randbytes(32))  # noqa: S311 - no real game


async def prepare(file: Path, tables: int, lines: int) -> None:
    """Fill a database with copies of one running table, in whose game ``lines`` moves have been made."""
    database = await open_database(url_of(file))
    try:
        found = registry(SqlTables(database))
        table = await found.open(
            guild=1,
            channel=1,
            host=ALA,
            name="Ala",
            options=options_for(Variant.GIN, {"deals": 20}),
            pace=Pace.LIVE,
            limits=TimeLimits(MINUTE, MINUTE),
            interaction=next(_ids),
        )
        await table_requests.join(table, BOB, "Bob", next(_ids))
        await table_requests.start(table, ALA, next(_ids))
        for _ in range(lines):
            await _step(table)
    finally:
        await database.close()
    with sqlite3.connect(file) as connection:
        for statement in _COPY:
            connection.execute(statement, {"tables": tables, "first": 1 << 61})
    connection.close()


_COPY: Final = (
    """INSERT INTO tables (guild, channel, host, variant, options, pace, turn_ms, bank_ms, manner, invited, secret,
    salts, status, created_at, touched_at, deadline, wake, clock, version)
    WITH RECURSIVE other(n) AS (SELECT 2 WHERE :tables > 1 UNION ALL SELECT n + 1 FROM other WHERE n < :tables)
    SELECT guild, n, host, variant, options, pace, turn_ms, bank_ms, manner, invited, secret,
    salts, status, created_at, touched_at, deadline, wake, clock, version
    FROM other CROSS JOIN tables WHERE id = 1""",
    """INSERT INTO seats SELECT id, seat, user, cut, level, name, cut_number
    FROM tables CROSS JOIN seats WHERE id > 1 AND table_id = 1""",
    """INSERT INTO starts SELECT id, number, starts.guild, line, at, server_started, server_never_dealt, due,
    starts.message, signature, voided FROM tables CROSS JOIN starts WHERE id > 1 AND table_id = 1""",
    """INSERT INTO moves SELECT id, seq, seat, text, :first + id * 10000 + seq, at
    FROM tables CROSS JOIN moves WHERE id > 1 AND table_id = 1""",
)
"""Copies table 1, which is in channel 1, to channels 2 and on."""


class PlainTable:
    """A table as programs often represent it: one object per card, lists, and one dict per move."""

    def __init__(self, table: Table) -> None:
        views = [table.view(seat) for seat in (0, 1)]
        self.names = [player.name for player in table.row.seats]
        self.hands = [[PlainCard(code(card)) for card in view.hand] for view in views]
        self.discards = [PlainCard(code(card)) for card in views[0].discards]
        self.stock = [PlainCard(code(card)) for card in cards_in(_unseen(table))[: views[0].stock]]
        self.log = [{"seq": n, "seat": n % 2, "move": f"{n % 2} move {n}"} for n in range(table.stamp(None).public)]
        self.scores = [list(column.totals) for column in views[0].columns]


class PlainCard:
    """A card with a rank and a suit."""

    def __init__(self, text: str) -> None:
        self.rank, self.suit = text[0], text[1]


def _unseen(table: Table) -> int:
    """Return the cards that are neither in a hand nor on the discard pile, as a bit mask."""
    views = [table.view(seat) for seat in (0, 1)]
    seen = mask_of(views[0].hand) | mask_of(views[1].hand) | mask_of(views[0].discards)
    return (1 << 52) - 1 & ~seen


def _allocated() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def timed(action: Callable[[], Awaitable[object]]) -> float:
    """Return the seconds that an action takes."""
    started = perf_counter()
    await action()
    return perf_counter() - started


async def _grouped(store: SqlTables, tables: int, seq: int) -> None:
    await asyncio.gather(
        *(store.append(table, _entry(seq), clock=_RUNNING, wake=_RUNNING.deadline) for table in range(1, tables + 1))
    )


async def _single(database: Database, tables: int, seq: int) -> None:
    async def append(table: int) -> None:
        async with database.write() as connection:
            entry = _entry(seq)
            await connection.execute(
                insert(schema.moves).values(
                    table_id=table, seq=seq, seat=entry.seat, text=entry.text, interaction=entry.interaction, at=1
                )
            )
            kept = clock_values(_RUNNING, _RUNNING.deadline)
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == table).values(touched_at=1, **kept)
            )

    await asyncio.gather(*map(append, range(1, tables + 1)))


async def _driver(connection: aiosqlite.Connection, tables: int, seq: int) -> None:
    for table in range(1, tables + 1):
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute(_APPEND, (table, seq, 0, "draw", next(_ids), 1))
        await connection.execute(_CLOCK, (*_clock(), table))
        await connection.execute("COMMIT")


async def _direct(connection: sqlite3.Connection, tables: int, seq: int) -> None:
    for table in range(1, tables + 1):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_APPEND, (table, seq, 0, "draw", next(_ids), 1))
        connection.execute(_CLOCK, (*_clock(), table))
        connection.execute("COMMIT")


def _clock() -> tuple[int | None, int | None, int, str]:
    """Return the parameters of `_CLOCK`, except the table."""
    kept = clock_values(_RUNNING, None)
    return _RUNNING.deadline, _RUNNING.deadline, 1, json.dumps(kept["clock"])


def _entry(seq: int) -> LogLine:
    return LogLine(seq, 0, "draw", next(_ids), 1)


async def _read_all(file: Path) -> None:
    connection = sqlite3.connect(file)
    for part in ("tables", "seats", "moves"):
        connection.execute(f"SELECT * FROM {part}").fetchall()  # noqa: S608 - three names
    connection.close()


async def _click(found: Tables, number: int) -> None:
    """Load a table if necessary, and make a move if its game is running."""
    table = await found.get(number)
    if table.row.status is Status.PLAYING:
        await _step(table)


async def _step(table: Table) -> None:
    """Make a move toward the end of the deal, or deal."""
    seat = table.view(None).turn
    if seat is None:
        await play_requests.next_deal(table, ALA, stamp=table.stamp(None), interaction=next(_ids))
        return
    view = table.view(seat)
    move = view.moves[-1]  # the last legal move, a knock if there is one
    if move.verb is Verb.DISCARD:
        after = dict(discards(mask_of(view.hand)))
        move = min(view.moves, key=lambda one: after[one.named])
    await play_requests.move(
        table, (ALA, BOB)[seat], move.verb, move.card, stamp=table.stamp(seat), interaction=next(_ids)
    )
