"""The store of tables, which implements `bot.play.state.ports.Store`."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from sqlalchemy import (
    Column,
    ColumnElement,
    TextClause,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.errors import ChannelTaken, Overtaken, Repeated, TableReason, refused
from bot.play.state.limits import UNLIMITED, Limits
from bot.play.state.ports import Hold
from bot.play.state.presence import is_of_computers
from bot.play.state.values import OPEN, Debts, LogLine, Ping, Status, TableHome, TableRow, TimeLimits, TurnClock
from bot.ratings.ports import AuditEntry
from bot.rummy.options import seats_for
from bot.rummy.records.sealed import StartCounts
from data.database import Database, Key, of_server, of_user
from data.days import begin_day
from data.people.audit_log import write_entry
from data.schema import (
    HAS_LEFT,
    HAS_PERSON,
    IS_LOBBY,
    IS_OPEN,
    IS_PINGED,
    IS_PRACTICE,
    changes,
    in_slot,
    moves,
    seats,
    starts,
    tables,
    tournaments,
)
from data.tables.giving_back import GivingBack
from data.tables.log_steps import GroupCommit, LogStep, write_steps
from data.tables.logs import pack
from data.tables.rows import (
    clock_values,
    exists,
    is_applied,
    lobby_values,
    new_values,
    ping_value,
    read_tables,
    seat_values,
    start_values,
    tables_with_logs,
)
from data.tournaments import AWAITED_ON, check_fixture


def is_limited(row: TableRow, limits: Limits) -> bool:
    """Return whether opening a table may be refused because of what else is open."""
    if limits is UNLIMITED or row.is_practice or row.fixture is not None:
        return False
    return row.status is Status.LOBBY or is_of_computers(row)


def limited_by(row: TableRow, limits: Limits) -> Sequence[Key]:
    """Return the keys of those whose other tables `check_limits` or `begin_day` reads. A person's are on any server."""
    if row.day is not None:
        return (of_user(row.host),)
    if not is_limited(row, limits):
        return ()
    return (of_user(row.host),) if row.status is Status.LOBBY else (of_user(row.host), of_server(row.home.guild))


async def check_limits(connection: AsyncConnection, row: TableRow, limits: Limits) -> None:
    """Raise Refused if a table that opens or goes on now is one too many for its host or server."""
    if not is_limited(row, limits):
        return
    others = tables.c.id != row.id
    if row.status is Status.LOBBY:
        if await hosted_lobbies(connection, row.host, but=row.id) >= limits.lobbies_per_member:
            raise refused(TableReason.LOBBIES_FULL, most=limits.lobbies_per_member)
        return
    awake = tables.c.touched_at > row.touched_at - limits.computer_rest
    running = others, IS_OPEN, tables.c.status == Status.PLAYING, awake, ~HAS_PERSON
    if await _count(connection, *running, tables.c.host == row.host) >= limits.computer_tables_per_member:
        raise refused(TableReason.COMPUTERS_MEMBER, most=limits.computer_tables_per_member)
    if await _count(connection, *running, tables.c.guild == row.guild) >= limits.computer_tables_per_server:
        raise refused(TableReason.COMPUTERS_SERVER, most=limits.computer_tables_per_server)


async def hosted_lobbies(connection: AsyncConnection, user: int, but: int = 0) -> int:
    """Return how many tables that wait for players a user hosts, apart from one and those of tournaments."""
    theirs = tables.c.id != but, IS_LOBBY, tables.c.host == user, tables.c.fixture.is_(None)
    return await _count(connection, *theirs)


async def _count(connection: AsyncConnection, *conditions: ColumnElement[bool] | TextClause) -> int:
    return (await connection.execute(select(func.count()).select_from(tables).where(*conditions))).scalar_one()


_THIS: Final = tables.c.id == bindparam("table")
_SET_PING: Final = update(tables).where(_THIS).values(ping=bindparam("ping"))
_SET_MESSAGE: Final = (
    update(tables).where(_THIS).values(message=bindparam("message"), message_at=bindparam("message_at"))
)


