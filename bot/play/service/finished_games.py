"""Counts each finished game for ratings and standings, once, in the background; and turns seasons by the calendar."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import Final, TypeAlias

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.people import Servers
from bot.play.state.ports import Clock, Signal, Store
from bot.play.state.records import finished_of
from bot.play.state.values import DAY, HOUR, Status
from bot.ratings import ports
from bot.ratings.game_facts import facts_of
from bot.ratings.ports import AuditEntry, RequestRefused, Results
from bot.ratings.seasons import Turn, month_turns
from bot.ratings.values import GameFacts, GameOutcome, Season


@dataclass(slots=True, eq=False)
class SeasonCalendar:
    """The seasons of `bot.ratings.ports.Seasons`, always up to date with the calendar.

    ``changed`` is called with a server whose seasons have changed; it returns at once and raises nothing.
    """

    seasons: ports.Seasons
    servers: Servers
    clock: Clock
    changed: Callable[[int], None] = lambda _: None

    async def list(self, guild: int) -> tuple[Season, ...]:
        """List the seasons of a server, oldest first. StoreError."""
        await self.catch_up(guild)
        return await self.seasons.list(guild)

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season. RequestRefused if one is running; StoreError."""
        await self.catch_up(guild)
        return self._told(await self.seasons.start(guild, name, at, entry))

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the running season. RequestRefused without one; StoreError."""
        await self.catch_up(guild)
        return self._told(await self.seasons.end(guild, at, entry))

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if it doesn't exist; StoreError."""
        return self._told(await self.seasons.rename(guild, number, name, entry))

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """End the running season and start others. RequestRefused if the running one isn't ``was``; StoreError."""
        return self._told(await self.seasons.turn(guild, was, turns))

    async def catch_up(self, guild: int) -> None:
        """End and start the seasons of a server that are due by the calendar. StoreError."""
        server = self.servers.of(guild)
        if not server.monthly:
            return
        running = next((season for season in await self.seasons.list(guild) if season.ended_at is None), None)
        if due := month_turns(running, self.clock(), server.zone):
            with suppress(RequestRefused):  # another process or an admin was faster
                await self.turn(guild, running.number if running else None, due)

    async def catch_up_all(self) -> None:
        """End and start the seasons that are due on any server. StoreError."""
        for server in self.servers.monthly():
            await self.catch_up(server.guild)

    def _told(self, season: Season) -> Season:
        self.changed(season.guild)
        return season


PATIENCE: Final = 1.0
"""Seconds for which the screen of a finished game waits for its outcome."""
_FRESH: Final = DAY
"""Milliseconds after its end until which a game that is counted late is shown again."""

_log = logging.getLogger(__name__)


Elsewhere: TypeAlias = Callable[[Callable[[], GameFacts]], Awaitable[GameFacts]]
"""Runs work outside the event loop, and returns its result."""
OnSettled: TypeAlias = Callable[[GameOutcome], Awaitable[None]]
"""Called with the outcome of a game when it is counted, and when an admin voids or restores it."""
OnChanged: TypeAlias = Callable[[int], None]
"""Called with a server whose standings or seasons have changed; it returns at once and raises nothing."""


