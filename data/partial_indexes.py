"""Indexes on some rows of a table, which are part of the schema: of the open tables, for example.

They have a module of their own because SQLAlchemy loads its support of PostgreSQL for their conditions, which takes
longer than any module of ours. Statements don't need them: the migrations create them, and a test compares the two.
"""

from typing import Any, Final

from sqlalchemy import Column, Index, TextClause, text

from data.schema import IS_LOBBY, IS_OPEN, IS_PINGED, IS_PRACTICE, IS_UNSETTLED, tables
from data.tournaments.schema import IS_AWAITED, IS_SUGGESTED, fixtures

_HAS_FIXTURE: Final = text("fixture IS NOT NULL")


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
    _partial("uq_tables_open_fixture", IS_OPEN, tables.c.fixture, unique=True),  # one open table per fixture
    # `ending` too, so that SQLite estimates how few they are
    _partial("ix_fixtures_awaited", IS_AWAITED, fixtures.c.ending, fixtures.c.wake),
    _partial("ix_fixtures_meeting", IS_SUGGESTED, fixtures.c.meeting),
)
