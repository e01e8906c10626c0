"""A table under its lock: every change is decided, committed and only then visible."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeAlias

from bot.fairness.beacon import PublicBeacon
from bot.play.service.table_reading import TableReading
from bot.play.state.errors import Overtaken, Repeated, Stale, StoreError, TableReason, UnknownTable, refused
from bot.play.state.game import Game, begin, follow, replay
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.names import NoNames, nameless, with_names
from bot.play.state.ports import Clock, Names, Store
from bot.play.state.starting import StartPromise, is_to_start, promise_of, with_start
from bot.play.state.values import OPEN, LogLine, Pace, Ping, Stamp, Status, TableRow, TimeLimits, TurnClock, own_doing
from bot.play.time.due import wake_for
from bot.play.time.pace import LEAST, clock_after
from bot.ratings.ports import AuditEntry
from bot.rummy.refusals import Refused

Ahead: TypeAlias = Callable[[TableReading], None]
"""Called with a table as it will be if a change can be committed, to prepare what is shown then. It returns at once."""


class LockedTable(TableReading):
    """The common base of all changes to a table: the lock, the commit, and catching up with other processes.

    Each way to change a table (`bot.play.service`) takes the lock with `changing`, `asked` or `by_itself`, and commits
    with `write`, `save`, `keep_clock` or `replace_row`. The state in memory is never ahead of the store.
    """

    __slots__ = ("__weakref__", "_beacon", "_behind", "_lock", "_names", "clock", "spared_until", "store")

    def __init__(
        self,
        store: Store,
        clock: Clock,
        row: TableRow,
        entries: tuple[LogLine, ...] = (),
        *,
        names: Names = NoNames(),  # noqa: B008 - it can't change
        limits: Limits = UNLIMITED,
        beacon: PublicBeacon | None = None,
    ) -> None:
        super().__init__(row, _game_of(row, entries), limits)
        self.store = store
        self.clock = clock
        self._names = names
        self._beacon = beacon
        self._lock = asyncio.Lock()
        self._behind = False  # the store may have changed without us: read it before the next change
        self.spared_until = 0  # no turn times out before this time, because the store has just failed a player

    def has_changed(self) -> None:
        """Run after every change and after loading; `bot.play.service.session.Table` overrides this."""

    @asynccontextmanager
    async def changing(self, interaction: int | None) -> AsyncIterator[None]:
        """Hold the lock for one change; after a store error the player has a minute to try again.

        ``interaction`` is None for a change by the program.
        """
        try:
            async with self._changing_once(interaction):
                yield
        except StoreError:
            if interaction is not None:  # nothing else has run since the lock was released
                self.spared_until = self.clock() + LEAST
                self.has_changed()
            raise

    @asynccontextmanager
    async def asked(
        self, user: int, interaction: int, stamp: Stamp | None = None, *, public: bool = False
    ) -> AsyncIterator[int]:
        """Hold the lock for a player's request in a game, and yield their seat. Stale if the stamp is out of date.

        ``stamp`` None accepts any state of the game; ``public`` compares only what everyone sees.
        """
        async with self.changing(interaction):
            if stamp is not None and stamp > self.stamp(self.seat_of(user)):
                await self._reload()
            self.running()
            seat = self.seat_of(user)
            if seat is None:
                raise refused(TableReason.NOT_SEATED, "C-1")
            now = self.stamp(seat)
            if stamp is not None and (stamp.public != now.public if public else stamp != now):
                raise Stale
            yield seat

    @asynccontextmanager
    async def by_itself(self, seq: int) -> AsyncIterator[None]:
        """Hold the lock for a change by the program. Stale if the log is no longer ``seq`` lines long."""
        try:
            async with self.changing(None):
                if seq != self.seq or self.row.status not in OPEN:
                    raise Stale
                yield
        except Repeated as late:  # another process has done it
            raise Stale from late

    async def arrange(
        self, interaction: int, change: Callable[[TableRow], TableRow], audit: AuditEntry | None = None
    ) -> None:
        """Change the lobby as a player asks, or as a moderator does: ``audit`` is then the entry of the audit log."""
        async with self.changing(interaction):
            row, at = change(self.row), self.clock()
            row = await self.with_start(row, at) if is_to_start(row) else row
            await self.save(touched(row, at), interaction, audit)

    async def with_start(self, row: TableRow, at: int) -> TableRow:
        """Return a table whose game starts with everything that its start fixes. Only under the lock.

        A start of ``row`` that is void since its last save counts as never dealt.
        """
        stored = await self.store.start_counts(row.guild)
        never_dealt = stored.never_dealt + row.void_starts - self.row.void_starts
        return with_start(row, at, replace(stored, never_dealt=never_dealt), self._beacon)

    @property
    def promise(self) -> StartPromise:
        """What the shuffles would prove if the game started now. Keeps the beacon's health check fresh for a while."""
        if self._beacon is not None and self.row.status is Status.LOBBY:
            self._beacon.want()
        return promise_of(self.row, self._beacon)

    async def save(self, row: TableRow, interaction: int, audit: AuditEntry | None = None) -> None:
        """Commit a change of the lobby. Only under the lock."""
        game = _game_of(row, ())
        self.row = named(
            await self.store.save(row, interaction, audit), self._names
        )  # names may have arrived meanwhile
        self._game = game
        self.has_changed()

    async def write(
        self,
        seat: int,
        text: str,
        interaction: int | None,
        *,
        slow: TimeLimits | None = None,
        audit: AuditEntry | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        """Follow a line of the log and commit it with the clock after it. Only under the lock.

        ``interaction`` is None for a line of the program. ``slow`` are the new time limits if the line pauses the game,
        ``audit`` is the entry of the audit log if a moderator asked for it.
        """
        row, game, at = self.row, self.running(), self.clock()
        entry = LogLine(len(game.lines), seat, str(text), interaction or own_doing(row.id, len(game.lines)), at)
        after = follow(row, game, entry)
        slow = slow if after.paused and not game.paused else None
        row = row if slow is None else replace(row, pace=Pace.SLOW, limits=slow)
        clock = clock_after(row, game, after, at)
        row = replace(
            row,
            clock=clock,
            status=Status.OVER if after.over else row.status,
            touched_at=row.touched_at if interaction is None else at,
        )
        wake = wake_for(row, after, clock, self.limits)
        committed = TableReading(row, after, self.limits)
        if ahead is not None:
            ahead(committed)
        await self.store.append(row.id, entry, clock=clock, wake=wake, over=after.over, slow=slow, audit=audit)
        self.row, self._game, self.spared_until = named(row, self._names), after, 0
        self._viewed, self._views = committed._viewed, committed._views
        self.has_changed()

    async def keep_clock(self, clock: TurnClock) -> None:
        """Commit a clock without a line. Only under the lock."""
        wake = wake_for(self.row, self.running(), clock, self.limits)
        await self.store.set_clock(self.row.id, clock, wake, seq=self.seq, was=self.row.clock)
        self.replace_row(replace(self.row, clock=clock))

    def replace_row(self, row: TableRow) -> None:
        """Take over a row that has just been committed. Only under the lock."""
        self.row = row
        self.has_changed()

    async def set_ping(self, ping: Ping | None) -> None:
        """Remember the message that notifies the player whose turn it is; None once it is deleted."""
        async with self._lock:
            await self.store.set_ping(self.row.id, ping)
            self.row = replace(self.row, ping=ping)

    async def set_message(self, message: int | None) -> None:
        """Remember the public message that shows the table from now on."""
        async with self._lock:
            at = self.clock()
            await self.store.set_message(self.row.id, message, at)
            self.row = replace(self.row, message=message, message_at=at)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Block changes while other code changes the stored table; the next change reads the table again first."""
        async with self._lock:
            try:
                yield
            finally:
                self._behind = True

    async def refresh(self) -> None:
        """Read the table again, because another process may have changed it. UnknownTable, StoreError."""
        async with self._lock:
            await self._reload()

    def name_players(self) -> bool:
        """Fill in the names in memory, and look the missing ones up in the background. Return whether any was new."""
        before = self.row.seats
        self.row = named(self.row, self._names)
        return self.row.seats != before

    async def wait_for_names(self) -> None:
        """Wait a moment for missing names, before showing something that can't be edited when they arrive."""
        if unknown := nameless(self.row):
            found = await self._names.names(self.row.guild, unknown)
            self.row = with_names(self.row, found)  # which may have changed meanwhile

    @asynccontextmanager
    async def _changing_once(self, interaction: int | None) -> AsyncIterator[None]:
        """Hold the lock for one change. A refusal of an interaction that was already handled becomes Repeated."""
        try:
            async with self._lock:
                if self._behind:
                    await self._reload()
                try:
                    yield
                except (Refused, Stale):
                    raise
                except (Overtaken, Repeated) as late:
                    await self._reload()
                    if isinstance(late, Overtaken):
                        raise Stale from late
                    raise
                except BaseException:
                    self._behind = True  # also when canceled: the commit may have happened
                    raise
        except (Refused, Stale) as answer:
            if interaction is not None and await self.store.seen(interaction):
                raise Repeated from answer
            raise

    async def _reload(self) -> None:
        """Replace the state in memory by the stored one."""
        self._behind = True
        found = await self.store.load(self.row.id)
        if found is None:
            raise UnknownTable(self.row.id)
        row, entries = found
        row = with_names(row, {player.user: player.name for player in self.row.seats if not player.is_computer})
        row = named(row, self._names)
        self._game = _game_of(row, entries)
        self._behind = False
        self.replace_row(row)


def touched(row: TableRow, now: int) -> TableRow:
    """Return a table with the time of its last activity; if its game has just started, its clock begins to run."""
    row = replace(row, touched_at=now)
    if row.status is not Status.PLAYING:
        return row
    return replace(row, clock=clock_after(row, None, begin(row), now))


def named(row: TableRow, names: Names) -> TableRow:
    """Return a table with the names in memory filled in, and look the missing ones up in the background."""
    unknown = nameless(row)
    if not unknown:
        return row
    names.ask(row.guild, unknown)
    return with_names(row, names.at_hand(row.guild, unknown))


def _game_of(row: TableRow, entries: tuple[LogLine, ...]) -> Game | None:
    """Replay the game of a table; None in a lobby."""
    return replay(row, entries) if row.status in (Status.PLAYING, Status.OVER) else None
