"""Tables as they are kept: what `bot.play.ports.Store` asks for, over any database that the schema fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.ports import (
    OPEN,
    ChannelTaken,
    Entry,
    Overtaken,
    Pace,
    Player,
    Repeated,
    Status,
    TableRow,
)
from bot.rummy.options import Options, Variant, changes_from, options_for
from data.database import Database
from data.errors import DatabaseError
from data.group import GroupCommit
from data.schema import changes, moves, seats, tables


@dataclass(frozen=True, slots=True)
class _Line:
    """A line on its way into a table's log."""

    table: int
    entry: Entry
    over: bool


class KeptTables:
    """The store of tables. Lines of logs share transactions (group commit); the rest has one each."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lines = GroupCommit(self._write)

    async def create(self, row: TableRow, interaction: int, rematch_of: int | None = None) -> TableRow:
        """Keep a new table and answer it with its number. Repeated, ChannelTaken, Overtaken, DatabaseError."""
        try:
            return await self._create(row, interaction, rematch_of)
        except IntegrityError:  # another process wrote between the look and the insert: now the look finds it
            return await self._create(row, interaction, rematch_of)

    async def load(self, table: int) -> tuple[TableRow, tuple[Entry, ...]] | None:
        """Read a table and its log, at one moment. DatabaseError."""
        async with self._database.read() as connection:
            kept = (await connection.execute(select(tables).where(tables.c.id == table))).mappings().one_or_none()
            if kept is None:
                return None
            seated = await connection.execute(
                select(seats.c.user, seats.c.name, seats.c.cut).where(seats.c.table_id == table).order_by(seats.c.seat)
            )
            logged = await connection.execute(
                select(moves.c.seq, moves.c.seat, moves.c.text, moves.c.interaction, moves.c.at)
                .where(moves.c.table_id == table)
                .order_by(moves.c.seq)
            )
            return _row(kept, tuple(Player(*line) for line in seated)), tuple(Entry(*line) for line in logged)

    async def save(self, row: TableRow, interaction: int) -> TableRow:
        """Replace a table that nobody has changed since. Repeated, Overtaken, DatabaseError."""
        try:
            return await self._save(row, interaction)
        except IntegrityError:  # as in create
            return await self._save(row, interaction)

    async def append(self, table: int, entry: Entry, *, over: bool = False) -> None:
        """Add the next line to a log. Repeated, Overtaken, DatabaseError."""
        await self._lines.add(_Line(table, entry, over))

    async def set_message(self, table: int, message: int | None, at: int) -> None:
        """Remember which message shows a table. DatabaseError."""
        async with self._database.write() as connection:
            await connection.execute(update(tables).where(tables.c.id == table).values(message=message, message_at=at))

    async def in_channel(self, channel: int) -> int | None:
        """Find the last table of a channel: no other was opened there while one was open. DatabaseError."""
        async with self._database.read() as connection:
            found = await connection.execute(select(func.max(tables.c.id)).where(tables.c.channel == channel))
            table: int | None = found.scalar_one()
            return table

    async def seen(self, interaction: int) -> bool:
        """Say whether an interaction has been carried out. DatabaseError."""
        async with self._database.read() as connection:
            return await _seen(connection, interaction)

    async def _create(self, row: TableRow, interaction: int, rematch_of: int | None) -> TableRow:
        async with self._database.write() as connection:
            if await _seen(connection, interaction):
                raise Repeated
            if rematch_of is not None and not await _exists(connection, _free_for_rematch(rematch_of)):
                raise Overtaken
            taken = await connection.execute(
                select(tables.c.id).where(tables.c.channel == row.channel, tables.c.status.in_(OPEN))
            )
            other = taken.scalar_one_or_none()
            if other is not None:
                raise ChannelTaken(other)
            made = await connection.execute(insert(tables).values(_values(row)).returning(tables.c.id))
            kept = replace(row, id=made.scalar_one())
            await _seat(connection, kept)
            await connection.execute(insert(changes).values(interaction=interaction, table_id=kept.id))
            if rematch_of is not None:
                await connection.execute(update(tables).where(tables.c.id == rematch_of).values(rematch=kept.id))
            return kept

    async def _save(self, row: TableRow, interaction: int) -> TableRow:
        kept = replace(row, version=row.version + 1)
        async with self._database.write() as connection:
            if await _seen(connection, interaction):
                raise Repeated
            changed = await connection.execute(
                update(tables).where(tables.c.id == row.id, tables.c.version == row.version).values(_lobby_values(kept))
            )
            if changed.rowcount != 1:
                raise Overtaken
            await connection.execute(delete(seats).where(seats.c.table_id == row.id))
            await _seat(connection, kept)
            await connection.execute(insert(changes).values(interaction=interaction, table_id=row.id))
        return kept

    async def _write(self, lines: Sequence[_Line]) -> Sequence[Exception | None]:
        """Write lines in one transaction; where one of them can't be, each by itself within it."""
        try:
            async with self._database.write() as connection:
                await _log(connection, lines)
        except IntegrityError:
            return await self._write_each(lines)
        return [None] * len(lines)

    async def _write_each(self, lines: Sequence[_Line]) -> Sequence[Exception | None]:
        faults: list[Exception | None] = []
        async with self._database.write() as connection:
            for line in lines:
                try:
                    async with connection.begin_nested():
                        await _log(connection, [line])
                except IntegrityError:
                    faults.append(await _fault(connection, line))
                else:
                    faults.append(None)
        return faults


