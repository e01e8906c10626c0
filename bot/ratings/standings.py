"""Standings: how a rated game changes a row, and the order of rows."""

from collections.abc import Iterable
from dataclasses import replace

from bot.ratings.rating import FIRST, shown
from bot.ratings.values import RANKED_FROM, PlayerResult, Ranked, Rating, Standing


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
