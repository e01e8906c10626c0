"""The store of results, ratings and standings, which implements `bot.ratings.ports.Results`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, Tuple, and_, func, insert, select, tuple_, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.ports import AuditEntry, Recomputed, RequestRefused
from bot.ratings.profiles import profile_of, versus_of
from bot.ratings.rating import shown
from bot.ratings.seasons import Turn
from bot.ratings.settling import people_of
from bot.ratings.values import (
    RANKED_FROM,
    Achievement,
    GameEnding,
    GameFacts,
    GameOutcome,
    Page,
    Profile,
    Ranked,
    Rated,
    Rating,
    RatingsReason,
    Result,
    Scope,
    Season,
    Settled,
    Versus,
)
from data.database import Database, of_server
from data.people.audit_log import write_entry
from data.ratings.counting import as_seated, count_game, recompute, recount_server
from data.ratings.rows import (
    pool_of,
    rating_from,
    read_changes,
    read_results,
    read_seasons,
    select_results,
    standing_from,
    word_of,
)
from data.ratings.schema import ALL, earned, rating_changes, ratings, result_lines, results, rulings, seasons, standings
from data.schema import IS_UNSETTLED, in_slot, moves, tables

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
    return and_(result_lines.c.user == user, result_lines.c.guild == result.facts.guild)


def _key() -> Tuple:
    """Return the order in which games ended."""
    return tuple_(result_lines.c.ended_at, result_lines.c.table_id)


def _key_of(result: Result) -> Tuple:
    """Return the place of a game in that order."""
    return tuple_(result.facts.ended_at, result.facts.table)


@dataclass(slots=True, eq=False)
class SqlResults:
    """The store of results, ratings and standings."""

    database: Database

    async def unsettled(self) -> tuple[int, ...]:
        """List the finished tables of this slot that haven't been counted, in the order in which they ended.

        DatabaseError.
        """
        last = select(func.max(moves.c.at)).where(moves.c.table_id == tables.c.id).scalar_subquery()
        ended_at = func.coalesce(last, tables.c.created_at)
        async with self.database.read() as connection:
            mine = in_slot(tables.c.guild, self.database.slot)
            found = await connection.execute(
                select(tables.c.id).where(IS_UNSETTLED, mine).order_by(ended_at, tables.c.id)
            )
            return tuple(found.scalars())

    async def settle(self, facts: GameFacts, meetings_allowed: int) -> Settled | None:
        """Count a finished game; None if it has been counted already or its table is gone. DatabaseError."""
        async with self.database.write_alone(of_server(facts.guild)) as connection:
            marked = await connection.execute(
                update(tables).where(tables.c.id == facts.table, IS_UNSETTLED).values(settled=True)
            )
            if marked.rowcount != 1:
                return None
            await connection.execute(insert(rulings).values(table_id=facts.table, meetings_allowed=meetings_allowed))
            (seated,) = await as_seated(connection, [facts])
            return await count_game(connection, seated, meetings_allowed)

    async def outcome(self, table: int) -> GameOutcome | None:
        """Return the outcome of a game, with the head-to-head record as of that game. DatabaseError."""
        async with self.database.read() as connection:
            result = await _one(connection, results.c.table_id == table)
            if result is None:
                return None
            changes = await read_changes(connection, [result])
            new: dict[int, frozenset[Achievement]] = {}
            gained = await connection.execute(
                select(earned.c.user, earned.c.achievement).where(earned.c.table_id == table)
            )
            for user, word in gained:
                new[user] = new.get(user, frozenset()) | {Achievement(word)}
            return GameOutcome(
                result,
                changes[table],
                new,
                await _versus_until(connection, result),
                await read_streaks(connection, result),
                await read_best_ratings(connection, result),
            )

    async def standings(self, guild: int, season: int, scope: Scope, first: int, count: int) -> Page:
        """Return up to ``count`` rows of the standings, after the ``first`` rows. DatabaseError."""
        here = _of_standings(guild, season, scope)
        async with self.database.read() as connection:
            total = await connection.scalar(select(func.count()).select_from(standings).where(here))
            found = await connection.execute(
                select(standings)
                .where(here)
                .order_by(standings.c.position, standings.c.user)
                .offset(max(0, first - 1))  # includes the row before, whose rank the first one may share
                .limit(count + (first > 0))
            )
            kept = found.mappings().all()
            rank, rows = first + 1, kept[first > 0 :]
            if first and rows and rows[0]["position"] == kept[0]["position"]:
                better = select(func.count()).select_from(standings)
                rank += -first + (
                    await connection.scalar(better.where(here, standings.c.position < rows[0]["position"])) or 0
                )
        return Page(guild, season, scope, first, total or 0, _ranked(rows, rank, first))

    async def place(self, guild: int, season: int, scope: Scope, user: int) -> int | None:
        """Return how many rows come before a player's; None if the player has no row. DatabaseError."""
        here = _of_standings(guild, season, scope)
        async with self.database.read() as connection:
            position = await connection.scalar(select(standings.c.position).where(here, standings.c.user == user))
            if position is None:
                return None
            before = tuple_(standings.c.position, standings.c.user) < tuple_(position, user)
            return await connection.scalar(select(func.count()).select_from(standings).where(here, before))

    async def profile(self, guild: int, user: int) -> Profile:
        """Return a player's profile. DatabaseError."""
        mine = and_(result_lines.c.user == user, result_lines.c.guild == guild)
        async with self.database.read() as connection:
            played = await _played(
                connection, select_results().join(result_lines, result_lines.c.table_id == results.c.table_id), mine
            )
            rated = await connection.execute(select(ratings).where(ratings.c.guild == guild, ratings.c.user == user))
            curve = await connection.execute(
                select(result_lines.c.ended_at, rating_changes)
                .join(
                    rating_changes,
                    and_(
                        rating_changes.c.table_id == result_lines.c.table_id,
                        rating_changes.c.seat == result_lines.c.seat,
                    ),
                )
                .where(mine, rating_changes.c.family == ALL)
                .order_by(result_lines.c.ended_at, result_lines.c.table_id)
            )
            gained = await connection.execute(
                select(earned.c.achievement, earned.c.at)
                .where(earned.c.guild == guild, earned.c.user == user)
                .order_by(earned.c.at, earned.c.table_id, earned.c.achievement)
            )
            return profile_of(
                guild,
                user,
                played,
                ratings={pool_of(kept["family"]): rating_from(kept) for kept in rated.mappings()},
                curve=[(kept["ended_at"], rating_from(kept)) for kept in curve.mappings()],
                earned=[(Achievement(word), at) for word, at in gained],
            )

    async def versus(self, guild: int, one: int, other: int) -> Versus:
        """Return the head-to-head record of two players. DatabaseError."""
        async with self.database.read() as connection:
            return versus_of(one, other, await _met(connection, guild, one, other))

    async def history(self, guild: int, user: int | None, first: int, count: int) -> tuple[int, tuple[Result, ...]]:
        """Return the number of games, and up to ``count`` of them after the ``first``, newest first. DatabaseError."""
        of, condition = results, results.c.guild == guild
        if user is not None:
            of, condition = result_lines, and_(result_lines.c.user == user, result_lines.c.guild == guild)
        async with self.database.read() as connection:
            total = await connection.scalar(select(func.count()).select_from(of).where(condition))
            page = (
                select(of.c.table_id)
                .where(condition)
                .order_by(of.c.ended_at.desc(), of.c.table_id.desc())
                .offset(first)
                .limit(count)
            )
            numbers = (await connection.execute(page)).scalars().all()
            found = await _played(connection, select_results(), results.c.table_id.in_(numbers))
        return total or 0, tuple(reversed(found))

    async def result(self, guild: int, table: int) -> Result | None:
        """Return one game of a server; None if it hasn't been counted. DatabaseError."""
        async with self.database.read() as connection:
            return await _one(connection, and_(results.c.guild == guild, results.c.table_id == table))

    async def void(self, entry: AuditEntry) -> None:
        """Void the result of ``entry.table``, and recount the server. RequestRefused, DatabaseError."""
        await self._rule(entry, void=True)

    async def restore(self, entry: AuditEntry) -> None:
        """Restore the voided result of ``entry.table``, and recount the server. RequestRefused, DatabaseError."""
        await self._rule(entry, void=False)

    async def recompute(self, progress: Callable[[int, int], None] = lambda _done, _total: None) -> Recomputed:
        """Recompute all derived data from the records, and report games done and of all. DatabaseError."""
        return await recompute(self.database, progress)

    async def _rule(self, entry: AuditEntry, *, void: bool) -> None:
        """Void or restore a result. RequestRefused for the second of two equal rulings at the same time."""
        async with self.database.write_alone(of_server(entry.guild)) as connection:
            result = await _one(connection, and_(results.c.guild == entry.guild, results.c.table_id == entry.table))
            if result is None:
                raise RequestRefused(RatingsReason.NO_SUCH_GAME)
            if result.facts.ending is GameEnding.CLOSED:
                raise RequestRefused(RatingsReason.NO_RESULT)
            if (result.rated is Rated.VOID) == void:
                raise RequestRefused(RatingsReason.VOID_ALREADY if void else RatingsReason.NOT_VOID)
            ruled = {"void_by": entry.actor, "void_at": entry.at, "void_why": entry.about}
            await connection.execute(
                update(rulings)
                .where(rulings.c.table_id == entry.table)
                .values(ruled if void else dict.fromkeys(ruled, None))
            )
            await write_entry(connection, entry)
            await recount_server(connection, entry.guild)


