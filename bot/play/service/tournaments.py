"""Tournaments that run by themselves: players join, fixtures are drawn and played, deadlines decide the rest."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from typing import Final

from bot.play.service import table_requests
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import (
    FixtureTaken,
    Overtaken,
    Repeated,
    Stale,
    StoreError,
    UnknownTable,
    raise_refusals,
    refusals_for_conflicts,
)
from bot.play.state.people import Notifications, PeopleStore
from bot.play.state.ports import Clock
from bot.play.state.tournament_ports import (
    MeetingAnnouncer,
    TournamentAnnouncer,
    TournamentNews,
    TournamentRow,
    TournamentStore,
)
from bot.play.state.values import OPEN, Pace, PingResult, Status, TableSettings, TimeLimits, own_doing
from bot.play.time.turn_clock import quiet_until
from bot.ratings.ports import AuditEntry, RequestRefused, Results
from bot.ratings.values import Rated, Result
from bot.rummy.options import Options, conflicts, seats_for
from bot.rummy.refusals import Refused
from bot.rummy.shown import has_ignorable, visible
from bot.tournaments import meetings
from bot.tournaments import tournament as arithmetic
from bot.tournaments.meetings import accepted, suggested
from bot.tournaments.tournament import find
from bot.tournaments.values import (
    LONGEST,
    SHORTEST,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentReason,
    TournamentStage,
)

LONGEST_NAME: Final = 50
"""The most characters of a tournament's name."""
MOST_TOURNAMENTS: Final = 10
"""The most active tournaments of a server."""

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Tournaments:
    """Runs the tournaments of all servers. Requests raise RequestRefused with a TournamentReason, or StoreError.

    Of two changes at once, in any process, the second applies to the result of the first. ``token`` returns 32 random
    bytes, ``shown`` shows a table that has changed. ``reaches`` returns whether the bot can reach a server: elsewhere
    nothing is due.
    """

    store: TournamentStore
    results: Results
    tables: Tables
    announcer: TournamentAnnouncer
    clock: Clock
    _: KW_ONLY
    token: Callable[[], bytes]
    shown: Callable[[Table], None]
    reaches: Callable[[int], bool] = lambda _: True
    _ticking: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    async def open(
        self,
        *,
        guild: int,
        channel: int,
        host: int,
        name: str,
        options: Options,
        pace: Pace,
        limits: TimeLimits | None,
        form: TournamentFormat,
        hours: int,
        unassisted: bool = False,
        entry: AuditEntry | None = None,
    ) -> TournamentRow:
        """Open a tournament that players can join; with ``hours`` per matchday. Refused if two can't play it."""
        raise_refusals(*refusals_for_conflicts(conflicts(options, 2)))
        if 2 not in seats_for(options):
            raise RequestRefused(TournamentReason.FOR_TWO, least=seats_for(options)[0])
        if not SHORTEST <= hours <= LONGEST:
            raise RequestRefused(TournamentReason.HOURS, least=SHORTEST, most=LONGEST)
        row = TournamentRow(
            id=0,
            guild=guild,
            channel=channel,
            name=_named(name),
            host=host,
            options=options,
            pace=pace,
            limits=limits,
            settings=TableSettings(unassisted=unassisted, invite_only=True, quick=True),
            created_at=self.clock(),
            tournament=Tournament(form, hours),
        )
        return await self.store.create(row, MOST_TOURNAMENTS, entry)

    async def get(self, tournament: int) -> TournamentRow:
        """Return a tournament by its id."""
        return _found(await self.store.get(tournament))

    async def of_fixture(self, fixture: int) -> TournamentRow:
        """Return the tournament of a fixture."""
        return _found(await self.store.of_fixture(fixture))

    async def of_guild(self, guild: int) -> Sequence[TournamentRow]:
        """List the tournaments of a server, newest first."""
        return await self.store.of_guild(guild)

    async def join(self, tournament: int, user: int) -> TournamentRow:
        """Add a player."""
        return await self._change(tournament, lambda current: arithmetic.joined(current, user))

    async def withdraw(self, tournament: int, user: int, entry: AuditEntry | None = None) -> TournamentRow:
        """Remove a player: before the draw they just leave, later they lose all fixtures that they haven't played.

        With ``entry`` an admin does it. A game that is running still counts.
        """
        against = TournamentReason.NOT_IN if entry is None else TournamentReason.THEY_ARE_NOT_IN
        now = self.clock()
        row = await self._change(tournament, lambda current: arithmetic.withdrawn(current, user, now, against), entry)
        if await self._shut_lobbies(row):
            await self._catch_up(tournament)
        return await self.get(tournament)

    async def withdraw_everywhere(self, user: int) -> None:
        """Withdraw a user from all tournaments, before their data is deleted."""
        for tournament in await self.store.of_user(user):
            try:
                await self.withdraw(tournament, user)
            except RequestRefused as late:
                _log.info("a player had already left a tournament: %s", late, extra={"league": tournament})

    async def draw(self, tournament: int, entry: AuditEntry | None = None) -> TournamentRow:
        """Draw the fixtures, and start the first matchday."""
        seed, now = self.token(), self.clock()
        return await self._change(tournament, lambda current: arithmetic.drawn(current, seed, now), entry)

    async def cancel(self, tournament: int, entry: AuditEntry | None = None) -> TournamentRow:
        """End a tournament without a winner; running games continue."""
        row = await self._change(tournament, arithmetic.canceled, entry)
        await self._shut_lobbies(row)
        return row

    async def extend(self, tournament: int, until: int, entry: AuditEntry | None = None) -> TournamentRow:
        """Change the deadline of the fixtures that can be played now, in epoch milliseconds."""
        now = self.clock()
        return await self._change(tournament, lambda current: arithmetic.extended(current, until, now), entry)

    async def set_message(self, tournament: int, message: int | None) -> None:
        """Store which message shows a tournament; None once it is deleted."""
        await self.store.set_message(tournament, message)

    async def open_table(
        self, fixture: int, user: int, name: str, interaction: int, place: Callable[[], Awaitable[int]]
    ) -> Table:
        """Seat a player at the table of their fixture; the game starts by itself once both sit.

        Without a table yet, one is opened in the channel that ``place`` returns, which is called only then. Refused,
        ChannelTaken, Stale, Repeated, UnknownTable.
        """
        row = await self.of_fixture(fixture)
        now = self.clock()
        row = await self._change(row.id, lambda current: arithmetic.asked(current, fixture, user, now))
        found = arithmetic.find(row.tournament, fixture)
        if found.table is not None:
            return await self._joined(found.table, user, name, interaction)
        try:
            return await self.tables.open(
                guild=row.guild,
                channel=await place(),
                host=user,
                name=name,
                options=row.options,
                pace=row.pace,
                limits=row.limits,
                settings=row.settings,
                invited=found.pair,
                fixture=fixture,
                interaction=interaction,
            )
        except FixtureTaken as taken:  # the other player was faster
            return await self._joined(taken.table, user, name, interaction)
        except Overtaken as late:
            raise RequestRefused(TournamentReason.DECIDED) from late

    async def suggest(self, tournament: int, fixture: int, user: int, at: int) -> TournamentRow:
        """Suggest a time to play a fixture, in epoch milliseconds."""
        now = self.clock()
        return await self._change(tournament, lambda current: suggested(current, fixture, user, at, now))

    async def accept(self, tournament: int, fixture: int, user: int, at: int) -> TournamentRow:
        """Accept the time that the other player of a fixture suggests."""
        now = self.clock()
        return await self._change(tournament, lambda current: accepted(current, fixture, user, at, now))

    async def settled(self, result: Result) -> None:
        """Enter the result of a game, counted or voided, in its tournament if it belongs to one."""
        facts = result.facts
        if facts.fixture is None:
            return
        row, now = await self.store.of_fixture(facts.fixture), self.clock()
        if row is not None:
            await self._change(row.id, lambda current: _entered(current, result, now))
            await self._shut_lobbies(await self.get(row.id))  # for a replay that isn't needed any more

    async def tick(self) -> None:
        """Do what is due: missing results, walkovers, matchdays, reminders. Raises nothing.

        Not to be called while the bot is away: deadlines are extended by that time first.
        """
        async with self._ticking:
            try:
                await self._sweep()
                for tournament in await self.store.due(self.clock()):
                    with _guarded("a tournament could not be updated", {"league": tournament}):
                        row = await self.store.get(tournament)
                        if row is not None and self.reaches(row.guild):
                            await self._catch_up(tournament)
            except StoreError as error:
                _log.warning("tournaments couldn't be updated: %s", error)

    async def _sweep(self) -> None:
        """Enter games that have ended and aren't entered yet; those not counted yet wait for the next time."""
        for table, fixture in await self.store.ended():
            with _guarded("a game could not be entered in its tournament", {"table": table}):
                outcome = await self.results.outcome(table)
                if outcome is not None and outcome.result.facts.fixture == fixture:
                    await self.settled(outcome.result)

    async def _catch_up(self, tournament: int) -> None:
        """Decide fixtures and send reminders that are due; try again once if an open lobby blocked a decision."""
        for _ in range(2):
            row = await self._change(tournament, lambda current: arithmetic.caught_up(current, self.clock()))
            if not await self._shut_lobbies(row):
                return

    async def _change(
        self, tournament: int, change: Callable[[Tournament], Tournament], entry: AuditEntry | None = None
    ) -> TournamentRow:
        changed = await self.store.change(tournament, change, self.clock(), entry)
        if changed is None:
            raise RequestRefused(TournamentReason.GONE)
        before, after = changed
        if after != before:
            self.announcer.announce(after, news_between(before.tournament, after.tournament))
        return after

    async def _joined(self, number: int, user: int, name: str, interaction: int) -> Table:
        """Seat a player at the open table of their fixture, unless they sit there already."""
        table = await self.tables.get(number)
        if table.seat_of(user) is None:
            await table_requests.join(table, user, name, interaction)
        return table

    async def _shut_lobbies(self, row: TournamentRow) -> bool:
        """Close lobbies that block a fixture decision or no longer count. Return True if any were closed."""
        shut = False
        for fixture in arithmetic.lobbies_due(row.tournament, self.clock()):
            try:
                table = await self.tables.get(fixture.table or 0)
                if table.row.status is Status.LOBBY:
                    await table_requests.close(table, own_doing(table.row.id, table.seq))
                    self.shown(table)
                shut = shut or table.row.status not in OPEN
            except (
                Refused,
                Stale,
                Repeated,
                UnknownTable,
            ) as late:  # the next tick looks again
                _log.info("a lobby couldn't be closed: %r", late, extra={"table": fixture.table})
        return shut


