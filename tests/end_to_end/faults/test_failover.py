"""A PostgreSQL server dies and is replaced by its replica, or hangs: every slot has one owner, and games continue.

The servers are the test's own, made by the programs in Debian's folder or in PATH.
"""

import asyncio
import os
import random
import shutil
import signal
import socket
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.program.exit_status import ExitStatus
from tests.conftest import MEMORY
from tests.end_to_end.faults.cluster import Cluster, Line, SlotProcess, cluster
from tests.end_to_end.faults.test_slots import HELD, must_continue

pytestmark = [pytest.mark.postgres, pytest.mark.soak]


def found_program(name: str) -> Path | str:
    """Find one of PostgreSQL's programs."""
    found = max(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), default=None) or shutil.which(name)
    return found or pytest.skip("PostgreSQL's programs aren't installed here")


class Server:
    """A PostgreSQL server with its data in a folder. It isn't root, as it refuses to be."""

    def __init__(self, folder: Path) -> None:
        self.data = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])

    async def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        user = "postgres" if os.geteuid() == 0 else None
        log = self.data.with_suffix(".log").open("ab")
        with log:
            process = await asyncio.create_subprocess_exec(
                found_program(program), *arguments, user=user, cwd="/", stdout=log, stderr=log
            )
            assert await process.wait() == 0, self.data.with_suffix(".log").read_text(encoding="utf-8")

    async def create(self) -> None:
        await self.run("initdb", "-D", str(self.data), "-U", "remik", "-A", "trust")

    async def start(self, **options: str) -> None:
        set_to = " ".join(f"-c {name}={value}" for name, value in options.items())
        given = f"-p {self.port} -c unix_socket_directories= -c listen_addresses=127.0.0.1 {set_to}"
        await self.run("pg_ctl", "-D", str(self.data), "-o", given, "-w", "start")

    def send(self, number: signal.Signals) -> None:
        """Send a signal to all of its processes, as if its machine had failed."""
        main = int(self.data.joinpath("postmaster.pid").read_text(encoding="ascii").split()[0])
        for process in (main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text("ascii").split())):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    async def held(self) -> set[int]:
        """Return the slots whose locks are held on this server; none if it doesn't answer."""
        engine = create_async_engine(f"postgresql+asyncpg://remik@127.0.0.1:{self.port}/postgres", poolclass=NullPool)
        try:
            async with asyncio.timeout(1), engine.connect() as connection:
                found = (await connection.execute(text(HELD))).all()
        except (OSError, SQLAlchemyError):
            return set()
        finally:
            await engine.dispose()
        assert all(number == 1 for _, number in found), found
        return {slot for slot, _ in found}