class SqlTables:
    """The store of tables. Log lines share transactions (group commit); every other change has its own.

    What concerns all servers concerns those of this process's slot.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._giving_back = GivingBack(database, self._on)
        self._steps = GroupCommit(partial(write_steps, database))

    async def create(
        self, row: TableRow, interaction: int, rematch_of: int | None = None, limits: Limits = UNLIMITED
    ) -> TableRow:
        """Store a new table, and return it with its id. Repeated, ChannelTaken, FixtureTaken, Overtaken, DatabaseError.

        Overtaken if its fixture is decided, or ``rematch_of`` already has a rematch. Refused if it's one too many.
        """
        try:
            return await self._create(row, interaction, rematch_of, limits)
        except IntegrityError:  # another process wrote between the checks and the insert: now the checks will notice
            return await self._create(row, interaction, rematch_of, limits)

    async def load(self, table: int) -> tuple[TableRow, tuple[LogLine, ...]] | None:
        """Read a table and its log from one snapshot, with all time that it's owed. DatabaseError."""
        await self._giving_back.first(table)
        async with self._database.read() as connection:
            return next(iter(await tables_with_logs(connection, [table])), None)

    async def save(self, row: TableRow, interaction: int, audit: AuditEntry | None = None) -> TableRow:
        """Store a changed lobby, unless it has changed since it was read. Repeated, Overtaken, DatabaseError."""
        try:
            return await self._save(row, interaction, audit)
        except IntegrityError:  # as in create
            return await self._save(row, interaction, audit)

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
        """Add the next line to a table's log, and store its clock. Repeated, Overtaken, DatabaseError."""
        await self._steps.add(LogStep(table, entry, clock, wake, over, slow, audit))

    async def set_clock(
        self, table: int, clock: TurnClock | None, wake: int | None, *, seq: int, was: TurnClock | None
    ) -> None:
        """Store a table's clock without a log line. Overtaken, DatabaseError.

        Overtaken unless the log has ``seq`` lines and the stored clock has the notifications of ``was``.
        """
        count = select(func.count()).where(moves.c.table_id == table).scalar_subquery()
        conditions = [tables.c.id == table, count == seq]
        if was is not None:
            conditions += [
                tables.c.clock["pinged"].as_boolean() == was.pinged,
                tables.c.clock["reminded"].as_integer() == was.reminded,
            ]
        async with self._database.write() as connection:
            kept = await connection.execute(
                update(tables).where(IS_OPEN, *conditions).values(clock_values(clock, wake))
            )
            if kept.rowcount != 1:
                raise Overtaken

    async def set_ping(self, table: int, ping: Ping | None) -> None:
        """Store which message notifies a player; None removes it. DatabaseError."""
        await self._database.write_rows([(_SET_PING, [{"table": table, "ping": ping_value(ping)}])])

    async def wakes(
        self, guilds: Collection[int] | None = None, changed_since: int | None = None
    ) -> tuple[tuple[int, int], ...]:
        """List when to check each open table or one with a ping, and its id. DatabaseError.

        Only on the servers ``guilds``; None means all. The time is 0 if it's unknown, the table is closed, or it has
        changed since ``changed_since``.
        """
        due: ColumnElement[int] = func.coalesce(tables.c.wake, 0)
        if changed_since is not None:
            due = case((tables.c.touched_at >= changed_since, 0), else_=due)
        looked_at = select(due.label("due"), tables.c.id).where(self._on(guilds))
        async with self._database.read() as connection:
            found = await connection.execute(
                union(looked_at.where(IS_OPEN), looked_at.where(IS_PINGED)).order_by("due", "id")  # each uses its index
            )
            return tuple((wake, table) for wake, table in found)

    async def overdue_practices(self, before: int) -> tuple[tuple[int, int], ...]:
        """List when to check which open practice table, if that was before a time. DatabaseError."""
        due = select(tables.c.wake, tables.c.id).where(IS_OPEN, IS_PRACTICE, tables.c.wake < before)
        async with self._database.read() as connection:
            return tuple((wake, table) for wake, table in await connection.execute(due))

    async def owe(self, debts: Debts) -> None:
        """Store what is to be given back, as `GivingBack.owe`. DatabaseError."""
        await self._giving_back.owe(debts)

    async def give_back(self, hold: Hold) -> Debts | None:
        """Give back what is owed, as `GivingBack.give_back`. DatabaseError."""
        return await self._giving_back.give_back(hold)

    async def in_play(self) -> tuple[int, ...]:
        """List the servers with open tables or playable fixtures. DatabaseError."""
        async with self._database.read() as connection:
            on_servers = select(tables.c.guild).where(IS_OPEN, tables.c.guild.is_not(None), self._on(None))
            awaited = AWAITED_ON.where(self._on(None, tournaments.c.guild))
            found = await connection.execute(union(on_servers, awaited))
            return tuple(found.scalars())

    async def open_lobbies(self, guild: int) -> tuple[int, ...]:
        """List the lobbies of a server that any member can join, oldest first. DatabaseError."""
        async with self._database.read() as connection:
            found = await read_tables(connection, and_(tables.c.guild == guild, IS_LOBBY))
        return tuple(row.id for row in found if not row.settings.invite_only and _has_free_seat(row))

    async def hosted_lobbies(self, user: int) -> int:
        """Return how many tables that wait for players a user hosts. DatabaseError."""
        async with self._database.read() as connection:
            return await hosted_lobbies(connection, user)

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        """Store which message shows a table, and when it was posted. DatabaseError."""
        row = {"table": table, "message": message, "message_at": at}
        await self._database.write_rows([(_SET_MESSAGE, [row])])

    async def touch(self, row: TableRow, wake: int | None, limits: Limits = UNLIMITED) -> None:
        """Store the last activity at a running table, unless that's one too many. Refused, Overtaken, DatabaseError."""
        running = tables.c.id == row.id, tables.c.status == Status.PLAYING
        async with self._database.write_alone(*limited_by(row, limits)) as connection:
            await check_limits(connection, row, limits)
            done = await connection.execute(update(tables).where(*running).values(touched_at=row.touched_at, wake=wake))
            if done.rowcount != 1:
                raise Overtaken

    async def in_channel(self, channel: int) -> int | None:
        """Return the open table of a channel, else that of the last game there, else the last one. DatabaseError.

        A game that moved there can have a lower id than games that were played there before, so ids don't tell which
        was last. At a table that follows another one in its channel, the last activity is always later.
        """
        here = tables.c.channel == channel
        last = tables.c.status.desc(), tables.c.touched_at.desc(), tables.c.id.desc()  # "over" is after "cancelled"
        async with self._database.read() as connection:
            table: int | None = await connection.scalar(select(tables.c.id).where(here, IS_OPEN))  # by its index
            if table is None:
                table = await connection.scalar(select(tables.c.id).where(here).order_by(*last).limit(1))
            return table

    async def seated_at(self, guild: int, user: int) -> int | None:
        """Return the open table of a server where a user plays, running games first. DatabaseError.

        Of several it's the one with the latest activity; paused ones and games that the user left don't count.
        """
        games = await self._games_of(guild, user, paused=False)
        return max(games)[-1] if games else None

    async def pause(self, table: int, at: int, wake: int | None) -> None:
        """Pause a game whose channel was deleted. Overtaken, DatabaseError."""
        runs = tables.c.id == table, tables.c.status == Status.PLAYING, tables.c.stranded_at.is_(None)
        async with self._database.write() as connection:
            changed = await connection.execute(update(tables).where(*runs).values(stranded_at=at, wake=wake))
            if changed.rowcount != 1:
                raise Overtaken

    async def move_to_channel(self, row: TableRow, wake: int | None, interaction: int) -> None:
        """Store a paused table's new channel, and resume its game. Repeated, ChannelTaken, Overtaken, DatabaseError."""
        try:
            await self._move(row, wake, interaction)
        except IntegrityError:  # as in create
            await self._move(row, wake, interaction)

    async def paused_game(self, guild: int, user: int) -> int | None:
        """Return the oldest paused game on a server that a user hasn't left; None if there isn't one. DatabaseError."""
        return min((table for *_, table in await self._games_of(guild, user, paused=True)), default=None)

    async def homes(self, guild: int | None = None) -> tuple[TableHome, ...]:
        """List the servers and channels of open tables, except paused ones. DatabaseError."""
        there = self._on(None if guild is None else (guild,))
        async with self._database.read() as connection:
            found = await connection.execute(
                select(tables.c.guild, tables.c.channel, tables.c.id)
                .where(IS_OPEN, there, tables.c.guild.is_not(None), tables.c.stranded_at.is_(None))
                .order_by(tables.c.id)
            )
            return tuple(TableHome(*home) for home in found)

    async def practices(self, user: int) -> tuple[int, ...]:
        """List a person's open practice tables, oldest first. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(tables.c.id).where(IS_PRACTICE, tables.c.host == user, IS_OPEN).order_by(tables.c.id)
            )
            return tuple(found.scalars())

    async def finished_games(self, user: int, most: int) -> tuple[TableRow, ...]:
        """List the last finished games of a person, on all servers, the newest first. DatabaseError."""
        sat = select(seats.c.table_id).where(seats.c.user == user, seats.c.level.is_(None))
        over = tables.c.status == Status.OVER, tables.c.id.in_(sat)
        async with self._database.read() as connection:
            last = await connection.execute(select(tables.c.id).where(*over).order_by(tables.c.id.desc()).limit(most))
            return tuple(reversed(await read_tables(connection, tables.c.id.in_(last.scalars().all()))))

    async def start_counts(self, guild: int | None) -> StartCounts:
        """Return how many games a server has started, and how many of those starts were void. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(func.count(), func.count(starts.c.voided)).where(starts.c.guild.is_not_distinct_from(guild))
            )
            return StartCounts(*found.one())

    async def pack(self, before: int) -> bool:
        """Pack some finished games without activity since a time, as `data.tables.logs.pack`. DatabaseError."""
        return await pack(self._database, before)

    async def seen(self, interaction: int) -> bool:
        """Return whether an interaction has been applied. DatabaseError."""
        async with self._database.read() as connection:
            return await is_applied(connection, interaction)

    def _on(self, guilds: Collection[int] | None, guild: Column[int] = tables.c.guild) -> ColumnElement[bool]:
        """Return the condition that a table is on one of these servers; None: of all that belong to the slot."""
        return in_slot(guild, self._database.slot) if guilds is None else guild.in_(guilds)

    async def _games_of(self, guild: int, user: int, *, paused: bool) -> list[tuple[bool, int, int]]:
        """List the open tables of a server where a user plays: whether they run, the last activity, and their ids."""
        plays = seats.c.user == user, seats.c.level.is_(None), ~HAS_LEFT
        on_hold = tables.c.stranded_at.is_not(None) if paused else tables.c.stranded_at.is_(None)
        async with self._database.read() as connection:
            found = await connection.execute(
                select(tables.c.status, tables.c.touched_at, tables.c.id)
                .join(seats)
                .where(tables.c.guild == guild, IS_OPEN, on_hold, *plays)
            )
            return [(status == Status.PLAYING, at, table) for status, at, table in found]

    async def _create(self, row: TableRow, interaction: int, rematch_of: int | None, limits: Limits) -> TableRow:
        async with self._database.write_alone(*limited_by(row, limits)) as connection:
            if await is_applied(connection, interaction):
                raise Repeated
            if rematch_of is not None and not await exists(connection, _free_for_rematch(rematch_of)):
                raise Overtaken
            if not row.is_practice:
                await _must_be_free(connection, row.home.channel)
            await check_fixture(connection, row.fixture)
            await check_limits(connection, row, limits)
            made = await connection.execute(insert(tables).values(new_values(row)).returning(tables.c.id))
            kept = replace(row, id=made.scalar_one())
            await begin_day(connection, kept)
            await connection.execute(insert(seats), seat_values(kept))
            await _keep_starts(connection, kept)
            await connection.execute(insert(changes).values(interaction=interaction, table_id=kept.id))
            if rematch_of is not None:
                await connection.execute(update(tables).where(tables.c.id == rematch_of).values(rematch=kept.id))
            return kept

    async def _move(self, row: TableRow, wake: int | None, interaction: int) -> None:
        paused = tables.c.id == row.id, IS_OPEN, tables.c.stranded_at.is_not(None)
        async with self._database.write() as connection:
            if await is_applied(connection, interaction):
                raise Repeated
            await _must_be_free(connection, row.home.channel)
            moved = {"channel": row.channel, "stranded_at": None, "message": None, "message_at": None}
            changed = await connection.execute(
                update(tables)
                .where(*paused)
                .values(moved | {"touched_at": row.touched_at} | clock_values(row.clock, wake))
            )
            if changed.rowcount != 1:
                raise Overtaken
            await connection.execute(insert(changes).values(interaction=interaction, table_id=row.id))

    async def _save(self, row: TableRow, interaction: int, audit: AuditEntry | None) -> TableRow:
        kept = replace(row, version=row.version + 1)
        async with self._database.write() as connection:
            if await is_applied(connection, interaction):
                raise Repeated
            changed = await connection.execute(
                update(tables).where(tables.c.id == row.id, tables.c.version == row.version).values(lobby_values(kept))
            )
            if changed.rowcount != 1:
                raise Overtaken
            await connection.execute(delete(seats).where(seats.c.table_id == row.id))
            await connection.execute(insert(seats), seat_values(kept))
            await _keep_starts(connection, kept)
            await connection.execute(insert(changes).values(interaction=interaction, table_id=row.id))
            await write_entry(connection, audit)
        return kept


async def _keep_starts(connection: AsyncConnection, row: TableRow) -> None:
    """Store the starts of a table. Earlier ones never change, and the newest one only gains what it lacked."""
    if row.starts:
        await connection.execute(delete(starts).where(starts.c.table_id == row.id))
        await connection.execute(insert(starts), start_values(row))


async def _must_be_free(connection: AsyncConnection, channel: int) -> None:
    """Raise ChannelTaken if a channel has an open table (C-1)."""
    other = await connection.scalar(select(tables.c.id).where(tables.c.channel == channel, tables.c.status.in_(OPEN)))
    if other is not None:
        raise ChannelTaken(other)


def _free_for_rematch(table: int) -> ColumnElement[bool]:
    """Return the condition that a table has no rematch, or only a canceled one."""
    cancelled = select(tables.c.id).where(tables.c.status == Status.CANCELLED)
    return and_(tables.c.id == table, or_(tables.c.rematch.is_(None), tables.c.rematch.in_(cancelled)))


def _has_free_seat(row: TableRow) -> bool:
    """Return whether there's a free seat that isn't reserved for an invited player."""
    kept = set(row.invited) - {player.user for player in row.seats}
    return len(row.seats) + len(kept) < seats_for(row.options)[-1]
