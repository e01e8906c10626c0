"""Add to tables when they were paused because their channel was deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.add_column("tables", sa.Column("stranded_at", sa.BigInteger))