@contextmanager
def _guarded(trouble: str, what: Mapping[str, int]) -> Iterator[None]:
    """Log an error in one tournament, so that the others continue; StoreError is raised, because it concerns all."""
    try:
        yield
    except StoreError:
        raise
    except Exception:  # noqa: BLE001 - logged
        _log.exception(trouble, extra=what)


def news_between(before: Tournament, after: Tournament) -> TournamentNews:
    """Return the news between two states of a tournament."""
    old = {(fixture.matchday, fixture.place): fixture for fixture in before.fixtures}
    pairs = [(old.get((fixture.matchday, fixture.place)), fixture) for fixture in after.fixtures if fixture.away]
    fresh = [fixture for was, fixture in pairs if was is None or was.decided is None]
    waiting = [(was, new) for was, new in pairs if was and new.decided is None and not new.playing]
    goes_on = after.stage is TournamentStage.RUNNING
    return TournamentNews(
        decided=tuple(fixture for fixture in fresh if fixture.decided is not None),
        again=tuple(new for was, new in waiting if was.spent != new.spent),
        begun=after.matchday if goes_on and after.matchday != before.matchday else None,
        reminded=tuple(new for was, new in waiting if was.reminded < new.reminded),
        over=after.stage is TournamentStage.OVER and before.stage is not TournamentStage.OVER,
    )


