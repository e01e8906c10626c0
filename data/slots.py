"""Slots on a PostgreSQL server: which process serves which servers, and the one connection with which it writes.

The session of that connection holds the slot's lock. So a process that can write has the slot, and one that has lost it
can't write, whatever it still believes: no write needs a check of its own.
"""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, partial
from inspect import iscoroutinefunction
from typing import Any, Final, TypeVar, cast

from sqlalchemy import BigInteger, delete, insert, literal_column, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.play.state.slots import HEART, Slot
from data.database import open_database
from data.engines import make_engine
from data.location import (
    DatabaseError,
    DatabaseInUseError,
    DatabaseUnavailableError,
    Location,
    NewerDatabaseError,
    SlotLostError,
    located,
    readable_errors,
)
from data.migrate import MIGRATIONS, VERSION_TABLE
from data.process_lock import BOT, bot_lock, check_lock_address, closed
from data.schema import facts, slots
from data.tables.giving_back import drop_debts

SIGN: Final = 5.0
"""Seconds between two signs of life."""
HUNG: Final = 20_000
"""Milliseconds of the database's clock without one after which a standby replaces a process."""
_LOOK: Final = 0.5
"""Seconds between two looks of a standby."""
_GAP: Final = 5_000
"""Milliseconds without a look after which a standby counts anew: the server may have hung for all processes."""
_TRIES, _PAUSE = 20, 0.25
"""How often a broken connection is replaced before its writer fails, and seconds in between."""
_ENDING, _MOMENT = 20, 0.05
"""How often to try to take the lock of a session that is being ended, and seconds in between."""
_FINISHING: Final = 2.0
"""Seconds in which a statement is finished although its task is canceled."""
_PING: Final = 3.0
"""Seconds that the connection has to answer before it's replaced."""

NOW: Final = literal_column("(extract(epoch FROM clock_timestamp()) * 1000)::bigint", BigInteger)
"""The server's time in epoch milliseconds."""
_TURN: Final = text(
    "SELECT set_config('idle_in_transaction_session_timeout', '5000', true), pg_advisory_xact_lock(:bot, -1)"
)
"""Let one process at a time look and claim; one that freezes meanwhile keeps the others waiting for five seconds."""
_TAKE: Final = text("SELECT pg_try_advisory_lock(:bot, :slot)")
_HELD: Final = (
    "FROM pg_locks JOIN pg_database ON pg_database.oid = database WHERE locktype = 'advisory' AND granted "
    "AND classid = :bot AND objsubid = 2 AND datname = current_database()"
)
_TAKEN: Final = text(f"SELECT objid::bigint {_HELD} AND objid::bigint < 2147483648")
_END: Final = text(f"SELECT pg_terminate_backend(pid) {_HELD} AND objid::bigint = :slot")
_REVISION: Final = text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608 - a name of ours
_IS_THERE: Final = text("SELECT to_regclass('slots') IS NOT NULL")

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@cache
def _known() -> list[str]:
    """List the schema's versions that this program knows."""
    return sorted(path.stem[1:5] for path in MIGRATIONS.glob("versions/v*.py"))


