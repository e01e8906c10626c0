"""Logs of tables: reading them, and packing old ones.

The log of an old game becomes one compressed value, from which reading makes the same lines. Ids of clicks aren't
packed, since Discord repeats none for that long: numbers take their place that tell clicks from the program's own
lines, as after a deletion (`data.people.personal_data`). So nothing that is packed says who somebody is.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final
from zlib import compress, decompress

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.slots import Slot
from bot.play.state.values import LogLine, Status, own_doing
from data.database import Database, of_server, of_user
from data.days import is_of_open_day
from data.schema import changes, in_slot, moves, packed_logs, seats, tables

_AT_ONCE: Final = 50
"""Games that are packed in a row, each in a transaction of some milliseconds, before the next round of chores."""
_LINE: Final = (moves.c.seq, moves.c.seat, moves.c.text, moves.c.interaction, moves.c.at)


def packed(log: Sequence[LogLine]) -> bytes:
    """Return a log as one value: lists of what its lines have, which is shorter than a list for each line."""
    seqs, times = ([part[0], *(after - before for before, after in pairwise(part))] for part in _numbers(log))
    clicked = [int(line.interaction > 0) for line in log]
    lists = seqs, [line.seat for line in log], [line.text for line in log], clicked, times
    return compress(json.dumps(lists, separators=(",", ":")).encode(), 9)


def _numbers(log: Sequence[LogLine]) -> tuple[list[int], list[int]]:
    return [line.seq for line in log], [line.at for line in log]


def unpacked(table: int, value: bytes) -> list[LogLine]:
    """Return the log in a value."""
    seqs, who, texts, clicked, times = json.loads(decompress(value))
    return [
        LogLine(seq, seat, text, -own_doing(table, seq) if click else own_doing(table, seq), at)
        for seq, seat, text, click, at in zip(accumulate(seqs), who, texts, clicked, accumulate(times), strict=True)
    ]


async def read_logs(connection: AsyncConnection, numbers: Sequence[int]) -> Mapping[int, Sequence[LogLine]]:
    """Read the logs of tables, packed or not."""
    logs: dict[int, list[LogLine]] = {number: [] for number in numbers}
    logged = await connection.execute(
        select(moves.c.table_id, *_LINE).where(moves.c.table_id.in_(numbers)).order_by(moves.c.table_id, moves.c.seq)
    )
    for table, *line in logged:
        logs[table].append(LogLine(*line))
    if others := [number for number, log in logs.items() if not log]:
        found = await connection.execute(select(packed_logs).where(packed_logs.c.table_id.in_(others)))
        logs |= {table: unpacked(table, value) for table, value in found}
    return logs


async def read_moves_of(connection: AsyncConnection, user: int) -> list[dict[str, object]]:
    """Read the lines of a person's seats at all tables, packed or not, as columns of `moves`.

    Those of a daily deal come when its day is closed, since others still play with the same cards.
    """
    mine = seats.c.user == user, seats.c.level.is_(None)
    own = (seats.c.table_id == moves.c.table_id) & (seats.c.seat == moves.c.seat)
    shown = select(tables.c.id).where(tables.c.id == moves.c.table_id, ~is_of_open_day()).exists()
    logged = await connection.execute(select(moves.c.table_id, *_LINE).join(seats, own).where(*mine, shown))
    lines = [(table, LogLine(*line)) for table, *line in logged]
    sat = select(packed_logs, seats.c.seat).join(seats, seats.c.table_id == packed_logs.c.table_id).where(*mine)
    for table, value, seat in await connection.execute(sat):
        lines += [(table, line) for line in unpacked(table, value) if line.seat == seat]
    lines.sort(key=lambda one: (one[0], one[1].seq))
    return [{"table_id": table, "seq": line.seq, "text": line.text, "at": line.at} for table, line in lines]


async def pack(database: Database, before: int) -> bool:
    """Pack some of the slot's games that are over, counted, and without activity since a time. DatabaseError.

    Return whether there may be more.
    """
    async with database.read() as connection:
        found = (await connection.execute(_old(before, database.slot).limit(_AT_ONCE))).all()
    for table, guild, host in found:
        # Whoever deletes a person's data changes lines of their games, in another order.
        async with database.write_alone(of_user(host) if guild is None else of_server(guild)) as connection:
            await _pack(connection, table)
    return len(found) == _AT_ONCE


def _old(before: int, slot: Slot) -> Select[Any]:
    """Select the games to pack, with their servers and hosts.

    The walk goes from one table with moves to the next, which are those that aren't packed, up to the first young one.
    """
    walk = select(func.min(moves.c.table_id).label("id")).cte("walk", recursive=True)
    following = select(func.min(moves.c.table_id)).where(moves.c.table_id > walk.c.id).scalar_subquery()
    walk = walk.union_all(
        select(following).select_from(tables.join(walk, walk.c.id == tables.c.id)).where(tables.c.created_at < before)
    )
    ended = tables.c.status == Status.OVER, tables.c.settled, tables.c.touched_at < before
    here = tables.join(walk, walk.c.id == tables.c.id)
    return (
        select(tables.c.id, tables.c.guild, tables.c.host)
        .select_from(here)
        .where(*ended, in_slot(tables.c.guild, slot))
    )


async def _pack(connection: AsyncConnection, table: int) -> None:
    """Pack a game, unless another process has, or has deleted it. What is packed is exactly what is deleted."""
    deleted = await connection.execute(delete(moves).where(moves.c.table_id == table).returning(*_LINE))
    if log := sorted((LogLine(*line) for line in deleted), key=lambda line: line.seq):
        await connection.execute(insert(packed_logs).values(table_id=table, log=packed(log)))
        await connection.execute(delete(changes).where(changes.c.table_id == table))
