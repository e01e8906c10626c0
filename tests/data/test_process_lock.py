"""A database serves one bot: a second one is refused, and a killed one leaves no lock behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from data import process_lock
from data.database import open_database
from data.errors import DatabaseError
from data.process_lock import file_lock, only_bot
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url

HOLDER = """
import asyncio, sys
from data.process_lock import only_bot
async def main():
    async with only_bot(sys.argv[1]):
        print("held", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


async def holder(url: str) -> asyncio.subprocess.Process:
    """Start a process that holds the lock of a database."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDER, url, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    return process


async def refused(url: str) -> str:
    with pytest.raises(DatabaseError) as caught:
        async with only_bot(url):
            pass
    assert "\n" not in str(caught.value)
    return str(caught.value)


async def test_a_second_bot_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}"
    first = await holder(url)
    assert f"remik.db is used by another bot (process {first.pid}): stop it" in await refused(url)
    (tmp_path / "link.db").symlink_to(tmp_path / "remik.db")
    assert "is used by another bot" in await refused(f"sqlite+aiosqlite:///{tmp_path / 'link.db'}")
    async with only_bot(f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"):
        pass
    first.send_signal(signal.SIGKILL)
    await first.wait()
    async with only_bot(url):
        assert f"(process {os.getpid()})" in await refused(url)


def test_a_lock_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="check who owns it"), file_lock(tmp_path / "nowhere" / "x", "taken"):
        pass


@pytest.fixture
async def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
    monkeypatch.setattr(process_lock, "_CHECK", 0.05)
    async with fresh_url(tmp_path) as named:
        yield named


@pytest.mark.postgres
async def test_a_second_bot_on_a_server_is_refused_until_the_first_is_killed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await holder(url)
    with monkeypatch.context() as impatient:
        impatient.setattr(process_lock, "_TRIES", 2)
        assert "is used by another bot" in await refused(url)
    first.send_signal(signal.SIGKILL)
    async with only_bot(url):  # at once, as a supervisor would
        pass
    await first.wait()


async def end(url: str, process: int | None) -> None:
    """End a process of the server, as an administrator might."""
    opened = await open_database(url)
    async with opened.read() as connection:
        await connection.exec_driver_sql(f"SELECT pg_terminate_backend({process})")
    await opened.close()


@pytest.mark.postgres
async def test_a_lock_is_taken_again_after_its_connection_broke(url: str) -> None:
    async with only_bot(url) as lock:
        losing, before = asyncio.create_task(lock.lost()), lock.holder
        await end(url, before)
        async with asyncio.timeout(10):
            while lock.holder == before:  # noqa: ASYNC110 - nothing else says so
                await asyncio.sleep(0.02)
        assert not losing.done()
        losing.cancel()


@pytest.mark.postgres
async def test_a_bot_whose_lock_another_one_took_is_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lock, "_TRIES", 2)
    async with AsyncExitStack() as stack:
        lock = await stack.enter_async_context(only_bot(url))
        await lock.release()
        await stack.enter_async_context(only_bot(url))
        with pytest.raises(DatabaseError, match="is used by another bot"):
            await asyncio.wait_for(lock.lost(), 10)


@pytest.mark.postgres
async def test_a_lock_whose_server_process_hangs_is_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("data.engines.COMMAND", 0.2)
    async with only_bot(url) as lock:
        losing, process = asyncio.create_task(lock.lost()), lock.holder
        assert process is not None
        os.kill(process, signal.SIGSTOP)
        try:
            done, _ = await asyncio.wait({losing}, timeout=1)
            assert not done
        finally:
            os.kill(process, signal.SIGCONT)
        losing.cancel()
