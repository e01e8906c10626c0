"""Counts each finished game for ratings and standings, once, in the background; and turns seasons by the calendar."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.people import Servers
from bot.play.state.ports import Clock, Signal, Store
from bot.play.state.records import finished_of
from bot.play.state.values import DAY, Status
from bot.ratings import ports
from bot.ratings.game_facts import facts_of
from bot.ratings.ports import AuditEntry, RequestRefused, Results
from bot.ratings.seasons import Turn, month_turns
from bot.ratings.values import GameFacts, GameOutcome, Season


class SeasonCalendar:
    """The seasons of `bot.ratings.ports.Seasons`, always up to date with the calendar.

    ``changed`` is called with a server whose seasons have changed; it returns at once and raises nothing.
    """

    def __init__(
        self, seasons: ports.Seasons, servers: Servers, clock: Clock, changed: Callable[[int], None] = lambda _: None
    ) -> None:
        self._seasons = seasons
        self._servers = servers
        self._clock = clock
        self._changed = changed

    async def list(self, guild: int) -> tuple[Season, ...]:
        """List the seasons of a server, oldest first. StoreError."""
        await self.catch_up(guild)
        return await self._seasons.list(guild)

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season. RequestRefused if one is running; StoreError."""
        await self.catch_up(guild)
        return self._told(await self._seasons.start(guild, name, at, entry))

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the running season. RequestRefused without one; StoreError."""
        await self.catch_up(guild)
        return self._told(await self._seasons.end(guild, at, entry))

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if it doesn't exist; StoreError."""
        return self._told(await self._seasons.rename(guild, number, name, entry))

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """End the running season and start others. RequestRefused if the running one isn't ``was``; StoreError."""
        return self._told(await self._seasons.turn(guild, was, turns))

    async def catch_up(self, guild: int) -> None:
        """End and start the seasons of a server that are due by the calendar. StoreError."""
        server = self._servers.of(guild)
        if not server.monthly:
            return
        running = next((season for season in await self._seasons.list(guild) if season.ended_at is None), None)
        if due := month_turns(running, self._clock(), server.zone):
            with suppress(RequestRefused):  # another process or an admin was faster
                await self.turn(guild, running.number if running else None, due)

    async def catch_up_all(self) -> None:
        """End and start the seasons that are due on any server. StoreError."""
        for server in self._servers.monthly():
            await self.catch_up(server.guild)

    def _told(self, season: Season) -> Season:
        self._changed(season.guild)
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


class FinishedGames:
    """Counts games, one after the other, in the order in which they ended.

    ``shown`` updates every message that shows a table. Games that aren't counted when the program stops are counted
    after the next start; of two processes only one counts a game.
    """

    def __init__(
        self,
        results: Results,
        season_calendar: SeasonCalendar,
        servers: Servers,
        tables: Tables,
        store: Store,
        *,
        clock: Clock,
        shown: Callable[[Table], None],
        settled: Sequence[OnSettled] = (),
        changed: OnChanged = lambda _: None,
        touched: Signal[Table] | None = None,
        run: Elsewhere = asyncio.to_thread,
        patience: float = PATIENCE,
    ) -> None:
        self._results = results
        self._season_calendar = season_calendar
        self._servers = servers
        self._tables = tables
        self._store = store
        self._clock = clock
        self._shown = shown
        self._run = run
        self._patience = patience
        self._queue: dict[int, asyncio.Future[GameOutcome | None]] = {}  # by table, longest waiting first
        self._uncountable: set[int] = set()  # tables that can't be counted at all
        self._worker: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()
        self._on_settled = settled
        self._on_changed = changed
        self._closed = False
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
            done, _ = await asyncio.wait((self._queued(table.row.id),), timeout=self._patience)
            for known in done:
                table.outcome = table.outcome or known.result()
        return table.outcome

    async def sweep(self) -> None:
        """Count all finished games that haven't been counted yet. StoreError."""
        for number in await self._results.unsettled():
            if number not in self._uncountable:
                self._queued(number)

    async def void(self, entry: AuditEntry) -> GameOutcome | None:
        """Void the result of ``entry.table``. RequestRefused, StoreError."""
        await self._results.void(entry)
        return await self._changed_by_admin(entry)

    async def restore(self, entry: AuditEntry) -> GameOutcome | None:
        """Restore a voided result. RequestRefused, StoreError."""
        await self._results.restore(entry)
        return await self._changed_by_admin(entry)

    def changed(self, guild: int) -> None:
        """Announce that the standings or seasons of a server have changed."""
        self._on_changed(guild)

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
        """Count games until the queue is empty."""
        while self._queue:
            number, waiting = next(iter(self._queue.items()))
            outcome = await self._outcome_of(number)
            del self._queue[number]
            waiting.set_result(outcome)
        self._worker = None

    async def _outcome_of(self, number: int) -> GameOutcome | None:
        """Return the outcome of a game, counting it if that hasn't been done; None if that fails."""
        try:
            outcome = await self._results.outcome(number)
            new = outcome is None and await self._counted(number)
            outcome = await self._results.outcome(number) if outcome is None else outcome
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
        await self._season_calendar.catch_up(facts.guild)
        return await self._results.settle(facts, self._servers.of(facts.guild).meetings) is not None

    async def _facts(self, number: int) -> GameFacts | None:
        """Compute the facts of a game by replaying it, outside the event loop."""
        table = self._tables.at_hand(number)
        if table is not None and table.row.status is Status.OVER:
            finished = table.finished
            return await self._run(lambda: facts_of(finished()))
        kept = await self._store.load(number)
        return None if kept is None else await self._run(lambda: facts_of(finished_of(*kept)))

    async def _set_outcome(self, number: int, outcome: GameOutcome, *, late: bool) -> None:
        """Set the outcome of a table in memory; ``late`` if the end of the game may have been shown without it."""
        table = self._tables.at_hand(number)
        if table is None and late and self._clock() - outcome.result.facts.ended_at < _FRESH:
            try:
                table = await self._tables.get(number)
            except (StoreError, UnknownTable):
                return  # it is shown when a player looks at it
        if table is not None and table.outcome != outcome:
            table.outcome = outcome
            if late:
                self._shown(table)

    async def _changed_by_admin(self, entry: AuditEntry) -> GameOutcome | None:
        """Show and announce the outcome of a game after an admin changed it."""
        outcome = await self._results.outcome(entry.table or 0)
        if outcome is None:
            return None
        await self._set_outcome(outcome.result.facts.table, outcome, late=True)
        self._tell(outcome)
        return outcome

    def _tell(self, outcome: GameOutcome) -> None:
        """Announce the outcome of a game."""
        self.changed(outcome.result.facts.guild)
        for tell in self._on_settled:
            task = asyncio.create_task(_logged(tell, outcome))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)


async def _logged(tell: OnSettled, outcome: GameOutcome) -> None:
    """Announce an outcome to one listener; its errors are logged here."""
    try:
        await tell(outcome)
    except Exception:  # noqa: BLE001 - logged
        _log.exception("a result couldn't be announced", extra={"table": outcome.result.facts.table})
