"""Slots on a server: one process each, standbys for the others, and no write by a process that lost its slot.

Also what the processes share of a token's limits: no login too early, no request too many, nobody left without.
"""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from bot.__main__ import main
from bot.play.state.slots import Slot
from bot.play.state.values import Debt, Debts
from data import slots
from data.database import Database, open_database
from data.location import DatabaseError, DatabaseInUseError, NewerDatabaseError, SlotLostError
from data.people.store import SqlProgramState
from data.process_lock import only_bot
from data.slots import Claim, slot_of
from data.tables.store import SqlTables
from data.token_use import BETWEEN_LOGINS, TokenUse
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url

pytestmark = pytest.mark.postgres

RECOMMENDED = 6
BUDGET = 47
"""Requests per second."""


@pytest.fixture
async def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    monkeypatch.setattr("data.process_lock._TRIES", 2)
    monkeypatch.setattr(slots, "_LOOK", 0.02)
    monkeypatch.setattr(slots, "SIGN", 0.05)
    async with fresh_url(tmp_path) as named:
        yield named


async def recommended() -> int:
    return RECOMMENDED


@asynccontextmanager
async def waiting(
    url: str, number: int | None = 2, shards: int | None = 8
) -> AsyncIterator[tuple[Claim, asyncio.Task[bool]]]:
    """Let a process wait for a slot."""
    async with slot_of(url, lock_url=None, slots=number, shards=shards, version="1", recommended=recommended) as claim:
        task = asyncio.create_task(claim.claimed(asyncio.Event()))
        yield claim, task
        task.cancel()
        await asyncio.wait({task})


@asynccontextmanager
async def serving(url: str, number: int | None = 2, shards: int | None = 8) -> AsyncIterator[tuple[Claim, Database]]:
    """Let a process claim a slot, and write."""
    async with waiting(url, number, shards) as (claim, task):
        assert await task
        database = await open_database(url, writer=claim)
        yield claim, database
        await database.close()


