"""The life of a tournament: join, draw, play each matchday, end. Pure functions from one state to the next.

A change that isn't allowed raises `RequestRefused` with a `TournamentReason`. Times are epoch milliseconds.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from bot.ratings.ports import RequestRefused
from bot.tournaments.draw import Matchday, first_matchdays, next_round, shuffled
from bot.tournaments.table import bracket_of
from bot.tournaments.values import (
    HOUR,
    LEAST_ENTRANTS,
    LONGEST,
    MOST_ENTRANTS,
    Entrant,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentReason,
    TournamentStage,
)

DAY: Final = 24 * HOUR


def joined(tournament: Tournament, user: int) -> Tournament:
    """Add a player, before the draw. RequestRefused if the player is in already or the tournament is full."""
    _must_be_joining(tournament)
    if is_in(tournament, user):
        raise RequestRefused(TournamentReason.JOINED)
    most = MOST_ENTRANTS[tournament.format]
    if len(tournament.entrants) >= most:
        raise RequestRefused(TournamentReason.FULL, most=most)
    return replace(tournament, entrants=(*tournament.entrants, Entrant(user)))


def withdrawn(
    tournament: Tournament, user: int, now: int, against: TournamentReason = TournamentReason.NOT_IN
) -> Tournament:
    """Withdraw a player: before the draw they are removed, after it they lose every fixture they haven't played.

    A game in progress still counts. ``against`` is the reason given if the player isn't in the tournament.
    """
    if not is_in(tournament, user):
        raise RequestRefused(against)
    if tournament.stage is TournamentStage.JOINING:
        return replace(tournament, entrants=tuple(entrant for entrant in tournament.entrants if entrant.user != user))
    _must_run(tournament)
    if Entrant(user, withdrawn=True) in tournament.entrants:
        raise RequestRefused(TournamentReason.WITHDRAWN)
    out = tuple(
        replace(entrant, withdrawn=entrant.withdrawn or entrant.user == user) for entrant in tournament.entrants
    )
    return caught_up(replace(tournament, entrants=out), now)


def drawn(tournament: Tournament, seed: bytes, now: int) -> Tournament:
    """Draw the fixtures with 32 random bytes, and start the first matchday."""
    _must_be_joining(tournament)
    if len(tournament.entrants) < LEAST_ENTRANTS:
        raise RequestRefused(TournamentReason.TOO_FEW, least=LEAST_ENTRANTS)
    order = shuffled(seed, (entrant.user for entrant in tournament.entrants))
    fixtures = [
        fixture
        for number, day in enumerate(first_matchdays(tournament.format, order), start=1)
        for fixture in _fixtures(number, day)
    ]
    entrants = tuple(map(Entrant, order))
    started = replace(
        tournament, stage=TournamentStage.RUNNING, entrants=entrants, fixtures=tuple(fixtures), matchday=1, seed=seed
    )
    return caught_up(_begun(started, now), now)


def canceled(tournament: Tournament) -> Tournament:
    """End a tournament without a winner. Games in progress continue, but count only for ratings."""
    if tournament.stage in (TournamentStage.OVER, TournamentStage.CANCELED):
        _must_run(tournament)
    return replace(tournament, stage=TournamentStage.CANCELED)


def asked(tournament: Tournament, fixture: int, user: int, now: int) -> Tournament:
    """Record that a player came to their fixture. RequestRefused for other players, or if it can't be played now."""
    found = find(tournament, fixture)
    if user not in found.pair:
        raise RequestRefused(TournamentReason.NOT_YOURS)
    _must_run(tournament)
    if found.decided is not None:
        raise RequestRefused(TournamentReason.DECIDED)
    if found.deadline is None:
        raise RequestRefused(TournamentReason.NOT_YET)
    if found.deadline <= now and not found.playing:
        raise RequestRefused(TournamentReason.LATE)
    return _with(tournament, replace(found, came=found.came | {user}))


def played(tournament: Tournament, fixture: int, decided: FixtureResult, now: int) -> Tournament:
    """Enter the result of a game, unless the fixture is already decided.

    In a knock-out a shared win decides nothing: the pair plays again, and has the time of a whole matchday for it.
    """
    found = find(tournament, fixture)
    if tournament.stage is not TournamentStage.RUNNING or found.decided is not None:
        return tournament
    if tournament.format is TournamentFormat.KNOCKOUT and len(decided.winners) > 1:
        return _open_again(tournament, found, decided.table or 0, now)
    return caught_up(_with(tournament, replace(found, decided=decided, table=None, playing=False)), now)


def closed(tournament: Tournament, fixture: int, table: int, now: int) -> Tournament:
    """Record that a fixture's game ended without a result. Both players came, and can play again until the deadline."""
    found = find(tournament, fixture)
    if tournament.stage is not TournamentStage.RUNNING or found.decided is not None or table <= found.spent:
        return tournament
    free = replace(found, spent=table, came=frozenset(found.pair), table=None, playing=False, meeting=None)
    return caught_up(_with(tournament, free), now)