def _ranked(rows: Sequence[RowMapping], rank: int, first: int) -> tuple[Ranked, ...]:
    """Return rows with their ranks; the first of them has ``rank`` and comes after ``first`` other rows."""
    found: list[Ranked] = []
    for n, kept in enumerate(rows):
        if n and kept["position"] != rows[n - 1]["position"]:
            rank = first + n + 1
        found.append(Ranked(rank if kept["games"] >= RANKED_FROM else None, standing_from(kept)))
    return tuple(found)


def _of_standings(guild: int, season: int, scope: Scope) -> ColumnElement[bool]:
    """Return the condition for the rows of one season's and scope's standings."""
    return and_(standings.c.guild == guild, standings.c.season == season, standings.c.scope == word_of(scope))


async def _versus_until(connection: AsyncConnection, result: Result) -> Versus | None:
    """Return the head-to-head record at a table of two as of that game; None at other tables or with a computer."""
    facts, people = result.facts, tuple(people_of(result.facts))
    if len(people) != 2 or len(facts.lines) != 2:
        return None
    return versus_of(*people, await _met(connection, facts.guild, *people, until=(facts.ended_at, facts.table)))


async def _met(
    connection: AsyncConnection, guild: int, one: int, other: int, until: tuple[int, int] | None = None
) -> list[Result]:
    """Read the games in which both players played, oldest first; with ``until``, up to that end and table."""
    mine, theirs = result_lines.alias(), result_lines.alias()
    both = (
        select_results()
        .join(mine, mine.c.table_id == results.c.table_id)
        .join(theirs, theirs.c.table_id == results.c.table_id)
    )
    conditions = [mine.c.user == one, mine.c.guild == guild, theirs.c.user == other]
    if until is not None:
        conditions.append(tuple_(mine.c.ended_at, mine.c.table_id) <= tuple_(*until))
    return await _played(connection, both, and_(*conditions))


