"""Deletion of data: of people who ask for it, of servers that removed the bot, and of its remains in the store's files.

Scrubbing remains may write the whole file anew while every other writer waits, so no member can have it done whenever
they like. The store knows what is left to do, also after a restart.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Final

from bot.play.service import play_requests, table_requests
from bot.play.service.finished_games import FinishedGames
from bot.play.service.table import Table
from bot.play.service.tables import Tables
from bot.play.service.tournaments import Tournaments
from bot.play.state.errors import Overtaken, Repeated, Stale, StoreError, UnknownTable
from bot.play.state.people import PersonalData
from bot.play.state.ports import Clock
from bot.play.state.values import DAY, MINUTE, Status
from bot.rummy.refusals import Refused

_log = logging.getLogger(__name__)

_TRIES = 5
"""Attempts to leave tables that others are changing at the same time."""


@dataclass(slots=True, eq=False)
class Deletion:
    """Deletes the data of people, for `/me data delete` and for the bot's operator.

    ``chance`` returns a random number with this many bits. ``changed`` is told each table that a person has left.
    """

    tables: Tables
    tournaments: Tournaments
    finished_games: FinishedGames
    personal_data: PersonalData
    _: KW_ONLY
    chance: Callable[[int], int]
    changed: Callable[[Table], None] = lambda _: None

    async def delete(self, user: int) -> Sequence[int] | None:
        """Delete a person's data. Return the servers that had their id; None if nothing was stored about them.

        Overtaken, with nothing deleted, if they're still at a table. StoreError.
        """
        await self.tournaments.withdraw_everywhere(user)  # first, because it closes lobbies of fixtures
        await self._leave_all(user)
        guilds = await self.personal_data.forget(user, self._mark)
        await self.tables.forget(user)
        return guilds

    async def open_tables(self, user: int) -> list[Table]:
        """Return the open tables that a person has to leave first. StoreError."""
        found = []
        for number in await self.personal_data.open_tables(user):
            try:
                table = await self.tables.get(number)
            except UnknownTable:
                continue
            if _is_there(table, user):
                found.append(table)
        return found

    async def _leave_all(self, user: int) -> None:
        """Remove a person from all open tables, and settle games that end by it. Raises Overtaken."""
        for _ in range(_TRIES):
            tables = await self.open_tables(user)
            if not tables:
                return
            for table in tables:
                try:
                    await self._leave(table, user)
                except (Refused, Repeated, Stale):
                    await table.refresh()  # someone else changed it at the same time
                self.changed(table)
                if table.row.status is Status.OVER:
                    await self.finished_games.outcome(table)
        raise Overtaken

    async def _leave(self, table: Table, user: int) -> None:
        """Free a person's seat at a table, decline their invitation, or close their game of computers."""
        row, seat, doing = table.row, table.seat_of(user), -self.chance(62) - 1
        if row.status is Status.LOBBY and seat is not None:
            await table_requests.leave(table, user, doing)
        elif row.status is Status.LOBBY and user in row.invited:
            await table_requests.decline(table, user, doing)
        elif seat is not None:
            await play_requests.resign(table, user, interaction=doing)
        elif row.host == user:
            await table_requests.close(table, doing)

    def _mark(self) -> int:
        """Return a random negative number that replaces the id of a deleted person."""
        return -self.chance(52) - 1


def _is_there(table: Table, user: int) -> bool:
    """Return whether a person has to leave a table before their data can be deleted."""
    row, seat = table.row, table.seat_of(user)
    match row.status:
        case Status.LOBBY:
            return seat is not None or user in row.invited
        case Status.PLAYING if seat is None:
            return row.host == user
        case Status.PLAYING:
            return table.game is not None and seat not in table.game.left
        case _:
            return False


SCRUB_EVERY: Final = 10 * MINUTE
"""Milliseconds between two times when remains are removed, if there are any."""


