"""The schema of tournaments: the tournaments (table ``leagues``, an older word), entrants and fixtures."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

from data.schema import ROW_ID, metadata

tournaments: Final = Table(
    "leagues",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("name", String, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", JSON, nullable=False),  # as in `tables`, and so are the next four
    Column("pace", String(10), nullable=False),
    Column("turn_ms", BigInteger),
    Column("bank_ms", BigInteger),
    Column("manner", JSON, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("format", String(10), nullable=False),
    Column("hours", Integer, nullable=False),
    Column("stage", String(10), nullable=False),
    Column("matchday", Integer, nullable=False),
    Column("seed", LargeBinary),
    Index("ix_leagues_guild", "guild"),
    sqlite_autoincrement=True,  # ids are in old buttons, so they are never reused
)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),  # the order of joining; after the draw, its order
    Column("withdrawn", Boolean, nullable=False),
    Index("ix_entrants_user", "user"),
    sqlite_with_rowid=False,
)

fixtures: Final = Table(
    "fixtures",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("league_id", ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    Column("matchday", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("home", BigInteger, nullable=False),
    Column("away", BigInteger),  # NULL for a bye
    Column("begun_at", BigInteger),
    Column("deadline", BigInteger),
    Column("wake", BigInteger),  # when the program checks the fixture next
    Column("home_came", Boolean, nullable=False),
    Column("away_came", Boolean, nullable=False),
    Column("reminded", Integer, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("ending", String(10)),  # NULL if it's undecided or has no winner
    Column("home_won", Boolean, nullable=False),
    Column("away_won", Boolean, nullable=False),
    Column("home_points", Integer, nullable=False),
    Column("away_points", Integer, nullable=False),
    Column("table_id", BigInteger),  # the table of the deciding game
    Column("meeting", BigInteger),  # the time to play that one of the players suggested
    Column("home_agreed", Boolean, nullable=False, server_default=false()),  # to that time
    Column("away_agreed", Boolean, nullable=False, server_default=false()),
    Column("home_told", Boolean, nullable=False, server_default=false()),  # of the suggestion, or reminded of the time
    Column("away_told", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("league_id", "matchday", "place"),
    sqlite_autoincrement=True,  # as above
)
IS_AWAITED: Final = text("ending IS NULL AND begun_at IS NOT NULL")
"""The condition for fixtures that can be played, which have an index."""
IS_SUGGESTED: Final = text("ending IS NULL AND meeting IS NOT NULL")
"""The condition for fixtures whose players talk about a time, which have an index."""
