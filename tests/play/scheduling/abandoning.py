"""Random games abandoned at random points in every possible way, and a check of their results."""

import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import cast

from bot.play.service import play_requests, table_requests
from bot.play.service.table import Table
from bot.play.state.errors import Repeated, Stale
from bot.play.state.game import Game, begin, follow
from bot.play.state.people import Notifications, PeopleStore, Preferences, Quiet
from bot.play.state.presence import MISSES
from bot.play.state.values import LogLine, Pace, Status, TableRow
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.moves import Move, Verb
from bot.rummy.options import PRESETS, Options, options_for
from bot.rummy.records.checking import check
from bot.rummy.refusals import Refused
from bot.rummy.views import Phase
from tests.play.fake_time import DAY, HOUR, MINUTE, SECOND, FakeTime
from tests.play.melds import random_rules
from tests.play.memory import MemoryStore
from tests.play.process import USERS, chosen, claimers, ids
from tests.play.scheduling.cluster import Bot, Cluster, game_of

PRESENT, SLEEPY, GONE = 1.0, 0.6, 0.0
"""The probability that a player moves in time."""


class MemoryFacts:
    """Stores named texts in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    async def get(self, name: str) -> str | None:
        return self._kept.get(name)

    async def put(self, name: str, value: str) -> None:
        self._kept[name] = value


class MemoryPeople:
    """Stores preferences in memory."""

    def __init__(self) -> None:
        self._kept: dict[int, Preferences] = {}

    async def get(self, user: int) -> Preferences:
        return self._kept.get(user, Preferences(user))

    async def save(self, person: Preferences) -> None:
        self._kept[person.user] = person


@asynccontextmanager
async def memory_house() -> AsyncIterator[Cluster]:
    """Open a cluster whose stores are in memory."""
    cluster = Cluster(MemoryStore(), MemoryFacts(), cast("PeopleStore", MemoryPeople()), FakeTime())
    try:
        yield cluster
    finally:
        for bot in list(cluster.bots):
            await cluster.stopped(bot)


@dataclass
class Story:
    """One table and its people; ``chance`` decides everything."""

    cluster: Cluster
    chance: random.Random
    bot: Bot
    number: int = 0
    attendance: dict[int, float] = field(default_factory=dict)  # by user
    pings: int = 0

    async def table(self) -> Table:
        return await self.bot.tables.get(self.number)

    async def begin(self) -> None:
        """Set up a table and start it."""
        chance = self.chance
        options, seats = random_game(chance)
        people = chance.randint(1, seats)
        for user in USERS:
            await self.cluster.people.save(random_person(user, chance))
        table = await self.bot.started(
            options,
            people=people,
            computers=seats - people,
            pace=chance.choice(list(Pace)),
            level=chance.choice((Level.EASY, Level.NORMAL)),
            cut=str(chance.random()),
        )
        self.number = table.row.id
        self.attendance = {user: chance.choice((PRESENT, PRESENT, SLEEPY, GONE)) for user in USERS[:people]}

    async def go_on(self) -> None:
        """Do one random thing, and move the time a little."""
        chance, table = self.chance, await self.table()
        if chance.random() < 0.06:
            self.attendance[chance.choice(list(self.attendance))] = chance.choice((PRESENT, SLEEPY, GONE))
        elif chance.random() < 0.04:
            await self.interrupted()
            table = await self.table()
        with suppress(Refused, Stale, Repeated):  # late or impossible clicks
            await self.act(table)
        limits = table.row.limits
        spans = [SECOND, 20 * SECOND, MINUTE, limits.turn + limits.bank if limits else HOUR]
        await self.cluster.time.forward(chance.randint(0, chance.choice(spans)))

    async def act(self, table: Table) -> None:
        """Do something as one of the people."""
        chance = self.chance
        for user, attends in self.attendance.items():
            seat = table.seat_of(user)
            if seat is None or chance.random() >= attends:
                continue
            if seat in game_of(table).away:
                await play_requests.come_back(table, user, next(ids))
            elif chance.random() < 0.004:
                await play_requests.resign(table, user, interaction=next(ids))
            elif chance.random() < 0.004:
                await table_requests.expel(table, chance.choice(list(self.attendance)), next(ids))
            elif chance.random() < 0.002:
                await table_requests.close(table, next(ids))
            elif table.view(None).phase is Phase.DEAL:
                await self.after_a_deal(table, user)
            elif seat == table.view(None).turn:
                move = chosen(table.view(seat), chance)
                await play_requests.moves(table, user, (move,), stamp=table.stamp(seat), interaction=next(ids))
            elif seat in claimers(table) and chance.random() < 0.3:
                await play_requests.moves(
                    table, user, (Move(seat, Verb.CLAIM),), stamp=table.stamp(None), interaction=next(ids)
                )
            elif chance.random() < 0.1:
                await play_requests.nudge(table, user, next(ids))

    async def after_a_deal(self, table: Table, user: int) -> None:
        if self.chance.random() < 0.5:
            await play_requests.ready(table, user, table.view(None).deal, next(ids))
        else:
            await play_requests.next_deal(table, user, stamp=table.stamp(None), interaction=next(ids))

    async def interrupted(self) -> None:
        """Interrupt the bot for some time, in one of several ways."""
        chance, time = self.chance, self.cluster.time
        away = chance.choice((SECOND, MINUTE, HOUR, 2 * DAY))
        match chance.randrange(3):
            case 0:
                self.bot.scheduler.away()
                await time.forward(away)
                await self.bot.scheduler.here()
            case 1:
                await self.cluster.stopped(self.bot)
                await time.forward(away)
                self.bot = await self.cluster.bot()
            case _:
                await self.cluster.killed(self.bot, time.now - chance.randrange(15 * SECOND))
                self.bot = await self.cluster.bot()
        await time.forward(0)


def random_game(chance: random.Random) -> tuple[Options, int]:
    """Choose a short game of any variant and a number of players."""
    match chance.choice(list(Variant)):
        case Variant.BASIC:
            return options_for(Variant.BASIC, {"target": chance.choice((10, 40))}), chance.randint(2, 4)
        case Variant.GERMAN:
            seats = chance.randint(2, 4)
            return random_rules(chance, seats, chance.randint(1, 2)), seats
        case gin:
            return options_for(
                gin, chance.choice(({"deals": 1}, {"deals": 3}, {"target": 50})) if gin is Variant.GIN else {}
            ), PRESETS[gin].seat_counts[0]


def random_person(user: int, chance: random.Random) -> Preferences:
    """Return a user with random notification settings."""
    quiet = Quiet(chance.randrange(1440), chance.randrange(1440), "Europe/Warsaw") if chance.random() < 0.3 else None
    return Preferences(user, chance.choice(list(Notifications)), quiet)


async def abandoned(cluster: Cluster, seed: int) -> Table:
    """Run one random story: people come and go, then all stay away until the table is over."""
    chance = random.Random(seed)
    ids.restart()
    if chance.random() < 0.2:
        cluster.announcer.refuses = {Notifications.DIRECT}
    story = Story(cluster, chance, await cluster.bot())
    await story.begin()
    steps = chance.choice((3, 20, 60, 150))
    for _ in range(steps):
        if (await story.table()).row.status is not Status.PLAYING:
            break
        await story.go_on()
    cluster.announcer.sent.clear()
    await cluster.time.forward(8 * DAY)
    return await story.table()


async def judge(cluster: Cluster, table: Table) -> None:
    """Assert that a finished table's result follows from its log."""
    kept = await cluster.store.load(table.row.id)
    assert kept is not None
    row, log = kept
    assert row.status is Status.OVER
    assert await cluster.store.wakes() == ()
    assert not cluster.announcer.standing
    pings = Counter(sent.user for sent in cluster.announcer.sent)  # for players gone: two turns, two reminders
    assert max(pings.values(), default=0) <= 3 * MISSES
    losers, game = _followed(row, log)
    assert game == table.game
    record = check(table.record())
    if log and log[-1].text == "close":
        assert (table.winners(), table.forfeits) == ((), frozenset())
        assert "result" not in record
        return
    assert table.forfeits == losers
    assert set(table.winners()) == _winners(row, game, losers, record)


