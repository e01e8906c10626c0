"""Add time limits, settings, clocks and pings of tables, computer seats, preferences and server settings."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

LIMITS = {"live": (60_000, 60_000), "slow": (86_400_000, 0)}
"""Milliseconds per turn and in reserve, by pace, for tables that were opened before there were time limits."""

JSON = sa.JSON(none_as_null=True)
tables = sa.table(
    "tables",
    sa.column("id", sa.BigInteger),
    sa.column("status", sa.String),
    sa.column("pace", sa.String),
    sa.column("created_at", sa.BigInteger),
    sa.column("invited_user", sa.BigInteger),
    sa.column("invited", JSON),
    sa.column("manner", JSON),
    sa.column("touched_at", sa.BigInteger),
    sa.column("turn_ms", sa.BigInteger),
    sa.column("bank_ms", sa.BigInteger),
    sa.column("clock", JSON),
)
seats = sa.table("seats", sa.column("table_id", sa.BigInteger))
moves = sa.table("moves", sa.column("table_id", sa.BigInteger), sa.column("at", sa.BigInteger))


def upgrade() -> None:
    """Run the migration."""
    op.execute("ALTER TABLE tables RENAME COLUMN invited TO invited_user")
    for column in (
        sa.Column("turn_ms", sa.BigInteger),
        sa.Column("bank_ms", sa.BigInteger),
        sa.Column("manner", JSON),
        sa.Column("invited", JSON),
        sa.Column("touched_at", sa.BigInteger),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("wake", sa.BigInteger),
        sa.Column("clock", JSON),
        sa.Column("ping", JSON),
    ):
        op.add_column("tables", column)
    op.add_column("seats", sa.Column("level", sa.String(10)))
    _fill()
    _tighten()
    is_lobby = sa.text("status = 'lobby'")
    op.create_index("ix_tables_lobby_guild", "tables", ["guild"], sqlite_where=is_lobby, postgresql_where=is_lobby)
    is_pinged = sa.text("ping IS NOT NULL")
    op.create_index("ix_tables_pinged", "tables", ["id"], sqlite_where=is_pinged, postgresql_where=is_pinged)
    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("calls", sa.String(10), nullable=False),
        sa.Column("quiet_start", sa.Integer),
        sa.Column("quiet_end", sa.Integer),
        sa.Column("quiet_zone", sa.String),
        sa.Column("sorting", sa.String(10)),
        sa.Column("told", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_people"),
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("bounds", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_servers"),
    )


def _fill() -> None:
    """Fill in the new columns of existing tables.

    The current turn has no deadline, and open tables count as touched now, since their players didn't know about time
    limits. ``wake`` stays NULL, so that open tables are checked when the program starts.
    """
    connection = op.get_bind()
    last = sa.select(sa.func.max(moves.c.at)).where(moves.c.table_id == tables.c.id).scalar_subquery()
    connection.execute(
        sa.update(tables).values(manner=[], invited=[], touched_at=sa.func.coalesce(last, tables.c.created_at))
    )
    is_open = tables.c.status.in_(("lobby", "playing"))
    connection.execute(sa.update(tables).where(is_open).values(touched_at=time.time_ns() // 1_000_000))
    for pace, (turn, bank) in LIMITS.items():
        connection.execute(sa.update(tables).where(tables.c.pace == pace).values(turn_ms=turn, bank_ms=bank))
    seated = sa.select(sa.func.count()).where(seats.c.table_id == tables.c.id).scalar_subquery()
    running = sa.select(tables.c.id, tables.c.bank_ms, seated).where(tables.c.status == "playing")
    for table, bank, players in connection.execute(running).all():
        clock = {"banks": [bank or 0] * players, "pinged": False, "reminded": 0, "nudged": False}
        connection.execute(sa.update(tables).where(tables.c.id == table).values(clock=clock))
    kept = sa.select(tables.c.id, tables.c.invited_user).where(tables.c.invited_user.is_not(None))
    for table, user in connection.execute(kept).all():
        connection.execute(sa.update(tables).where(tables.c.id == table).values(invited=[user]))


def _tighten() -> None:
    """Drop the old column, and make the new ones NOT NULL.

    SQLite copies the table for that. New ids still follow the highest one ever used, even if its row is gone.
    """
    connection = op.get_bind()
    is_sqlite = connection.dialect.name == "sqlite"
    count = sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'tables'")
    last = connection.execute(count).scalar_one_or_none() if is_sqlite else None
    with op.batch_alter_table("tables", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.drop_column("invited_user")
        batch.alter_column("manner", existing_type=sa.JSON(), nullable=False)
        batch.alter_column("invited", existing_type=sa.JSON(), nullable=False)
        batch.alter_column("touched_at", existing_type=sa.BigInteger(), nullable=False)
    if last is not None:
        connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'tables'"))
        connection.execute(sa.text("INSERT INTO sqlite_sequence VALUES ('tables', :last)"), {"last": last})
