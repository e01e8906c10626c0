"""The store of how far people are in the lessons, which implements `bot.play.ports.LessonsStore`."""

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from data.database import Database
from data.schema import lessons


class SqlLessons:
    """The store of steps in lessons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def steps(self, user: int) -> Mapping[str, int]:
        """Return the steps that a person has done, by lesson. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(select(lessons.c.lesson, lessons.c.step).where(lessons.c.user == user))
            return {row.lesson: row.step for row in found}

    async def save(self, user: int, lesson: str, step: int) -> None:
        """Store how many steps of a lesson a person has done. DatabaseError."""
        async with self._database.write_alone() as connection:
            await connection.execute(delete(lessons).where(lessons.c.user == user, lessons.c.lesson == lesson))
            await connection.execute(insert(lessons).values(user=user, lesson=lesson, step=step))
