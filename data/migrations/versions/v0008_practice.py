"""Add practice tables, which belong to no server, what people practiced last, and how far they are in the lessons."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Run the migration."""
    _allow_no_server()
    practice = sa.text("guild IS NULL")
    op.create_index("ix_tables_practice", "tables", ["host"], sqlite_where=practice, postgresql_where=practice)
    op.add_column("people", sa.Column("practice_variant", sa.String(20)))
    op.add_column("people", sa.Column("practice_level", sa.String(10)))
    op.create_table(
        "lessons",
        sa.Column("user", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("lesson", sa.String(20), nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user", "lesson", name="pk_lessons"),
        sqlite_with_rowid=False,
    )


def _allow_no_server() -> None:
    """Make a table's server and channel nullable.

    SQLite copies the table for that. New ids still follow the highest one ever used, even if its row is gone.
    """
    connection = op.get_bind()
    is_sqlite = connection.dialect.name == "sqlite"
    count = sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'tables'")
    last = connection.execute(count).scalar_one_or_none() if is_sqlite else None
    with op.batch_alter_table("tables", table_kwargs={"sqlite_autoincrement": True}) as batch:
        batch.alter_column("guild", existing_type=sa.BigInteger(), nullable=True)
        batch.alter_column("channel", existing_type=sa.BigInteger(), nullable=True)
    if last is not None:
        connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'tables'"))
        connection.execute(sa.text("INSERT INTO sqlite_sequence VALUES ('tables', :last)"), {"last": last})
