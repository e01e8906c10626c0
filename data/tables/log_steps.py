"""Writes lines to tables' logs, with the clocks after them; lines that wait at the same time share one transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from sqlalchemy import and_, bindparam, func, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.errors import Overtaken, Repeated, StoreError
from bot.play.state.values import LogLine, Pace, Status, TimeLimits, TurnClock
from bot.ratings.ports import AuditEntry
from data.database import Database
from data.engines import Work
from data.location import DatabaseError
from data.people.audit_log import entry_values
from data.ratings.schema import audit_entries
from data.schema import moves, tables
from data.tables.rows import clock_values, exists, is_applied


@dataclass(frozen=True, slots=True)
class LogStep:
    """A line to be added to a table's log, with the table's clock after it."""

    table: int
    entry: LogLine
    clock: TurnClock | None
    wake: int | None
    over: bool = False
    slow: TimeLimits | None = None  # with which a live game goes on as a slow one
    audit: AuditEntry | None = None  # if a moderator asked for it


async def write_steps(database: Database, steps: Sequence[LogStep]) -> Sequence[Exception | None]:
    """Write steps in one transaction; if that fails, each in its own savepoint. Return each one's error or None."""
    try:
        await database.write_rows(_work(steps))
    except IntegrityError:
        return await _write_each(database, steps)
    return [None] * len(steps)


async def _write_each(database: Database, steps: Sequence[LogStep]) -> Sequence[Exception | None]:
    faults: list[Exception | None] = []
    async with database.write() as connection:
        for step in steps:
            try:
                async with connection.begin_nested():
                    for statement, rows in _work([step]):
                        if rows:
                            await connection.execute(statement, rows)
            except IntegrityError:
                faults.append(await _fault(connection, step))
            else:
                faults.append(None)
    return faults


_THIS: Final = tables.c.id == bindparam("table")
_KEEP_LINE: Final = insert(moves)
_KEEP_CLOCK: Final = (
    update(tables)
    .where(_THIS)
    .values(
        clock=bindparam("clock"),
        deadline=bindparam("deadline"),
        wake=bindparam("wake"),
        touched_at=func.coalesce(bindparam("touched", type_=tables.c.touched_at.type), tables.c.touched_at),
    )
)
_KEEP_LIMITS: Final = (
    update(tables).where(_THIS).values(pace=Pace.SLOW, turn_ms=bindparam("turn"), bank_ms=bindparam("bank"))
)
_KEEP_AUDIT: Final = insert(audit_entries)
_END: Final = update(tables).where(_THIS).values(status=Status.OVER)


def _work(steps: Sequence[LogStep]) -> Work:
    """Return the statements that add lines to logs, store the clocks, and end the tables whose games are over.

    All processes write to tables in the same order, which prevents deadlocks.
    """
    steps = sorted(steps, key=lambda step: step.table)
    lines = [
        {
            "table_id": step.table,
            "seq": step.entry.seq,
            "seat": step.entry.seat,
            "text": step.entry.text,
            "interaction": step.entry.interaction,
            "at": step.entry.at,
        }
        for step in steps
    ]
    limits = [
        {"table": step.table, "turn": step.slow.turn, "bank": step.slow.bank} for step in steps if step.slow is not None
    ]
    return (
        (_KEEP_LINE, lines),
        (_KEEP_CLOCK, [_clock_after(step) for step in steps]),
        (_KEEP_LIMITS, limits),
        (_KEEP_AUDIT, [entry_values(step.audit) for step in steps if step.audit is not None]),
        (_END, [{"table": step.table} for step in steps if step.over]),
    )


def _clock_after(step: LogStep) -> dict[str, object]:
    """Return the column values of a table's clock after a step. A line caused by a person also touches the table."""
    touched = step.entry.at if step.entry.interaction > 0 else None
    return {"table": step.table, "touched": touched, **clock_values(step.clock, step.wake)}


async def _fault(connection: AsyncConnection, step: LogStep) -> Exception:
    if await is_applied(connection, step.entry.interaction):
        return Repeated()
    if await exists(connection, and_(moves.c.table_id == step.table, moves.c.seq == step.entry.seq)):
        return Overtaken()
    return DatabaseError(f"there is no table {step.table}")


T = TypeVar("T")


# At 200 clicks per second, moves would wait for each other's commits: 50 at once take a thirtieth of the time that they
# take one by one (`remik bench store`, with a goal in docs/performance.md). It's for throughput, not CPU.
# Delete it if the database commits concurrent writers together itself, as PostgreSQL does on several connections.
class GroupCommit(Generic[T]):
    """Collects items while a commit is running. ``commit`` writes a batch and returns each item's error, or None."""

    def __init__(self, commit: Callable[[Sequence[T]], Awaitable[Sequence[Exception | None]]]) -> None:
        self._commit = commit
        self._waiting: list[tuple[T, asyncio.Future[None]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def add(self, item: T) -> None:
        """Write an item, and return when it's committed. Raise its error if it can't be written."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, answer))
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        await answer

    async def _work(self) -> None:
        """Commit batches until no items are waiting."""
        batch: list[tuple[T, asyncio.Future[None]]] = []
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                for (_, answer), fault in zip(batch, await self._faults(batch), strict=True):
                    _give(answer, fault)
        finally:
            self._worker = None
            for _, answer in (*batch, *self._waiting):  # those without a result: this task was canceled or failed
                _give(answer, StoreError("the writer was ended before it was done"))
            self._waiting = []

    async def _faults(self, batch: Sequence[tuple[T, asyncio.Future[None]]]) -> Sequence[Exception | None]:
        """Commit a batch, and return each item's error. If the whole batch fails, all items get the same one."""
        try:
            return await self._commit([item for item, _ in batch])
        except StoreError as fault:
            return [type(fault)(*fault.args) for _ in batch]


def _give(answer: "asyncio.Future[None]", fault: Exception | None) -> None:
    """Set the result of a future, unless it's done: its waiter may have been canceled."""
    if answer.done():
        return
    if fault is None:
        answer.set_result(None)
    else:
        answer.set_exception(fault)
