"""Calling people: the message goes out once, where its person wants it, and is deleted when it has had its day."""

from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from bot.play.errors import StoreError
from bot.play.people import Calls
from bot.play.ports import Clock, PreferencesStore
from bot.play.presence import awaited
from bot.play.scheduling.announcer import Announcer
from bot.play.session import Table
from bot.play.timing.due import DueAction, due_actions
from bot.play.timing.pings import called, quiet_until
from bot.play.values import HOUR, MINUTE, Called, Ping

AGAIN: Final = MINUTE
"""How long a call waits when Discord can't be reached, in milliseconds."""
_LOOK_AGAIN: Final = HOUR
"""After which time it is looked again whether somebody still has quiet hours, in milliseconds."""
Rest: TypeAlias = tuple[int | None, int]
"""Whom at a table nobody calls until when, epoch milliseconds; None: nobody is called, and nothing deleted."""


class Pinger:
    """Calls the people of tables, one table at a time."""

    def __init__(self, people: PreferencesStore, announcer: Announcer, clock: Clock) -> None:
        self._people = people
        self._announcer = announcer
        self._clock = clock
        self._unkept: dict[int, Ping] = {}  # messages that are out and not yet kept

    def owes(self, table: int) -> bool:
        """Say whether a message of a table is out that could not be kept yet."""
        return table in self._unkept

    async def attend(self, table: Table) -> Rest | None:
        """Delete the message that has had its day, and call whoever has to be called now.

        The answer says what is put off, if anything is. Stale, StoreError.
        """
        await self._keep(table)
        now = self._clock()
        due = {due.action for due in due_actions(table.row, table.game, table.row.clock) if due.at <= now}
        if DueAction.DELETE_PING in due and not await self._uncall(table):
            return None, now + AGAIN
        return await self._call(table) if DueAction.PING in due else None

    async def _call(self, table: Table) -> Rest | None:
        """Call whose turn it is; a direct message that fails goes to the channel, as all do from then on."""
        row, game, seq, now = table.row, table.game, table.seq, self._clock()
        seat = None if game is None else awaited(row, game)
        if seat is None or row.clock is None:
            return None
        person = await self._people.get(row.seats[seat].user)
        until = quiet_until(person.quiet, now)
        if until > now and person.calls is not Calls.NONE:
            return person.user, min(until, now + _LOOK_AGAIN)
        if not await self._uncall(table):
            return None, now + AGAIN
        clock = called(row, row.clock, now)
        await table.program.set_pings(clock, seq=seq)  # before anything is sent: better no call than two
        if person.calls is Calls.NONE:
            return None
        outcome, ping = await self._announcer.call(table, person.user, person.calls, clock.reminded)
        if outcome is Called.FAILED and person.calls is Calls.DIRECT:
            await self._switch_off(person.user)
            outcome, ping = await self._announcer.call(table, person.user, Calls.CHANNEL, clock.reminded)
        if ping is not None:
            self._unkept[row.id] = ping
            await self._keep(table)
        if outcome is not Called.LATER:
            return None
        await table.program.set_pings(row.clock, seq=seq)
        return person.user, now + AGAIN

    async def _switch_off(self, user: int) -> None:
        """Call somebody in the channel from now on, and have them told at their next click.

        Where that can't be kept the next direct message fails as well, and it is tried again.
        """
        with suppress(StoreError):
            person = await self._people.get(user)
            if person.calls is Calls.DIRECT:
                await self._people.save(replace(person, calls=Calls.CHANNEL, told=False))

    async def _uncall(self, table: Table) -> bool:
        """Delete the message that called somebody last; say whether none stands now."""
        if table.row.ping is not None:
            if not await self._announcer.uncall(table.row.ping):
                return False
            await table.set_ping(None)
        return True

    async def _keep(self, table: Table) -> None:
        """Have the message that is out kept, so that it can be deleted."""
        ping = self._unkept.get(table.row.id)
        if ping is not None:
            await table.set_ping(ping)
            del self._unkept[table.row.id]
