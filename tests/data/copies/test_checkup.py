"""The checkup of a database: what it finds, and that it changes nothing."""

import sqlite3
from pathlib import Path

import pytest

from data.checkup import Checkup, check_up
from data.database import open_database
from tests.data.fresh import NEWEST, NO_SERVER, POSTGRES, fresh_url
from tests.data.games import NOON, Played, Wanted, keep
from tests.earlier.kept import NOVEMBER_2026, database_of


async def checked(url: str) -> Checkup:
    return await check_up(url, lambda _: None, lambda *_: None)


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Return a database with games of all families, some still running."""
    path = database_of(NOVEMBER_2026, tmp_path)
    await (await open_database(f"sqlite+aiosqlite:///{path}")).close()
    for copy in path.parent.glob("*.before-*"):
        copy.unlink()
    return path


def spoil(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


async def test_a_database_in_order_is_measured_and_not_changed(file: Path) -> None:
    before = contents(file)
    found = await checked(f"sqlite+aiosqlite:///{file}")
    assert (found.faults, found.schema.revision) == ([], NEWEST)
    assert found.size == len(before["remik.db"])
    rows = {one.name: one.rows for one in found.sizes}
    assert found.games is not None
    assert 18 < found.games <= rows["tables"]
    assert sum(one.size or 0 for one in found.sizes) == pytest.approx(found.size, rel=0.1)
    assert contents(file) == before


async def test_wrong_rows_are_faults(file: Path) -> None:
    spoil(file, "UPDATE moves SET text = 'nonsense' WHERE table_id = 1 AND seq = 3")
    spoil(file, "UPDATE tables SET options = '{nonsense' WHERE id = 2")
    spoil(file, "UPDATE tables SET secret = x'00' WHERE id = 3")
    found = await checked(f"sqlite+aiosqlite:///{file}")
    assert sorted(fault.partition(":")[0] for fault in found.faults) == [
        "game 1 can't be replayed",
        "game 3 can't be replayed",
        "table 2 can't be read",
    ]
    spoil(file, "UPDATE seats SET table_id = 999 WHERE table_id = 1")
    found = await checked(f"sqlite+aiosqlite:///{file}")
    assert (found.faults, found.games) == (["seats: 2 rows refer to missing rows of tables"], None)


async def test_a_damaged_page_is_a_fault(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_seats_user'").fetchone()
    connection.close()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * 4096 + 200)
        opened.write(bytes(3000))
    found = await checked(f"sqlite+aiosqlite:///{file}")
    assert found.faults
    assert found.games is None


async def test_games_of_an_older_schema_are_read_after_the_migration(tmp_path: Path) -> None:
    file = database_of(NOVEMBER_2026, tmp_path)
    found = await checked(f"sqlite+aiosqlite:///{file}")
    assert (found.games, found.faults) == (None, [])
    assert found.schema.revision != NEWEST


@pytest.mark.postgres
async def test_a_server_is_measured_too(tmp_path: Path, games: dict[str, Played]) -> None:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(tmp_path) as url:
        database = await open_database(url)
        await keep(database, [Wanted(games["gin"], (1, 2), NOON)])
        await database.close()
        found = await checked(url)
    assert (found.games, list(found.faults)) == (1, [])
    assert found.size > 0
