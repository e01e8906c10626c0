"""The migrations create the schema that the statements use."""

from typing import Any, Final

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Column, Connection, Index, TextClause, text

from data.database import Database
from data.migrate import VERSION_TABLE
from data.ratings.schema import results
from data.schema import (
    IS_AWAITED,
    IS_LOBBY,
    IS_OPEN,
    IS_PINGED,
    IS_PRACTICE,
    IS_SUGGESTED,
    IS_UNSETTLED,
    day_results,
    fixtures,
    tables,
)

_HAS_FIXTURE: Final = text("fixture IS NOT NULL")
_HAS_NOT_ENDED: Final = text("ended_at IS NULL")
_IS_OF_DAY: Final = text("day IS NOT NULL")


def _partial(name: str, condition: TextClause, *columns: Column[Any], unique: bool = False) -> Index:
    """Return an index on the rows of a table that meet a condition. It belongs to the table of its columns."""
    return Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


PARTIAL_INDEXES: Final = (
    _partial("uq_tables_open_channel", IS_OPEN, tables.c.channel, unique=True),  # C-1: one open table per channel
    _partial("ix_tables_open_host", IS_OPEN, tables.c.host),
    _partial("ix_tables_lobby_guild", IS_LOBBY, tables.c.guild),
    _partial("ix_tables_pinged", IS_PINGED, tables.c.id),
    _partial("ix_tables_unsettled", IS_UNSETTLED, tables.c.id),
    _partial("ix_tables_practice", IS_PRACTICE, tables.c.host),
    _partial("ix_tables_fixture", _HAS_FIXTURE, tables.c.fixture),
    _partial("ix_tables_day", _IS_OF_DAY, tables.c.day),
    _partial("ix_day_results_open", _HAS_NOT_ENDED, day_results.c.table_id),
    _partial("uq_tables_open_fixture", IS_OPEN, tables.c.fixture, unique=True),  # one open table per fixture
    # `ending` too, so that SQLite estimates how few they are
    _partial("ix_fixtures_awaited", IS_AWAITED, fixtures.c.ending, fixtures.c.wake),
    _partial("ix_fixtures_meeting", IS_SUGGESTED, fixtures.c.meeting),
)
"""Indexes on some rows of a table, of which only the migrations and this test need to know.

In `data.schema` they would make SQLAlchemy load its support of PostgreSQL, which takes longer than any module of ours.
"""


async def test_the_migrations_make_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, results.metadata))

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
