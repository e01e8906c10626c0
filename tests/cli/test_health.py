"""`remik health` tells a bot that works from one that hangs, never ran, or was stopped."""

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import heartbeat
from bot.cli.heartbeat import OVERDUE, beating, token_files
from bot.cli.token_lock import only_with_token

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


async def test_the_event_loop_keeps_the_heartbeat_going(
    said: Callable[[], tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "PERIOD", 0)
    with only_with_token(TOKEN) as files:
        task = asyncio.create_task(beating(files))
        for _ in range(3):
            os.utime(files[0], (0, 0))
            await asyncio.sleep(0)
            assert files[0].stat().st_mtime > 0
        files[0].unlink()  # a machine cleans its temporary files
        await asyncio.sleep(0)
        assert not task.done()
        task.cancel()
    assert said()[0] == 1
    assert TOKEN not in str(token_files(TOKEN))


def test_settings_that_are_missing_are_named(
    said: Callable[[], tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REMIK_TOKEN")
    status, sentence = said()
    assert (status, "REMIK_TOKEN is missing" in sentence) == (78, True)
