"""Small stores: preferences, the coach's lines, lessons, refused inviters, presets, and the program's own state."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache, TTLCache
from sqlalchemy import ColumnElement, and_, delete, func, insert, select
from sqlalchemy.engine import RowMapping

from bot.play.state.errors import TableReason, raise_refusals, refusals_for_conflicts, refused
from bot.play.state.names import MOST_PRESETS, preset_key, preset_name
from bot.play.state.people import Coached, Notifications, Preferences, Quiet
from bot.play.state.values import Preset, Status
from bot.players.levels import Level
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from bot.rummy.options import Options, changes_from, conflicts
from data.database import Database
from data.people.audit_log import write_entry
from data.schema import coach_lines, facts, lessons, people, presets, refused_inviters, seats, tables
from data.tables.rows import options_from

FRESH: Final = 60.0
"""Seconds for which preferences are cached, and after which another process's changes are seen."""
_CACHED: Final = 10_000


class SqlPreferences:
    """The store of preferences, with a cache since every click needs them."""

    def __init__(self, database: Database, now: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._cache: TTLCache[int, Preferences] = TTLCache(_CACHED, FRESH, timer=now)
        self._changes = 0

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

    def forget(self, user: int) -> None:
        """Drop a person's preferences from the cache; `data.people.personal_data` deletes the stored ones."""
        self._changes += 1
        self._cache.pop(user, None)

    async def save(self, person: Preferences) -> None:
        """Store a person's preferences, replacing earlier ones. DatabaseError."""
        try:
            await self._save(person)
        finally:  # even after an error, since they may have been written
            self.forget(person.user)

    async def _save(self, person: Preferences) -> None:
        quiet = person.quiet
        async with self._database.write_alone() as connection:
            await connection.execute(delete(people).where(people.c.user == person.user))
            await connection.execute(
                insert(people).values(
                    user=person.user,
                    calls=person.notifications,
                    quiet_start=None if quiet is None else quiet.start,
                    quiet_end=None if quiet is None else quiet.end,
                    quiet_zone=None if quiet is None else quiet.zone,
                    sorting=person.sorting,
                    told=person.failure_shown,
                    confirms=person.confirms_discards,
                    practice_variant=person.practice_variant,
                    practice_level=person.practice_level,
                    look=person.look or None,
                    assisted=person.assisted,
                    coach=person.coach,
                )
            )


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
    )


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


@dataclass(slots=True, eq=False)
class SqlRefusedInviters:
    """The store of refused inviters."""

    database: Database

    async def of(self, user: int) -> tuple[int, ...]:
        """List whose invitations a user doesn't want. DatabaseError."""
        own = select(refused_inviters.c.inviter).where(refused_inviters.c.user == user)
        async with self.database.read() as connection:
            return tuple(await connection.scalars(own.order_by(refused_inviters.c.inviter)))

    async def among(self, inviter: int, users: Collection[int]) -> frozenset[int]:
        """Return which of these users don't want a user's invitations. DatabaseError."""
        if not users:
            return frozenset()
        there = refused_inviters.c.inviter == inviter, refused_inviters.c.user.in_(users)
        async with self.database.read() as connection:
            return frozenset(await connection.scalars(select(refused_inviters.c.user).where(*there)))

    async def add(self, user: int, inviter: int) -> None:
        """Record that a user doesn't want another one's invitations. DatabaseError."""
        pair = refused_inviters.c.user == user, refused_inviters.c.inviter == inviter
        async with self.database.write_alone() as connection:
            if await connection.scalar(select(refused_inviters.c.user).where(*pair)) is None:
                await connection.execute(insert(refused_inviters).values(user=user, inviter=inviter))

    async def remove(self, user: int, inviters: Collection[int]) -> None:
        """Record that a user wants these users' invitations again. DatabaseError."""
        there = refused_inviters.c.user == user, refused_inviters.c.inviter.in_(inviters)
        async with self.database.write() as connection:
            await connection.execute(delete(refused_inviters).where(*there))