async def told(url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run `remik slots`. Return its exit status and what it says."""
    monkeypatch.setenv("REMIK_DATABASE_URL", url)
    with pytest.raises(SystemExit) as ended:
        await asyncio.to_thread(main, ["slots"])
    output = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, re.sub(r"\d+ s ago", "N s ago", output.out + output.err)


async def test_an_operator_sees_who_serves_which_slot(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert await told(url, monkeypatch, capsys) == (1, "")
    async with serving(url) as (first, _):
        async with serving(url) as (second, _):
            assert await told(url, monkeypatch, capsys) == (
                0,
                f"slot 0  shards 0 to 3  served by {first.owner} (Remik 1), last sign of life N s ago\n"
                f"slot 1  shards 4 to 7  served by {second.owner} (Remik 1), last sign of life N s ago\n",
            )
        status, said = await told(url, monkeypatch, capsys)
        assert (status, f"slot 1  shards 4 to 7  free, last served by {second.owner}" in said) == (1, True)
    nowhere = make_url(url).set(host="127.0.0.1", port=1).render_as_string(hide_password=False)
    assert (await told(nowhere, monkeypatch, capsys))[0] == 75
    assert (await told(f"sqlite+aiosqlite:///{tmp_path}/remik.db", monkeypatch, capsys))[0] == 78


async def owners(url: str) -> list[str | None]:
    database = await open_database(url)
    async with database.read() as connection:
        found = (await connection.execute(text("SELECT owner FROM slots ORDER BY number"))).scalars().all()
    await database.close()
    return [*found]


async def run(url: str, statement: str) -> None:
    """Do something on the server as an administrator."""
    database = await open_database(url)
    async with database.write() as connection:
        await connection.exec_driver_sql(statement)
    await database.close()


async def backend(database: Database) -> int:
    async with database.write() as connection:
        return int(await connection.scalar(text("SELECT pg_backend_pid()")))


async def test_each_process_claims_a_slot_and_a_further_one_waits_until_one_ends(url: str) -> None:
    async with serving(url) as (first, _), AsyncExitStack() as stack:
        second, _ = await stack.enter_async_context(serving(url))
        assert [(one.slot.number, one.slot.own_shards) for one in (first, second)] == [(0, range(4)), (1, range(4, 8))]
        async with waiting(url) as (standby, task):
            await asyncio.wait({task}, timeout=0.3)
            assert not task.done()
            assert await owners(url) == [first.owner, second.owner]
            await stack.aclose()
            assert await task
            assert standby.slot == second.slot
            assert await owners(url) == [first.owner, standby.owner]


async def test_a_process_with_other_numbers_is_refused_until_no_slot_is_held(url: str) -> None:
    async with serving(url, 2, 8):
        for numbers in ((3, 8), (2, 9), (3, None)):
            with pytest.raises(DatabaseInUseError, match="is served in 2 slots with 8 shards"):
                async with serving(url, *numbers):
                    pass
        async with serving(url, 2, None) as (other, _):
            assert other.slot.shards == 8
    async with serving(url, 3, None) as (anew, _):
        assert (anew.slot.slots, anew.slot.shards) == (3, RECOMMENDED)


async def test_no_time_is_lost_that_a_killed_process_still_owed_when_the_numbers_change(url: str) -> None:
    async with serving(url) as (_, first), serving(url) as (_, second):
        for database, since in ((first, 200), (second, 300)):
            await SqlTables(database).owe(Debts(1000, [Debt(1000 - since)], beats=True))
        await SqlTables(first).give_back(lambda _: nullcontext())
    async with serving(url, 3) as (_, anew):
        state = SqlProgramState(anew)
        assert [await state.get(Slot(number, 3).heart) for number in range(3)] == ["300"] * 3
        assert await SqlTables(anew).give_back(lambda _: nullcontext()) is None


async def test_one_bot_a_command_and_a_bot_in_slots_keep_each_other_away(url: str) -> None:
    async with serving(url, None, None) as (claim, _):
        assert claim.slot.is_only
        for slots_ in (None, 2):
            with pytest.raises(DatabaseInUseError, match="is used by another bot: stop it"):
                async with serving(url, slots_):
                    pass
    async with serving(url):
        with pytest.raises(DatabaseInUseError, match="is used by a running bot: stop it first"):
            async with only_bot(url, command="remik db forget"):
                pass
    async with only_bot(url, command="remik db forget"):
        with pytest.raises(DatabaseInUseError, match="is used by `remik db forget`: wait until it's done"):
            async with serving(url):
                pass


@pytest.mark.parametrize("number", [None, 2])
async def test_a_broken_connection_is_replaced_and_no_write_fails(url: str, number: int | None) -> None:
    async with serving(url, number) as (claim, database):
        losing = asyncio.create_task(claim.lost())
        state = SqlProgramState(database)
        for turn in range(3):
            await run(url, f"SELECT pg_terminate_backend({await backend(database)})")
            await state.put("turn", str(turn))
        assert await SqlProgramState(database).get("turn") == "2"
        assert not losing.done()
        losing.cancel()


async def test_a_hung_connection_gives_its_lock_to_the_next_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its server process still has the lock, but no other bot does."""
    monkeypatch.setattr(slots, "_PING", 0.2)
    async with serving(url) as (_, database):
        process = await backend(database)
        os.kill(process, signal.SIGSTOP)
        writing = asyncio.create_task(SqlProgramState(database).put("a", "b"))
        await asyncio.wait({writing}, timeout=1)
        os.kill(process, signal.SIGCONT)
        await writing
        assert await backend(database) != process


async def test_a_connection_that_is_only_slow_never_leaves_its_slot_to_a_standby(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots, "_LOOK", 0)
    async with serving(url, 1) as (_, database), waiting(url, 1) as (_, standby):
        monkeypatch.setattr(slots, "_PING", 1e-6)
        for turn in range(10):
            await SqlProgramState(database).put("turn", str(turn))
        assert not standby.done()


async def test_a_write_that_is_canceled_leaves_the_slot_to_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "_LOOK", 0)
    async with serving(url, 1) as (_, database), waiting(url, 1) as (_, standby):
        connected = await backend(database)
        for statement in ("SELECT pg_sleep(0.3)", "UPDATE slots SET seen_at = seen_at"):
            begun = asyncio.Event()

            async def write(begun: asyncio.Event, statement: str) -> None:
                async with database.write() as connection:
                    begun.set()
                    await connection.execute(text(statement))

            writing = asyncio.create_task(write(begun, statement))
            await begun.wait()
            writing.cancel()
            await asyncio.wait({writing})
            assert writing.cancelled()
            assert await backend(database) == connected
        assert not standby.done()


