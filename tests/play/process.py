"""A process of the bot without Discord: with its own connections and memory, and a clock and seed that tests set."""

import random
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count

from bot.fairness.beacon import PublicBeacon
from bot.play.service import play_requests, table_requests
from bot.play.service.new_tables import ComputerSeats
from bot.play.service.table import Table, Watch
from bot.play.service.tables import Tables
from bot.play.state.ports import Store
from bot.play.state.values import Debt, Debts, Pace, Stamp, Status, TableRow, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.cards import mask_of
from bot.rummy.families import Variant
from bot.rummy.gin.arrange import discards
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.options import Options, options_for
from bot.rummy.views import View
from data.database import open_database
from data.tables.store import SqlTables
from tests.play.melds import chosen_lay

ALA, BOB, EVE, DAN, CYD, FAY = USERS = (101, 202, 303, 404, 505, 606)
NAMES = ("Ala", "Bob", "Eve", "Dan", "Cyd", "Fay")
CHANNEL = 77
GIN = options_for(Variant.GIN)
BASIC = options_for(Variant.BASIC)
QUICK = options_for(Variant.GIN, {"deals": 2})


class Interactions:
    """Ids of clicks: ``next(ids)`` is a new one. Every test gets the same ids, because they are the first cuts."""

    def __init__(self) -> None:
        self.restart()

    def __next__(self) -> int:
        return next(self._count)

    def restart(self) -> None:
        self._count = count(1_300_000_000_000_000_000)


ids = Interactions()