@contextmanager
def folders() -> Iterator[tuple[Server, Server]]:
    """Give two servers their folders, and end them if they have been started."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        first, second = (Server(Path(folder) / name) for name in ("first", "second"))
        try:
            yield first, second
        finally:
            for server in (first, second):
                with suppress(FileNotFoundError):
                    server.send(signal.SIGKILL)


@asynccontextmanager
async def pair() -> AsyncIterator[tuple[Server, Server]]:
    """Run a server and its replica, without which it commits nothing."""
    with folders() as (first, second):
        await first.create()
        await first.start(synchronous_standby_names="walreceiver")
        address = f"host=127.0.0.1 port={first.port} user=remik"
        await second.run("pg_basebackup", "-D", str(second.data), "-R", "-d", address)
        await second.start(hot_standby="on")
        yield first, second


@pytest.mark.parametrize("failure", [signal.SIGQUIT, signal.SIGKILL, signal.SIGSTOP], ids=lambda one: one.name)
async def test_a_server_is_replaced_by_its_replica(tmp_path: Path, soak_seed: str, failure: signal.Signals) -> None:
    rng = random.Random(soak_seed)
    async with pair() as (first, second):
        hosts = "&".join(f"host=127.0.0.1:{server.port}" for server in (first, second))
        url = f"postgresql+asyncpg://remik@/postgres?{hosts}&target_session_attrs=read-write"
        async with cluster(tmp_path, slots=2, shards=4, processes=3, at=url) as there:
            await there.started()
            await there.open(6, 30)
            watching = [
                asyncio.create_task(one_owner(first, second)),
                *(asyncio.create_task(supervised(one)) for one in there.processes),
            ]
            try:
                await failed_over(there, first, second, failure, rng)
                assert [task for task in watching if task.done()] == []
                if failure is signal.SIGSTOP:
                    watching[0].cancel()  # for a moment, sessions that nobody uses any more do what they were asked to
                    await awoken(there, first)
                    assert [task for task in watching[1:] if task.done()] == []
            finally:
                for task in watching:
                    task.cancel()
                await asyncio.wait(watching)
                print(failure.name, there.report())  # noqa: T201 - the result of a measurement


@pytest.mark.timeout(1800)
async def test_a_server_hangs_for_three_minutes(tmp_path: Path, soak_seed: str) -> None:
    rng = random.Random(soak_seed)
    with folders() as (server, _):
        await server.create()
        await server.start()
        url = f"postgresql+asyncpg://remik@127.0.0.1:{server.port}/postgres"
        async with cluster(tmp_path, slots=2, shards=4, processes=3, at=url) as there:
            await there.started()
            await there.open(6, 30)
            await played_on(there, [])
            watching = [asyncio.create_task(supervised(one)) for one in there.processes]
            before = await there.log()
            server.send(signal.SIGSTOP)
            began, answers, failures = monotonic(), 0, 0
            try:
                while monotonic() - began < 180:
                    game = rng.choice(there.games)
                    await game.click()
                    failed = not await game.hands()
                    answers, failures = answers + 1 - failed, failures + failed
                    await asyncio.sleep(1)  # as people do; the test waits for nothing here
                server.send(signal.SIGCONT)
                went_on = monotonic()
                watching.append(asyncio.create_task(one_owner(server)))
                kept = await there.log()
                must_continue(before, kept)
                await played_on(there, kept)
                there.note("all games played on, since the server goes on", monotonic() - went_on)
                must_continue(kept, await there.log())
                assert [task for task in watching if task.done()] == []
            finally:
                for task in watching:
                    task.cancel()
                await asyncio.wait(watching)
                print(f"hung: {answers} times all hands, {failures} times not;", there.report())  # noqa: T201


async def failed_over(
    there: Cluster, first: Server, second: Server, failure: signal.Signals, rng: random.Random
) -> None:
    """Let the first server fail during clicks, promote the second, and play on at each table."""
    await played_on(there, [])
    before = await there.log()
    await rng.choice(there.games).click()
    first.send(failure)
    began = monotonic()
    await asyncio.sleep(5)  # as long as it takes somebody to notice; the test waits for nothing here
    await second.run("pg_ctl", "-D", str(second.data), "-w", "promote")
    promoted, kept = monotonic(), await there.log()
    there.note("promoted", promoted - began)
    must_continue(before, kept)
    await played_on(there, kept)
    there.note("all games played on, since the promotion", monotonic() - promoted)
    must_continue(kept, await there.log())


async def awoken(there: Cluster, first: Server) -> None:
    """Let the first server go on, which lacks its replica now, and play on with the second."""
    first.send(signal.SIGCONT)
    while await first.held():  # noqa: ASYNC110 - its sessions end when they notice that nobody is there any more
        await asyncio.sleep(0.1)
    kept = await there.log()
    await played_on(there, kept)
    must_continue(kept, await there.log())


async def played_on(there: Cluster, before: list[Line]) -> None:
    """Click until each table's log is longer."""
    lengths = Counter(line[0] for line in before)
    async with asyncio.timeout(180):
        while True:
            for game in there.games:
                await game.hands()
                await game.click()
            now = Counter(line[0] for line in await there.log())
            if len(now) == len(there.games) and all(now[table] > lengths[table] for table in now):
                return


async def supervised(process: SlotProcess) -> None:
    """Start a process again whenever it ends."""
    while True:
        assert await process.ended() == ExitStatus.UNAVAILABLE
        await process.start()


async def one_owner(*servers: Server) -> None:
    """Look ten times a second at who holds the locks of slots on any server."""
    while True:
        found = await asyncio.gather(*(server.held() for server in servers))
        assert sum(map(len, found)) == len(set[int]().union(*found)), "a slot has an owner on either server"
        await asyncio.sleep(0.1)
