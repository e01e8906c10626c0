"""Limits on what members and servers have open at once, checked in the transaction that opens it."""

from typing import Final

from sqlalchemy import ColumnElement, TextClause, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.errors import TableReason, refused
from bot.play.limits.limits import UNLIMITED, Limits, is_of_computers
from bot.play.values import Status, TableRow
from data.schema import IS_LOBBY, IS_OPEN, seats, tables

HAS_PERSON: Final = select(seats.c.seat).where(seats.c.table_id == tables.c.id, seats.c.level.is_(None)).exists()
"""The condition that a person sits at a table."""


def is_limited(row: TableRow, limits: Limits) -> bool:
    """Return whether opening a table may be refused because of what else is open."""
    if limits is UNLIMITED or row.is_practice or row.fixture is not None:
        return False
    return row.status is Status.LOBBY or is_of_computers(row)


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
    """Return the number of tables that meet all conditions."""
    return (await connection.execute(select(func.count()).select_from(tables).where(*conditions))).scalar_one()
