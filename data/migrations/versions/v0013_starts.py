"""Add the starts of games, and the salts and the order of cuts. Cuts made in lobbies so far don't count any more."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_LOBBY = "lobby"
_SALTS = 4


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "starts",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger),
        sa.Column("line", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("server_started", sa.Integer, nullable=False),
        sa.Column("server_never_dealt", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("signature", sa.LargeBinary),
        sa.Column("voided", sa.String(20)),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_starts"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_starts_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_starts_guild_voided", "starts", ["guild", "voided"])
    op.add_column("seats", sa.Column("cut_number", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("salts", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("recut_due", sa.Boolean, nullable=False, server_default=sa.false()))
    _seal_lobbies()


def _seal_lobbies() -> None:
    """Add salts to tables that haven't started."""
    tables = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("salts", sa.JSON))
    bind = op.get_bind()
    lobbies = bind.execute(sa.select(tables.c.id).where(tables.c.status == _LOBBY)).scalars().all()
    for table in lobbies:
        salts = [secrets.token_hex(16) for _ in range(_SALTS)]
        bind.execute(sa.update(tables).where(tables.c.id == table).values(salts=salts))
