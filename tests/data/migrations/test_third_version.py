"""The migration to clocks keeps everything about tables."""

import re
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.play.state.people import Preset
from bot.play.state.values import DAY, MINUTE, Pace, Player, Status, TableSettings, TimeLimits, TurnClock
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from data.database import Database, open_database
from data.migrate import MIGRATIONS
from data.people.servers import SqlServers
from data.people.store import SqlProgramState
from data.tables.store import SqlTables
from tests.data.fresh import fresh_url
from tests.data.tables import ALA, BOB, line, row

FOUR = (ALA, BOB, Player(3, "", "karo"), Player(4, "", "trefl"))
GERMAN = options_for(Variant.GERMAN, {"rounds": 7, "claim": True})
CREATED = 1_799_999_999_000
SERVER = 2**62 + 7
_SECRET = {
    "sqlite": "x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'",
    "postgresql": r"'\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'",
}
ROWS = (
    """INSERT INTO tables VALUES
    (1, SERVER, 1, ALA, 'gin', '{}', 'live', BOB, SECRET, 'over', CREATED, 5, 6, NULL, 3),
    (2, SERVER, 2, ALA, 'german', '{"rounds": 7, "claim": true}', 'live', NULL, SECRET, 'playing',
        CREATED, 7, 8, NULL, 4),
    (3, SERVER, 3, ALA, 'gin', '{}', 'slow', BOB, SECRET, 'playing', CREATED, NULL, NULL, NULL, 1),
    (4, SERVER, 4, ALA, 'gin', '{}', 'none', NULL, SECRET, 'playing', CREATED, NULL, NULL, NULL, 2),
    (5, SERVER, 5, ALA, 'gin', '{}', 'slow', BOB, SECRET, 'lobby', CREATED, NULL, NULL, NULL, 0),
    (9, SERVER, 9, ALA, 'gin', '{}', 'live', NULL, SECRET, 'cancelled', CREATED, NULL, NULL, NULL, 1)""",
    "UPDATE tables SET rematch = 3 WHERE id = 1",
    "INSERT INTO seats SELECT id, 0, ALA, 'Ala', 'pik' FROM tables WHERE id < 9",
    "INSERT INTO seats SELECT id, 1, BOB, 'Bob', 'kier' FROM tables WHERE status IN ('playing', 'over')",
    "INSERT INTO seats VALUES (2, 2, 3, 'Eve', 'karo'), (2, 3, 4, 'Dan', 'trefl')",
    """INSERT INTO moves VALUES (1, 0, 0, 'pass', 10, 1800000000000),
    (2, 0, 0, 'draw; discard 2C', 20, 1800000000000), (2, 1, 1, 'draw; discard 3C', 21, 1800000000001)""",
    "INSERT INTO changes VALUES (11, 1), (50, 5)",
    """INSERT INTO presets VALUES (7, 'friday', 'Friday', 'german', '{"rounds": 7, "claim": true}', 8, 9)""",
    "INSERT INTO facts VALUES ('commands', 'told')",
    "DELETE FROM tables WHERE id = 9",
)
_WORD = re.compile(r"\b(SERVER|CREATED|ALA|BOB|SECRET)\b")


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """Return the URL of an empty database."""
    async with fresh_url(tmp_path) as named:
        yield named


BEFORE = time.time_ns() // 1_000_000
"""The time at which the tests began, in epoch milliseconds."""


@pytest.fixture
async def migrated(url: str, tmp_path: Path) -> AsyncIterator[Database]:
    """Open a database with tables of every state and pace, written with the second version of the schema."""
    second = Path(
        shutil.copytree(MIGRATIONS, tmp_path / "second", ignore=shutil.ignore_patterns("v000[3-9]*", "v00[1-9]*"))
    )
    await (await open_database(url, migrations=second)).close()
    engine = create_async_engine(make_url(url))
    numbers = {"SERVER": SERVER, "CREATED": CREATED, "ALA": ALA.user, "BOB": BOB.user}
    values = {**{word: str(number) for word, number in numbers.items()}, "SECRET": _SECRET[engine.dialect.name]}
    async with engine.begin() as connection:
        for statement in ROWS:
            await connection.exec_driver_sql(_WORD.sub(lambda word: values[word[0]], statement))
    await engine.dispose()
    database = await open_database(url)
    yield database
    await database.close()