def _entered(tournament: Tournament, result: Result, now: int) -> Tournament:
    """Return a tournament with the result of a game, which can count differently for ratings."""
    facts = result.facts
    found = arithmetic.find(tournament, facts.fixture or 0)
    if result.rated is Rated.VOID and found.decided is not None:
        return arithmetic.taken_back(tournament, found.id, facts.table, now)
    if result.rated in (Rated.VOID, Rated.CLOSED):
        return arithmetic.closed(tournament, found.id, facts.table, now)
    lines = {line.user: line for line in facts.lines}
    if not lines.keys() >= set(found.pair):
        return tournament  # a player's data was deleted since: the next tick has it with their new id
    home, away = lines[found.home], lines[found.away]
    winners = tuple(line.user for line in (home, away) if line.won and line.user is not None)
    decided = FixtureResult(FixtureOutcome.PLAYED, winners, (home.points, away.points), facts.table)
    return arithmetic.played(tournament, found.id, decided, now)


def _found(row: TournamentRow | None) -> TournamentRow:
    if row is None:
        raise RequestRefused(TournamentReason.GONE)
    return row


def _named(text: str) -> str:
    """Return a tournament's name as it is stored. RequestRefused if it is empty, too long, or partly invisible."""
    name = visible(text)
    if not name:
        raise RequestRefused(TournamentReason.EMPTY_NAME)
    if has_ignorable(text):
        raise RequestRefused(TournamentReason.INVISIBLE_NAME)
    if len(name) > LONGEST_NAME:
        raise RequestRefused(TournamentReason.LONG_NAME, most=LONGEST_NAME)
    return name


