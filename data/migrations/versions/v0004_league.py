"""Add ratings, tournaments and servers that removed the bot; merge server settings; drop players' names."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Run the migration."""
    _forget_names()
    _mark_tables()
    _widen_servers()
    _add_inputs()
    _add_results()
    _add_sums()
    _add_fixtures()


def _forget_names() -> None:
    """Drop the players' names, and index seats by player."""
    op.execute("ALTER TABLE seats DROP COLUMN name")
    op.create_index("ix_seats_user", "seats", ["user"])


def _mark_tables() -> None:
    """Add to tables whether they are counted (none is yet) and which fixture is played there."""
    op.add_column("tables", sa.Column("fixture", sa.BigInteger))
    op.add_column("tables", sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()))
    unsettled, fixture = sa.text("status = 'over' AND NOT settled"), sa.text("fixture IS NOT NULL")
    op.create_index("ix_tables_unsettled", "tables", ["id"], sqlite_where=unsettled, postgresql_where=unsettled)
    op.create_index("ix_tables_fixture", "tables", ["fixture"], sqlite_where=fixture, postgresql_where=fixture)
    op.create_index("ix_tables_guild", "tables", ["guild"])
    op.create_index("ix_tables_rematch", "tables", ["rematch"])
    op.create_index("ix_changes_table_id", "changes", ["table_id"])


def _widen_servers() -> None:
    """Move all settings of a server to one column, and add the table of servers that removed the bot."""
    connection = op.get_bind()
    old = sa.table("servers", sa.column("guild", sa.BigInteger), sa.column("bounds", sa.JSON))
    kept = connection.execute(sa.select(old)).all()
    op.drop_table("servers")
    new = op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_servers"),
    )
    if kept:
        connection.execute(sa.insert(new), [{"guild": guild, "settings": {"bounds": bounds}} for guild, bounds in kept])
    op.create_table(
        "departures",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_departures"),
    )


def _add_inputs() -> None:
    """Add the tables for admins' decisions."""
    op.create_table(
        "rulings",
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("meetings_allowed", sa.Integer, nullable=False),
        sa.Column("void_by", sa.BigInteger),
        sa.Column("void_at", sa.BigInteger),
        sa.Column("void_why", sa.String),
        sa.PrimaryKeyConstraint("table_id", name="pk_rulings"),
        _of_table("rulings"),
    )
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild", "number", name="pk_seasons"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deeds",
        sa.Column("id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("about", sa.String, nullable=False),
        sa.Column("target", sa.BigInteger),
        sa.Column("table_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_deeds"),
    )
    op.create_index("ix_deeds_guild_id", "deeds", ["guild", "id"])


def _add_results() -> None:
    """Add the tables for results of games."""
    op.create_table(
        "results",
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("variant", sa.String(20), nullable=False),
        sa.Column("way", sa.String(10), nullable=False),
        sa.Column("unrated", sa.String(10)),
        sa.Column("rated", sa.String(10), nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_results"),
        _of_table("results"),
    )
    op.create_index("ix_results_guild_ended_at", "results", ["guild", "ended_at", "table_id"])
    op.create_table(
        "result_lines",
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("forfeit", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer, nullable=False),
        sa.Column("counts", sa.JSON, nullable=False),
        sa.Column("feats", sa.JSON),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_result_lines"),
        _of_table("result_lines"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_result_lines_user", "result_lines", ["user", "guild", "ended_at", "table_id"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("family", sa.String(10), nullable=False),
        sa.Column("before_mu", sa.Float(53), nullable=False),
        sa.Column("before_sigma", sa.Float(53), nullable=False),
        sa.Column("before_games", sa.Integer, nullable=False),
        sa.Column("before_season", sa.Integer, nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("table_id", "seat", "family", name="pk_rating_changes"),
        _of_table("rating_changes"),
        sqlite_with_rowid=False,
    )


def _add_sums() -> None:
    """Add the tables for players' totals."""
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("family", sa.String(10), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("guild", "user", "family", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_user", "ratings", ["user"])
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("scope", sa.String(20), nullable=False),
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("position", sa.LargeBinary, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Float(53)),
        sa.Column("sigma", sa.Float(53)),
        sa.Column("rating_games", sa.Integer),
        sa.Column("rating_season", sa.Integer),
        sa.PrimaryKeyConstraint("guild", "season", "scope", "user", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_position", "standings", ["guild", "season", "scope", "position", "user"])
    op.create_index("ix_standings_user", "standings", ["user"])
    op.create_table(
        "earned",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("achievement", sa.String(20), nullable=False),
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", "achievement", name="pk_earned"),
        _of_table("earned"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_earned_user", "earned", ["user"])
    op.create_index("ix_earned_table_id", "earned", ["table_id"])


def _add_fixtures() -> None:
    """Add tournaments, entrants and fixtures, with one open table per fixture."""
    op.create_table(
        "leagues",
        sa.Column("id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("variant", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("turn_ms", sa.BigInteger),
        sa.Column("bank_ms", sa.BigInteger),
        sa.Column("manner", sa.JSON, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("format", sa.String(10), nullable=False),
        sa.Column("hours", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("matchday", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_leagues_guild", "leagues", ["guild"])
    op.create_table(
        "entrants",
        sa.Column("league_id", ROW_ID, nullable=False),
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "user", name="pk_entrants"),
        _of_league("entrants"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_entrants_user", "entrants", ["user"])
    op.create_table(
        "fixtures",
        sa.Column("id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("league_id", ROW_ID, nullable=False),
        sa.Column("matchday", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("home", sa.BigInteger, nullable=False),
        sa.Column("away", sa.BigInteger),
        sa.Column("begun_at", sa.BigInteger),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("wake", sa.BigInteger),
        sa.Column("home_came", sa.Boolean, nullable=False),
        sa.Column("away_came", sa.Boolean, nullable=False),
        sa.Column("reminded", sa.Integer, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("ending", sa.String(10)),
        sa.Column("home_won", sa.Boolean, nullable=False),
        sa.Column("away_won", sa.Boolean, nullable=False),
        sa.Column("home_points", sa.Integer, nullable=False),
        sa.Column("away_points", sa.Integer, nullable=False),
        sa.Column("table_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_fixtures"),
        sa.UniqueConstraint("league_id", "matchday", "place", name="uq_fixtures_league_id_matchday_place"),
        _of_league("fixtures"),
        sqlite_autoincrement=True,
    )
    awaited = sa.text("ending IS NULL AND begun_at IS NOT NULL")
    op.create_index(
        "ix_fixtures_awaited", "fixtures", ["ending", "wake"], sqlite_where=awaited, postgresql_where=awaited
    )
    is_open = sa.text("status IN ('lobby', 'playing')")
    op.create_index(
        "uq_tables_open_fixture", "tables", ["fixture"], unique=True, sqlite_where=is_open, postgresql_where=is_open
    )


def _of_league(name: str) -> sa.ForeignKeyConstraint:
    """Return a foreign key to a tournament; rows are deleted with it."""
    return sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=f"fk_{name}_league_id", ondelete="CASCADE")


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    """Return a foreign key to a table; rows are deleted with it."""
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE")


def _rating() -> tuple[sa.Column[float], sa.Column[float], sa.Column[int], sa.Column[int]]:
    """Return the columns of a rating."""
    return (
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
    )
