"""A database serves one bot: a second one is refused, and a killed one leaves no lock behind."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import make_url

from data import process_lock
from data.database import look_at, open_database
from data.location import DatabaseError
from data.process_lock import check_lock_address, file_lock, only_bot
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url

HOLDER = """
import asyncio, sys
from data.process_lock import only_bot
async def main():
    async with only_bot(sys.argv[1], lock_url=next(iter(sys.argv[2:]), None)):
        print("held", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


async def holder(*urls: str) -> asyncio.subprocess.Process:
    """Start a process that holds the lock of a database. A second URL is for the lock only."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDER, *urls, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    return process


async def refused(url: str, *, lock_url: str | None = None, command: str = "") -> str:
    with pytest.raises(DatabaseError) as caught:
        async with only_bot(url, lock_url=lock_url, command=command):
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


async def test_an_sqlite_uri_is_not_another_database(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'my remik.db'}"
    uri = f"sqlite+aiosqlite:///file:{tmp_path}/my%20remik.db?mode=rwc&uri=true"
    async with only_bot(uri):
        for other in (uri, url):
            assert "my remik.db is used by another bot" in await refused(other)
    async with only_bot("sqlite+aiosqlite:///file::memory:?cache=shared&uri=true"):
        pass


async def test_a_hard_link_is_not_another_database(tmp_path: Path) -> None:
    url, link = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}", tmp_path / "link" / "other.db"
    async with only_bot(url):
        database = await open_database(url)
        link.parent.mkdir()
        link.hardlink_to(tmp_path / "remik.db")
        told = f"{link} has another name, a hard link"
        assert told in await refused(f"sqlite+aiosqlite:///{link}")
        for work in (open_database, look_at):
            with pytest.raises(DatabaseError, match="has another name"):
                await work(f"sqlite+aiosqlite:///{link}")
        await database.close()
    assert "remik.db has another name" in await refused(url)
    link.unlink()
    async with only_bot(url):
        pass


def test_a_lock_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "x"
    with pytest.raises(DatabaseError, match="check who owns it"), file_lock(path, lambda *_: "taken"):
        pass


async def test_a_command_is_not_called_a_bot_whether_it_waits_or_is_waited_for(tmp_path: Path) -> None:
    url, path = f"sqlite+aiosqlite:///{tmp_path / 'remik.db'}", tmp_path / "remik.db"
    async with only_bot(url):
        said = await refused(url, command="remik db forget")
        assert said == f"{path} is used by a running bot (process {os.getpid()}): stop it first, wherever it runs"
    async with only_bot(url, command="remik db restore"):
        expected = f"{path} is used by `remik db restore` (process {os.getpid()}): wait until it's done"
        assert await refused(url) == await refused(url, command="remik db forget") == expected


@pytest.fixture
async def url(tmp_path: Path) -> AsyncIterator[str]:
    if POSTGRES is None:
        pytest.skip(NO_SERVER)
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


@pytest.mark.postgres
async def test_a_server_tells_a_command_from_a_bot(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_lock, "_TRIES", 1)
    async with only_bot(f"{url}?application_name=club"):
        assert "is used by a running bot: stop it first" in await refused(url, command="remik db move")
    async with only_bot(url, command="remik db forget"):
        assert (await refused(url)).endswith(" is used by `remik db forget`: wait until it's done")


@asynccontextmanager
async def pooler(url: str, mode: str, folder: Path) -> AsyncIterator[str]:
    """Start a PgBouncer in a mode, ``transaction`` or ``session``. Yield the database's URL that leads through it."""
    if PGBOUNCER is None:
        pytest.skip("PgBouncer isn't installed")
    place = make_url(url)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    password = "" if place.password is None else f" password={place.password}"
    settings = folder / "pooler.ini"
    settings.write_text(
        f"[databases]\n* = host={place.host} port={place.port or 5432} user={place.username}{password}\n[pgbouncer]\n"
        f"listen_addr=127.0.0.1\nlisten_port={port}\nunix_socket_dir=\nauth_type=any\npool_mode={mode}\n",
        encoding="utf-8",
    )
    another = [] if os.geteuid() else ["--user=nobody"]  # it refuses to run as root
    process = await asyncio.create_subprocess_exec(PGBOUNCER, *another, settings, stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        while b"process up" not in (line := await process.stderr.readline()):
            assert line, "PgBouncer didn't start"
        query = {"statement_cache_size": "0", "prepared_statement_cache_size": "0"}
        yield place.set(host="127.0.0.1", port=port, query=query).render_as_string(hide_password=False)
    finally:
        process.kill()
        await process.communicate()


@pytest.mark.postgres
async def test_a_pooler_that_would_keep_a_dead_bots_lock_is_refused_until_the_lock_has_its_own_address(
    url: str, tmp_path: Path
) -> None:
    async with pooler(url, "transaction", tmp_path) as pooled:
        told = "set REMIK_DATABASE_LOCK_URL to an address that leads to the server itself"
        assert told in await refused(pooled)
        assert told in await refused(pooled, lock_url=pooled)
        first = await holder(pooled, url)
        with pytest.MonkeyPatch.context() as impatient:
            impatient.setattr(process_lock, "_TRIES", 1)
            assert "is used by another bot" in await refused(pooled, lock_url=url)
            assert "is used by another bot" in await refused(url)
        first.send_signal(signal.SIGKILL)
        async with only_bot(pooled, lock_url=url):
            await (await open_database(pooled)).close()
        await first.wait()


@pytest.mark.postgres
async def test_a_pooler_in_session_mode_needs_no_other_address(url: str, tmp_path: Path) -> None:
    async with pooler(url, "session", tmp_path) as pooled:
        first = await holder(pooled)
        first.send_signal(signal.SIGKILL)
        async with only_bot(pooled):
            pass
        await first.wait()


@pytest.mark.postgres
async def test_a_lock_at_another_database_is_refused(url: str, tmp_path: Path) -> None:
    async with fresh_url(tmp_path) as another:
        assert "REMIK_DATABASE_LOCK_URL leads to another database" in await refused(url, lock_url=another)
        await check_lock_address(url, url)


@pytest.mark.postgres
async def test_a_missing_database_or_user_says_how_to_create_it(url: str) -> None:
    place = make_url(url)
    with pytest.raises(DatabaseError, match="doesn't exist: create it on the server with `createdb --owner="):
        await look_at(place.set(database="no such").render_as_string(hide_password=False))
    # A server that asks for a password doesn't tell a missing user from a wrong password.
    with pytest.raises(DatabaseError, match=r"`createuser --pwprompt nobody`|and that the server has this user"):
        await look_at(place.set(username="nobody").render_as_string(hide_password=False))
