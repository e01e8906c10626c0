"""The store of what people choose and have been told, and the store of the program's own state."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache, TTLCache
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.people import Coached, Notifications, Preferences, Quiet
from bot.play.state.values import Status
from bot.players.levels import Level
from bot.rummy.families import Variant
from data.database import Database, of_fact, of_user
from data.notices import tell
from data.schema import coach_lines, facts, lessons, people, refused_inviters, seats, tables

FRESH: Final = 60.0
"""Seconds for which preferences are cached, and after which another process's changes are seen."""
_CACHED: Final = 10_000
_REMEMBERED: Final = 20_000
_HEARD: Final = update(people).where(people.c.user == bindparam("who")).values(locale=bindparam("heard"))


class SqlPeople:
    """Stores people's preferences, their lessons, what the coach has told them, and whose invitations they don't want.

    Preferences have a cache, since every click needs them. Lines of the coach are stored late, and known here at once.
    """

    def __init__(self, database: Database, now: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._cache: TTLCache[int, Preferences] = TTLCache(_CACHED, FRESH, timer=now)
        self._changes = 0
        self._given: LRUCache[int, frozenset[str]] = LRUCache(_REMEMBERED)  # by user: the lines since the start

    async def get(self, user: int) -> Preferences:
        """Return a person's preferences, or the defaults. DatabaseError."""
        person = self._cache.get(user)
        if person is not None:
            return person
        changes = self._changes
        async with self._database.read() as connection:
            found = (await connection.execute(select(people).where(people.c.user == user))).mappings().one_or_none()
        person = Preferences(user) if found is None else _person(found)
        if changes == self._changes:  # else newer ones may have been saved meanwhile
            self._cache[user] = person
        return person

    def drop(self, user: int, *, deleted: bool = False) -> None:
        """Drop a person's preferences from the cache; if their data was ``deleted``, the lines of the coach, too."""
        self._changes += 1
        self._cache.pop(user, None)
        if deleted:
            self._given.pop(user, None)

    async def save(self, person: Preferences) -> None:
        """Store a person's preferences, replacing earlier ones. DatabaseError."""
        try:
            await self._save(person)
        finally:  # even after an error, since they may have been written
            self.drop(person.user)

    def hear(self, user: int, locale: str) -> None:
        """Record the locale of a person's Discord client."""
        if user in self._cache:
            self._cache[user] = replace(self._cache[user], locale=locale)
        unless_there = self._database.insert(people), [_row(Preferences(user))]
        self._database.late.replace((people, user), (unless_there, (_HEARD, [{"who": user, "heard": locale}])))

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

    async def lessons(self, user: int) -> Mapping[str, int]:
        """Return the steps that a person has done, by lesson. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(select(lessons.c.lesson, lessons.c.step).where(lessons.c.user == user))
            return {row.lesson: row.step for row in found}

    async def save_lesson(self, user: int, lesson: str, step: int) -> None:
        """Store how many steps of a lesson a person has done. DatabaseError."""
        async with self._database.write_alone(of_user(user)) as connection:
            await connection.execute(delete(lessons).where(lessons.c.user == user, lessons.c.lesson == lesson))
            await connection.execute(insert(lessons).values(user=user, lesson=lesson, step=step))

    async def refused_by(self, user: int) -> tuple[int, ...]:
        """List whose invitations a user doesn't want. DatabaseError."""
        own = select(refused_inviters.c.inviter).where(refused_inviters.c.user == user)
        async with self._database.read() as connection:
            return tuple(await connection.scalars(own.order_by(refused_inviters.c.inviter)))

    async def refusing(self, inviter: int, users: Collection[int]) -> frozenset[int]:
        """Return which of these users don't want a user's invitations. DatabaseError."""
        if not users:
            return frozenset()
        there = refused_inviters.c.inviter == inviter, refused_inviters.c.user.in_(users)
        async with self._database.read() as connection:
            return frozenset(await connection.scalars(select(refused_inviters.c.user).where(*there)))

    async def refuse_inviter(self, user: int, inviter: int) -> None:
        """Record that a user doesn't want another one's invitations. DatabaseError."""
        row = {"user": user, "inviter": inviter}
        await self._database.write_rows([(self._database.insert(refused_inviters), [row])])

    async def accept_inviters(self, user: int, inviters: Collection[int]) -> None:
        """Record that a user wants these users' invitations again. DatabaseError."""
        there = refused_inviters.c.user == user, refused_inviters.c.inviter.in_(inviters)
        async with self._database.write() as connection:
            await connection.execute(delete(refused_inviters).where(*there))

    async def _save(self, person: Preferences) -> None:
        async with self._database.write_alone(of_user(person.user)) as connection:
            await connection.execute(delete(people).where(people.c.user == person.user))
            await connection.execute(insert(people).values(_row(person)))
            await tell(connection, person.user)


def _row(person: Preferences) -> dict[str, object]:
    quiet = person.quiet
    return {
        "user": person.user,
        "calls": person.notifications,
        "quiet_start": None if quiet is None else quiet.start,
        "quiet_end": None if quiet is None else quiet.end,
        "quiet_zone": None if quiet is None else quiet.zone,
        "sorting": person.sorting,
        "told": person.failure_shown,
        "confirms": person.confirms_discards,
        "practice_variant": person.practice_variant,
        "practice_level": person.practice_level,
        "look": person.look or None,
        "assisted": person.assisted,
        "coach": person.coach,
        "language": person.language,
        "locale": person.locale,
        "listed": person.listed,
        "puzzles": person.puzzles,
    }


def _person(kept: RowMapping) -> Preferences:
    zone = kept["quiet_zone"]
    return Preferences(
        user=kept["user"],
        notifications=Notifications(kept["calls"]),
        quiet=None if zone is None else Quiet(kept["quiet_start"], kept["quiet_end"], zone),
        sorting=kept["sorting"],
        failure_shown=kept["told"],
        confirms_discards=kept["confirms"],
        practice_variant=None if kept["practice_variant"] is None else Variant(kept["practice_variant"]),
        practice_level=None if kept["practice_level"] is None else Level(kept["practice_level"]),
        look=kept["look"] or "",
        assisted=kept["assisted"],
        coach=kept["coach"],
        language=kept["language"],
        locale=kept["locale"],
        listed=kept["listed"],
        puzzles=kept["puzzles"],
    )


@dataclass(slots=True, eq=False)
class SqlProgramState:
    """The store of named strings, in the table ``facts``."""

    database: Database

    async def get(self, name: str) -> str | None:
        """Return the value with a name; None if there isn't one. DatabaseError."""
        async with self.database.read() as connection:
            return await get_fact(connection, name)

    async def put(self, name: str, value: str) -> None:
        """Store a value under a name, replacing an earlier one. DatabaseError."""
        async with self.database.write_alone(of_fact(name)) as connection:
            await put_fact(connection, name, value)


async def get_fact(connection: AsyncConnection, name: str) -> str | None:
    """Return the value with a name; None if there isn't one."""
    return await connection.scalar(select(facts.c.value).where(facts.c.name == name))


async def put_fact(connection: AsyncConnection, name: str, value: str | None) -> None:
    """Replace the value with a name; None deletes it. No other process may write under that name meanwhile."""
    if value is None:
        await connection.execute(delete(facts).where(facts.c.name == name))
    elif not (await connection.execute(update(facts).where(facts.c.name == name).values(value=value))).rowcount:
        await connection.execute(insert(facts).values(name=name, value=value))
