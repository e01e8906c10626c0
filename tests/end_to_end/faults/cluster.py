"""A bot in several processes over the stand-in and a PostgreSQL database: kills, freezes, and what became of games."""

import asyncio
import os
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.playground import LOGINS, NO_LIMITS, Channel, Guild, Person, RateLimits, SeenMessage, StandIn
from bot.program.cli.guests import Guest, guest_for
from bot.rummy.families import Variant
from data.engines import make_engine
from data.location import located
from tests.data.fresh import NO_SERVER, POSTGRES, fresh_url
from tests.end_to_end.club import PATIENT_RUN, TEXTS

_LIMITS = replace(NO_LIMITS, logins=LOGINS)
Line: TypeAlias = tuple[int, int, int, str, int]
"""A line of a log: table, sequence number, seat, text, interaction."""


class SlotProcess:
    """``remik run`` for a slot, as a supervisor starts it again and again. Its log is one file."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self._environment = environment
        self.log = log
        self.program = Path.cwd()  # the folder with its modules
        self._process: asyncio.subprocess.Process | None = None
        self._began = 0

    @property
    def id(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._began = log.tell()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *PATIENT_RUN,
                stderr=log,
                stdout=asyncio.subprocess.DEVNULL,
                env=self._environment,
                cwd=self.program,
            )

    def said(self, words: str) -> bool:
        """Return whether its log has these words since the last start."""
        return words in self.log.read_bytes()[self._began :].decode(errors="replace")

    def send(self, number: signal.Signals) -> None:
        os.kill(self.id, number)

    async def ended(self) -> int:
        assert self._process is not None
        return await self._process.wait()

    async def end(self) -> None:
        """Kill it if it still runs, even if it is frozen."""
        if self._process is not None and self._process.returncode is None:
            self.send(signal.SIGKILL)
            await self._process.wait()


@dataclass
class Game:
    """A table of two on a server of its own."""

    guild: int
    channel: Channel
    people: list[Person]
    guests: list[Guest]

    def public(self, label: str) -> SeenMessage | None:
        shown = reversed(self.people[0].sees(self.channel))
        return next((one for one in shown if not one.ephemeral and label in one.labels), None)

    async def click(self) -> None:
        """Make one click, if anyone can, without waiting for the answer."""
        for guest in self.guests:
            if await guest.act(wait=False) is not None:
                return
        for guest in self.guests:
            if await guest.go_on(wait=False) is not None:
                return

    async def hands(self) -> bool:
        """Open all hands, by buttons or, between deals, by commands. Return whether that worked."""
        for person in self.people:
            table = self.public("My hand")
            if table is None:
                answer = await person.slash(self.channel, "rummy hand")
            else:
                answer = await person.click("My hand", message=table)
            if answer.failed:
                return False
        return True


@dataclass
class Cluster:
    """Processes that serve slots, standbys included, and games on servers of all slots."""

    standin: StandIn
    url: str
    slots: int
    shards: int
    processes: list[SlotProcess]
    engine: AsyncEngine
    games: list[Game] = field(default_factory=list)
    worst: dict[str, list[float]] = field(default_factory=dict)

    async def rows(self, statement: str) -> Sequence[Any]:
        async with self.engine.connect() as connection:
            return (await connection.execute(text(statement))).all()

    async def log(self) -> list[Line]:
        found = await self.rows("SELECT table_id, seq, seat, text, interaction FROM moves ORDER BY 1, 2")
        return [tuple(row) for row in found]

    async def owners(self) -> list[int]:
        """Return the process of each slot's owner; 0 without one."""
        found = await self.rows("SELECT owner FROM slots ORDER BY number")
        return [int(owner.split(":")[1]) if owner else 0 for (owner,) in found]

    async def deadlines(self, but: int) -> dict[tuple[int, int], int]:
        """Return the deadlines of running games by table and length of the log, except on servers of one slot."""
        lines = "(SELECT count(*) FROM moves WHERE table_id = id)"
        found = await self.rows(f"SELECT id, {lines}, guild, deadline FROM tables WHERE deadline > 0")  # noqa: S608
        return {(table, length): deadline for table, length, guild, deadline in found if self.slot_of(guild) != but}

    def slot_of(self, guild: int) -> int:
        shard = (guild >> 22) % self.shards
        return next(slot for slot in range(self.slots) if shard < (slot + 1) * self.shards // self.slots)

    def of_slot(self, slot: int) -> list[Game]:
        return [game for game in self.games if self.slot_of(game.guild) == slot]

    def process(self, number: int) -> SlotProcess:
        return next(one for one in self.processes if one.id == number)

    async def until(self, condition: Callable[[], object], seconds: float = 120) -> None:
        await self.standin.until(condition, seconds=seconds)

    async def started(self) -> None:
        """Start all processes, and wait until every slot is served."""
        for process in self.processes:
            await process.start()
        await self.until(lambda: sum(one.said("ready in") for one in self.processes) == self.slots)
        await self.until(lambda: any("rummy new" in name for name in self.standin.commands()))

    async def complete(self) -> None:
        """Wait until all slots are served, and a standby is ready."""

        def is_ready(process: SlotProcess) -> bool:
            return process.said("standing by") and not process.said("serving slot")

        await self.until(lambda: any(map(is_ready, self.processes)))
        await self.until(lambda: sum(one.said("ready in") for one in self.processes) == self.slots)

    async def standby(self) -> None:
        """Wait until a standby is ready, and the others have given back the time of the last take-over."""
        await self.complete()
        before = None
        while before != (now := await self.deadlines(-1)):
            before = now
            await asyncio.sleep(5)  # nothing else says that no more time is given back; seconds late on a busy machine

    async def open(self, number: int, servers: int) -> None:
        """Open games, as many on servers of each slot, on some of the servers."""
        wanted = [slot % self.slots for slot in range(number)]
        for server in range(servers):
            guild = self.standin.add_guild(f"Club {server}")
            slot = self.slot_of(guild.id)
            if slot in wanted:
                wanted.remove(slot)
                self.games.append(await self._open(guild))
        assert not wanted, "these slots have too few servers"

    async def _open(self, guild: Guild) -> Game:
        channel, kind = guild.add_channel("rummy"), guest_for(Variant.GIN)
        people = [guild.add_person(f"{name} {guild.id}") for name in ("Ala", "Bob")]
        await people[0].slash(channel, "rummy new", variant="gin", pace="slow", opponent=people[1])
        guests = [kind(person, TEXTS, random.Random(person.name)) for person in people]
        game = Game(guild.id, channel, people, guests)
        await self.until(lambda: game.public("Join") is not None)
        await people[1].click("Join", message=game.public("Join"))
        await people[0].click("Start")
        await self.until(lambda: game.public("My hand") is not None)
        assert await game.hands()
        return game

    async def replaced(self, slot: int, by_now: int, since: float, why: str) -> None:
        """Wait until a slot has another owner, then until its games answer. Note how long that took, and why."""
        async with asyncio.timeout(120):
            while (await self.owners())[slot] == by_now:  # noqa: ASYNC110 - only the database knows
                await asyncio.sleep(0.05)
        self.note(f"{why}: claimed", monotonic() - since)
        answering = [asyncio.create_task(self._answers(game)) for game in self.of_slot(slot)]
        await asyncio.wait(answering, return_when=asyncio.FIRST_COMPLETED)
        self.note(f"{why}: first answer", monotonic() - since)
        await asyncio.gather(*answering)
        self.note(f"{why}: all answer", monotonic() - since)

    async def _answers(self, game: Game) -> None:
        async with asyncio.timeout(120):
            while not await game.hands():  # noqa: ASYNC110 - as people do
                await asyncio.sleep(0.1)

    def note(self, what: str, seconds: float) -> None:
        self.worst.setdefault(what, []).append(seconds)

    def report(self) -> str:
        lines = []
        for what, found in self.worst.items():
            ordered = sorted(found)
            p99 = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
            median = ordered[len(ordered) // 2]
            lines.append(
                f"{what}: {len(found)} times, median {median:.1f} s, p99 {p99:.1f} s, longest {ordered[-1]:.1f} s"
            )
        return "\n".join(lines)


@asynccontextmanager
async def cluster(
    folder: Path,
    *,
    slots: int,
    shards: int,
    processes: int,
    at: str | None = None,
    limits: RateLimits = _LIMITS,
    **more: str,
) -> AsyncIterator[Cluster]:
    """Build processes that share a database: the one at a URL, or a new one on the server of TEST_POSTGRES_URL."""
    if at is None and POSTGRES is None:
        pytest.skip(NO_SERVER)
    async with (
        fresh_url(folder) if at is None else nullcontext(at) as url,
        StandIn(limits=limits, log_limit=1000) as standin,
    ):
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("REMIK_")},
            "REMIK_TOKEN": standin.token,
            "REMIK_DATABASE_URL": url,
            "REMIK_API_URL": standin.api_url,
            "REMIK_GATEWAY_URL": standin.gateway_url,
            "REMIK_LOG_LEVEL": "INFO",
            "REMIK_BEACON": "off",
            "REMIK_SLOTS": str(slots),
            "REMIK_SHARDS": str(shards),
            "XDG_RUNTIME_DIR": str(folder),
            **more,
        }
        every = [SlotProcess(environment, folder / f"log{number}") for number in range(processes)]
        engine = make_engine(located(url), pooled=False)
        try:
            yield Cluster(standin, url, slots, shards, every, engine)
        finally:
            for process in every:
                await process.end()
            await engine.dispose()
        assert not [line for line in standin.complaints if "too early" in line]
