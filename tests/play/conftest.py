"""A process with a separate database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.data.broken import Disk, breakable
from tests.data.fresh import ready_url
from tests.play.process import Process, ids, process


@pytest.fixture(autouse=True)
def _same_cards() -> None:
    """Deal the same cards in a test whichever others have run before."""
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
    """Another process on the same database, or the same one after a restart."""
    async with process(url, seed=1) as started:
        started.now = here.now + 10**6
        yield started


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """The disk under all databases, which can fail."""
    return breakable(monkeypatch)
