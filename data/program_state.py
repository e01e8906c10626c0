"""The program's own state, kept from one start to the next."""

from sqlalchemy import delete, insert, select

from data.database import Database
from data.schema import facts


class SqlProgramState:
    """The store of named strings, in the table ``facts``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str) -> str | None:
        """Return the value with a name; None if there isn't one. DatabaseError."""
        async with self._database.read() as connection:
            return await connection.scalar(select(facts.c.value).where(facts.c.name == name))

    async def put(self, name: str, value: str) -> None:
        """Store a value under a name, replacing an earlier one. DatabaseError."""
        async with self._database.write_alone() as connection:
            await connection.execute(delete(facts).where(facts.c.name == name))
            await connection.execute(insert(facts).values(name=name, value=value))
