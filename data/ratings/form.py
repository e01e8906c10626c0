"""How players did before a game: their wins in a row, and their best rating."""

from typing import Final

from sqlalchemy import ColumnElement, Tuple, and_, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.rating import shown
from bot.ratings.settling import people_of
from bot.ratings.values import Rated, Rating, Result
from data.ratings.schema import ALL, rating_changes, result_lines, results

_LONGEST: Final = 100
"""The number of games that are read for a streak."""


async def read_streaks(connection: AsyncConnection, result: Result) -> dict[int, int]:
    """Return the rated wins in a row of each winner of a rated game, this one included."""
    if result.rated is not Rated.YES:
        return {}
    streaks = {}
    for user, line in people_of(result.facts).items():
        if line.won:
            streaks[user] = await _streak(connection, result, user)
    return streaks


async def read_best_ratings(connection: AsyncConnection, result: Result) -> dict[int, int]:
    """Return the highest displayed rating over all games of each player before a rated game."""
    if result.rated is not Rated.YES:
        return {}
    best = {}
    for user in people_of(result.facts):
        value = rating_changes.c.mu - 3 * rating_changes.c.sigma
        here = and_(rating_changes.c.table_id == result_lines.c.table_id, rating_changes.c.seat == result_lines.c.seat)
        highest = await connection.scalar(
            select(func.max(value))
            .select_from(result_lines)
            .join(rating_changes, here)
            .where(_of(result, user), _key() < _key_of(result), rating_changes.c.family == ALL)
        )
        if highest is not None:
            best[user] = shown(Rating(highest, 0))
    return best


async def _streak(connection: AsyncConnection, result: Result, user: int) -> int:
    """Return a player's rated wins in a row up to a game."""
    found = await connection.execute(
        select(result_lines.c.won)
        .join(results, results.c.table_id == result_lines.c.table_id)
        .where(_of(result, user), _key() <= _key_of(result), results.c.rated == Rated.YES)
        .order_by(result_lines.c.ended_at.desc(), result_lines.c.table_id.desc())
        .limit(_LONGEST)
    )
    streak = 0
    for won in found.scalars():
        if not won:
            break
        streak += 1
    return streak


def _of(result: Result, user: int) -> ColumnElement[bool]:
    """Return the condition for a player's games on the server of a game."""
    return and_(result_lines.c.user == user, result_lines.c.guild == result.facts.guild)


def _key() -> Tuple:
    """Return the order in which games ended."""
    return tuple_(result_lines.c.ended_at, result_lines.c.table_id)


def _key_of(result: Result) -> Tuple:
    """Return the place of a game in that order."""
    return tuple_(result.facts.ended_at, result.facts.table)
