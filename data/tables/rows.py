"""Conversion between tables and rows, and the queries that read tables with their seats, starts and logs."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

from sqlalchemy import ColumnElement, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.values import (
    LastTurn,
    LogLine,
    Pace,
    Ping,
    Player,
    Start,
    Status,
    TableRow,
    TableSettings,
    TimeLimits,
    TurnClock,
    VoidReason,
)
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import Options, changes_from, options_for
from bot.rummy.records.sealed import StartCounts
from data.schema import changes, moves, seats, starts, tables
from data.tables.logs import read_logs

_STORED_AS: Final = MappingProxyType({"unassisted": "bare", "invite_only": "closed"})
"""Table settings that are stored under an older name than their field's."""

T = TypeVar("T")


@lru_cache(maxsize=1024)
def _same(value: object) -> object:
    return value


def _shared(value: T) -> T:
    """Return an equal value that other tables use already: most have the same rules, settings and time limits."""
    return cast(T, _same(value))


def new_values(row: TableRow) -> dict[str, object]:
    """Return the column values of a new table, without its seats."""
    return {
        **lobby_values(row),
        "guild": row.guild,
        "channel": row.channel,
        "secret": row.secret,
        "salts": salts_value(row.salts),
        "created_at": row.created_at,
        "fixture": row.fixture,
        "day": row.day,
        "settled": row.is_practice,  # never counted
    }


def lobby_values(row: TableRow) -> dict[str, object]:
    """Return the column values that can change in a lobby, without the seats.

    ``wake`` becomes NULL: when to check the table next is unknown.
    """
    return {
        "host": row.host,
        "variant": row.options.variant,
        "options": changes_from(row.options),
        "pace": row.pace,
        "turn_ms": None if row.limits is None else row.limits.turn,
        "bank_ms": None if row.limits is None else row.limits.bank,
        "manner": settings_value(row.settings),
        "invited": list(row.invited),
        "status": row.status,
        "touched_at": row.touched_at,
        "version": row.version,
        "recut_due": row.recut_due,
        **clock_values(row.clock, None),
    }


def clock_values(clock: TurnClock | None, wake: int | None) -> dict[str, object]:
    """Return the column values of a clock, and of ``wake``: when the program checks the table next."""
    if clock is None:
        return {"deadline": None, "last_deadline": None, "clock": None, "wake": wake}
    last = clock.last_turn
    rest: dict[str, object] = {
        "banks": list(clock.banks),
        "pinged": clock.pinged,
        "reminded": clock.reminded,
        "nudged": clock.nudged,
    }
    if last is not None:
        rest["last_turn"] = {name: value for name, value in asdict(last).items() if name != "deadline"}
    last_deadline = None if last is None else last.deadline
    return {"deadline": clock.deadline, "last_deadline": last_deadline, "clock": rest, "wake": wake}


def seat_values(row: TableRow) -> list[dict[str, object]]:
    """Return the rows of a table's seats."""
    return [
        {
            "table_id": row.id,
            "seat": seat,
            "user": player.user,
            "cut": player.cut,
            "level": player.level,
            "name": (player.name or None) if player.is_computer else None,
            "cut_number": player.cut_number,
        }
        for seat, player in enumerate(row.seats)
    ]


def salts_value(salts: Sequence[bytes | None]) -> list[str | None] | None:
    """Return the column value of the salts of a table's cuts."""
    return [None if salt is None else salt.hex() for salt in salts] if salts else None


def start_values(row: TableRow) -> list[dict[str, object]]:
    """Return the rows of a table's starts."""
    return [
        {
            "table_id": row.id,
            "number": start.number,
            "guild": row.guild,
            "line": start.line,
            "at": start.at,
            "server_started": start.counts.started,
            "server_never_dealt": start.counts.never_dealt,
            "due": start.due,
            "message": start.message,
            "signature": start.signature,
            "voided": start.voided,
        }
        for start in row.starts
    ]


def start_from(kept: RowMapping) -> Start:
    """Return the start in a row."""
    return Start(
        number=kept["number"],
        line=kept["line"],
        at=kept["at"],
        counts=_shared(StartCounts(kept["server_started"], kept["server_never_dealt"])),
        due=kept["due"],
        message=kept["message"],
        signature=kept["signature"],
        voided=None if kept["voided"] is None else VoidReason(kept["voided"]),
    )


def settings_value(settings: TableSettings) -> list[str]:
    """Return the value of the column ``manner``, an older word for settings: the names of those that are on."""
    return [_STORED_AS.get(part.name, part.name) for part in fields(TableSettings) if getattr(settings, part.name)]


def settings_from(names: Sequence[str]) -> TableSettings:
    """Return the settings of a table from the column ``manner``."""
    field_of = {kept: field for field, kept in _STORED_AS.items()}
    return TableSettings(**{field_of.get(name, name): True for name in names})


def ping_value(ping: Ping | None) -> dict[str, int] | None:
    """Return the column value of a ping."""
    return None if ping is None else asdict(ping)


def options_from(kept: RowMapping) -> Options:
    """Return the options in the row of a table or preset."""
    changes: Mapping[str, object] = kept["options"]
    return options_for(Variant(kept["variant"]), changes)


def player_from(user: int, cut: str, level: str | None, name: str | None, cut_number: int) -> Player:
    """Return the player in a seat's row. Names of people aren't stored."""
    return Player(user, name or "", cut, None if level is None else Level(level), cut_number)


def table_from(kept: RowMapping, seats: tuple[Player, ...], starts: tuple[Start, ...]) -> TableRow:
    """Return the table in a row, with its seats and starts."""
    return TableRow(
        id=kept["id"],
        guild=kept["guild"],
        channel=kept["channel"],
        host=kept["host"],
        options=_shared(options_from(kept)),
        pace=Pace(kept["pace"]),
        limits=None if kept["turn_ms"] is None else _shared(TimeLimits(kept["turn_ms"], kept["bank_ms"])),
        settings=_shared(settings_from(kept["manner"])),
        invited=tuple(kept["invited"]),
        secret=kept["secret"],
        status=Status(kept["status"]),
        seats=seats,
        created_at=kept["created_at"],
        touched_at=kept["touched_at"],
        clock=_clock_from(kept),
        ping=None if kept["ping"] is None else Ping(**kept["ping"]),
        message=kept["message"],
        message_at=kept["message_at"],
        rematch=kept["rematch"],
        fixture=kept["fixture"],
        version=kept["version"],
        paused_at=kept["stranded_at"],
        salts=tuple(None if salt is None else bytes.fromhex(salt) for salt in kept["salts"] or ()),
        recut_due=kept["recut_due"],
        starts=starts,
        day=kept["day"],
    )


def _clock_from(kept: RowMapping) -> TurnClock | None:
    rest: Mapping[str, Any] | None = kept["clock"]
    if rest is None:
        return None
    banks: tuple[int, ...] = _shared(tuple(rest["banks"]))  # full at most tables
    last: Mapping[str, Any] | None = rest.get("last_turn")
    last_turn = None if last is None else LastTurn(kept["last_deadline"], **last)
    return TurnClock(kept["deadline"], banks, rest["pinged"], rest["reminded"], rest["nudged"], last_turn)


async def tables_with_logs(
    connection: AsyncConnection, numbers: Sequence[int]
) -> list[tuple[TableRow, tuple[LogLine, ...]]]:
    """Read tables with their logs, sorted by id; missing ones are left out."""
    logs = await read_logs(connection, numbers)
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
