"""Add the open panels, which a restart brings up to date."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "panels",
        sa.Column("interaction", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("table_id", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("follow_up", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("interaction", name="pk_panels"),
    )
