"""Restoring a backup: the refusals, the copies kept, and that a kill in the middle loses nothing."""

import asyncio
import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data import copies
from data.copies import beside
from data.database import back_up, open_database
from data.location import DatabaseError, NewerDatabaseError
from data.process_lock import only_bot
from data.restore import restore
from data.tables.store import SqlTables
from tests.data.fresh import NEWEST, ready_file
from tests.data.tables import row
from tests.earlier.kept import NOVEMBER_2026, database_of

LAST = 4
"""The number of tables in the database; its backup has two."""


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def add(path: Path, numbers: range) -> list[int]:
    """Open tables in these channels. Return their ids."""
    database = await open_database(url_of(path))
    made = [(await SqlTables(database).create(row(channel=number), number)).id for number in numbers]
    await database.close()
    return made


def channels(path: Path) -> list[int]:
    """Read the channels of all tables, in whatever state the file is."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = [channel for (channel,) in connection.execute("SELECT channel FROM tables ORDER BY id")]
    connection.close()
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a database with four tables."""
    made = asyncio.run(ready_file(tmp_path))
    asyncio.run(add(made, range(1, 3)))
    asyncio.run(back_up(url_of(made), tmp_path / "backup.db"))
    asyncio.run(add(made, range(3, LAST + 1)))
    return made


@pytest.fixture
def backup(path: Path) -> Path:
    """Return a backup from before the last two of them."""
    return path.with_name("backup.db")


def crashed(path: Path) -> None:
    """Leave a database as a killed bot does, with its last table only in the write-ahead log."""
    with sqlite3.connect(path) as holder:
        holder.execute("PRAGMA journal_mode = WAL")
        holder.execute("UPDATE tables SET channel = 99 WHERE id = 4")
        holder.commit()
        for suffix in ("", "-wal", "-shm"):
            shutil.copyfile(beside(path, suffix), beside(path, f".killed{suffix}"))
    holder.close()
    for suffix in ("", "-wal", "-shm"):
        beside(path, f".killed{suffix}").replace(beside(path, suffix))
    path.chmod(0o644)  # as early versions made it


def test_a_backup_takes_the_place_of_a_killed_bots_database_which_is_kept_complete(path: Path, backup: Path) -> None:
    before = backup.read_bytes()
    crashed(path)
    done = asyncio.run(restore(url_of(path), backup))
    assert (channels(path), done.tables, done.schema.revision) == ([1, 2], 2, NEWEST)
    assert done.kept is not None
    assert channels(done.kept) == [1, 2, 3, 99], "the earlier database lost what was in its write-ahead log"
    assert {stat.S_IMODE(kept.stat().st_mode) for kept in (path, done.kept)} == {0o600}
    assert backup.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "backup.db",
        "remik.db",
        done.kept.name,
        "remik.db.lock",
    ]
    assert asyncio.run(add(path, range(5, 6))) == [LAST + 1], "buttons of lost tables would lead to new ones"


def test_a_copied_file_with_its_write_ahead_log_is_a_backup_too(path: Path, tmp_path: Path) -> None:
    crashed(path)
    folder = tmp_path / "copied"
    folder.mkdir()
    for suffix in ("", "-wal"):
        shutil.copyfile(beside(path, suffix), beside(folder / "remik.db", suffix))
    path.unlink()
    done = asyncio.run(restore(url_of(path), folder / "remik.db"))
    assert (channels(path), done.kept) == ([1, 2, 3, 99], None)
    assert (folder / "remik.db-wal").exists()
    assert (asyncio.run(add(path, range(5, 6))))[0] > 1000, "ids that were used since the backup aren't known"


def test_a_backup_of_an_earlier_version_is_restored_and_then_migrated(path: Path, tmp_path: Path) -> None:
    (tmp_path / "earlier").mkdir()
    done = asyncio.run(restore(url_of(path), database_of(NOVEMBER_2026, tmp_path / "earlier")))
    assert done.schema.revision != done.schema.newest == NEWEST
    asyncio.run(add(path, range(5, 6)))
    assert len(channels(path)) == done.tables + 1


@pytest.mark.parametrize("damage", ["text", "truncated"])
def test_a_damaged_database_is_replaced_and_kept_with_its_log(path: Path, backup: Path, damage: str) -> None:
    crashed(path)
    log = beside(path, "-wal").read_bytes()
    path.write_bytes(b"nonsense " * 1000 if damage == "text" else path.read_bytes()[:20_000])
    damaged = path.read_bytes()
    done = asyncio.run(restore(url_of(path), backup))
    assert channels(path) == [1, 2]
    assert done.kept is not None
    assert (done.kept.read_bytes(), beside(done.kept, "-wal").read_bytes()) == (damaged, log)


def newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE remik_version SET version_num = '9999'")
    connection.close()


