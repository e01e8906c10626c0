"""A separate database for each test: an SQLite file, or one on the PostgreSQL server of TEST_POSTGRES_URL."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from data.database import open_database
from data.migrate import MIGRATIONS

POSTGRES = os.environ.get("TEST_POSTGRES_URL")
NO_SERVER = "TEST_POSTGRES_URL names no PostgreSQL server"
"""Why tests marked ``postgres`` are skipped without one."""
NEWEST = max(path.stem[1:5] for path in (MIGRATIONS / "versions").glob("v*.py"))
"""The schema's newest version."""
_numbers = count(1)


@asynccontextmanager
async def fresh_url(folder: Path) -> AsyncIterator[str]:
    """Yield the URL of an empty database, without a schema."""
    if POSTGRES is None:
        yield f"sqlite+aiosqlite:///{folder / 'remik.db'}"
        return
    name = f"test_{os.getpid()}_{next(_numbers)}"
    server = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    async with server.connect() as connection:
        await connection.exec_driver_sql(f"CREATE DATABASE {name}")
        try:
            yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
        finally:
            await connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    await server.dispose()


@asynccontextmanager
async def ready_url(folder: Path) -> AsyncIterator[str]:
    """Yield the URL of an empty database, which may already have the schema."""
    if POSTGRES is None:
        yield f"sqlite+aiosqlite:///{await ready_file(folder)}"
        return
    async with fresh_url(folder) as named:
        yield named


async def ready_file(folder: Path) -> Path:
    """Create an SQLite file with the newest schema, by copying one, since migrations take longer. Return its path."""
    ready = folder.parent / "ready.db"
    if not ready.exists():
        await (await open_database(f"sqlite+aiosqlite:///{ready}")).close()
    return Path(shutil.copyfile(ready, folder / "remik.db"))
