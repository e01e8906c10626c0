"""Benchmark of clicks: the time to the answer, for the real bot in its own process and for two other bots."""

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.bench.peers import CLICK, OPEN
from bot.bench.rows import Better, Row
from bot.cli.guests import GinGuest
from bot.playground import NO_LIMITS, Answer, Channel, Guild, Person, StandIn
from bot.text.catalogs import Catalogs

TABLES: Final = 200
SLOW, FAST = 20, 200
"""Clicks per second."""
SECONDS: Final = 8.0

Clicker: TypeAlias = Callable[[], Awaitable[Answer | None]]
NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})
_TEXTS: Final = Catalogs().texts("en")


@dataclass(frozen=True, slots=True)
class Clicks:
    """A bot's answers to clicks: milliseconds to each answer, CPU milliseconds per click, number of failures."""

    took: Sequence[float]
    cpu: float
    failed: int

    def percentile(self, percent: int) -> float:
        """Return a percentile of the times to the answer, in milliseconds."""
        return quantiles(self.took, n=100)[percent - 1]


def rows() -> list[Row]:
    """Measure all rows."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    slow, fast = await ours()
    defer, png = await peer("defer"), await peer("png")
    return [
        Row(
            f"click to answer, {SLOW}/s, p50",
            "ms",
            slow.percentile(50),
            {"a bare defer": defer.percentile(50), "a bot that opens PNGs": png.percentile(50)},
            better=Better.LESS,
            least={"a bare defer": 1 / 5},
        ),
        Row(
            f"click to answer, {FAST}/s on {TABLES} tables, p99",
            "ms",
            fast.percentile(99),
            better=Better.LESS,
            limit=50,
            notes=(
                f"p50 {fast.percentile(50):.1f} ms, slowest {max(fast.took):.0f} ms, {len(fast.took)} clicks",
                "the stand-in and its people run on the same machine",
            ),
            faults=("an answer took over 3 s",) if fast.failed or slow.failed else (),
        ),
        Row(
            "CPU of the bot per click",
            "ms",
            slow.cpu,
            {"a bot that opens PNGs": png.cpu},
            better=Better.LESS,
            least={"a bot that opens PNGs": 1 / 0.3},
        ),
    ]


async def ours() -> tuple[Clicks, Clicks]:
    """Measure the real bot at both rates of clicks, on tables where people play gin."""
    async with running("-m", "bot", "run") as (standin, process):
        await standin.until(lambda: "rummy new" in standin.commands() and bool(standin.sessions), seconds=30)
        guild = standin.add_guild("Club")
        tables = [await opened_table(guild, number) for number in range(TABLES)]
        return await measured(process, tables, SLOW), await measured(process, tables, FAST)


async def peer(kind: str) -> Clicks:
    """Measure one of the two other bots: ``defer`` or ``png``."""
    with TemporaryDirectory() as folder:
        async with running("-m", "bot.bench.peers", kind, folder) as (standin, process):
            await standin.until(lambda: OPEN in standin.commands() and bool(standin.sessions), seconds=30)
            guild = standin.add_guild("Club")
            clickers = [await _button(guild, number) for number in range(SLOW)]
            return await measured(process, clickers, SLOW)


@asynccontextmanager
async def running(*command: str, settings: Mapping[str, str] = NO_SETTINGS) -> AsyncIterator[tuple[StandIn, int]]:
    """Run a bot in its own process against a stand-in without rate limits. Yield the stand-in and the process id.

    ``settings`` are settings of the bot in the environment.
    """
    with TemporaryDirectory() as folder:
        async with StandIn(limits=NO_LIMITS, log_limit=0) as standin:
            environment = {name: value for name, value in os.environ.items() if not name.startswith("REMIK_")}
            environment |= {
                "REMIK_TOKEN": standin.token,
                "REMIK_API_URL": standin.api_url,
                "REMIK_GATEWAY_URL": standin.gateway_url,
                "REMIK_DATABASE_URL": f"sqlite+aiosqlite:///{folder}/bench.db",
                "REMIK_LOG_LEVEL": "ERROR",
                "REMIK_BEACON": "off",
                **settings,
            }
            process = await asyncio.create_subprocess_exec(sys.executable, *command, env=environment)
            try:
                yield standin, process.pid
            finally:
                process.terminate()
                await process.wait()


async def measured(process: int, clickers: Sequence[Clicker], rate: int, seconds: float = SECONDS) -> Clicks:
    """Click at a constant rate, without waiting for answers."""
    loop = asyncio.get_running_loop()
    begin, spent = loop.time(), cpu_seconds(process)
    clicks: list[asyncio.Task[Answer | None]] = []
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begin + number / rate - loop.time()))
        clicks.append(asyncio.create_task(_one(clickers[number % len(clickers)])))
    answers = [answer for answer in await asyncio.gather(*clicks) if answer is not None]
    cpu = 1000 * (cpu_seconds(process) - spent) / len(answers)
    took = [1000 * answer.took for answer in answers if answer.took is not None]
    return Clicks(took, cpu, sum(answer.failed for answer in answers))


async def _one(clicker: Clicker) -> Answer | None:
    return await clicker()


async def opened_table(guild: Guild, number: int) -> Clicker:
    """Open a table and both players' panels. Return a function that makes the next click there."""
    channel = guild.add_channel(f"table-{number}")
    people = [guild.add_person(name) for name in ("Ala", "Bob")]
    host, other = people
    await host.slash(channel, "rummy new", variant="gin", opponent=other)
    await other.click("Join", channel=channel)
    await host.click("Start", channel=channel)
    for person in people:
        await person.click("My hand", channel=channel)
    rng = random.Random(number)  # noqa: S311 - people to measure with
    guests = [GinGuest(person, _TEXTS, rng, channel) for person in people]
    clicking = asyncio.Lock()

    async def click() -> Answer | None:
        async with clicking:  # one click at a time
            for guest in guests:
                done = await guest.act()
                if done is not None:
                    return done[1]
            return await _between_deals(host, channel)

    return click


async def _between_deals(person: Person, channel: Channel) -> Answer | None:
    """Start the next deal, or open the hand if there's no button for that. Return the answer, if any."""
    for message in reversed(person.sees(channel)):
        for label in ("Next deal", "My hand"):
            if not message.ephemeral and label in message.labels:
                return await person.click(label, message=message)
    return None


async def _button(guild: Guild, number: int) -> Clicker:
    """Post a button. Return a function that clicks it."""
    channel = guild.add_channel(f"button-{number}")
    person = guild.add_person("Ala")
    await person.slash(channel, OPEN)
    message = person.sees(channel)[-1]

    async def click() -> Answer | None:
        return await person.click(CLICK, message=message)

    return click


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process in seconds on Linux; 0 elsewhere."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    fields = stat.read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
