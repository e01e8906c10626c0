"""The lobby: who sits where, by which options, with which cuts. Pure: a table in, a table out, or a refusal."""

from dataclasses import replace
from typing import Final

from bot.play.errors import TableReason, refuse_any, refused
from bot.play.names import LONGEST_NAME, computer_name, visible
from bot.play.pace import checked
from bot.play.values import Bounds, Pace, Player, Status, TableRow, TableSettings, TimeLimits
from bot.players.levels import Level
from bot.rummy.options import Conflict, GermanOptions, Options, Variant, conflicts, seats_for
from bot.rummy.shuffle import clean_cut

LONGEST_CUT: Final = 100  # characters; Discord shows it in the lobby beside everything else
_COMPUTERS_CUT: Final = "computer"


def new_table(
    *,
    guild: int,
    channel: int,
    host: int,
    name: str,
    options: Options,
    pace: Pace,
    limits: TimeLimits | None,
    settings: TableSettings,
    invited: tuple[int, ...],
    secret: bytes,
    interaction: int,
    at: int,
    computers: tuple[Level, ...] = (),
    fixture: int | None = None,
) -> TableRow:
    """Set up a table with its host in seat 0 and computers in the next ones; the store gives it its number.

    At the table of a ``fixture`` the two whose fixture it is are invited, the host too, and nobody else ever sits down;
    it starts by itself when both do.
    """
    refuse_any(*conflicts(options))
    row = TableRow(
        id=0,
        guild=guild,
        channel=channel,
        host=host,
        options=options,
        pace=pace,
        limits=limits,
        settings=settings,
        invited=(),
        secret=secret,
        status=Status.LOBBY,
        seats=(_player(host, name, interaction),),
        created_at=at,
        touched_at=at,
    )
    if fixture is not None:
        return replace(row, fixture=fixture, invited=invited, settings=replace(settings, closed=True, quick=True))
    row = with_invited(row, host, invited)
    for level in computers:
        row = with_computer(row, host, level)
    return row


def watch_table(
    *,
    guild: int,
    channel: int,
    host: int,
    options: Options,
    levels: tuple[Level, ...],
    secret: bytes,
    at: int,
) -> TableRow:
    """Set up a table at which computers alone play, and have begun; ``host`` has asked for it, and has no seat."""
    row = TableRow(
        id=0,
        guild=guild,
        channel=channel,
        host=host,
        options=options,
        pace=Pace.NONE,
        limits=None,
        settings=TableSettings(),
        invited=(),
        secret=secret,
        status=Status.LOBBY,
        seats=(),
        created_at=at,
        touched_at=at,
    )
    for level in levels:
        row = with_computer(row, host, level)
    return started(row, host)


def rematch(row: TableRow, *, user: int, name: str, secret: bytes, interaction: int, at: int) -> TableRow:
    """Set up the table that goes on after a finished game: the same options, settings and computers.

    The other people are invited, but nobody who had their data deleted; where there were none the game starts at once.
    Anybody may ask for it after a game that computers alone have played.
    """
    people = [player.user for player in row.seats if not player.is_computer]
    if people and user not in people:
        raise refused(TableReason.NOT_SEATED, "C-1")
    if row.status is not Status.OVER:
        raise refused(TableReason.NOT_OVER)
    levels = tuple(player.level for player in row.seats if player.level is not None)
    if not people:
        return watch_table(
            guild=row.guild,
            channel=row.channel,
            host=user,
            options=row.options,
            levels=levels,
            secret=secret,
            at=at,
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
        secret=secret,
        interaction=interaction,
        at=at,
        computers=levels,
    )
    return following if len(people) > 1 else started(following, user)


def seat_of(row: TableRow, user: int) -> int | None:
    """Find somebody's seat."""
    return next((seat for seat, player in enumerate(row.seats) if player.user == user), None)


def is_rated(row: TableRow) -> bool:
    """Say whether the game counts for ratings: people alone play it, not in training and not as friends."""
    training = isinstance(row.options, GermanOptions) and row.options.training
    return not (training or row.settings.friendly or any(player.is_computer for player in row.seats))


def is_fit(row: TableRow, user: int, variant: Variant | None) -> bool:
    """Say whether somebody who wants to play at once may sit down here: at any live game, or at one of a variant."""
    if row.status is not Status.LOBBY or row.pace is not Pace.LIVE or variant not in (None, row.options.variant):
        return False
    return seat_of(row, user) is None and _against_joining(row, user) is None


def joined(row: TableRow, user: int, name: str, interaction: int) -> TableRow:
    """Take the next free seat (C-1); those who are invited have theirs kept. A quick table of two starts."""
    _must_be_lobby(row)
    if seat_of(row, user) is not None:
        raise refused(TableReason.SEATED_ALREADY)
    against = _against_joining(row, user)
    if against is not None:
        raise refused(against, "C-1")
    row = replace(row, seats=(*row.seats, _player(user, name, interaction)))
    if row.settings.quick and len(row.seats) >= 2 and not _against_start(row):
        return started(row, row.host)
    return row


def left(row: TableRow, user: int) -> TableRow:
    """Free a seat. A host hands over to the person who sits longest; where there is none the table is cancelled."""
    _must_be_lobby(row)
    _must_sit(row, user)
    seats = tuple(player for player in row.seats if player.user != user)
    people = [player.user for player in seats if not player.is_computer]
    if not people:
        return _closed(row)
    if user != row.host:
        return replace(row, seats=seats)
    return replace(row, seats=seats, host=people[0], invited=row.invited if row.settings.closed else ())


def expelled(row: TableRow, target: int) -> TableRow:
    """Free a seat and forget an invitation, as a moderator asks."""
    _must_be_lobby(row)
    if seat_of(row, target) is None:
        raise refused(TableReason.NOT_THERE)
    row = left(row, target)
    return row if row.fixture is not None else _uninvited(row, target)


