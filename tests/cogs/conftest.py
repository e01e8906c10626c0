"""Fixtures: a process with tables, stored preferences, a studio."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from data.database import open_database
from data.people.store import SqlPeople
from render.queue.studio import Studio
from tests.cogs.unplugged import Unplugged, unplugged_in
from tests.data.fresh import ready_file
from tests.end_to_end.club import Club, open_club
from tests.end_to_end.conftest import unhurried  # noqa: F401 - a fixture of these tests, too
from tests.play.process import Process, process


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Process]:
    async with process(f"sqlite+aiosqlite:///{await ready_file(tmp_path)}") as started:
        yield started


@pytest.fixture
async def people(tmp_path: Path) -> AsyncIterator[SqlPeople]:
    """Return the preferences store of the same database, as another process would open it."""
    database = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    yield SqlPeople(database)
    await database.close()


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club with a running bot: its tests play over the real protocol, so they are slow (tests/conftest.py)."""
    async with open_club(tmp_path) as opened, opened.running():
        yield opened


@pytest.fixture
async def unplugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Unplugged]:
    """The whole program without a network, for fast tests of what it would send."""
    async with unplugged_in(tmp_path, monkeypatch) as started:
        yield started


@pytest.fixture
def studio() -> Iterator[Studio]:
    studio = Studio()
    yield studio
    studio.close()
