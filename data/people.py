"""What people have chosen, as it is kept: what `bot.play.people.People` asks for."""

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from bot.play.people import Calls, Person, Quiet
from data.database import Database
from data.schema import people


class KeptPeople:
    """The store of what people have chosen."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user: int) -> Person:
        """Find what somebody has chosen; the defaults for who has chosen nothing. DatabaseError."""
        async with self._database.read() as connection:
            found = (await connection.execute(select(people).where(people.c.user == user))).mappings().one_or_none()
        return Person(user) if found is None else _person(found)

    async def save(self, person: Person) -> None:
        """Keep what somebody has chosen, in place of what was there. DatabaseError."""
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


def _person(kept: RowMapping) -> Person:
    """Read back what somebody has chosen."""
    zone = kept["quiet_zone"]
    return Person(
        user=kept["user"],
        calls=Calls(kept["calls"]),
        quiet=None if zone is None else Quiet(kept["quiet_start"], kept["quiet_end"], zone),
        sorting=kept["sorting"],
        told=kept["told"],
    )
