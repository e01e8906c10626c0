"""Counting: of one game that ended after all others, or of all games of a server again.

Both need a connection from `Database.write_alone`.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import isclose
from typing import Final, TypeAlias

from sqlalchemy import Delete, Table, and_, bindparam, case, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.seasons import season_at
from bot.ratings.settling import RequiredRecords, ServerTotals, StandingKey, required_records, settled
from bot.ratings.values import (
    Achievement,
    GameFacts,
    PriorRecords,
    Rated,
    Rating,
    RatingChange,
    RatingKey,
    Result,
    Season,
    Settled,
    Standing,
)
from bot.rummy.families import Variant
from data.ratings.rows import (
    change_values,
    line_values,
    pool_of,
    rating_from,
    rating_values,
    read_changes,
    read_results,
    read_seasons,
    result_values,
    scope_of,
    select_results,
    standing_from,
    standing_values,
    word_of,
)
from data.ratings.schema import earned, rating_changes, ratings, result_lines, results, rulings, standings


async def prior_records(
    connection: AsyncConnection, facts: GameFacts, season: int, meetings_allowed: int
) -> PriorRecords:
    """Read the records before a game that ended after all counted games of its server."""
    need = required_records(facts, season)
    wins, games = await _games_before(connection, facts.guild, need.users)
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


async def _games_before(
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


NEAR: Final = 1e-9
"""Recomputed ratings may differ by this much, since floating-point results vary between machines."""
_CHUNK: Final = 1000
ColumnValues: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Recounted:
    """The result of recounting a server: how many rows changed, and the wanted game as counted, if there was one."""

    differing: int
    wanted: Settled | None = None


@dataclass(frozen=True, slots=True)
class _Game:
    """A stored game as it was counted last, and the ruling on it."""

    result: Result
    changes: tuple[RatingChange, ...]
    meetings_allowed: int
    void: bool


async def count_game(connection: AsyncConnection, facts: GameFacts, meetings_allowed: int) -> Settled:
    """Count a game that has a ruling but no result. If other games ended after it, recount its server."""
    season = season_at(await read_seasons(connection, facts.guild), facts.ended_at)
    if not await _is_last(connection, facts):
        await write_results(connection, [Result(facts, facts.unrated or Rated.YES, season)])
        again = (await recount_server(connection, facts.guild, facts.table)).wanted
        if again is not None:
            return again
    done = settled(facts, await prior_records(connection, facts, season, meetings_allowed))
    await write_results(connection, [done.result])
    await _add(connection, done)
    return done


async def recount_server(connection: AsyncConnection, guild: int, wanted: int | None = None) -> Recounted:
    """Recount all games of a server, and store the differences. ``wanted`` is the table of the game to return."""
    seasons, totals = await read_seasons(connection, guild), ServerTotals()
    differing, told, gained = 0, None, list[ColumnValues]()
    async for games in _games(connection, guild):
        counted = await asyncio.to_thread(_counted, totals, games, seasons)
        differing += await _correct_games(connection, games, counted)
        for done in counted:
            gained += _earned_values(done)
            told = done if done.result.facts.table == wanted else told
    differing += await _correct_sums(connection, ratings, guild, _ratings_values(guild, totals.ratings))
    differing += await _correct_sums(connection, standings, guild, _standings_values(guild, totals.standings))
    differing += await _correct_sums(connection, earned, guild, gained)
    return Recounted(differing, told)


async def write_results(connection: AsyncConnection, made: Sequence[Result]) -> None:
    """Store results and their lines, replacing earlier ones."""
    numbers = [result.facts.table for result in made]
    for table in (result_lines, results):
        await connection.execute(delete(table).where(table.c.table_id.in_(numbers)))
    await connection.execute(insert(results), [result_values(result) for result in made])
    await connection.execute(insert(result_lines), [line for result in made for line in line_values(result.facts)])


async def _is_last(connection: AsyncConnection, facts: GameFacts) -> bool:
    """Return whether a game ended after all counted games of its server."""
    after = select(results.c.table_id).where(
        results.c.guild == facts.guild,
        tuple_(results.c.ended_at, results.c.table_id) > tuple_(facts.ended_at, facts.table),
    )
    return (await connection.execute(after.limit(1))).first() is None


async def _add(connection: AsyncConnection, done: Settled) -> None:
    """Store everything that a server's last game changes."""
    facts = done.result.facts
    changed = {(change.user, change.pool): change.after for change in done.changes}
    for table, rows in (
        (rating_changes, change_values(facts, done.changes)),
        (ratings, _ratings_values(facts.guild, changed)),
        (standings, _standings_values(facts.guild, done.standings)),
        (earned, _earned_values(done)),
    ):
        if rows:
            await connection.execute(_delete_by_key(table), [_key_values(table, row) for row in rows])
            await connection.execute(insert(table), rows)


