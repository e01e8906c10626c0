"""Add what Discord counts for the token of several processes."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "token_use",
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("allowed", sa.Integer),
        sa.Column("wanted", sa.Integer),
        sa.PrimaryKeyConstraint("kind", "number", name="pk_token_use"),
    )
