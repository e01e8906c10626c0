"""Packed games: nothing that reads games notices, and packing can be repeated, interrupted, or done twice at once."""

import asyncio
import json
import random
import signal
import sys
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from bot.play.service import play_requests
from bot.play.state.records import finished_of
from bot.play.state.slots import Slot
from bot.play.state.values import DAY, LogLine, Status, TableRow
from bot.players.games import choose
from bot.players.levels import Level
from bot.playground import NO_LIMITS
from bot.ratings.ports import Recomputed
from data.checkup import check_up
from data.database import Database, open_database
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.store import SqlResults
from data.schema import moves, packed_logs, tables
from data.tables import logs
from data.tables.store import SqlTables
from tests.data.games import CLUB, NOON, Played, Wanted, keep
from tests.data.several.test_many_tables import figures
from tests.data.tables import append, line, row
from tests.earlier.kept import NOVEMBER_2026, database_of, records_of
from tests.end_to_end.faults.cluster import cluster
from tests.play.competition.counting import Counting, counting
from tests.play.process import ids, made, player

ALA, BOB, EVE, DAN = 101, 202, 303, 404
LATER = NOON + DAY


async def fill(database: Database, games: dict[str, Played]) -> int:
    """Store and count a game of each kind. Return how many there are."""
    kept = [Wanted(game, (ALA, BOB, EVE, DAN)[: game.people], NOON + n) for n, game in enumerate(games.values())]
    for facts in await keep(database, kept):
        await SqlResults(database).settle(facts, 5)
    return len(kept)


async def loaded(store: SqlTables, number: int) -> tuple[TableRow, tuple[LogLine, ...]]:
    found = await store.load(number)
    assert found is not None
    return found


async def record(store: SqlTables, number: int) -> bytes:
    return json.dumps(finished_of(*await loaded(store, number)).record, ensure_ascii=False).encode()


async def rows_in(database: Database, table: Any) -> int:  # noqa: ANN401 - any table
    async with database.read() as connection:
        return await connection.scalar(select(func.count()).select_from(table)) or 0


async def packed_tables(database: Database) -> list[int]:
    async with database.read() as connection:
        return list((await connection.execute(select(packed_logs.c.table_id).order_by("table_id"))).scalars())


async def test_what_reads_games_does_not_notice_that_they_are_packed(
    database: Database, store: SqlTables, url: str, games: dict[str, Played]
) -> None:
    number, people = await fill(database, games), SqlPersonalData(database, SqlServers(database), SqlPeople(database))
    numbers = range(1, number + 1)
    records, held = [await record(store, one) for one in numbers], await people.held(ALA)
    lines = [(await loaded(store, one))[1] for one in numbers]
    assert not await store.pack(LATER)
    assert await packed_tables(database) == list(numbers)
    assert await rows_in(database, moves) == 0
    assert [await record(store, one) for one in numbers] == records
    for was, (_, now) in zip(lines, [await loaded(store, one) for one in numbers], strict=True):
        assert [(one.seq, one.seat, one.text, one.at, one.interaction > 0) for one in now] == [
            (one.seq, one.seat, one.text, one.at, one.interaction > 0) for one in was
        ]
    assert await people.held(ALA) == held
    assert await SqlResults(database).recompute() == Recomputed(number, 0)
    found = await check_up(url, lambda _: None, lambda *_: None)
    assert (found.games, found.faults) == (number, [])
    assert not await store.pack(LATER)


async def test_only_games_that_are_over_counted_and_old_are_packed(
    database: Database, store: SqlTables, games: dict[str, Played]
) -> None:
    await keep(database, [Wanted(games["short"], (ALA, BOB), NOON)] * 4)
    playing = await store.create(row(status=Status.PLAYING), 1)
    await append(store, playing.id, line(0, 2))
    async with database.write() as connection:  # the second isn't counted, the third was touched
        await connection.execute(update(tables).values(created_at=NOON, touched_at=NOON))
        await connection.execute(update(tables).where(tables.c.id.in_((1, 3, 4, playing.id))).values(settled=True))
        await connection.execute(update(tables).where(tables.c.id == 3).values(touched_at=LATER))
    await store.pack(NOON)
    assert await packed_tables(database) == []
    database.slot = Slot(1 - (CLUB >> 22) % 2, 2, 2)
    await store.pack(LATER)
    assert await packed_tables(database) == [], "they belong to the other slot"
    database.slot = Slot((CLUB >> 22) % 2, 2, 2)
    await store.pack(LATER)
    assert await packed_tables(database) == [1, 4]
    await append(store, playing.id, line(1, 3))
    await store.pack(LATER + 1)
    assert await packed_tables(database) == [1, 3, 4]