@dataclass(slots=True, eq=False)
class Claim:
    """A slot of this process, or the wait for one. ``several`` processes may share the database.

    ``shards`` None asks Discord by ``recommended`` when no slot is held. ``version`` is the program's.
    """

    location: Location
    engine: AsyncEngine
    _: KW_ONLY
    several: bool
    number_of_slots: int
    shards: int | None
    recommended: Callable[[], Awaitable[int]]
    version: str
    migrate: Callable[[], Awaitable[None]]
    slot: Slot = field(init=False, default_factory=Slot)
    owner: str = field(init=False)
    """The process in words, which no other one ever has."""
    _gone: asyncio.Event = field(init=False, default_factory=asyncio.Event)  # another process has the slot
    _turn: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    _connection: AsyncConnection | None = field(init=False, default=None)
    _watched: dict[int, tuple[object, int]] = field(init=False, default_factory=dict)  # the last signs of life
    _looked_at: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.owner = f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"

    async def claimed(self, stop: asyncio.Event) -> bool:
        """Wait for a free slot, and claim it. Return False if ``stop`` was set first. DatabaseError.

        DatabaseInUseError if other numbers of slots or shards are in use, or another program has the database.
        """
        waits, fails = False, False
        while not stop.is_set():
            try:
                if await self._look():
                    return True
            except DatabaseError as error:
                if not waits or isinstance(error, DatabaseInUseError | NewerDatabaseError):
                    raise
                if not fails:  # once per outage
                    _log.warning("a standby can't look for a free slot: %s", error)
                fails = True
                await self.release()
            else:
                if not waits:
                    _log.info("standing by: all slots are taken", extra={"slots": self.number_of_slots})
                waits, fails = True, False
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await stop.wait()
        return False

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction on the connection that holds the lock. SlotLostError if another process has it."""
        async with self._turn, AsyncExitStack() as stack:
            connection = await _finished(self._working)
            transaction = await connection.begin()
            stack.push_async_exit(partial(_finished, transaction.__aexit__))
            yield cast("AsyncConnection", _Finishing(connection))

    async def lost(self) -> None:
        """Give signs of life until another process has the slot, which is a SlotLostError."""
        sign = update(slots).where(slots.c.number == self.slot.number, slots.c.owner == self.owner)
        while not self._gone.is_set():
            try:
                with readable_errors(self.location):
                    async with self.begin() as connection:
                        if (await connection.execute(sign.values(seen_at=NOW))).rowcount != 1:
                            self._gone.set()
            except DatabaseError as error:
                _log.warning("no sign of life can be given: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(SIGN):
                    await self._gone.wait()
        raise self._taken()

    async def release(self) -> None:
        """Close the connection, which gives up the slot."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await closed(connection)

    async def _look(self) -> bool:
        """Claim a slot if one is free. Return whether that worked."""
        with readable_errors(self.location):
            connection = self._connection or await self._connected()
            shards = self.shards
            if shards is None and not await self._held(connection):
                shards = await self.recommended() if self.several else 0
            async with connection.begin():
                await connection.execute(_TURN, {"bot": BOT})
                await self._must_be_known(connection)
                taken = set(await connection.scalars(_TAKEN, {"bot": BOT}))
                kept = await self._numbers(connection, shards, is_held=bool(taken))
                for row in kept:
                    if row.number not in taken and await connection.scalar(_TAKE, {"bot": BOT, "slot": row.number}):
                        claimed = {"owner": self.owner, "version": self.version, "seen_at": NOW}
                        await connection.execute(update(slots).where(slots.c.number == row.number).values(claimed))
                        self.slot = Slot(row.number, len(kept), row.shards)
                        return True
                if self.several:
                    await self._end_hung(connection, kept)
        return False

    async def _connected(self) -> AsyncConnection:
        """Open the connection, with the lock that keeps other programs away, and make sure that there's a schema."""
        self._connection = await self.engine.connect()
        await bot_lock(self._connection, self.location, shared=self.several)
        async with self._connection.begin():
            is_there = await self._connection.scalar(_IS_THERE)
        if not is_there:
            await self.migrate()
        return self._connection

    async def _held(self, connection: AsyncConnection) -> bool:
        """Return whether any slot is held."""
        async with connection.begin():
            return (await connection.execute(_TAKEN, {"bot": BOT})).first() is not None

    async def _must_be_known(self, connection: AsyncConnection) -> None:
        """Leave slots to newer programs once one of them has migrated the schema. NewerDatabaseError."""
        revision = str(await connection.scalar(_REVISION))
        if revision not in _known():
            raise NewerDatabaseError(self.location.name, revision, _known()[-1])

    async def _numbers(self, connection: AsyncConnection, shards: int | None, *, is_held: bool) -> Sequence[Any]:
        """Return the rows of all slots. If none is held, they get this process's numbers. DatabaseInUseError."""
        columns = slots.c.number, slots.c.shards, slots.c.owner, slots.c.seen_at, NOW.label("now")
        rows = select(*columns).order_by(slots.c.number)
        kept = (await connection.execute(rows)).all()
        fits = shards is None or (is_held and self.shards is None) or {row.shards for row in kept} == {shards}
        if len(kept) == self.number_of_slots and fits:
            return kept
        if is_held:
            raise DatabaseInUseError(
                f"{self.location.name} is served in {len(kept)} slots with {kept[0].shards} shards: set REMIK_SLOTS "
                "and REMIK_SHARDS to these numbers, or stop all other processes first"
            )
        if shards is None:
            return ()  # the last one has just ended: the next look asks Discord
        await self._renumber_hearts(connection)
        await connection.execute(delete(slots))
        every = [{"number": number, "shards": shards} for number in range(self.number_of_slots)]
        await connection.execute(insert(slots), every)
        return (await connection.execute(rows)).all()

    async def _renumber_hearts(self, connection: AsyncConnection) -> None:
        """Give all new slots the oldest heartbeat of the old ones, or the beginning of what these still owed.

        Nobody knows which servers that slot had.
        """
        is_heart = or_(facts.c.name == HEART, facts.c.name.like(f"{HEART} %"))
        beats = [int(beat) for beat in await connection.scalars(select(facts.c.value).where(is_heart))]
        owed_since = await drop_debts(connection)
        if beats:
            oldest = str(min(beats + owed_since))
            await connection.execute(delete(facts).where(is_heart))
            hearts = [Slot(number, self.number_of_slots).heart for number in range(self.number_of_slots)]
            await connection.execute(insert(facts), [{"name": heart, "value": oldest} for heart in hearts])

    async def _end_hung(self, connection: AsyncConnection, kept: Sequence[Any]) -> None:
        """End the sessions of processes that have given no sign of life while this one looked."""
        now = max((row.now for row in kept), default=0)
        if now - self._looked_at > _GAP:
            self._watched.clear()
        self._looked_at = now
        for row in kept:
            sign = row.owner, row.seen_at
            last, since = self._watched.get(row.number, (None, now))
            if last != sign:
                self._watched[row.number] = sign, now
            elif now - since > HUNG:
                _log.warning("slot %d gives no sign of life: its process is replaced", row.number)
                await connection.execute(_END, {"bot": BOT, "slot": row.number})
                del self._watched[row.number]

    async def _working(self) -> AsyncConnection:
        """Return the connection that holds the lock. If it broke, open another one, and take the lock again."""
        connection = self._connection
        if connection is not None and not connection.invalidated and not connection.in_transaction():
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                await driver.execute("SELECT 1", timeout=_PING)
            except Exception as error:  # noqa: BLE001 - logged; the driver raises anything
                _log.info("the connection that writes is replaced: %s", type(error).__name__)
            else:
                return connection
        self._connection = None
        try:
            if self._gone.is_set():
                raise self._taken()
            for _ in range(_TRIES):
                self._connection = await self._again()
                if self._connection is not None:
                    return self._connection
                await asyncio.sleep(_PAUSE)
        finally:
            if connection is not None:  # not before: a standby would get the lock if the connection was only slow
                await closed(connection)
        raise DatabaseUnavailableError(f"{self.location.name} doesn't answer: a broken connection keeps its lock")

    async def _again(self) -> AsyncConnection | None:
        """Take the lock of the slot again. SlotLostError if another process has it, or had it meanwhile.

        While the slot is this process's, only its own broken connection can hold the lock: the server may not have
        noticed yet, so it's told. Return None then.
        """
        owner = select(slots.c.owner).where(slots.c.number == self.slot.number)
        connection, lock = await self.engine.connect(), {"bot": BOT, "slot": self.slot.number}
        done = False
        try:
            async with connection.begin():
                await connection.execute(_TURN, {"bot": BOT})
                is_mine = await connection.scalar(owner) == self.owner
                has_it = is_mine and await connection.scalar(_TAKE, lock)
                if is_mine and not has_it:
                    await connection.execute(_END, lock)
                    has_it = await self._ended(connection)
            if has_it:
                await bot_lock(connection, self.location, shared=self.several)
                done = True
        except DatabaseInUseError:
            is_mine = False  # a command has the database for itself
        finally:
            if not done:
                await closed(connection)
        if not is_mine:
            self._gone.set()
            raise self._taken()
        return connection if done else None

    async def _ended(self, connection: AsyncConnection) -> bool:
        """Take the lock as soon as its session has ended; meanwhile no standby can look. Return whether that worked."""
        for _ in range(_ENDING):
            if await connection.scalar(_TAKE, {"bot": BOT, "slot": self.slot.number}):
                return True
            await asyncio.sleep(_MOMENT)
        return False

    def _taken(self) -> SlotLostError:
        return SlotLostError(self.location.name, self.slot.number)


