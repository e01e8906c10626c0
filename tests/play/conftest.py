"""Fixtures: processes on a database per test, and a disk that can fail."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.data.broken import Disk, breakable
from tests.data.fresh import ready_url
from tests.play.process import Process, ids, process


@pytest.fixture(autouse=True)
def _same_cards() -> None:
    """Make a test deal the same cards, no matter which tests ran before."""
    ids.restart()


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    async with ready_url(tmp_path) as named:
        yield named


@pytest.fixture
async def here(url: str) -> AsyncIterator[Process]:
    async with process(url) as started:
        yield started


@pytest.fixture
async def there(url: str, here: Process) -> AsyncIterator[Process]:
    """Start another process on the same database, or the same one after a restart."""
    async with process(url, seed=1) as started:
        started.now = here.now + 10**6
        yield started


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Return the disk of all databases, which can fail."""
    return breakable(monkeypatch)
