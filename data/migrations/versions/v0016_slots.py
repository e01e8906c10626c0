"""Add the slots that processes claim."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "slots",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("shards", sa.Integer, nullable=False),
        sa.Column("owner", sa.String),
        sa.Column("version", sa.String),
        sa.Column("seen_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("number", name="pk_slots"),
    )