@dataclass(slots=True, eq=False)
class SqlLessons:
    """The store of steps in lessons."""

    database: Database

    async def steps(self, user: int) -> Mapping[str, int]:
        """Return the steps that a person has done, by lesson. DatabaseError."""
        async with self.database.read() as connection:
            found = await connection.execute(select(lessons.c.lesson, lessons.c.step).where(lessons.c.user == user))
            return {row.lesson: row.step for row in found}

    async def save(self, user: int, lesson: str, step: int) -> None:
        """Store how many steps of a lesson a person has done. DatabaseError."""
        async with self.database.write_alone() as connection:
            await connection.execute(delete(lessons).where(lessons.c.user == user, lessons.c.lesson == lesson))
            await connection.execute(insert(lessons).values(user=user, lesson=lesson, step=step))


@dataclass(slots=True, eq=False)
class SqlPresets:
    """The store of servers' presets."""

    database: Database

    async def save(
        self, guild: int, name: str, options: Options, user: int, at: int, *, most: int = MOST_PRESETS
    ) -> bool:
        """Store options under a name. Return whether a preset with that name was replaced. DatabaseError.

        Refused if the name isn't allowed, the rules exclude each other, or the server or the user has too many presets.
        """
        raise_refusals(*refusals_for_conflicts(conflicts(options)))
        preset = Preset(preset_name(name), options, user, at)
        async with self.database.write_alone() as connection:
            deleted = await connection.execute(delete(presets).where(_named(guild, preset.name)))
            count = await connection.execute(select(func.count()).where(presets.c.guild == guild))
            if count.scalar_one() >= MOST_PRESETS:
                raise refused(TableReason.PRESETS_FULL, most=MOST_PRESETS)
            theirs = presets.c.guild == guild, presets.c.user == user
            if (await connection.execute(select(func.count()).where(*theirs))).scalar_one() >= most:
                raise refused(TableReason.PRESETS_YOURS, most=most)
            await connection.execute(
                insert(presets).values(
                    guild=guild,
                    key=preset_key(preset.name),
                    name=preset.name,
                    variant=preset.options.variant,
                    options=changes_from(preset.options),
                    user=preset.user,
                    at=preset.at,
                )
            )
            return deleted.rowcount > 0

    async def list(self, guild: int) -> tuple[Preset, ...]:
        """List a server's presets by name, ignoring case. DatabaseError."""
        return await self._found(presets.c.guild == guild)

    async def get(self, guild: int, name: str) -> Preset | None:
        """Return a preset by its name, ignoring case; None if there isn't one. DatabaseError."""
        return next(iter(await self._found(_named(guild, name))), None)

    async def delete(self, guild: int, name: str, entry: AuditEntry | None = None) -> bool:
        """Delete a preset, and note ``entry``. Return whether there was one. DatabaseError.

        The entry tells who typed the name that it repeats: without the preset, nothing else does.
        """
        async with self.database.write() as connection:
            gone = delete(presets).where(_named(guild, name)).returning(presets.c.user)
            author = (await connection.execute(gone)).scalar_one_or_none()
            if author is None:
                return False
            await write_entry(connection, entry and replace(entry, target=author))
            return True

    async def _found(self, condition: ColumnElement[bool]) -> tuple[Preset, ...]:
        async with self.database.read() as connection:
            found = (await connection.execute(select(presets).where(condition))).mappings().all()
        ordered = sorted(found, key=lambda kept: str(kept["key"]))
        return tuple(Preset(kept["name"], options_from(kept), kept["user"], kept["at"]) for kept in ordered)


def _named(guild: int, name: str) -> ColumnElement[bool]:
    """Return the condition for a server's preset with a name, ignoring case."""
    return and_(presets.c.guild == guild, presets.c.key == preset_key(name))


@dataclass(slots=True, eq=False)
class SqlProgramState:
    """The store of named strings, in the table ``facts``."""

    database: Database

    async def get(self, name: str) -> str | None:
        """Return the value with a name; None if there isn't one. DatabaseError."""
        async with self.database.read() as connection:
            return await connection.scalar(select(facts.c.value).where(facts.c.name == name))

    async def put(self, name: str, value: str) -> None:
        """Store a value under a name, replacing an earlier one. DatabaseError."""
        async with self.database.write_alone() as connection:
            await connection.execute(delete(facts).where(facts.c.name == name))
            await connection.execute(insert(facts).values(name=name, value=value))
