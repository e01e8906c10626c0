"""What the program remembers of itself from one start to the next."""

from sqlalchemy import delete, insert, select

from data.database import Database
from data.schema import facts


class SqlProgramState:
    """A few named sentences in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Find what was put under a name. DatabaseError."""
        async with self._database.read() as connection:
            return await connection.scalar(select(facts.c.value).where(facts.c.name == name))

    async def put(self, name: str, value: str) -> None:
        """Keep something under a name, in place of what was there. DatabaseError."""
        async with self._database.write_alone() as connection:
            await connection.execute(delete(facts).where(facts.c.name == name))
            await connection.execute(insert(facts).values(name=name, value=value))
