"""What people have chosen for themselves."""

import asyncio

import pytest

from bot.play.people import Calls, Person, Quiet
from data.database import Database, open_database
from data.errors import DatabaseError
from data.people import KeptPeople

ALA, BOB = 2**63 - 1, 2**62
NIGHT = Quiet(22 * 60, 7 * 60 + 30, "Europe/Warsaw")


@pytest.mark.parametrize(
    "person",
    [
        Person(ALA),
        Person(ALA, Calls.DIRECT, NIGHT, "suit", told=False),
        Person(ALA, Calls.NONE, Quiet(0, 0, "Etc/GMT+12")),
        Person(ALA, sorting="melds"),
    ],
)
async def test_what_somebody_chose_is_found_in_every_process(
    database: Database, elsewhere: Database, person: Person
) -> None:
    people = KeptPeople(database)
    await people.save(Person(ALA, Calls.DIRECT, NIGHT, "rank"))
    await people.save(person)
    assert await KeptPeople(elsewhere).get(ALA) == person
    assert await people.get(BOB) == Person(BOB)


async def test_of_many_who_save_at_once_one_is_kept(database: Database, elsewhere: Database) -> None:
    both = (database, elsewhere)
    await asyncio.gather(*(KeptPeople(both[n % 2]).save(Person(ALA, sorting=str(n))) for n in range(8)))
    assert (await KeptPeople(database).get(ALA)).sorting in set("01234567")


async def test_a_database_that_is_closed_says_so(url: str) -> None:
    database = await open_database(url)
    people = KeptPeople(database)
    await database.close()
    for attempt in (
        people.get(ALA),
        people.save(Person(ALA)),
    ):
        with pytest.raises(DatabaseError, match="is closed"):
            await attempt
