"""The records before a game: only those that `bot.ratings.settling.required_records` lists."""

from collections import Counter
from itertools import combinations, groupby

from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.settling import RequiredRecords, StandingKey, required_records
from bot.ratings.values import Achievement, GameFacts, PriorRecords, Rated, Rating, RatingKey, Standing
from bot.rummy.families import Variant
from data.ratings.rows import pool_of, rating_from, scope_of, standing_from
from data.ratings.schema import earned, ratings, result_lines, results, standings


async def prior_records(
    connection: AsyncConnection, facts: GameFacts, season: int, meetings_allowed: int
) -> PriorRecords:
    """Read the records before a game that ended after all counted games of its server."""
    need = required_records(facts, season)
    wins, games = await _games(connection, facts.guild, need.users)
    return PriorRecords(
        season=season,
        meetings_allowed=meetings_allowed,
        games_that_day=await _games_that_day(connection, facts.guild, need),
        ratings=await _ratings(connection, facts.guild, need),
        standings=await _standings(connection, facts.guild, need),
        earned=await _earned(connection, facts.guild, need.users),
        won_variants=wins,
        finished_games=games,
    )


async def _games_that_day(connection: AsyncConnection, guild: int, need: RequiredRecords) -> dict[frozenset[int], int]:
    """Count the rated games that each pair of a game's players has played together that day."""
    users = frozenset[int]().union(*need.pairs)
    begin, end = need.day
    found = await connection.execute(
        select(result_lines.c.table_id, result_lines.c.user)
        .join(results, results.c.table_id == result_lines.c.table_id)
        .where(
            result_lines.c.user.in_(users),
            result_lines.c.guild == guild,
            result_lines.c.ended_at >= begin,
            result_lines.c.ended_at < end,
            results.c.rated == Rated.YES,
        )
        .order_by(result_lines.c.table_id)
    )
    met = Counter[frozenset[int]]()
    for _, group in groupby(found, lambda line: line[0]):
        met.update(map(frozenset, combinations([user for _, user in group], 2)))
    return {pair: met[pair] for pair in need.pairs}


async def _ratings(connection: AsyncConnection, guild: int, need: RequiredRecords) -> dict[RatingKey, Rating]:
    """Read the ratings that a game changes."""
    users = {user for user, _ in need.ratings}
    found = await connection.execute(select(ratings).where(ratings.c.guild == guild, ratings.c.user.in_(users)))
    kept = {(line["user"], pool_of(line["family"])): rating_from(line) for line in found.mappings()}
    return {key: kept[key] for key in need.ratings if key in kept}


async def _standings(connection: AsyncConnection, guild: int, need: RequiredRecords) -> dict[StandingKey, Standing]:
    """Read the rows of standings that a game may change."""
    users, numbers = {key[0] for key in need.standings}, {key[1] for key in need.standings}
    found = await connection.execute(
        select(standings).where(
            standings.c.guild == guild, standings.c.user.in_(users), standings.c.season.in_(numbers)
        )
    )
    kept = {(line["user"], line["season"], scope_of(line["scope"])): standing_from(line) for line in found.mappings()}
    return {key: kept[key] for key in need.standings if key in kept}


async def _earned(connection: AsyncConnection, guild: int, users: frozenset[int]) -> dict[int, frozenset[Achievement]]:
    """Return the achievements that players have already earned."""
    found = await connection.execute(
        select(earned.c.user, earned.c.achievement)
        .where(earned.c.guild == guild, earned.c.user.in_(users))
        .order_by(earned.c.user)
    )
    return {
        user: frozenset(Achievement(word) for _, word in group) for user, group in groupby(found, lambda line: line[0])
    }


async def _games(
    connection: AsyncConnection, guild: int, users: frozenset[int]
) -> tuple[dict[int, frozenset[Variant]], dict[int, int]]:
    """Return players' won variants and numbers of finished games, in games without computers.

    Lines with achievements, even none of them, are those of games between people that weren't closed.
    """
    found = await connection.execute(
        select(
            result_lines.c.user,
            results.c.variant,
            func.sum(case((result_lines.c.won, 1), else_=0)),
            func.sum(case((result_lines.c.forfeit, 0), else_=1)),
        )
        .join(results, results.c.table_id == result_lines.c.table_id)
        .where(
            result_lines.c.user.in_(users),
            result_lines.c.guild == guild,
            result_lines.c.feats.is_not(None),
            results.c.rated != Rated.VOID,
        )
        .group_by(result_lines.c.user, results.c.variant)
    )
    wins, games = dict[int, frozenset[Variant]](), Counter[int]()
    for user, variant, won, finished in found:
        games[user] += finished
        if won:
            wins[user] = wins.get(user, frozenset()) | {Variant(variant)}
    return wins, dict(games)
