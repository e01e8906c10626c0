"""The rules of the lobby: seats, invitations, options, settings and cuts.

There are two kinds of functions, all of them pure. `refusal_to_...` and `refusals_to_...` return why something isn't
allowed; the others return the table after a change, or raise Refused with exactly those refusals.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.play.state.errors import TableReason, raise_refusals, refusal, refusals_for_conflicts, refused
from bot.play.state.limits import Bounds, checked
from bot.play.state.names import LONGEST_NAME, computer_name
from bot.play.state.values import Pace, Player, Status, TableRow, TableSettings, TimeLimits, VoidReason
from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.options import Options, conflicts, seats_for
from bot.rummy.refusals import Refusal
from bot.rummy.shown import has_ignorable, visible
from bot.rummy.shuffle import clean_cut

LONGEST_CUT: Final = 100
"""The most characters of a cut, which has to fit into the lobby's message."""


def cutters(row: TableRow) -> tuple[int, ...]:
    """Return the seats that have cut, in the order of their cuts."""
    cut = (seat for seat, player in enumerate(row.seats) if player.cut_number)
    return tuple(sorted(cut, key=lambda seat: row.seats[seat].cut_number))


def awaited(row: TableRow) -> tuple[int, ...]:
    """List the invited users who don't sit yet: seats are reserved for them."""
    return tuple(user for user in row.invited if row.seat_of(user) is None)


def is_fit(row: TableRow, user: int, variant: Variant | None) -> bool:
    """Return whether this live table suits a user looking for a quick game; ``variant`` None is any game."""
    if row.pace is not Pace.LIVE or variant not in (None, row.options.variant):
        return False
    return refusal_to_join(row, user) is None


def refusal_to_change(row: TableRow) -> Refusal | None:
    """Return why the lobby can't be changed at all: the game has started, or the table is closed."""
    match row.status:
        case Status.LOBBY:
            return refusal(TableReason.STARTING) if row.is_starting else None
        case Status.PLAYING:
            return refusal(TableReason.STARTED)
        case Status.OVER:
            return refusal(TableReason.OVER)
        case Status.CANCELLED:
            return refusal(TableReason.CLOSED)


