"""What the scheduler does at a table: the moves of computers and absent players, deals, closing, and pings.

A ping is sent once, where the player wants it, and deleted when it is out of date.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol, TypeAlias

from bot.play.scheduling.thinking import Think
from bot.play.service import program_actions
from bot.play.service.table import Table
from bot.play.state.people import Notifications, PeopleStore, switch_off_direct_messages
from bot.play.state.ports import Clock
from bot.play.state.presence import awaited, claiming, level_of, people, present, seat_to_play, seat_to_take_over
from bot.play.state.values import HOUR, MINUTE, SECOND, LogWord, Ping, PingResult
from bot.play.time.due import DueAction, Pauses, due_actions
from bot.play.time.turn_clock import pinged, quiet_until
from bot.players.games import choose, claims
from bot.players.levels import STAND_IN, Level
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refused
from bot.rummy.views import View

_FALLBACKS: Final = (Verb.DISCARD, Verb.DRAW, Verb.PASS, Verb.TAKE, Verb.UNDO)
"""The moves to try if a computer player fails: repeating the first one that is allowed ends any turn."""

_PONDERED: Final = (Verb.KNOCK, Verb.BIGGIN, Verb.MELD, Verb.LAYOFF, Verb.SWAP)
"""The moves over which a computer takes longer than over a draw or a discard."""
_LEAST_LONGER: Final = 0.4
"""The least share of its pause by which it does; the most is the whole pause."""
_MOST_LONGER: Final = 2 * SECOND

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Actor:
    """Does the due actions of a table. Stale or Repeated: another player was faster, look again; also StoreError.

    ``pauses`` are those before a computer's turn.
    """

    think: Think
    clock: Clock
    pauses: Pauses
    # by table: the length of its log, and the time before which its computer doesn't move
    _pondering: dict[int, tuple[int, int]] = field(init=False, default_factory=dict)

    def ready_at(self, table: Table) -> int:
        """Return before when a computer doesn't move, since it's pondering; 0 if it isn't."""
        seq, at = self._pondering.get(table.row.id, (None, 0))
        return at if seq == table.seq else 0

    def forget(self, number: int) -> None:
        """Drop what is known of a table."""
        self._pondering.pop(number, None)

    async def do(self, table: Table, action: DueAction) -> bool:
        """Do an action that writes a line of the log. Return whether it wrote one."""
        row, game, seq = table.row, table.game, table.seq
        match action:
            case DueAction.CLOSE:
                await program_actions.abandon(table, seq=seq)
            case DueAction.TAKE_OVER if game is not None and (seat := seat_to_take_over(row, game)) is not None:
                await program_actions.write_word(table, LogWord.AWAY, seat, seq=seq)
            case DueAction.DEAL:
                await program_actions.write_word(table, LogWord.NEXT, 0, seq=seq)
            case DueAction.CLAIM:
                return await self._claim(table)
            case DueAction.ACT if game is not None and (seat := seat_to_play(row, game)) is not None:
                return await self._play(table, seat, level_of(row, seat), turn_at=game.turn_at)
            case DueAction.TIME_OUT if game is not None and (seat := awaited(row, game)) is not None:
                await self._play(table, seat, STAND_IN)
            case _:
                return False
        return True

    # Only the move that everyone is about to see decides how long it takes: a computer that could knock, and doesn't,
    # is as quick as any. It chooses again afterwards, since a thought that is kept would be one more thing to lose.
    async def _play(self, table: Table, seat: int, level: Level, turn_at: int | None = None) -> bool:
        """Make the moves of one line, a fallback if the computer player returns no legal ones. Return True.

        A computer whose turn began at ``turn_at`` ponders some moves first: False, and `ready_at` says how long.
        """
        view, seq = table.view(seat), table.seq
        seed = table.seed_for(seq)
        try:
            moves = await self.think(lambda: choose(view, level, seed), watched=bool(people(table.row)))
        except Exception:  # noqa: BLE001 - logged; the table continues with a fallback
            _log.exception("a computer player failed", extra={"table": table.row.id, "seat": seat, "seq": seq})
            moves = ()
        ready = 0 if turn_at is None else turn_at + self.pauses.turn + longer_over(moves, self.pauses.turn, seed)
        if self.clock() < ready:
            self._pondering[table.row.id] = seq, ready
            return False
        if moves:
            try:
                await program_actions.move(table, seat, moves, seq=seq)
            except Refused as error:
                why = [refusal.reason.name for refusal in error.refusals]  # their sentences may name a card of the hand
                about = {"table": table.row.id, "seat": seat, "seq": seq, "why": why}
                _log.warning("a computer player chose an invalid move", extra=about)
            else:
                return True
        await program_actions.move(table, seat, (fallback(view),), seq=seq)
        return True

    async def _claim(self, table: Table) -> bool:
        """Ask the computers that can claim the discard, one after the other (H-8)."""
        game, seq = table.game, table.seq
        if game is None:
            return False
        for seat in claiming(game, set(range(len(table.row.seats))) - present(table.row, game)):
            if await self.think(_wants(table, seat), watched=bool(people(table.row))):
                await program_actions.move(table, seat, (Move(seat, Verb.CLAIM),), seq=seq)
                return True
        return False


