"""The life of a tournament: joined, drawn, played matchday by matchday, over. Pure: a contest in, a contest out.

What can't be done raises `RequestRefused` with a `TournamentReason`. Times are epoch milliseconds.
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
    Decided,
    Entrant,
    Fixture,
    FixtureOutcome,
    Stage,
    Tournament,
    TournamentFormat,
)

DAY: Final = 24 * HOUR


def joined(contest: Tournament, user: int) -> Tournament:
    """Let somebody take part, until the draw."""
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
    """Take somebody out: before the draw as if they had never joined, then by losing all that they have not played.

    A game of theirs that runs counts as it ends. ``against`` is what is said of who does not take part.
    """
    if not is_in(contest, user):
        raise RequestRefused(against)
    if contest.stage is Stage.JOINING:
        return replace(contest, entrants=tuple(entrant for entrant in contest.entrants if entrant.user != user))
    _must_run(contest)
    if Entrant(user, withdrawn=True) in contest.entrants:
        raise RequestRefused(TournamentReason.WITHDRAWN)
    out = tuple(replace(entrant, withdrawn=entrant.withdrawn or entrant.user == user) for entrant in contest.entrants)
    return caught_up(replace(contest, entrants=out), now)


def drawn(contest: Tournament, seed: bytes, now: int) -> Tournament:
    """Draw the fixtures by 32 random bytes, and begin the first matchday."""
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
    started = replace(contest, stage=Stage.RUNNING, entrants=entrants, fixtures=tuple(fixtures), matchday=1, seed=seed)
    return caught_up(_begun(started, now), now)


def cancelled(contest: Tournament) -> Tournament:
    """End a tournament with no winner; games that run go on, and count for ratings alone."""
    if contest.stage in (Stage.OVER, Stage.CANCELLED):
        _must_run(contest)
    return replace(contest, stage=Stage.CANCELLED)


def asked(contest: Tournament, fixture: int, user: int, now: int) -> Tournament:
    """Note that one of a pair has come to play. Refused to others, and where there is nothing to play."""
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


def played(contest: Tournament, fixture: int, decided: Decided, now: int) -> Tournament:
    """Enter how a game ended, unless the fixture is decided; a shared win decides nothing in a knock-out.

    The pair plays again then, and has as long as a matchday for it.
    """
    found = find(contest, fixture)
    if contest.stage is not Stage.RUNNING or found.decided is not None:
        return contest
    if contest.format is TournamentFormat.KNOCKOUT and len(decided.winners) > 1:
        return _open_again(contest, found, decided.table or 0, now)
    return caught_up(_with(contest, replace(found, decided=decided, table=None, playing=False)), now)


def closed(contest: Tournament, fixture: int, table: int, now: int) -> Tournament:
    """Note that the game of a fixture has ended with no result: both came, and may play again until the deadline."""
    found = find(contest, fixture)
    if contest.stage is not Stage.RUNNING or found.decided is not None or table <= found.spent:
        return contest
    free = replace(found, spent=table, came=frozenset(found.pair), table=None, playing=False)
    return caught_up(_with(contest, free), now)


def taken_back(contest: Tournament, fixture: int, table: int, now: int) -> Tournament:
    """Open a fixture again whose game an admin has voided; the pair has as long as a matchday for it.

    The next round of a knock-out that was drawn from it stays, and so does a tournament that is over.
    """
    found = find(contest, fixture)
    drawn_on = contest.format is TournamentFormat.KNOCKOUT and found.matchday < contest.matchday
    if contest.stage is not Stage.RUNNING or drawn_on or found.decided is None or found.decided.table != table:
        return contest
    return _open_again(contest, found, table, now)


def extended(contest: Tournament, until: int, now: int) -> Tournament:
    """Let everything that is open last until another time."""
    _must_run(contest)
    if not now < until <= now + LONGEST * HOUR:
        raise RequestRefused(TournamentReason.PAST, most=LONGEST // 24)

    def change(fixture: Fixture) -> Fixture:
        moved = replace(fixture, deadline=until)
        return replace(moved, reminded=_passed(moved, now))

    return _with(contest, *(change(fixture) for fixture in open_fixtures(contest)))


def caught_up(contest: Tournament, now: int) -> Tournament:
    """Do what is due: walk-overs, then the next matchday, or the end; and count the reminders whose time has come.

    A fixture whose table is open waits: its game may be finished, its lobby has to be closed first (`lobbies_due`).
    """
    if contest.stage is not Stage.RUNNING:
        return contest
    return _reminded(_moved_on(_ruled(contest, now), now), now)


def lobbies_due(contest: Tournament, now: int) -> tuple[Fixture, ...]:
    """List the fixtures that are to be ruled on, or no longer count, and at whose table nobody plays yet."""
    waiting = (fixture for fixture in contest.fixtures if fixture.table is not None and not fixture.playing)
    over = contest.stage is not Stage.RUNNING
    return tuple(fixture for fixture in waiting if over or fixture.decided or verdict(contest, fixture, now))


def verdict(contest: Tournament, fixture: Fixture, now: int) -> Decided | None:
    """Say what becomes of a fixture that nobody plays: a walk-over once its time is up, or one of the pair is out.

    Who came alone wins; if nobody did, or both did, both lose. None while there is time.
    """
    if fixture.decided is not None or fixture.playing:
        return None
    out = {entrant.user for entrant in contest.entrants if entrant.withdrawn}.intersection(fixture.pair)
    if not out and (fixture.deadline is None or now < fixture.deadline):
        return None
    winners = tuple(user for user in fixture.pair if (user not in out if out else user in fixture.came))
    return Decided(FixtureOutcome.WALKOVER, winners) if len(winners) == 1 else Decided(FixtureOutcome.NOBODY, ())


def wake_of(contest: Tournament, fixture: Fixture, now: int) -> int | None:
    """Say when there is something to do about a fixture, if ever: it may have been due already."""
    if contest.stage is not Stage.RUNNING or fixture.decided is not None or fixture.deadline is None:
        return None
    if fixture.playing and fixture.deadline <= now:
        return None  # its game ends by itself
    return min([*_reminders(fixture)[fixture.reminded :], fixture.deadline])


def open_fixtures(contest: Tournament) -> tuple[Fixture, ...]:
    """List the fixtures that can be played now."""
    if contest.stage is not Stage.RUNNING:
        return ()
    return tuple(fixture for fixture in contest.fixtures if fixture.begun_at is not None and fixture.decided is None)


def matchdays(contest: Tournament) -> int:
    """Say how many matchdays, or rounds, a tournament has once it is drawn."""
    if contest.format is TournamentFormat.KNOCKOUT:
        return len(bracket_of(contest))
    return max((fixture.matchday for fixture in contest.fixtures), default=0)


def is_in(contest: Tournament, user: int) -> bool:
    """Say whether somebody takes part, or did until they withdrew."""
    return any(entrant.user == user for entrant in contest.entrants)


def find(contest: Tournament, fixture: int) -> Fixture:
    """Find a fixture by its number."""
    found = next((one for one in contest.fixtures if one.id == fixture), None)
    if found is None:
        raise RequestRefused(TournamentReason.GONE)
    return found


def _fixtures(number: int, day: Matchday) -> list[Fixture]:
    """Make the fixtures of a matchday; a bye is decided from the start."""
    return [
        Fixture(
            0, number, place, *pairing, decided=Decided(FixtureOutcome.BYE, pairing[:1]) if pairing[1] is None else None
        )
        for place, pairing in enumerate(day)
        if pairing is not None
    ]


def _begun(contest: Tournament, at: int) -> Tournament:
    """Begin the present matchday: what is not decided can be played from now on."""
    ends = at + contest.hours * HOUR

    def change(fixture: Fixture) -> Fixture:
        begins = fixture.matchday == contest.matchday and fixture.decided is None
        return replace(fixture, begun_at=at, deadline=ends) if begins else fixture

    return _each(contest, change)


def _ruled(contest: Tournament, now: int) -> Tournament:
    """Decide what can be decided without a game."""

    def change(fixture: Fixture) -> Fixture:
        ruling = verdict(contest, fixture, now) if fixture.table is None else None
        return fixture if ruling is None else replace(fixture, decided=ruling)

    return _each(contest, change)


def _moved_on(contest: Tournament, now: int) -> Tournament:
    """Begin the next matchday, and the one after it if nothing is left to play in that, or end the tournament.

    In a round robin games of the last matchday that still run don't hold up the next one.
    """
    knockout = contest.format is TournamentFormat.KNOCKOUT
    while contest.stage is Stage.RUNNING:
        current = [fixture for fixture in contest.fixtures if fixture.matchday == contest.matchday]
        if not all(fixture.decided or (not knockout and _is_late(fixture, now)) for fixture in current):
            return contest
        if contest.matchday < matchdays(contest):
            contest = _with_next_round(contest) if knockout else contest
            begun = _begun(replace(contest, matchday=contest.matchday + 1), _begins_at(current, now))
            contest = _ruled(begun, now)
        elif all(fixture.decided for fixture in contest.fixtures):
            return replace(contest, stage=Stage.OVER)
        else:
            return contest
    return contest


def _is_late(fixture: Fixture, now: int) -> bool:
    """Say whether a game goes on although the time of its matchday is up."""
    return fixture.playing and fixture.deadline is not None and fixture.deadline <= now


def _with_next_round(contest: Tournament) -> Tournament:
    """Add the pairs that follow from the present round of a knock-out; nobody who has withdrawn has a bye."""
    places = bracket_of(contest)[contest.matchday - 1]
    winners = [next(iter(place.decided.winners), None) if place and place.decided else None for place in places]
    out = {(entrant.user, None) for entrant in contest.entrants if entrant.withdrawn}
    pairs = tuple(None if pairing in out else pairing for pairing in next_round(winners))
    return replace(contest, fixtures=(*contest.fixtures, *_fixtures(contest.matchday + 1, pairs)))


def _reminded(contest: Tournament, now: int) -> Tournament:
    """Count the reminders whose time has come."""
    return _with(
        contest,
        *(
            replace(fixture, reminded=max(fixture.reminded, _passed(fixture, now)))
            for fixture in open_fixtures(contest)
            if fixture.deadline is not None and now < fixture.deadline
        ),
    )


def _passed(fixture: Fixture, now: int) -> int:
    """Say how many reminders of a fixture have had their time."""
    return sum(at <= now for at in _reminders(fixture))


def _begins_at(previous: Iterable[Fixture], now: int) -> int:
    """Say when a matchday begins: now, or when the last one ended by its deadline, so that the hour of day stays."""
    ended = max((fixture.deadline for fixture in previous if fixture.deadline is not None), default=now)
    return ended if now - HOUR < ended <= now else now


def _open_again(contest: Tournament, fixture: Fixture, table: int, now: int) -> Tournament:
    """Let a pair play once more, with as much time as a matchday has, unless one of them is out by now."""
    ends = max(fixture.deadline or 0, now + contest.hours * HOUR)
    fresh = Fixture(fixture.id, fixture.matchday, fixture.place, fixture.home, fixture.away,
                    begun_at=now, deadline=ends, spent=table)  # fmt: skip
    return caught_up(_with(contest, fresh), now)


def _reminders(fixture: Fixture) -> tuple[int, ...]:
    """Say when those who have yet to play are reminded: at half of the time, and a day before its end if that is later.

    A reminder about a game that runs is counted, and not sent.
    """
    if fixture.begun_at is None or fixture.deadline is None:
        return ()
    half, last = (fixture.begun_at + fixture.deadline) // 2, fixture.deadline - DAY
    return (half, last) if last > half else (half,)


def _with(contest: Tournament, *fixtures: Fixture) -> Tournament:
    """Put fixtures in the place of what they were before."""
    changed = {(fixture.matchday, fixture.place): fixture for fixture in fixtures}
    return _each(contest, lambda fixture: changed.get((fixture.matchday, fixture.place), fixture))


def _each(contest: Tournament, change: Callable[[Fixture], Fixture]) -> Tournament:
    """Change all fixtures."""
    return replace(contest, fixtures=tuple(map(change, contest.fixtures)))


def _must_be_joining(contest: Tournament) -> None:
    if contest.stage is Stage.RUNNING:
        raise RequestRefused(TournamentReason.DRAWN)
    if contest.stage is not Stage.JOINING:
        _must_run(contest)


def _must_run(contest: Tournament) -> None:
    match contest.stage:
        case Stage.RUNNING:
            return
        case Stage.JOINING:
            raise RequestRefused(TournamentReason.NOT_DRAWN)
        case Stage.OVER:
            raise RequestRefused(TournamentReason.OVER)
        case Stage.CANCELLED:
            raise RequestRefused(TournamentReason.CANCELLED)
