"""A bot in its own process, for benchmarks: started against a stand-in, measured, and pinned to a core."""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final

from bot.playground import NO_LIMITS, StandIn

NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class MeasuredBot:
    """A running bot: the stand-in that it's connected to, its process id and its database file."""

    standin: StandIn
    process: int
    file: Path

    def cpu_seconds(self) -> float:
        """Return the CPU time of the bot's processes so far, on Linux; 0 elsewhere."""
        return sum(map(_cpu_seconds, _family(self.process)))

    @contextmanager
    def on_one_core(self) -> Iterator[bool]:
        """Keep the bot on one core, and this process on the others. Yield whether the system can do that."""
        cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        if len(cores) < 2:
            yield False
            return
        try:
            _pin(_family(self.process), cores[:1])
            _pin([os.getpid()], cores[1:])
            yield True
        finally:
            _pin([*_family(self.process), os.getpid()], cores)


@asynccontextmanager
async def running(
    *command: str, ready: str, settings: Mapping[str, str] = NO_SETTINGS, database: Path | None = None
) -> AsyncIterator[MeasuredBot]:
    """Run a bot against a stand-in without rate limits, and wait until the command ``ready`` is registered.

    ``settings`` are settings of the bot in the environment. It begins with a copy of ``database``, or an empty one.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        if database is not None:
            shutil.copyfile(database, file)
        async with StandIn(limits=NO_LIMITS, log_limit=0) as standin:
            environment = {name: value for name, value in os.environ.items() if not name.startswith("REMIK_")}
            environment |= {
                "REMIK_TOKEN": standin.token,
                "REMIK_API_URL": standin.api_url,
                "REMIK_GATEWAY_URL": standin.gateway_url,
                "REMIK_DATABASE_URL": f"sqlite+aiosqlite:///{file}",
                "REMIK_LOG_LEVEL": "ERROR",
                "REMIK_BEACON": "off",
                **settings,
            }
            process = await asyncio.create_subprocess_exec(
                sys.executable, *command, env=environment, stdout=asyncio.subprocess.DEVNULL
            )
            try:
                await standin.until(lambda: ready in standin.commands() and bool(standin.sessions), seconds=30)
                yield MeasuredBot(standin, process.pid, file)
            finally:
                with suppress(ProcessLookupError):  # it ended by itself, and has said why
                    process.terminate()
                await process.wait()


def _family(process: int) -> list[int]:
    """Return a process and those that it started, on Linux; nothing elsewhere."""
    threads, started = Path(f"/proc/{process}/task"), list[int]()
    if not threads.exists():
        return []
    for thread in threads.iterdir():
        with suppress(OSError):  # the thread has just ended
            started += map(int, (thread / "children").read_text(encoding="ascii").split())
    return [process, *started]


def _cpu_seconds(process: int) -> float:
    """Return the CPU time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _pin(processes: Iterable[int], cores: list[int]) -> None:
    """Let all threads of processes run on these cores only. Threads that they start inherit that."""
    for process in processes:
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(ProcessLookupError):  # the thread has just ended
                os.sched_setaffinity(int(thread.name), cores)
