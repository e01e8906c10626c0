"""What people have chosen, as it is kept: what `bot.play.people.PreferencesStore` asks for."""

import time
from collections.abc import Callable
from typing import Final

from cachetools import TTLCache
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from bot.play.people import Calls, Preferences, Quiet
from data.database import Database
from data.schema import people

FRESH: Final = 60.0
"""Seconds for which what was read is at hand; what another process has saved meanwhile is seen after that."""
_AT_HAND: Final = 10_000


class SqlPreferences:
    """The store of what people have chosen. It is asked at every click, so what was read stays at hand for a while."""

    def __init__(self, database: Database, now: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._at_hand: TTLCache[int, Preferences] = TTLCache(_AT_HAND, FRESH, timer=now)
        self._changes = 0

    async def get(self, user: int) -> Preferences:
        """Find what somebody has chosen; the defaults for who has chosen nothing. DatabaseError."""
        person = self._at_hand.get(user)
        if person is not None:
            return person
        changes = self._changes
        async with self._database.read() as connection:
            found = (await connection.execute(select(people).where(people.c.user == user))).mappings().one_or_none()
        person = Preferences(user) if found is None else _person(found)
        if changes == self._changes:  # else it may be from before what was saved meanwhile
            self._at_hand[user] = person
        return person

    def forget(self, user: int) -> None:
        """Forget what is at hand of somebody; `data.people.personal_data` forgets what is kept."""
        self._changes += 1
        self._at_hand.pop(user, None)

    async def save(self, person: Preferences) -> None:
        """Keep what somebody has chosen, in place of what was there. DatabaseError."""
        try:
            await self._save(person)
        finally:  # also where it is not certain whether it was written
            self.forget(person.user)

    async def _save(self, person: Preferences) -> None:
        quiet = person.quiet
        async with self._database.write_alone() as connection:
            await connection.execute(delete(people).where(people.c.user == person.user))
            await connection.execute(
                insert(people).values(
                    user=person.user,
                    calls=person.calls,
                    quiet_start=None if quiet is None else quiet.start,
                    quiet_end=None if quiet is None else quiet.end,
                    quiet_zone=None if quiet is None else quiet.zone,
                    sorting=person.sorting,
                    told=person.told,
                )
            )


def _person(kept: RowMapping) -> Preferences:
    """Read back what somebody has chosen."""
    zone = kept["quiet_zone"]
    return Preferences(
        user=kept["user"],
        calls=Calls(kept["calls"]),
        quiet=None if zone is None else Quiet(kept["quiet_start"], kept["quiet_end"], zone),
        sorting=kept["sorting"],
        told=kept["told"],
    )