def another(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (name)")
    connection.close()


def itself(path: Path) -> None:
    path.unlink()
    path.hardlink_to(path.with_name("remik.db"))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (Path.unlink, "doesn't exist"),
        (lambda path: path.write_text("Ala: 12\n" * 100), "is damaged, or no database"),
        (lambda path: path.write_bytes(path.read_bytes()[:60_000]), "is damaged, or no database"),
        (
            lambda path: path.write_bytes(path.read_bytes()[:36_864] + bytes(4096) + path.read_bytes()[40_960:]),
            "is damaged",
        ),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: (path.unlink(), path.mkdir()), "isn't a file"),
        (itself, "is the database itself"),
        (another, "contains tables of another program"),
        (newer, "its schema is 9999, the newest known here is"),
    ],
)
def test_what_is_no_backup_is_refused_and_nothing_changes(
    path: Path, backup: Path, spoil: Callable[[Path], object], sentence: str
) -> None:
    before = path.read_bytes()
    spoil(backup)
    with pytest.raises(DatabaseError, match=sentence) as caught:
        asyncio.run(restore(url_of(path), backup))
    assert str(caught.value).startswith(str(backup))
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, NewerDatabaseError) == (spoil is newer)
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} <= {"backup.db", "remik.db", "remik.db.lock"}


async def test_nothing_is_restored_while_a_bot_or_another_program_uses_the_database(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with only_bot(url_of(path)):
        with pytest.raises(DatabaseError, match="is used by a running bot"):
            await restore(url_of(path), backup)
    monkeypatch.setattr("data.restore._MOMENT", 0.01)
    database = await open_database(url_of(path))
    async with database.read() as connection:
        await connection.exec_driver_sql("SELECT * FROM tables")
        with pytest.raises(DatabaseError, match="is open in another program"):
            await restore(url_of(path), backup)
    await database.close()
    assert channels(path) == [1, 2, 3, 4]


def test_nothing_is_restored_or_copied_to_a_full_disk(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage("/")._replace(free=path.stat().st_size)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    with pytest.raises(DatabaseError, match=r"has 0 MB left, and a copy of .* needs 34 MB"):
        asyncio.run(restore(url_of(path), backup))
    with pytest.raises(DatabaseError, match=r"has 0 MB left, and a copy of .* needs 34 MB"):
        asyncio.run(back_up(url_of(path), path.with_name("new.db")))
    assert sorted(file.name for file in path.parent.iterdir()) == ["backup.db", "remik.db", "remik.db.lock"]


class KilledError(BaseException):
    """The process ends here; nothing that runs afterwards changes a file."""


@pytest.mark.parametrize("damaged", [False, True])
def test_a_restore_that_is_killed_at_any_step_loses_nothing_and_can_be_repeated(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, damaged: bool
) -> None:
    """Files are changed by these functions; after the given number of calls none of them does anything any more."""
    crashed(path)
    if damaged:
        path.write_bytes(b"nonsense " * 1000)
    state = {file: file.read_bytes() for file in path.parent.iterdir()}
    for survived in range(100):
        for file in path.parent.iterdir():
            file.unlink()
        for file, content in state.items():
            file.write_bytes(content)
        calls = 0

        def limited(work: Callable[..., Any], most: int = survived) -> Callable[..., Any]:
            def call(*values: Any, **named: Any) -> Any:  # noqa: ANN401 - passed on
                nonlocal calls
                calls += 1
                if calls > most:
                    raise KilledError
                return work(*values, **named)

            return call

        with monkeypatch.context() as killing:
            for name in ("unlink", "replace", "link", "fsync"):
                killing.setattr(os, name, limited(getattr(os, name)))
            try:
                asyncio.run(restore(url_of(path), backup))
            except KilledError:
                pass
            else:
                break
        if not damaged:
            assert channels(path) in ([1, 2, 3, 99], [1, 2]), survived
        else:
            there = [file for file in path.parent.iterdir() if file.read_bytes()[:9] == b"nonsense "]
            assert there, survived
        asyncio.run(restore(url_of(path), backup))
        assert channels(path) == [1, 2], survived
    assert survived > 5


async def test_a_backup_that_is_stopped_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = asyncio.Event()
    loop = asyncio.get_running_loop()
    must_fit = copies.must_fit

    def announced(source: Path | None, folder: Path) -> None:
        must_fit(source, folder)
        loop.call_soon_threadsafe(started.set)

    monkeypatch.setattr(copies, "must_fit", announced)
    stopping = threading.Event()
    monkeypatch.setattr(copies, "check_integrity", lambda *_: stopping.wait())
    copying = asyncio.create_task(back_up(url_of(path), path.with_name("new.db")))
    await started.wait()
    copying.cancel()
    loop.call_later(0, stopping.set)
    with pytest.raises(asyncio.CancelledError):
        await copying
    assert sorted(file.name for file in path.parent.iterdir()) == ["backup.db", "remik.db"]
