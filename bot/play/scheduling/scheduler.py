"""The scheduler: one a process, it looks at every open table when something is due there, and does it."""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final

from bot.backoff import Backoff
from bot.play.errors import Repeated, Stale, StoreError, UnknownTable
from bot.play.game import BrokenLog
from bot.play.pace import LEAST
from bot.play.ports import Clock, PreferencesStore, ProgramState, Store
from bot.play.presence import awaited
from bot.play.scheduling.acting import Actor
from bot.play.scheduling.announcer import Announcer
from bot.play.scheduling.due import Due, DueAction, Pauses, duties
from bot.play.scheduling.pinging import Pinger, Rest
from bot.play.scheduling.reachability import Reachability
from bot.play.scheduling.thinking import Think
from bot.play.session import Table
from bot.play.signals import Signal
from bot.play.tables import Tables
from bot.play.values import HOUR, MINUTE, SECOND

BEAT: Final = 15.0
"""Seconds between two signs of life, by which the next start knows how long the bot was away."""
STALL: Final = 60.0
"""Seconds by which no scheduler wakes too late as long as the machine is awake."""
HEART: Final = "heartbeat"
"""The fact under which the last sign of life is kept: epoch milliseconds."""
_AT_ONCE: Final = 8
"""Tables that are looked at in the same moment: a start with thousands of them leaves room for clicks."""
_CALLS_AT_ONCE: Final = 16
_VISIBLE: Final = 50
"""A deadline that was put off by less than one part in so many of what is left looks as it did."""
_PATIENCE: Final = 20
"""How often somebody may be quicker at a table before it is left alone for a while."""
_BACKOFF: Final = Backoff(5 * SECOND, HOUR)
"""Milliseconds for which a table is left alone after failures."""
_STORE_BACKOFF: Final = Backoff(5 * SECOND, MINUTE)
"""The same if only the store failed: nothing is wrong with the table."""
_START_BACKOFF: Final = Backoff(1, BEAT)
"""Seconds between tries of what nothing can go on without."""
_FAREWELL: Final = 5.0
"""Seconds that calls which are going out have when the scheduler closes."""
_CALLING: Final = (DueAction.CALL, DueAction.UNCALL)

_log = logging.getLogger(__name__)


