"""Recomputes all derived data from the records, which corrects rows changed by hand or by a fault."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.state.game import BrokenLog
from bot.play.state.records import finished_of
from bot.play.state.values import LogLine, TableRow
from bot.ratings.game_facts import facts_of
from bot.ratings.ports import Recomputed
from bot.ratings.values import ALL_TIME, GameFacts, Rated, Result
from bot.rummy.records.checking import RecordError
from data.database import Database
from data.errors import DatabaseError
from data.ratings.counting import recount_server, write_results
from data.ratings.rows import read_results, select_results
from data.ratings.schema import results
from data.schema import seats, tables
from data.tables.rows import tables_with_logs

_CHUNK: Final = 100


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
            differing += await _count_again(database, numbers)
            games, last = games + len(numbers), numbers[-1]
            progress(games, max(games, sum(counts.values())))
        async with database.write_alone() as connection:
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
    """List the next counted tables of a server, after table ``last``."""
    async with database.read() as connection:
        found = await connection.execute(
            select(tables.c.id)
            .where(tables.c.guild == guild, tables.c.settled, tables.c.id > last)
            .order_by(tables.c.id)
            .limit(_CHUNK)
        )
        return list(found.scalars())


async def _count_again(database: Database, numbers: list[int]) -> int:
    """Recompute the facts of games from their records, and store them. Return how many differ from the stored ones.

    Adding the best deals to a row of an older version isn't a difference.
    """
    async with database.read() as connection:
        found = await tables_with_logs(connection, numbers)
    counted = await asyncio.to_thread(lambda: [_facts(*kept) for kept in found])
    async with database.write_alone() as connection:
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
