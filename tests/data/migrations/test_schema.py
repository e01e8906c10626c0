"""The migrations create the schema that the statements use."""

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

import data.partial_indexes  # noqa: F401 - like the tables of tournaments, they belong to the same schema
from data.database import Database
from data.migrate import VERSION_TABLE
from data.ratings.schema import results


async def test_the_migrations_make_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, results.metadata))

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