async def _one(connection: AsyncConnection, condition: ColumnElement[bool]) -> Result | None:
    return next(iter(await _played(connection, select_results(), condition)), None)


async def _played(connection: AsyncConnection, played: Select[Any], condition: ColumnElement[bool]) -> list[Result]:
    """Read games, oldest first."""
    found = await connection.execute(played.where(condition).order_by(results.c.ended_at, results.c.table_id))
    return await read_results(connection, found.mappings().all())


@dataclass(slots=True, eq=False)
class SqlSeasons:
    """The store of seasons."""

    database: Database

    async def list(self, guild: int) -> tuple[Season, ...]:
        """List the seasons of a server, oldest first. DatabaseError."""
        async with self.database.read() as connection:
            return await read_seasons(connection, guild)

    async def start(self, guild: int, name: str, at: int, entry: AuditEntry | None) -> Season:
        """Start a season, not before the last one ended. RequestRefused if one is running; DatabaseError."""
        async with self.database.write_alone(of_server(guild)) as connection:
            running = await _running(connection, guild)
            if running is not None:
                raise RequestRefused(RatingsReason.SEASON_RUNS, name=running.name)
            started = await _start(connection, guild, Turn(at, name))
            await write_entry(connection, entry)
            await _count_again(connection, guild, started.started_at)
            return started

    async def end(self, guild: int, at: int, entry: AuditEntry | None) -> Season:
        """End the current season. RequestRefused if there isn't one; DatabaseError."""
        async with self.database.write_alone(of_server(guild)) as connection:
            running = await _running(connection, guild)
            if running is None:
                raise RequestRefused(RatingsReason.NO_SEASON)
            ended = await _end(connection, running, at)
            await write_entry(connection, entry)
            await _count_again(connection, guild, ended)
            return next(season for season in await read_seasons(connection, guild) if season.number == running.number)

    async def turn(self, guild: int, was: int | None, turns: Sequence[Turn]) -> Season:
        """Replace the current season, number ``was``, by monthly ones. RequestRefused, DatabaseError.

        It ends when the first of ``turns`` begins. Each of these is started, ending the one before.
        """
        async with self.database.write_alone(of_server(guild)) as connection:
            running = await _running(connection, guild)
            if running is not None and running.number != was:
                raise RequestRefused(RatingsReason.SEASON_RUNS, name=running.name)
            if running is None and was is not None:
                raise RequestRefused(RatingsReason.NO_SEASON)
            for turn in turns:
                if running is not None:
                    await _end(connection, running, turn.at)
                running = await _start(connection, guild, turn)
            if running is None:
                raise RequestRefused(RatingsReason.NO_SEASON)
            await _count_again(connection, guild, turns[0].at)
            return running

    async def rename(self, guild: int, number: int, name: str, entry: AuditEntry) -> Season:
        """Rename a season. RequestRefused if no season has that number; DatabaseError."""
        async with self.database.write_alone(of_server(guild)) as connection:
            await connection.execute(
                update(seasons).where(seasons.c.guild == guild, seasons.c.number == number).values(name=name)
            )
            found = [season for season in await read_seasons(connection, guild) if season.number == number]
            if not found:
                raise RequestRefused(RatingsReason.NO_SUCH_SEASON)
            await write_entry(connection, entry)
            return found[0]


