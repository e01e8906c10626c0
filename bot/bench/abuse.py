"""Benchmark of abuse: clicks on one server while a member of another one starts as many games of computers as they can.

Idle and abused times alternate on the same bot, so that a busy machine slows both. For comparison the same is measured
once without limits.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from statistics import median
from typing import Final

from bot.bench.bot_process import MeasuredBot, running
from bot.bench.clicks import READY
from bot.bench.load import Clickers, Clicks, measured
from bot.bench.places import opened_tables
from bot.bench.rows import Better, Row
from bot.playground import Channel, Guild, Person

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
MOST_RATIO: Final = 1.5
WITHOUT_LIMITS: Final = {
    "REMIK_COMPUTER_TABLES_PER_MEMBER": "1000",
    "REMIK_COMPUTER_TABLES_PER_SERVER": "1000",
    "REMIK_COMPUTER_BACKLOG": "1000",
    "REMIK_POST_SECONDS": "0",
}


def rows() -> list[Row]:
    """Measure both rows."""
    return asyncio.run(_rows())


async def _rows() -> list[Row]:
    with_limits, without = await _measured({}, RUNS), await _measured(WITHOUT_LIMITS, 1)
    ratio = median(_ratios(with_limits))
    idle, abused = (median(run[place].percentile(95) for run in with_limits) for place in (0, 1))
    slow = any(clicks.failed for run in with_limits for clicks in run)
    return [
        Row(
            "p95 of clicks while a member abuses another server, times the idle p95",
            "x",
            ratio,
            {"without limits": median(_ratios(without))},
            better=Better.LESS,
            limit=MOST_RATIO,
            notes=(
                f"idle p95 {idle:.1f} ms, abused {abused:.1f} ms; median of {RUNS} alternating runs: "
                + ", ".join(f"{one:.2f}" for one in _ratios(with_limits)),
                f"without limits idle p95 {without[0][0].percentile(95):.1f} ms, "
                f"abused {without[0][1].percentile(95):.1f} ms",
                "the stand-in and its people run on the same machine",
            ),
            faults=("an answer took over 3 s",) if slow else (),
        )
    ]


def _ratios(runs: Sequence[tuple[Clicks, Clicks]]) -> list[float]:
    """Return the abused p95 of each run divided by its idle p95."""
    return [abused.percentile(95) / idle.percentile(95) for idle, abused in runs]


async def _measured(settings: Mapping[str, str], times: int) -> list[tuple[Clicks, Clicks]]:
    """Measure idle and abused clicks in turn."""
    async with running("-m", "bot", "run", ready=READY, settings=settings) as bot:
        theirs, other = bot.standin.add_guild("Club"), bot.standin.add_guild("Elsewhere")
        clickers = Clickers(bot.standin, await opened_tables(theirs, TABLES))
        runs = []
        for number in range(times):
            idle = await measured(bot, clickers, RATE, SECONDS)
            runs.append((idle, await _abused(bot, clickers, other, number)))
        return runs


async def _abused(bot: MeasuredBot, clickers: Clickers, guild: Guild, run: int) -> Clicks:
    """Measure clicks while a new member starts games of computers, and stop these games at the end."""
    member = guild.add_person(f"Eve {run}")
    channels = [guild.add_channel(f"c{run}-{number}") for number in range(ATTEMPTS)]

    async def attack() -> None:
        for channel in channels:
            await asyncio.gather(
                member.slash(channel, "rummy watch", variant="german", level="expert"), asyncio.sleep(1 / ATTEMPT_RATE)
            )

    attacking = asyncio.create_task(attack())
    try:
        await asyncio.sleep(1)  # the first games are under way
        return await measured(bot, clickers, RATE, SECONDS)
    finally:
        attacking.cancel()
        with suppress(asyncio.CancelledError):
            await attacking
        await _stopped(member, channels)


async def _stopped(member: Person, channels: Sequence[Channel]) -> None:
    """Stop the member's games."""
    for channel in channels:
        await member.slash(channel, "rummy resign")
