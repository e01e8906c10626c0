"""The schema: tables, their seats, their logs, which interactions changed a lobby, presets, people and servers.

What the league keeps is in `data.ratings.schema`. Times are epoch milliseconds. Names of people are nowhere. The
migrations make this schema; a test holds the two together.
"""

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
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

from bot.play.values import OPEN, Status

ROW_ID: Final = BigInteger().with_variant(Integer, "sqlite")
"""A key that counts by itself: SQLite does that for INTEGER alone."""

_JSON: Final = JSON(none_as_null=True)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", JSON, nullable=False),  # what differs from the variant's preset, as in a record
    Column("pace", String(10), nullable=False),
    Column("turn_ms", BigInteger),  # limits; both or none of them
    Column("bank_ms", BigInteger),
    Column("manner", _JSON, nullable=False),  # what is on, by name
    Column("invited", _JSON, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("status", String(10), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("deadline", BigInteger),  # the clock's; beside it, so that all can be put off at once
    Column("wake", BigInteger),  # when the program looks here next; NULL at an open table: it is not known
    Column("clock", _JSON),  # the rest of it
    Column("ping", _JSON),
    Column("message", BigInteger),
    Column("message_at", BigInteger),
    Column("rematch", ForeignKey("tables.id")),
    Column("fixture", BigInteger),  # that is played here
    Column("settled", Boolean, nullable=False, server_default=false()),  # over, and the league has counted it
    Column("version", Integer, nullable=False),
    Column("stranded_at", BigInteger),  # since when the game is paused because its channel was deleted
    sqlite_autoincrement=True,  # a number that stands in old buttons is never given again
)
Index("ix_tables_channel_id", tables.c.channel, tables.c.id)
IS_OPEN: Final = text(f"status IN ({', '.join(repr(str(status)) for status in OPEN)})")
"""Says that a table is open, in the words of the indexes: without parameters, so that they are used."""
IS_LOBBY: Final = text(f"status = {str(Status.LOBBY)!r}")
"""Says that a table is a lobby, as above."""
IS_PINGED: Final = text("ping IS NOT NULL")
"""Says that a message calls somebody to a table, as above."""
Index(
    "uq_tables_open_channel", tables.c.channel, unique=True, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN
)  # C-1: one open table in a channel
Index("ix_tables_lobby_guild", tables.c.guild, sqlite_where=IS_LOBBY, postgresql_where=IS_LOBBY)
Index("ix_tables_pinged", tables.c.id, sqlite_where=IS_PINGED, postgresql_where=IS_PINGED)
IS_UNSETTLED: Final = text(f"status = {str(Status.OVER)!r} AND NOT settled")
"""Says that a table is over and the league has yet to count it, as above."""
Index("ix_tables_unsettled", tables.c.id, sqlite_where=IS_UNSETTLED, postgresql_where=IS_UNSETTLED)
Index("ix_tables_guild", tables.c.guild)
Index("ix_tables_rematch", tables.c.rematch)  # when tables go, the database looks for those that point to them
HAS_FIXTURE: Final = text("fixture IS NOT NULL")
"""Says that a fixture is played at a table, as above."""
Index("ix_tables_fixture", tables.c.fixture, sqlite_where=HAS_FIXTURE, postgresql_where=HAS_FIXTURE)
Index(
    "uq_tables_open_fixture", tables.c.fixture, unique=True, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN
)  # one open table for a fixture

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("cut", String, nullable=False),
    Column("level", String(10)),  # a computer's
    UniqueConstraint("table_id", "user"),
    Index("ix_seats_user", "user"),
    sqlite_with_rowid=False,
)

moves: Final = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", String, nullable=False),
    Column("interaction", BigInteger, nullable=False, unique=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,  # a table's log lies together on disk
)

changes: Final = Table(
    "changes",
    metadata,
    Column("interaction", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
)

presets: Final = Table(
    "presets",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String, primary_key=True),  # the name, however it is written
    Column("name", String, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("options", JSON, nullable=False),  # as a table has them
    Column("user", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

people: Final = Table(
    "people",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("calls", String(10), nullable=False),
    Column("quiet_start", Integer),  # minutes since midnight there; all three or none
    Column("quiet_end", Integer),
    Column("quiet_zone", String),
    Column("sorting", String(10)),
    Column("told", Boolean, nullable=False),
)

servers: Final = Table(
    "servers",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),  # what differs from the defaults, by name
)

departures: Final = Table(
    "departures",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)
"""Servers that removed the bot, and when."""

facts: Final = Table(
    "facts",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", String, nullable=False),
)
"""What the program remembers of itself, such as which commands Discord has been told."""
