"""Tournaments for tests: drawn among players with long names, and played as far as needed."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import HOUR, Pace, TableSettings, TimeLimits
from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.tournaments import tournament as arithmetic
from bot.tournaments.values import (
    MOST_ENTRANTS,
    Entrant,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from cogs.tournaments.screens.tournament import TournamentScene
from tests.cogs.table.scenes import FULL_DETAIL, TEXTS

FIRST = 10**18
"""The id of the first entrant; ids are as long as Discord's."""


def people(count: int) -> tuple[int, ...]:
    """Return the ids of ``count`` players."""
    return tuple(FIRST + number for number in range(count))


def numbered(tournament: Tournament) -> Tournament:
    """Return fixtures with ids, as a store assigns them."""
    fixtures = (replace(fixture, id=10**6 + at) for at, fixture in enumerate(tournament.fixtures))
    return replace(tournament, fixtures=tuple(fixtures))


def joining(form: TournamentFormat, count: int) -> Tournament:
    """Return a tournament that can be joined, with ``count`` entrants."""
    return Tournament(form, entrants=tuple(Entrant(user) for user in people(count)))


def drawn(form: TournamentFormat, count: int, *, at: int = 0) -> Tournament:
    """Return a tournament whose first matchday has begun."""
    return numbered(arithmetic.drawn(joining(form, count), bytes(32), at))


def win(tournament: Tournament, fixture: Fixture, points: Sequence[int] = (104, 31), *, now: int = 1) -> Tournament:
    """Play a fixture. The player with more points wins, or both share the win."""
    pair = fixture.pair
    best = max(points)
    winners = tuple(user for user, own in zip(pair, points, strict=True) if own == best)
    one, other = points
    decided = FixtureResult(FixtureOutcome.PLAYED, winners, (one, other), table=fixture.id)
    return numbered(arithmetic.played(tournament, fixture.id, decided, now))


def play_out(tournament: Tournament, matchdays: int | None = None, seed: int = 0) -> Tournament:
    """Play until a matchday has begun, or to the end. Some games are shared, some are walk-overs."""
    rng = Random(seed)
    now = 0
    while tournament.stage is TournamentStage.RUNNING and (matchdays is None or tournament.matchday <= matchdays):
        fixtures = arithmetic.open_fixtures(tournament)
        fixture = rng.choice(fixtures)
        if rng.random() < 0.1:
            now = max(now, fixture.deadline or 0)
            tournament = numbered(arithmetic.caught_up(tournament, now))
        elif rng.random() < 0.1 and tournament.format is not TournamentFormat.KNOCKOUT:
            tournament = win(tournament, fixture, (50, 50), now=now)
        else:
            tournament = win(tournament, fixture, rng.sample(range(200), 2), now=now)
    return tournament


def all_decided(tournament: Tournament, seed: int = 0) -> Tournament:
    """Return a finished round robin like `play_out`, without playing each matchday."""
    rng = Random(seed)

    def decided(fixture: Fixture) -> FixtureResult:
        if fixture.away is None:
            return FixtureResult(FixtureOutcome.BYE, fixture.pair)
        winner = rng.choice(fixture.pair)
        points = rng.sample(range(200), 2)
        return FixtureResult(FixtureOutcome.PLAYED, (winner,), (max(points), min(points)), table=1)

    fixtures = tuple(replace(fixture, decided=decided(fixture)) for fixture in tournament.fixtures)
    last = max(fixture.matchday for fixture in fixtures)
    return replace(tournament, fixtures=fixtures, matchday=last, stage=TournamentStage.OVER)


def row_of(tournament: Tournament, options: Options | None = None, name: str = "Winter") -> TournamentRow:
    """Return a stored tournament."""
    return TournamentRow(
        id=2**31,
        guild=10**18,
        channel=10**18 + 1,
        name=name,
        host=FIRST,
        options=options or options_for(Variant.GIN),
        pace=Pace.SLOW,
        limits=TimeLimits(24 * HOUR),
        settings=TableSettings(invite_only=True, quick=True),
        created_at=0,
        tournament=tournament,
        message=10**18 + 9,
    )


def scene_of(row: TournamentRow, names: dict[int, str] | None = None) -> TournamentScene:
    """Return the scene of a tournament; its players are named Ala 0, Ala 1 and so on."""
    called = {user: f"Ala {at}" for at, user in enumerate(people(max(MOST_ENTRANTS.values())))}
    return TournamentScene(TEXTS, row, called if names is None else names, detail=FULL_DETAIL)
