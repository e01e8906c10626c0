"""Gives time back to open tables and fixtures, in batches: others write in between, and a crash repeats none."""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Column, ColumnElement, Select, Update, case, delete, func, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.ports import Hold
from bot.play.state.slots import Slot
from bot.play.state.values import Debt, Debts
from bot.play.time.turn_clock import LEAST
from data.database import Database
from data.people.store import get_fact, put_fact
from data.schema import HAS_PERSON, IS_AWAITED, IS_OPEN, facts, fixtures, tables, tournaments

BATCH: Final = 250
"""Tables or fixtures per transaction, for which others wait."""

_OWED, _GIVEN = "owed by slot ", "given back by slot "
"""The beginnings of the names under which debts are stored, and how far they are given back."""

There: TypeAlias = Callable[[Collection[int] | None, Column[int]], ColumnElement[bool]]
"""Returns the condition that a column is one of these servers; None: one of all that this process serves."""


class _Done(NamedTuple):
    """What has been given back: every step before one, in that one what has an id up to ``last``, and tables ahead.

    Each debt is two steps: tables, then fixtures. Tables after ``newest`` are owed nothing.
    """

    newest: int
    step: int = 0
    last: int = 0
    ahead: Sequence[int] = ()


# Debts are stored together with the heartbeat that counts from then on, and each batch together with what is done. So a
# program that is killed anywhere goes on after the last batch that was stored, and gives nothing back twice.
@dataclass(slots=True, eq=False)
class GivingBack:
    """Stores what tables and fixtures of a process's slot are owed, and gives it back."""

    database: Database
    there: There
    _owing: bool = field(init=False, default=False)  # there may be debts
    _begun: Debts | None = field(init=False, default=None)  # what the store said that it's giving back

    async def owe(self, debts: Debts) -> None:
        """Store debts, and their time as a heartbeat. Earlier ones must have been given back. DatabaseError."""
        async with self.database.write() as connection:
            self._owing = True
            if debts.beats:
                await put_fact(connection, self.database.slot.heart, str(debts.at))
            beat = await get_fact(connection, self.database.slot.heart)
            await put_fact(connection, self._owed, json.dumps({**asdict(debts), "beat": beat}))
            newest = await connection.scalar(select(func.max(tables.c.id)))
            await self._note(connection, _Done(newest or 0))

    async def give_back(self, hold: Hold) -> Debts | None:
        """Give back what is owed, and return it; None if that's nothing. DatabaseError, after which this can go on.

        ``hold`` keeps the tables of a batch from changing.
        """
        async with self.database.read() as connection:
            owed = await self._read(connection)
        if owed is not None:  # else the last commit of an earlier try may have succeeded after all
            self._owing = True
            self._begun, done = owed
            await self._go_on(self._begun, done, hold)
        begun, self._begun, self._owing = self._begun, None, False
        return begun

    async def first(self, table: int) -> None:
        """Give a table back what it's owed, if anything, because someone wants to play there now. DatabaseError."""
        if not self._owing:
            return
        async with self.database.write() as connection:
            owed = await self._read(connection)
            if owed is None:
                return
            debts, done = owed
            if table in done.ahead or table > done.newest:
                return
            for number, debt in enumerate(debts.debts):
                if (2 * number, table) > (done.step, done.last):
                    work = _to_tables(debt, [table]).where(self.there(debt.guilds, tables.c.guild))
                    if (await connection.execute(work)).rowcount:
                        await self._note(connection, done._replace(ahead=[*done.ahead, table]))

    @property
    def _owed(self) -> str:
        return f"{_OWED}{self.database.slot.number}"

    @property
    def _given(self) -> str:
        return f"{_GIVEN}{self.database.slot.number}"

    async def _read(self, connection: AsyncConnection) -> tuple[Debts, _Done] | None:
        """Read the debts, and what is done; None if there are none. A later heartbeat has come after all debts."""
        owed, given = await get_fact(connection, self._owed), await get_fact(connection, self._given)
        kept = None if owed is None else json.loads(owed)
        if kept is None or given is None or kept["beat"] != await get_fact(connection, self.database.slot.heart):
            return None
        debts = Debts(kept["at"], [Debt(**debt) for debt in kept["debts"]], kept["beats"])
        return debts, _Done(*json.loads(given))

    async def _note(self, connection: AsyncConnection, done: _Done) -> None:
        await put_fact(connection, self._given, json.dumps(done))

    async def _go_on(self, debts: Debts, done: _Done, hold: Hold) -> None:
        """Give back what isn't done yet."""
        steps = [(debt, of_tables) for debt in debts.debts for of_tables in (True, False)]
        for step, (debt, of_tables) in enumerate(steps[done.step :], done.step):
            last = done.last if step == done.step else 0
            found = self._tables(debt, last, done.newest) if of_tables else self._fixtures(debt, last)
            numbers = await self._sorted(found)
            for start in range(0, len(numbers), BATCH):
                batch = numbers[start : start + BATCH]
                async with hold(batch if of_tables else ()), self.database.write() as connection:
                    await self._give(connection, debt, step, batch)
        async with self.database.write() as connection:
            await put_fact(connection, self._owed, None)
            await put_fact(connection, self._given, None)

    async def _sorted(self, found: Select[Any]) -> list[int]:
        """Read ids, perhaps 100,000, without keeping others waiting."""
        numbers = list[int]()
        async with self.database.read() as connection:
            async for some in (await connection.stream_scalars(found)).partitions(1000):
                numbers += some
        return sorted(numbers)

    async def _give(self, connection: AsyncConnection, debt: Debt, step: int, batch: Sequence[int]) -> None:
        """Give a debt back to a batch, except to tables that have got it ahead."""
        done = _Done(*json.loads(await get_fact(connection, self._given) or ""))
        if step % 2:
            work = _to_fixtures(debt, batch)
        else:
            work = _to_tables(debt, [table for table in batch if table not in done.ahead])
        await connection.execute(work)
        await self._note(connection, done._replace(step=step, last=batch[-1]))

    def _tables(self, debt: Debt, last: int, newest: int) -> Select[Any]:
        """Find the open tables that get a debt, after the last one that has got it."""
        there = self.there(debt.guilds, tables.c.guild)
        return select(tables.c.id).where(IS_OPEN, there, tables.c.id > last, tables.c.id <= newest)

    def _fixtures(self, debt: Debt, last: int) -> Select[Any]:
        """Find the fixtures that can be played and get a debt."""
        there = self.there(debt.guilds, tournaments.c.guild)
        return select(fixtures.c.id).join(tournaments).where(IS_AWAITED, there, fixtures.c.id > last)


