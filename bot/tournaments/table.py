"""The table of a round robin with its tie-breaks, the bracket of a knock-out, the champions."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bot.tournaments.values import (
    Fixture,
    FixtureOutcome,
    FixtureResult,
    TieBreak,
    Tournament,
    TournamentFormat,
    TournamentPlace,
    TournamentStage,
)

WIN: Final = 2
"""Match points for a win."""
SHARED: Final = 1
"""Match points for a shared win."""


def table_of(tournament: Tournament) -> tuple[TournamentPlace, ...]:
    """Return the table of a round robin, ordered by each `TieBreak` in turn.

    Players equal in all of them share a rank and are listed in the order of the draw.
    """
    rows = {
        entrant.user: TournamentPlace(0, number, entrant.user, withdrawn=entrant.withdrawn)
        for number, entrant in enumerate(tournament.entrants, start=1)
    }
    for fixture in tournament.fixtures:
        for side, user in enumerate(fixture.pair):
            rows[user] = _with_fixture(rows[user], fixture, side)
    ordered = sorted(_with_among(tournament, rows.values()), key=lambda row: (_worth(row), row.number))
    placed: list[TournamentPlace] = []
    for number, row in enumerate(ordered, start=1):
        behind = _behind(placed[-1], row) if placed else None
        rank = number if not placed or behind is not None else placed[-1].rank
        placed.append(replace(row, rank=rank, behind=behind))
    return tuple(placed)


def champions(tournament: Tournament) -> tuple[int, ...]:
    """Return the winners of a finished tournament: several if they share the win, none if nobody won."""
    if tournament.stage is not TournamentStage.OVER:
        return ()
    if tournament.format is TournamentFormat.KNOCKOUT:
        final = bracket_of(tournament)[-1][0]
        return () if final is None or final.decided is None else final.decided.winners
    return tuple(row.user for row in table_of(tournament) if row.rank == 1 and row.match_points)


def bracket_of(tournament: Tournament) -> tuple[tuple[Fixture | None, ...], ...]:
    """Return the fixtures of a knock-out by round and place; None for a place still open or reached by no player."""
    found = {(fixture.matchday, fixture.place): fixture for fixture in tournament.fixtures}
    places = sum(fixture.matchday == 1 for fixture in tournament.fixtures)
    rounds: list[tuple[Fixture | None, ...]] = []
    while places:
        rounds.append(tuple(found.get((len(rounds) + 1, place)) for place in range(places)))
        places //= 2
    return tuple(rounds)


def match_points(decided: FixtureResult | None, user: int) -> int:
    """Return the match points of a player from a fixture."""
    if decided is None or decided.outcome is FixtureOutcome.BYE or user not in decided.winners:
        return 0
    return WIN if len(decided.winners) == 1 else SHARED


def _with_fixture(row: TournamentPlace, fixture: Fixture, side: int) -> TournamentPlace:
    """Return a row with a fixture added; undecided ones and byes add nothing. ``side`` is 0 for the home player."""
    decided = fixture.decided
    if decided is None or decided.outcome is FixtureOutcome.BYE:
        return row
    lost, alone = row.user not in decided.winners, len(decided.winners) == 1
    own, others = decided.points[side], decided.points[1 - side]
    return replace(
        row,
        won=row.won + (not lost and alone),
        shared=row.shared + (not lost and not alone),
        lost=row.lost + lost,
        walkovers=row.walkovers + (lost and decided.outcome is not FixtureOutcome.PLAYED),
        match_points=row.match_points + match_points(decided, row.user),
        margin=row.margin + own - others,
        points=row.points + own,
    )


def _with_among(tournament: Tournament, rows: Iterable[TournamentPlace]) -> list[TournamentPlace]:
    """Set ``among`` in the rows of tied players: their match points in the fixtures among them."""

    def match_points_of(row: TournamentPlace) -> int:
        return row.match_points

    found: list[TournamentPlace] = []
    for _, equals in groupby(sorted(rows, key=match_points_of), key=match_points_of):
        tied = list(equals)
        if len(tied) == 1:
            found += tied
            continue
        users = {row.user for row in tied}
        inner = [fixture for fixture in tournament.fixtures if len(fixture.pair) > 1 and users.issuperset(fixture.pair)]
        found += [replace(row, among=_sum_of(inner, row.user)) for row in tied]
    return found


def _sum_of(fixtures: Iterable[Fixture], user: int) -> int:
    return sum(match_points(fixture.decided, user) for fixture in fixtures)


def _worth(row: TournamentPlace) -> Sequence[int]:
    """Return the sort key of a row, one number per `TieBreak`, smallest first."""
    return -row.match_points, -(row.among or 0), -row.margin, -row.points, row.walkovers


def _behind(above: TournamentPlace, row: TournamentPlace) -> TieBreak | None:
    """Return the first criterion by which a row is behind the one above it; None if they are equal."""
    pairs = zip(TieBreak, _worth(above), _worth(row), strict=True)
    return next((reason for reason, better, worse in pairs if better != worse), None)
