"""The playground in a real browser: one process of `remik playground` and one browser per module.

Not per session: synchronous Playwright keeps an event loop running, in which `asyncio.run` of a later test would fail.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import chromium
from tests.browser.panes import LATEST
from tests.browser.running import RunningPlayground, running_browser, running_playground

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker("browser")


@pytest.fixture(scope="module", autouse=True)
def _needs_a_browser() -> None:
    """Skip the module if there is no browser; with BROWSER_REQUIRED=1 that is an error."""
    reason = chromium.missing()
    if reason is not None and os.environ.get("BROWSER_REQUIRED") == "1":
        pytest.fail(reason)
    if reason is not None:
        pytest.skip(reason)


@pytest.fixture(scope="module")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPlayground]:
    """Start the playground in an empty folder."""
    with running_playground(tmp_path_factory.mktemp("playground")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    from playwright.sync_api import expect  # noqa: PLC0415 - an extra

    expect.set_options(timeout=LATEST)
    with running_browser() as started:
        yield started


@pytest.fixture
def page(browser: Browser, playground: RunningPlayground) -> Iterator[Page]:
    """Open the playground in a separate window. At the end, the console must hold no errors, of any tab."""
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
