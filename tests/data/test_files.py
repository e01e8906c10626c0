"""The database's files: only their owner can read them, and the bot notices when its file is gone."""

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.copies import PRIVATE
from data.database import Database, back_up, file_open_to_others, open_database
from data.location import DatabaseLostError
from data.migrate import MIGRATIONS
from data.people.store import SqlProgramState


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


async def opened(folder: Path) -> Database:
    return await open_database(f"sqlite+aiosqlite:///{folder / 'remik.db'}")


async def test_the_database_and_the_files_beside_it_are_private(tmp_path: Path) -> None:
    database = await opened(tmp_path)
    await SqlProgramState(database).put("a fact", "a value")
    assert modes(tmp_path) == dict.fromkeys(("remik.db", "remik.db-wal", "remik.db-shm"), PRIVATE)
    await database.close()


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_is_gone_is_noticed_and_nothing_is_written_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaced: bool
) -> None:
    monkeypatch.setattr("data.database._CHECK", 0.01)
    database, path = await opened(tmp_path), tmp_path / "remik.db"
    await SqlProgramState(database).put("a fact", "a value")
    losing = asyncio.create_task(database.lost())
    await asyncio.wait({losing}, timeout=0.05)
    assert not losing.done(), "writing doesn't replace the file"
    path.unlink()
    if replaced:
        path.touch()
    sentence = "remik.db was deleted or replaced while the bot was running"
    for attempt in (
        losing,
        SqlProgramState(database).put("a fact", "another"),
        SqlProgramState(database).get("a fact"),
    ):
        with pytest.raises(DatabaseLostError, match=sentence):
            await attempt
    assert path.exists() == replaced
    assert not replaced or path.stat().st_size == 0
    await database.close()


async def test_a_file_from_an_earlier_version_is_reported_if_others_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "remik.db"
    url = f"sqlite+aiosqlite:///{path}"
    assert file_open_to_others(url) is None
    await (await opened(tmp_path)).close()
    assert file_open_to_others(url) is None
    for mode in (0o640, 0o604):
        path.chmod(mode)
        assert file_open_to_others(url) == path


async def test_copies_are_private(tmp_path: Path) -> None:
    await (await opened(tmp_path)).close()
    await back_up(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}", tmp_path / "copy.db")
    assert modes(tmp_path)["copy.db"] == PRIVATE


async def test_the_copy_before_a_migration_is_private(tmp_path: Path) -> None:
    older = tmp_path / "migrations"
    (older / "versions").mkdir(parents=True)
    for path in (*MIGRATIONS.glob("*.py"), *sorted((MIGRATIONS / "versions").glob("*.py"))[:3]):
        (older / path.relative_to(MIGRATIONS)).write_bytes(path.read_bytes())
    folder = tmp_path / "data"
    folder.mkdir()
    url = f"sqlite+aiosqlite:///{folder / 'remik.db'}"
    await (await open_database(url, migrations=older)).close()
    await (await open_database(url)).close()
    (copy,) = folder.glob("remik.db.before-*")
    assert modes(folder)[copy.name] == PRIVATE
