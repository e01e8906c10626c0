"""The store of what the coach has said, which implements `bot.play.ports.CoachStore`."""

from collections.abc import Collection

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from bot.play.people import Coached
from bot.play.values import Status
from bot.rummy.families import Variant
from data.database import Database
from data.engines import UNREAD
from data.schema import coach_lines, seats, tables


class SqlCoachLines:
    """The store of the lines that people have been given. No line is given twice, whichever process gives it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def coached(self, user: int, variants: Collection[Variant]) -> Coached:
        """Return how many games of these variants a person has finished, and their lines. DatabaseError."""
        finished = (
            select(func.count())
            .select_from(seats.join(tables))
            .where(seats.c.user == user, seats.c.level.is_(None))
            .where(tables.c.status == Status.OVER, tables.c.variant.in_(variants))
        )
        async with self._database.read() as connection:
            games = await connection.scalar(finished)
            lines = await connection.scalars(select(coach_lines.c.line).where(coach_lines.c.user == user))
            return Coached(games or 0, frozenset(lines))

    async def give(self, user: int, line: str) -> bool:
        """Record that a person is given a line. Return False if they have been given it before. DatabaseError."""
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(coach_lines).values(user=user, line=line).execution_options(**UNREAD))
        except IntegrityError:
            return False
        return True