def refusal_to_host(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't start or cancel the lobby, as only its host can."""
    return refusal_to_change(row) or (refusal(TableReason.HOST_ONLY) if user != row.host else None)


def refusal_to_arrange(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't change options, settings or players: only the host can, and only without a fixture."""
    fixed = refusal(TableReason.FIXTURE) if row.fixture is not None else None
    return refusal_to_host(row, user) or fixed


def refusal_to_join(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't take a seat (C-1): reserved seats are for invited users."""
    against = refusal_to_change(row)
    if against is not None:
        return against
    if row.seat_of(user) is not None:
        return refusal(TableReason.SEATED_ALREADY)
    if user in row.invited:
        return None if _free(row) else refusal(TableReason.TABLE_FULL, "C-1")
    return refusal(TableReason.CLOSED_TABLE, "C-1") if row.settings.invite_only else _refusal_to_fill(row)


def refusal_to_leave(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't leave the lobby, or do anything else that needs a seat in it."""
    unseated = refusal(TableReason.NOT_SEATED, "C-1") if row.seat_of(user) is None else None
    return refusal_to_change(row) or unseated


def refusal_to_cut(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't cut the cards, whatever text they choose."""
    seat = row.seat_of(user)
    if row.salts and seat is not None and seat >= len(row.salts):
        return refusal(TableReason.UNSEALED_CUT)
    return refusal_to_leave(row, user)


def refusal_to_decline(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't decline an invitation."""
    against = refusal_to_change(row)
    if against is not None:
        return against
    if row.seat_of(user) is not None:
        return refusal(TableReason.SEATED_ALREADY)
    if user not in row.invited:
        return refusal(TableReason.NOT_INVITED)
    return refusal(TableReason.FIXTURE) if row.fixture is not None else None


def refusal_to_expel(row: TableRow, target: int) -> Refusal | None:
    """Return why a moderator can't remove a player from the lobby."""
    absent = refusal(TableReason.NOT_THERE) if row.seat_of(target) is None else None
    return refusal_to_change(row) or absent


def refusal_to_remove(row: TableRow, user: int, target: int) -> Refusal | None:
    """Return why a user can't remove a player or a computer from the lobby."""
    against = refusal_to_arrange(row, user)
    if against is None and target == user:
        return refusal(TableReason.REMOVED_SELF)
    return against or refusal_to_expel(row, target)


def refusal_to_invite(row: TableRow, user: int, people: tuple[int, ...]) -> Refusal | None:
    """Return why a user can't make exactly these users the invited ones (C-1)."""
    against = refusal_to_arrange(row, user)
    if against is None and user in people:
        return refusal(TableReason.INVITED_SELF)
    most, waiting = seats_for(row.options)[-1], {one for one in people if row.seat_of(one) is None}
    too_many = refusal(TableReason.INVITED_MANY, "C-1", most=most) if len(row.seats) + len(waiting) > most else None
    return against or too_many


def refusal_to_add_computer(row: TableRow, user: int) -> Refusal | None:
    """Return why a user can't add a computer (C-1): reserved seats stay free."""
    return refusal_to_arrange(row, user) or _refusal_to_fill(row)


def refusals_to_change_options(row: TableRow, user: int, options: Options) -> tuple[Refusal, ...]:
    """List everything that prevents changing the options: conflicts between them, or more players than they allow."""
    against = refusal_to_arrange(row, user)
    if against is not None:
        return (against,)
    most, count = seats_for(options)[-1], len(row.seats)
    too_many = (refusal(TableReason.TOO_MANY, "C-1", most=most, seated=count),) if count > most else ()
    return refusals_for_conflicts(conflicts(options)) or too_many


def refusals_to_start(row: TableRow, user: int) -> tuple[Refusal, ...]:
    """List everything that prevents a user from starting the game now."""
    against = refusal_to_host(row, user)
    return (against,) if against is not None else _refusals_to_begin(row)


def joined(row: TableRow, user: int, name: str) -> TableRow:
    """Return the table with a user in the next free seat. A quick table starts by itself once enough sit."""
    raise_refusals(refusal_to_join(row, user))
    row = _rearranged(row, (*row.seats, seated(user, name)))
    if row.settings.quick and len(row.seats) >= 2 and not _refusals_to_begin(row):
        return started(row, row.host)
    return row


def left(row: TableRow, user: int) -> TableRow:
    """Return the table without a user. If the host leaves, the longest seated player becomes the host.

    If no other person is seated, the table is canceled.
    """
    raise_refusals(refusal_to_leave(row, user))
    seats = tuple(player for player in row.seats if player.user != user)
    people = [player.user for player in seats if not player.is_computer]
    if not people:
        return _closed(row)
    if user != row.host:
        return _rearranged(row, seats)
    invited = row.invited if row.settings.invite_only else ()
    return replace(_rearranged(row, seats), host=people[0], invited=invited)


def declined(row: TableRow, user: int) -> TableRow:
    """Return the table after a user declined an invitation; an invite-only table that nobody can join is canceled."""
    raise_refusals(refusal_to_decline(row, user))
    row = _uninvited(row, user)
    alone = len(row.seats) < 2 and not awaited(row)
    return _closed(row) if row.settings.invite_only and alone else row


def expelled(row: TableRow, target: int) -> TableRow:
    """Return the table without a player whom a moderator removed; their invitation is withdrawn too."""
    raise_refusals(refusal_to_expel(row, target))
    row = left(row, target)
    return row if row.fixture is not None else _uninvited(row, target)


def without(row: TableRow, user: int, target: int) -> TableRow:
    """Return the table without a player or computer whom the host removed; their invitation is withdrawn too."""
    raise_refusals(refusal_to_remove(row, user, target))
    return expelled(row, target)


def with_invited(row: TableRow, user: int, people: tuple[int, ...]) -> TableRow:
    """Return the table with seats reserved for exactly these users; players who sit already stay."""
    raise_refusals(refusal_to_invite(row, user, people))
    return replace(row, invited=tuple(dict.fromkeys(people)))


def with_computer(row: TableRow, user: int, level: Level, names: Sequence[str] = ()) -> TableRow:
    """Return the table with a computer in the next free seat, under one of ``names`` that no player there has."""
    raise_refusals(refusal_to_add_computer(row, user))
    taken = {player.user for player in row.seats}
    number = next(n for n in range(1, len(taken) + 2) if n not in taken)
    return _rearranged(row, (*row.seats, Player(number, computer_name(row, names), level=level)))


def with_cut(row: TableRow, user: int, text: str) -> TableRow:
    """Return the table with a player's cut, which is now the last one; line breaks become spaces.

    A character that shows nothing is refused: with it, the operator could try texts that look like the player's.
    """
    raise_refusals(refusal_to_cut(row, user))
    cut = clean_cut(visible(text))
    if not cut:
        raise refused(TableReason.EMPTY_CUT)
    if has_ignorable(text):
        raise refused(TableReason.INVISIBLE_CUT)
    if len(cut) > LONGEST_CUT:
        raise refused(TableReason.LONG_CUT, most=LONGEST_CUT)
    number = 1 + max(player.cut_number for player in row.seats)
    seats = (replace(one, cut=cut, cut_number=number) if one.user == user else one for one in row.seats)
    return replace(row, seats=tuple(seats), recut_due=False)


def with_options(row: TableRow, user: int, options: Options) -> TableRow:
    """Return the table with other options. Players stay; the lobby shows everyone the rules in force."""
    raise_refusals(*refusals_to_change_options(row, user, options))
    return replace(_rearranged(row, row.seats), options=options)


def with_pace(row: TableRow, user: int, pace: Pace, limits: TimeLimits | None, bounds: Bounds) -> TableRow:
    """Return the table at another pace, within the server's bounds; ``limits`` None are the usual ones."""
    raise_refusals(refusal_to_arrange(row, user))
    return replace(row, pace=pace, limits=checked(pace, limits, bounds))


def with_settings(row: TableRow, user: int, settings: TableSettings) -> TableRow:
    """Return the table with other settings."""
    raise_refusals(refusal_to_arrange(row, user))
    return replace(row, settings=settings)


def started(row: TableRow, user: int) -> TableRow:
    """Return the table with its game started: seats, options and cuts are fixed from now on.

    `bot.play.state.shuffles.with_start` then writes them down, and delays the game if a beacon is mixed in.
    """
    raise_refusals(*refusals_to_start(row, user))
    return replace(row, status=Status.PLAYING)


def canceled(row: TableRow, user: int) -> TableRow:
    """Return the table closed by its host; the channel is free for another one."""
    raise_refusals(refusal_to_host(row, user))
    return _closed(row)


def shut(row: TableRow) -> TableRow:
    """Return the table closed by a moderator, or after a long time without activity. A start of its game is void."""
    row = with_void_start(row, VoidReason.CLOSED) if row.is_starting else row
    raise_refusals(refusal_to_change(row))
    return _closed(row)


def with_void_start(row: TableRow, why: VoidReason) -> TableRow:
    """Return the table after a start that no cards are dealt for: its lobby can be changed again."""
    *before, start = row.starts
    return replace(row, starts=(*before, replace(start, voided=why)))


def seated(user: int, name: str) -> Player:
    """Return a player who has just sat down."""
    return Player(user, visible(name)[:LONGEST_NAME] or str(user))


def _rearranged(row: TableRow, seats: tuple[Player, ...]) -> TableRow:
    """Return the table after a change of players or rules: cuts before it were made for other cards."""
    return replace(row, seats=seats, recut_due=any(player.cut_number for player in seats))


def _closed(row: TableRow) -> TableRow:
    return replace(row, status=Status.CANCELLED)


def _uninvited(row: TableRow, user: int) -> TableRow:
    return replace(row, invited=tuple(one for one in row.invited if one != user))


def _refusal_to_fill(row: TableRow) -> Refusal | None:
    """Return why no seat can be taken by a player who isn't invited (C-1)."""
    if not _free(row):
        return refusal(TableReason.TABLE_FULL, "C-1")
    return refusal(TableReason.SEAT_KEPT, "C-1") if _free(row) <= len(awaited(row)) else None


def _free(row: TableRow) -> int:
    """Return the number of empty seats, reserved ones included."""
    return seats_for(row.options)[-1] - len(row.seats)


def _refusals_to_begin(row: TableRow) -> tuple[Refusal, ...]:
    """List everything that prevents starting the game with these players and options."""
    count, least = len(row.seats), seats_for(row.options)[0]
    why = refusal(TableReason.TOO_FEW) if least == 2 else refusal(TableReason.NEEDS_PLAYERS, least=least)
    return (*((why,) if count < least else ()), *refusals_for_conflicts(conflicts(row.options, count)))
