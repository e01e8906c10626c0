"""A new database for each test. It's closed afterward, since an open one keeps the process running."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.database import Database, open_database
from data.tables.store import SqlTables
from tests.data.fresh import ready_url
from tests.data.games import Played, played_games


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    async with ready_url(tmp_path) as named:
        yield named


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await open_database(url)
    yield opened
    await opened.close()


@pytest.fixture
async def elsewhere(url: str, database: Database) -> AsyncIterator[Database]:  # noqa: ARG001 - opened first
    """Open the same database once more, as another process would."""
    other = await open_database(url)
    yield other
    await other.close()


@pytest.fixture
def store(database: Database) -> SqlTables:
    return SqlTables(database)


@pytest.fixture(scope="session")
def games() -> dict[str, Played]:
    """Return finished games of all kinds by name, which can be stored for any players."""
    return played_games()
