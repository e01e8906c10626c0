"""The tables of a process: found by number, loaded when somebody asks, forgotten when nobody has for a while."""

import asyncio
import math
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from cachetools import TTLCache

from bot.play import lobby
from bot.play.errors import Overtaken, Repeated, Stale, UnknownTable
from bot.play.names import NoNames
from bot.play.new_tables import new_table, rematch_table, watch_table
from bot.play.ports import Clock, Names, Store
from bot.play.requests.locked_table import named, touched
from bot.play.session import Table, Watch
from bot.play.values import OPEN, LogLine, Pace, Status, TableHome, TableRow, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.options import Options, Variant
from bot.rummy.refusals import Refused

IDLE: Final = 15 * 60 * 1000
"""Milliseconds after which a table that nobody asked for leaves memory."""


class Loading:
    """Those who wait for one table, in the order in which they asked; an asyncio.Lock lets nobody jump the queue."""

    __slots__ = ("asked", "queue")

    def __init__(self) -> None:
        self.asked = 0
        self.queue = asyncio.Lock()


class Tables:
    """Hands out tables; in a process there is one `Table` for a number as long as anybody holds it.

    ``token`` makes 32 random bytes, the last link of a table's shuffle chain. ``watch`` takes note of every table that
    has changed, or was loaded and is open. ``names`` is asked what those are called who sit at a table that is loaded.
    ``rates`` says whether a server rates games; where it does not, every new table is a friendly one.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        token: Callable[[], bytes],
        watch: Watch = lambda _: None,
        names: Names = NoNames(),  # noqa: B008 - it can't change
        rates: Callable[[int], bool] = lambda _: True,
    ) -> None:
        self._store = store
        self._rates = rates
        self._names = names
        self._watch = watch
        self._clock = clock
        self._token = token
        self._alive: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._kept: TTLCache[int, Table] = TTLCache(math.inf, IDLE, timer=clock)  # those asked for lately stay alive
        self._loading: dict[int, Loading] = {}
        self._putting_off = asyncio.Lock()
        self._put_off = 0  # how often deadlines were put off

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
        computers: tuple[Level, ...] = (),
        fixture: int | None = None,
    ) -> Table:
        """Open a table in a channel; the host takes seat 0, computers the next, and who is invited has a seat kept.

        At the table of a ``fixture`` both whose fixture it is are ``invited``.
        Refused, ChannelTaken, Repeated, StoreError.
        """
        row = new_table(
            guild=guild,
            channel=channel,
            host=host,
            name=name,
            options=options,
            pace=pace,
            limits=limits,
            settings=settings,
            invited=invited,
            secret=self._token(),
            interaction=interaction,
            at=self._clock(),
            computers=computers,
            fixture=fixture,
        )
        return await self._created(row, interaction)

    async def watch(
        self, *, guild: int, channel: int, host: int, options: Options, levels: tuple[Level, ...], interaction: int
    ) -> Table:
        """Let computers of these levels play in a channel. Refused, ChannelTaken, Repeated, StoreError."""
        row = watch_table(
            guild=guild,
            channel=channel,
            host=host,
            options=options,
            levels=levels,
            secret=self._token(),
            at=self._clock(),
        )
        return await self._created(row, interaction)

    async def lobbies(self, guild: int) -> tuple[Table, ...]:
        """List the tables of a server at which a stranger may sit down, the oldest first. StoreError."""
        return tuple([await self.get(table) for table in await self._store.open_lobbies(guild)])

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
    ) -> Table:
        """Sit somebody down at the first of these lobbies that fits, or open a live table that starts at two.

        ``variant`` None takes any game; ``options`` are those of the new table. Who sits in one of the lobbies already
        stays there. Refused, ChannelTaken, Repeated, StoreError.
        """
        tables = [await self.get(number) for number in lobbies]
        for table in tables:
            if table.row.status is Status.LOBBY and table.seat_of(user) is not None:
                return table
        for table in tables:
            if lobby.is_fit(table.row, user, variant):
                try:
                    await table.lobby.join(user, name, interaction)
                except (Refused, Stale):
                    continue  # somebody was quicker
                return table
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

    async def get(self, table: int) -> Table:
        """Find a table by its number. UnknownTable, StoreError, BrokenLog.

        Who asks while it is being loaded gets it after those who asked before: of clicks that race (H-8), the one that
        came first is the first at the table.
        """
        found, loading = self._alive.get(table), self._loading.get(table)
        if found is not None and loading is None:
            self._keep(found)
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

    def named(self, guild: int, user: int) -> tuple[Table, ...]:
        """Fill a name that has arrived in at the tables in memory, and return those."""
        tables = [table for table in tuple(self._alive.values()) if table.row.guild == guild]
        return tuple(table for table in tables if table.seat_of(user) is not None and table.name_players())

    def at_hand(self, table: int) -> Table | None:
        """Find a table that is in memory."""
        return self._alive.get(table)

    async def in_channel(self, channel: int) -> Table | None:
        """Find the open table of a channel, else the last that was open there."""
        table = await self._store.in_channel(channel)
        return None if table is None else await self.get(table)

    async def paused_game(self, guild: int, user: int) -> Table | None:
        """Find somebody's game on a server that is paused because its channel was deleted. StoreError."""
        table = await self._store.paused_game(guild, user)
        return None if table is None else await self.get(table)

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        """List where the open tables are that aren't paused; with ``guild`` those of one server. StoreError."""
        return await self._store.homes(guild)

    async def rematch(self, table: Table, *, user: int, name: str, interaction: int) -> Table:
        """Open the table that goes on after a finished one: the same options and computers, the other people invited.

        Whoever asks second finds the table that the first has opened, unless it was cancelled.
        Refused, ChannelTaken, Repeated, StoreError.
        """
        row = rematch_table(
            table.row, user=user, name=name, secret=self._token(), interaction=interaction, at=self._clock()
        )
        following = await self._following(table)
        if following is not None:
            return following
        try:
            created = await self._created(row, interaction, rematch_of=table.row.id)
        except Overtaken:
            created = None
        await table.refresh()
        following = created or await self._following(table)
        if following is None:
            raise Repeated
        return following

    async def put_off(self, by: int, least: int, guilds: Collection[int] | None = None) -> None:
        """Put all deadlines off, as `Store.shift` does; `refresh` shows it. StoreError.

        No table changes meanwhile, or before it has read its deadline anew: it would bring the one from before back.
        """
        async with self._putting_off, AsyncExitStack() as stack:
            self._put_off += 1  # what is being loaded now may be from before
            for table in self._open(guilds):
                await stack.enter_async_context(table.held())
            await self._store.shift(by, least, guilds)

    async def refresh(self, guilds: Collection[int] | None = None) -> None:
        """Read the open tables that are in memory again, with ``guilds`` those of these servers. StoreError."""
        for table in self._open(guilds):
            await table.refresh()

    async def forget(self, user: int) -> None:
        """Read the tables in memory again that know of somebody whose data has been deleted. StoreError."""
        for number, table in tuple(self._alive.items()):
            if user in {table.row.host, *table.row.invited, *(player.user for player in table.row.seats)}:
                table.outcome = None
                try:
                    await table.refresh()
                except UnknownTable:  # its server has been forgotten
                    self._alive.pop(number, None)
                    self._kept.pop(number, None)

    def _open(self, guilds: Collection[int] | None) -> tuple[Table, ...]:
        """List the open tables that are in memory, with ``guilds`` those of these servers."""
        rows = ((table, table.row) for table in tuple(self._alive.values()))
        return tuple(table for table, row in rows if row.status in OPEN and (guilds is None or row.guild in guilds))

    async def _created(self, row: TableRow, interaction: int, rematch_of: int | None = None) -> Table:
        """Keep a new table; its clock runs if it has started. What a league has fixed is rated as the league wants."""
        if row.fixture is None and not self._rates(row.guild):
            row = replace(row, settings=replace(row.settings, friendly=True))
        kept = await self._store.create(touched(row, row.created_at), interaction, rematch_of)
        return self._remember(kept)

    async def _loaded(self, table: int) -> Table:
        """Load a table, unless somebody else has. UnknownTable, StoreError, BrokenLog."""
        found = self._alive.get(table)
        if found is not None:
            return found
        before = None
        while before != self._put_off:
            async with self._putting_off:
                before = self._put_off
            kept = await self._store.load(table)
            if kept is None:
                raise UnknownTable(table)
            row, entries = kept
        return self._remember(named(row, self._names), entries)

    async def _following(self, table: Table) -> Table | None:
        """Find the table that goes on after this one."""
        if table.row.rematch is None:
            return None
        following = await self.get(table.row.rematch)
        return None if following.row.status is Status.CANCELLED else following

    def _remember(self, row: TableRow, entries: tuple[LogLine, ...] = ()) -> Table:
        """Make a table, unless somebody else has loaded it meanwhile."""
        table = self._alive.get(row.id)
        if table is None:
            table = Table(self._store, self._clock, row, entries, watch=self._watch, names=self._names)
            self._alive[row.id] = table
            if row.status in OPEN:
                self._watch(table)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        """Hold a table that was asked for, and let go of those that nobody has asked for in a while."""
        self._kept[table.row.id] = table
