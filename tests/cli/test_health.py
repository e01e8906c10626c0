"""`remik health` tells a bot that works from one that hangs, never ran, or was stopped."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.program.cli import health
from bot.program.cli.health import OVERDUE, Watchdog, beating, token_files
from bot.program.cli.run import only_with_token
from data.location import DatabaseInUseError
from tests.end_to_end.club import open_club

TOKEN = "MTAx.Gabc.s3cr3t-s3cr3t"


@pytest.fixture
def said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], tuple[int, str]]:
    """Run `remik health` as a user without other bots. Return its exit status and its sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    monkeypatch.setenv("REMIK_TOKEN", TOKEN)

    def run() -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            main(["health"])
        assert isinstance(ended.value.code, int)
        output = capsys.readouterr()
        return ended.value.code, output.out + output.err

    return run


def test_a_bot_is_healthy_until_its_heartbeat_is_overdue(said: Callable[[], tuple[int, str]]) -> None:
    assert said() == (1, "no bot with this token was started here by this user\n")
    with only_with_token(TOKEN) as files:
        status, sentence = said()
        assert (status, "the bot is running" in sentence) == (0, True)
        overdue = time.time() - OVERDUE - 10
        os.utime(files[0], (overdue, overdue))
        status, sentence = said()
        assert (status, "it's stuck or stopped" in sentence) == (1, True)


def test_each_process_that_shares_a_token_has_to_be_healthy(
    said: Callable[[], tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMIK_DATABASE_URL", "postgresql+asyncpg://remik@db.club.org/remik")
    monkeypatch.setenv("REMIK_SLOTS", "2")
    assert said()[0] == 1
    with only_with_token(TOKEN, shared=True) as files, only_with_token(TOKEN, shared=True, process=77) as others:
        status, sentence = said()
        assert (status, sentence.count(" is running; its last sign of life was ")) == (0, 2)
        overdue = time.time() - OVERDUE - 10
        os.utime(others[0], (overdue, overdue))
        status, sentence = said()
        assert (status, "process 77 hasn't shown a sign of life" in sentence) == (1, True)
        assert f"process {os.getpid()} is running" in sentence
        with pytest.raises(DatabaseInUseError, match="another bot on this machine"), only_with_token(TOKEN):
            pass
    assert said() == (1, "no bot with this token was started here by this user\n")
    assert not [file for file in (*files, *others) if file.exists()], "those of dead processes are deleted"


class Attempts:
    """Attempts to do what clicks need: they succeed, fail or hang as a test wants."""

    def __init__(self) -> None:
        self.fails = False
        self.goes_on = asyncio.Event()
        self.goes_on.set()
        self._made: asyncio.Queue[None] = asyncio.Queue()

    async def __call__(self) -> None:
        self._made.put_nowait(None)
        await self.goes_on.wait()
        if self.fails:
            raise OSError("no canvas left")

    async def next(self, number: int = 2) -> None:
        """Wait for new attempts: with the second one, the first is over."""
        while not self._made.empty():
            self._made.get_nowait()
        for _ in range(number):
            await self._made.get()


class Dog(Watchdog):
    """A watchdog that only counts what it's told."""

    def __init__(self) -> None:
        self.signs = 0
        self.told_of_end = False

    def alive(self) -> None:
        self.signs += 1

    def ending(self) -> None:
        self.told_of_end = True


async def test_the_heartbeat_goes_on_while_clicks_would_be_answered(
    said: Callable[[], tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PERIOD", 0)
    attempts, dog = Attempts(), Dog()
    with only_with_token(TOKEN) as files:
        task = asyncio.create_task(beating(files, attempts, dog))
        for _ in range(3):
            os.utime(files[0], (0, 0))
            await attempts.next()
            assert said()[0] == 0
        files[0].unlink()  # a machine cleans its temporary files
        await attempts.next()
        assert not task.done()
        task.cancel()
        await asyncio.wait((task,))
    assert dog.told_of_end
    assert said()[0] == 1
    assert TOKEN not in str(token_files(TOKEN))


async def test_a_bot_that_hangs_gives_no_sign_of_life_and_one_that_fails_lives_but_is_not_healthy(
    said: Callable[[], tuple[int, str]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "PERIOD", 0)
    attempts, dog = Attempts(), Dog()
    with only_with_token(TOKEN) as files:
        task = asyncio.create_task(beating(files, attempts, dog))
        await attempts.next()
        attempts.fails = True
        await attempts.next()
        os.utime(files[0], (0, 0))
        before = dog.signs
        await attempts.next()
        assert dog.signs > before
        assert said()[0] == 1
        assert "no canvas left" in caplog.text
        attempts.fails = False
        attempts.goes_on.clear()
        await attempts.next(1)
        os.utime(files[0], (0, 0))
        signs = dog.signs
        for _ in range(10):
            await asyncio.sleep(0)
        assert (dog.signs, said()[0]) == (signs, 1)
        attempts.goes_on.set()
        await attempts.next()
        assert said()[0] == 0
        task.cancel()
        await asyncio.wait((task,))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["pictures", "database"])
async def test_an_attempt_takes_as_long_as_a_click_would_have_to_wait(tmp_path: Path, part: str) -> None:
    async with open_club(tmp_path) as club, club.running() as bot:
        await bot.do_as_for_a_click()
        hangs, go_on = threading.Event(), threading.Event()

        def hang(*_: object) -> None:
            hangs.set()
            go_on.wait()

        waiting = None
        if part == "pictures":
            bot.edge.studio._thread.prepare(hang)
        else:
            writer = bot.database._writer
            assert writer is not None
            waiting = asyncio.get_running_loop().run_in_executor(writer._thread, hang)
        await asyncio.to_thread(hangs.wait)
        attempt = asyncio.create_task(bot.do_as_for_a_click())
        for _ in range(3):  # what needs neither goes on
            await club.ala.slash(club.channel, "rummy help")
        assert not attempt.done()
        go_on.set()
        await attempt
        if waiting is not None:
            await waiting


def test_settings_that_are_missing_are_named(
    said: Callable[[], tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REMIK_TOKEN")
    status, sentence = said()
    assert (status, "REMIK_TOKEN is missing" in sentence) == (78, True)
