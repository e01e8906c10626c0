"""Actions of the program at a table.

``seq`` is the length of the log on which it decided: Stale if the log has grown since, so of a click and the program,
or of two processes, only one acts. Also StoreError.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.play.service.play_requests import line_text
from bot.play.service.table import Table, touched
from bot.play.state import lobby
from bot.play.state.errors import Stale
from bot.play.state.presence import awaited, present
from bot.play.state.values import LogWord, Start, Status, TurnClock, VoidReason, own_doing
from bot.play.time.due import closes_at, wake_for
from bot.rummy.moves import Move

_CHANGES_OF_LOBBY: Final = 900_000
"""Added to a lobby's version for the number of a change by the program, so that no line has the same number."""
_ANNOUNCED: Final = 0
_ENDED: Final = 1
_STEPS_OF_STARTS: Final = 980_000
"""The same for the steps of a table's starts."""


async def move(table: Table, seat: int, moves: Sequence[Move], *, seq: int) -> None:
    """Make the moves of one line for a computer, an absent player, or a player whose time is up.

    Moves for a person are marked as timed out. Stale also if a person is to move and has time left. ValueError
    without a move.
    """
    if not moves:
        raise ValueError("there is no move to make")
    async with table.by_itself(seq):
        _must_be_due(table, seat)
        absent = not table.player(seat).is_computer
        text = line_text(table, seat, [replace(move, timed_out=absent) for move in moves])
        await table.write(seat, text, None)


async def write_word(table: Table, word: LogWord, seat: int, *, seq: int) -> None:
    """Write a line for the next deal, or for a player who is away."""
    async with table.by_itself(seq):
        await table.write(seat, word, None)


async def abandon(table: Table, *, seq: int) -> None:
    """Close a table without activity for a long time; Stale if there was some after all."""
    async with table.by_itself(seq):
        if table.clock() < closes_at(table.row, table.limits):
            raise Stale
        if table.row.status is Status.LOBBY:
            await table.save(lobby.shut(table.row), own_doing(table.row.id, seq))
        else:
            await table.write(0, LogWord.CLOSE, None)


async def drop_host(table: Table, host: int) -> None:
    """Take the seat of a lobby's host who has left the server: the next player hosts, or the lobby closes.

    Stale if the game has started, is starting, or someone else hosts.
    """
    async with table.by_itself(0):
        row = table.row
        if row.status is not Status.LOBBY or row.is_starting or row.host != host:
            raise Stale
        await table.save(lobby.left(row, host), own_doing(row.id, _CHANGES_OF_LOBBY + row.version))


async def pause(table: Table) -> None:
    """Pause the game because its channel was deleted; Stale if it isn't running, or is paused already."""
    async with table.changing(None):
        if table.row.status is not Status.PLAYING or table.row.paused_at is not None:
            raise Stale
        at = table.clock()
        row = replace(table.row, paused_at=at)
        await table.store.pause(row.id, at, wake_for(row, table.running(), row.clock, table.limits))
        table.replace_row(row)


async def set_pings(table: Table, clock: TurnClock, *, seq: int) -> None:
    """Store which pings of a clock were sent; its deadline stays as it is now, as it may have been extended."""
    async with table.by_itself(seq):
        if table.row.clock is None:
            raise Stale
        await table.keep_clock(replace(table.row.clock, pinged=clock.pinged, reminded=clock.reminded))


async def announced(table: Table, number: int, message: int) -> None:
    """Store the message that announced the round of a start."""
    async with table.changing(None):
        start = _waiting_start(table, number)
        await _save_start(table, replace(start, message=message), _ANNOUNCED)


async def deal_start(table: Table, number: int, signature: bytes) -> None:
    """Deal the cards of a start with the signature of its round: the game begins."""
    async with table.changing(None):
        start = replace(_waiting_start(table, number), signature=signature)
        row = replace(table.row, starts=(*table.row.starts[:-1], start), status=Status.PLAYING)
        await table.save(touched(row, table.clock()), _own_step(row.id, start.number, _ENDED))


async def void_start(table: Table, number: int, why: VoidReason, *, again: bool) -> None:
    """Void a start: its secret is revealed, and the lobby is open again, unless it is started ``again`` at once."""
    async with table.changing(None):
        start = _waiting_start(table, number)
        row = lobby.with_void_start(table.row, why)
        if again:
            row = await table.with_start(replace(row, status=Status.PLAYING), table.clock())
        await table.save(touched(row, table.clock()), _own_step(row.id, start.number, _ENDED))


def _waiting_start(table: Table, number: int) -> Start:
    """Return the start with this number; Stale if it doesn't wait for its round any more."""
    start = table.row.start
    if not table.row.is_starting or start is None or start.number != number:
        raise Stale
    return start


async def _save_start(table: Table, start: Start, step: int) -> None:
    row = replace(table.row, starts=(*table.row.starts[:-1], start))
    await table.save(row, _own_step(row.id, start.number, step))


def _must_be_due(table: Table, seat: int) -> None:
    """Raise Stale if a person plays the seat and has time left."""
    row, game = table.row, table.running()
    if seat not in present(row, game):
        return
    deadline = None if row.clock is None else row.clock.deadline
    if seat != awaited(row, game) or deadline is None:
        raise Stale
    if table.clock() < max(deadline, table.spared_until):
        raise Stale


def _own_step(table: int, number: int, step: int) -> int:
    """Return the number in place of an interaction for a step of a start by the program."""
    return own_doing(table, _STEPS_OF_STARTS + 2 * number + step)
