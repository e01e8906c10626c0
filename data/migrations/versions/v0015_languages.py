"""Add the language that a person has chosen, and the one of their Discord client, to preferences."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    op.add_column("people", sa.Column("language", sa.String))
    op.add_column("people", sa.Column("locale", sa.String))