# SQLAlchemy gives up a connection when a task is canceled that waits for it. A process that is told to stop cancels
# tasks, and would leave its slot to a standby before it has answered the last clicks.
@dataclass(frozen=True, slots=True)
class _Finishing:
    """Passes everything on to a connection, and finishes what it's asked to do, even for a task that is canceled."""

    connection: AsyncConnection

    def __getattr__(self, name: str) -> object:
        found = getattr(self.connection, name)
        return partial(_finished, found) if iscoroutinefunction(found) else found


async def _finished(work: Callable[..., Awaitable[_T]], *about: Any, **more: Any) -> _T:  # noqa: ANN401 - passed on
    """Wait for work. If this task is canceled meanwhile, the work still has a moment to finish."""
    task = asyncio.ensure_future(work(*about, **more))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=_FINISHING)
        task.cancel()
        raise


@asynccontextmanager
async def slot_of(
    url: str,
    *,
    lock_url: str | None,
    slots: int | None,
    shards: int | None,
    version: str,
    recommended: Callable[[], Awaitable[int]],
) -> AsyncIterator[Claim]:
    """Yield the claim of a slot, to wait for. With ``slots`` None there is one, and no standby. DatabaseError.

    ``lock_url`` is the address of the server itself, which the lock needs: see `check_lock_address`.
    """
    await check_lock_address(url, lock_url)
    direct = located(lock_url or url)
    engine = make_engine(direct, pooled=False)

    async def migrate() -> None:
        await (await open_database(url)).close()

    claim = Claim(
        located(url),
        engine,
        several=slots is not None,
        number_of_slots=slots or 1,
        shards=shards,
        recommended=recommended,
        version=version,
        migrate=migrate,
    )
    try:
        yield claim
    finally:
        await claim.release()
        await engine.dispose()


@dataclass(frozen=True, slots=True)
class SlotState:
    """A slot as the server knows it: who claimed it last, and the milliseconds since the last sign of life."""

    slot: Slot
    owner: str | None
    version: str | None
    silent: int | None
    is_held: bool


async def states(url: str) -> tuple[SlotState, ...]:
    """List the slots of a database on a server; none before the first start of this version. DatabaseError."""
    location = located(url)
    if location.is_sqlite:
        raise DatabaseError(f"{location.name} is an SQLite file, which has no slots: one process serves all servers")
    engine = make_engine(location, pooled=False)
    try:
        with readable_errors(location):
            async with engine.connect() as connection:
                if not await connection.scalar(_IS_THERE):
                    return ()
                held = set(await connection.scalars(_TAKEN, {"bot": BOT}))
                rows = (await connection.execute(select(slots, (NOW - slots.c.seen_at).label("silent")))).all()
    finally:
        await engine.dispose()
    found = sorted(rows, key=lambda row: row.number)
    return tuple(
        SlotState(Slot(one.number, len(rows), one.shards), one.owner, one.version, one.silent, one.number in held)
        for one in found
    )
