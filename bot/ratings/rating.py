"""Ratings: what a game does to them, what a new season does, and the number that people read."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from bot.ratings.values import ALL_TIME, Rating

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
FIRST: Final = Rating(MU, SIGMA)
"""What everybody begins with."""
SURE_FROM: Final = 10
"""Games below which a rating is provisional."""
SURE_SIGMA: Final = 5.0
"""Sigma above which a rating is provisional."""


def shown(rating: Rating) -> int:
    """Give the one number that people read: 1000 for a beginner, never below 0."""
    return max(0, round(precisely(rating)))


def precisely(rating: Rating) -> float:
    """Give the number that people read as it is before it is rounded: strength, on the safe side by three sigmas."""
    return 1000 + 40 * (rating.mu - 3 * rating.sigma)


def is_provisional(rating: Rating) -> bool:
    """Say whether there are too few games behind a rating to trust it."""
    return rating.games < SURE_FROM or rating.sigma > SURE_SIGMA


def after_reset(rating: Rating, season: int) -> Rating:
    """Give a rating as a game of ``season`` begins with it: in another season than the last one softly reset.

    Then mu halves its distance to where everybody began, and sigma goes a quarter of the way back. Games outside of all
    seasons reset nothing.
    """
    if season in (ALL_TIME, rating.season) or not rating.games:
        return replace(rating, season=season)
    return replace(rating, mu=(rating.mu + MU) / 2, sigma=rating.sigma + (SIGMA - rating.sigma) / 4, season=season)


def rate(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Give the ratings after a game, in the same order; equal places share a rank.

    The result does not depend on who sat where, to the last digit: the players are put in an order of their own first,
    and of two who are alike before it and share a place both get what the first one gets.
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
    """Make the model with its defaults; importing it takes a while, so only who rates a game waits for that."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce()
