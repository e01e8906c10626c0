"""The store of people's preferences, and its cache."""

import asyncio

import pytest

from bot.play.state.people import Notifications, Preferences, Quiet
from data.database import Database, open_database
from data.location import DatabaseError
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import FRESH, SqlPeople

ALA, BOB = 2**63 - 1, 2**62
NIGHT = Quiet(22 * 60, 7 * 60 + 30, "Europe/Warsaw")


@pytest.mark.parametrize(
    "person",
    [
        Preferences(ALA),
        Preferences(ALA, Notifications.DIRECT, NIGHT, "suit", failure_shown=False),
        Preferences(ALA, Notifications.NONE, Quiet(0, 0, "Etc/GMT+12")),
        Preferences(ALA, sorting="melds"),
        Preferences(ALA, confirms_discards=True),
        Preferences(ALA, language="pl", locale="pt-BR"),
    ],
)
async def test_preferences_are_found_in_every_process(
    database: Database, elsewhere: Database, person: Preferences
) -> None:
    people = SqlPeople(database)
    await people.save(Preferences(ALA, Notifications.DIRECT, NIGHT, "rank"))
    await people.save(person)
    assert await SqlPeople(elsewhere).get(ALA) == person
    assert await people.get(BOB) == Preferences(BOB)


async def test_the_last_locale_of_a_client_is_stored_beside_what_was_chosen(
    database: Database, elsewhere: Database
) -> None:
    people = SqlPeople(database)
    await people.save(Preferences(ALA, Notifications.DIRECT, language="de"))
    for user, locale in ((ALA, "pl"), (BOB, "de"), (ALA, "pt-BR")):
        people.hear(user, locale)
    assert (await people.get(ALA)).language == "de"
    await database.late.settle()
    assert await SqlPeople(elsewhere).get(ALA) == Preferences(ALA, Notifications.DIRECT, language="de", locale="pt-BR")
    assert await SqlPeople(elsewhere).get(BOB) == Preferences(BOB, locale="de")
    people.hear(ALA, "uk")
    assert (await people.get(ALA)).locale == "uk", "known here at once"
    await SqlPersonalData(database, SqlServers(database), people).forget(ALA, lambda: -1)
    assert await SqlPeople(elsewhere).get(ALA) == Preferences(ALA)


async def test_concurrent_saves_leave_one_version(database: Database, elsewhere: Database) -> None:
    both = (database, elsewhere)
    await asyncio.gather(*(SqlPeople(both[n % 2]).save(Preferences(ALA, sorting=str(n))) for n in range(8)))
    assert (await SqlPeople(database).get(ALA)).sorting in set("01234567")


async def test_changed_preferences_apply_here_at_once_and_soon_in_other_processes(
    database: Database, elsewhere: Database
) -> None:
    moments = [100.0]
    here, there = SqlPeople(database, lambda: moments[0]), SqlPeople(elsewhere, lambda: moments[0])
    assert await there.get(ALA) == Preferences(ALA)
    for notifications in Notifications:
        await here.save(Preferences(ALA, notifications))
        assert await here.get(ALA) == Preferences(ALA, notifications)
    moments[0] += FRESH
    assert await there.get(ALA) == Preferences(ALA, notifications)


async def test_preferences_read_during_a_change_are_not_cached(database: Database) -> None:
    people = SqlPeople(database)
    for number in range(20):
        person = Preferences(ALA, sorting=str(number))
        await asyncio.gather(people.get(ALA), people.save(person), people.get(ALA))
        assert await people.get(ALA) == person


async def test_deleted_preferences_are_not_cached(database: Database) -> None:
    people, servers = SqlPeople(database), SqlServers(database)
    await people.save(Preferences(ALA, Notifications.NONE))
    assert (await people.get(ALA)).notifications is Notifications.NONE
    await SqlPersonalData(database, servers, people).forget(ALA, lambda: -1)
    assert await people.get(ALA) == Preferences(ALA)


async def test_a_closed_database_raises_a_clear_error(url: str) -> None:
    database = await open_database(url)
    people = SqlPeople(database)
    await database.close()
    for attempt in (
        people.get(ALA),
        people.save(Preferences(ALA)),
    ):
        with pytest.raises(DatabaseError, match="is closed"):
            await attempt