class Members:
    """The names of a server's members: tests may change ``known``; ``asked`` counts the look-ups."""

    def __init__(self) -> None:
        self.known = dict(zip(USERS, NAMES, strict=True))
        self.asked = 0

    def at_hand(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:  # noqa: ARG002 - one server
        return {user: self.known[user] for user in users if user in self.known}

    def ask(self, guild: int | None, users: Collection[int]) -> None:  # noqa: ARG002 - one server
        self.asked += bool(users)

    async def names(self, guild: int | None, users: Collection[int]) -> Mapping[int, str]:
        self.asked += 1
        return self.at_hand(guild, users)


class Process:
    """Tables over a store; ``now`` is the time in epoch milliseconds."""

    def __init__(
        self,
        store: Store,
        seed: int = 0,
        *,
        watch: Watch = lambda _: None,
        beacon: PublicBeacon | None = None,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self.now = 1_800_000_000_000
        self.store = store
        self.members = Members()
        self.tables = Tables(
            store,
            clock or self.clock,
            token=lambda: random.Random(seed).randbytes(32),
            names=self.members,
            touched=watch,
            beacon=beacon,
        )

    def clock(self) -> int:
        self.now += 1
        return self.now

    async def open(
        self,
        options: Options = GIN,
        *,
        pace: Pace = Pace.NONE,
        limits: TimeLimits | None = None,
        settings: TableSettings = TableSettings(),  # noqa: B008 - it can't change
        invited: tuple[int, ...] = (),
        computers: tuple[Level, ...] = (),
        names: tuple[str, ...] = (),
        channel: int = CHANNEL,
        interaction: int | None = None,
        host: int = ALA,
    ) -> Table:
        return await self.tables.open(
            guild=1,
            channel=channel,
            host=host,
            name=dict(zip(USERS, NAMES, strict=True))[host],
            options=options,
            pace=pace,
            limits=limits,
            settings=settings,
            invited=invited,
            computers=ComputerSeats(computers, names),
            interaction=interaction or next(ids),
        )

    async def started(self, options: Options = GIN, seats: int = 2, *, channel: int = CHANNEL) -> Table:
        """Open a table as Ala, join as Bob and for more seats as Eve and Dan, and start."""
        table = await self.open(options, channel=channel)
        for user, name in list(zip(USERS, NAMES, strict=True))[1:seats]:
            await table_requests.join(table, user, name, next(ids))
        await table_requests.start(table, ALA, next(ids))
        return table


@asynccontextmanager
async def process(url: str, seed: int = 0) -> AsyncIterator[Process]:
    """Start a process on a database, and stop it."""
    database = await open_database(url)
    try:
        yield Process(SqlTables(database), seed)
    finally:
        await database.close()


def unnamed(row: TableRow) -> TableRow:
    """Return a table as it is stored: without names."""
    return replace(row, seats=tuple(replace(player, name="") for player in row.seats))


def player(seat: int) -> int:
    """Return the player of a seat."""
    return USERS[seat]


def turn(table: Table) -> int:
    """Return the player on turn; the game must wait for one."""
    seat = table.view(None).turn
    assert seat is not None
    return player(seat)


def chosen(view: View, chance: random.Random) -> Move:
    """Choose a move that makes progress."""
    if isinstance(view, MeldsView):
        return chosen_lay(view, chance)
    assert isinstance(view, GinView)
    return _chosen_gin(view, chance)


def _chosen_gin(view: GinView, chance: random.Random) -> Move:
    """Choose a knock if possible, and mostly the least useful card as a discard."""
    moves = view.moves
    knocks = [move for move in moves if move.verb is Verb.KNOCK]
    if knocks and chance.random() < 0.7:
        return chance.choice(knocks)
    if moves[0].verb is not Verb.DISCARD or chance.random() < 0.1:
        return chance.choice(moves)
    after = dict(discards(mask_of(view.hand)))
    return min((move for move in moves if move.verb is Verb.DISCARD), key=lambda move: after[move.named])


async def step(table: Table, chance: random.Random) -> None:
    """Make one move of the player on turn or sometimes a claim, or deal."""
    seat = table.view(None).turn
    if seat is None:
        asks = player(chance.randrange(len(table.row.seats)))
        await play_requests.next_deal(table, asks, stamp=table.stamp(None), interaction=next(ids))
        return
    claims = [other for other in claimers(table) if chance.random() < 0.2]
    if claims:
        await made(table, Move(claims[0], Verb.CLAIM))
    else:
        await made(table, chosen(table.view(seat), chance))


async def made(table: Table, *moves: Move, stamp: Stamp | None = None, interaction: int | None = None) -> None:
    """Make moves of one seat, from what it sees now."""
    seat = moves[0].seat
    await play_requests.moves(
        table,
        player(seat),
        moves,
        stamp=table.stamp(seat) if stamp is None else stamp,
        interaction=interaction or next(ids),
    )


def claimers(table: Table) -> list[int]:
    """List the seats that may claim the discard now (H-8)."""
    seats = range(len(table.row.seats))
    return [seat for seat in seats if Move(seat, Verb.CLAIM) in table.view(seat).moves]


async def play_on(table: Table, chance: random.Random, steps: int = 10**6) -> None:
    """Play until the game is over, or for a number of steps."""
    for _ in range(steps):
        if table.row.status is not Status.PLAYING:
            return
        await step(table, chance)


def shown(table: Table) -> tuple[object, ...]:
    """Return what a table shows while a game runs, for comparison."""
    everybody = (None, *range(len(table.row.seats)))
    told: tuple[object, ...] = (table.row, table.game, table.winners())
    told += tuple(map(table.stamp, everybody))
    if table.row.status in (Status.PLAYING, Status.OVER):
        told += tuple(map(table.view, everybody))
    return told


def everything(table: Table) -> tuple[object, ...]:
    """Return everything that a table shows, including its record."""
    told = (*shown(table), table.seal(), table.revealed())
    return (*told, table.record()) if table.row.status in (Status.PLAYING, Status.OVER) else told


async def put_off(tables: Tables, by: int) -> None:
    """Give time back everywhere, as after a downtime."""
    await tables.owe(Debts(tables.clock(), [Debt(by)]))
    await tables.give_back()
