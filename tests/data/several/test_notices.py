"""Notices on PostgreSQL: what a process changed or deleted about a person, the others drop at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count

import pytest
from sqlalchemy import text

from bot.play.state.game import BrokenLog
from bot.play.state.people import Preferences
from data import notices
from data.database import Database
from data.notices import Notices, tell
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from tests.data.fresh import NO_SERVER, POSTGRES
from tests.data.games import CLUB, NOON, Played, Wanted, keep

ALA, BOB = 1_234_567_890_123_456_789, 5
OTHERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND query LIKE 'LISTEN%' AND pid <> pg_backend_pid()"
)

pytestmark = [pytest.mark.postgres, pytest.mark.skipif(POSTGRES is None, reason=NO_SERVER)]


class Heard:
    """Another process, which hears notices and keeps preferences in memory."""

    def __init__(self, url: str, people: SqlPeople) -> None:
        self.people = people
        self.deleted: list[tuple[int, Sequence[int]]] = []
        self.notices = Notices(url, people.drop, self._deleted, process="another one")
        self.last = asyncio.Event()

    async def _deleted(self, user: int, guilds: Sequence[int]) -> None:
        self.people.drop(user, deleted=True)
        self.deleted.append((user, guilds))
        if user == BOB:
            self.last.set()

    async def all(self, database: Database) -> None:
        """Wait until all notices so far have arrived, by sending one more."""
        self.last.clear()
        async with database.write() as connection:
            await tell(connection, BOB, [])
        await self.last.wait()
        assert self.deleted.pop() == (BOB, [])


@pytest.fixture
async def there(url: str, elsewhere: Database) -> AsyncIterator[Heard]:
    heard = Heard(url, SqlPeople(elsewhere))
    listening = asyncio.create_task(heard.notices.listen())
    await heard.notices.listening.wait()
    yield heard
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await listening


async def test_saved_preferences_hold_in_other_processes_at_once(database: Database, there: Heard) -> None:
    here, wanted = SqlPeople(database), Preferences(ALA, language="pl")
    assert await there.people.get(ALA) == Preferences(ALA)
    await here.save(wanted)
    await there.all(database)
    assert await there.people.get(ALA) == wanted
    with suppress(ZeroDivisionError):
        async with database.write() as connection:
            await tell(connection, ALA, [CLUB])
            raise ZeroDivisionError
    await there.all(database)
    assert there.deleted == [], "nothing is told of what isn't committed"


async def test_after_a_deletion_other_processes_know_whom_and_where(
    database: Database, there: Heard, games: dict[str, Played]
) -> None:
    people = SqlPeople(database)
    await people.save(Preferences(ALA, language="pl"))
    await keep(database, [Wanted(games["gin"], (ALA, BOB), NOON)])
    there.people.give(ALA, "a line")
    assert (await there.people.coached(ALA, ())).lines == {"a line"}
    await SqlPersonalData(database, SqlServers(database), people).forget(ALA, count(-1, -1).__next__)
    await there.all(database)
    assert there.deleted == [(ALA, [CLUB])]
    assert await there.people.get(ALA) == Preferences(ALA)
    many = list(range(CLUB, CLUB + 1000))
    async with database.write() as connection:
        await tell(connection, ALA, many)
    await there.all(database)
    assert sorted(guild for user, guilds in there.deleted[1:] for guild in guilds) == many


async def test_a_deletion_that_fails_in_another_process_keeps_no_later_notice_away(
    database: Database, there: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    deleted = there.notices.deleted

    async def fail(user: int, guilds: Sequence[int]) -> None:
        there.notices.deleted = deleted
        raise BrokenLog(user, guilds)

    there.notices.deleted = fail
    async with database.write() as connection:
        await tell(connection, ALA, [CLUB])
    await there.all(database)
    assert "a deletion by another process is noticed later" in caplog.text
    assert there.notices.listening.is_set(), "on the same connection"


async def test_own_notices_are_not_heard(database: Database, there: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as itself:
        itself.setattr(notices, "PROCESS", there.notices.process)
        async with database.write() as connection:
            await tell(connection, ALA, [CLUB])
    await there.all(database)
    assert there.deleted == []


async def test_a_broken_connection_is_replaced(
    database: Database, there: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_PAUSE", 0.01)
    there.notices.listening.clear()
    async with database.write() as connection:
        assert (await connection.execute(OTHERS)).all() == [(True,)]
    await there.notices.listening.wait()
    await there.all(database)
    await SqlPeople(database).save(replace(Preferences(ALA), language="de"))
    await there.all(database)
    assert (await there.people.get(ALA)).language == "de"
