"""Leagues that run themselves: people join, fixtures are drawn, pairs play, time decides what they leave."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from bot.play.errors import (
    FixtureTaken,
    Overtaken,
    Repeated,
    Stale,
    StoreError,
    UnknownTable,
    raise_refusals,
    refusals_for_conflicts,
)
from bot.play.names import visible
from bot.play.ports import Clock
from bot.play.session import Table
from bot.play.tables import Tables
from bot.play.tournament_ports import OutcomeLookup, TournamentAnnouncer, TournamentStore
from bot.play.tournament_values import TournamentNews, TournamentRow
from bot.play.values import OPEN, Pace, Status, TableSettings, TimeLimits, own_doing
from bot.ratings.ports import AuditEntry, RequestRefused
from bot.ratings.values import Rated, Result
from bot.rummy.options import Options, conflicts
from bot.rummy.refusals import Refused
from bot.tournaments import tournament as arithmetic
from bot.tournaments.refusals import TournamentReason
from bot.tournaments.values import (
    LONGEST,
    SHORTEST,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)

LONGEST_NAME: Final = 50  # characters
MOST_LEAGUES: Final = 10
"""Leagues of a server that are not over."""

_log = logging.getLogger(__name__)


class Tournaments:
    """Runs the tournaments of all servers. Requests raise RequestRefused with a TournamentReason, or StoreError.

    Of two who change a league at once, in whichever process, the second meets what the first has made of it.
    ``token`` makes 32 random bytes, ``shown`` shows a table that has changed. ``reaches`` returns whether the bot can
    reach a server: elsewhere nothing is due.
    """

    def __init__(
        self,
        leagues: TournamentStore,
        outcomes: OutcomeLookup,
        tables: Tables,
        announcer: TournamentAnnouncer,
        clock: Clock,
        *,
        token: Callable[[], bytes],
        shown: Callable[[Table], None],
        reaches: Callable[[int], bool] = lambda _: True,
    ) -> None:
        self._reaches = reaches
        self._leagues = leagues
        self._outcomes = outcomes
        self._tables = tables
        self._announcer = announcer
        self._clock = clock
        self._token = token
        self._shown = shown
        self._ticking = asyncio.Lock()

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
        deed: AuditEntry | None = None,
    ) -> TournamentRow:
        """Open a league that people can join; ``hours`` is how long a matchday lasts. Refused for rules of three."""
        raise_refusals(*refusals_for_conflicts(conflicts(options, 2)))
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
            settings=TableSettings(unassisted=unassisted, closed=True, quick=True),
            created_at=self._clock(),
            contest=Tournament(form, hours),
        )
        return await self._leagues.create(row, MOST_LEAGUES, deed)

    async def get(self, league: int) -> TournamentRow:
        """Find a league by its number."""
        return _found(await self._leagues.get(league))

    async def of_fixture(self, fixture: int) -> TournamentRow:
        """Find the league of a fixture."""
        return _found(await self._leagues.of_fixture(fixture))

    async def of_guild(self, guild: int) -> Sequence[TournamentRow]:
        """List the leagues of a server, the newest first."""
        return await self._leagues.of_guild(guild)

    async def join(self, league: int, user: int) -> TournamentRow:
        """Let somebody take part."""
        return await self._change(league, lambda contest: arithmetic.joined(contest, user))

    async def withdraw(self, league: int, user: int, deed: AuditEntry | None = None) -> TournamentRow:
        """Take somebody out: before the draw they just leave, later they lose all that they have not played.

        With ``deed`` an admin does so. A game of theirs that runs counts as it ends.
        """
        against = TournamentReason.NOT_IN if deed is None else TournamentReason.THEY_ARE_NOT_IN
        now = self._clock()
        row = await self._change(league, lambda contest: arithmetic.withdrawn(contest, user, now, against), deed)
        if await self._shut_lobbies(row):
            await self._catch_up(league)
        return await self.get(league)

    async def withdraw_everywhere(self, user: int) -> None:
        """Take somebody out of all leagues, as they want to be forgotten."""
        for league in await self._leagues.of_user(user):
            try:
                await self.withdraw(league, user)
            except RequestRefused as late:
                _log.info("somebody was out of a league already: %s", late, extra={"league": league})

    async def draw(self, league: int, deed: AuditEntry | None = None) -> TournamentRow:
        """Draw the fixtures, and begin the first matchday."""
        seed, now = self._token(), self._clock()
        return await self._change(league, lambda contest: arithmetic.drawn(contest, seed, now), deed)

    async def cancel(self, league: int, deed: AuditEntry | None = None) -> TournamentRow:
        """End a league with no winner; games that run go on."""
        row = await self._change(league, arithmetic.canceled, deed)
        await self._shut_lobbies(row)
        return row

    async def extend(self, league: int, until: int, deed: AuditEntry | None = None) -> TournamentRow:
        """Let what can be played now be played until another time, epoch milliseconds."""
        now = self._clock()
        return await self._change(league, lambda contest: arithmetic.extended(contest, until, now), deed)

    async def set_message(self, league: int, message: int | None) -> None:
        """Remember which message shows a league; None once it is gone."""
        await self._leagues.set_message(league, message)

    async def open_table(
        self, fixture: int, user: int, name: str, interaction: int, place: Callable[[], Awaitable[int]]
    ) -> Table:
        """Sit one of a pair down at the table of their fixture; when both sit, the game starts by itself.

        Where there is no table yet one is opened in the channel that ``place`` gives, which is asked only then.
        Refused, ChannelTaken, Stale, Repeated, UnknownTable.
        """
        row = await self.of_fixture(fixture)
        now = self._clock()
        row = await self._change(row.id, lambda contest: arithmetic.asked(contest, fixture, user, now))
        found = arithmetic.find(row.contest, fixture)
        if found.table is not None:
            return await self._joined(found.table, user, name, interaction)
        try:
            return await self._tables.open(
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
        except FixtureTaken as taken:  # the other one was quicker
            return await self._joined(taken.table, user, name, interaction)
        except Overtaken as late:
            raise RequestRefused(TournamentReason.DECIDED) from late

    async def settled(self, result: Result) -> None:
        """Enter a game that has been counted, or voided since, where it was one of a league; once is enough."""
        facts = result.facts
        if facts.fixture is None:
            return
        row, now = await self._leagues.of_fixture(facts.fixture), self._clock()
        if row is not None:
            await self._change(row.id, lambda contest: _entered(contest, result, now))
            await self._shut_lobbies(await self.get(row.id))  # where they would have played once more

    async def tick(self) -> None:
        """Do what is due: results that nobody has told of, walk-overs, matchdays, reminders. Raises nothing.

        It is not for times when the bot is away: deadlines are put off by as much, and only then it goes on.
        """
        async with self._ticking:
            try:
                await self._sweep()
                for league in await self._leagues.due(self._clock()):
                    with _guarded("a league could not be looked after", {"league": league}):
                        row = await self._leagues.get(league)
                        if row is not None and self._reaches(row.guild):
                            await self._catch_up(league)
            except StoreError as error:
                _log.warning("the leagues could not be looked after: %s", error)

    async def _sweep(self) -> None:
        """Enter the games that have ended and are not entered yet; one that is not counted yet waits for the next."""
        for table, fixture in await self._leagues.ended():
            with _guarded("a game could not be entered in its league", {"table": table}):
                outcome = await self._outcomes.outcome(table)
                if outcome is not None and outcome.result.facts.fixture == fixture:
                    await self.settled(outcome.result)

    async def _catch_up(self, league: int) -> None:
        """Rule on what has to be, remind of what is due, and rule again where a lobby was in the way."""
        for _ in range(2):
            row = await self._change(league, lambda contest: arithmetic.caught_up(contest, self._clock()))
            if not await self._shut_lobbies(row):
                return

    async def _change(
        self, league: int, change: Callable[[Tournament], Tournament], deed: AuditEntry | None = None
    ) -> TournamentRow:
        """Change a league, and tell what has changed."""
        changed = await self._leagues.change(league, change, self._clock(), deed)
        if changed is None:
            raise RequestRefused(TournamentReason.GONE)
        before, after = changed
        if after != before:
            self._announcer.told(after, news_between(before.contest, after.contest))
        return after

    async def _joined(self, number: int, user: int, name: str, interaction: int) -> Table:
        """Sit somebody down at the open table of their fixture, unless they sit there."""
        table = await self._tables.get(number)
        if table.seat_of(user) is None:
            await table.lobby.join(user, name, interaction)
        return table

    async def _shut_lobbies(self, row: TournamentRow) -> bool:
        """Close the lobbies that keep fixtures from being ruled on, or no longer count; say whether any was."""
        shut = False
        for fixture in arithmetic.lobbies_due(row.contest, self._clock()):
            try:
                table = await self._tables.get(fixture.table or 0)
                if table.row.status is Status.LOBBY:
                    await table.moderation.close(own_doing(table.row.id, table.seq))
                    self._shown(table)
                shut = shut or table.row.status not in OPEN
            except (Refused, Stale, Repeated, UnknownTable) as late:  # somebody was quicker; the next look will tell
                _log.info("a lobby could not be closed: %r", late, extra={"table": fixture.table})
        return shut


@contextmanager
def _guarded(trouble: str, what: Mapping[str, int]) -> Iterator[None]:
    """Let the other leagues go on whatever is wrong with one of them; a store that fails is one trouble for all."""
    try:
        yield
    except StoreError:
        raise
    except Exception:  # noqa: BLE001 - logged
        _log.exception(trouble, extra=what)


def news_between(before: Tournament, after: Tournament) -> TournamentNews:
    """Say what is new in a league."""
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


def _entered(contest: Tournament, result: Result, now: int) -> Tournament:
    """Enter a game in its league as it counts there: for ratings it may count otherwise."""
    facts = result.facts
    found = arithmetic.find(contest, facts.fixture or 0)
    if result.rated is Rated.VOID and found.decided is not None:
        return arithmetic.taken_back(contest, found.id, facts.table, now)
    if result.rated in (Rated.VOID, Rated.CLOSED):
        return arithmetic.closed(contest, found.id, facts.table, now)
    lines = {line.user: line for line in facts.lines}
    if not lines.keys() >= set(found.pair):
        return contest  # one of them was forgotten since the game was counted: the next tick has it with their mark
    home, away = lines[found.home], lines[found.away]
    winners = tuple(line.user for line in (home, away) if line.won and line.user is not None)
    decided = FixtureResult(FixtureOutcome.PLAYED, winners, (home.points, away.points), facts.table)
    return arithmetic.played(contest, found.id, decided, now)


def _found(row: TournamentRow | None) -> TournamentRow:
    if row is None:
        raise RequestRefused(TournamentReason.GONE)
    return row


def _named(text: str) -> str:
    """Give a league's name as it is kept."""
    name = visible(text)
    if not name:
        raise RequestRefused(TournamentReason.EMPTY_NAME)
    if len(name) > LONGEST_NAME:
        raise RequestRefused(TournamentReason.LONG_NAME, most=LONGEST_NAME)
    return name