async def _log(connection: AsyncConnection, lines: Sequence[_Line]) -> None:
    """Add lines to logs, and end the tables whose last line is among them."""
    await connection.execute(
        insert(moves),
        [
            {
                "table_id": line.table,
                "seq": line.entry.seq,
                "seat": line.entry.seat,
                "text": line.entry.text,
                "interaction": line.entry.interaction,
                "at": line.entry.at,
            }
            for line in lines
        ],
    )
    ended = [line.table for line in lines if line.over]
    if ended:
        await connection.execute(update(tables).where(tables.c.id.in_(ended)).values(status=Status.OVER))


async def _fault(connection: AsyncConnection, line: _Line) -> Exception:
    """Find out why a line can't be added to a log."""
    if await _seen(connection, line.entry.interaction):
        return Repeated()
    if await _exists(connection, and_(moves.c.table_id == line.table, moves.c.seq == line.entry.seq)):
        return Overtaken()
    return DatabaseError(f"there is no table {line.table}")


async def _seen(connection: AsyncConnection, interaction: int) -> bool:
    return await _exists(connection, moves.c.interaction == interaction) or await _exists(
        connection, changes.c.interaction == interaction
    )


async def _exists(connection: AsyncConnection, condition: ColumnElement[bool]) -> bool:
    found = await connection.execute(select(select(1).where(condition).exists()))
    return bool(found.scalar_one())


def _free_for_rematch(table: int) -> ColumnElement[bool]:
    """Say that no table goes on after this one, or one that was cancelled."""
    cancelled = select(tables.c.id).where(tables.c.status == Status.CANCELLED)
    return and_(tables.c.id == table, or_(tables.c.rematch.is_(None), tables.c.rematch.in_(cancelled)))


async def _seat(connection: AsyncConnection, row: TableRow) -> None:
    """Write a table's seats, of which there are none yet."""
    await connection.execute(
        insert(seats),
        [
            {"table_id": row.id, "seat": seat, "user": player.user, "name": player.name, "cut": player.cut}
            for seat, player in enumerate(row.seats)
        ],
    )


def _values(row: TableRow) -> dict[str, object]:
    """Write down what `create` keeps of a table, beside its seats."""
    return {
        **_lobby_values(row),
        "guild": row.guild,
        "channel": row.channel,
        "secret": row.secret,
        "created_at": row.created_at,
    }


def _lobby_values(row: TableRow) -> dict[str, object]:
    """Write down what can change in a lobby, beside the seats."""
    return {
        "host": row.host,
        "variant": row.options.variant,
        "options": changes_from(row.options),
        "pace": row.pace,
        "invited": row.invited,
        "status": row.status,
        "version": row.version,
    }


def options_kept(kept: RowMapping) -> Options:
    """Read the rules of a table or a preset back."""
    changes: Mapping[str, object] = kept["options"]
    return options_for(Variant(kept["variant"]), changes)


def _row(kept: RowMapping, seated: tuple[Player, ...]) -> TableRow:
    """Read a table back."""
    return TableRow(
        id=kept["id"],
        guild=kept["guild"],
        channel=kept["channel"],
        host=kept["host"],
        options=options_kept(kept),
        pace=Pace(kept["pace"]),
        invited=kept["invited"],
        secret=kept["secret"],
        status=Status(kept["status"]),
        seats=seated,
        created_at=kept["created_at"],
        message=kept["message"],
        message_at=kept["message_at"],
        rematch=kept["rematch"],
        version=kept["version"],
    )
