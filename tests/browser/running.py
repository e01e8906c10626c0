"""A running playground and a browser, for the browser tests and the README's pictures."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+/\S*")
_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class RunningPlayground:
    """A running `remik playground`: its address with the token, and its process."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def running_playground(folder: Path) -> Iterator[RunningPlayground]:
    """Start the playground in an empty folder, as users do, and stop it with Ctrl-C."""
    command = (sys.executable, "-m", "bot", "playground", "--no-browser", "--port", "0", "--seed", "7")
    with subprocess.Popen(  # noqa: S603 - our own program
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield RunningPlayground(_address(process.stdout), process)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def _address(lines: Iterator[str]) -> str:
    """Return the first address that the playground prints."""
    for line in lines:
        found = _ADDRESS.search(line)
        if found:
            return found[0]
    raise AssertionError("the playground ended without printing its address")


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start a browser."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.path(), args=["--no-sandbox"])
        yield started
        started.close()
