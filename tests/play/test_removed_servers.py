"""Servers that remove the bot: recorded at once or at the next start, and deleted thirty days later."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from bot.play.service.deletion import KEPT_FOR, RemovedServers
from bot.play.state.errors import StoreError
from data.database import open_database
from data.people.personal_data import SqlPersonalData
from data.people.store import SqlPeople
from tests.data.broken import Disk
from tests.play.competition.counting import Counting, counting
from tests.play.process import ALA

GUILD = 1


@dataclass
class Leaving:
    """A process that records removed servers, and a table on one of them."""

    here: Counting
    removed_servers: RemovedServers
    personal_data: SqlPersonalData
    forgotten: list[int] = field(default_factory=list)
    here_now: set[int] = field(default_factory=lambda: {GUILD})

    def servers(self) -> set[int]:
        return self.here_now

    def gone(self) -> None:
        """Remove the server from the client's list."""
        self.here_now.discard(GUILD)


@pytest.fixture
async def leaving(url: str) -> AsyncIterator[Leaving]:
    database = await open_database(url)
    async with counting(url) as here:
        personal_data = SqlPersonalData(database, here.servers, SqlPeople(database))
        told: list[int] = []
        await here.game(0)
        await here.finished_games.idle()
        leaving = Leaving(here, RemovedServers(personal_data, here.clock, told.append), personal_data, told)
        await leaving.removed_servers.compare(leaving.servers, everywhere)
        yield leaving
    await database.close()


def everywhere(_: int) -> bool:
    return True


async def held(leaving: Leaving) -> bool:
    return GUILD in await leaving.personal_data.servers_known()


async def test_a_servers_data_is_deleted_thirty_days_after_it_removed_the_bot(leaving: Leaving) -> None:
    leaving.gone()
    await leaving.removed_servers.left(GUILD)
    leaving.here.now += KEPT_FOR - 60_000
    await leaving.removed_servers.forget()
    assert await held(leaving)
    leaving.here.now += 60_000
    await leaving.removed_servers.forget()
    assert not await held(leaving)
    assert leaving.forgotten == [GUILD]
    await leaving.removed_servers.forget()
    assert leaving.forgotten == [GUILD]


async def test_a_server_that_returns_in_time_keeps_its_data(leaving: Leaving) -> None:
    await leaving.removed_servers.left(GUILD)
    await leaving.removed_servers.back(GUILD)
    leaving.here.now += 2 * KEPT_FOR
    await leaving.removed_servers.forget()
    assert await held(leaving)


async def test_a_server_that_the_client_is_in_keeps_its_data(leaving: Leaving) -> None:
    await leaving.removed_servers.left(GUILD)  # the client still lists it, as it lists an unavailable server
    leaving.here.now += 2 * KEPT_FOR
    await leaving.removed_servers.forget()
    assert await held(leaving)
    assert not await leaving.personal_data.servers_gone(leaving.here.now)


async def test_what_happened_while_the_store_failed_is_recorded_in_order(leaving: Leaving, disk: Disk) -> None:
    await leaving.removed_servers.left(GUILD)
    leaving.here.now += KEPT_FOR // 2
    with disk.broken():
        await leaving.removed_servers.back(GUILD)
        leaving.here.now += KEPT_FOR // 4
        await leaving.removed_servers.left(GUILD)
        again = leaving.here.now
        with pytest.raises(StoreError):
            await leaving.removed_servers.forget()
    leaving.gone()
    leaving.here.now += KEPT_FOR - 1
    await leaving.removed_servers.forget()
    assert await leaving.personal_data.servers_gone(again + 1) == (GUILD,)
    assert not await leaving.personal_data.servers_gone(again)
    leaving.here.now += 1
    await leaving.removed_servers.forget()
    assert not await held(leaving)


async def test_a_failed_comparison_is_retried(leaving: Leaving, disk: Disk) -> None:
    leaving.gone()
    with disk.broken():
        await leaving.removed_servers.compare(leaving.servers, everywhere)
    await leaving.removed_servers.forget()
    assert await leaving.personal_data.servers_gone(leaving.here.now + 1) == (GUILD,)


async def test_what_happened_while_the_bot_was_away_is_noticed_at_its_start(leaving: Leaving) -> None:
    await leaving.removed_servers.compare(lambda: (), everywhere)
    leaving.here.now += KEPT_FOR // 2
    await leaving.removed_servers.compare(lambda: (), everywhere)  # the first record counts
    leaving.here.now += KEPT_FOR // 2
    await leaving.removed_servers.compare(lambda: (GUILD,), everywhere)
    await leaving.removed_servers.forget()
    assert await held(leaving)
    await leaving.removed_servers.compare(lambda: (), everywhere)
    leaving.here.now += KEPT_FOR
    await leaving.removed_servers.forget()
    assert not await held(leaving)


async def test_servers_of_other_processes_are_left_to_them(leaving: Leaving) -> None:
    await leaving.removed_servers.compare(lambda: (), lambda guild: guild != GUILD)
    leaving.here.now += 2 * KEPT_FOR
    await leaving.removed_servers.forget()
    assert await held(leaving)
    await leaving.removed_servers.left(GUILD)
    leaving.here.now += 2 * KEPT_FOR
    await leaving.removed_servers.forget()
    assert await held(leaving)


async def test_no_data_is_deleted_before_the_server_list_is_known(leaving: Leaving) -> None:
    leaving.gone()
    await leaving.removed_servers.left(GUILD)
    leaving.here.now += 2 * KEPT_FOR
    again = RemovedServers(leaving.personal_data, leaving.here.clock, leaving.forgotten.append)
    await again.forget()
    await again.compare(lambda: (GUILD,), everywhere)
    await again.forget()
    assert await held(leaving)


async def test_deleting_a_user_drops_tables_of_a_deleted_server_from_memory(leaving: Leaving) -> None:
    leaving.gone()
    await leaving.removed_servers.left(GUILD)
    leaving.here.now += KEPT_FOR
    await leaving.removed_servers.forget()
    assert leaving.here.tables.at_hand(1) is not None
    await leaving.here.tables.forget(ALA)
    assert leaving.here.tables.at_hand(1) is None
