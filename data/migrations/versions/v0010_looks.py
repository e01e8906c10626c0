"""Add looks, assistance and the coach to preferences, and the agreed time of a fixture with its reminders."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.add_column("people", sa.Column("look", sa.String))
    op.add_column("people", sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("people", sa.Column("coach", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("fixtures", sa.Column("meeting", sa.BigInteger))
    for name in ("home_agreed", "away_agreed", "home_told", "away_told"):
        op.add_column("fixtures", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index(
        "ix_fixtures_meeting",
        "fixtures",
        ["meeting"],
        sqlite_where=sa.text("ending IS NULL AND meeting IS NOT NULL"),
        postgresql_where=sa.text("ending IS NULL AND meeting IS NOT NULL"),
    )
