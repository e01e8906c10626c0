"""The store of people's preferences, which implements `bot.play.ports.PreferencesStore`."""

import time
from collections.abc import Callable
from typing import Final

from cachetools import TTLCache
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from bot.play.people import Notifications, Preferences, Quiet
from bot.players.levels import Level
from bot.rummy.families import Variant
from data.database import Database
from data.schema import people

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
    """Return the preferences in a row."""
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