class Scheduler:
    """Looks at tables when something is due: computers, deadlines, calls, deals, tables that nobody touches.

    It holds the times alone, a number for each open table, and loads a table when its time has come. ``pause`` and
    ``claim_delay`` are seconds: before a computer's turn, and before it claims a discard (H-8). If the scheduler wakes
    more than ``stall`` seconds too late, the bot was away: the machine has slept, or its clock was set. ``chores`` are
    what else is done by time: once a beat, and only while people can reach the bot.
    """

    def __init__(
        self,
        tables: Tables,
        store: Store,
        people: PreferencesStore,
        announcer: Announcer,
        clock: Clock,
        *,
        facts: ProgramState,
        think: Think,
        pause: float,
        claim_delay: float,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        beat: float = BEAT,
        stall: float = math.inf,
        reach: Reachability | None = None,
        chores: Sequence[Callable[[], Awaitable[None]]] = (),
        touched: Signal[Table] | None = None,
    ) -> None:
        self._tables = tables
        self._store = store
        self._announcer = announcer
        self._clock = clock
        self._facts = facts
        self._pauses = Pauses(round(pause * SECOND), round(claim_delay * SECOND))
        self._sleep = sleep
        self._beat_every = round(beat * SECOND)
        self._stall = stall * SECOND
        self._reach = reach or Reachability()
        self._actor = Actor(think)
        self._caller = Pinger(people, announcer, clock)
        self._away: int | None = clock()  # since when the bot is away; nothing is done until it is back
        self._absent = False  # it can't be reached, whatever is known of the time
        self._seen = clock()  # the last sign of life that was kept
        self._beat_at = 0  # when the next one is due
        self._returning = asyncio.Lock()
        self._returned = asyncio.Event()  # set when time has been given back, and replaced by a new one
        self._due: dict[int, int] = {}  # when each open table is looked at next
        self._heap: list[tuple[int, int]] = []  # the same and what it was before, soonest first
        self._armed = 0  # until when the scheduler sleeps
        self._alarm = asyncio.Event()  # something is due sooner than was thought
        self._looks: dict[int, asyncio.Task[None]] = {}
        self._calls: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()  # tables that have changed while they were looked at
        self._outdated: set[int] = set()  # tables that are shown with a deadline which has been put off since
        self._declined: dict[int, int] = {}  # the length of a table's log when its computers did not want the discard
        self._rests: dict[int, Rest] = {}
        self._looking, self._calling = _Patience("a look at a table"), _Patience("a call at a table")
        self._work, self._post = asyncio.Semaphore(_AT_ONCE), asyncio.Semaphore(_CALLS_AT_ONCE)
        self._beating: asyncio.Task[None] | None = None
        self._chores = chores
        self._tidying: asyncio.Task[None] | None = None
        self._running: asyncio.Task[None] | None = None
        if touched is not None:
            touched.subscribe(self.watch)

    async def start(self) -> None:
        """Give back the time that the bot was away, find out when each table is due, and keep from now on.

        A store that fails is tried again until it does not.
        """
        if self._running is None:
            await self._insist(self._recall)
        await self.here()
        self._running = self._running or asyncio.create_task(self._run(), name="scheduler")

    def watch(self, table: Table) -> None:
        """Take note of a table that has changed, has just been loaded, or could not be written."""
        number = table.row.id
        if table.spared_until > self._clock():
            self._doubt()
        if number in self._looks:
            self._again.add(number)
        else:
            self._arm(number, _soonest(self._dues(table)))

    def away(self) -> None:
        """Do nothing from now on, and let no time run: people can't reach the bot."""
        self._absent = True
        if self._away is None:
            self._away = self._clock()

    async def here(self) -> None:
        """Give back the time since `away`, and go on. A store that fails is tried again until it does not."""
        self._absent = False
        await self._come_back()

    def lose(self, guild: int) -> None:
        """Do nothing on a server from now on, and let no time run there: people on it can't reach the bot."""
        self._reach.lose(guild, self._clock() if self._away is None else self._away)

    async def find(self, guild: int) -> None:
        """Give back the time since `lose`, and go on. A store that fails is tried again until it does not."""
        if not self._reach.reaches(guild):
            await self._insist(lambda: self._find(guild))

    async def time_runs(self, guild: int) -> None:
        """Wait until time runs on a server, after all the time that it was stopped for has been given back."""
        while self._away is not None or not self._reach.reaches(guild):
            await self._returned.wait()

    async def idle(self) -> None:
        """Wait until nothing is being done and nothing is due."""
        while True:
            others = {task for task in (self._tidying, self._beating) if task and not task.done()}
            if tasks := {*self._looks.values(), *self._calls.values(), *others}:
                await asyncio.wait(tasks)
            elif self._running and self._away is None and self._heap and self._heap[0][0] <= self._clock():
                await asyncio.sleep(0)
            else:
                return

    async def close(self) -> None:
        """Stop. What is being committed is either kept or not; the next start goes on from there."""
        started = (self._running, self._beating, self._tidying, *self._looks.values())
        running = {task for task in started if task is not None}
        for task in running:
            task.cancel()
        calls = set(self._calls.values())
        if calls:
            _, late = await asyncio.wait(calls, timeout=_FAREWELL)
            for task in late:
                task.cancel()
        if running or calls:
            await asyncio.wait(running | calls)
        if self._away is None:
            await self._beat()

    async def _recall(self) -> None:
        """Find out when the bot was last seen alive."""
        seen = await self._facts.get(HEART)
        if seen is not None and self._away is not None:
            self._away = min(self._away, int(seen))

    async def _come_back(self) -> None:
        """Give back the time since the bot went away, and go on unless it still can't be reached."""
        async with self._returning:
            if self._away is not None:
                await self._insist(self._return)
        self._alarm.set()

    async def _return(self) -> None:
        """Give back the time that the bot was away, learn anew when tables are due, and have their new times shown.

        What is due far from now can wait for that until something happens there.
        """
        await self._facts.put(HEART, str(self._away))  # holds no table up while the store still fails
        now = self._clock()
        away = self._away or now
        by = max(0, now - away)
        guilds = await self._store.in_play()
        await self._repay(away)
        await self._tables.put_off(by, now + LEAST)
        self._away = now  # what has been given back is not given twice
        self._reach.repaid(now)
        self._reach.compare(guilds, now)
        await self._facts.put(HEART, str(now))
        self._seen = now
        self._looking.forgive()
        self._calling.forgive()
        self._rests.clear()
        await self._learn(by, now)
        if not self._absent:
            self._away = None
        self._tell_returned()

    def _tell_returned(self) -> None:
        """Wake those who wait for time to run; each looks for itself whether it does."""
        self._returned.set()
        self._returned = asyncio.Event()

    async def _find(self, guild: int) -> None:
        """Give back the time that a server was out of reach, learn anew when its tables are due, and show them."""
        async with self._returning:
            now, since = self._clock(), self._reach.since(guild)
            if since is None or self._away is not None:
                return  # whoever brings the bot back asks which servers there are
            by = now - since
            await self._tables.put_off(by, now + LEAST, (guild,))
            self._reach.repaid(now, (guild,))
            await self._learn(by, now, guild)
            self._reach.find(guild)
        self._tell_returned()

    async def _repay(self, until: int) -> None:
        """Give the tables of lost servers their time back so far, so that a restart needs nothing but the heartbeat."""
        for by, guilds in self._reach.owed(until).items():
            await self._tables.put_off(by, 0, guilds)
            self._reach.repaid(until, guilds)

    async def _learn(self, by: int, now: int, guild: int | None = None) -> None:
        """Learn anew when tables are due after they were given ``by`` milliseconds back, and have their times shown."""
        wakes = await self._store.wakes(guild)
        try:
            await self._tables.refresh(None if guild is None else (guild,))
        except (BrokenLog, UnknownTable) as fault:  # the look at that table will say so again
            _log.warning("a table could not be read again: %s", fault)
        for wake, number in wakes:
            self._arm(number, wake)
            if wake - now <= max(HOUR, _VISIBLE * by):
                self._outdated.add(number)
                self._arm(number, now)

    async def _insist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do what nothing can go on without, however often the store fails."""
        for failures in count(1):
            try:
                await work()
            except StoreError as error:
                _log.warning("the store fails: %s", error)
            else:
                return
            await self._sleep(_START_BACKOFF.after(failures))

    async def _run(self) -> None:
        """Start looks and signs of life when they are due."""
        while True:
            if self._away is not None and not self._absent:
                await self._come_back()
            self._alarm.clear()
            now = self._clock()
            self._armed = now + self._beat_every
            if self._away is None:
                if now >= self._beat_at:
                    self._beat_at = now + self._beat_every
                    if self._beating is None or self._beating.done():
                        self._beating = asyncio.create_task(self._beat(), name="heartbeat")
                    if self._tidying is None or self._tidying.done():
                        self._tidying = asyncio.create_task(self._tidy(), name="chores")
                self._start_due(now)
                self._armed = min([self._beat_at, *(at for at, _ in self._heap[:1])])
            await self._doze((self._armed - now) / SECOND)
            if self._away is None and self._clock() - self._armed > self._stall:
                self._away = self._armed  # nobody could reach the bot while the machine slept

    async def _doze(self, seconds: float) -> None:
        """Sleep until a time, or until something is due sooner."""
        waiting = [asyncio.create_task(self._alarm.wait()), asyncio.ensure_future(self._sleep(seconds))]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()

    async def _beat(self) -> None:
        """Give a sign of life; what lost servers are owed until then is given back first.

        While none can be kept, no move can be either: the bot is away until one is.
        """
        try:
            async with self._returning:
                if self._away is not None:
                    return
                now = self._clock()
                await self._repay(now)
                await self._facts.put(HEART, str(now))
        except StoreError as error:
            _log.error("the clocks stop until the database works again: %s", error, exc_info=error)
            if self._away is None:
                self._away = self._seen
            self._alarm.set()
        else:
            self._seen = now

    def _doubt(self) -> None:
        """Find out at once whether the store works, since it has just failed somebody."""
        self._beat_at = 0
        self._alarm.set()

    async def _tidy(self) -> None:
        """Do the chores, whatever is wrong with one of them."""
        for chore in self._chores:
            try:
                await chore()
            except StoreError as error:
                _log.warning("a chore waits, since the store fails: %s", error)
            except Exception:  # noqa: BLE001 - logged; the others are done
                _log.exception("a chore failed")

    def _start_due(self, now: int) -> None:
        """Begin to look at the tables whose time has come."""
        while self._heap and self._heap[0][0] <= now:
            at, number = heappop(self._heap)
            if self._due.get(number) != at:
                continue  # it has been put off since
            del self._due[number]
            if number in self._looks:
                self._again.add(number)
            else:
                self._looks[number] = asyncio.create_task(self._look(number), name=f"look at table {number}")

    def _arm(self, number: int, at: int | None) -> None:
        """Look at a table then, and not at another time; None: never again."""
        if at is None:
            self._forget(number)
            return
        if self._due.get(number) == at:
            return
        self._due[number] = at
        heappush(self._heap, (at, number))
        if len(self._heap) > 2 * len(self._due) + 100:
            self._heap = [(due, table) for table, due in self._due.items()]
            heapify(self._heap)
        if at < self._armed:
            self._alarm.set()

    def _forget(self, number: int) -> None:
        """Let go of a table that is closed."""
        self._due.pop(number, None)
        self._declined.pop(number, None)
        self._outdated.discard(number)
        self._rests.pop(number, None)
        self._looking.worked(number)
        self._calling.worked(number)

    async def _look(self, number: int) -> None:
        """Do all that is due at a table, and find out when to look again."""
        try:
            at = await self._tend(number)
        except UnknownTable:
            at = None
        except Exception as error:  # noqa: BLE001 - logged; the other tables go on
            at = self._failed(self._looking, number, error)
        else:
            self._looking.worked(number)
            at = self._clock() if number in self._again else at
        self._again.discard(number)
        del self._looks[number]
        self._arm(number, at)

    def _failed(self, patience: "_Patience", number: int, error: Exception) -> int:
        """Log a failure at a table, and return when to try again."""
        if isinstance(error, StoreError):
            self._doubt()
        return self._clock() + patience.failed(number, error)

    async def _tend(self, number: int) -> int | None:
        """Do what is due, one duty after the other; say when something is due next, if ever."""
        late = 0
        while self._away is None:
            async with self._work:
                table = await self._tables.get(number)
                self._again.discard(number)
                if not self._reach.reaches(table.row.guild):
                    return None  # `find` will look again
                if number in self._outdated:
                    self._outdated.discard(number)
                    self._announcer.changed(table)
                now, dues = self._clock(), self._dues(table)
                duty = next((due.duty for due in dues if due.at <= now), None)
                if duty is None:
                    return _soonest(dues)
                try:
                    await self._do(table, duty)
                except (Stale, Repeated):
                    late += 1
                    if late > _PATIENCE:
                        raise
        return self._clock()

    def _dues(self, table: Table) -> list[Due]:
        """List what has to be done at a table, apart from what is being done or was put off."""
        number, found = table.row.id, []
        for due in duties(table.row, table.game, table.row.clock, self._pauses):
            if due.duty in _CALLING:
                if number not in self._calls:
                    found.append(self._after_rest(table, due))
            elif due.duty is DueAction.TIME_OUT:
                found.append(due._replace(at=max(due.at, table.spared_until)))
            elif due.duty is not DueAction.CLAIM or self._declined.get(number) != table.seq:
                found.append(due)
        if self._caller.owes(number) and number not in self._calls:
            found.append(self._after_rest(table, Due(0, DueAction.UNCALL)))
        return found

    def _after_rest(self, table: Table, due: Due) -> Due:
        """Put a call off while nobody is called at a table, or not this player."""
        whom, until = self._rests.get(table.row.id, (None, 0))
        concerned = whom is None or (due.duty is DueAction.CALL and whom == _called_at(table))
        return due._replace(at=max(due.at, until)) if concerned else due

    async def _do(self, table: Table, duty: DueAction) -> None:
        """Do one duty, and show what has come of it; calls go out by themselves."""
        number, seq = table.row.id, table.seq
        if duty in _CALLING:
            self._calls[number] = asyncio.create_task(self._call(number), name=f"call at table {number}")
        elif await self._actor.do(table, duty):
            self._announcer.changed(table)
        elif duty is DueAction.CLAIM:
            self._declined[number] = seq

    async def _call(self, number: int) -> None:
        """Call who has to be called at a table, and delete the message that has had its day."""
        rest: Rest | None = None
        try:
            async with self._post:
                table = await self._tables.get(number)
                if self._reach.reaches(table.row.guild):
                    rest = await self._caller.attend(table)
        except (Stale, UnknownTable):
            pass  # what there is to do now, the next look finds
        except Exception as error:  # noqa: BLE001 - as above
            rest = (None, self._failed(self._calling, number, error))
        else:
            self._calling.worked(number)
        del self._calls[number]
        self._rests.pop(number, None)
        if rest is not None:
            self._rests[number] = rest
        if number in self._looks:
            self._again.add(number)
        else:
            self._arm(number, self._clock())


class _Patience:
    """How often in a row something has failed at each table, and how long to leave it alone then."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._failures: dict[int, int] = {}

    def worked(self, number: int) -> None:
        """Forget the failures at a table."""
        self._failures.pop(number, None)

    def forgive(self) -> None:
        """Forget the failures at all tables."""
        self._failures.clear()

    def failed(self, number: int, error: Exception) -> int:
        """Log a failure; say how many milliseconds to wait before the next try."""
        times = self._failures[number] = self._failures.get(number, 0) + 1
        quicker = isinstance(error, Stale | Repeated)  # somebody else was: no trouble, it is looked at again
        trouble = None if quicker or isinstance(error, StoreError) else error
        text = f"{type(error).__name__}: {error}"
        level = logging.INFO if quicker else logging.WARNING
        _log.log(level, "%s failed: %s", self._what, text, exc_info=trouble, extra={"table": number, "times": times})
        backoff = _STORE_BACKOFF if isinstance(error, StoreError) else _BACKOFF
        return round(backoff.after(times))


def _soonest(dues: Iterable[Due]) -> int | None:
    """Say when something is due next, if ever."""
    return min((due.at for due in dues), default=None)


def _called_at(table: Table) -> int | None:
    """Name who would be called at a table now."""
    seat = None if table.game is None else awaited(table.row, table.game)
    return None if seat is None else table.row.seats[seat].user
