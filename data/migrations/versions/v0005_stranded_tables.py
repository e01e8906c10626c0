"""Tables whose channel was deleted, and since when their games are paused."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step."""
    op.add_column("tables", sa.Column("stranded_at", sa.BigInteger))
