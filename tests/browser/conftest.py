"""The playground in a real browser: one process of `remik playground` and one browser per module.

Not per session: synchronous Playwright keeps an event loop running, in which `asyncio.run` of a later test would fail.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LATEST = 30_000
"""Milliseconds after which Playwright gives up waiting for something to appear, also on a busy machine."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S*")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker("browser")


@dataclass(frozen=True, slots=True)
class Playground:
    """A running `remik playground`: its address with the token, and its process."""

    address: str
    process: subprocess.Popen[str]


@pytest.fixture(scope="module", autouse=True)
def _needs_a_browser() -> None:
    """Skip the module if there is no browser; with BROWSER_REQUIRED=1 that is an error."""
    reason = chromium.missing()
    if reason is not None and os.environ.get("BROWSER_REQUIRED") == "1":
        pytest.fail(reason)
    if reason is not None:
        pytest.skip(reason)


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playground]:
    """Start the playground in an empty folder, as users do, and stop it with Ctrl-C."""
    command = (sys.executable, "-m", "bot", "playground", "--no-browser", "--port", "0", "--seed", "7")
    root = Path(__file__).parents[2]
    with subprocess.Popen(  # noqa: S603 - our own program
        command,
        cwd=tmp_path_factory.mktemp("playground"),
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield Playground(_address(process.stdout), process)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


def _address(lines: Iterator[str]) -> str:
    """Return the first address that the playground prints."""
    for line in lines:
        found = ADDRESS.search(line)
        if found:
            return found[0]
    raise AssertionError("the playground ended without printing its address")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - an extra

    expect.set_options(timeout=LATEST)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.path(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, playground: Playground) -> Iterator[Page]:
    """Open the playground in a window of its own. At the end, the console must hold no errors, of any tab."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(LATEST)
    errors: list[str] = []
    context.on("console", lambda line: errors.append(line.text) if line.type in ("error", "warning") else None)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    opened = context.new_page()
    opened.goto(playground.address)
    opened.get_by_text("Remik is online.").wait_for()
    yield opened
    context.close()
    assert errors == []