async def drop_debts(connection: AsyncConnection) -> list[int]:
    """Delete the debts of all slots, whose servers will be others'. Return since when those have been owed time.

    Who has got it already gets it again, so that nobody loses any.
    """
    found = await connection.execute(select(facts).where(facts.c.name.like(f"{_OWED}%")))
    since = []
    for name, value in found.all():
        kept, slot = json.loads(value), Slot(int(name.removeprefix(_OWED)))
        if kept["beat"] == await get_fact(connection, slot.heart):
            since.append(kept["at"] - max((debt["by"] for debt in kept["debts"]), default=0))
    await connection.execute(delete(facts).where(or_(*(facts.c.name.like(f"{name}%") for name in (_OWED, _GIVEN)))))
    return since


def _to_tables(debt: Debt, numbers: Sequence[int]) -> Update:
    """Return the statement that gives a debt back to tables.

    The last click at a game of computers stays as it was, so that a resting game rests on. So does one that came since
    the program is back: later than now, a computer wouldn't move until then.
    """
    touched = tables.c.touched_at + debt.by
    was_before = touched < debt.least if debt.least else true()
    return (
        update(tables)
        .where(tables.c.id.in_(numbers), IS_OPEN)
        .values(
            deadline=_later(debt),
            last_deadline=tables.c.last_deadline + debt.by,
            stranded_at=tables.c.stranded_at + debt.by,  # so that the time left for the turn stays the same
            wake=tables.c.wake + debt.by,
            touched_at=case((HAS_PERSON & was_before, touched), else_=tables.c.touched_at),
        )
    )


def _to_fixtures(debt: Debt, numbers: Sequence[int]) -> Update:
    """Return the statement that gives a debt back to fixtures."""
    later = fixtures.c.deadline + debt.by
    return (
        update(fixtures)
        .where(fixtures.c.id.in_(numbers), IS_AWAITED)
        .values(
            begun_at=fixtures.c.begun_at + debt.by,
            deadline=case((later < debt.least, debt.least), else_=later),
            wake=fixtures.c.wake + debt.by,
        )
    )


def _later(debt: Debt) -> ColumnElement[int | None]:
    """Return a table's deadline after a debt was given back.

    No turn gets more than its full time. A turn that began with a click during the bot's absence, such as one that
    RESUME replayed, would otherwise get the time of the absence in addition. A paused table's deadline is only moved.
    """
    later = tables.c.deadline + debt.by
    if not debt.least:
        return later
    whole = debt.least - LEAST + tables.c.turn_ms + tables.c.bank_ms
    paused = tables.c.stranded_at.is_not(None)
    return case((paused, later), (later < debt.least, debt.least), (later > whole, whole), else_=later)
