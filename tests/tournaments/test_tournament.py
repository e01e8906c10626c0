"""Properties of random tournaments."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ratings.ports import RequestRefused
from bot.tournaments import tournament as life
from bot.tournaments.table import bracket_of, champions, match_points, table_of
from bot.tournaments.values import (
    HOUR,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from tests.amounts import times

TOURNAMENTS = given(st.sampled_from(TournamentFormat), st.integers(2, 9), st.integers(1, 100), st.integers())
OFTEN = settings(max_examples=times(10), deadline=None)


def drawn(form: TournamentFormat, size: int, hours: int, seed: int) -> Tournament:
    tournament = Tournament(form, hours)
    for user in range(1, size + 1):
        tournament = life.joined(tournament, user)
    return numbered(life.drawn(tournament, random.Random(seed).randbytes(32), 0))


def numbered(tournament: Tournament) -> Tournament:
    """Return a tournament with ids for its fixtures, as the store assigns them."""
    return replace(tournament, fixtures=tuple(replace(one, id=n) for n, one in enumerate(tournament.fixtures, start=1)))


def wake(tournament: Tournament, now: int) -> int | None:
    """Return when the store would next check the tournament; None if never."""
    wakes = [life.wake_of(tournament, fixture, now) for fixture in tournament.fixtures]
    return min((at for at in wakes if at is not None), default=None)


def acted(tournament: Tournament, now: int, chance: random.Random) -> Tournament:
    """Return the tournament after a random action of a player."""
    fixture = chance.choice(life.open_fixtures(tournament))
    doing = chance.randrange(7)
    if doing == 0:
        return life.withdrawn(tournament, chance.choice(tournament.entrants).user, now)
    if doing == 1:
        return life.asked(tournament, fixture.id, chance.choice(fixture.pair), now)
    if doing == 2 and not fixture.playing:
        seated = replace(fixture, table=fixture.spent + 1, playing=True, came=frozenset(fixture.pair))
        return replace(
            tournament, fixtures=tuple(seated if one.id == seated.id else one for one in tournament.fixtures)
        )
    if doing == 3 and fixture.playing:
        return life.closed(tournament, fixture.id, fixture.spent + 1, now)
    if doing == 4:
        done = [one for one in tournament.fixtures if one.decided and one.decided.table]
        return life.taken_back(tournament, done[0].id, done[0].decided.table or 0, now) if done else tournament  # type: ignore[union-attr]
    points = (chance.randrange(-9, 99), chance.randrange(-9, 99))
    winners = chance.choice([fixture.pair[:1], fixture.pair[1:], fixture.pair, ()])
    return life.played(
        tournament, fixture.id, FixtureResult(FixtureOutcome.PLAYED, winners, points, fixture.spent + 1), now
    )


@OFTEN
@TOURNAMENTS
def test_every_tournament_ends(form: TournamentFormat, size: int, hours: int, seed: int) -> None:
    chance, now = random.Random(seed), 0
    tournament = drawn(form, size, hours, seed)
    for _ in range(60):
        if tournament.stage is TournamentStage.OVER:
            break
        now += chance.randrange(hours * HOUR // 4)
        tournament = numbered(life.caught_up(tournament, now))
        if tournament.stage is TournamentStage.RUNNING:
            try:
                tournament = numbered(acted(tournament, now, chance))
            except RequestRefused:
                continue
    for fixture in tournament.fixtures:  # running games end sooner or later
        if fixture.playing:
            result = FixtureResult(FixtureOutcome.PLAYED, fixture.pair[:1], (1, 0), 10**6)
            tournament = numbered(life.played(tournament, fixture.id, result, now))
    while (due := wake(tournament, now)) is not None:
        now = max(now, due)
        tournament = numbered(life.caught_up(tournament, now))
    assert tournament.stage is TournamentStage.OVER
    assert all(fixture.decided for fixture in tournament.fixtures)
    assert set(champions(tournament)) <= {entrant.user for entrant in tournament.entrants}


@OFTEN
@TOURNAMENTS
def test_nothing_is_due_before_the_wake_time_and_everything_is_done_once(
    form: TournamentFormat, size: int, hours: int, seed: int
) -> None:
    chance, now = random.Random(seed), 0
    tournament = drawn(form, size, hours, seed)
    for _ in range(12):
        due = wake(tournament, now)
        if due is None:
            return
        assert life.caught_up(tournament, due - 1) == tournament
        now = due
        after = numbered(life.caught_up(tournament, now))
        assert life.caught_up(after, now) == after
        assert (wake(after, now) or now + 1) > now
        tournament = after
        if tournament.stage is TournamentStage.RUNNING:
            try:
                tournament = numbered(life.caught_up(acted(tournament, now, chance), now))
            except RequestRefused:
                continue


@OFTEN
@TOURNAMENTS
def test_the_table_adds_up(form: TournamentFormat, size: int, hours: int, seed: int) -> None:
    chance = random.Random(seed)
    tournament = drawn(form, size, hours, seed)
    fixtures = tuple(replace(one, decided=one.decided or any_result(one, chance)) for one in tournament.fixtures)
    tournament = replace(tournament, fixtures=fixtures)
    rows = table_of(tournament)
    met = [one for one in fixtures if one.away is not None]
    assert sum(row.played for row in rows) == 2 * len(met)
    assert sum(row.margin for row in rows) == 0
    given_out = sum(match_points(one.decided, user) for one in met for user in one.pair)
    assert sum(row.match_points for row in rows) == given_out == 2 * sum(bool(winners(one)) for one in met)
    assert [row.rank for row in rows] == [
        1 + sum(key(other) < key(row) for other in rows if other.match_points >= row.match_points) for row in rows
    ]


def any_result(fixture: Fixture, chance: random.Random) -> FixtureResult:
    home, away = fixture.pair
    if chance.random() < 0.2:
        return chance.choice(
            [FixtureResult(FixtureOutcome.WALKOVER, (home,)), FixtureResult(FixtureOutcome.NOBODY, ())]
        )
    return FixtureResult(
        FixtureOutcome.PLAYED, chance.choice([(home,), (away,), (home, away)]), (chance.randrange(3), 0), 1
    )


def winners(fixture: Fixture) -> tuple[int, ...]:
    return fixture.decided.winners if fixture.decided else ()


def key(row: object) -> tuple[int, ...]:
    """Return the sort key of a row, implemented independently."""
    names = ("match_points", "among", "margin", "points")
    return (*(-(getattr(row, name) or 0) for name in names), getattr(row, "walkovers"))  # noqa: B009 - any row


@OFTEN
@TOURNAMENTS
def test_the_loser_of_a_knock_out_fixture_is_eliminated(
    form: TournamentFormat, size: int, hours: int, seed: int
) -> None:
    chance = random.Random(seed)
    tournament = drawn(TournamentFormat.KNOCKOUT, size, hours, seed)
    while tournament.stage is TournamentStage.RUNNING:
        fixture = chance.choice(life.open_fixtures(tournament))
        result = FixtureResult(FixtureOutcome.PLAYED, (chance.choice(fixture.pair),), (1, 0), 1)
        tournament = numbered(life.played(tournament, fixture.id, result, 0))
    lost = [user for one in tournament.fixtures for user in one.pair if user not in winners(one)]
    assert len(lost) == len(set(lost)) == size - 1
    assert champions(tournament) == tuple({entrant.user for entrant in tournament.entrants} - set(lost))
    assert [len(places) for places in bracket_of(tournament)] == [
        2**k for k in reversed(range(life.matchdays(tournament)))
    ]
    assert form in TournamentFormat


def test_matchdays_keep_the_hour_of_their_deadline() -> None:
    tournament = drawn(TournamentFormat.SINGLE, 4, 24, 1)
    late = numbered(life.caught_up(tournament, 24 * HOUR + HOUR // 2))
    assert {fixture.deadline for fixture in life.open_fixtures(late)} == {48 * HOUR}
    much_later = numbered(life.caught_up(tournament, 30 * HOUR))
    assert {fixture.deadline for fixture in life.open_fixtures(much_later)} == {54 * HOUR}
