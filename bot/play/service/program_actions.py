"""Actions of the program at a table, and what it does about people who have left the server.

``seq`` is the length of the log on which it decided: Stale if the log has grown since, so of a click and the program,
or of two processes, only one acts. Also StoreError.

Discord doesn't send the bot who leaves a server, so it asks when it matters: when a player wants what only the absent
one could do.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.play.service.play_requests import line_text
from bot.play.service.table import Table, Watch
from bot.play.state import lobby
from bot.play.state.errors import Stale
from bot.play.state.ports import HasLeft, nobody_left
from bot.play.state.presence import awaited, people, present
from bot.play.state.values import LogWord, Status, TurnClock, own_doing
from bot.play.time.due import closes_at, wake_for
from bot.rummy.moves import Move

_CHANGES_OF_LOBBY: Final = 900_000
"""Added to a lobby's version for the number of a change by the program, so that no line has the same number."""


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


@dataclass(frozen=True, slots=True)
class Leavers:
    """Finds out who has left; ``shown`` is called with a lobby that was passed on or closed because of that."""

    has_left: HasLeft = nobody_left
    shown: Watch = lambda _: None

    async def pass_on(self, table: Table) -> bool:
        """Pass a lobby on to the next seat if its host has left the server, or close it. Return whether that was done.

        Not a tournament's: its players join by the fixture's button, which needs no host. StoreError.
        """
        done = False
        while await self._has_no_host(table):
            with suppress(Stale):  # then the host has changed meanwhile
                await drop_host(table, table.row.host)
                self.shown(table)
                done = True
        return done

    async def gone(self, table: Table, user: int) -> frozenset[int]:
        """Return the other people in a game who have left the server, those left out who have resigned."""
        guild, game = table.row.guild, table.game
        if guild is None or game is None or game.over:
            return frozenset()
        others = [player for seat in people(table.row) - game.left if (player := table.row.seats[seat].user) != user]
        left = await asyncio.gather(*(self.has_left(guild, other) for other in others))
        return frozenset(other for other, has_left in zip(others, left, strict=True) if has_left)

    async def _has_no_host(self, table: Table) -> bool:
        """Return whether a lobby's host has left the server."""
        row = table.row
        if row.guild is None or row.status is not Status.LOBBY or row.is_starting or row.fixture is not None:
            return False
        return await self.has_left(row.guild, row.host)
