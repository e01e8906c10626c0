"""Clicks by which the players of a fixture agree on a time."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.play.state.people import PeopleStore
from bot.play.state.ports import Clock
from bot.play.state.tournament_ports import TournamentRow
from bot.ratings.ports import RequestRefused
from bot.text.catalogs import Texts
from bot.tournaments.tournament import find, open_fixtures
from bot.tournaments.values import TournamentReason
from cogs.edge.answers import Ask, Reply, Show, Where, notice
from cogs.edge.clicking.clicks import PageClick, PageHandlers, PageRoute
from cogs.edge.layout import plain_name
from cogs.edge.messages import Message
from cogs.edge.times_of_day import minutes_of, zone_named
from cogs.tournaments.actions import TournamentActions
from cogs.tournaments.screens.meetings import (
    ACCEPT,
    SUGGEST,
    TIME,
    agreed_words,
    suggested_words,
    suggestion_modal,
    times_screen,
)

_HIGHEST: Final = 10**14
"""The latest time in a custom id, in epoch milliseconds."""


@dataclass(slots=True, eq=False)
class MeetingClicks:
    """Handles *Set a time*, *Suggest a time* and *Accept*."""

    actions: TournamentActions
    people: PeopleStore
    clock: Clock

    @property
    def handlers(self) -> PageHandlers:
        """The handler of each word in a custom id (`l1:<word>`)."""
        return {
            TIME: PageRoute(self._show),
            SUGGEST: PageRoute(self._suggest, Where.NOW),
            ACCEPT: PageRoute(self._accept),
        }

    async def _show(self, click: PageClick) -> Reply:
        """Show the times of the player's open fixtures."""
        return await self._times(click, await self.actions.get(click.guild, click.number(0, 1)))

    async def _accept(self, click: PageClick) -> Reply:
        """Accept the suggested time that the button showed."""
        row = await self.actions.get(click.guild, click.number(0, 1))
        at = click.number(2, 0, _HIGHEST)
        row = await self.actions.tournaments.accept(row.id, click.number(1, 1), click.user, at)
        return await self._times(click, row, agreed_words(click.texts, at))

    async def _suggest(self, click: PageClick) -> Reply:
        """Open the modal, or suggest the time that was typed there."""
        row = await self.actions.get(click.guild, click.number(0, 1))
        fixture = click.number(1, 1)
        if click.user not in find(row.tournament, fixture).pair:
            raise RequestRefused(TournamentReason.NOT_YOURS)
        if not click.is_modal:
            quiet = (await self.people.get(click.user)).quiet
            zone = "" if quiet is None else quiet.zone
            here = datetime.fromtimestamp(self.clock() / 1000, ZoneInfo(zone) if zone else UTC)
            tomorrow = (here + timedelta(days=1)).date().isoformat()
            return Ask(suggestion_modal(click.texts, (row.id, fixture), tomorrow, zone))
        at = _typed_time(click.typed("day"), click.typed("time"), click.typed("zone"))
        if at is None:
            return notice(_not_understood(click.texts, click))
        row = await self.actions.tournaments.suggest(row.id, fixture, click.user, at)
        return await self._times(click, row, suggested_words(click.texts, at))

    async def _times(self, click: PageClick, row: TournamentRow, told: str = "") -> Reply:
        """Show the times of the player's open fixtures."""
        scene = await self.actions.showing.scene(row, click.texts)
        own = [one for one in open_fixtures(row.tournament) if click.user in one.pair and not one.playing]
        return Show(Message(lambda _: times_screen(scene, click.user, own, told)))


def _typed_time(day: str, clock: str, zone: str) -> int | None:
    """Return a typed day and time in a time zone in epoch milliseconds; None if one of them isn't understood."""
    minutes, place, on = minutes_of(clock), zone_named(zone), _day(day)
    if minutes is None or place is None or on is None:
        return None
    at = datetime.combine(on, time(minutes // 60, minutes % 60), ZoneInfo(place))
    return round(at.timestamp() * 1000)


def _day(typed: str) -> date | None:
    """Parse a date; None if it isn't one."""
    try:
        return date.fromisoformat(typed.strip())
    except ValueError:
        return None


def _not_understood(texts: Texts, click: PageClick) -> str:
    """Return which of the typed values isn't understood, and how to write it."""
    day, clock, zone = (click.typed(field) for field in ("day", "time", "zone"))
    if _day(day) is None:
        return texts.t("{typed} isn't a day. Write it like 2026-11-28.", typed=plain_name(day))
    if minutes_of(clock) is None:
        return texts.t("{typed} isn't a time. Write it like 22:00 or 10 pm.", typed=plain_name(clock))
    return texts.t(
        "{typed} isn't a time zone. Type the name of a large city near you, such as Warsaw.", typed=plain_name(zone)
    )
