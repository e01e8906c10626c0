"""The time at which two players want to play their fixture: suggest, accept, and when to tell whom.

Pure functions; times are epoch milliseconds. A change that isn't allowed raises `RequestRefused`.
"""

from dataclasses import replace
from typing import Final

from bot.ratings.ports import RequestRefused
from bot.tournaments.tournament import asked, find
from bot.tournaments.values import Fixture, Tournament, TournamentReason

LEAD: Final = 30 * 60_000
"""Milliseconds before the agreed time at which both players are reminded."""


def suggested(tournament: Tournament, fixture: int, user: int, at: int, now: int) -> Tournament:
    """Suggest a time before the deadline. An earlier suggestion or agreement ends.

    The other player is told once, however often this player changes a suggestion that hasn't been answered.
    """
    found = _playable(tournament, fixture, user, now)
    if not now < at < (found.deadline or 0):
        raise RequestRefused(TournamentReason.MEETING_TIME)
    unanswered = found.agreed == {user}
    told = found.told | {user} if unanswered else frozenset({user})
    return _with(tournament, replace(found, meeting=at, agreed=frozenset({user}), told=told))


def accepted(tournament: Tournament, fixture: int, user: int, at: int, now: int) -> Tournament:
    """Accept the suggested time ``at``. RequestRefused if another one has been suggested since, or it has passed.

    Players who agree shortly before the time get no reminder, except the one who doesn't know of it yet.
    """
    found = _playable(tournament, fixture, user, now)
    if found.meeting != at or at <= now:
        raise RequestRefused(TournamentReason.MEETING_CHANGED)
    if user in found.agreed:
        return tournament
    told = frozenset({user}) if at - now <= LEAD else frozenset()
    return _with(tournament, replace(found, agreed=frozenset(found.pair), told=told))


def to_tell(fixture: Fixture, now: int) -> tuple[int, ...]:
    """Return the players to notify of a suggestion, or to remind of the agreed time, by now."""
    if fixture.meeting is None or fixture.meeting <= now or fixture.decided is not None or fixture.playing:
        return ()
    if not fixture.is_agreed:
        return tuple(user for user in fixture.pair if user not in fixture.agreed | fixture.told)
    due = now >= fixture.meeting - LEAD
    return tuple(user for user in fixture.pair if due and user not in fixture.told)


def told(tournament: Tournament, fixture: int, user: int, at: int, *, done: bool = True) -> Tournament:
    """Record whether a player was notified of a time, unless the time has changed since."""
    found = find(tournament, fixture)
    if found.meeting != at:
        return tournament
    return _with(tournament, replace(found, told=found.told | {user} if done else found.told - {user}))


def _playable(tournament: Tournament, fixture: int, user: int, now: int) -> Fixture:
    """Return a fixture of a player that can be played but isn't yet. RequestRefused."""
    asked(tournament, fixture, user, now)
    found = find(tournament, fixture)
    if found.playing:
        raise RequestRefused(TournamentReason.MEETING_PLAYING)
    return found


def _with(tournament: Tournament, changed: Fixture) -> Tournament:
    fixtures = tuple(changed if one.id == changed.id else one for one in tournament.fixtures)
    return replace(tournament, fixtures=fixtures)
