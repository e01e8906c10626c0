"""The store of what the coach has said, which implements `bot.play.ports.CoachStore`."""

from collections.abc import Collection
from typing import Final

from cachetools import LRUCache
from sqlalchemy import func, select

from bot.play.people import Coached
from bot.play.values import Status
from bot.rummy.families import Variant
from data.database import Database
from data.schema import coach_lines, seats, tables

_REMEMBERED: Final = 20_000


class SqlCoachLines:
    """The store of the lines that people have been given. They are stored late, and known here at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._given: LRUCache[int, frozenset[str]] = LRUCache(_REMEMBERED)  # by user: the lines since the start

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
            return Coached(games or 0, self._given.get(user, frozenset()).union(lines))

    def give(self, user: int, line: str) -> bool:
        """Record that a person is given a line. Return False if they were given it since the start."""
        given = self._given.get(user, frozenset())
        if line in given:
            return False
        self._given[user] = given | {line}
        self._database.late.add(coach_lines, {"user": user, "line": line})
        return True
