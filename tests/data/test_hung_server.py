"""A PostgreSQL server that stops answering: bounded waits, clear errors, and recovery without a restart.

The tests marked ``postgres`` stop the server's processes with SIGSTOP, so they need a server on this machine.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from data import database, engines
from data.database import Database, open_database
from data.location import DatabaseError, DatabaseUnavailableError
from data.people.store import SqlProgramState
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url
from tests.data.sockets import server_saying

QUICK = 0.3
"""Seconds for every limit in these tests."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONNECTING", "COMMAND", "_PING"):
        monkeypatch.setattr(engines, name, 10 * QUICK if name == "CONNECTING" else QUICK)


async def test_a_server_that_accepts_connections_but_never_answers_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "CONNECTING", QUICK)
    async with server_saying(b"") as port:
        with pytest.raises(DatabaseError, match="doesn't answer: check that the server"):
            await open_database(f"postgresql+asyncpg://me:secret@127.0.0.1:{port}/name")


async def test_a_writer_does_not_wait_forever_for_the_ones_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", QUICK)
    opened = await open_database(f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}")
    async with opened.write():
        with pytest.raises(DatabaseError, match="doesn't answer"):
            await SqlProgramState(opened).put("a fact", "a value")
    await SqlProgramState(opened).put("a fact", "a value")
    await opened.close()


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Database]:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(tmp_path) as url:
        opened = await open_database(url)
        yield opened
        await opened.close()


@contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    """Stop processes of the server with SIGSTOP, and continue them at the end."""
    try:
        for process in processes:
            os.kill(process, signal.SIGSTOP)
    except (ProcessLookupError, PermissionError) as error:
        pytest.skip(f"the server's processes can't be stopped from here: {error}")
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


async def backend(opened: Database) -> int:
    async with opened.read() as connection:
        return int((await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one())


def parent(process: int) -> int:
    """Return the process that started another: of a connection's, the server's main one."""
    return int(Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])


@pytest.mark.postgres
async def test_an_idle_connection_whose_server_process_hangs_is_replaced(served: Database) -> None:
    before = await backend(served)
    with stopped([before]):
        await SqlProgramState(served).put("a fact", "a value")
        assert await backend(served) != before
    assert await SqlProgramState(served).get("a fact") == "a value"


@pytest.mark.postgres
async def test_a_statement_that_hangs_is_given_up_and_the_next_one_works(served: Database) -> None:
    async def hang() -> None:
        async with served.read() as connection:
            process = int((await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one())
            with stopped([process]):
                await connection.exec_driver_sql("SELECT 1")

    with pytest.raises(DatabaseError, match="doesn't answer"):
        await hang()
    await SqlProgramState(served).put("a fact", "a value")


@pytest.mark.postgres
async def test_a_commit_that_hangs_is_given_up_in_a_sentence(served: Database) -> None:
    async def hang() -> None:
        async with served.write() as connection:
            process = int((await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one())
            os.kill(process, signal.SIGSTOP)
            asyncio.get_running_loop().call_later(5 * QUICK, os.kill, process, signal.SIGCONT)

    with pytest.raises(DatabaseError, match="doesn't answer"):
        await hang()
    await SqlProgramState(served).put("a fact", "a value")


@pytest.mark.postgres
async def test_a_whole_server_that_hangs_is_reported_and_works_again_by_itself(served: Database) -> None:
    process, state = await backend(served), SqlProgramState(served)
    with stopped([parent(process), process]):
        for _ in range(2):
            with pytest.raises(DatabaseError, match="doesn't answer"):
                await state.put("a fact", "a value")
    await state.put("a fact", "a value")
    assert await state.get("a fact") == "a value"


@pytest.mark.postgres
async def test_of_several_hosts_one_that_hangs_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with fresh_url(tmp_path) as url, server_saying(b"") as silent:
        there = make_url(url)
        hosts = (f"127.0.0.1:{silent}", f"{there.host}:{there.port}")
        several = there.set(host=None, port=None, query={"host": hosts, "target_session_attrs": "read-write"})
        opened = await open_database(several.render_as_string(hide_password=False))
        await SqlProgramState(opened).put("a fact", "a value")
        await opened.close()
        replicas = several.update_query_dict({"target_session_attrs": "standby", "host": hosts[1:] * 2})
        with pytest.raises(DatabaseUnavailableError, match="promote one of them"):
            await open_database(replicas.render_as_string(hide_password=False))


@pytest.mark.postgres
async def test_a_slow_statement_is_ended_by_the_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    monkeypatch.setattr(engines, "STATEMENT", QUICK)
    monkeypatch.setattr(engines, "COMMAND", 10.0)
    async with fresh_url(tmp_path) as url:
        slow = await open_database(url)
        with pytest.raises(DatabaseError, match="is too slow"):
            async with slow.read() as connection:
                await connection.exec_driver_sql("SELECT pg_sleep(60)")
        await slow.close()
        unhurried = await open_database(url, unhurried=True)
        async with unhurried.read() as connection:
            assert (await connection.exec_driver_sql("SHOW statement_timeout")).scalar_one() == "0"
        await unhurried.close()


@pytest.mark.postgres
async def test_parameters_of_managed_databases_connect(tmp_path: Path) -> None:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    query = (
        "sslmode=prefer&channel_binding=prefer&application_name=club&connect_timeout=5"
        "&options=-c%20statement_timeout%3D7000&target_session_attrs=read-write"
    )
    async with fresh_url(tmp_path) as url:
        opened = await open_database(f"{url}?{query}")
        async with opened.read() as connection:
            shown = [
                (await connection.exec_driver_sql(f"SHOW {name}")).scalar_one()
                for name in ("application_name", "statement_timeout", "tcp_keepalives_idle")
            ]
        await opened.close()
    assert shown == ["club", "7s", "30"]
