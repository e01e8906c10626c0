"""Several processes on PostgreSQL: they wait for each other only where one could break what another does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from itertools import count
from typing import TypeAlias

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.errors import Overtaken
from bot.play.state.limits import UNLIMITED
from bot.play.state.people import Preferences
from bot.play.state.values import Player, Status
from bot.ratings.ports import RequestRefused
from bot.ratings.values import GameFacts
from bot.rummy.families import Variant
from bot.rummy.options import options_for
from bot.rummy.refusals import Refused
from bot.tournaments.values import Entrant, Tournament, TournamentFormat
from data.database import Database, Key, of_fact, of_server, of_user, open_database
from data.people import personal_data, typed_texts
from data.people.personal_data import SqlPersonalData
from data.people.servers import SqlServers
from data.people.store import SqlPeople
from data.ratings.store import SqlResults
from data.schema import metadata
from data.tables.store import SqlTables
from data.tournaments import SqlTournaments
from tests.data.fresh import NO_SERVER, POSTGRES
from tests.data.games import CLUB, NOON, Played, Wanted, keep
from tests.data.tables import BOB, COMPUTER, row
from tests.data.test_tournaments import new

pytestmark = [pytest.mark.postgres, pytest.mark.skipif(POSTGRES is None, reason=NO_SERVER)]

ALA = 1_234_567_890_123_456_789
MOST = 3
Processes: TypeAlias = Sequence[Database]
Attempt: TypeAlias = Callable[[Database, int], Awaitable[object]]


@pytest.fixture
async def processes(url: str) -> AsyncIterator[Processes]:
    """Open the database as four processes would."""
    async with AsyncExitStack() as stack:
        opened = [await open_database(url) for _ in range(4)]
        for database in opened:
            stack.push_async_callback(database.close)
        yield opened


WAITING = text(
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
    "WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()"
)


async def waits(database: Database, *keys: Key) -> bool:
    """Return whether a writer has to wait for a key."""

    async def write() -> None:
        async with database.write_alone(*keys):
            pass

    writing = asyncio.create_task(write())
    found: int | None = 0
    while not (found or writing.done()):
        async with database.read() as connection:
            found = await connection.scalar(WAITING)
    writing.cancel()
    await asyncio.wait([writing])
    return bool(found)


async def test_only_writers_with_the_same_key_wait(processes: Processes) -> None:
    first, second, *_ = processes
    async with first.write_alone(of_server(1), of_user(2)):
        assert not await waits(second, of_server(2), of_user(1), of_fact("1"))
        assert not await waits(second)
        assert await waits(second, of_server(1))
        assert await waits(second, of_server(9), of_user(2))
    assert not await waits(second, of_server(1), of_user(2))


async def test_writers_with_several_keys_in_any_order_all_finish(processes: Processes) -> None:
    keys = [of_server(1), of_user(1), of_user(2), of_server(2)]
    done = 0

    async def write(database: Database, number: int) -> None:
        nonlocal done
        mine = keys[number % 4 :] + keys[: number % 4]
        async with database.write_alone(*(mine[:3] if number % 2 else reversed(mine[:3]))):
            done += 1

    await asyncio.gather(*(write(database, n) for n in range(40) for database in processes))
    assert done == 160


async def lobby(database: Database, number: int) -> None:
    """Open a lobby of one host, each on another server."""
    limits = replace(UNLIMITED, lobbies_per_member=MOST)
    await SqlTables(database).create(replace(row(channel=number), guild=CLUB + number), 1000 + number, limits=limits)


async def of_computers(database: Database, number: int) -> None:
    """Open a game of computers on one server, each for another host."""
    limits = replace(UNLIMITED, computer_tables_per_server=MOST, computer_tables_per_member=MOST)
    computers = (COMPUTER, replace(COMPUTER, user=2))
    made = replace(row(channel=number, status=Status.PLAYING, seats=computers), host=number + 1)
    await SqlTables(database).create(made, 1000 + number, limits=limits)


async def tournament(database: Database, number: int) -> None:
    made = replace(new(Tournament(TournamentFormat.SINGLE, 48)), name=f"Cup {number}")
    await SqlTournaments(database).create(made, MOST)


async def preset(database: Database, number: int) -> None:
    await SqlServers(database).save_preset(CLUB, f"{number}", options_for(Variant.GIN), ALA, NOON, most=MOST)


@pytest.mark.parametrize("attempt", [lobby, of_computers, tournament, preset])
async def test_no_more_than_allowed_are_made_by_all_processes_together(processes: Processes, attempt: Attempt) -> None:
    made = await asyncio.gather(
        *(attempt(processes[number % 4], number) for number in range(12)), return_exceptions=True
    )
    assert {type(one) for one in made if one is not None} <= {Refused, RequestRefused}
    assert made.count(None) == MOST


async def test_nobody_joins_a_tournament_unseen(processes: Processes) -> None:
    made = await SqlTournaments(processes[0]).create(new(Tournament(TournamentFormat.SINGLE, 48)), MOST)

    async def join(database: Database, user: int) -> None:
        await SqlTournaments(database).change(
            made.id, lambda one: replace(one, entrants=(*one.entrants, Entrant(user))), NOON
        )

    await asyncio.gather(*(join(processes[user % 4], user) for user in range(1, 13)))
    found = await SqlTournaments(processes[0]).get(made.id)
    assert found is not None
    assert sorted(one.user for one in found.tournament.entrants) == [*range(1, 13)]


async def test_a_person_is_deleted_while_their_games_are_counted(
    processes: Processes, games: dict[str, Played]
) -> None:
    """All games count as if one process had done it, and the id is nowhere."""
    wanted = [Wanted(games["gin"], (ALA, 7) if n % 2 else (7, ALA), NOON + n * 60_000, CLUB + n % 3) for n in range(12)]
    facts = await keep(processes[0], wanted)
    await SqlPeople(processes[0]).save(Preferences(ALA))
    marks = count(-1, -1)

    async def forget() -> None:
        servers = SqlServers(processes[3])
        data = SqlPersonalData(processes[3], servers, SqlPeople(processes[3]))
        assert await data.forget(ALA, marks.__next__)

    async def settle(database: Database, one: GameFacts) -> None:
        assert await SqlResults(database).settle(one, 5) is not None

    await asyncio.gather(*(settle(processes[n % 3], one) for n, one in enumerate(facts)), forget())
    async with processes[0].read() as connection:
        for table in metadata.sorted_tables:
            rows = (await connection.execute(select(table))).all()
            assert not [kept for kept in rows if str(ALA) in str(tuple(kept))], table.name
    again = await SqlResults(processes[0]).recompute()
    assert (again.games, again.differing) == (12, 0)


@pytest.mark.parametrize("late", [True, False])
async def test_who_takes_a_seat_in_another_process_meanwhile_is_not_deleted(
    processes: Processes, games: dict[str, Played], monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    here, there, *_ = processes
    await SqlPeople(here).save(Preferences(ALA))
    await keep(here, [Wanted(games["gin"], (ALA, BOB.user), NOON, CLUB)], first=50)
    table = await SqlTables(there).create(replace(row(seats=(BOB,)), guild=CLUB, host=BOB.user), 1)
    after = personal_data._put_mark if late else typed_texts.erase_typed_texts

    async def joined(connection: AsyncConnection, *values: int) -> None:
        if late:
            await after(connection, *values)
        await SqlTables(there).save(replace(table, seats=(BOB, Player(ALA, "", ""))), 2)
        if not late:
            await after(connection, *values)

    monkeypatch.setattr(personal_data, "_put_mark" if late else "erase_typed_texts", joined)
    data = SqlPersonalData(here, SqlServers(here), SqlPeople(here))
    with pytest.raises(Overtaken):
        await data.forget(ALA, count(-1, -1).__next__)
    found = await SqlTables(there).load(table.id)
    assert found is not None
    assert [player.user for player in found[0].seats] == [BOB.user, ALA]
    assert await SqlPeople(there).get(ALA) == Preferences(ALA)
    assert await data.held(ALA)