async def test_a_process_that_hangs_is_replaced_and_then_writes_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots, "HUNG", 300)
    async with serving(url) as (hung, database), serving(url) as (lively, _):
        alive = asyncio.create_task(lively.lost())
        async with waiting(url) as (standby, task):
            assert await task
            assert standby.slot == hung.slot
            successor = await open_database(url, writer=standby)
            await SqlProgramState(successor).put("said by", "the successor")
            with pytest.raises(SlotLostError, match="another process has taken slot 0"):
                await SqlProgramState(database).put("said by", "the one that hung")
            with pytest.raises(SlotLostError):
                await hung.lost()
            assert await SqlProgramState(successor).get("said by") == "the successor"
            assert not alive.done()
            await successor.close()
        alive.cancel()


async def test_a_slot_that_was_another_ones_meanwhile_is_lost(url: str) -> None:
    async with serving(url) as (first, database):
        process = await backend(database)
        await first.release()
        async with serving(url) as (between, _):
            assert between.slot == first.slot
        assert process
        with pytest.raises(SlotLostError):
            await SqlProgramState(database).put("a", "b")
        with pytest.raises(DatabaseError):
            await SqlProgramState(database).put("a", "b")


async def test_a_standby_leaves_a_newer_schema_to_newer_programs(url: str) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(serving(url))
        async with waiting(url) as (_, task):
            await run(url, "UPDATE remik_version SET version_num = '9999'")
            with pytest.raises(NewerDatabaseError):
                await task


@pytest.fixture
async def uses(tmp_path: Path) -> AsyncIterator[tuple[str, Sequence[TokenUse]]]:
    """The URL of a database, and what each of three processes uses."""
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(tmp_path) as url, AsyncExitStack() as stack:
        found = []
        for number in range(3):
            database = await open_database(url)
            stack.push_async_callback(database.close)
            database.slot = Slot(number, 3, 3)
            found.append(TokenUse(database, BUDGET))
        yield url, found


async def test_a_busy_slot_gets_what_others_leave_once_they_have_left_it(
    uses: tuple[str, Sequence[TokenUse]],
) -> None:
    url, (busy, idle, late) = uses
    had = dict.fromkeys((busy, idle, late), busy.least)

    async def ask(one: TokenUse, wanted: int) -> int:
        had[one], before = await one.exchange(wanted, had[one]), had[one]
        assert sum(had.values()) - had[one] + max(had[one], before) <= BUDGET
        return had[one]

    for _ in range(3):
        most = await ask(busy, 90)
        assert await ask(idle, 0) == await ask(late, 0) == busy.least
    assert most == BUDGET - 2 * busy.least
    assert await ask(late, 90) == late.least, "it is still in use"
    await ask(busy, 90)
    await ask(busy, 90)
    assert await ask(late, 90) == (BUDGET - idle.least) // 2
    await run(url, "UPDATE token_use SET at = at - 6000 WHERE number > 0")  # two processes hang
    had[idle] = had[late] = busy.least
    assert await ask(busy, 90) == BUDGET - 2 * busy.least


async def test_logins_of_a_bucket_wait_for_each_other_in_all_processes(
    uses: tuple[str, Sequence[TokenUse]],
) -> None:
    url, every = uses
    waits = list[TokenUse]()

    def sleep_of(one: TokenUse) -> Callable[[float], Awaitable[object]]:
        async def sleep(seconds: float) -> None:
            assert 0 < seconds <= BETWEEN_LOGINS / 1000
            waits.append(one)
            await run(url, "UPDATE token_use SET at = at - 5501 WHERE kind = 'login'")

        return sleep

    for one in every:
        one.sleep = sleep_of(one)
    await asyncio.gather(*(one.turn(0) for one in every))
    assert len({*waits}) == 2, "all but the first one"
    before = len(waits)
    await every[0].turn(1)
    assert len(waits) == before, "another bucket doesn't wait"
    await every[0].turn(1, again=True)
    assert len(waits) == before, "a turn that passed without a login is had again"
    await every[1].turn(1)
    await every[0].turn(1, again=True)
    assert len(waits) == before + 2, "another process has had one since"


async def test_a_login_waits_for_the_database(uses: tuple[str, Sequence[TokenUse]]) -> None:
    url, (one, *_) = uses
    tries = 0

    async def wait(_: float) -> None:
        nonlocal tries
        tries += 1
        if tries == 2:
            await run(url, "ALTER TABLE hidden RENAME TO token_use")

    one.sleep = wait
    await run(url, "ALTER TABLE token_use RENAME TO hidden")
    await one.turn(0)
    assert tries == 2
    async with one.database.read() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM token_use WHERE kind = 'login'")) == 1
