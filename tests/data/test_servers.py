"""The stores of server settings and of the audit log."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.play.state.limits import Bounds
from bot.play.state.people import Lounge, Server, StandingsBoard
from bot.play.state.values import DAY, HOUR, MINUTE, SECOND
from bot.ratings.ports import AuditEntry
from bot.rummy.families import Variant
from data.database import Database, open_database
from data.location import DatabaseError
from data.people.audit_log import SqlAudit
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople

CLUB, OTHER = 2**62 + 7, 2**63 - 1
CALM = Bounds((MINUTE, HOUR), (0, 30 * SECOND), (DAY, 7 * DAY))
ALL_SET = Server(
    CLUB,
    bounds=CALM,
    channels=(2**63 - 1, 5),
    openers=2**62,
    variant=Variant.OKLAHOMA,
    preset="Friday",
    rated=False,
    meetings=2,
    language="de",
    monthly=True,
    zone="Europe/Berlin",
    board=StandingsBoard(7, 8, Variant.GERMAN),
    lounge=Lounge(2**62, 2**62 + 1, reposts=True),
)


async def opened(database: Database) -> SqlServers:
    servers = SqlServers(database)
    await servers.load()
    return servers


@pytest.mark.parametrize(
    "server", [ALL_SET, replace(ALL_SET, board=StandingsBoard(7), channels=(), variant=None), Server(CLUB)]
)
async def test_server_settings_survive_a_restart(database: Database, server: Server) -> None:
    servers = await opened(database)
    assert servers.of(CLUB) == Server(CLUB)
    await servers.change(CLUB, lambda _: ALL_SET)
    assert await servers.change(CLUB, lambda _: server) == server
    assert servers.of(CLUB) == (await opened(database)).of(CLUB) == server
    assert servers.of(OTHER) == Server(OTHER)


async def test_no_concurrent_change_is_lost(database: Database, elsewhere: Database) -> None:
    both = [await opened(database), await opened(elsewhere)]

    def adding(channel: int) -> Callable[[Server], Server]:
        return lambda kept: replace(kept, channels=(*kept.channels, channel))

    await asyncio.gather(*(both[n % 2].change(CLUB, adding(n)) for n in range(8)))
    assert sorted((await opened(database)).of(CLUB).channels) == list(range(8))


async def test_an_audit_entry_and_its_change_are_stored_together_or_not_at_all(database: Database) -> None:
    servers, audit = await opened(database), SqlAudit(database)
    entry = AuditEntry(CLUB, 1, 2, "settings", "rated: on → off")
    await servers.change(CLUB, lambda kept: replace(kept, rated=False), entry)
    assert await audit.entries(CLUB, 0, 9) == (1, (entry,))

    def refuse(_: Server) -> Server:
        raise LookupError("no such preset")

    with pytest.raises(LookupError):
        await servers.change(CLUB, refuse, entry)
    assert await audit.entries(CLUB, 0, 9) == (1, (entry,))
    assert servers.of(CLUB).rated is False


async def test_audit_entries_are_listed_newest_first_in_pages(database: Database) -> None:
    audit = SqlAudit(database)
    made = [AuditEntry(CLUB, n, 2, "void", "", 2**63 - 1 - n, n) for n in range(5)]
    for entry in (*made, AuditEntry(OTHER, 1, 2, "settings")):
        await audit.note(entry)
    assert await audit.entries(CLUB, 0, 2) == (5, (made[4], made[3]))
    assert await audit.entries(CLUB, 4, 2) == (5, (made[0],))
    assert await audit.entries(3, 0, 2) == (0, ())


async def test_a_closed_database_raises_a_clear_error(url: str) -> None:
    database = await open_database(url)
    servers, audit = SqlServers(database), SqlAudit(database)
    await database.close()
    for attempt in (servers.load(), servers.change(CLUB, lambda kept: kept), audit.entries(CLUB, 0, 1)):
        with pytest.raises(DatabaseError, match="is closed"):
            await attempt


async def test_a_server_is_greeted_once_whatever_its_settings(database: Database, elsewhere: Database) -> None:
    servers, others = await opened(database), await opened(elsewhere)
    await servers.change(OTHER, lambda _: replace(ALL_SET, guild=OTHER))
    assert not servers.was_greeted(CLUB)
    assert all(await asyncio.gather(servers.greet(CLUB, 5), servers.greet(OTHER, 5)))
    assert await others.greet(CLUB, 6) is False, "another process has greeted it"
    await servers.change(OTHER, lambda _: Server(OTHER))
    await servers.change(CLUB, lambda _: ALL_SET)
    again = await opened(database)
    assert [again.was_greeted(guild) for guild in (CLUB, OTHER, 1)] == [True, True, False]
    assert (again.of(CLUB), again.of(OTHER)) == (ALL_SET, Server(OTHER))
    await SqlPersonalData(database, again, SqlPeople(database)).forget_server(CLUB)
    assert not again.was_greeted(CLUB)
    assert await again.greet(CLUB, 7)
