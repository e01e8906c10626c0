"""Add the deadline of the turn before to tables, and to preferences whether a player is asked before each discard."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.add_column("tables", sa.Column("last_deadline", sa.BigInteger))
    op.add_column("people", sa.Column("confirms", sa.Boolean, nullable=False, server_default=sa.false()))
