"""The schema: tables, their seats, their logs, which interactions changed a lobby, and presets.

Times are epoch milliseconds. The migrations make this schema; a test holds the two together.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

from bot.play.ports import OPEN

ROW_ID: Final = BigInteger().with_variant(Integer, "sqlite")
"""A key that counts by itself: SQLite does that for INTEGER alone."""

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
    Column("invited", BigInteger),
    Column("secret", LargeBinary, nullable=False),
    Column("status", String(10), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("message_at", BigInteger),
    Column("rematch", ForeignKey("tables.id")),
    Column("version", Integer, nullable=False),
    sqlite_autoincrement=True,  # a number that stands in old buttons is never given again
)
Index("ix_tables_channel_id", tables.c.channel, tables.c.id)
_is_open = tables.c.status.in_([str(status) for status in OPEN])
Index(
    "uq_tables_open_channel", tables.c.channel, unique=True, sqlite_where=_is_open, postgresql_where=_is_open
)  # C-1: one open table in a channel

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("cut", String, nullable=False),
    UniqueConstraint("table_id", "user"),
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
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
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

facts: Final = Table(
    "facts",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", String, nullable=False),
)
"""What the program remembers of itself, such as which commands Discord has been told."""
