"""Sends pings: once, where the player wants them, and deletes them when they are out of date."""

from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from bot.play.scheduling.announcer import Announcer
from bot.play.service import program_actions
from bot.play.service.table import Table
from bot.play.state.errors import StoreError
from bot.play.state.people import Notifications
from bot.play.state.ports import Clock, PreferencesStore
from bot.play.state.presence import awaited
from bot.play.state.values import HOUR, MINUTE, Ping, PingResult
from bot.play.time.due import DueAction, due_actions
from bot.play.time.turn_clock import pinged, quiet_until

RETRY: Final = MINUTE
"""Milliseconds until the next try when Discord can't be reached."""
_CHECK_AGAIN: Final = HOUR
"""Milliseconds after which quiet hours are checked again, as the player may have changed them."""
Rest: TypeAlias = tuple[int | None, int]
"""A postponement, until epoch milliseconds: of pings to one player, or (None) of sending and deleting any ping."""


class Pinger:
    """Pings players, one table at a time."""

    def __init__(self, people: PreferencesStore, announcer: Announcer, clock: Clock) -> None:
        self._people = people
        self._announcer = announcer
        self._clock = clock
        self._unstored: dict[int, Ping] = {}  # messages that were sent but couldn't be stored yet

    def owes(self, table: int) -> bool:
        """Return whether a ping of a table was sent that couldn't be stored yet."""
        return table in self._unstored

    async def attend(self, table: Table) -> Rest | None:
        """Delete the old ping and send the next one, if they are due.

        Return what was postponed, if anything. Stale, StoreError.
        """
        await self._store_ping(table)
        now = self._clock()
        due = {due.action for due in due_actions(table.row, table.game, table.row.clock) if due.at <= now}
        if DueAction.DELETE_PING in due and not await self._delete(table):
            return None, now + RETRY
        return await self._send(table) if DueAction.PING in due else None

    async def _send(self, table: Table) -> Rest | None:
        """Ping the player on turn; if a direct message fails, this and later ones go to the channel."""
        row, game, seq, now = table.row, table.game, table.seq, self._clock()
        seat = None if game is None else awaited(row, game)
        if seat is None or row.clock is None:
            return None
        person = await self._people.get(row.seats[seat].user)
        until = quiet_until(person.quiet, now)
        if until > now and person.notifications is not Notifications.NONE:
            return person.user, min(until, now + _CHECK_AGAIN)
        if not await self._delete(table):
            return None, now + RETRY
        clock = pinged(row, row.clock, now)
        await program_actions.set_pings(table, clock, seq=seq)  # before anything is sent: better no ping than two
        if person.notifications is Notifications.NONE:
            return None
        outcome, ping = await self._announcer.ping(table, person.user, person.notifications, clock.reminded)
        if outcome is PingResult.FAILED and person.notifications is Notifications.DIRECT:
            await self._switch_off(person.user)
            outcome, ping = await self._announcer.ping(table, person.user, Notifications.CHANNEL, clock.reminded)
        if ping is not None:
            self._unstored[row.id] = ping
            await self._store_ping(table)
        if outcome is not PingResult.LATER:
            return None
        await program_actions.set_pings(table, row.clock, seq=seq)
        return person.user, now + RETRY

    async def _switch_off(self, user: int) -> None:
        """Turn off a player's direct messages, and tell them at their next click.

        If that can't be stored, the next direct message fails as well, and it is tried again.
        """
        with suppress(StoreError):
            person = await self._people.get(user)
            if person.notifications is Notifications.DIRECT:
                await self._people.save(replace(person, notifications=Notifications.CHANNEL, failure_shown=False))

    async def _delete(self, table: Table) -> bool:
        """Delete the last ping. Return whether that succeeded."""
        if table.row.ping is not None:
            if not await self._announcer.delete_ping(table.row.ping):
                return False
            await table.set_ping(None)
        return True

    async def _store_ping(self, table: Table) -> None:
        """Store the ping that was sent, so that it can be deleted."""
        ping = self._unstored.get(table.row.id)
        if ping is not None:
            await table.set_ping(ping)
            del self._unstored[table.row.id]
