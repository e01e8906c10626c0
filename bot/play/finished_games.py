"""The league at work: every game that is over is counted, once, after its last move is kept and never in its way."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeAlias, TypeVar

from bot.play.errors import StoreError, UnknownTable
from bot.play.ports import Clock, Servers, Store
from bot.play.records import finished_of
from bot.play.season_calendar import SeasonCalendar
from bot.play.session import Table
from bot.play.signals import Signal
from bot.play.tables import Tables
from bot.play.values import DAY, Status
from bot.ratings.game_facts import facts_of
from bot.ratings.ports import AuditEntry, Results
from bot.ratings.values import GameFacts, GameOutcome

PATIENCE: Final = 1.0
"""Seconds for which whoever shows the end of a game waits for what it came to."""
_FRESH: Final = DAY
"""How long after its end, in milliseconds, a game that is counted late is shown anew."""

_log = logging.getLogger(__name__)
_Value = TypeVar("_Value")
OnSettled: TypeAlias = Callable[[GameOutcome], Awaitable[None]]
"""Is told what a game came to: when it has been counted, and when an admin took that back or restored it."""
OnChanged: TypeAlias = Callable[[int], None]
"""Is told of a server whose standings or seasons have changed; it takes no time and raises nothing."""


class Elsewhere(Protocol):
    """Carries work out where it holds nobody up."""

    async def __call__(self, work: Callable[[], _Value], /) -> _Value:
        """Do it, and give what it gives."""
        ...


class FinishedGames:
    """Counts games, one after the other, in the order in which they ended.

    ``shown`` shows a table again, to everybody who looks at it. What is not counted when the program stops is counted
    at the next start; of two processes one counts a game.
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
        self._queue: dict[int, asyncio.Future[GameOutcome | None]] = {}  # by table, the longest waiting first
        self._hopeless: set[int] = set()  # tables that can't be counted, whatever is tried
        self._worker: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()
        self._on_settled = settled
        self._on_changed = changed
        self._closed = False
        if touched is not None:
            touched.subscribe(self.watch)

    def watch(self, table: Table) -> None:
        """Take note of a table that has changed: one that is over is counted."""
        if self._is_wanting(table):
            self._wanted(table.row.id)

    async def outcome(self, table: Table) -> GameOutcome | None:
        """Tell what a game that is over came to; None if that can't be had at the moment.

        It waits for a bounded time. Where that was not enough, the table is shown again once it is known.
        """
        if self._is_wanting(table):
            done, _ = await asyncio.wait((self._wanted(table.row.id),), timeout=self._patience)
            for known in done:
                table.outcome = table.outcome or known.result()
        return table.outcome

    async def sweep(self) -> None:
        """Have all games counted that are over and have not been. StoreError."""
        for number in await self._results.unsettled():
            if number not in self._hopeless:
                self._wanted(number)

    async def void(self, deed: AuditEntry) -> GameOutcome | None:
        """Take the result of ``deed.table`` back. Refusal, StoreError."""
        await self._results.void(deed)
        return await self._ruled(deed)

    async def restore(self, deed: AuditEntry) -> GameOutcome | None:
        """Let a voided result count again. Refusal, StoreError."""
        await self._results.restore(deed)
        return await self._ruled(deed)

    def changed(self, guild: int) -> None:
        """Tell everybody whom it concerns that the standings or seasons of a server have changed."""
        self._on_changed(guild)

    async def idle(self) -> None:
        """Wait until all that is known to be over is counted, and told."""
        while tasks := {*self._telling, *([self._worker] if self._worker else [])}:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop. What is being counted is either kept or not; the next start goes on from there."""
        self._closed = True
        tasks = {*self._telling, *([self._worker] if self._worker else [])}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for waiting in self._queue.values():
            waiting.cancel()

    def _is_wanting(self, table: Table) -> bool:
        """Say whether it is to be found out what the game of a table came to."""
        return table.row.status is Status.OVER and table.outcome is None and table.row.id not in self._hopeless

    def _wanted(self, number: int) -> "asyncio.Future[GameOutcome | None]":
        """Have a game counted, after those that were wanted before."""
        waiting = self._queue.get(number)
        if waiting is None:
            waiting = asyncio.get_running_loop().create_future()
            if self._closed:
                waiting.set_result(None)
                return waiting
            self._queue[number] = waiting
            self._worker = self._worker or asyncio.create_task(self._work(), name="league")
        return waiting

    async def _work(self) -> None:
        """Count games until none is wanted."""
        while self._queue:
            number, waiting = next(iter(self._queue.items()))
            outcome = await self._told(number)
            del self._queue[number]
            waiting.set_result(outcome)
        self._worker = None

    async def _told(self, number: int) -> GameOutcome | None:
        """Tell what a game came to, whether it was counted already or is now; None if that fails."""
        try:
            outcome = await self._results.outcome(number)
            new = outcome is None and await self._counted(number)
            outcome = await self._results.outcome(number) if outcome is None else outcome
        except StoreError as error:
            _log.warning("a result waits, since the store fails: %s", error, extra={"table": number})
            return None
        except Exception:  # noqa: BLE001 - logged; the other games go on
            _log.exception("a game can't be counted", extra={"table": number})
            self._hopeless.add(number)
            return None
        if outcome is not None:
            await self._brought(number, outcome, late=new)
            if new:
                self._tell(outcome)
        return outcome

    async def _counted(self, number: int) -> bool:
        """Count a game; false if that has been done."""
        facts = await self._facts(number)
        if facts is None:
            return False
        await self._season_calendar.catch_up(facts.guild)
        return await self._results.settle(facts, self._servers.of(facts.guild).meetings) is not None

    async def _facts(self, number: int) -> GameFacts | None:
        """Work out what a game was, beside everybody's clicks: it is played again for that."""
        table = self._tables.at_hand(number)
        if table is not None and table.row.status is Status.OVER:
            finished = table.finished
            return await self._run(lambda: facts_of(finished()))
        kept = await self._store.load(number)
        return None if kept is None else await self._run(lambda: facts_of(finished_of(*kept)))

    async def _brought(self, number: int, outcome: GameOutcome, *, late: bool) -> None:
        """Bring what a game came to where its table is shown; ``late``: after its end may have been shown without."""
        table = self._tables.at_hand(number)
        if table is None and late and self._clock() - outcome.result.facts.ended_at < _FRESH:
            try:
                table = await self._tables.get(number)
            except (StoreError, UnknownTable):
                return  # whoever looks at it will see
        if table is not None and table.outcome != outcome:
            table.outcome = outcome
            if late:
                self._shown(table)

    async def _ruled(self, deed: AuditEntry) -> GameOutcome | None:
        """Show and tell what a game comes to after an admin has ruled on it."""
        outcome = await self._results.outcome(deed.table or 0)
        if outcome is None:
            return None
        await self._brought(outcome.result.facts.table, outcome, late=True)
        self._tell(outcome)
        return outcome

    def _tell(self, outcome: GameOutcome) -> None:
        """Tell everybody whom it concerns what a game came to."""
        self.changed(outcome.result.facts.guild)
        for tell in self._on_settled:
            task = asyncio.create_task(_logged(tell, outcome))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)


async def _logged(tell: OnSettled, outcome: GameOutcome) -> None:
    """Tell somebody; the border behind which no error goes."""
    try:
        await tell(outcome)
    except Exception:  # noqa: BLE001 - logged
        _log.exception("a result could not be told", extra={"table": outcome.result.facts.table})