def taken_back(tournament: Tournament, fixture: int, table: int, now: int) -> Tournament:
    """Reopen a fixture whose game an admin voided, with the time of a whole matchday.

    Nothing changes if the next round of the knock-out has already been drawn, or if the tournament is over.
    """
    found = find(tournament, fixture)
    drawn_on = tournament.format is TournamentFormat.KNOCKOUT and found.matchday < tournament.matchday
    if (
        tournament.stage is not TournamentStage.RUNNING
        or drawn_on
        or found.decided is None
        or found.decided.table != table
    ):
        return tournament
    return _open_again(tournament, found, table, now)


def extended(tournament: Tournament, until: int, now: int) -> Tournament:
    """Move the deadline of every open fixture."""
    _must_run(tournament)
    if not now < until <= now + LONGEST * HOUR:
        raise RequestRefused(TournamentReason.PAST, most=LONGEST // 24)

    def change(fixture: Fixture) -> Fixture:
        moved = replace(fixture, deadline=until)
        return replace(moved, reminded=_passed(moved, now))

    return _with(tournament, *(change(fixture) for fixture in open_fixtures(tournament)))


def caught_up(tournament: Tournament, now: int) -> Tournament:
    """Apply everything that is due: walk-overs, the next matchday or the end, and reminders.

    A fixture with an open table waits: a game may still be finished, and a lobby has to be closed first
    (`lobbies_due`).
    """
    if tournament.stage is not TournamentStage.RUNNING:
        return tournament
    return _reminded(_moved_on(_ruled(tournament, now), now), now)


def lobbies_due(tournament: Tournament, now: int) -> tuple[Fixture, ...]:
    """Return the fixtures whose open lobby has to be closed, since they are due for a ruling or no longer count."""
    waiting = (fixture for fixture in tournament.fixtures if fixture.table is not None and not fixture.playing)
    over = tournament.stage is not TournamentStage.RUNNING
    return tuple(fixture for fixture in waiting if over or fixture.decided or verdict(tournament, fixture, now))


def verdict(tournament: Tournament, fixture: Fixture, now: int) -> FixtureResult | None:
    """Return the ruling on a fixture without a game, once its deadline has passed or a player withdrew; else None.

    If only one player came, that player wins; if neither or both came, both lose.
    """
    if fixture.decided is not None or fixture.playing:
        return None
    out = {entrant.user for entrant in tournament.entrants if entrant.withdrawn}.intersection(fixture.pair)
    if not out and (fixture.deadline is None or now < fixture.deadline):
        return None
    winners = tuple(user for user in fixture.pair if (user not in out if out else user in fixture.came))
    return (
        FixtureResult(FixtureOutcome.WALKOVER, winners)
        if len(winners) == 1
        else FixtureResult(FixtureOutcome.NOBODY, ())
    )


def wake_of(tournament: Tournament, fixture: Fixture, now: int) -> int | None:
    """Return when a fixture's next reminder or ruling is due, possibly in the past; None if nothing is."""
    if tournament.stage is not TournamentStage.RUNNING or fixture.decided is not None or fixture.deadline is None:
        return None
    if fixture.playing and fixture.deadline <= now:
        return None  # its game ends by itself
    return min([*_reminders(fixture)[fixture.reminded :], fixture.deadline])


def open_fixtures(tournament: Tournament) -> tuple[Fixture, ...]:
    """Return the fixtures that can be played now."""
    if tournament.stage is not TournamentStage.RUNNING:
        return ()
    return tuple(fixture for fixture in tournament.fixtures if fixture.begun_at is not None and fixture.decided is None)


def matchdays(tournament: Tournament) -> int:
    """Return the number of matchdays or rounds of a drawn tournament."""
    if tournament.format is TournamentFormat.KNOCKOUT:
        return len(bracket_of(tournament))
    return max((fixture.matchday for fixture in tournament.fixtures), default=0)


def is_in(tournament: Tournament, user: int) -> bool:
    """Return whether a player is in the tournament, including players who withdrew."""
    return any(entrant.user == user for entrant in tournament.entrants)


def find(tournament: Tournament, fixture: int) -> Fixture:
    """Return a fixture by its id. RequestRefused if there is none."""
    found = next((one for one in tournament.fixtures if one.id == fixture), None)
    if found is None:
        raise RequestRefused(TournamentReason.GONE)
    return found


def _fixtures(number: int, day: Matchday) -> list[Fixture]:
    """Return the fixtures of a matchday; byes are already decided."""
    return [
        Fixture(
            0,
            number,
            place,
            *pairing,
            decided=FixtureResult(FixtureOutcome.BYE, pairing[:1]) if pairing[1] is None else None,
        )
        for place, pairing in enumerate(day)
        if pairing is not None
    ]


def _begun(tournament: Tournament, at: int) -> Tournament:
    """Start the current matchday: its undecided fixtures can be played from now on."""
    ends = at + tournament.hours * HOUR

    def change(fixture: Fixture) -> Fixture:
        begins = fixture.matchday == tournament.matchday and fixture.decided is None
        return replace(fixture, begun_at=at, deadline=ends) if begins else fixture

    return _each(tournament, change)


def _ruled(tournament: Tournament, now: int) -> Tournament:
    """Decide the fixtures that are due for a ruling without a game."""

    def change(fixture: Fixture) -> Fixture:
        ruling = verdict(tournament, fixture, now) if fixture.table is None else None
        return fixture if ruling is None else replace(fixture, decided=ruling)

    return _each(tournament, change)


def _moved_on(tournament: Tournament, now: int) -> Tournament:
    """Start the next matchday if the current one is over, skipping any that are already decided, or end the tournament.

    In a round robin, games that are still being played after their deadline don't delay the next matchday.
    """
    knockout = tournament.format is TournamentFormat.KNOCKOUT
    while tournament.stage is TournamentStage.RUNNING:
        current = [fixture for fixture in tournament.fixtures if fixture.matchday == tournament.matchday]
        if not all(fixture.decided or (not knockout and _is_late(fixture, now)) for fixture in current):
            return tournament
        if tournament.matchday < matchdays(tournament):
            tournament = _with_next_round(tournament) if knockout else tournament
            begun = _begun(replace(tournament, matchday=tournament.matchday + 1), _begins_at(current, now))
            tournament = _ruled(begun, now)
        elif all(fixture.decided for fixture in tournament.fixtures):
            return replace(tournament, stage=TournamentStage.OVER)
        else:
            return tournament
    return tournament


def _is_late(fixture: Fixture, now: int) -> bool:
    """Return whether a fixture's game is still being played after its deadline."""
    return fixture.playing and fixture.deadline is not None and fixture.deadline <= now


def _with_next_round(tournament: Tournament) -> Tournament:
    """Add the next round of a knock-out. A player who withdrew gets no bye."""
    places = bracket_of(tournament)[tournament.matchday - 1]
    winners = [next(iter(place.decided.winners), None) if place and place.decided else None for place in places]
    out = {(entrant.user, None) for entrant in tournament.entrants if entrant.withdrawn}
    pairs = tuple(None if pairing in out else pairing for pairing in next_round(winners))
    return replace(tournament, fixtures=(*tournament.fixtures, *_fixtures(tournament.matchday + 1, pairs)))


def _reminded(tournament: Tournament, now: int) -> Tournament:
    """Set how many reminders of each fixture are due by now."""
    return _with(
        tournament,
        *(
            replace(fixture, reminded=max(fixture.reminded, _passed(fixture, now)))
            for fixture in open_fixtures(tournament)
            if fixture.deadline is not None and now < fixture.deadline
        ),
    )


def _passed(fixture: Fixture, now: int) -> int:
    return sum(at <= now for at in _reminders(fixture))


def _begins_at(previous: Iterable[Fixture], now: int) -> int:
    """Return when the next matchday begins: now, or at the last deadline if that was within the hour."""
    ended = max((fixture.deadline for fixture in previous if fixture.deadline is not None), default=now)
    return ended if now - HOUR < ended <= now else now


def _open_again(tournament: Tournament, fixture: Fixture, table: int, now: int) -> Tournament:
    """Reopen a fixture with the time of a whole matchday, unless a player withdrew."""
    ends = max(fixture.deadline or 0, now + tournament.hours * HOUR)
    fresh = Fixture(fixture.id, fixture.matchday, fixture.place, fixture.home, fixture.away,
                    begun_at=now, deadline=ends, spent=table)  # fmt: skip
    return caught_up(_with(tournament, fresh), now)


def _reminders(fixture: Fixture) -> tuple[int, ...]:
    """Return when a fixture's players are reminded: at half time, and a day before the deadline if that is later.

    If their game is in progress then, the reminder is counted but not sent.
    """
    if fixture.begun_at is None or fixture.deadline is None:
        return ()
    half, last = (fixture.begun_at + fixture.deadline) // 2, fixture.deadline - DAY
    return (half, last) if last > half else (half,)


def _with(tournament: Tournament, *fixtures: Fixture) -> Tournament:
    """Replace fixtures, matched by matchday and place."""
    changed = {(fixture.matchday, fixture.place): fixture for fixture in fixtures}
    return _each(tournament, lambda fixture: changed.get((fixture.matchday, fixture.place), fixture))


def _each(tournament: Tournament, change: Callable[[Fixture], Fixture]) -> Tournament:
    """Apply a function to every fixture."""
    return replace(tournament, fixtures=tuple(map(change, tournament.fixtures)))


def _must_be_joining(tournament: Tournament) -> None:
    if tournament.stage is TournamentStage.RUNNING:
        raise RequestRefused(TournamentReason.DRAWN)
    if tournament.stage is not TournamentStage.JOINING:
        _must_run(tournament)


def _must_run(tournament: Tournament) -> None:
    match tournament.stage:
        case TournamentStage.RUNNING:
            return
        case TournamentStage.JOINING:
            raise RequestRefused(TournamentReason.NOT_DRAWN)
        case TournamentStage.OVER:
            raise RequestRefused(TournamentReason.OVER)
        case TournamentStage.CANCELED:
            raise RequestRefused(TournamentReason.CANCELED)
