"""The tables of a process: loaded on demand, and released from memory when unused."""

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Final
from weakref import WeakValueDictionary

from cachetools import TTLCache

from bot.fairness.beacon import PublicBeacon
from bot.play.service import new_tables, play_requests, table_requests
from bot.play.service.new_tables import NO_COMPUTERS, ComputerSeats, TableOrigin
from bot.play.service.program_actions import Leavers
from bot.play.service.table import Table, Watch, named
from bot.play.state import lobby
from bot.play.state.errors import ChannelTaken, Overtaken, Repeated, Stale, TableReason, UnknownTable, refused
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.names import NoNames
from bot.play.state.ports import Clock, HasLeft, Names, Signal, Store, nobody_left
from bot.play.state.shuffles import is_to_start, salts_from, with_start
from bot.play.state.slots import ONLY_SLOT, Slot
from bot.play.state.values import OPEN, Debts, LogLine, Pace, Status, TableHome, TableRow, TableSettings, TimeLimits
from bot.play.time.turn_clock import touched
from bot.rummy.families import Variant
from bot.rummy.options import Options
from bot.rummy.refusals import Refused

IDLE: Final = 15 * 60 * 1000
"""Milliseconds after which an unused table leaves memory."""


@dataclass(slots=True, eq=False)
class Loading:
    """The requests that wait for one table to load, served in order by an asyncio.Lock."""

    asked: int = 0
    outdated: bool = True  # it has to be read, perhaps once more
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True, eq=False)
class Tables:
    """Returns tables by id; a process has only one `Table` per id at a time.

    ``token`` returns 32 random bytes, the last link of a table's shuffle chain. ``touched`` is called with every table
    that has changed, or was loaded and is open. ``names`` finds the names of players when a table is loaded. ``rates``
    returns whether a server rates games; elsewhere every new table is friendly. ``backlog`` returns for how many
    milliseconds computers' moves wait at the moment; while that's too long, no game of computers starts. ``has_left``
    finds out whether a user has left a server; ``shown`` is called with a lobby that was passed on or closed because of
    that. ``beacon`` None mixes no public beacon into shuffles. Other processes change what the ``slot`` doesn't own.
    """

    store: Store
    clock: Clock
    _: KW_ONLY
    token: Callable[[], bytes]
    touched: Watch = lambda _: None
    names: Names = NoNames()  # noqa: RUF009 - it can't change
    rates: Callable[[int], bool] = lambda _: True
    limits: Limits = UNLIMITED
    backlog: Callable[[], int] = lambda: 0
    has_left: HasLeft = nobody_left
    shown: Watch = lambda _: None
    beacon: PublicBeacon | None = None
    slot: Slot = ONLY_SLOT
    leavers: Leavers = field(init=False)
    _alive: WeakValueDictionary[int, Table] = field(init=False, default_factory=WeakValueDictionary)
    _kept: TTLCache[int, Table] = field(init=False)  # keeps recently used tables alive
    _loading: dict[int, Loading] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.leavers = Leavers(self.has_left, self.shown)
        self._kept = TTLCache(math.inf, IDLE, timer=self.clock)

    async def open(
        self,
        *,
        guild: int,
        channel: int,
        host: int,
        name: str,
        options: Options,
        pace: Pace,
        limits: TimeLimits | None,
        interaction: int,
        settings: TableSettings = TableSettings(),  # noqa: B008 - it can't change
        invited: tuple[int, ...] = (),
        computers: ComputerSeats = NO_COMPUTERS,
        fixture: int | None = None,
    ) -> Table:
        """Open a table in a channel: the host takes seat 0, computers the next seats, others are reserved.

        At the table of a ``fixture`` both of its players are ``invited``. Refused, ChannelTaken, Repeated, StoreError.
        """
        row = new_tables.new_table(
            guild=guild,
            channel=channel,
            host=host,
            name=name,
            options=options,
            pace=pace,
            limits=limits,
            settings=settings,
            invited=invited,
            origin=self._origin(),
            computers=computers,
            fixture=fixture,
        )
        return await self.created(row, interaction)

    async def watch(
        self, *, guild: int, channel: int, host: int, options: Options, computers: ComputerSeats, interaction: int
    ) -> Table:
        """Open a table where only computers play. Refused, ChannelTaken, Repeated, StoreError."""
        self._must_have_room()
        row = new_tables.watch_table(
            guild=guild, channel=channel, host=host, options=options, computers=computers, origin=self._origin()
        )
        return await self.created(row, interaction)

    async def practice(
        self, *, user: int, name: str, options: Options, computers: ComputerSeats, interaction: int, like: bool = False
    ) -> tuple[Table, bool]:
        """Return a person's open practice game against such computers, or start one, and whether it's new.

        With ``like`` one with another number of computers will do. Refused, Repeated, StoreError.
        """
        for number in await self.store.practices(user):
            table = await self.get(number)
            there = tuple(one.level for one in table.row.seats if one.level is not None)
            same = there == computers.levels or (like and {*there} == {*computers.levels})
            if table.row.options.variant is options.variant and same and table.row.day is None:
                return table, False
        row = new_tables.practice_table(
            user=user, name=name, options=options, computers=computers, origin=self._origin()
        )
        return await self.created(row, interaction), True

    async def practices(self, user: int) -> tuple[Table, ...]:
        """List a person's open practice games, oldest first. StoreError."""
        return tuple([await self.get(number) for number in await self.store.practices(user)])

    async def finished_games(self, user: int, most: int) -> tuple[TableRow, ...]:
        """List the last finished games of a person, newest first, on all servers and in practice. StoreError."""
        return tuple([named(row, self.names) for row in await self.store.finished_games(user, most)])

    async def lobbies(self, guild: int) -> tuple[Table, ...]:
        """List the lobbies of a server that anyone can join, oldest first. StoreError."""
        return tuple([await self.get(table) for table in await self.store.open_lobbies(guild)])

    async def quick(
        self,
        lobbies: Sequence[int],
        *,
        guild: int,
        channel: int,
        user: int,
        name: str,
        variant: Variant | None,
        options: Options,
        limits: TimeLimits | None,
        interaction: int,
        may_open: Callable[[], None] = lambda: None,
    ) -> Table:
        """Seat a user at the first of these lobbies that fits, or open a live table that starts with two players.

        ``may_open`` is called before a table is opened, and raises Refused if it may not be. ``variant`` None takes any
        game; ``options`` are for a new table. A user who sits in one of the lobbies already stays there. Refused,
        ChannelTaken, Repeated, StoreError.
        """
        table = await self.seat(lobbies, user=user, name=name, variant=variant, interaction=interaction)
        if table is not None:
            return table
        may_open()
        return await self.open(
            guild=guild,
            channel=channel,
            host=user,
            name=name,
            options=options,
            pace=Pace.LIVE,
            limits=limits,
            settings=TableSettings(quick=True),
            interaction=interaction,
        )

    async def join(self, table: Table, user: int, name: str, interaction: int) -> None:
        """Seat a user in a lobby. No quick game starts against a host who has left. Refused, Repeated, StoreError."""
        if table.row.settings.quick:
            await self.leavers.pass_on(table)
        await table_requests.join(table, user, name, interaction)

    async def seat(
        self, lobbies: Sequence[int], *, user: int, name: str, variant: Variant | None, interaction: int
    ) -> Table | None:
        """Seat a user at the first of these lobbies that fits, as `quick` does; None if none does.

        A lobby whose host has left the server is passed on to the next seat first, or closed. Repeated, StoreError.
        """
        tables = [await self.get(number) for number in lobbies]
        for table in tables:
            if table.row.status is Status.LOBBY and table.seat_of(user) is not None:
                return table
        for table in tables:
            if lobby.is_fit(table.row, user, variant):
                await self.leavers.pass_on(table)
            if lobby.is_fit(table.row, user, variant):
                try:
                    await table_requests.join(table, user, name, interaction)
                except (Refused, Stale):
                    continue  # another player was faster
                return table
        return None

    async def get(self, table: int) -> Table:
        """Return a table by its id. UnknownTable, StoreError, BrokenLog.

        Requests for a table that is being loaded get it in order, so of two racing clicks (H-8) the first one wins.
        """
        found, loading = self._alive.get(table), self._loading.get(table)
        if found is not None and loading is None:
            self._kept[table] = found
            if not self.slot.owns(found.row.guild):
                await found.refresh()
            found.name_players()
            return found
        if loading is None:
            loading = self._loading[table] = Loading()
        loading.asked += 1
        try:
            async with loading.queue:
                return await self._loaded(table)
        finally:
            loading.asked -= 1
            if not loading.asked:
                del self._loading[table]

    def named(self, guild: int | None, user: int) -> tuple[Table, ...]:
        """Fill in a name that has arrived at the tables in memory, and return those tables."""
        tables = [table for table in tuple(self._alive.values()) if table.row.guild == guild]
        return tuple(table for table in tables if table.seat_of(user) is not None and table.name_players())

    def statuses(self) -> Counter[Status]:
        """Count the tables in memory by status."""
        return Counter(table.row.status for table in tuple(self._alive.values()))

    def lobbies_at_hand(self) -> tuple[Table, ...]:
        """List the lobbies in memory."""
        return tuple(table for table in tuple(self._alive.values()) if table.row.status is Status.LOBBY)

    def at_hand(self, table: int) -> Table | None:
        """Return a table if it is in memory."""
        return self._alive.get(table)

    async def in_channel(self, channel: int) -> Table | None:
        """Return the table that is meant in a channel: the open one, else the one where a game ended last, else None.

        A channel in which no game has ended has the table that was canceled last. StoreError.
        """
        table = await self.store.in_channel(channel)
        return None if table is None else await self.get(table)

    async def of_player(self, guild: int, channel: int, user: int) -> Table | None:
        """Return the table that a user means in a channel by a request that is about their own game. StoreError.

        It's the open table there; else the open one where they play elsewhere on the server, whose game isn't paused;
        else what `in_channel` returns.
        """
        here = await self.in_channel(channel)
        if here is not None and here.row.status in OPEN:
            return here
        elsewhere = await self.store.seated_at(guild, user)
        return here if elsewhere is None else await self.get(elsewhere)

    async def is_free_after_all(self, taken: ChannelTaken) -> bool:
        """Return whether a channel is free now, because the lobby there closed: everyone at it has left the server."""
        other = await self.get(taken.table)
        return await self.leavers.pass_on(other) and other.row.status not in OPEN

    async def paused_game(self, guild: int, user: int) -> Table | None:
        """Return a user's paused game on a server, whose channel was deleted; None without one. StoreError."""
        table = await self.store.paused_game(guild, user)
        return None if table is None else await self.get(table)

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        """List the channels of open tables that aren't paused; with ``guild`` only those of one server. StoreError."""
        return await self.store.homes(guild)

    async def must_have_room_for(self, user: int) -> None:
        """Raise Refused if a user hosts too many tables that wait for players. `open` checks that too. StoreError."""
        if await self.store.hosted_lobbies(user) >= self.limits.lobbies_per_member:
            raise refused(TableReason.LOBBIES_FULL, most=self.limits.lobbies_per_member)

    async def wake_computers(self, table: Table) -> None:
        """Let a resting game of computers go on. Stale if it doesn't rest; Refused, StoreError."""
        self._must_have_room()
        await play_requests.wake(table)

    def _must_have_room(self) -> None:
        if self.backlog() > self.limits.computer_backlog:
            raise refused(TableReason.COMPUTERS_BUSY)

    async def rematch(
        self, table: Table, *, user: int, name: str, interaction: int, names: Sequence[str] = ()
    ) -> Table:
        """Open the rematch of a finished game: the same options and computers, with the other players invited.

        ``names`` are names for computers that have none. A second request returns the table that the first one opened,
        unless it was canceled. Refused, ChannelTaken, Repeated, StoreError.
        """
        row = new_tables.rematch_table(table.row, user=user, name=name, origin=self._origin(), names=names)
        if (following := await self._following(table)) is not None:
            return following
        try:
            created = await self.created(row, interaction, rematch_of=table.row.id)
        except Overtaken:
            created = None
        await table.refresh()
        following = created or await self._following(table)
        if following is None:
            raise Repeated
        return following

    async def owe(self, debts: Debts) -> None:
        """Store what is to be given back, as `Store.owe` does. No table changes before it has got that. StoreError."""
        await self.store.owe(debts)
        for loading in self._loading.values():
            loading.outdated = True
        for table in [table for debt in debts.debts for table in self._open(debt.guilds)]:
            table.outdate()

    async def give_back(self) -> Debts | None:
        """Extend deadlines, as `Store.give_back` does; `refresh` reads them. StoreError."""
        return await self.store.give_back(self._held)

    async def refresh(self, guilds: Collection[int] | None = None) -> None:
        """Read the open tables in memory again; with ``guilds`` only those of these servers. StoreError."""
        for table in self._open(guilds):
            await table.refresh()

    async def forget(self, user: int) -> None:
        """Read the tables in memory again that contain a user whose data was deleted, and show them. StoreError."""
        for number, table in tuple(self._alive.items()):
            if user in {table.row.host, *table.row.invited, *(player.user for player in table.row.seats)}:
                table.outcome = None
                try:
                    await table.refresh()
                    self.shown(table)
                except UnknownTable:  # its server's data was deleted
                    self._alive.pop(number, None)
                    self._kept.pop(number, None)

    @asynccontextmanager
    async def _held(self, numbers: Collection[int]) -> AsyncIterator[None]:
        """Block changes of tables while their stored deadlines are extended: those would write the old ones back."""
        async with AsyncExitStack() as stack:
            for table in [self._alive[number] for number in numbers if number in self._alive]:
                await stack.enter_async_context(table.held())
            yield

    def _origin(self) -> TableOrigin:
        return TableOrigin(self.clock(), self.token(), salts_from(self.token()))

    def _open(self, guilds: Collection[int] | None) -> tuple[Table, ...]:
        """List the open tables in memory; with ``guilds`` only those of these servers."""
        rows = ((table, table.row) for table in tuple(self._alive.values()))
        return tuple(table for table, row in rows if row.status in OPEN and (guilds is None or row.guild in guilds))

    async def created(self, row: TableRow, interaction: int, rematch_of: int | None = None) -> Table:
        """Store a new table; its clock runs if it has started. Fixtures are rated even where other games aren't."""
        if row.fixture is None and row.guild is not None and not self.rates(row.guild):
            row = replace(row, settings=replace(row.settings, friendly=True))
        if is_to_start(row):
            counts = await self.store.start_counts(row.guild)
            row = with_start(row, row.created_at, counts, self.beacon)
        row = touched(row, row.created_at)
        try:
            kept = await self.store.create(row, interaction, rematch_of, self.limits)
        except ChannelTaken as taken:
            if not await self.is_free_after_all(taken):
                raise
            kept = await self.store.create(row, interaction, rematch_of, self.limits)
        return self._remember(kept)

    async def _loaded(self, table: int) -> Table:
        """Load a table, unless another request has. UnknownTable, StoreError, BrokenLog."""
        if (found := self._alive.get(table)) is not None:
            return found
        loading = self._loading[table]
        loading.outdated = True
        while loading.outdated:
            loading.outdated = False
            kept = await self.store.load(table)
        if kept is None:
            raise UnknownTable(table)
        return self._remember(named(kept[0], self.names), kept[1])

    async def _following(self, table: Table) -> Table | None:
        following = None if table.row.rematch is None else await self.get(table.row.rematch)
        return None if following is None or following.row.status is Status.CANCELLED else following

    def _remember(self, row: TableRow, entries: tuple[LogLine, ...] = ()) -> Table:
        """Create a table, unless another request has loaded it meanwhile."""
        if (table := self._alive.get(row.id)) is None:
            table = Table(
                self.store,
                self.clock,
                row,
                entries,
                watch=self.touched,
                names=self.names,
                limits=self.limits,
                beacon=self.beacon,
            )
            self._alive[row.id] = table
            if row.status in OPEN:
                self.touched(table)
        self._kept[row.id] = table
        return table


@dataclass(frozen=True, slots=True)
class TableSignals:
    """Signals about tables.

    ``touched``: a table changed in any way, or was loaded and is open. ``lobbies``: a lobby did, or just ceased to be
    one. ``changed``: a table changed without a click, so all messages that show it need an update. ``counted``: the
    result of its game is known.
    """

    touched: Signal[Table] = field(default_factory=Signal)
    lobbies: Signal[Table] = field(default_factory=Signal)
    changed: Signal[Table] = field(default_factory=Signal)
    counted: Signal[Table] = field(default_factory=Signal)
    _waiting: set[int] = field(init=False, default_factory=set)

    def touch(self, table: Table) -> None:
        """Send that a table changed, to those who list lobbies only if it's one or was one until now."""
        self.touched.send(table)
        if table.row.status is Status.LOBBY:
            self._waiting.add(table.row.id)
        elif table.row.id in self._waiting:
            self._waiting.remove(table.row.id)
        else:
            return
        self.lobbies.send(table)
