"""The life of a tournament: join, draw, play each matchday, end. Pure functions from one state to the next.

A change that isn't allowed raises `RequestRefused` with a `TournamentReason`. Times are epoch milliseconds.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from bot.ratings.ports import RequestRefused
from bot.tournaments.draw import Matchday, first_matchdays, next_round, shuffled
from bot.tournaments.refusals import TournamentReason
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
    TournamentStage,
)

DAY: Final = 24 * HOUR


def joined(contest: Tournament, user: int) -> Tournament:
    """Add a player, before the draw. RequestRefused if the player is in already or the tournament is full."""
    _must_be_joining(contest)
    if is_in(contest, user):
        raise RequestRefused(TournamentReason.JOINED)
    most = MOST_ENTRANTS[contest.format]
    if len(contest.entrants) >= most:
        raise RequestRefused(TournamentReason.FULL, most=most)
    return replace(contest, entrants=(*contest.entrants, Entrant(user)))


def withdrawn(
    contest: Tournament, user: int, now: int, against: TournamentReason = TournamentReason.NOT_IN
) -> Tournament:
    """Withdraw a player: before the draw they are removed, after it they lose every fixture they haven't played.

    A game in progress still counts. ``against`` is the reason given if the player isn't in the tournament.
    """
    if not is_in(contest, user):
        raise RequestRefused(against)
    if contest.stage is TournamentStage.JOINING:
        return replace(contest, entrants=tuple(entrant for entrant in contest.entrants if entrant.user != user))
    _must_run(contest)
    if Entrant(user, withdrawn=True) in contest.entrants:
        raise RequestRefused(TournamentReason.WITHDRAWN)
    out = tuple(replace(entrant, withdrawn=entrant.withdrawn or entrant.user == user) for entrant in contest.entrants)
    return caught_up(replace(contest, entrants=out), now)


def drawn(contest: Tournament, seed: bytes, now: int) -> Tournament:
    """Draw the fixtures with 32 random bytes, and start the first matchday."""
    _must_be_joining(contest)
    if len(contest.entrants) < LEAST_ENTRANTS:
        raise RequestRefused(TournamentReason.TOO_FEW, least=LEAST_ENTRANTS)
    order = shuffled(seed, (entrant.user for entrant in contest.entrants))
    fixtures = [
        fixture
        for number, day in enumerate(first_matchdays(contest.format, order), start=1)
        for fixture in _fixtures(number, day)
    ]
    entrants = tuple(map(Entrant, order))
    started = replace(
        contest, stage=TournamentStage.RUNNING, entrants=entrants, fixtures=tuple(fixtures), matchday=1, seed=seed
    )
    return caught_up(_begun(started, now), now)


def canceled(contest: Tournament) -> Tournament:
    """End a tournament without a winner. Games in progress continue, but count only for ratings."""
    if contest.stage in (TournamentStage.OVER, TournamentStage.CANCELED):
        _must_run(contest)
    return replace(contest, stage=TournamentStage.CANCELED)


def asked(contest: Tournament, fixture: int, user: int, now: int) -> Tournament:
    """Record that a player came to their fixture. RequestRefused for other players, or if it can't be played now."""
    found = find(contest, fixture)
    if user not in found.pair:
        raise RequestRefused(TournamentReason.NOT_YOURS)
    _must_run(contest)
    if found.decided is not None:
        raise RequestRefused(TournamentReason.DECIDED)
    if found.deadline is None:
        raise RequestRefused(TournamentReason.NOT_YET)
    if found.deadline <= now and not found.playing:
        raise RequestRefused(TournamentReason.LATE)
    return _with(contest, replace(found, came=found.came | {user}))


def played(contest: Tournament, fixture: int, decided: FixtureResult, now: int) -> Tournament:
    """Enter the result of a game, unless the fixture is already decided.

    In a knock-out a shared win decides nothing: the pair plays again, and has the time of a whole matchday for it.
    """
    found = find(contest, fixture)
    if contest.stage is not TournamentStage.RUNNING or found.decided is not None:
        return contest
    if contest.format is TournamentFormat.KNOCKOUT and len(decided.winners) > 1:
        return _open_again(contest, found, decided.table or 0, now)
    return caught_up(_with(contest, replace(found, decided=decided, table=None, playing=False)), now)


def closed(contest: Tournament, fixture: int, table: int, now: int) -> Tournament:
    """Record that a fixture's game ended without a result. Both players came, and can play again until the deadline."""
    found = find(contest, fixture)
    if contest.stage is not TournamentStage.RUNNING or found.decided is not None or table <= found.spent:
        return contest
    free = replace(found, spent=table, came=frozenset(found.pair), table=None, playing=False)
    return caught_up(_with(contest, free), now)


