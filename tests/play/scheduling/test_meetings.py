"""Notices about times of fixtures: where players want them, not in quiet hours, and never twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import pytest

from bot.play.service.tournaments import MeetingNotices
from bot.play.state.people import Notifications, PeopleStore, Preferences, Quiet
from bot.play.state.tournament_ports import TournamentRow, TournamentStore
from bot.play.state.values import Pace, PingResult, TableSettings
from bot.rummy.families import Variant
from bot.rummy.options import PRESETS
from bot.tournaments.meetings import accepted, suggested
from bot.tournaments.tournament import drawn, joined
from bot.tournaments.values import HOUR, Fixture, Tournament, TournamentFormat

ALA, BOB = 1, 2
NOON = 1_800_014_400_000 - 1_800_014_400_000 % (24 * HOUR) + 12 * HOUR
"""Noon in UTC."""


@dataclass
class Office:
    """A tournament whose players agreed to play at two in the afternoon, their preferences, and what they are told."""

    row: TournamentRow
    now: int = NOON
    people: dict[int, Preferences] = field(default_factory=dict)
    results: list[PingResult] = field(default_factory=list)
    sent: list[tuple[int, Notifications]] = field(default_factory=list)
    reached: bool = True

    async def get(self, user: int) -> Preferences:
        return self.people.get(user, Preferences(user))

    async def meetings_due(self, now: int, until: int) -> Sequence[int]:
        assert now < until
        return (7,)

    async def of_fixture(self, fixture: int) -> TournamentRow:
        assert fixture == 7
        return self.row

    async def change(self, tournament: int, change: Callable[[Tournament], Tournament], now: int) -> None:
        assert (tournament, now) == (self.row.id, self.now)
        object.__setattr__(self.row, "tournament", change(self.row.tournament))

    def reaches(self, guild: int) -> bool:
        assert guild == self.row.guild
        return self.reached

    async def tell(
        self, tournament: TournamentRow, fixture: Fixture, user: int, notifications: Notifications
    ) -> PingResult:
        assert (tournament, fixture.id) == (self.row, 7)
        self.sent.append((user, notifications))
        return self.results.pop(0) if self.results else PingResult.SENT

    async def tick(self, now: int) -> list[tuple[int, Notifications]]:
        """Return what is sent at a time."""
        self.now, self.sent = now, []
        store, people = cast("TournamentStore", self), cast("PeopleStore", self)
        await MeetingNotices(store, people, self, lambda: self.now).tick()
        return sorted(self.sent)


@pytest.fixture
def office() -> Office:
    started = drawn(joined(joined(Tournament(TournamentFormat.SINGLE, 48), ALA), BOB), bytes(32), NOON)
    [fixture] = started.fixtures
    ready = Tournament(
        started.format, 48, started.stage, started.entrants, (Fixture(7, 1, 0, ALA, BOB, NOON, fixture.deadline),), 1
    )
    agreed = accepted(suggested(ready, 7, ALA, NOON + 2 * HOUR, NOON), 7, BOB, NOON + 2 * HOUR, NOON)
    options = PRESETS[Variant.GIN]
    return Office(TournamentRow(3, 4, 5, "Cup", 6, options, Pace.NONE, None, TableSettings(), NOON, agreed))


async def test_reminders_are_sent_once_where_each_player_wants_them(office: Office) -> None:
    office.people[BOB] = Preferences(BOB, Notifications.DIRECT)
    assert await office.tick(NOON + HOUR) == []
    office.reached = False
    assert await office.tick(NOON + HOUR + HOUR // 2) == []
    office.reached = True
    assert await office.tick(NOON + HOUR + HOUR // 2) == [(ALA, Notifications.CHANNEL), (BOB, Notifications.DIRECT)]
    assert await office.tick(NOON + HOUR + HOUR // 2 + 1) == []


async def test_reminders_wait_for_quiet_hours_and_lapse_with_the_time(office: Office) -> None:
    office.people[ALA] = Preferences(ALA, quiet=Quiet(11 * 60, 13 * 60 + 45, "UTC"))
    office.people[BOB] = Preferences(BOB, Notifications.NONE)
    assert await office.tick(NOON + HOUR + HOUR // 2) == []
    assert await office.tick(NOON + HOUR + 3 * HOUR // 4) == [(ALA, Notifications.CHANNEL)]
    assert await office.tick(NOON + 2 * HOUR) == []


async def test_a_failed_direct_message_goes_to_the_channel_and_an_outage_is_waited_for(office: Office) -> None:
    office.people[ALA] = Preferences(ALA, Notifications.DIRECT)
    office.people[BOB] = Preferences(BOB, Notifications.NONE)
    office.results = [PingResult.FAILED, PingResult.LATER]
    at = NOON + HOUR + HOUR // 2
    assert await office.tick(at) == [(ALA, Notifications.CHANNEL), (ALA, Notifications.DIRECT)]
    assert await office.tick(at + 1) == [(ALA, Notifications.DIRECT)]
    assert await office.tick(at + 2) == []
