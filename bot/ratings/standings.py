"""Standings: what a rated game does to a row of them, and the one order in which rows stand."""

from collections.abc import Iterable
from dataclasses import replace

from bot.ratings.rating import FIRST, shown
from bot.ratings.values import RANKED_FROM, PlayerResult, Ranked, Rating, Standing


def advanced(standing: Standing, line: PlayerResult, at: int, rating: Rating) -> Standing:
    """Count a rated game that ended at ``at``; ``rating`` is the one after it."""
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
    """Go on with games won in a row, lost ones negative."""
    return max(streak, 0) + 1 if won else min(streak, 0) - 1


def sort_key(standing: Standing) -> tuple[int, ...]:
    """Give what rows are sorted by, the best first; the id at the end only keeps equal ones apart.

    Who has games enough to be ranked comes before who has not; then the shown rating, wins, points, fewer games, and
    the earlier last game decide.
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
    """Put rows in order and give each its rank, counted as in sports: 1, 2, 2, 4."""
    rows: list[Ranked] = []
    before: tuple[int, ...] | None = None
    rank = 0
    for place, standing in enumerate(sorted(standings, key=sort_key), start=1):
        key = sort_key(standing)[:-1]
        rank = rank if key == before else place
        rows.append(Ranked(None if standing.games < RANKED_FROM else rank, standing))
        before = key
    return tuple(rows)
