"""When the remains of deleted data are removed: once for the deletions of ten minutes, and never for nothing."""

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest

from bot.play.service.deletion import SCRUB_EVERY, Scrubbing
from bot.play.state.people import Preferences
from data.database import Database, open_database
from data.location import DatabaseError
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from tests.data.fresh import POSTGRES
from tests.data.games import NOON

pytestmark = pytest.mark.skipif(POSTGRES is not None, reason="a server cleans up by itself")
USERS = range(101, 110)
STRANGER = 999


class Place:
    """A database with some people's preferences; ``scrubbed`` counts how often its file was written anew."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.scrubbed = NOON, 0
        self.people = SqlPeople(database)
        self.personal_data = SqlPersonalData(database, SqlServers(database), self.people)
        self.scrubbing = Scrubbing(self.personal_data, lambda: self.now)
        self._marks = count(-(10**17), -1)
        self._scrub = database.scrub
        monkeypatch.setattr(database, "scrub", self._counted)

    async def forget(self, user: int) -> object:
        return await self.personal_data.forget(user, self._marks.__next__)

    async def tick(self) -> None:
        await self.scrubbing.tick()
        await self.scrubbing.idle()

    async def _counted(self, *, patiently: bool = False) -> bool:
        self.scrubbed += 1
        return await self._scrub(patiently=patiently)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await open_database(url)
    yield opened
    await opened.close()


@pytest.fixture
async def place(database: Database, monkeypatch: pytest.MonkeyPatch) -> Place:
    found = Place(database, monkeypatch)
    for user in USERS:
        await found.people.save(Preferences(user, coach=False))
    return found


async def test_the_deletions_of_ten_minutes_are_scrubbed_together(place: Place) -> None:
    await place.tick()
    assert place.scrubbed == 0, "nothing was deleted"
    for user in USERS[:3]:
        assert await place.forget(user) == []
    await place.tick()
    assert place.scrubbed == 0, "not before ten minutes are over"
    place.now += SCRUB_EVERY
    await place.tick()
    assert place.scrubbed == 1
    place.now += SCRUB_EVERY
    await place.tick()
    assert place.scrubbed == 1, "nothing is left to do"


async def test_a_stranger_has_nothing_scrubbed_and_waits_for_no_writer(place: Place, database: Database) -> None:
    async with database.write():
        async with asyncio.timeout(60):
            assert await place.forget(STRANGER) is None
    place.now += SCRUB_EVERY
    await place.tick()
    assert place.scrubbed == 0


async def test_a_deletion_during_a_scrub_is_scrubbed_the_next_time(
    place: Place, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    scrub = database.scrub

    async def interrupted(*, patiently: bool = False) -> bool:
        done = await scrub(patiently=patiently)
        if place.scrubbed == 1:
            await place.forget(USERS[1])
        return done

    monkeypatch.setattr(database, "scrub", interrupted)
    await place.forget(USERS[0])
    for expected in (1, 2, 2):
        await place.tick()
        assert place.scrubbed == expected
        place.now += SCRUB_EVERY


async def test_a_scrub_that_fails_is_tried_again_also_if_the_clock_was_set_back(
    place: Place, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    scrub = database.scrub

    async def failing(*, patiently: bool = False) -> None:  # noqa: ARG001 - fails anyway
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(database, "scrub", failing)
    await place.forget(USERS[0])
    await place.tick()
    monkeypatch.setattr(database, "scrub", scrub)
    place.now -= 2 * SCRUB_EVERY
    await place.tick()
    assert place.scrubbed == 1


async def test_stopping_during_a_scrub_leaves_it_for_the_next_start(
    place: Place, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def endless(*, patiently: bool = False) -> None:  # noqa: ARG001 - never ends
        begun.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(database, "scrub", endless)
        await place.forget(USERS[0])
        await place.scrubbing.tick()
        await begun.wait()
        await place.scrubbing.close()
    after = Scrubbing(place.personal_data, lambda: place.now)
    await after.tick()
    await after.idle()
    assert place.scrubbed == 1
