"""Tells players of suggested times for their fixtures and reminds them of agreed ones, once and not in quiet hours."""

import logging
from dataclasses import dataclass

from bot.play.state.people import Notifications
from bot.play.state.ports import Clock, PreferencesStore
from bot.play.state.tournament_ports import MeetingAnnouncer, TournamentRow, TournamentStore
from bot.play.state.values import PingResult
from bot.play.time.turn_clock import quiet_until
from bot.ratings.ports import RequestRefused
from bot.tournaments import meetings
from bot.tournaments.tournament import find
from bot.tournaments.values import Fixture

_log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class MeetingNotices:
    """Sends what is due about the times of fixtures, of all servers that the bot reaches."""

    store: TournamentStore
    people: PreferencesStore
    announcer: MeetingAnnouncer
    clock: Clock

    async def tick(self) -> None:
        """Send all notices that are due. The next tick tries those that can't be sent now again. StoreError."""
        now = self.clock()
        for number in await self.store.meetings_due(now, now + meetings.LEAD):
            row = await self.store.of_fixture(number)
            if row is None or not self.announcer.reaches(row.guild):
                continue
            fixture = find(row.tournament, number)
            for user in meetings.to_tell(fixture, now):
                await self._tell(row, fixture, user)

    async def _tell(self, row: TournamentRow, fixture: Fixture, user: int) -> None:
        """Notify one player in the way they prefer; a direct message that fails goes to the channel instead."""
        person, now = await self.people.get(user), self.clock()
        wanted = person.notifications
        if wanted is not Notifications.NONE and quiet_until(person.quiet, now) > now:
            return
        if user < 0 or not await self._told(row, fixture, user, done=True) or wanted is Notifications.NONE:
            return
        result = await self.announcer.tell(row, fixture, user, wanted)
        if result is PingResult.FAILED and wanted is Notifications.DIRECT:
            result = await self.announcer.tell(row, fixture, user, Notifications.CHANNEL)
        if result is PingResult.LATER:
            await self._told(row, fixture, user, done=False)

    async def _told(self, row: TournamentRow, fixture: Fixture, user: int, *, done: bool) -> bool:
        """Store that a player is told before it is sent: better no notice than two. Return whether it is still due."""
        at = fixture.meeting or 0
        try:
            await self.store.change(
                row.id, lambda current: meetings.told(current, fixture.id, user, at, done=done), self.clock()
            )
        except RequestRefused as late:
            _log.info("a fixture's time isn't needed any more: %s", late, extra={"league": row.id})
            return False
        return True
