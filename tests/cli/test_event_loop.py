"""The event loop of `remik run`."""

import asyncio
import sys
from types import ModuleType

import pytest

from bot.program.cli import run
from bot.program.cli.run import installed_loop


def test_without_the_extra_the_loop_is_the_standard_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert installed_loop() == ("asyncio", asyncio.new_event_loop)


def test_with_the_extra_the_loop_is_uvloops_and_the_log_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = ModuleType("uvloop")
    fake.new_event_loop = asyncio.SelectorEventLoop  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "uvloop", fake)
    monkeypatch.setattr(run, "version", lambda name: {"uvloop": "1.2.3"}[name])
    assert installed_loop() == ("uvloop 1.2.3", asyncio.SelectorEventLoop)
