"""A process of the bot without Discord: its own connections, its own memory, a clock and chance that tests set."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from bot.play.ports import Pace, Status, Store
from bot.play.session import Table
from bot.play.tables import Tables
from bot.rummy.arrange import discards
from bot.rummy.cards import mask_of
from bot.rummy.moves import Move, Verb
from bot.rummy.options import GinOptions, Variant, options_for
from bot.rummy.views import GinView
from data.database import open_database
from data.tables import KeptTables

ALA, BOB, EVE = 101, 202, 303
CHANNEL = 77
GIN = options_for(Variant.GIN)
QUICK = options_for(Variant.GIN, {"deals": 2})

ids = count(1_300_000_000_000_000_000)
"""Interactions: each call of ``next(ids)`` is another click."""


class Process:
    """Tables over a store; ``now`` is the time in epoch milliseconds."""

    def __init__(self, store: Store, seed: int = 0) -> None:
        self.now = 1_800_000_000_000
        self.store = store
        self.tables = Tables(store, self.clock, token=lambda: random.Random(seed).randbytes(32))

    def clock(self) -> int:
        self.now += 1
        return self.now

    async def open(
        self,
        options: GinOptions = GIN,
        *,
        invited: int | None = None,
        channel: int = CHANNEL,
        interaction: int | None = None,
    ) -> Table:
        return await self.tables.open(
            guild=1,
            channel=channel,
            host=ALA,
            name="Ala",
            options=options,
            pace=Pace.LIVE,
            invited=invited,
            interaction=interaction or next(ids),
        )

    async def started(self, options: GinOptions = GIN, *, channel: int = CHANNEL) -> Table:
        """Open a table, let Bob join and Ala start."""
        table = await self.open(options, channel=channel)
        await table.join(BOB, "Bob", next(ids))
        await table.start(ALA, next(ids))
        return table


@asynccontextmanager
async def process(url: str, seed: int = 0) -> AsyncIterator[Process]:
    """Start a process on a database, and stop it."""
    database = await open_database(url)
    try:
        yield Process(KeptTables(database), seed)
    finally:
        await database.close()


def player(seat: int) -> int:
    """Say who sits there."""
    return (ALA, BOB)[seat]


def turn(table: Table) -> int:
    """Say whose turn it is; the game must wait for somebody."""
    seat = table.view(None).turn
    assert seat is not None
    return player(seat)


def chosen(view: GinView, chance: random.Random) -> Move:
    """Choose a move that leads somewhere: knock when possible, mostly throw the card that helps least."""
    moves = view.moves
    knocks = [move for move in moves if move.verb is Verb.KNOCK]
    if knocks and chance.random() < 0.7:
        return chance.choice(knocks)
    if moves[0].verb is not Verb.DISCARD or chance.random() < 0.1:
        return chance.choice(moves)
    after = dict(discards(mask_of(view.hand)))
    return min((move for move in moves if move.verb is Verb.DISCARD), key=lambda move: after[move.named])


async def step(table: Table, chance: random.Random) -> None:
    """Make one move of whose turn it is, or deal."""
    seat = table.view(None).turn
    if seat is None:
        await table.next_deal(player(chance.randrange(2)), stamp=table.stamp, interaction=next(ids))
        return
    move = chosen(table.view(seat), chance)
    await table.play(player(seat), move.verb, move.card, move.melds, stamp=table.stamp, interaction=next(ids))


async def play_on(table: Table, chance: random.Random, steps: int = 10**6) -> None:
    """Play until the game is over, or so many steps."""
    for _ in range(steps):
        if table.row.status is not Status.PLAYING:
            return
        await step(table, chance)


def shown(table: Table) -> tuple[object, ...]:
    """Gather what a table shows while a game runs, for comparison."""
    told: tuple[object, ...] = (table.row, table.stamp, table.last_at, table.resigned)
    if table.row.status in (Status.PLAYING, Status.OVER):
        told += (table.view(None), table.view(0), table.view(1))
    return told


def everything(table: Table) -> tuple[object, ...]:
    """Gather all that a table shows, its record too."""
    told = (*shown(table), table.commitment(), table.revealed())
    return (*told, table.record()) if table.row.status in (Status.PLAYING, Status.OVER) else told