@dataclass(slots=True, eq=False)
class FinishedGames:
    """Counts games, one after the other, in the order in which they ended.

    ``shown`` updates every message that shows a table. Games that aren't counted when the program stops are counted
    after the next start; of two processes only one counts a game. ``changed`` tells that the standings or seasons of a
    server have changed. Games without activity for ``pack_after`` milliseconds are packed; None packs none.
    """

    results: Results
    season_calendar: SeasonCalendar
    servers: Servers
    tables: Tables
    store: Store
    _: KW_ONLY
    clock: Clock
    shown: Callable[[Table], None]
    settled: Sequence[OnSettled] = ()
    changed: OnChanged = lambda _: None
    touched: InitVar[Signal[Table] | None] = None
    run: Elsewhere = asyncio.to_thread
    patience: float = PATIENCE
    pack_after: int | None = None
    # by table, longest waiting first
    _queue: dict[int, asyncio.Future[GameOutcome | None]] = field(init=False, default_factory=dict)
    _uncountable: set[int] = field(init=False, default_factory=set)  # tables that can't be counted at all
    _worker: asyncio.Task[None] | None = field(init=False, default=None)
    _telling: set[asyncio.Task[None]] = field(init=False, default_factory=set)
    _closed: bool = field(init=False, default=False)
    _pack_due: int = field(init=False, default=0)

    def __post_init__(self, touched: Signal[Table] | None) -> None:
        if touched is not None:
            touched.subscribe(self.watch)

    def watch(self, table: Table) -> None:
        """Count the game of a table that has changed, if it is over."""
        if self._needs_outcome(table):
            self._queued(table.row.id)

    async def outcome(self, table: Table) -> GameOutcome | None:
        """Return the outcome of a finished game; None if it isn't known in time.

        The wait is bounded. If that wasn't enough, the table is shown again once the outcome is known.
        """
        if self._needs_outcome(table):
            done, _ = await asyncio.wait((self._queued(table.row.id),), timeout=self.patience)
            for known in done:
                table.outcome = table.outcome or known.result()
        return table.outcome

    async def sweep(self) -> None:
        """Count all finished games that haven't been counted yet, and pack some old ones. StoreError."""
        for number in await self.results.unsettled():
            if number not in self._uncountable:
                self._queued(number)
        now = self.clock()
        if self.pack_after is not None and now >= self._pack_due and not await self.store.pack(now - self.pack_after):
            self._pack_due = now + HOUR  # none are left until then, or few

    async def void(self, entry: AuditEntry) -> GameOutcome | None:
        """Void the result of ``entry.table``. RequestRefused, StoreError."""
        await self.results.void(entry)
        return await self._changed_by_admin(entry)

    async def restore(self, entry: AuditEntry) -> GameOutcome | None:
        """Restore a voided result. RequestRefused, StoreError."""
        await self.results.restore(entry)
        return await self._changed_by_admin(entry)

    async def idle(self) -> None:
        """Wait until all known finished games are counted and announced."""
        while tasks := {*self._telling, *([self._worker] if self._worker else [])}:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop. A game being counted is either stored or not; the next start continues from there."""
        self._closed = True
        tasks = {*self._telling, *([self._worker] if self._worker else [])}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for waiting in self._queue.values():
            waiting.cancel()

    def _needs_outcome(self, table: Table) -> bool:
        """Return whether the game of a table has to be counted, or its outcome looked up. Practice never counts."""
        if table.row.is_practice or table.row.status is not Status.OVER:
            return False
        return table.outcome is None and table.row.id not in self._uncountable

    def _queued(self, number: int) -> "asyncio.Future[GameOutcome | None]":
        """Queue a game for counting, and return the future of its outcome."""
        waiting = self._queue.get(number)
        if waiting is None:
            waiting = asyncio.get_running_loop().create_future()
            if self._closed:
                waiting.set_result(None)
                return waiting
            self._queue[number] = waiting
            self._worker = self._worker or asyncio.create_task(self._work(), name="finished games")
        return waiting

    async def _work(self) -> None:
        while self._queue:
            number, waiting = next(iter(self._queue.items()))
            outcome = await self._outcome_of(number)
            del self._queue[number]
            waiting.set_result(outcome)
        self._worker = None

    async def _outcome_of(self, number: int) -> GameOutcome | None:
        """Return the outcome of a game, counting it if that hasn't been done; None if that fails."""
        try:
            outcome = await self.results.outcome(number)
            new = outcome is None and await self._counted(number)
            outcome = await self.results.outcome(number) if outcome is None else outcome
        except StoreError as error:
            _log.warning("a result waits for the database: %s", error, extra={"table": number})
            return None
        except Exception:  # noqa: BLE001 - logged; the other games go on
            _log.exception("a game can't be counted", extra={"table": number})
            self._uncountable.add(number)
            return None
        if outcome is not None:
            await self._set_outcome(number, outcome, late=new)
            if new:
                self._tell(outcome)
        return outcome

    async def _counted(self, number: int) -> bool:
        """Count a game. Return False if it was counted already."""
        facts = await self._facts(number)
        if facts is None:
            return False
        await self.season_calendar.catch_up(facts.guild)
        return await self.results.settle(facts, self.servers.of(facts.guild).meetings) is not None

    async def _facts(self, number: int) -> GameFacts | None:
        """Compute the facts of a game by replaying it, outside the event loop."""
        table = self.tables.at_hand(number)
        if table is not None and table.row.status is Status.OVER:
            finished = table.finished
            return await self.run(lambda: facts_of(finished()))
        kept = await self.store.load(number)
        return None if kept is None else await self.run(lambda: facts_of(finished_of(*kept)))

    async def _set_outcome(self, number: int, outcome: GameOutcome, *, late: bool) -> None:
        """Set the outcome of a table in memory; ``late`` if the end of the game may have been shown without it."""
        table = self.tables.at_hand(number)
        if table is None and late and self.clock() - outcome.result.facts.ended_at < _FRESH:
            try:
                table = await self.tables.get(number)
            except (StoreError, UnknownTable):
                return  # it is shown when a player looks at it
        if table is not None and table.outcome != outcome:
            table.outcome = outcome
            if late:
                self.shown(table)

    async def _changed_by_admin(self, entry: AuditEntry) -> GameOutcome | None:
        """Show and announce the outcome of a game after an admin changed it."""
        outcome = await self.results.outcome(entry.table or 0)
        if outcome is None:
            return None
        await self._set_outcome(outcome.result.facts.table, outcome, late=True)
        self._tell(outcome)
        return outcome

    def _tell(self, outcome: GameOutcome) -> None:
        self.changed(outcome.result.facts.guild)
        for tell in self.settled:
            task = asyncio.create_task(_logged(tell, outcome))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)


async def _logged(tell: OnSettled, outcome: GameOutcome) -> None:
    """Announce an outcome to one listener; its errors are logged here."""
    try:
        await tell(outcome)
    except Exception:  # noqa: BLE001 - logged
        _log.exception("a result couldn't be announced", extra={"table": outcome.result.facts.table})
