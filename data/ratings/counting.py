"""Counting: of one game that ended after all others, of all games of a server again, or of all games from the records.

The first two need a connection that holds the server (`Database.write_alone`). The last one corrects rows changed by
hand or by a fault.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from typing import Final, TypeAlias

from sqlalchemy import Delete, Table, and_, bindparam, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.game import BrokenLog
from bot.play.state.records import finished_of
from bot.play.state.values import LogLine, TableRow
from bot.ratings.game_facts import facts_of
from bot.ratings.ports import Recomputed
from bot.ratings.seasons import season_at
from bot.ratings.settling import ServerTotals, StandingKey, settled
from bot.ratings.values import (
    ALL_TIME,
    GameFacts,
    Rated,
    Rating,
    RatingChange,
    RatingKey,
    Result,
    Season,
    Settled,
    Standing,
)
from bot.rummy.records.checking import RecordError
from data.database import Database, of_server
from data.location import DatabaseError
from data.ratings.rows import (
    change_values,
    line_values,
    prior_records,
    rating_values,
    read_changes,
    read_results,
    read_seasons,
    result_values,
    select_results,
    standing_values,
    word_of,
)
from data.ratings.schema import earned, rating_changes, ratings, result_lines, results, rulings, standings
from data.schema import seats, tables
from data.tables.rows import tables_with_logs

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


_TABLES: Final = 100


async def recompute(database: Database, progress: Callable[[int, int], None]) -> Recomputed:
    """Recompute derived data, one server at a time, so that others can write in between. DatabaseError.

    ``progress`` is called with the number of games recomputed so far, and of all.
    """
    async with database.read() as connection:
        on_servers = tables.c.settled, tables.c.guild.is_not(None)
        found = await connection.execute(select(tables.c.guild, func.count()).where(*on_servers).group_by("guild"))
        counts = dict(sorted((guild, count) for guild, count in found))
    games = differing = 0
    for guild in counts:
        last = 0
        while numbers := await _settled_after(database, guild, last):
            differing += await _recompute(database, guild, numbers)
            games, last = games + len(numbers), numbers[-1]
            progress(games, max(games, sum(counts.values())))
        async with database.write_alone(of_server(guild)) as connection:
            differing += (await recount_server(connection, guild)).differing
    return Recomputed(games, differing)


async def as_seated(connection: AsyncConnection, games: Sequence[GameFacts]) -> list[GameFacts]:
    """Return games with the players now stored for them, since a player's data may have been deleted meanwhile."""
    found = await connection.execute(
        select(seats.c.table_id, seats.c.user, seats.c.level)
        .where(seats.c.table_id.in_([facts.table for facts in games]))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    users: dict[int, list[int | None]] = {facts.table: [] for facts in games}
    for table, user, level in found:
        users[table].append(None if level else user)
    return [_seated(facts, users[facts.table]) for facts in games]


def _seated(facts: GameFacts, users: Sequence[int | None]) -> GameFacts:
    """Return a game with its players replaced by ``users``, in seat order."""
    now = {line.user: user for line, user in zip(facts.lines, users, strict=True) if user is not None}
    return replace(
        facts,
        lines=tuple(replace(line, user=user) for line, user in zip(facts.lines, users, strict=True)),
        achievements={now[user]: achievements for user, achievements in facts.achievements.items()},
    )


async def _settled_after(database: Database, guild: int, last: int) -> list[int]:
    async with database.read() as connection:
        found = await connection.execute(
            select(tables.c.id)
            .where(tables.c.guild == guild, tables.c.settled, tables.c.id > last)
            .order_by(tables.c.id)
            .limit(_TABLES)
        )
        return list(found.scalars())


async def _recompute(database: Database, guild: int, numbers: list[int]) -> int:
    """Recompute the facts of games from their records, and store them. Return how many differ from the stored ones.

    Adding the best deals to a row of an older version isn't a difference.
    """
    async with database.read() as connection:
        found = await tables_with_logs(connection, numbers)
    counted = await asyncio.to_thread(lambda: [_facts(*kept) for kept in found])
    async with database.write_alone(of_server(guild)) as connection:
        kept = await connection.execute(select_results().where(results.c.table_id.in_(numbers)))
        known = {result.facts.table: result for result in await read_results(connection, kept.mappings().all())}
        new = [
            replace(known.get(facts.table) or Result(facts, facts.unrated or Rated.YES, ALL_TIME), facts=facts)
            for facts in await as_seated(connection, counted)
            if facts.table not in known or known[facts.table].facts != facts
        ]
        if new:
            await write_results(connection, new)
        return sum(
            result.facts.table not in known
            or _with_best_deals(known[result.facts.table].facts, result.facts) != result.facts
            for result in new
        )


def _with_best_deals(kept: GameFacts, facts: GameFacts) -> GameFacts:
    """Return stored facts with the best deals of recomputed ones where a row of an older version has none."""
    best = {line.seat: line.best for line in facts.lines}
    return replace(kept, lines=tuple(replace(line, best=line.best or best.get(line.seat)) for line in kept.lines))


def _facts(row: TableRow, entries: tuple[LogLine, ...]) -> GameFacts:
    """Compute the facts of one game. DatabaseError if its log can't be replayed."""
    try:
        return facts_of(finished_of(row, entries))
    except (BrokenLog, RecordError) as fault:
        raise DatabaseError(f"table {row.id} can't be counted: {fault}") from fault