def without(row: TableRow, user: int, target: int) -> TableRow:
    """Free the seat of another player or of a computer, as the host asks, and forget an invitation."""
    _must_arrange(row, user)
    if target == user:
        raise refused(TableReason.REMOVED_SELF)
    return expelled(row, target)


def declined(row: TableRow, user: int) -> TableRow:
    """Decline an invitation, which frees the seat that was kept; a closed table that nobody can join is cancelled."""
    _must_be_lobby(row)
    if seat_of(row, user) is not None:
        raise refused(TableReason.SEATED_ALREADY)
    if user not in row.invited:
        raise refused(TableReason.NOT_INVITED)
    if row.fixture is not None:
        raise refused(TableReason.FIXTURE)
    row = _uninvited(row, user)
    alone = len(row.seats) < seats_for(row.options)[0] and not awaited(row)
    return _closed(row) if row.settings.closed and alone else row


def awaited(row: TableRow) -> tuple[int, ...]:
    """List those who are invited and do not sit yet: seats are kept for them."""
    return tuple(user for user in row.invited if seat_of(row, user) is None)


def with_invited(row: TableRow, user: int, people: tuple[int, ...]) -> TableRow:
    """Keep seats for exactly these people, as the host asks; who sits already stays."""
    _must_arrange(row, user)
    if user in people:
        raise refused(TableReason.INVITED_SELF)
    changed = replace(row, invited=tuple(dict.fromkeys(people)))
    most = seats_for(row.options)[-1]
    if len(changed.seats) + len(awaited(changed)) > most:
        raise refused(TableReason.INVITED_MANY, "C-1", most=most)
    return changed


def with_computer(row: TableRow, user: int, level: Level) -> TableRow:
    """Seat a computer, as the host asks; seats that are kept for people stay free."""
    _must_arrange(row, user)
    against = _against_sitting(row)
    if against is not None:
        raise refused(against, "C-1")
    taken = {player.user for player in row.seats}
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return replace(row, seats=(*row.seats, Player(number, computer_name(number), _COMPUTERS_CUT, level)))


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
    _must_arrange(row, user)
    refuse_any(*conflicts(options))
    most, seated = seats_for(options)[-1], len(row.seats)
    if seated > most:
        raise refused(TableReason.TOO_MANY, "C-1", most=most, seated=seated)
    return replace(row, options=options)


def with_pace(row: TableRow, user: int, pace: Pace, limits: TimeLimits | None, bounds: Bounds) -> TableRow:
    """Play at another pace, within what the server allows; ``limits`` None are the usual ones."""
    _must_arrange(row, user)
    return replace(row, pace=pace, limits=checked(pace, limits, bounds))


def with_settings(row: TableRow, user: int, settings: TableSettings) -> TableRow:
    """Change the settings of the table; only the host may."""
    _must_arrange(row, user)
    return replace(row, settings=settings)


def started(row: TableRow, user: int) -> TableRow:
    """Begin to play: seats, options and cuts are fixed from now on. Refused with all that stands against it."""
    _must_be_lobby(row)
    _must_host(row, user)
    refuse_any(*_against_start(row))
    return replace(row, status=Status.PLAYING)


def cancelled(row: TableRow, user: int) -> TableRow:
    """Close the lobby, as the host asks; the channel is free for another table."""
    _must_be_lobby(row)
    _must_host(row, user)
    return _closed(row)


def shut(row: TableRow) -> TableRow:
    """Close the lobby, as a moderator asks, or since nobody has come for long."""
    _must_be_lobby(row)
    return _closed(row)


def _closed(row: TableRow) -> TableRow:
    return replace(row, status=Status.CANCELLED)


def _uninvited(row: TableRow, user: int) -> TableRow:
    return replace(row, invited=tuple(one for one in row.invited if one != user))


def _player(user: int, name: str, interaction: int) -> Player:
    """Seat somebody; their cut is the number of the interaction by which they sat down until they give another."""
    return Player(user, visible(name)[:LONGEST_NAME] or str(user), str(interaction))


def _against_joining(row: TableRow, user: int) -> TableReason | None:
    """Say what stands against somebody's sitting down; None if nothing does."""
    if user in row.invited:
        return None if _free(row) else TableReason.TABLE_FULL
    return TableReason.CLOSED_TABLE if row.settings.closed else _against_sitting(row)


def _against_sitting(row: TableRow) -> TableReason | None:
    """Say what stands against taking a seat that is kept for nobody; None if nothing does."""
    if not _free(row):
        return TableReason.TABLE_FULL
    return TableReason.SEAT_KEPT if _free(row) <= len(awaited(row)) else None


def _free(row: TableRow) -> int:
    return seats_for(row.options)[-1] - len(row.seats)


def _against_start(row: TableRow) -> tuple[TableReason | Conflict, ...]:
    """List what stands against starting the game as the lobby is now."""
    seated = len(row.seats)
    too_few = (TableReason.TOO_FEW,) if seated < seats_for(row.options)[0] else ()
    return (*too_few, *conflicts(row.options, seated))


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


def _must_arrange(row: TableRow, user: int) -> None:
    """Let the host alone say how a table is, while it is set up, unless a league says it."""
    _must_be_lobby(row)
    _must_host(row, user)
    if row.fixture is not None:
        raise refused(TableReason.FIXTURE)


def _must_sit(row: TableRow, user: int) -> int:
    seat = seat_of(row, user)
    if seat is None:
        raise refused(TableReason.NOT_SEATED, "C-1")
    return seat


def _must_host(row: TableRow, user: int) -> None:
    if user != row.host:
        raise refused(TableReason.HOST_ONLY)