def taken_back(contest: Tournament, fixture: int, table: int, now: int) -> Tournament:
    """Reopen a fixture whose game an admin voided, with the time of a whole matchday.

    Nothing changes if the next round of the knock-out has already been drawn, or if the tournament is over.
    """
    found = find(contest, fixture)
    drawn_on = contest.format is TournamentFormat.KNOCKOUT and found.matchday < contest.matchday
    if (
        contest.stage is not TournamentStage.RUNNING
        or drawn_on
        or found.decided is None
        or found.decided.table != table
    ):
        return contest
    return _open_again(contest, found, table, now)


def extended(contest: Tournament, until: int, now: int) -> Tournament:
    """Move the deadline of every open fixture."""
    _must_run(contest)
    if not now < until <= now + LONGEST * HOUR:
        raise RequestRefused(TournamentReason.PAST, most=LONGEST // 24)

    def change(fixture: Fixture) -> Fixture:
        moved = replace(fixture, deadline=until)
        return replace(moved, reminded=_passed(moved, now))

    return _with(contest, *(change(fixture) for fixture in open_fixtures(contest)))


def caught_up(contest: Tournament, now: int) -> Tournament:
    """Apply everything that is due: walk-overs, the next matchday or the end, and reminders.

    A fixture with an open table waits: a game may still be finished, and a lobby has to be closed first
    (`lobbies_due`).
    """
    if contest.stage is not TournamentStage.RUNNING:
        return contest
    return _reminded(_moved_on(_ruled(contest, now), now), now)


def lobbies_due(contest: Tournament, now: int) -> tuple[Fixture, ...]:
    """Return the fixtures whose open lobby has to be closed, since they are due for a ruling or no longer count."""
    waiting = (fixture for fixture in contest.fixtures if fixture.table is not None and not fixture.playing)
    over = contest.stage is not TournamentStage.RUNNING
    return tuple(fixture for fixture in waiting if over or fixture.decided or verdict(contest, fixture, now))


def verdict(contest: Tournament, fixture: Fixture, now: int) -> FixtureResult | None:
    """Return the ruling on a fixture without a game, once its deadline has passed or a player withdrew; else None.

    If only one player came, that player wins; if neither or both came, both lose.
    """
    if fixture.decided is not None or fixture.playing:
        return None
    out = {entrant.user for entrant in contest.entrants if entrant.withdrawn}.intersection(fixture.pair)
    if not out and (fixture.deadline is None or now < fixture.deadline):
        return None
    winners = tuple(user for user in fixture.pair if (user not in out if out else user in fixture.came))
    return (
        FixtureResult(FixtureOutcome.WALKOVER, winners)
        if len(winners) == 1
        else FixtureResult(FixtureOutcome.NOBODY, ())
    )


def wake_of(contest: Tournament, fixture: Fixture, now: int) -> int | None:
    """Return when a fixture's next reminder or ruling is due, possibly in the past; None if nothing is."""
    if contest.stage is not TournamentStage.RUNNING or fixture.decided is not None or fixture.deadline is None:
        return None
    if fixture.playing and fixture.deadline <= now:
        return None  # its game ends by itself
    return min([*_reminders(fixture)[fixture.reminded :], fixture.deadline])


def open_fixtures(contest: Tournament) -> tuple[Fixture, ...]:
    """Return the fixtures that can be played now."""
    if contest.stage is not TournamentStage.RUNNING:
        return ()
    return tuple(fixture for fixture in contest.fixtures if fixture.begun_at is not None and fixture.decided is None)


def matchdays(contest: Tournament) -> int:
    """Return the number of matchdays or rounds of a drawn tournament."""
    if contest.format is TournamentFormat.KNOCKOUT:
        return len(bracket_of(contest))
    return max((fixture.matchday for fixture in contest.fixtures), default=0)


def is_in(contest: Tournament, user: int) -> bool:
    """Return whether a player is in the tournament, including players who withdrew."""
    return any(entrant.user == user for entrant in contest.entrants)


def find(contest: Tournament, fixture: int) -> Fixture:
    """Return a fixture by its id. RequestRefused if there is none."""
    found = next((one for one in contest.fixtures if one.id == fixture), None)
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


def _begun(contest: Tournament, at: int) -> Tournament:
    """Start the current matchday: its undecided fixtures can be played from now on."""
    ends = at + contest.hours * HOUR

    def change(fixture: Fixture) -> Fixture:
        begins = fixture.matchday == contest.matchday and fixture.decided is None
        return replace(fixture, begun_at=at, deadline=ends) if begins else fixture

    return _each(contest, change)


def _ruled(contest: Tournament, now: int) -> Tournament:
    """Decide the fixtures that are due for a ruling without a game."""

    def change(fixture: Fixture) -> Fixture:
        ruling = verdict(contest, fixture, now) if fixture.table is None else None
        return fixture if ruling is None else replace(fixture, decided=ruling)

    return _each(contest, change)


def _moved_on(contest: Tournament, now: int) -> Tournament:
    """Start the next matchday if the current one is over, skipping any that are already decided, or end the tournament.

    In a round robin, games that are still being played after their deadline don't delay the next matchday.
    """
    knockout = contest.format is TournamentFormat.KNOCKOUT
    while contest.stage is TournamentStage.RUNNING:
        current = [fixture for fixture in contest.fixtures if fixture.matchday == contest.matchday]
        if not all(fixture.decided or (not knockout and _is_late(fixture, now)) for fixture in current):
            return contest
        if contest.matchday < matchdays(contest):
            contest = _with_next_round(contest) if knockout else contest
            begun = _begun(replace(contest, matchday=contest.matchday + 1), _begins_at(current, now))
            contest = _ruled(begun, now)
        elif all(fixture.decided for fixture in contest.fixtures):
            return replace(contest, stage=TournamentStage.OVER)
        else:
            return contest
    return contest


def _is_late(fixture: Fixture, now: int) -> bool:
    """Return whether a fixture's game is still being played after its deadline."""
    return fixture.playing and fixture.deadline is not None and fixture.deadline <= now


def _with_next_round(contest: Tournament) -> Tournament:
    """Add the next round of a knock-out. A player who withdrew gets no bye."""
    places = bracket_of(contest)[contest.matchday - 1]
    winners = [next(iter(place.decided.winners), None) if place and place.decided else None for place in places]
    out = {(entrant.user, None) for entrant in contest.entrants if entrant.withdrawn}
    pairs = tuple(None if pairing in out else pairing for pairing in next_round(winners))
    return replace(contest, fixtures=(*contest.fixtures, *_fixtures(contest.matchday + 1, pairs)))


def _reminded(contest: Tournament, now: int) -> Tournament:
    """Set how many reminders of each fixture are due by now."""
    return _with(
        contest,
        *(
            replace(fixture, reminded=max(fixture.reminded, _passed(fixture, now)))
            for fixture in open_fixtures(contest)
            if fixture.deadline is not None and now < fixture.deadline
        ),
    )


def _passed(fixture: Fixture, now: int) -> int:
    """Return how many reminders of a fixture are due by now."""
    return sum(at <= now for at in _reminders(fixture))


def _begins_at(previous: Iterable[Fixture], now: int) -> int:
    """Return when the next matchday begins: now, or at the last deadline if that was within the hour."""
    ended = max((fixture.deadline for fixture in previous if fixture.deadline is not None), default=now)
    return ended if now - HOUR < ended <= now else now


def _open_again(contest: Tournament, fixture: Fixture, table: int, now: int) -> Tournament:
    """Reopen a fixture with the time of a whole matchday, unless a player withdrew."""
    ends = max(fixture.deadline or 0, now + contest.hours * HOUR)
    fresh = Fixture(fixture.id, fixture.matchday, fixture.place, fixture.home, fixture.away,
                    begun_at=now, deadline=ends, spent=table)  # fmt: skip
    return caught_up(_with(contest, fresh), now)


def _reminders(fixture: Fixture) -> tuple[int, ...]:
    """Return when a fixture's players are reminded: at half time, and a day before the deadline if that is later.

    If their game is in progress then, the reminder is counted but not sent.
    """
    if fixture.begun_at is None or fixture.deadline is None:
        return ()
    half, last = (fixture.begun_at + fixture.deadline) // 2, fixture.deadline - DAY
    return (half, last) if last > half else (half,)


def _with(contest: Tournament, *fixtures: Fixture) -> Tournament:
    """Replace fixtures, matched by matchday and place."""
    changed = {(fixture.matchday, fixture.place): fixture for fixture in fixtures}
    return _each(contest, lambda fixture: changed.get((fixture.matchday, fixture.place), fixture))


def _each(contest: Tournament, change: Callable[[Fixture], Fixture]) -> Tournament:
    """Apply a function to every fixture."""
    return replace(contest, fixtures=tuple(map(change, contest.fixtures)))


def _must_be_joining(contest: Tournament) -> None:
    if contest.stage is TournamentStage.RUNNING:
        raise RequestRefused(TournamentReason.DRAWN)
    if contest.stage is not TournamentStage.JOINING:
        _must_run(contest)


def _must_run(contest: Tournament) -> None:
    match contest.stage:
        case TournamentStage.RUNNING:
            return
        case TournamentStage.JOINING:
            raise RequestRefused(TournamentReason.NOT_DRAWN)
        case TournamentStage.OVER:
            raise RequestRefused(TournamentReason.OVER)
        case TournamentStage.CANCELED:
            raise RequestRefused(TournamentReason.CANCELED)
