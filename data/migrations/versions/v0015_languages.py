"""Add the languages that a person has chosen and has in Discord to preferences, and that of the server to panels."""

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
    op.add_column("panels", sa.Column("guild_locale", sa.String))
