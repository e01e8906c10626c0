"""A store that fails when a test asks for it: before the commit, after the commit, or by hanging."""

import asyncio
from collections.abc import Collection

from bot.play.state.errors import StoreError
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.ports import Hold, Store
from bot.play.state.values import Debts, LogLine, Ping, TableHome, TableRow, TimeLimits, TurnClock
from bot.ratings.ports import AuditEntry
from bot.rummy.records.sealed import StartCounts


class FlakyStore:
    """A wrapper of another store. ``fail`` is ``before`` or ``after`` the commit of the next changes, or None.

    ``late`` refuses a line only once ``hold`` is set, like a database that is locked for too long.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fail: str | None = None
        self.hold: asyncio.Event | None = None  # answers to changes wait for it, after the commit
        self.hold_shift: asyncio.Event | None = None  # deadlines are extended once it is set
        self.loads = 0
        self.committed = asyncio.Event()  # a change has been committed while ``hold`` wasn't None

    async def create(
        self, row: TableRow, interaction: int, rematch_of: int | None = None, limits: Limits = UNLIMITED
    ) -> TableRow:
        self._fail_before()
        made = await self._store.create(row, interaction, rematch_of, limits)
        await self._fail_after()
        return made

    async def load(self, table: int) -> tuple[TableRow, tuple[LogLine, ...]] | None:
        self.loads += 1
        return await self._store.load(table)

    async def save(self, row: TableRow, interaction: int, audit: AuditEntry | None = None) -> TableRow:
        self._fail_before()
        saved = await self._store.save(row, interaction, audit)
        await self._fail_after()
        return saved

    async def append(
        self,
        table: int,
        entry: LogLine,
        *,
        clock: TurnClock | None,
        wake: int | None,
        over: bool = False,
        slow: TimeLimits | None = None,
        audit: AuditEntry | None = None,
    ) -> None:
        self._fail_before()
        if self.fail == "late" and self.hold is not None:
            self.committed.set()
            await self.hold.wait()
            raise StoreError("the database is locked")
        await self._store.append(table, entry, clock=clock, wake=wake, over=over, slow=slow, audit=audit)
        await self._fail_after()

    async def set_clock(
        self, table: int, clock: TurnClock | None, wake: int | None, *, seq: int, was: TurnClock | None
    ) -> None:
        self._fail_before()
        await self._store.set_clock(table, clock, wake, seq=seq, was=was)
        await self._fail_after()

    async def set_ping(self, table: int, ping: Ping | None) -> None:
        self._fail_before()
        await self._store.set_ping(table, ping)
        await self._fail_after()

    async def wakes(
        self, guilds: Collection[int] | None = None, changed_since: int | None = None
    ) -> tuple[tuple[int, int], ...]:
        return await self._store.wakes(guilds, changed_since)

    async def owe(self, debts: Debts) -> None:
        await self._store.owe(debts)

    async def give_back(self, hold: Hold) -> Debts | None:
        if self.hold_shift is not None:
            await self.hold_shift.wait()
        return await self._store.give_back(hold)

    async def overdue_practices(self, before: int) -> tuple[tuple[int, int], ...]:
        return await self._store.overdue_practices(before)

    async def in_play(self) -> tuple[int, ...]:
        return await self._store.in_play()

    async def open_lobbies(self, guild: int) -> tuple[int, ...]:
        return await self._store.open_lobbies(guild)

    async def hosted_lobbies(self, user: int) -> int:
        return await self._store.hosted_lobbies(user)

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        self._fail_before()
        await self._store.set_message(table, message, at)
        await self._fail_after()

    async def touch(self, row: TableRow, wake: int | None, limits: Limits = UNLIMITED) -> None:
        self._fail_before()
        await self._store.touch(row, wake, limits)
        await self._fail_after()

    async def in_channel(self, channel: int) -> int | None:
        return await self._store.in_channel(channel)

    async def seated_at(self, guild: int, user: int) -> int | None:
        return await self._store.seated_at(guild, user)

    async def pause(self, table: int, at: int, wake: int | None) -> None:
        self._fail_before()
        await self._store.pause(table, at, wake)
        await self._fail_after()

    async def move_to_channel(self, row: TableRow, wake: int | None, interaction: int) -> None:
        self._fail_before()
        await self._store.move_to_channel(row, wake, interaction)
        await self._fail_after()

    async def paused_game(self, guild: int, user: int) -> int | None:
        return await self._store.paused_game(guild, user)

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        return await self._store.homes(guild)

    async def practices(self, user: int) -> tuple[int, ...]:
        return await self._store.practices(user)

    async def finished_games(self, user: int, most: int) -> tuple[TableRow, ...]:
        return await self._store.finished_games(user, most)

    async def start_counts(self, guild: int | None) -> StartCounts:
        return await self._store.start_counts(guild)

    async def pack(self, before: int) -> bool:
        return await self._store.pack(before)

    async def seen(self, interaction: int) -> bool:
        return await self._store.seen(interaction)

    def _fail_before(self) -> None:
        if self.fail == "before":
            raise StoreError("the disk is full")

    async def _fail_after(self) -> None:
        if self.hold is not None:
            self.committed.set()
            await self.hold.wait()
        if self.fail == "after":
            raise StoreError("the connection was lost")
