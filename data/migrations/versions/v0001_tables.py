"""Add tables, seats, logs, and the interactions that changed a lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "tables",
        sa.Column("id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("host", sa.BigInteger, nullable=False),
        sa.Column("variant", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("invited", sa.BigInteger),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("message_at", sa.BigInteger),
        sa.Column("rematch", ROW_ID),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["rematch"], ["tables.id"], name="fk_tables_rematch"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_channel_id", "tables", ["channel", "id"])
    is_open = sa.text("status IN ('lobby', 'playing')")
    op.create_index(
        "uq_tables_open_channel", "tables", ["channel"], unique=True, sqlite_where=is_open, postgresql_where=is_open
    )
    op.create_table(
        "seats",
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("cut", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.UniqueConstraint("table_id", "user", name="uq_seats_table_id_user"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "moves",
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("interaction", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_moves"),
        sa.UniqueConstraint("interaction", name="uq_moves_interaction"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_moves_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "changes",
        sa.Column("interaction", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("table_id", ROW_ID, nullable=False),
        sa.PrimaryKeyConstraint("interaction", name="pk_changes"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_changes_table_id", ondelete="CASCADE"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("value", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
