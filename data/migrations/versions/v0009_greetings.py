"""Add to servers when the bot first greeted them."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.add_column("servers", sa.Column("greeted_at", sa.BigInteger))