def longer_over(moves: Sequence[Move], pause: int, seed: int) -> int:
    """Return how many milliseconds longer than its usual pause a computer takes over moves: 0 without a knock or lay.

    The move's seed decides how much, so nothing but the moves and chance does.
    """
    if all(move.verb not in _PONDERED for move in moves):
        return 0
    share = _LEAST_LONGER + (1 - _LEAST_LONGER) * Random(f"pace {seed}").random()  # noqa: S311 - no shuffle
    return min(_MOST_LONGER, round(share * pause))


def fallback(view: View) -> Move:
    """Return a legal move that brings the turn closer to its end."""
    return min((move for move in view.moves if move.verb in _FALLBACKS), key=lambda move: _FALLBACKS.index(move.verb))


def _wants(table: Table, seat: int) -> Callable[[], bool]:
    view, level = table.view(seat), level_of(table.row, seat)
    return lambda: claims(view, level)


class Announcer(Protocol):
    """Shows changes made by the program, and pings players. Its methods raise nothing."""

    def changed(self, table: Table) -> None:
        """Show a table that has changed, everywhere. Returns at once."""
        ...

    async def ping(
        self, table: Table, user: int, notifications: Notifications, reminder: int
    ) -> tuple[PingResult, Ping | None]:
        """Notify a player in a new short message that it is their turn; ``reminder`` 0 is the first ping of a turn.

        `delete_ping` deletes the returned ping.
        """
        ...

    async def delete_ping(self, ping: Ping) -> bool:
        """Delete a ping, unless it is deleted already. Return False if Discord can't be reached: try again later."""
        ...


RETRY: Final = MINUTE
"""Milliseconds until the next try when Discord can't be reached."""
_CHECK_AGAIN: Final = HOUR
"""Milliseconds after which quiet hours are checked again, as the player may have changed them."""
Rest: TypeAlias = tuple[int | None, int]
"""A postponement, until epoch milliseconds: of pings to one player, or (None) of sending and deleting any ping."""


@dataclass(slots=True, eq=False)
class Pinger:
    """Pings players, one table at a time."""

    people: PeopleStore
    announcer: Announcer
    clock: Clock
    unstored: dict[int, Ping] = field(init=False, default_factory=dict)  # sent, but not stored yet; by table

    async def attend(self, table: Table) -> Rest | None:
        """Delete the old ping and send the next one, if they are due.

        Return what was postponed, if anything. Stale, StoreError.
        """
        await self._store_ping(table)
        if table.row.ping is None:  # another process may have sent one since this one read the table
            await table.refresh()
        now = self.clock()
        due = {due.action for due in due_actions(table.row, table.game, table.row.clock) if due.at <= now}
        if DueAction.DELETE_PING in due and not await self._delete(table):
            return None, now + RETRY
        return await self._send(table) if DueAction.PING in due else None

    async def _send(self, table: Table) -> Rest | None:
        """Ping the player on turn; if a direct message fails, this and later ones go to the channel."""
        row, game, seq, now = table.row, table.game, table.seq, self.clock()
        seat = None if game is None else awaited(row, game)
        if seat is None or row.clock is None:
            return None
        person = await self.people.get(row.seats[seat].user)
        until = quiet_until(person.quiet, now)
        if until > now and person.notifications is not Notifications.NONE:
            return person.user, min(until, now + _CHECK_AGAIN)
        if not await self._delete(table):
            return None, now + RETRY
        clock = pinged(row, row.clock, now)
        await program_actions.set_pings(table, clock, seq=seq)  # before anything is sent: better no ping than two
        if person.notifications is Notifications.NONE:
            return None
        outcome, ping = await self.announcer.ping(table, person.user, person.notifications, clock.reminded)
        if outcome is PingResult.FAILED and person.notifications is Notifications.DIRECT:
            await switch_off_direct_messages(self.people, person.user)
            outcome, ping = await self.announcer.ping(table, person.user, Notifications.CHANNEL, clock.reminded)
        if ping is not None:
            self.unstored[row.id] = ping
            await self._store_ping(table)
        if outcome is not PingResult.LATER:
            return None
        await program_actions.set_pings(table, row.clock, seq=seq)
        return person.user, now + RETRY

    async def _delete(self, table: Table) -> bool:
        """Delete the last ping. Return whether that succeeded."""
        if table.row.ping is not None:
            if not await self.announcer.delete_ping(table.row.ping):
                return False
            await table.set_ping(None)
        return True

    async def _store_ping(self, table: Table) -> None:
        """Store the ping that was sent, so that it can be deleted."""
        ping = self.unstored.get(table.row.id)
        if ping is not None:
            await table.set_ping(ping)
            del self.unstored[table.row.id]
