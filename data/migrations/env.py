"""Alembic's entry point: runs the migrations on the connection of `data.migrate`, inside its transaction."""

from alembic import context

import data.schema  # noqa: F401 - its tables belong to the same schema
from data.migrate import VERSION_TABLE
from data.ratings.schema import results

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=results.metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
context.run_migrations()
