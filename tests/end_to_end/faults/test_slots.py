"""Several processes share a bot: one that is killed or hangs is replaced, and no game notices more than a pause."""

import asyncio
import random
import shutil
import signal
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from bot.play.state.values import LogWord
from tests.data.fresh import NEWEST
from tests.end_to_end.faults.cluster import Cluster, Game, Line, cluster

pytestmark = [pytest.mark.postgres, pytest.mark.waits]
HELD = (
    "SELECT objid, count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE granted "
    "AND locktype = 'advisory' AND classid = 6451060 AND objsubid = 2 AND datname = current_database() GROUP BY objid"
)
"""Selects the slots whose locks are held, and by how many sessions."""


async def test_a_killed_and_a_frozen_process_are_replaced(tmp_path: Path) -> None:
    async with cluster(tmp_path, slots=2, shards=2, processes=3) as there:
        await take_over(there, random.Random(1), kills=2, freezes=1, games=4, servers=8, stopped=0)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
async def test_two_hundred_kills_and_twenty_freezes(tmp_path: Path, soak_seed: str) -> None:
    async with cluster(tmp_path, slots=2, shards=8, processes=3) as there:
        await take_over(there, random.Random(soak_seed), kills=200, freezes=20, games=40, servers=200, stopped=60)


async def take_over(
    there: Cluster, rng: random.Random, *, kills: int, freezes: int, games: int, servers: int, stopped: float
) -> None:
    """Replace processes in a random order, while people play. Frozen ones are ``stopped`` for that many seconds."""
    await there.started()
    await there.open(games, servers)
    owning = asyncio.create_task(one_owner_each(there))
    rounds = [signal.SIGKILL] * kills + [signal.SIGSTOP] * freezes
    rng.shuffle(rounds)
    try:
        for number in rounds:
            await there.standby()
            for game in rng.choices(there.games, k=10):
                await game.click()
            await (killed(there, rng) if number is signal.SIGKILL else frozen(there, rng, stopped))
            assert not owning.done(), owning.exception()
    finally:
        owning.cancel()
        await asyncio.wait({owning})
        print(there.report())  # noqa: T201 - the result of a measurement


async def killed(there: Cluster, rng: random.Random) -> None:
    """Kill a process during a click, and look at what its successor made of its games."""
    slot = rng.randrange(there.slots)
    owner = (await there.owners())[slot]
    before, elsewhere = await there.log(), await there.deadlines(slot)
    await rng.choice(there.of_slot(slot)).click()
    await asyncio.sleep(rng.random() * 0.05)  # a random moment for the kill; the test waits for nothing here
    began, process = monotonic(), there.process(owner)
    process.send(signal.SIGKILL)
    await process.ended()
    kept = await there.log()
    must_continue(before, kept)
    await process.start()
    await there.replaced(slot, owner, began, "killed")
    must_continue(kept, await there.log())
    must_be_unmoved(elsewhere, await there.deadlines(slot))


async def frozen(there: Cluster, rng: random.Random, seconds: float) -> None:
    """Freeze a process until it is replaced, and let it go on: it writes nothing any more, and ends."""
    slot = rng.randrange(there.slots)
    owner = (await there.owners())[slot]
    elsewhere = await there.deadlines(slot)
    began, process = monotonic(), there.process(owner)
    process.send(signal.SIGSTOP)
    await there.replaced(slot, owner, began, "frozen")
    assert there.worst["frozen: claimed"][-1] < 30
    await asyncio.sleep(max(0.0, seconds - (monotonic() - began)))
    others = [one for one in there.processes if one is not process]
    await there.until(lambda: all(one.said("ready in") for one in others))
    before = None
    while before != (now := await everything(there)):
        before = now
        await asyncio.sleep(5)  # nothing else says that the others give back no more time
    woken = monotonic()
    process.send(signal.SIGCONT)
    assert await process.ended() == 75
    there.note("ended after a freeze", monotonic() - woken)
    assert await everything(there) ^ before == set(), "it wrote something"
    must_be_unmoved(elsewhere, await there.deadlines(slot))
    await process.start()


async def everything(there: Cluster) -> set[str]:
    """Return what games consist of. Signs of life, heartbeats and the open panels of the living go on."""
    names = ("moves", "tables", "seats", "starts", "changes", "results", "leagues", "fixtures")
    return {f"{name} {row}" for name in names for row in await there.rows(f"SELECT * FROM {name}")}  # noqa: S608


def must_be_unmoved(before: dict[tuple[int, int], int], after: dict[tuple[int, int], int]) -> None:
    """Check that deadlines are as they were at tables where nobody has moved."""
    moved = {key: (before[key], after[key]) for key in before.keys() & after.keys() if before[key] != after[key]}
    assert not moved, "deadlines on servers of another slot were moved"