async def test_nothing_is_lost_and_each_table_gets_the_limits_of_its_pace(migrated: Database) -> None:
    store = SqlTables(migrated)
    old = replace(row(seats=(ALA, BOB)), created_at=CREATED, touched_at=CREATED, settings=TableSettings())
    live, slow = TimeLimits(MINUTE, MINUTE), TimeLimits(DAY)
    lines = (line(0, 20, "draw; discard 2C"), line(1, 21, "draw; discard 3C"))
    over = replace(
        old,
        id=1,
        channel=1,
        pace=Pace.LIVE,
        limits=live,
        invited=(BOB.user,),
        status=Status.OVER,
        touched_at=line(0, 10).at,
        message=5,
        message_at=6,
        rematch=3,
        version=3,
    )
    four = replace(
        old,
        id=2,
        channel=2,
        options=GERMAN,
        pace=Pace.LIVE,
        limits=live,
        status=Status.PLAYING,
        seats=FOUR,
        clock=TurnClock(None, (MINUTE,) * 4),
        message=7,
        message_at=8,
        version=4,
    )
    invited = replace(
        old,
        id=3,
        channel=3,
        pace=Pace.SLOW,
        limits=slow,
        invited=(BOB.user,),
        status=Status.PLAYING,
        clock=TurnClock(None, (0, 0)),
        version=1,
    )
    calm = replace(invited, id=4, channel=4, pace=Pace.NONE, limits=None, invited=(), version=2)
    lobby = replace(invited, id=5, channel=5, status=Status.LOBBY, seats=(ALA,), clock=None, version=0)
    found = [await store.load(number) for number in (1, 2, 3, 4, 5, 9)]
    assert [kept and len(kept[0].salts) for kept in found] == [0, 0, 0, 0, 4, None], "only lobbies get salts"
    assert [kept and (replace(kept[0], touched_at=0, salts=()), kept[1]) for kept in found] == [
        kept and (replace(kept[0], touched_at=0), kept[1])
        for kept in (
            (over, (line(0, 10, "pass"),)),
            (four, lines),
            (invited, ()),
            (calm, ()),
            (lobby, ()),
            None,
        )
    ]
    assert [await store.seen(interaction) for interaction in (10, 11, 20, 50, 51)] == [True] * 4 + [False]
    assert await SqlServers(migrated).presets(7) == (Preset("Friday", GERMAN, 8, 9),)
    assert await SqlProgramState(migrated).get("commands") == "told"


async def test_earlier_open_tables_have_seven_days_from_the_migration(migrated: Database) -> None:
    found = [await SqlTables(migrated).load(number) for number in (1, 2, 3, 4, 5)]
    touched = [kept[0].touched_at for kept in found if kept]
    assert touched[0] == line(0, 10).at
    assert all(at >= BEFORE for at in touched[1:])
    assert CREATED not in touched


async def test_earlier_open_tables_are_checked_when_the_program_starts(migrated: Database) -> None:
    assert await SqlTables(migrated).wakes() == ((0, 2), (0, 3), (0, 4), (0, 5))
    assert await SqlTables(migrated).open_lobbies(SERVER) == ()  # the only lobby reserves a seat for Bob


async def test_sqlite_reuses_no_id_after_the_migration(migrated: Database, url: str) -> None:
    if not url.startswith("sqlite"):
        pytest.skip("rows with given numbers leave a server's counter where it was")
    assert (await SqlTables(migrated).create(row(channel=100), 100)).id == 10
