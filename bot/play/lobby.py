"""The lobby: who sits where, by which options, with which cuts. Pure: a table in, a table out, or a refusal."""

from dataclasses import replace
from typing import Final

from bot.play.names import visible
from bot.play.ports import Pace, Player, Status, TableRow
from bot.play.refusals import TableReason, refuse_any, refused
from bot.rummy.options import Options, conflicts, seats_for
from bot.rummy.shuffle import clean_cut

LONGEST_CUT: Final = 100  # characters; Discord shows it in the lobby beside everything else
_LONGEST_NAME: Final = 80


def new_table(
    *,
    guild: int,
    channel: int,
    host: int,
    name: str,
    options: Options,
    pace: Pace,
    invited: int | None,
    secret: bytes,
    interaction: int,
    at: int,
) -> TableRow:
    """Set up a table with its host in seat 0; the store gives it its number."""
    refuse_any(*conflicts(options))
    if invited == host:
        raise refused(TableReason.INVITED_SELF)
    return TableRow(
        id=0,
        guild=guild,
        channel=channel,
        host=host,
        options=options,
        pace=pace,
        invited=invited,
        secret=secret,
        status=Status.LOBBY,
        seats=(_player(host, name, interaction),),
        created_at=at,
    )


def rematch(row: TableRow, *, user: int, name: str, secret: bytes, interaction: int, at: int) -> TableRow:
    """Set up the table that goes on after a finished game: the same options.

    Of two players the other one is invited; with more the seats are open to all.
    """
    if seat_of(row, user) is None:
        raise refused(TableReason.NOT_SEATED, "C-1")
    if row.status is not Status.OVER:
        raise refused(TableReason.NOT_OVER)
    others = [player.user for player in row.seats if player.user != user]
    return new_table(
        guild=row.guild,
        channel=row.channel,
        host=user,
        name=name,
        options=row.options,
        pace=row.pace,
        invited=others[0] if len(others) == 1 else None,
        secret=secret,
        interaction=interaction,
        at=at,
    )


def seat_of(row: TableRow, user: int) -> int | None:
    """Find somebody's seat."""
    return next((seat for seat, player in enumerate(row.seats) if player.user == user), None)


def joined(row: TableRow, user: int, name: str, interaction: int) -> TableRow:
    """Take the next free seat (C-1); an invitation keeps the last one for the invited."""
    _must_be_lobby(row)
    if seat_of(row, user) is not None:
        raise refused(TableReason.SEATED_ALREADY)
    free = seats_for(row.options)[-1] - len(row.seats)
    if not free:
        raise refused(TableReason.TABLE_FULL, "C-1")
    kept = row.invited is not None and seat_of(row, row.invited) is None
    if free == 1 and kept and user != row.invited:
        raise refused(TableReason.SEAT_KEPT, "C-1")
    return replace(row, seats=(*row.seats, _player(user, name, interaction)))


def left(row: TableRow, user: int) -> TableRow:
    """Free a seat. A host hands over to who sits longest; with nobody left the table is cancelled."""
    _must_be_lobby(row)
    _must_sit(row, user)
    seats = tuple(player for player in row.seats if player.user != user)
    if not seats:
        return replace(row, status=Status.CANCELLED)
    if user != row.host:
        return replace(row, seats=seats)
    return replace(row, seats=seats, host=seats[0].user, invited=None)


def with_cut(row: TableRow, user: int, text: str) -> TableRow:
    """Give a seat the cut that its player wants, ``|`` replaced by ``/`` and what can't be seen by spaces."""
    _must_be_lobby(row)
    seat = _must_sit(row, user)
    cut = clean_cut(visible(text))
    if not cut:
        raise refused(TableReason.EMPTY_CUT)
    if len(cut) > LONGEST_CUT:
        raise refused(TableReason.LONG_CUT, most=LONGEST_CUT)
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], cut=cut)
    return replace(row, seats=tuple(seats))


def with_options(row: TableRow, user: int, options: Options) -> TableRow:
    """Play by other options. Who sits already stays; the lobby shows everybody the rules in force."""
    _must_be_lobby(row)
    _must_host(row, user)
    refuse_any(*conflicts(options))
    most, seated = seats_for(options)[-1], len(row.seats)
    if seated > most:
        raise refused(TableReason.TOO_MANY, "C-1", most=most, seated=seated)
    return replace(row, options=options)


def started(row: TableRow, user: int) -> TableRow:
    """Begin to play: seats, options and cuts are fixed from now on. Refused with all that stands against it."""
    _must_be_lobby(row)
    _must_host(row, user)
    seated = len(row.seats)
    too_few = (TableReason.TOO_FEW,) if seated < seats_for(row.options)[0] else ()
    refuse_any(*too_few, *conflicts(row.options, seated))
    return replace(row, status=Status.PLAYING)


def cancelled(row: TableRow, user: int) -> TableRow:
    """Close the lobby; the channel is free for another table."""
    _must_be_lobby(row)
    _must_host(row, user)
    return replace(row, status=Status.CANCELLED)


def _player(user: int, name: str, interaction: int) -> Player:
    """Seat somebody; their cut is the number of the interaction by which they sat down until they give another."""
    return Player(user, visible(name)[:_LONGEST_NAME] or str(user), str(interaction))


def _must_be_lobby(row: TableRow) -> None:
    match row.status:
        case Status.LOBBY:
            return
        case Status.PLAYING:
            raise refused(TableReason.STARTED)
        case Status.OVER:
            raise refused(TableReason.OVER)
        case Status.CANCELLED:
            raise refused(TableReason.CLOSED)


def _must_sit(row: TableRow, user: int) -> int:
    seat = seat_of(row, user)
    if seat is None:
        raise refused(TableReason.NOT_SEATED, "C-1")
    return seat


def _must_host(row: TableRow, user: int) -> None:
    if user != row.host:
        raise refused(TableReason.HOST_ONLY)
