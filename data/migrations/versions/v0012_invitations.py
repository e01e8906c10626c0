"""Add whose invitations people don't want, and an index of open tables by host."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "refused_inviters",
        sa.Column("user", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("inviter", sa.BigInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("user", "inviter", name="pk_refused_inviters"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_refused_inviters_inviter", "refused_inviters", ["inviter"])
    is_open = sa.text("status IN ('lobby', 'playing')")
    op.create_index("ix_tables_open_host", "tables", ["host"], sqlite_where=is_open, postgresql_where=is_open)
