"""Benchmark of clicks: the time to the answer and until the others see a move, for the real bot and for two others.

All bots run in their own processes, against a stand-in for Discord that runs in this one, together with the people.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from enum import StrEnum
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from bot.bench.bot_process import MeasuredBot, running
from bot.bench.load import Clickers, Clicks, TimedClick, measured
from bot.bench.peers import OPEN
from bot.bench.places import opened_tables, posted_button
from bot.bench.rows import Better, Row

TABLES: Final = 100
READY: Final = "rummy new"
"""The command that the bot has registered once it can be used."""
SLOWEST, SLOW, FAST, BURST = 4, 20, 60, 200
"""Clicks per second. The bot that opens PNGs takes most of a core at 10."""
SECONDS: Final = 15.0
BURST_SECONDS: Final = 8.0
WARM_UP: Final = 10.0
"""Seconds in which half of the tables play, so that games in progress are measured as well as first moves."""
_DEFER, _PNG = "a bare defer", "a bot that opens PNGs"
_SAME_MACHINE: Final = "the stand-in and its people run on the same machine"


class Part(StrEnum):
    """A part of this benchmark."""

    ANSWERS = "answers"  # at a rate that the bot easily keeps up with
    CPU = "cpu"  # at a rate that a bot that opens PNGs keeps up with, too
    CORE = "core"  # at a rate that one core keeps up with
    BURST = "burst"  # at a rate that nothing keeps up with


def rows(parts: Sequence[Part] = tuple(Part)) -> Iterator[Row]:
    """Measure and yield the rows of some parts, one after the other."""
    found = _rows(parts)

    async def following() -> Row | None:
        return await anext(found, None)

    with asyncio.Runner() as runner:
        while (row := runner.run(following())) is not None:
            yield row


async def _rows(parts: Sequence[Part]) -> AsyncIterator[Row]:
    defer = await peer("defer", SLOW) if Part.ANSWERS in parts else None
    png = await peer("png", SLOWEST) if Part.CPU in parts else None
    async with running("-m", "bot", "run", ready=READY) as bot:
        clickers = await warmed_up(bot)
        if defer is not None:
            for row in answer_rows(await measured(bot, clickers, SLOW, SECONDS), defer):
                yield row
        if png is not None:
            yield cpu_row(await measured(bot, clickers, SLOWEST, SECONDS), png)
        if Part.CORE in parts:
            for row in await one_core_rows(bot, clickers):
                yield row
        if Part.BURST in parts:
            yield burst_row(await measured(bot, clickers, BURST, BURST_SECONDS))


async def peer(kind: str, rate: float) -> Clicks:
    """Measure one of the two other bots: ``defer`` or ``png``."""
    with TemporaryDirectory() as folder:
        async with running("-m", "bot.bench.peers", kind, folder, ready=OPEN) as bot:
            guild = bot.standin.add_guild("Club")
            clickers = Clickers(bot.standin, [await posted_button(guild, number) for number in range(SLOW)])
            await measured(bot, clickers, rate, 2)
            return await measured(bot, clickers, rate, SECONDS)


async def warmed_up(bot: MeasuredBot, tables: int = TABLES) -> Clickers:
    """Open tables, and play at half of them."""
    places = await opened_tables(bot.standin.add_guild("Club"), tables)
    await measured(bot, Clickers(bot.standin, places[: tables // 2]), SLOW, WARM_UP)
    return Clickers(bot.standin, places)


def answer_rows(ours: Clicks, defer: Clicks) -> list[Row]:
    """Return the rows of the answers to clicks at a rate that the bot easily keeps up with."""
    return [
        Row(
            f"click to answer, {SLOW}/s on {TABLES} tables, p50",
            "ms",
            ours.percentile(50),
            {_DEFER: defer.percentile(50)},
            better=Better.LESS,
            least={_DEFER: 1 / 4},
            notes=(*_about(ours), f"the others see it: {_seen(ours)}", _by_move(ours.clicks), _SAME_MACHINE),
            faults=(*ours.faults, *defer.faults),
        ),
        Row(f"CPU of the bot per click, {SLOW}/s", "ms", ours.cpu, {_DEFER: defer.cpu}, better=Better.LESS),
    ]


def cpu_row(ours: Clicks, png: Clicks) -> Row:
    """Return the row of the CPU per click, at a rate that both bots keep up with."""
    return Row(
        f"CPU of the bot per click, {SLOWEST}/s",
        "ms",
        ours.cpu,
        {_PNG: png.cpu},
        better=Better.LESS,
        least={_PNG: 5},
        notes=(*_about(ours), f"{_PNG}: {png.rate:.1f} clicks/s, p50 {png.percentile(50):.1f} ms"),
        faults=(*ours.faults, *png.faults),
    )


async def one_core_rows(bot: MeasuredBot, clickers: Clickers) -> list[Row]:
    """Return the rows of clicks at a rate that a core can keep up with, with the bot on one."""
    with bot.on_one_core() as pinned:
        await measured(bot, clickers, FAST, 2)
        ours = await measured(bot, clickers, FAST, 2 * SECONDS)
    where = "the bot on one core" if pinned else "the bot couldn't be kept on one core"
    return [
        Row(
            f"click to answer, {FAST}/s on {TABLES} tables, p99",
            "ms",
            ours.percentile(99),
            better=Better.LESS,
            limit=50,
            notes=(where, *_about(ours)),
            faults=ours.faults,
        ),
        Row(
            f"click until the others see it, {FAST}/s on {TABLES} tables, p99",
            "ms",
            ours.seen_percentile(99),
            better=Better.LESS,
            limit=2000,
            notes=(_seen(ours), f"{100 * ours.busy:.0f}% of the core"),
            faults=ours.faults,
        ),
    ]


def burst_row(ours: Clicks) -> Row:
    """Return the row of a burst of more clicks than the bot can keep up with, counted from when the last was due."""
    shown = "not at all" if ours.all_shown is None else f"after {ours.all_shown:.1f} s"
    last = "never" if ours.after_last is None else f"{ours.after_last:.1f} s after the last click"
    return Row(
        f"everyone up to date after {BURST_SECONDS:g} s at {BURST}/s on {TABLES} tables",
        "s",
        float("inf") if ours.caught_up is None else ours.caught_up,
        better=Better.LESS,
        limit=5,
        notes=(
            *_about(ours),
            f"the others see it: {_seen(ours)}",
            f"everyone was up to date {last}; the channels showed every draw, too, {shown}",
        ),
        faults=ours.faults,
    )


def _about(ours: Clicks) -> tuple[str, ...]:
    """Return notes about clicks: how many, at which rate, and the times to the answer."""
    return (
        f"{len(ours.clicks):,} clicks, made at {ours.rate:.1f}/s; 99% of them at most {ours.lag:.0f} ms late",
        f"answers: p50 {ours.percentile(50):.1f} ms, p99 {ours.percentile(99):.0f} ms, slowest {ours.slowest:.0f} ms; "
        f"CPU {ours.cpu:.1f} ms per click (the stand-in and its people: {ours.load:.1f} ms)",
    )


def _seen(ours: Clicks) -> str:
    """Return how long it took until the others saw the moves that change what they may do."""
    moves = sum(one.sent.for_others for one in ours.clicks)
    return f"p50 {ours.seen_percentile(50):.0f} ms, p99 {ours.seen_percentile(99):.0f} ms ({moves:,} moves)"


def _by_move(clicks: Sequence[TimedClick]) -> str:
    """Return the median time to the answer by the kind of move."""
    times: dict[str, list[float]] = {}
    for one in clicks:
        if one.answered is not None:
            times.setdefault(one.sent.name, []).append(1000 * (one.answered - one.due))
    return "p50 by move: " + ", ".join(f"{name} {median(found):.1f} ms" for name, found in sorted(times.items()))
