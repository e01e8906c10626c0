"""The schema of ratings: admins' decisions, and data derived from finished games.

Rulings, seasons and the audit log (``deeds``) can't be recomputed. Results, their lines, rating changes, ratings,
standings and achievements are derived, and `remik db recompute` rebuilds them; reviews are made again when a
player asks. ``family`` is an older word for a rating pool.
"""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
)

from data.schema import ROW_ID, metadata

_JSON: Final = JSON(none_as_null=True)
ALL: Final = ""
"""The value of the columns ``scope`` and ``family`` for all games."""


def _table_key() -> Column[int]:
    """Return the primary key of rows that belong to a table and are deleted with it."""
    return Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


rulings: Final = Table(
    "rulings",
    metadata,
    _table_key(),
    Column("meetings_allowed", Integer, nullable=False),  # the server's limit when the game was counted
    Column("void_by", BigInteger),  # NULL unless voided, like the next two
    Column("void_at", BigInteger),
    Column("void_why", String),
)

seasons: Final = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    sqlite_with_rowid=False,
)

audit_entries: Final = Table(
    "deeds",
    metadata,
    Column("id", ROW_ID, primary_key=True, autoincrement=True),
    Column("guild", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", BigInteger, nullable=False),
    Column("what", String(40), nullable=False),
    Column("about", String, nullable=False),
    Column("target", BigInteger),
    Column("table_id", BigInteger),  # not a foreign key: the audit log outlives tables
    Index("ix_deeds_guild_id", "guild", "id"),
)

results: Final = Table(
    "results",
    metadata,
    _table_key(),
    Column("guild", BigInteger, nullable=False),
    Column("variant", String(20), nullable=False),
    Column("way", String(10), nullable=False),
    Column("unrated", String(10)),
    Column("rated", String(10), nullable=False),
    Column("season", Integer, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Index("ix_results_guild_ended_at", "guild", "ended_at", "table_id"),
)

result_lines: Final = Table(
    "result_lines",
    metadata,
    _table_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user", BigInteger),  # NULL for a computer
    Column("guild", BigInteger, nullable=False),  # copied from the result for the index, and so is the next
    Column("ended_at", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("forfeit", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("counts", JSON, nullable=False),  # those that are not 0, by name; "best" is the best deal
    Column("feats", _JSON),  # NULL if the game wasn't between people, or was closed
    Index("ix_result_lines_user", "user", "guild", "ended_at", "table_id"),
    sqlite_with_rowid=False,
)

rating_changes: Final = Table(
    "rating_changes",
    metadata,
    _table_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("family", String(10), primary_key=True),
    Column("before_mu", Float(53), nullable=False),
    Column("before_sigma", Float(53), nullable=False),
    Column("before_games", Integer, nullable=False),
    Column("before_season", Integer, nullable=False),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    sqlite_with_rowid=False,
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("family", String(10), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Index("ix_ratings_user", "user"),
    sqlite_with_rowid=False,
)

standings: Final = Table(
    "standings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("scope", String(20), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("position", LargeBinary, nullable=False),  # sorts like the rows, and is equal for a shared rank
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Column("mu", Float(53)),  # NULL if there's no rating, like the next three
    Column("sigma", Float(53)),
    Column("rating_games", Integer),
    Column("rating_season", Integer),
    Index("ix_standings_position", "guild", "season", "scope", "position", "user"),
    Index("ix_standings_user", "user"),
    sqlite_with_rowid=False,
)

earned: Final = Table(
    "earned",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("achievement", String(20), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_earned_user", "user"),
    Index("ix_earned_table_id", "table_id"),
    sqlite_with_rowid=False,
)

reviews: Final = Table(
    "reviews",
    metadata,
    _table_key(),
    Column("text", String, nullable=False),  # `bot.players.judged.Review.written`: seats and moves
)
"""The reviews of finished games that players have asked for."""
