"""Processes that run tournaments: the real stores, the scheduler, counted games, and a clock that tests control."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count

from bot.play.scheduling.downtime import Reachability
from bot.play.scheduling.scheduler import Scheduler
from bot.play.scheduling.thinking import at_once
from bot.play.service import play_requests
from bot.play.service.finished_games import FinishedGames, OnSettled, SeasonCalendar
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.service.tournaments import Tournaments
from bot.play.state.ports import Store
from bot.play.state.slots import HEART
from bot.play.state.tournament_ports import TournamentNews, TournamentRow, TournamentStore
from bot.play.state.values import Pace
from bot.ratings.ports import AuditEntry
from bot.tournaments.values import Fixture, TournamentFormat
from data.database import Database, open_database
from data.people.audit_log import SqlAudit
from data.people.servers import SqlServers
from data.people.store import SqlPeople, SqlProgramState
from data.ratings.store import SqlResults, SqlSeasons
from data.tables.store import SqlTables
from data.tournaments import SqlTournaments
from tests.play.fake_time import HOUR, FakeTime
from tests.play.process import GIN, ids
from tests.play.scheduling.cluster import RecordingAnnouncer

GUILD, BOARD, ADMIN = 1, 900, 808
FIVE = (101, 202, 303, 404, 505)


@dataclass(frozen=True, slots=True)
class Heard:
    """The announcements of a tournament."""

    at: int
    tournament: TournamentRow
    news: TournamentNews


class Office:
    """One process on the database of a club."""

    def __init__(self, club: "Club", seed: int) -> None:
        self.club = club
        self.closed_lobbies: list[int] = []
        self._waiting = False
        database, time = club.database, club.time
        store: Store = SqlTables(database)
        self.audit = SqlAudit(database)
        numbers = count(seed)
        self.tables = Tables(store, time.clock, token=lambda: next(numbers).to_bytes(32), touched=self._watch)
        self.results = SqlResults(database)
        servers = SqlServers(database)
        self.tournament_store: TournamentStore = SqlTournaments(database)
        reach = Reachability()
        self.tournaments = Tournaments(
            self.tournament_store,
            self.results,
            self.tables,
            self,
            time.clock,
            token=lambda: next(numbers).to_bytes(32),
            shown=lambda table: self.closed_lobbies.append(table.row.id),
            reaches=reach.reaches,
        )
        season_calendar = SeasonCalendar(SqlSeasons(database), servers, time.clock)
        self.listeners: list[OnSettled] = []
        self.finished_games = FinishedGames(
            self.results,
            season_calendar,
            servers,
            self.tables,
            store,
            clock=time.clock,
            shown=lambda _: None,
            run=_here,
            settled=self.listeners,
        )
        self.scheduler = Scheduler(
            self.tables,
            store,
            SqlPeople(database),
            RecordingAnnouncer(time),
            time.clock,
            facts=club.facts,
            think=at_once,
            pause=0.0,
            claim_delay=0.0,
            sleep=time.sleep,
            beat=3 * HOUR / 1000,
            stall=60.0,
            reach=reach,
            chores=(self.finished_games.sweep, self.tournaments.tick),
        )

    def announce(self, tournament: TournamentRow, news: TournamentNews) -> None:
        self.club.heard.append(Heard(self.club.time.now, tournament, news))

    def counts(self) -> None:
        """Pass results to the tournament immediately, as the bot does."""
        self.listeners.append(lambda outcome: self.tournaments.settled(outcome.result))

    async def open(
        self, form: TournamentFormat = TournamentFormat.SINGLE, hours: int = 48, name: str = "Winter"
    ) -> TournamentRow:
        return await self.tournaments.open(
            guild=GUILD,
            channel=BOARD,
            host=ADMIN,
            name=name,
            options=GIN,
            pace=Pace.NONE,
            limits=None,
            form=form,
            hours=hours,
            entry=AuditEntry(GUILD, self.club.time.now, ADMIN, "league-open", name),
        )

    async def drawn(
        self, people: int = 2, form: TournamentFormat = TournamentFormat.SINGLE, hours: int = 48, name: str = "Winter"
    ) -> TournamentRow:
        """Open a tournament, add players, and draw it."""
        tournament = await self.open(form, hours, name)
        for user in FIVE[:people]:
            await self.tournaments.join(tournament.id, user)
        return await self.tournaments.draw(tournament.id)

    async def sit(self, fixture: Fixture, user: int, channel: int | None = None) -> Table:
        """Press the button of a fixture as a user; each fixture has a separate channel."""

        async def place() -> int:
            return channel or 1000 + fixture.id

        return await self.tournaments.open_table(fixture.id, user, f"Player {user}", next(ids), place)

    async def started(self, fixture: Fixture) -> Table:
        """Press the button of a fixture as both players."""
        assert fixture.away is not None
        await self.sit(fixture, fixture.home)
        return await self.sit(fixture, fixture.away)

    async def won(self, fixture: Fixture, loser: int) -> None:
        """Play a fixture until ``loser`` resigns."""
        table = await self.started(fixture)
        await play_requests.resign(table, loser, interaction=next(ids))
        await self.idle()

    def counting_stops(self) -> None:
        """Count no game until `counting_goes_on`."""
        self._waiting = True

    def counting_goes_on(self) -> None:
        self._waiting = False

    async def idle(self) -> None:
        await self.scheduler.idle()
        await self.finished_games.idle()

    def _watch(self, table: Table) -> None:
        self.scheduler.watch(table)
        if not self._waiting:
            self.finished_games.watch(table)


class Club:
    """A database, the processes that use it, and the announcements."""

    def __init__(self, database: Database, time: FakeTime) -> None:
        self.database, self.time = database, time
        self.facts = SqlProgramState(database)
        self.heard: list[Heard] = []
        self.offices: list[Office] = []
        time.settled = self._idle

    async def office(self, *, counts: bool = True, keeps: bool = False) -> Office:
        """Start a process. If ``counts`` is False, only its sweep finds results.

        If ``keeps`` is True, it does what is due whenever the time moves; otherwise only after `later`.
        """
        office = Office(self, seed=1 + 1000 * len(self.offices))
        self.offices.append(office)
        if counts:
            office.counts()
        if keeps:
            await office.scheduler.start()
            await self.time.forward(0)
        return office

    async def later(self, by: int) -> None:
        """Move the time by milliseconds, and do what is due in all processes."""
        self.time.now += by
        await asyncio.gather(*(office.finished_games.sweep() for office in self.offices))
        await self._idle()
        await asyncio.gather(*(office.tournaments.tick() for office in self.offices))

    async def until(self, then: int) -> None:
        await self.later(then - self.time.now)

    async def killed(self, office: Office) -> None:
        """Stop a process as a power cut does, some time after its last heartbeat."""
        seen = self.time.now
        await office.scheduler.close()
        await office.finished_games.close()
        self.offices.remove(office)
        await self.facts.put(HEART, str(seen))

    def news(self) -> list[TournamentNews]:
        """List the announcements, apart from what the tournament's message shows."""
        return [heard.news for heard in self.heard if heard.news != TournamentNews()]

    async def _idle(self) -> None:
        for _ in range(2):
            for office in self.offices:
                await office.idle()


async def _here(work):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - as `FinishedGames` has it
    return work()


@asynccontextmanager
async def club_at(url: str, now: int = 1_800_000_000_000) -> AsyncIterator[Club]:
    """Open a club, and stop its processes at the end."""
    database = await open_database(url)
    club = Club(database, FakeTime(now))
    try:
        yield club
    finally:
        for office in list(club.offices):
            await office.scheduler.close()
            await office.finished_games.close()
        await database.close()
