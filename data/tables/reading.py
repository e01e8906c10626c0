"""Reads tables with their seats, starts and logs."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.values import LogLine, Player, Start, TableRow
from data.schema import changes, moves, seats, starts, tables
from data.tables.rows import player_from, start_from, table_from


async def tables_with_logs(
    connection: AsyncConnection, numbers: Sequence[int]
) -> list[tuple[TableRow, tuple[LogLine, ...]]]:
    """Read tables with their logs, sorted by id; missing ones are left out."""
    logs: dict[int, list[LogLine]] = {number: [] for number in numbers}
    logged = await connection.execute(
        select(moves.c.table_id, moves.c.seq, moves.c.seat, moves.c.text, moves.c.interaction, moves.c.at)
        .where(moves.c.table_id.in_(numbers))
        .order_by(moves.c.table_id, moves.c.seq)
    )
    for table, *line in logged:
        logs[table].append(LogLine(*line))
    return [(row, tuple(logs[row.id])) for row in await read_tables(connection, tables.c.id.in_(numbers))]


async def read_tables(connection: AsyncConnection, condition: ColumnElement[bool]) -> list[TableRow]:
    """Read tables with their seats, sorted by id."""
    found = (await connection.execute(select(tables).where(condition).order_by(tables.c.id))).mappings().all()
    if not found:
        return []
    seated = await connection.execute(
        select(seats.c.table_id, seats.c.user, seats.c.cut, seats.c.level, seats.c.name, seats.c.cut_number)
        .where(seats.c.table_id.in_([kept["id"] for kept in found]))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    players: dict[int, list[Player]] = {kept["id"]: [] for kept in found}
    for table, *player in seated:
        players[table].append(player_from(*player))
    started: dict[int, list[Start]] = {kept["id"]: [] for kept in found}
    begun = await connection.execute(
        select(starts).where(starts.c.table_id.in_(list(started))).order_by(starts.c.table_id, starts.c.number)
    )
    for start in begun.mappings():
        started[start["table_id"]].append(start_from(start))
    return [table_from(kept, tuple(players[kept["id"]]), tuple(started[kept["id"]])) for kept in found]


async def is_applied(connection: AsyncConnection, interaction: int) -> bool:
    """Return whether an interaction has been applied."""
    return await exists(connection, moves.c.interaction == interaction) or await exists(
        connection, changes.c.interaction == interaction
    )


async def exists(connection: AsyncConnection, condition: ColumnElement[bool]) -> bool:
    """Return whether a row meets a condition."""
    found = await connection.execute(select(select(1).where(condition).exists()))
    return bool(found.scalar_one())
