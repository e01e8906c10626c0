"""Values that the program keeps from one start to the next."""

from sqlalchemy import delete, insert, select

from data.database import Database
from data.schema import facts


class SqlProgramState:
    """Named texts in the database (the table is called ``facts``)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return the value of a name. DatabaseError."""
        async with self._database.read() as connection:
            return await connection.scalar(select(facts.c.value).where(facts.c.name == name))

    async def put(self, name: str, value: str) -> None:
        """Store a value under a name, replacing the one before. DatabaseError."""
        async with self._database.write_alone() as connection:
            await connection.execute(delete(facts).where(facts.c.name == name))
            await connection.execute(insert(facts).values(name=name, value=value))
