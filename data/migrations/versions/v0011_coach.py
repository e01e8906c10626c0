"""Add the lines that the coach has given to people."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.create_table(
        "coach_lines",
        sa.Column("user", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("line", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("user", "line", name="pk_coach_lines"),
        sqlite_with_rowid=False,
    )
