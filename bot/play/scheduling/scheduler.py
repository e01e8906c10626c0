"""The scheduler: one per process, it acts at every open table when something is due there."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Final, TypeAlias

from bot.play.scheduling.acting import Actor, Announcer, Pinger, Rest
from bot.play.scheduling.downtime import HEARTBEAT, Downtime, Reachability, Wakes
from bot.play.scheduling.thinking import Think
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.state.errors import Repeated, Stale, StoreError, UnknownTable
from bot.play.state.people import PeopleStore
from bot.play.state.ports import Clock, ProgramState, Signal, Store
from bot.play.state.presence import awaited
from bot.play.state.values import HOUR, SECOND
from bot.play.time.due import Due, DueAction, DueTimes, Pauses, Retries, due_actions

_log = logging.getLogger(__name__)

Chore: TypeAlias = Callable[[], Awaitable[None]]


@dataclass(slots=True, eq=False)
class Chores:
    """Does all chores one after the other, in one task at a time."""

    chores: Sequence[Chore]
    task: asyncio.Task[None] | None = field(init=False, default=None)

    def start(self) -> None:
        """Start a round of chores, unless the last one is still running."""
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._do_all(), name="chores")

    async def _do_all(self) -> None:
        """Do each chore, whatever goes wrong in another."""
        for chore in self.chores:
            try:
                await chore()
            except StoreError as error:
                _log.warning("a background task waits for the database: %s", error)
            except Exception:  # noqa: BLE001 - logged; the others are done
                _log.exception("a background task failed")


STALL: Final = 60.0
"""Seconds by which the scheduler never wakes too late unless the machine was asleep."""
_LOOKS_AT_ONCE: Final = 8
"""How many tables are processed at once, so that a start with thousands of them leaves room for clicks."""
_PINGS_AT_ONCE: Final = 16
_VISIBLE: Final = 50
"""A deadline extended by less than the remaining time divided by this still looks the same."""
_MOST_LATE: Final = 20
"""How often in a row others may be faster at a table before it is left alone for a while."""
_CLOSING: Final = 5.0
"""Seconds that pings being sent have when the scheduler closes."""
_OVERDUE: Final = 30 * SECOND
"""Milliseconds after which another process takes over a practice table."""
_PINGING: Final = (DueAction.PING, DueAction.DELETE_PING)


@dataclass(slots=True, eq=False)
class Scheduler:
    """Looks at tables when something is due: computers' moves, deadlines, pings, deals, abandoned tables.

    It holds only a time for each open table, and loads a table when its time has come. ``pause`` and ``claim_delay``
    are seconds: before a computer's turn, and before it claims a discard (H-8). If the scheduler wakes more than
    ``stall`` seconds too late, the bot was away: the machine was asleep. ``follow`` makes the clock follow the
    machine's, and returns by how many milliseconds that was set. ``chores`` are done with each heartbeat, but only
    while people can reach the bot.
    """

    tables: Tables
    store: Store
    people: PeopleStore
    announcer: Announcer
    clock: Clock
    _: KW_ONLY
    facts: ProgramState
    think: Think
    pause: float
    claim_delay: float
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    beat: float = HEARTBEAT
    stall: float = math.inf
    follow: Callable[[], int] = lambda: 0
    reach: Reachability = field(default_factory=Reachability)
    chores: Sequence[Chore] = ()
    touched: Signal[Table] = field(default_factory=Signal)
    _pauses: Pauses = field(init=False)
    _actor: Actor = field(init=False)
    _pinger: Pinger = field(init=False)
    _rounds: Chores = field(init=False)
    _downtime: Downtime = field(init=False)
    _due: DueTimes = field(init=False, default_factory=DueTimes)  # of each open table
    _heartbeat_due: int = field(init=False, default=0)
    _sleeps_until: int = field(init=False, default=0)
    _alarm: asyncio.Event = field(init=False, default_factory=asyncio.Event)  # something is due earlier than that
    _looks: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)
    _pings: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)
    # tables that changed while they were looked at
    _changed_meanwhile: set[int] = field(init=False, default_factory=set)
    # tables that are shown with a deadline that has been extended since
    _outdated: set[int] = field(init=False, default_factory=set)
    # the length of a table's log when its computers declined to claim
    _unclaimed: dict[int, int] = field(init=False, default_factory=dict)
    # practice tables that were looked at for another process, and when that was due
    _swept: dict[int, int] = field(init=False, default_factory=dict)
    _rests: dict[int, Rest] = field(init=False, default_factory=dict)
    _look_retries: Retries = field(init=False, default_factory=lambda: Retries("a look at a table"))
    _ping_retries: Retries = field(init=False, default_factory=lambda: Retries("a ping at a table"))
    _look_slots: asyncio.Semaphore = field(init=False, default_factory=lambda: asyncio.Semaphore(_LOOKS_AT_ONCE))
    _ping_slots: asyncio.Semaphore = field(init=False, default_factory=lambda: asyncio.Semaphore(_PINGS_AT_ONCE))
    _heartbeat: asyncio.Task[None] | None = field(init=False, default=None)
    _running: asyncio.Task[None] | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._pauses = Pauses(round(self.pause * SECOND), round(self.claim_delay * SECOND))
        self._actor = Actor(self.think, self.clock, self._pauses)
        self._pinger = Pinger(self.people, self.announcer, self.clock)
        sweeps = not self.reach.slot.is_only and self.reach.slot.serves(None)
        self._rounds = Chores((*self.chores, self._sweep) if sweeps else self.chores)
        self._downtime = Downtime(
            self.tables,
            self.store,
            self.facts,
            self.clock,
            sleep=self.sleep,
            reach=self.reach,
            follow=self.follow,
            over=self._forget_delays,
            times_changed=self._times_changed,
        )
        self.touched.subscribe(self.watch)

    @property
    def is_away(self) -> bool:
        """True if no time runs anywhere, and nothing is done."""
        return self._downtime.is_away

    @property
    def open_tables(self) -> int:
        """How many tables are open, in memory or not."""
        return self._due.tables + len(self._looks)

    def reaches(self, guild: int | None) -> bool:
        """Return whether people on a server can reach the bot; without a server they always can."""
        return guild is None or self._downtime.reaches(guild)

    async def start(self) -> None:
        """Restore the time since the last heartbeat, and keep running. Retries while the store fails."""
        if self._running is None:
            await self._downtime.recall()
        await self.here()
        self._running = self._running or asyncio.create_task(self._run(), name="scheduler")

    def watch(self, table: Table) -> None:
        """Schedule a table that has changed, has just been loaded, or couldn't be written."""
        number = table.row.id
        if table.spared_until > self.clock():
            self._check_store()
        if number in self._looks:
            self._changed_meanwhile.add(number)
        else:
            self._schedule(number, _soonest(self._due_at(table)))

    def away(self) -> None:
        """Stop time everywhere: people can't reach the bot."""
        self._downtime.begin(unreachable=True)

    async def here(self) -> None:
        """Restore the time since `away`, and continue. Retries while the store fails."""
        await self._downtime.end()
        self._alarm.set()

    def lose(self, guilds: Collection[int]) -> None:
        """Stop time on servers: people on them can't reach the bot."""
        self._downtime.lose(guilds)

    async def find(self, guilds: Collection[int] | None = None) -> None:
        """Restore the time since `lose`, and continue on those of the servers, or of all, that can be reached again.

        Retries while the store fails.
        """
        await self._downtime.find(guilds)

    async def time_runs(self, guild: int) -> None:
        """Wait until time runs on a server, after all its downtime was given back."""
        await self._downtime.time_runs(guild)

    async def idle(self) -> None:
        """Wait until nothing is being done and nothing is due."""
        while True:
            others = {task for task in (self._rounds.task, self._heartbeat) if task and not task.done()}
            soonest = self._due.soonest()
            if tasks := {*self._looks.values(), *self._pings.values(), *others}:
                await asyncio.wait(tasks)
            elif self._running and not self.is_away and soonest is not None and soonest <= self.clock():
                await asyncio.sleep(0)
            else:
                return

    async def close(self) -> None:
        """Stop. What is being committed is either stored or not; the next start continues from there."""
        started = (self._running, self._heartbeat, self._rounds.task, *self._looks.values())
        running = {task for task in started if task is not None}
        for task in running:
            task.cancel()
        pings = set(self._pings.values())
        if pings:
            _, late = await asyncio.wait(pings, timeout=_CLOSING)
            for task in late:
                task.cancel()
        if running or pings:
            await asyncio.wait(running | pings)
        if not self.is_away:
            await self._beat()

    def _forget_delays(self) -> None:
        """Try everything again at once after a downtime."""
        self._look_retries.reset()
        self._ping_retries.reset()
        self._rests.clear()

    def _times_changed(self, wakes: Wakes, by: int, now: int) -> None:
        """Schedule tables whose times were extended, and show the new times of those that are due soon.

        A deadline that is far away can wait for that until something happens at its table.
        """
        for wake, number in wakes:
            self._schedule(number, wake)
            if wake - now <= max(HOUR, _VISIBLE * by):
                self._outdated.add(number)
                self._schedule(number, now)

    async def _run(self) -> None:
        """Start looks, heartbeats and chores when they are due."""
        while True:
            if await self._downtime.follow_clock():
                self._heartbeat_due = 0
            if self._downtime.can_end:
                await self._downtime.try_to_end()
            self._alarm.clear()
            now = self.clock()
            self._sleeps_until = now + round(self.beat * SECOND)
            if not self.is_away:
                self._start_due(now)
                soonest = self._due.soonest()
                self._sleeps_until = min(self._heartbeat_due, self._heartbeat_due if soonest is None else soonest)
            await self._sleep_until_due((self._sleeps_until - now) / SECOND)
            if self.clock() - self._sleeps_until > self.stall * SECOND:
                self._downtime.begin(since=self._sleeps_until)  # nobody could reach the bot while the machine slept

    def _start_due(self, now: int) -> None:
        """Start everything whose time has come."""
        if now >= self._heartbeat_due:
            self._heartbeat_due = now + round(self.beat * SECOND)
            if self._heartbeat is None or self._heartbeat.done():
                self._heartbeat = asyncio.create_task(self._beat(), name="heartbeat")
            self._rounds.start()
        for number in self._due.pop_until(now):
            if number in self._looks:
                self._changed_meanwhile.add(number)
            else:
                self._looks[number] = asyncio.create_task(self._look(number), name=f"look at table {number}")

    async def _sleep_until_due(self, seconds: float) -> None:
        """Sleep, unless something that is due earlier wakes the scheduler."""
        waiting = [asyncio.create_task(self._alarm.wait()), asyncio.ensure_future(self.sleep(seconds))]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()

    async def _sweep(self) -> None:
        """Look at practice tables whose process did not do what was due, since it has ended. StoreError.

        The process that got the last click there acts, whichever it is; no slot has these tables.
        """
        overdue = {number: wake for wake, number in await self.store.overdue_practices(self.clock() - _OVERDUE)}
        for number, wake in overdue.items():
            if self._swept.get(number) != wake and number not in self._looks:
                self._schedule(number, self.clock())
        self._swept = overdue

    async def _beat(self) -> None:
        """Store a heartbeat; if the store fails, the downtime begins."""
        if not await self._downtime.heartbeat():
            self._alarm.set()

    def _check_store(self) -> None:
        """Find out now whether the store works, since it has just failed a player."""
        self._heartbeat_due = 0
        self._alarm.set()

    def _schedule(self, number: int, at: int | None) -> None:
        """Set the time of the next look at a table, in epoch milliseconds; None drops the table."""
        if at is None:
            self._forget(number)
            return
        self._due.set(number, at)
        if at < self._sleeps_until:
            self._alarm.set()

    def _forget(self, number: int) -> None:
        """Drop everything about a table that needs no more looks."""
        self._due.remove(number)
        self._unclaimed.pop(number, None)
        self._actor.forget(number)
        self._outdated.discard(number)
        self._rests.pop(number, None)
        self._look_retries.succeeded(number)
        self._ping_retries.succeeded(number)

    async def _look(self, number: int) -> None:
        """Do all that is due at a table, and schedule the next look."""
        try:
            at = await self._do_due(number)
        except UnknownTable:
            at = None
        except Exception as error:  # noqa: BLE001 - logged; the other tables continue
            at = self._failed(self._look_retries, number, error)
        else:
            self._look_retries.succeeded(number)
            at = self.clock() if number in self._changed_meanwhile else at
        self._changed_meanwhile.discard(number)
        del self._looks[number]
        self._schedule(number, at)

    def _failed(self, retries: Retries, number: int, error: Exception) -> int:
        """Log a failure at a table, and return when to try again."""
        if isinstance(error, StoreError):
            self._check_store()
        return self.clock() + retries.delay_after(number, error)

    async def _do_due(self, number: int) -> int | None:
        """Do what is due at a table, one action after the other. Return when something is due next, if ever."""
        late = 0
        while not self.is_away:
            async with self._look_slots:
                table = await self.tables.get(number)
                self._changed_meanwhile.discard(number)
                if not self.reaches(table.row.guild):
                    return None  # `find` schedules it again
                if number in self._outdated:
                    self._outdated.discard(number)
                    self.announcer.changed(table)
                now, due = self.clock(), self._due_at(table)
                action = next((one.action for one in due if one.at <= now), None)
                if action is None:
                    return _soonest(due)
                try:
                    await self._do(table, action)
                except (Stale, Repeated):
                    late += 1
                    if late > _MOST_LATE:
                        raise
        return self.clock()

    def _due_at(self, table: Table) -> list[Due]:
        """List what is due at a table and when, apart from what is being done or was postponed."""
        number, found = table.row.id, []
        for due in due_actions(table.row, table.game, table.row.clock, self._pauses, table.limits):
            if due.action in _PINGING:
                if number not in self._pings:
                    found.append(self._after_rest(table, due))
            elif due.action is DueAction.TIME_OUT:
                found.append(due._replace(at=max(due.at, table.spared_until)))
            elif due.action is DueAction.ACT:
                found.append(due._replace(at=max(due.at, self._actor.ready_at(table))))
            elif due.action is not DueAction.CLAIM or self._unclaimed.get(number) != table.seq:
                found.append(due)
        if number in self._pinger.unstored and number not in self._pings:
            found.append(self._after_rest(table, Due(0, DueAction.DELETE_PING)))
        return found

    def _after_rest(self, table: Table, due: Due) -> Due:
        """Postpone a ping while none is sent at a table, or none to this player."""
        player, until = self._rests.get(table.row.id, (None, 0))
        concerned = player is None or (due.action is DueAction.PING and player == _player_to_ping(table))
        return due._replace(at=max(due.at, until)) if concerned else due

    async def _do(self, table: Table, action: DueAction) -> None:
        """Do one action, and show the result; pings are sent in the background."""
        number, seq = table.row.id, table.seq
        if action in _PINGING:
            self._pings[number] = asyncio.create_task(self._ping(number), name=f"ping at table {number}")
        elif await self._actor.do(table, action):
            self.announcer.changed(table)
        elif action is DueAction.CLAIM:
            self._unclaimed[number] = seq

    async def _ping(self, number: int) -> None:
        """Send the ping that is due at a table, and delete the one that is out of date."""
        rest: Rest | None = None
        try:
            async with self._ping_slots:
                table = await self.tables.get(number)
                if self.reaches(table.row.guild):
                    rest = await self._pinger.attend(table)
        except (Stale, UnknownTable):
            pass  # the next look finds what is due now
        except Exception as error:  # noqa: BLE001 - as above
            rest = (None, self._failed(self._ping_retries, number, error))
        else:
            self._ping_retries.succeeded(number)
        del self._pings[number]
        self._rests.pop(number, None)
        if rest is not None:
            self._rests[number] = rest
        if number in self._looks:
            self._changed_meanwhile.add(number)
        else:
            self._schedule(number, self.clock())


def _soonest(due: Iterable[Due]) -> int | None:
    """Return when something is due next, if ever."""
    return min((one.at for one in due), default=None)


def _player_to_ping(table: Table) -> int | None:
    seat = None if table.game is None else awaited(table.row, table.game)
    return None if seat is None else table.row.seats[seat].user
