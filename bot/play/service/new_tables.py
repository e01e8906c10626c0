"""New tables: opened by a host, played by computers alone, or the rematch of a finished game. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.days import calendar
from bot.play.state.days import OPPONENT, DayRow
from bot.play.state.errors import TableReason, raise_refusals, refusals_for_conflicts, refused
from bot.play.state.lobby import seated, started, with_computer, with_invited
from bot.play.state.values import Pace, Start, Status, TableRow, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.options import Options, conflicts


@dataclass(frozen=True, slots=True)
class ComputerSeats:
    """The computers of a new table: their levels in seat order, and the names to choose from.

    ``kept`` are the names that they already have, in the order of ``levels``; one may be empty.
    """

    levels: tuple[Level, ...] = ()
    names: Sequence[str] = ()
    kept: tuple[str, ...] = ()


NO_COMPUTERS: Final = ComputerSeats()
PRACTICE: Final = TableSettings(invite_only=True, friendly=True)
"""The settings of a practice table: nobody else can join, and its game doesn't count."""


DAILY: Final = replace(PRACTICE, unassisted=True, final_discards=True)
"""The settings of a table of a daily deal."""


class TableOrigin(NamedTuple):
    """When a table opens, in epoch milliseconds, and what its shuffles come from: random bytes, fixed from then on."""

    at: int
    secret: bytes
    salts: tuple[bytes, ...]


def new_table(
    *,
    guild: int | None,
    channel: int | None,
    host: int,
    name: str,
    options: Options,
    pace: Pace,
    limits: TimeLimits | None,
    settings: TableSettings,
    invited: tuple[int, ...],
    origin: TableOrigin,
    computers: ComputerSeats = NO_COMPUTERS,
    fixture: int | None = None,
) -> TableRow:
    """Return a table with its host in seat 0 and computers in the next seats; the store assigns its id. Refused.

    At the table of a ``fixture`` both of its players are invited, the host too, and nobody else can sit down; it starts
    by itself when both sit.
    """
    raise_refusals(*refusals_for_conflicts(conflicts(options)))
    row = _empty(guild, channel, host, options, origin)
    row = replace(row, pace=pace, limits=limits, settings=settings, seats=(seated(host, name),))
    if fixture is not None:
        return replace(row, fixture=fixture, invited=invited, settings=replace(settings, invite_only=True, quick=True))
    return _with_computers(with_invited(row, host, invited), computers)


def practice_table(
    *,
    user: int,
    name: str,
    options: Options,
    computers: ComputerSeats,
    origin: TableOrigin,
) -> TableRow:
    """Return a table where one person plays against computers, already started. It belongs to no server. Refused."""
    row = new_table(
        guild=None,
        channel=None,
        host=user,
        name=name,
        options=options,
        pace=Pace.NONE,
        limits=None,
        settings=PRACTICE,
        invited=(),
        origin=origin,
        computers=computers,
    )
    return started(row, user)


def day_table(fixed: DayRow, secret: bytes, *, user: int, name: str, at: int, names: Sequence[str] = ()) -> TableRow:
    """Return a person's table of a daily deal, which has begun; ``secret`` is the day's link, ``names`` the computer's.

    ValueError without the day's round of the beacon.
    """
    if fixed.signature is None:
        raise ValueError(f"day {fixed.day} has no round of the beacon")
    row = practice_table(
        user=user,
        name=name,
        options=calendar.options_of(fixed.game),
        computers=ComputerSeats((OPPONENT,), names),
        origin=TableOrigin(at, secret, ()),
    )
    start = Start(
        fixed.number, fixed.line, at if fixed.seen is None else fixed.seen.at, due=fixed.due, signature=fixed.signature
    )
    return replace(row, settings=DAILY, starts=(start,), day=fixed.day)


def watch_table(
    *,
    guild: int,
    channel: int,
    host: int,
    options: Options,
    computers: ComputerSeats,
    origin: TableOrigin,
) -> TableRow:
    """Return a table where only computers play, already started; ``host`` asked for it and has no seat."""
    return started(_with_computers(_empty(guild, channel, host, options, origin), computers), host)


def rematch_table(row: TableRow, *, user: int, name: str, origin: TableOrigin, names: Sequence[str] = ()) -> TableRow:
    """Return the table for a rematch: the same options, settings and computers. Refused.

    Computers keep their names; those that have none get one of ``names``. The other players are invited, except those
    whose data was deleted; without any the game starts immediately. After a game between computers anyone can ask for
    one.
    """
    people = [player.user for player in row.seats if not player.is_computer]
    if people and user not in people:
        raise refused(TableReason.NOT_SEATED, "C-1")
    if row.status is not Status.OVER:
        raise refused(TableReason.NOT_OVER)
    if row.day is not None:
        raise refused(TableReason.DAY_NO_REMATCH)
    computers = _computers_of(row, names)
    if not people:
        return watch_table(
            guild=row.home.guild,
            channel=row.home.channel,
            host=user,
            options=row.options,
            computers=computers,
            origin=origin,
        )
    following = new_table(
        guild=row.guild,
        channel=row.channel,
        host=user,
        name=name,
        options=row.options,
        pace=row.pace,
        limits=row.limits,
        settings=row.settings,
        invited=tuple(person for person in people if person != user and person > 0),
        origin=origin,
        computers=computers,
    )
    return following if len(people) > 1 else started(following, user)


def _computers_of(row: TableRow, names: Sequence[str]) -> ComputerSeats:
    seated_computers = [(player.level, player.name) for player in row.seats if player.level is not None]
    kept = tuple(name for _, name in seated_computers)
    return ComputerSeats(tuple(level for level, _ in seated_computers), names, kept)


def _empty(guild: int | None, channel: int | None, host: int, options: Options, origin: TableOrigin) -> TableRow:
    """Return a table without players, time limits and settings."""
    return TableRow(
        id=0,
        guild=guild,
        channel=channel,
        host=host,
        options=options,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        secret=origin.secret,
        salts=origin.salts,
        status=Status.LOBBY,
        seats=(),
        created_at=origin.at,
        touched_at=origin.at,
    )


def _with_computers(row: TableRow, computers: ComputerSeats) -> TableRow:
    for level, kept in zip(computers.levels, (*computers.kept, *[""] * len(computers.levels)), strict=False):
        row = with_computer(row, row.host, level, (kept,) if kept else computers.names)
    return row
