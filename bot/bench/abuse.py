"""Benchmark of abuse: clicks on one server while a member of another one does what costs the bot most.

The member starts as many games of computers as they can, or deletes their data again and again, in a large database.
Idle and abused times alternate on the same bot, so that a busy machine slows both. For comparison the games of
computers are measured once without limits.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, TypeAlias

from bot.bench.bot_process import running
from bot.bench.clicks import READY
from bot.bench.load import Clickers, Clicks, measured
from bot.bench.places import opened_tables
from bot.bench.rows import Better, Row
from bot.bench.store import prepare, url_of
from bot.playground import Guild
from data.database import open_database

RUNS: Final = 5
TABLES: Final = 20
"""Tables of people on the other server."""
RATE: Final = 20
"""Clicks per second there."""
SECONDS: Final = 5.0
ATTEMPTS: Final = 80
"""Games of computers that the member tries to start in each run."""
ATTEMPT_RATE: Final = 12
"""Attempts per second at most: more than Discord lets a member send."""
FINISHED: Final = 12_000
"""Finished games in the large database, which make it about 100 MB."""
MOST_RATIO: Final = 1.5
WITHOUT_LIMITS: Final = {
    "REMIK_COMPUTER_TABLES_PER_MEMBER": "1000",
    "REMIK_COMPUTER_TABLES_PER_SERVER": "1000",
    "REMIK_COMPUTER_BACKLOG": "1000",
    "REMIK_POST_SECONDS": "0",
}

Attack: TypeAlias = Callable[[Guild, int], AbstractAsyncContextManager[None]]
"""Lets a new member of a server abuse the bot until the context ends; the number is that of the run."""


def rows() -> list[Row]:
    """Measure all rows."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    with_limits = await _measured(_starting_games, {}, RUNS)
    without = await _measured(_starting_games, WITHOUT_LIMITS, 1)
    games = _row(
        "p95 of clicks while a member of another server starts games of computers, times the idle p95",
        with_limits,
        {"without limits": median(_ratios(without))},
        f"without limits idle p95 {without[0][0].percentile(95):.1f} ms, abused {without[0][1].percentile(95):.1f} ms",
    )
    with TemporaryDirectory() as folder:
        file = Path(folder) / "large.db"
        await _fill(file)
        deleting = await _measured(_deleting, {}, RUNS, file)
        began, size = perf_counter(), file.stat().st_size
        await _scrubbed(file)
        spent = perf_counter() - began
    deletions = _row(
        "p95 of clicks while a member of another server deletes their data, times the idle p95",
        deleting,
        {},
        f"a database of {size / 10**6:.0f} MB; writing it anew takes {spent:.1f} s, at most once in ten minutes",
    )
    return [games, deletions]


def _row(name: str, runs: Sequence[tuple[Clicks, Clicks]], peers: Mapping[str, float], note: str) -> Row:
    """Return the row of alternating runs."""
    idle, abused = (median(run[place].percentile(95) for run in runs) for place in (0, 1))
    slow = any(clicks.failed for run in runs for clicks in run)
    return Row(
        name,
        "x",
        median(_ratios(runs)),
        peers,
        better=Better.LESS,
        limit=MOST_RATIO,
        notes=(
            f"idle p95 {idle:.1f} ms, abused {abused:.1f} ms; median of {len(runs)} alternating runs: "
            + ", ".join(f"{one:.2f}" for one in _ratios(runs)),
            note,
            "the stand-in and its people run on the same machine",
        ),
        faults=("an answer took over 3 s",) if slow else (),
    )


def _ratios(runs: Sequence[tuple[Clicks, Clicks]]) -> list[float]:
    """Return the abused p95 of each run divided by its idle p95."""
    return [abused.percentile(95) / idle.percentile(95) for idle, abused in runs]


async def _measured(
    attack: Attack, settings: Mapping[str, str], times: int, database: Path | None = None
) -> list[tuple[Clicks, Clicks]]:
    """Measure idle and abused clicks in turn, with a copy of a database."""
    async with running("-m", "bot", "run", ready=READY, settings=settings, database=database) as bot:
        theirs, other = bot.standin.add_guild("Club"), bot.standin.add_guild("Elsewhere")
        clickers = Clickers(bot.standin, await opened_tables(theirs, TABLES))
        runs = []
        for number in range(times):
            idle = await measured(bot, clickers, RATE, SECONDS)
            async with attack(other, number):
                runs.append((idle, await measured(bot, clickers, RATE, SECONDS)))
        return runs


@asynccontextmanager
async def _starting_games(guild: Guild, run: int) -> AsyncIterator[None]:
    """Let a member start games of computers, and stop these games at the end."""
    member = guild.add_person(f"Eve {run}")
    channels = [guild.add_channel(f"c{run}-{number}") for number in range(ATTEMPTS)]

    async def attack() -> None:
        for channel in channels:
            await _paced(member.slash(channel, "rummy watch", variant="german", level="expert"))

    async with _attacking(attack()):
        yield
    for channel in channels:
        await member.slash(channel, "rummy resign")


@asynccontextmanager
async def _deleting(guild: Guild, run: int) -> AsyncIterator[None]:
    """Let a member delete their data, with a preference stored each time so that there is some."""
    member, channel = guild.add_person(f"Eve {run}"), guild.add_channel(f"c{run}")

    async def attack() -> None:
        while True:
            await member.slash(channel, "me notifications", where="none", wait=True)
            asked = await member.slash(channel, "me data delete", wait=True)
            await _paced(member.click("Delete my data", message=asked.message))

    async with _attacking(attack()):
        yield


@asynccontextmanager
async def _attacking(attack: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run an attack, which has just got under way when the context begins."""
    attacking = asyncio.create_task(attack)
    try:
        await asyncio.sleep(1)
        yield
        if attacking.done():
            attacking.result()  # it shouldn't have failed
    finally:
        attacking.cancel()
        with suppress(asyncio.CancelledError):
            await attacking


async def _paced(attempt: Awaitable[object]) -> None:
    """Make an attempt, and wait until the next one is possible."""
    await asyncio.gather(attempt, asyncio.sleep(1 / ATTEMPT_RATE))


async def _fill(file: Path) -> None:
    """Fill a database with finished games, which nothing has to be done for."""
    await prepare(file, FINISHED, 120)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET status = 'over', settled = 1, guild = 2, wake = NULL, deadline = NULL")
    connection.close()


async def _scrubbed(file: Path) -> None:
    """Remove the remains of deleted data from a database."""
    database = await open_database(url_of(file))
    try:
        await database.scrub()
    finally:
        await database.close()