def must_continue(before: list[Line], after: list[Line]) -> None:
    """Check that no line was lost, repeated or changed, and that nobody's time ran out."""
    kept = {(line[0], line[1]): line for line in after}
    assert all(kept.get((line[0], line[1])) == line for line in before), "an accepted move was lost"
    made = [line[4] for line in after]
    assert len(made) == len(set(made)), "a move was made twice"
    assert not [line for line in after if line[4] < 0 and line[3] != LogWord.NEXT], "a turn was timed out"


async def one_owner_each(there: Cluster) -> None:
    """Look ten times a second at who holds the locks of slots."""
    while True:
        with suppress(TimeoutError):  # a busy machine
            held = await there.rows(HELD)
            assert all(number == 1 for _, number in held), held
        await asyncio.sleep(0.1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_an_upgrade_without_a_pause(tmp_path: Path) -> None:
    async with cluster(tmp_path, slots=2, shards=8, processes=3) as there:
        await there.started()
        await there.open(40, 200)
        await there.standby()
        stopped = dict[int, float]()
        clicking = asyncio.create_task(clicks(there, 20, stopped))
        newer = next_version(tmp_path / "newer")
        for process in sorted(there.processes, key=lambda one: one.said("serving slot")):  # the standby first
            before, owners = await there.log(), await there.owners()
            stopped.update({slot: monotonic() for slot, owner in enumerate(owners) if owner == process.id})
            process.send(signal.SIGTERM)
            assert await process.ended() == 0
            process.program = newer
            await process.start()
            await there.complete()
            must_continue(before, await there.log())
        kept = await there.log()
        async with asyncio.timeout(300):
            while len(await there.log()) < len(kept) + 20:  # noqa: ASYNC110 - games go on
                await asyncio.sleep(0.5)
        clicking.cancel()
        await asyncio.wait({clicking})
        must_continue(kept, await there.log())
        assert {version for (version,) in await there.rows("SELECT version FROM slots")} == {"99.0"}
        synced = sum(one.log.read_text(encoding="utf-8").count("commands synced") for one in there.processes)
        assert synced == 2, "once by the first version, and once by the next"
        assert not any("Traceback" in one.log.read_text(encoding="utf-8") for one in there.processes)
        print(there.report())  # noqa: T201 - the result of a measurement


async def clicks(there: Cluster, per_second: int, stopped: Mapping[int, float]) -> None:
    """Click at all tables in turn. Note for how long servers were without answers after their process was stopped."""
    answered = dict[int, float]()
    busy = dict[int, asyncio.Task[None]]()

    async def click(game: Game) -> None:
        await game.click()
        while not await game.hands():  # noqa: ASYNC110 - as people do
            await asyncio.sleep(0.5)
        since = stopped.get(there.slot_of(game.guild), 0.0)
        if answered.get(game.guild, 0.0) < since:
            there.note("without answers", monotonic() - since)
        answered[game.guild] = monotonic()

    while True:
        for game in there.games:
            if game.guild not in busy or busy[game.guild].done():
                busy[game.guild] = asyncio.create_task(click(game))
            await asyncio.sleep(3 / per_second)  # a pace of clicks; the test waits for nothing here


def next_version(folder: Path) -> Path:
    """Copy the program, with another description of a command, another migration and another number."""
    for package in ("bot", "cogs", "data", "render"):
        shutil.copytree(package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / "remik-99.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: remik\nVersion: 99.0\n", encoding="utf-8")
    described = folder / "cogs" / "door" / "help.py"
    words = described.read_text(encoding="utf-8")
    assert "Explain what you can do here" in words
    described.write_text(words.replace("Explain what you can do here", "Say what you can do here"), encoding="utf-8")
    number = f"{int(NEWEST) + 1:04}"
    migration = folder / "data" / "migrations" / "versions" / f"v{number}_more.py"
    migration.write_text(
        "from alembic import op\nimport sqlalchemy as sa\n\n"
        f"revision, down_revision, branch_labels, depends_on = '{number}', '{NEWEST}', None, None\n\n\n"
        "def upgrade():\n    op.add_column('tables', sa.Column('more', sa.Integer))\n",
        encoding="utf-8",
    )
    return folder


async def test_logins_of_all_processes_take_turns_in_their_buckets(tmp_path: Path) -> None:
    async with cluster(tmp_path, slots=2, shards=4, processes=2) as there:
        there.standin.recommend_shards(4, 2)
        await there.started()
        assert there.standin.identified == 4
        assert {(one.shard, one.shards) for one in there.standin.sessions} == {(shard, 4) for shard in range(4)}
        assert not there.standin.complaints
