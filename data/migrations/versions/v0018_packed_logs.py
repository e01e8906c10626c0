"""Add the packed logs of old games."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "packed_logs",
        sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("log", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_packed_logs"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_packed_logs_table_id", ondelete="CASCADE"),
    )