# Once for all deletions of ten minutes: every other writer waits meanwhile, and a member could press the button all
# day. That it's due is stored with the deletion, so a restart doesn't forget it.
@dataclass(slots=True, eq=False)
class Scrubbing:
    """A chore that removes remains in the background, since other chores mustn't wait for it."""

    personal_data: PersonalData
    clock: Clock
    _due: int = field(init=False, default=0)
    _task: asyncio.Task[None] | None = field(init=False, default=None)

    async def tick(self) -> None:
        """Begin, if that is due; at the first call it is."""
        now = self.clock()
        if now < self._due <= now + SCRUB_EVERY:  # further ahead: the machine's clock was set back
            return
        if self._task is None or self._task.done():
            self._due = now + SCRUB_EVERY
            self._task = asyncio.create_task(self._scrub(), name="scrubbing")

    async def idle(self) -> None:
        """Wait until remains are removed, if that is under way."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def close(self) -> None:
        """Stop. What is left is removed after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _scrub(self) -> None:
        """Remove remains; if that fails, the next time tries again."""
        try:
            await self.personal_data.scrub()
        except StoreError as error:
            _log.warning("remains of deleted data are removed later: %s", error)
        except Exception:  # noqa: BLE001 - logged; the bot goes on
            _log.exception("remains of deleted data can't be removed")


KEPT_FOR: Final = 30 * DAY
"""How long a server's data is kept after it removed the bot, in milliseconds."""


@dataclass(slots=True, eq=False)
class RemovedServers:
    """Records which servers leave and come back, and deletes the data of those that stay away.

    Records that can't be written are kept in memory, in order, and retried before every `forget`. ``forgotten`` drops a
    server's data from memory; it returns at once and raises nothing.
    """

    personal_data: PersonalData
    clock: Clock
    forgotten: Callable[[int], None]
    _here: Callable[[], Collection[int]] = field(init=False, default=tuple)
    _ours: Callable[[int], bool] = field(init=False, default=lambda _: False)
    _compared: bool = field(init=False, default=True)  # nothing to compare before the list of servers is known
    # (server, when it left), None if it is back
    _unwritten: list[tuple[int, int | None]] = field(init=False, default_factory=list)
    _writing: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    async def left(self, guild: int) -> None:
        """Record that a server removed the bot."""
        self._unwritten.append((guild, self.clock()))
        await self._try_to_write()

    async def back(self, guild: int) -> None:
        """Record that the bot is in this server."""
        self._unwritten.append((guild, None))
        await self._try_to_write()

    async def compare(self, here: Callable[[], Collection[int]], ours: Callable[[int], bool]) -> None:
        """Record which servers left or came back while the bot was offline.

        ``here`` lists the servers the client is in at the moment it is called, unavailable ones included; ``ours``
        tells which servers this process is responsible for.
        """
        self._here, self._ours, self._compared = here, ours, False
        await self._try_to_write()

    # Stored records of removals may be out of date, and a READY may be weeks away. So the client's own list decides at
    # that moment; a server that is down is on it.
    async def forget(self) -> None:
        """Delete the data of this process's servers that removed the bot long ago. StoreError.

        The client decides: a server that it is in now keeps its data, even if the record says that it left.
        """
        async with self._writing:
            await self._write()
            for guild in filter(self._ours, await self.personal_data.servers_gone(self.clock() - KEPT_FOR)):
                if guild in self._here():
                    await self.personal_data.server_back(guild)
                    continue
                await self.personal_data.forget_server(guild)
                self.forgotten(guild)
                _log.info("data of a removed server deleted", extra={"guild": guild})

    async def _try_to_write(self) -> None:
        """Write the pending records; if the store fails, the next `forget` retries."""
        try:
            async with self._writing:
                await self._write()
        except StoreError as error:
            _log.warning("servers that removed or re-added the bot will be recorded later: %s", error)

    async def _write(self) -> None:
        """Write the pending records, oldest first, then compare if that is due. StoreError."""
        while self._unwritten:
            guild, at = self._unwritten[0]
            if at is None:
                await self.personal_data.server_back(guild)
            else:
                await self.personal_data.server_left(guild, at)
            self._unwritten.pop(0)
        if not self._compared:
            await self._compare()
            self._compared = True

    async def _compare(self) -> None:
        """Update the record to match the servers the client is in. StoreError."""
        noted = {guild for guild in await self.personal_data.servers_gone(self.clock() + 1) if self._ours(guild)}
        for guild in noted.intersection(self._here()):
            await self.personal_data.server_back(guild)
        for guild in await self.personal_data.servers_known():
            if self._ours(guild) and guild not in noted and guild not in self._here():
                await self.personal_data.server_left(guild, self.clock())
