"""Ratings and standings: how a game changes them, the regression at a new season, the displayed number, the order."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from bot.ratings.values import ALL_TIME, RANKED_FROM, PlayerResult, Ranked, Rating, Standing

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
FIRST: Final = Rating(MU, SIGMA)
"""Every player's first rating."""
SURE_FROM: Final = 10
"""A rating based on fewer games is provisional."""
SURE_SIGMA: Final = 5.0
"""A rating with a higher sigma is provisional."""


def shown(rating: Rating) -> int:
    """Return the displayed rating: 1000 for a beginner, never below 0."""
    return max(0, round(precisely(rating)))


def precisely(rating: Rating) -> float:
    """Return the displayed rating before rounding: the mean minus three sigmas, scaled."""
    return 1000 + 40 * (rating.mu - 3 * rating.sigma)


def is_provisional(rating: Rating) -> bool:
    """Return whether a rating is provisional: based on too few games, or too uncertain."""
    return rating.games < SURE_FROM or rating.sigma > SURE_SIGMA


def after_reset(rating: Rating, season: int) -> Rating:
    """Return a rating at the start of a game of ``season``, regressed toward the mean if that is a new season.

    mu goes half of the way back to the first rating, and sigma a quarter. A game outside any season changes nothing.
    """
    if season in (ALL_TIME, rating.season) or not rating.games:
        return replace(rating, season=season)
    return replace(rating, mu=(rating.mu + MU) / 2, sigma=rating.sigma + (SIGMA - rating.sigma) / 4, season=season)


def rate(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings after a game, in the same order; equal places share a rank.

    The players are sorted first, so the result doesn't depend on the seats, not even in the last digit. Tied players
    with equal ratings get equal ratings.
    """
    keys = [(place, rating.mu, rating.sigma) for place, rating in zip(places, before, strict=True)]
    order = sorted(keys)
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for _, mu, sigma in order]
    after = model.rate(teams, ranks=[float(place) for place, *_ in order])
    found = dict(zip(reversed(order), reversed([rated for (rated,) in after]), strict=True))
    return tuple(
        replace(rating, mu=found[key].mu, sigma=found[key].sigma, games=rating.games + 1)
        for key, rating in zip(keys, before, strict=True)
    )


@cache
def _model() -> "PlackettLuce":
    """Return the model with its defaults. The import is slow, so it waits for the first rated game."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce()


def advanced(standing: Standing, line: PlayerResult, at: int, rating: Rating) -> Standing:
    """Return a row with a rated game added, which ended at ``at`` and led to ``rating``."""
    streak = streak_after(standing.streak, won=line.won)
    return replace(
        standing,
        games=standing.games + 1,
        wins=standing.wins + line.won,
        points=standing.points + line.points,
        streak=streak,
        best_streak=max(standing.best_streak, streak),
        last_at=at,
        rating=rating,
    )


def streak_after(streak: int, *, won: bool) -> int:
    """Return a streak continued by a win or a loss; losses are negative."""
    return max(streak, 0) + 1 if won else min(streak, 0) - 1


# By rating less three times its uncertainty: wins favor players who play often, a win rate those with one game. An
# order to choose would leave no common leader.
def sort_key(standing: Standing) -> tuple[int, ...]:
    """Return the sort key of a row, best first; the user id at the end only fixes the order of equal rows.

    Ranked players come first. Then these decide: displayed rating, wins, points, fewer games, an earlier last game.
    """
    return (
        standing.games < RANKED_FROM,
        -shown(standing.rating or FIRST),
        -standing.wins,
        -standing.points,
        standing.games,
        standing.last_at,
        standing.user,
    )


def ranked(standings: Iterable[Standing]) -> tuple[Ranked, ...]:
    """Sort rows and rank them; equal rows share a rank: 1, 2, 2, 4."""
    rows: list[Ranked] = []
    before: tuple[int, ...] | None = None
    rank = 0
    for place, standing in enumerate(sorted(standings, key=sort_key), start=1):
        key = sort_key(standing)[:-1]
        rank = rank if key == before else place
        rows.append(Ranked(None if standing.games < RANKED_FROM else rank, standing))
        before = key
    return tuple(rows)
