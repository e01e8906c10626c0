"""Daily backups: when they are made, how many are kept, and what happens when they fail."""

import logging
import sqlite3
import stat
from pathlib import Path

import pytest

from data import copies
from data.copies import DAY, HOUR, KEPT, DailyBackups, backup_folder
from data.location import DatabaseError
from tests.data.fresh import ready_file

START = 1_795_406_706_000
"""2026-11-23 04:05:06 UTC."""


class Bot:
    """The chore of a bot on a database, at a time that the test sets."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self.folder = folder
        self.now = START
        self.start()

    def start(self) -> None:
        """Start the bot again."""
        self.backups = DailyBackups(f"sqlite+aiosqlite:///{self.path}", self.folder, lambda: self.now)

    async def tick(self, later: int = 0) -> list[str]:
        """Do the chore after a time. Return the names of the files in the folder."""
        self.now += later
        await self.backups.tick()
        await self.backups.idle()
        return sorted(file.name for file in self.folder.iterdir()) if self.folder.is_dir() else []


@pytest.fixture
async def bot(tmp_path: Path) -> Bot:
    return Bot(await ready_file(tmp_path), tmp_path / "backups")


def test_the_time_is_that_of_the_names() -> None:
    assert (
        backup_folder("sqlite+aiosqlite:///x/remik.db", Path("b")).path_for(START).name == "remik-20261123-040506Z.db"
    )


async def test_a_backup_is_made_daily_also_across_restarts_and_seven_are_kept(bot: Bot) -> None:
    first = await bot.tick()
    assert first == ["remik-20261123-040506Z.db"]
    assert await bot.tick(DAY - 1000) == first
    bot.start()
    assert await bot.tick() == first, "a restart made another one"
    assert len(await bot.tick(1000)) == 2
    bot.now += 3 * DAY
    bot.start()
    assert len(await bot.tick()) == 3, "a backup was due while the bot didn't run"
    (bot.folder / "remik.db").touch()
    (bot.folder / "remik-20260101-000000Z.db.123.part").touch()
    (bot.folder / "notes-20260101-000000Z.db").touch()
    for _ in range(KEPT):
        files = await bot.tick(DAY)
    assert files[:1] + files[-1:] == ["notes-20260101-000000Z.db", "remik.db"], "these aren't backups of this database"
    assert len(files) == KEPT + 2
    assert files[1] == "remik-20261128-040506Z.db"
    for file in files[1:-1]:
        path = bot.folder / file
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    assert stat.S_IMODE(bot.folder.stat().st_mode) == 0o700


async def test_a_clock_that_was_set_back_stops_no_backups(bot: Bot) -> None:
    (newest,) = await bot.tick()
    files = await bot.tick(-30 * DAY)
    assert len(files) == 2
    assert newest in files


async def test_a_failed_backup_is_logged_and_tried_again_in_an_hour_and_older_ones_stay(
    bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await bot.tick()
    with monkeypatch.context() as failing:

        def broken(*_: object) -> None:
            raise DatabaseError("the copy is damaged")

        failing.setattr(copies, "check_integrity", broken)
        assert await bot.tick(DAY) == before
        assert await bot.tick(HOUR - 1) == before
    (record,) = (one for one in caplog.records if one.levelno >= logging.ERROR)
    assert record.getMessage() == "no backup was made, trying again in an hour: the copy is damaged"
    assert len(await bot.tick(1)) == 2


async def test_a_folder_that_cannot_be_made_is_an_error_in_the_log(
    bot: Bot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for folder, reason in ((tmp_path / "no" / "where", "No such file"), (tmp_path / "remik.db", "File exists")):
        bot.folder = folder
        bot.start()
        await bot.tick()
        assert reason in caplog.records[-1].getMessage()
        assert caplog.records[-1].levelno == logging.ERROR


async def test_a_backup_ends_with_the_bot_and_leaves_no_half_file(bot: Bot) -> None:
    await bot.backups.tick()
    await bot.backups.close()
    assert not list(bot.folder.glob("*.part")) if bot.folder.exists() else True
    assert len(await bot.tick(HOUR)) == 1