async def _games(connection: AsyncConnection, guild: int) -> AsyncIterator[list[_Game]]:
    """Yield the games of a server in batches, in the order in which they ended."""
    last = (-1, 0)
    while True:
        found = await connection.execute(
            select_results()
            .add_columns(rulings.c.meetings_allowed, rulings.c.void_at)
            .join(rulings, rulings.c.table_id == results.c.table_id)
            .where(results.c.guild == guild, tuple_(results.c.ended_at, results.c.table_id) > tuple_(*last))
            .order_by(results.c.ended_at, results.c.table_id)
            .limit(_CHUNK)
        )
        kept = found.mappings().all()
        if not kept:
            return
        last = (kept[-1]["ended_at"], kept[-1]["table_id"])
        played = await read_results(connection, kept)
        changes = await read_changes(connection, played)
        yield [
            _Game(result, changes[line["table_id"]], line["meetings_allowed"], line["void_at"] is not None)
            for result, line in zip(played, kept, strict=True)
        ]


def _counted(totals: ServerTotals, games: Sequence[_Game], seasons: Sequence[Season]) -> list[Settled]:
    """Count games in order, adding them to ``totals``."""
    return [
        totals.count(facts, season_at(seasons, facts.ended_at), game.meetings_allowed, void=game.void)
        for game in games
        for facts in (game.result.facts,)
    ]


async def _correct_games(connection: AsyncConnection, games: Sequence[_Game], counted: Sequence[Settled]) -> int:
    """Store the results and rating changes that differ after counting again. Return how many games differ."""
    pairs = [(game, done) for game, done in zip(games, counted, strict=True)]
    others = [done.result for game, done in pairs if done.result != game.result]
    if others:
        await connection.execute(
            update(results)
            .where(results.c.table_id == bindparam("number"))
            .values(rated=bindparam("how"), season=bindparam("when")),
            [{"number": other.facts.table, "how": other.rated, "when": other.season} for other in others],
        )
    moved = [done for game, done in pairs if done.changes != game.changes]
    if moved:
        await connection.execute(
            delete(rating_changes).where(rating_changes.c.table_id == bindparam("number")),
            [{"number": done.result.facts.table} for done in moved],
        )
    rows = [row for done in moved for row in change_values(done.result.facts, done.changes)]
    if rows:
        await connection.execute(insert(rating_changes), rows)
    return sum(
        done.result != game.result or (done.changes != game.changes and not _same_changes(game, done))
        for game, done in pairs
    )


def _same_changes(game: _Game, done: Settled) -> bool:
    """Return whether a game's rating changes are the same as before, within `NEAR`."""
    facts = done.result.facts
    kept, now = change_values(facts, game.changes), change_values(facts, done.changes)
    return len(kept) == len(now) and all(map(_same, kept, now))


async def _correct_sums(connection: AsyncConnection, table: Table, guild: int, rows: Sequence[ColumnValues]) -> int:
    """Replace a server's rows in a totals table. Return how many changed."""
    found = await connection.execute(select(table).where(table.c.guild == guild))
    kept: dict[tuple[object, ...], ColumnValues] = {_key(table, row): row for row in map(dict, found.mappings())}
    wanted = {_key(table, row): row for row in rows}
    wrong = [row for key, row in kept.items() if wanted.get(key) != row]
    new = [row for key, row in wanted.items() if kept.get(key) != row]
    if wrong:
        await connection.execute(_delete_by_key(table), [_key_values(table, row) for row in wrong])
    if new:
        await connection.execute(insert(table), new)
    return sum(not _same(kept.get(key, {}), wanted.get(key, {})) for key in kept.keys() | wanted.keys())


def _same(one: ColumnValues, other: ColumnValues) -> bool:
    """Return whether two rows are the same, within `NEAR`."""
    return one.keys() == other.keys() and all(_same_value(value, other[name]) for name, value in one.items())


def _same_value(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=0, abs_tol=NEAR)
    return one == other


def _key(table: Table, row: ColumnValues) -> tuple[object, ...]:
    return tuple(row[column.name] for column in table.primary_key)


def _key_values(table: Table, row: ColumnValues) -> dict[str, object]:
    """Return a row's primary key as parameters of `_delete_by_key`."""
    return {f"key_{column.name}": row[column.name] for column in table.primary_key}


def _delete_by_key(table: Table) -> Delete:
    """Return a statement that deletes one row by its primary key."""
    return delete(table).where(and_(*(column == bindparam(f"key_{column.name}") for column in table.primary_key)))


def _ratings_values(guild: int, kept: Mapping[RatingKey, Rating]) -> list[ColumnValues]:
    return [
        {"guild": guild, "user": user, "family": word_of(family), **rating_values(rating)}
        for (user, family), rating in kept.items()
    ]


def _standings_values(guild: int, kept: Mapping[StandingKey, Standing]) -> list[ColumnValues]:
    return [standing_values(guild, season, scope, row) for (_, season, scope), row in kept.items()]


def _earned_values(done: Settled) -> list[ColumnValues]:
    facts = done.result.facts
    return [
        {"guild": facts.guild, "user": user, "achievement": str(one), "table_id": facts.table, "at": facts.ended_at}
        for user, new in done.earned.items()
        for one in sorted(new)
    ]
