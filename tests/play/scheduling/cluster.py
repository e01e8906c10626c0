"""A process that runs tables: the real stores and scheduler, a clock that tests control, and no Discord."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count

from bot.play.scheduling.downtime import Reachability
from bot.play.scheduling.scheduler import Scheduler
from bot.play.scheduling.thinking import at_once
from bot.play.service import table_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.game import Game
from bot.play.state.people import Notifications, PeopleStore
from bot.play.state.ports import ProgramState, Store
from bot.play.state.slots import HEART, ONLY_SLOT, Slot
from bot.play.state.values import Pace, Ping, PingResult, Status, TimeLimits
from bot.players.levels import Level
from bot.program.conditions import SteadyClock
from bot.rummy.options import Options
from data.database import open_database
from data.people.store import SqlPeople
from data.people.store import SqlProgramState as KeptFacts
from data.tables.store import SqlTables
from tests.play.fake_time import DAY, HOUR, MINUTE, FakeTime
from tests.play.process import ALA, CHANNEL, GIN, NAMES, USERS, Members, ids

LIMITS = {Pace.LIVE: TimeLimits(MINUTE, MINUTE), Pace.SLOW: TimeLimits(24 * HOUR), Pace.NONE: None}


@dataclass(frozen=True, slots=True)
class Sent:
    """A ping that was sent."""

    at: int
    user: int
    notifications: Notifications
    reminder: int


class RecordingAnnouncer:
    """An announcer that records what people would see; ``standing`` are the pings that aren't deleted."""

    def __init__(self, time: FakeTime) -> None:
        self.time = time
        self.sent: list[Sent] = []
        self.standing: dict[int, Ping] = {}
        self.changes: Counter[int] = Counter()
        self.refuses: set[Notifications] = set()
        self.unreachable = False
        self._messages = count(1)

    def changed(self, table: Table) -> None:
        self.changes[table.row.id] += 1

    async def ping(
        self, table: Table, user: int, notifications: Notifications, reminder: int
    ) -> tuple[PingResult, Ping | None]:
        if self.unreachable:
            return PingResult.LATER, None
        if notifications in self.refuses:
            return PingResult.FAILED, None
        ping = Ping(user, table.row.home.channel, next(self._messages))
        self.sent.append(Sent(self.time.now, user, notifications, reminder))
        self.standing[ping.message] = ping
        return PingResult.SENT, ping

    async def delete_ping(self, ping: Ping) -> bool:
        if not self.unreachable:
            self.standing.pop(ping.message, None)
        return not self.unreachable


class Bot:
    """One process of a house. It stores a heartbeat as often as ``house.beat`` says, by default once a day."""

    def __init__(self, cluster: "Cluster", store: Store, slot: Slot = ONLY_SLOT) -> None:
        self.cluster, self.store = cluster, store
        time, announcer = cluster.time, cluster.announcer
        clock = SteadyClock(lambda: time.now + cluster.clock_set, time.clock)
        self.tables = Tables(store, clock, token=lambda: bytes(32), touched=self._watch, names=Members(), slot=slot)
        self.scheduler = Scheduler(
            self.tables,
            store,
            cluster.people,
            announcer,
            clock,
            facts=cluster.facts,
            think=at_once,
            pause=cluster.pauses[0],
            claim_delay=cluster.pauses[1],
            sleep=time.sleep,
            beat=cluster.beat,
            stall=60.0,
            follow=clock.follow,
            reach=Reachability(lambda guild: guild not in cluster.unreachable, slot),
        )

    def _watch(self, table: Table) -> None:
        self.scheduler.watch(table)

    async def started(
        self,
        options: Options = GIN,
        *,
        people: int = 2,
        computers: int = 0,
        pace: Pace = Pace.LIVE,
        level: Level = Level.EASY,
        channel: int = CHANNEL,
        guild: int = 1,
        cut: str = "cut",
    ) -> Table:
        """Open a table, seat people and then computers, cut as the host, and start."""
        table = await self.lobby(options, pace=pace, channel=channel, guild=guild)
        for user, name in list(zip(USERS, NAMES, strict=True))[1:people]:
            await table_requests.join(table, user, name, next(ids))
        for _ in range(computers):
            await table_requests.add_computer(table, ALA, level, next(ids))
        await table_requests.cut(table, ALA, cut, next(ids))
        await table_requests.start(table, ALA, next(ids))
        return table

    async def lobby(
        self, options: Options = GIN, *, pace: Pace = Pace.LIVE, channel: int = CHANNEL, guild: int = 1
    ) -> Table:
        """Open a table as Ala."""
        return await self.tables.open(
            guild=guild,
            channel=channel,
            host=ALA,
            name=NAMES[0],
            options=options,
            pace=pace,
            limits=LIMITS[pace],
            interaction=next(ids),
        )


class Cluster:
    """A database and the processes that run on it, one after the other or together."""

    def __init__(self, store: Store, facts: ProgramState, people: PeopleStore, time: FakeTime) -> None:
        self.store, self.facts, self.people, self.time = store, facts, people, time
        self.announcer = RecordingAnnouncer(time)
        self.clock_set = 0  # milliseconds by which the machine's clock was set
        self.pauses = (0.0, 0.0)
        self.unreachable: set[int] = set()  # servers missing or unavailable in Discord's list
        self.beat = DAY / 1000  # seconds between heartbeats; few, because tests let days pass
        self.bots: list[Bot] = []
        time.settled = self._idle

    async def _idle(self) -> None:
        """Wait until no process has anything left to do."""
        for _ in range(2):
            for bot in self.bots:
                await bot.scheduler.idle()

    def lost(self, guild: int) -> None:
        """Make a server unavailable, or remove the bot from it."""
        self.unreachable.add(guild)
        for bot in self.bots:
            bot.scheduler.lose((guild,))

    async def found(self, guild: int) -> None:
        """Make a server available again."""
        self.unreachable.discard(guild)
        for bot in self.bots:
            await bot.scheduler.find((guild,))

    async def bot(self, store: Store | None = None, slot: Slot = ONLY_SLOT) -> Bot:
        """Start a process."""
        bot = Bot(self, store or self.store, slot)
        self.bots.append(bot)
        await bot.scheduler.start()
        await self.time.forward(0)
        return bot

    async def stopped(self, bot: Bot) -> None:
        """Stop a process as an operator does."""
        await bot.scheduler.close()
        self.bots.remove(bot)

    async def killed(self, bot: Bot, last_seen: int) -> None:
        """Stop a process as a power cut does, some time after its last heartbeat."""
        await self.stopped(bot)
        await self.facts.put(HEART, str(last_seen))


@asynccontextmanager
async def cluster_at(url: str, now: int = 1_800_000_000_000) -> AsyncIterator[Cluster]:
    """Open a house, and stop its processes at the end."""
    database = await open_database(url)
    cluster = Cluster(SqlTables(database), KeptFacts(database), SqlPeople(database), FakeTime(now))
    try:
        yield cluster
    finally:
        for bot in list(cluster.bots):
            await cluster.stopped(bot)
        await database.close()


def game_of(table: Table) -> Game:
    """Return the game of a table that has started."""
    assert table.game is not None
    return table.game


def lines_of(table: Table) -> tuple[str, ...]:
    """Return the lines of a table's log."""
    return game_of(table).lines


def deadline_of(table: Table) -> int:
    """Return the deadline of a table."""
    assert table.row.clock is not None
    assert table.row.clock.deadline is not None
    return table.row.clock.deadline


def status_of(table: Table) -> Status:
    """Return the current status of a table."""
    return table.row.status
