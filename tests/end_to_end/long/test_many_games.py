"""Two thousand short games: memory stays the same, and nothing is left over at the end.

    pytest -m soak -n 2 --dist load tests/end_to_end/long/test_many_games.py

takes less than an hour on two cores. Each worker runs a bot, a stand-in and the players in one process, and plays its
share of the games in rounds of one game per table. Between rounds, 16 minutes pass for bot and stand-in: everything
that they keep for 15 minutes expires. Every worker prints a line per round on standard error. SOAK_GAMES, SOAK_TABLES
(per worker), SOAK_WORKERS and SOAK_SEED change what is played.
"""

import asyncio
import os
import sys
import threading
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import pytest

from cogs.edge.channel_writer import EDIT_INTERVAL
from tests.end_to_end.club import open_club
from tests.end_to_end.long.rounds import Footprint, Rounds

GAMES: Final = int(os.environ.get("SOAK_GAMES", "2000"))
TABLES: Final = int(os.environ.get("SOAK_TABLES", "20"))
WORKERS: Final = int(os.environ.get("SOAK_WORKERS", "2"))
SEED: Final = int(os.environ["SOAK_SEED"])  # set by tests/conftest.py by default
AGE: Final = 16 * 60.0
"""Seconds that pass between rounds."""
WARM_UP: Final = 0.2
"""The share of the rounds after which memory may not grow any more."""
COMPARED: Final = 5
"""Rounds whose median is compared, after the warm-up and at the end."""
GROWTH: Final = 0.05
"""The share by which memory may grow after the warm-up."""


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
@pytest.mark.parametrize("worker", [pytest.param(n, id=f"seed{SEED}-worker{n}") for n in range(WORKERS)])
async def test_memory_does_not_grow_over_many_games_and_nothing_is_left_over(
    tmp_path: Path, worker: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, began, found = Random(f"{SEED} {worker}"), time.monotonic(), list[Footprint]()
    before, threads = Footprint.now(), threading.enumerate()

    def say(text: str) -> None:
        with capsys.disabled():
            print(f"worker {worker}, seed {SEED}, {time.monotonic() - began:.0f} s: {text}", file=sys.stderr)  # noqa: T201

    async with open_club(tmp_path, log_limit=0, slower=1) as club:
        rounds = Rounds(club, TABLES, patient=True)  # a busy machine may miss three seconds
        async with club.running(edit_interval=EDIT_INTERVAL):
            for number in range(1, max(1, GAMES // WORKERS // TABLES) + 1):
                await rounds.play(chance)
                await rounds.age(AGE)
                found.append(Footprint.now())
                say(f"round {number}, {rounds.games.total()} games, {rounds.clicks:,} clicks: {found[-1]}")
        club.standin.listen(lambda *_: None)
    say(f"{rounds.failures} late answers, {rounds.stalls} stalls; responses {dict(rounds.statuses)}")
    say(f"games: {dict(rounds.games)}")
    await asyncio.get_running_loop().shutdown_default_executor()
    after = Footprint.now()
    say(f"at the end: {after}")
    for kind in ("tasks", "files", "sockets"):
        assert getattr(after, kind) == getattr(before, kind), f"{kind} are left over: {after} instead of {before}"
    assert threading.enumerate() == threads
    for what, growth in growths(found).items():
        say(f"growth of {what} after the warm-up: {100 * growth:.1f}%")
        assert growth < GROWTH, f"{what} grew by {100 * growth:.1f}%"


def growths(found: list[Footprint]) -> dict[str, float]:
    """Return by which share memory and objects grew between the rounds after the warm-up and the last ones.

    Tasks and files may not grow at all.
    """
    first = round(WARM_UP * len(found))
    if len(found) < first + 2 * COMPARED:
        return {}
    early, late = found[first : first + COMPARED], found[-COMPARED:]
    assert max(one.tasks for one in late) <= max(one.tasks for one in early), "tasks are left over"
    assert max(one.files for one in late) <= max(one.files for one in early), "files are left over"
    return {
        "memory": median(one.memory for one in late) / median(one.memory for one in early) - 1,
        "objects": median(one.objects for one in late) / median(one.objects for one in early) - 1,
    }
