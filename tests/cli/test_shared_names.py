"""`check-config` finds another bot in the environment whose packages have the names of ours."""

import argparse
from pathlib import Path

import pytest

from bot.program.cli import config
from bot.program.cli.config import OURS, others_with_our_names
from bot.program.exit_status import ExitStatus
from tests.packaging.test_files import PACKAGES


def install(folder: Path, name: str, *files: str) -> None:
    """Leave what pip leaves of a distribution."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "RECORD").write_text("".join(f"{file},,\n" for file in files), encoding="utf-8")


def test_another_bot_with_our_names_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REMIK_TOKEN", "MTU3NDI3NDkwMzQyNTY3OTM2MA.Gabcde.s3cr3t-s3cr3t-s3cr3t-s3cr3t-s3cr3t")
    before = list(others_with_our_names())
    install(tmp_path, "innocent", "innocent/bot/__init__.py", "databases/data.py")
    install(tmp_path, "musicbot", "bot/__init__.py", "cogs/music.py", "musicbot/data.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert config.run(argparse.Namespace()) == ExitStatus.CONFIG
    found = "musicbot also installs bot, cogs: install Remik in a separate environment (python3 -m venv)"
    assert sorted(others_with_our_names()) == sorted([*before, found])
    assert f"environment: {found}\n" in capsys.readouterr().err


def test_the_names_are_those_of_the_wheel() -> None:
    assert set(PACKAGES) == OURS
