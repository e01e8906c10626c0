"""Downtime: clocks stop while people can't reach the bot, on one server or on all, and the lost time is given back.

A server is out of reach when its shard is lost, it has an outage, or it removed the bot.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import count
from typing import Final, TypeAlias

from bot.backoff import Backoff
from bot.play.service.tables import Tables
from bot.play.state.errors import StoreError, UnknownTable
from bot.play.state.game import BrokenLog
from bot.play.state.ports import Clock, ProgramState, Store
from bot.play.state.slots import ONLY_SLOT, Slot
from bot.play.state.values import SECOND, Debt, Debts
from bot.play.time.turn_clock import LEAST

HEARTBEAT: Final = 15.0
"""Seconds between heartbeats, by which the next start knows how long the bot was away."""
_MAYBE_NOT_SHOWN: Final = 10 * SECOND
"""Milliseconds before a downtime in which changes of tables may not have been shown any more."""
_BACKOFF: Final = Backoff(1, HEARTBEAT)
"""Seconds between attempts at work that everything else depends on."""

_log = logging.getLogger(__name__)

Wakes: TypeAlias = Sequence[tuple[int, int]]
"""The times at which tables need attention: pairs of epoch milliseconds and table."""
_AT_ONCE: Final = 1000
"""The most servers that one statement of the database names."""


# Each heartbeat gives time back, so nothing is stored about how long a server is away. Otherwise every other shift of
# deadlines would have to subtract it.
@dataclass(slots=True, eq=False)
class Reachability:
    """Knows which servers are out of reach, and until when their tables have been given time back.

    ``reachable`` looks a server up in Discord's own list; `compare` calls it after the bot was away and may have missed
    events. The servers of other processes' slots are out of this one's reach. All times are epoch milliseconds.
    """

    reachable: Callable[[int], bool] = lambda _: True
    slot: Slot = ONLY_SLOT
    _lost: dict[int, int] = field(init=False, default_factory=dict)

    def reaches(self, guild: int) -> bool:
        """Return whether this process can reach a server."""
        return guild not in self._lost and self.slot.serves(guild)

    def lose(self, guild: int, now: int) -> None:
        """Record that a server is out of reach from now on."""
        self._lost.setdefault(guild, now)

    def back(self, guilds: Collection[int] | None = None) -> list[int]:
        """Return the lost servers among these, or among all, that the bot could reach again."""
        lost = self._lost if guilds is None else self._lost.keys() & set(guilds)
        return [guild for guild in lost if self.reachable(guild)]

    def find(self, guilds: Iterable[int]) -> None:
        """Record that servers owe their tables no more time, unless they have been lost again meanwhile."""
        for guild in guilds:
            if self.reachable(guild):
                self._lost.pop(guild, None)

    def forget(self, guild: int) -> None:
        """Owe a server nothing any more: its data is deleted."""
        self._lost.pop(guild, None)

    def owed(self, until: int, guilds: Collection[int] | None = None) -> Iterator[tuple[int, list[int]]]:
        """Yield the time that the tables of these lost servers, or of all, are owed: (milliseconds, servers).

        That's up to ``until``, and negative for a server that was lost later.
        """
        owed: defaultdict[int, list[int]] = defaultdict(list)
        for guild in self._lost if guilds is None else guilds:
            owed[until - self._lost[guild]].append(guild)
        for by, servers in owed.items():
            for start in range(0, len(servers), _AT_ONCE):
                yield by, servers[start : start + _AT_ONCE]

    def repaid(self, until: int, guilds: Collection[int] | None = None) -> None:
        """Record that the tables of these lost servers, or of all, have been given back their time up to ``until``."""
        for guild in tuple(self._lost if guilds is None else self._lost.keys() & set(guilds)):
            self._lost[guild] = until

    def compare(self, guilds: Iterable[int], now: int) -> None:
        """Check again which of these servers, and of the lost ones, are out of reach."""
        for guild in {*guilds, *self._lost}:
            if not self.reachable(guild):
                self.lose(guild, now)
        self.find(tuple(self._lost))


@dataclass(slots=True, eq=False)
class Downtime:
    """Stops time while people can't reach the bot, on one server or on all, and restores it afterwards.

    The last heartbeat in the store tells the next start how long the bot was away. ``over`` is called when time runs
    again everywhere, just before ``times_changed``, which gets the new times of tables, the milliseconds that were
    given back, and the time now; neither raises.
    """

    tables: Tables
    store: Store
    facts: ProgramState
    clock: Clock
    _: KW_ONLY
    sleep: Callable[[float], Awaitable[None]]
    reach: Reachability
    follow: Callable[[], int]
    over: Callable[[], None]
    times_changed: Callable[[Wakes, int, int], None]
    _since: int | None = field(init=False)  # since when the bot is away; None while it isn't
    _unreachable: bool = field(init=False, default=False)  # the connection is down, so the downtime can't end yet
    _stored_at: int = field(init=False)  # the last heartbeat that was stored
    _ending: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    # set when time has been given back, and replaced by a new one
    _resumed: asyncio.Event = field(init=False, default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._since = self._stored_at = self.clock()

    @property
    def is_away(self) -> bool:
        """True if no time runs anywhere, and nothing is done."""
        return self._since is not None

    @property
    def can_end(self) -> bool:
        """True if no time runs although people can reach the bot: it has to be restored first."""
        return self._since is not None and not self._unreachable

    def reaches(self, guild: int) -> bool:
        """Return whether people on a server can reach the bot, as far as that depends on the server."""
        return self.reach.reaches(guild)

    def begin(self, *, unreachable: bool = False, since: int | None = None) -> None:
        """Stop time everywhere; ``unreachable`` until `end` is called. ``since`` is now unless it is known better."""
        self._unreachable = self._unreachable or unreachable
        if self._since is None:
            self._since = self.clock() if since is None else since

    async def follow_clock(self) -> bool:
        """Follow the machine's clock if it was set. All times are then moved as after a downtime, back or forth."""
        async with self._ending:
            before, by = self.clock(), self.follow()
            if by:
                _log.warning("the clock was set %s by %.0f s", "forward" if by > 0 else "back", abs(by) / SECOND)
                self.begin(since=before)
        return bool(by)

    async def recall(self) -> None:
        """Find out from the last heartbeat how long the bot was away before it started. Retries until it can."""
        await self._insist(self._recall)

    async def end(self) -> None:
        """Restore the time since `begin`, and let it run again. Retries until it can."""
        self._unreachable = False
        await self.try_to_end()

    async def try_to_end(self) -> None:
        """Restore the time since `begin`, and let it run again unless people still can't reach the bot."""
        async with self._ending:
            if self._since is not None:
                await self._insist(self._restore)

    def lose(self, guilds: Collection[int]) -> None:
        """Stop time on servers."""
        for guild in guilds:
            self.reach.lose(guild, self.clock() if self._since is None else self._since)

    async def find(self, guilds: Collection[int] | None = None) -> None:
        """Restore the time since `lose`, and let it run again on those of the servers that can be reached; None: all.

        Retries until it can.
        """
        if self.reach.back(guilds):
            await self._insist(lambda: self._restore_on(guilds))

    async def time_runs(self, guild: int) -> None:
        """Wait until time runs on a server, after all its downtime was given back."""
        while self._since is not None or not self.reach.reaches(guild):
            await self._resumed.wait()

    async def heartbeat(self) -> bool:
        """Extend the deadlines of lost servers, then store a heartbeat. Return False if the store failed.

        Without the store no move can be committed either, so the bot is away until it works again.
        """
        try:
            async with self._ending:
                if self._since is not None:
                    return True
                now = self.clock()
                await self._give_back()
                await self._repay(now)
                await self.facts.put(self.reach.slot.heart, str(now))
        except StoreError as error:
            _log.error("clocks are stopped until the database works again: %s", error, exc_info=error)
            self.begin(since=self._stored_at)
            return False
        self._stored_at = now
        return True

    async def _recall(self) -> None:
        seen = await self.facts.get(self.reach.slot.heart)
        if seen is not None and self._since is not None:
            self._since = min(self._since, int(seen))

    async def _restore(self) -> None:
        """Extend the deadlines of all tables by the time that the bot was away."""
        earlier = await self._give_back()
        await self.facts.put(self.reach.slot.heart, str(self._since))
        now = self.clock()
        since = self._since or now
        by = now - since  # negative if the clock was set back meanwhile
        guilds = await self.store.in_play()
        await self._repay(since)
        await self._owe(now, [Debt(by, now + LEAST)], beats=True)
        self.reach.compare(guilds, now)
        self.over()
        await self._read_times(max([by, *(debt.by for debt in earlier)]), now)
        if not self._unreachable:
            self._since = None
        self._wake_waiting()

    async def _restore_on(self, guilds: Collection[int] | None) -> None:
        """Extend the deadlines of tables on servers that are back by the time that these were out of reach."""
        async with self._ending:
            if self._since is not None:
                return  # the end of the downtime compares all servers anyway
            await self._give_back()
            now = self.clock()
            for by, found in self.reach.owed(now, self.reach.back(guilds)):
                await self._owe(now, [Debt(by, now + LEAST, found)])  # no heartbeat: other servers may be lost
                await self._read_times(by, now, found)
                self.reach.find(found)
        self._wake_waiting()

    async def _repay(self, until: int) -> None:
        """Extend the deadlines of lost servers so far, so that a restart needs nothing but the heartbeat."""
        debts = [Debt(by, 0, guilds) for by, guilds in self.reach.owed(until) if by > 0]
        if debts:
            await self._owe(until, debts, beats=True)

    async def _owe(self, at: int, debts: Sequence[Debt], *, beats: bool = False) -> None:
        """Give time back, all of it or none, even if the program is killed meanwhile."""
        await self.tables.owe(Debts(at, debts, beats))
        await self._give_back()

    # What is in memory follows only here, from what the store had to give back: an error may have come after a commit.
    async def _give_back(self) -> Sequence[Debt]:
        """Give back what is owed, perhaps since an earlier try or by a program before this one, and return it."""
        debts = await self.tables.give_back()
        if debts is None:
            return ()
        for debt in debts.debts:
            self.reach.repaid(debts.at, debt.guilds)
        if debts.beats:
            self._stored_at = debts.at
            if self._since is not None:
                self._since = debts.at
        return debts.debts

    async def _read_times(self, by: int, now: int, guilds: Collection[int] | None = None) -> None:
        """Read the times of tables again after ``by`` milliseconds were given back."""
        wakes = await self.store.wakes(guilds, now - _MAYBE_NOT_SHOWN)
        try:
            await self.tables.refresh(guilds)
        except (BrokenLog, UnknownTable) as fault:  # the next look at that table will report it again
            _log.warning("a table couldn't be reloaded: %s", fault)
        self.times_changed(wakes, by, now)

    def _wake_waiting(self) -> None:
        """Wake all callers of `time_runs`; each checks again whether time runs on its server."""
        self._resumed.set()
        self._resumed = asyncio.Event()

    async def _insist(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do work that everything else depends on, and retry it until the store works."""
        for failures in count(1):
            try:
                await work()
            except StoreError as error:
                _log.warning("the database failed: %s", error)
            else:
                return
            await self.sleep(_BACKOFF.after(failures))