# An agreed time is the players' appointment: it doesn't move with outages as deadlines do, and decides nothing. Notices
# are stored as sent before they are sent, so a crash loses one rather than repeats it.
@dataclass(slots=True, eq=False)
class MeetingNotices:
    """Sends what is due about the times of fixtures, of all servers that the bot reaches."""

    store: TournamentStore
    people: PeopleStore
    announcer: MeetingAnnouncer
    clock: Clock

    async def tick(self) -> None:
        """Send all notices that are due. The next tick tries those that can't be sent now again. StoreError."""
        now = self.clock()
        for number in await self.store.meetings_due(now, now + meetings.LEAD):
            row = await self.store.of_fixture(number)
            if row is None or not self.announcer.reaches(row.guild):
                continue
            fixture = find(row.tournament, number)
            for user in meetings.to_tell(fixture, now):
                await self._tell(row, fixture, user)

    async def _tell(self, row: TournamentRow, fixture: Fixture, user: int) -> None:
        """Notify one player in the way they prefer; a direct message that fails goes to the channel instead."""
        person, now = await self.people.get(user), self.clock()
        wanted = person.notifications
        if wanted is not Notifications.NONE and quiet_until(person.quiet, now) > now:
            return
        if user < 0 or not await self._told(row, fixture, user, done=True) or wanted is Notifications.NONE:
            return
        result = await self.announcer.tell(row, fixture, user, wanted)
        if result is PingResult.FAILED and wanted is Notifications.DIRECT:
            result = await self.announcer.tell(row, fixture, user, Notifications.CHANNEL)
        if result is PingResult.LATER:
            await self._told(row, fixture, user, done=False)

    async def _told(self, row: TournamentRow, fixture: Fixture, user: int, *, done: bool) -> bool:
        """Store that a player is told before it is sent: better no notice than two. Return whether it is still due."""
        at = fixture.meeting or 0
        try:
            await self.store.change(
                row.id, lambda current: meetings.told(current, fixture.id, user, at, done=done), self.clock()
            )
        except RequestRefused as late:
            _log.info("a fixture's time isn't needed any more: %s", late, extra={"league": row.id})
            return False
        return True
