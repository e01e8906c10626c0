"""Add the daily deals: days, results, where these are shown, their tables and names; puzzles, reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    _add_days()
    _add_puzzles()
    op.add_column("tables", sa.Column("day", sa.Integer))
    of_day = sa.text("day IS NOT NULL")
    op.create_index("ix_tables_day", "tables", ["day"], sqlite_where=of_day, postgresql_where=of_day)
    op.add_column("people", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("puzzles", sa.Boolean, nullable=False, server_default=sa.true()))


def _add_days() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("line", sa.String, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger),
        sa.Column("guild", sa.BigInteger),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("signature", sa.LargeBinary),
        sa.Column("void", sa.Boolean, nullable=False),
        sa.Column("par_points", sa.Integer),
        sa.Column("par_turns", sa.Integer),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("best", sa.BigInteger),
        sa.PrimaryKeyConstraint("day", "game", name="pk_days"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "day_results",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("table_id", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("points", sa.Integer),
        sa.Column("turns", sa.Integer),
        sa.Column("players", sa.Integer),
        sa.PrimaryKeyConstraint("day", "game", "user", name="pk_day_results"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_day_results_user", "day_results", ["user"])
    op.create_index("ix_day_results_points", "day_results", ["day", "game", "points", "turns"])
    open_ = sa.text("ended_at IS NULL")
    op.create_index("ix_day_results_open", "day_results", ["table_id"], sqlite_where=open_, postgresql_where=open_)
    op.create_table(
        "day_shown",
        sa.Column("day", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("user", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("day", "game", "guild", "user", name="pk_day_shown"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_day_shown_user", "day_shown", ["user"])


def _add_puzzles() -> None:
    op.create_table(
        "puzzles",
        sa.Column("key", sa.String(20), nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("text", sa.String),
        sa.PrimaryKeyConstraint("key", name="pk_puzzles"),
        sa.UniqueConstraint("table_id", name="uq_puzzles_table_id"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_puzzles_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("user", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("puzzle", sa.String(20), nullable=False),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.PrimaryKeyConstraint("user", "number", name="pk_puzzle_tries"),
        sa.UniqueConstraint("user", "puzzle", name="uq_puzzle_tries_user_puzzle"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
    )
