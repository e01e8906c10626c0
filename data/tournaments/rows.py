"""Conversion between tournaments and rows. The database calls them leagues."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.engine import RowMapping

from bot.play.state.tournament_ports import TournamentRow
from bot.play.state.values import Pace, TimeLimits
from bot.rummy.options import changes_from
from bot.tournaments.tournament import wake_of
from bot.tournaments.values import (
    Entrant,
    Fixture,
    FixtureOutcome,
    FixtureResult,
    Tournament,
    TournamentFormat,
    TournamentStage,
)
from data.tables.rows import options_from, settings_from, settings_value


def tournament_columns(row: TournamentRow) -> dict[str, object]:
    """Return the column values of a new tournament, without entrants and fixtures."""
    return {
        "guild": row.guild,
        "channel": row.channel,
        "message": row.message,
        "name": row.name,
        "host": row.host,
        "variant": row.options.variant,
        "options": changes_from(row.options),
        "pace": row.pace,
        "turn_ms": None if row.limits is None else row.limits.turn,
        "bank_ms": None if row.limits is None else row.limits.bank,
        "manner": settings_value(row.settings),
        "created_at": row.created_at,
        "format": row.tournament.format,
        "hours": row.tournament.hours,
        **stage_values(row.tournament),
    }


def stage_values(tournament: Tournament) -> dict[str, object]:
    """Return the column values that change during a tournament."""
    return {"stage": tournament.stage, "matchday": tournament.matchday, "seed": tournament.seed}


def fixture_values(tournament: Tournament, fixture: Fixture, now: int) -> dict[str, object]:
    """Return the column values of a fixture, with the time at which something is due (``wake``)."""
    decided = fixture.decided
    winners = () if decided is None else decided.winners
    home_points, away_points = (0, 0) if decided is None else decided.points
    return {
        "matchday": fixture.matchday,
        "place": fixture.place,
        "home": fixture.home,
        "away": fixture.away,
        "begun_at": fixture.begun_at,
        "deadline": fixture.deadline,
        "wake": wake_of(tournament, fixture, now),
        "home_came": fixture.home in fixture.came,
        "away_came": fixture.away in fixture.came,
        "reminded": fixture.reminded,
        "spent": fixture.spent,
        "ending": None if decided is None else decided.outcome,
        "home_won": fixture.home in winners,
        "away_won": fixture.away in winners,
        "home_points": home_points,
        "away_points": away_points,
        "table_id": None if decided is None else decided.table,
        "meeting": fixture.meeting,
        "home_agreed": fixture.home in fixture.agreed,
        "away_agreed": fixture.away in fixture.agreed,
        "home_told": fixture.home in fixture.told,
        "away_told": fixture.away in fixture.told,
    }


def fixture_from(kept: RowMapping, table: int | None, playing: bool, sitting: frozenset[int]) -> Fixture:
    """Return the fixture in a row, with its open table and the players who have joined there."""
    home, away = kept["home"], kept["away"]

    def players(what: str) -> frozenset[int]:
        return frozenset(user for user, side in ((home, "home"), (away, "away")) if kept[f"{side}_{what}"])

    return Fixture(
        id=kept["id"],
        matchday=kept["matchday"],
        place=kept["place"],
        home=home,
        away=away,
        begun_at=kept["begun_at"],
        deadline=kept["deadline"],
        came=players("came") | sitting,
        reminded=kept["reminded"],
        spent=kept["spent"],
        decided=_decision_from(kept),
        table=table,
        playing=playing,
        meeting=kept["meeting"],
        agreed=players("agreed"),
        told=players("told"),
    )


def tournament_from(kept: RowMapping, entrants: tuple[Entrant, ...], fixtures: tuple[Fixture, ...]) -> TournamentRow:
    """Return the tournament in a row, with its entrants and fixtures."""
    return TournamentRow(
        id=kept["id"],
        guild=kept["guild"],
        channel=kept["channel"],
        name=kept["name"],
        host=kept["host"],
        options=options_from(kept),
        pace=Pace(kept["pace"]),
        limits=None if kept["turn_ms"] is None else TimeLimits(kept["turn_ms"], kept["bank_ms"]),
        settings=settings_from(kept["manner"]),
        created_at=kept["created_at"],
        tournament=Tournament(
            format=TournamentFormat(kept["format"]),
            hours=kept["hours"],
            stage=TournamentStage(kept["stage"]),
            entrants=entrants,
            fixtures=fixtures,
            matchday=kept["matchday"],
            seed=kept["seed"],
        ),
        message=kept["message"],
    )


def differing(kept: RowMapping, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the column values that differ from the stored row."""
    return {name: value for name, value in values.items() if value != kept[name]}


def _decision_from(kept: RowMapping) -> FixtureResult | None:
    """Return the result in a fixture's row; None if it's undecided."""
    if kept["ending"] is None:
        return None
    sides = ((kept["home"], kept["home_won"]), (kept["away"], kept["away_won"]))
    winners = tuple(user for user, won in sides if won and user is not None)
    return FixtureResult(
        FixtureOutcome(kept["ending"]), winners, (kept["home_points"], kept["away_points"]), kept["table_id"]
    )