async def _running(connection: AsyncConnection, guild: int) -> Season | None:
    return next((season for season in await read_seasons(connection, guild) if season.ended_at is None), None)


async def _start(connection: AsyncConnection, guild: int, turn: Turn) -> Season:
    """Store a new season. It doesn't begin before the last one ended."""
    before = await read_seasons(connection, guild)
    at = max(turn.at, *(season.ended_at or 0 for season in before), 0)
    season = Season(guild, len(before) + 1, turn.name, at)
    await connection.execute(
        insert(seasons).values(guild=guild, number=season.number, name=season.name, started_at=at, ended_at=None)
    )
    return season


async def _end(connection: AsyncConnection, season: Season, at: int) -> int:
    """End a season, not before it began. Return the time at which it ends."""
    at = max(at, season.started_at)
    await connection.execute(
        update(seasons).where(seasons.c.guild == season.guild, seasons.c.number == season.number).values(ended_at=at)
    )
    return at


async def _count_again(connection: AsyncConnection, guild: int, since: int) -> None:
    """Recount a server's games if any ended since then, as they may belong to a different season now."""
    found = await connection.execute(
        select(results.c.table_id).where(results.c.guild == guild, results.c.ended_at >= since).limit(1)
    )
    if found.first() is not None:
        await recount_server(connection, guild)