async def test_packing_goes_on_after_it_was_interrupted(
    database: Database, store: SqlTables, games: dict[str, Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, done = await fill(database, games), list[int]()
    records = [await record(store, one) for one in range(1, number + 1)]

    def killed(log: list[LogLine]) -> bytes:
        done.append(len(log))
        if len(done) == 3:
            raise KeyboardInterrupt
        return packed(log)

    packed = logs.packed
    monkeypatch.setattr(logs, "packed", killed)
    with pytest.raises(KeyboardInterrupt):
        await store.pack(LATER)
    assert await packed_tables(database) == [1, 2]
    assert [await record(store, one) for one in range(1, number + 1)] == records
    monkeypatch.setattr(logs, "_AT_ONCE", 5)
    while await store.pack(LATER):
        pass
    assert await packed_tables(database) == list(range(1, number + 1))
    assert [await record(store, one) for one in range(1, number + 1)] == records


async def test_two_processes_may_pack_at_once_while_a_person_is_deleted(
    database: Database, elsewhere: Database, store: SqlTables, games: dict[str, Played]
) -> None:
    number = await fill(database, games)
    texts = [[one.text for one in (await loaded(store, one))[1]] for one in range(1, number + 1)]
    people, marks = SqlPersonalData(elsewhere, SqlServers(elsewhere), SqlPeople(elsewhere)), iter(range(-1, -100, -1))
    await asyncio.gather(
        store.pack(LATER), SqlTables(elsewhere).pack(LATER), people.forget(ALA, marks.__next__), store.pack(LATER)
    )
    assert await packed_tables(database) == list(range(1, number + 1))
    assert await rows_in(database, moves) == 0
    names = [(await loaded(store, one))[0].seats[0].user for one in range(1, number + 1)]
    assert max(names) < 0, "Ala's id is gone"
    assert [[one.text for one in (await loaded(store, one))[1]] for one in range(1, number + 1)] == texts


async def test_the_sweep_packs_games_if_the_operator_wants_that(url: str) -> None:
    async with counting(url) as here:
        table = await here.game()
        await here.finished_games.idle()
        kept = json.dumps(finished_of(*await loaded(SqlTables(here.results.database), table.row.id)).record)
        here.now += 40 * DAY
        await here.finished_games.sweep()
        assert await packed_tables(here.results.database) == []
        here.finished_games.pack_after = 41 * DAY
        await here.finished_games.sweep()
        assert await packed_tables(here.results.database) == []
        here.now += 2 * DAY
        await here.finished_games.sweep()
        assert await packed_tables(here.results.database) == [table.row.id]
        assert json.dumps(finished_of(*await loaded(SqlTables(here.results.database), table.row.id)).record) == kept
        outcome = await here.finished_games.outcome(table)
        assert outcome is not None


async def test_games_of_an_earlier_version_are_packed_as_well(tmp_path: Path) -> None:
    records = await records_of(NOVEMBER_2026, tmp_path)
    (tmp_path / "again").mkdir()
    opened = await open_database(f"sqlite+aiosqlite:///{database_of(NOVEMBER_2026, tmp_path / 'again')}")
    try:
        store = SqlTables(opened)
        assert not await store.pack(2**62)
        assert await packed_tables(opened) == [*records]
        for number, was in records.items():
            assert (await record(store, number)).decode() == was
    finally:
        await opened.close()


SIZES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}
GAMES = 300


async def size(database: Database) -> int:
    """Return the bytes of a database after everything that is free is gone."""
    kind = database.engine.dialect.name
    if kind == "postgresql":
        async with database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            await connection.exec_driver_sql("VACUUM FULL")
    await database.scrub(patiently=True)
    async with database.read() as connection:
        return await connection.scalar(text(SIZES[kind])) or 0


async def play(here: Counting, seed: int) -> int:
    """Play a game of gin as computers do, with each move stored as a click, and count it. Return its lines."""
    table, chance = await here.started(channel=seed), random.Random(seed)
    while table.row.status is Status.PLAYING:
        here.now += chance.randrange(1500, 9000)
        seat = table.view(None).turn
        if seat is None:
            await play_requests.next_deal(table, player(0), stamp=table.stamp(None), interaction=next(ids))
        else:
            await made(table, *choose(table.view(seat), Level.NORMAL, seed))
    await here.finished_games.idle()
    return table.seq


async def moves_beside(store: SqlTables, table: int, seconds: list[float], done: asyncio.Event) -> None:
    """Make about 50 moves per second, and note how long each takes."""
    for n in count():
        if done.is_set():
            return
        began = perf_counter()
        await append(store, table, line(n, 10**18 + n))
        seconds.append(perf_counter() - began)
        await asyncio.sleep(0.02)


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_what_a_game_takes(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async with counting(url) as here:
        database, store = here.results.database, SqlTables(here.results.database)
        before = await size(database)
        lines = sum([await play(here, seed) for seed in range(1, GAMES + 1)])
        full = await size(database)
        records = [await record(store, one) for one in range(1, GAMES + 1)]
        playing, seconds, done = (
            await store.create(row(status=Status.PLAYING), next(ids)),
            list[float](),
            asyncio.Event(),
        )
        beside = asyncio.create_task(moves_beside(store, playing.id, seconds, done))
        await asyncio.sleep(3)
        usual, began = len(seconds), perf_counter()
        while await store.pack(here.now + 1):
            pass
        whole = perf_counter() - began
        done.set()
        await beside
        assert await packed_tables(database) == list(range(1, GAMES + 1))
        assert [await record(store, one) for one in range(1, GAMES + 1)] == records
        packed = await size(database)
    sizes, each = ((full - before) / GAMES, (packed - before) / GAMES), 1000 * whole / GAMES
    with capsys.disabled():
        sys.stdout.write(
            f"\n{lines / GAMES:.0f} lines: {sizes[0]:,.0f} bytes, packed {sizes[1]:,.0f}; {each:.0f} ms to pack one; "
            f"moves {figures(seconds[:usual])}, meanwhile {figures(seconds[usual:])}\n"
        )


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_the_program_is_killed_again_and_again_while_it_packs(
    url: str, tmp_path: Path, soak_seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, kills, games = random.Random(soak_seed), 0, 60
    async with counting(url) as here:
        for seed in range(1, games + 1):
            await play(here, seed)
        async with here.results.database.write() as connection:
            await connection.execute(update(tables).values(created_at=NOON, touched_at=NOON))
        records = [await record(SqlTables(here.results.database), one) for one in range(1, games + 1)]
    alone = {"REMIK_SLOTS": "", "REMIK_SHARDS": "", "REMIK_PACK_AFTER_DAYS": "1"}
    async with cluster(tmp_path, slots=1, shards=1, processes=1, at=url, limits=NO_LIMITS, **alone) as there:
        (process,) = there.processes

        async def done() -> int:
            return int((await there.rows("SELECT count(*) FROM packed_logs"))[0][0])

        while (before := await done()) < games:
            await process.start()
            goal = min(games, before + rng.randrange(1, 5))
            while await done() < goal:  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(0.001)
            await asyncio.sleep(rng.random() * 0.02)  # a random moment for the kill; the test waits for nothing here
            process.send(signal.SIGKILL)
            await process.ended()
            kills += 1
            logs_of = "SELECT table_id FROM packed_logs UNION ALL SELECT DISTINCT table_id FROM moves"
            found = await there.rows(f"SELECT count(*), count(DISTINCT table_id) FROM ({logs_of}) AS logs")  # noqa: S608
            assert [tuple(row) for row in found] == [(games, games)], "a log is lost, or there twice"
    opened = await open_database(url)
    assert [await record(SqlTables(opened), one) for one in range(1, games + 1)] == records
    await opened.close()
    with capsys.disabled():
        sys.stdout.write(f"\n{kills} kills, {games} games packed\n")