def _followed(row: TableRow, log: tuple[LogLine, ...]) -> tuple[frozenset[int], Game]:
    """Replay a log, check each line of the program, and return the forfeiting seats and the game."""
    people = {seat for seat, player in enumerate(row.seats) if not player.is_computer}
    away, left, late = set[int](), set[int](), dict.fromkeys(people, 0)
    game = begin(row)
    for entry in log:
        after = follow(row, game, entry)
        seat, by_person = entry.seat, entry.interaction > 0
        made_for = [move.endswith(" !") for move in entry.text.split("; ")]
        match entry.text:
            case "away":
                assert not by_person
                assert late[seat] >= MISSES
                away.add(seat)
            case "back":
                away.discard(seat)
            case "leave" | "resign":
                left.add(seat)
                away.discard(seat)
            case "next" | "ready" | "close":
                pass
            case _:
                assert made_for == [not by_person and seat in people] * len(made_for)
                if not by_person and seat in people - away - left:
                    assert row.limits is not None
                    assert entry.at - game.turn_at >= row.limits.turn or not game.state.turns
        if by_person and entry.text != "close":
            late[seat] = 0
        elif made_for[0] and seat in people - away - left and after.state.turn != seat:
            late[seat] += 1
        if by_person or not people or entry.text in ("away", "close"):
            pass
        else:
            assert people - away - left, "the program went on at a table that sleeps"
        game = after
    return frozenset(away | left), game


def _winners(row: TableRow, game: Game, losers: frozenset[int], record: dict[str, object]) -> set[int]:
    """Return the winners: by the rules, except players who forfeited, or else the best of the others."""
    result = record.get("result")
    by_rules = set(result["winners"]) - losers if isinstance(result, dict) else set()
    if by_rules:
        return by_rules
    totals = [sum(column.totals[seat] for column in game.state.sheet) for seat in range(len(row.seats))]
    others = [seat for seat in range(len(totals)) if seat not in losers]
    return {seat for seat in others if totals[seat] == max(totals[other] for other in others)}
