"""The tables of a process: found by number, loaded when somebody asks, forgotten when nobody has for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from bot.play import lobby
from bot.play.ports import Clock, Entry, Overtaken, Pace, Repeated, Status, Store, TableRow
from bot.play.refusals import UnknownTable
from bot.play.session import Table
from bot.rummy.options import Options

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

    ``token`` makes 32 random bytes, the last link of a table's shuffle chain.
    """

    def __init__(self, store: Store, clock: Clock, *, token: Callable[[], bytes]) -> None:
        self._store = store
        self._clock = clock
        self._token = token
        self._alive: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._kept: OrderedDict[int, tuple[Table, int]] = OrderedDict()  # the longest unused first
        self._loading: dict[int, Loading] = {}

    async def open(
        self,
        *,
        guild: int,
        channel: int,
        host: int,
        name: str,
        options: Options,
        pace: Pace,
        invited: int | None,
        interaction: int,
    ) -> Table:
        """Open a table in a channel; the host takes seat 0. Refused, ChannelTaken, Repeated, StoreError."""
        row = lobby.new_table(
            guild=guild,
            channel=channel,
            host=host,
            name=name,
            options=options,
            pace=pace,
            invited=invited,
            secret=self._token(),
            interaction=interaction,
            at=self._clock(),
        )
        return self._remember(await self._store.create(row, interaction))

    async def get(self, table: int) -> Table:
        """Find a table by its number. UnknownTable, StoreError, BrokenLog.

        Who asks while it is being loaded gets it after those who asked before: of clicks that race (H-8), the one that
        came first is the first at the table.
        """
        found, loading = self._alive.get(table), self._loading.get(table)
        if found is not None and loading is None:
            self._keep(found)
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

    async def in_channel(self, channel: int) -> Table | None:
        """Find the open table of a channel, else the last that was open there."""
        table = await self._store.in_channel(channel)
        return None if table is None else await self.get(table)

    async def rematch(self, table: Table, *, user: int, name: str, interaction: int) -> Table:
        """Open the table that goes on after a finished one: the same options; of two players the other is invited.

        Whoever asks second finds the table that the first has opened, unless it was cancelled.
        Refused, ChannelTaken, Repeated, StoreError.
        """
        row = lobby.rematch(
            table.row, user=user, name=name, secret=self._token(), interaction=interaction, at=self._clock()
        )
        following = await self._following(table)
        if following is not None:
            return following
        try:
            created = self._remember(await self._store.create(row, interaction, rematch_of=table.row.id))
        except Overtaken:
            created = None
        await table.refresh()
        following = created or await self._following(table)
        if following is None:
            raise Repeated
        return following

    async def _loaded(self, table: int) -> Table:
        """Load a table, unless somebody else has. UnknownTable, StoreError, BrokenLog."""
        found = self._alive.get(table)
        if found is not None:
            return found
        kept = await self._store.load(table)
        if kept is None:
            raise UnknownTable(table)
        return self._remember(*kept)

    async def _following(self, table: Table) -> Table | None:
        """Find the table that goes on after this one."""
        if table.row.rematch is None:
            return None
        following = await self.get(table.row.rematch)
        return None if following.row.status is Status.CANCELLED else following

    def _remember(self, row: TableRow, entries: tuple[Entry, ...] = ()) -> Table:
        """Make a table, unless somebody else has loaded it meanwhile."""
        table = self._alive.get(row.id)
        if table is None:
            table = Table(self._store, self._clock, row, entries)
            self._alive[row.id] = table
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        """Hold a table that was asked for, and let go of those that nobody has asked for in a while."""
        now = self._clock()
        self._kept[table.row.id] = (table, now)
        self._kept.move_to_end(table.row.id)
        while self._kept:
            number, (_, used) = next(iter(self._kept.items()))
            if now - used < IDLE:
                return
            del self._kept[number]
