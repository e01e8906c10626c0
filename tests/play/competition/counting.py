"""A process that counts finished games with the real stores, which fail or hang when a test asks for it."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.play.service import play_requests
from bot.play.service.finished_games import FinishedGames, OnSettled, SeasonCalendar
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError
from bot.ratings.values import GameFacts, GameOutcome, Settled
from data.database import Database, open_database
from data.people.servers import SqlServers
from data.ratings.store import SqlResults, SqlSeasons
from data.tables.store import SqlTables
from tests.play.process import BOB, CHANNEL, Process, ids, play_on

MINUTE = 60.0
"""Seconds for which the screen of a finished game waits for its outcome in these tests: enough on a slow machine."""


class Book(SqlResults):
    """The store of results. It fails ``fail`` times, waits for ``hold``, and lists ``settled`` games."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.fail = 0
        self.hold: asyncio.Event | None = None
        self.settled: list[int] = []

    async def settle(self, facts: GameFacts, meetings_allowed: int) -> Settled | None:
        if self.hold is not None:
            await self.hold.wait()
        if self.fail:
            self.fail -= 1
            raise StoreError("the disk is full")
        self.settled.append(facts.table)
        return await super().settle(facts, meetings_allowed)


class Counting(Process):
    """A process that counts games: ``told`` lists the announced outcomes, ``shown`` the tables that were updated.

    If ``counts`` is False, finished games aren't counted, as if the program had stopped after the last move.
    """

    def __init__(self, database: Database, seed: int = 0, *, counts: bool = True, patience: float = MINUTE) -> None:
        super().__init__(SqlTables(database), seed)
        self.results, self.servers = Book(database), SqlServers(database)
        self.outcomes_shown: list[GameOutcome] = []
        self.shown: list[int] = []
        self.changed: list[int] = []
        self.listeners: list[OnSettled] = [self._tell]
        self.tables = Tables(
            self.store,
            self.clock,
            token=lambda: random.Random(seed).randbytes(32),
            names=self.members,
            touched=lambda table: self.finished_games.watch(table) if counts else None,
        )
        self.season_calendar = SeasonCalendar(
            SqlSeasons(database),
            self.servers,
            self.clock,
            lambda guild: self.finished_games.changed(guild),  # noqa: PLW0108 - comes next
        )
        self.finished_games = FinishedGames(
            self.results,
            self.season_calendar,
            self.servers,
            self.tables,
            self.store,
            clock=self.clock,
            shown=lambda table: self.shown.append(table.row.id),
            settled=self.listeners,
            changed=self.changed.append,
            patience=patience,
        )

    async def _tell(self, outcome: GameOutcome) -> None:
        self.outcomes_shown.append(outcome)

    async def game(self, moves: int = 8, *, channel: int = CHANNEL) -> Table:
        """Play a number of moves as Ala and Bob, then resign as Bob; with eight moves or more the game is rated."""
        table = await self.started(channel=channel)
        await play_on(table, random.Random(1), moves)
        await play_requests.resign(table, BOB, interaction=next(ids))
        return table


@asynccontextmanager
async def counting(
    url: str, seed: int = 0, *, counts: bool = True, patience: float = MINUTE
) -> AsyncIterator[Counting]:
    """Start a process on a database, and stop it."""
    database = await open_database(url)
    started = Counting(database, seed, counts=counts, patience=patience)
    try:
        await started.servers.load()
        yield started
    finally:
        await started.finished_games.close()
        await database.close()
