"""Add names of computers to seats; computers seated by earlier versions have none."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.add_column("seats", sa.Column("name", sa.String))
