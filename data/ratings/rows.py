"""Conversion between results and rows, and the records that counting a game needs.

The columns ``way`` (how a game ended) and ``feats`` (achievements within it) keep older names.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from itertools import combinations, groupby
from struct import pack
from typing import Any, Final

from sqlalchemy import Select, case, func, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.rating import sort_key
from bot.ratings.settling import RequiredRecords, StandingKey, required_records
from bot.ratings.values import (
    Achievement,
    Counts,
    DealWon,
    GameEnding,
    GameFacts,
    PlayerResult,
    PriorRecords,
    Rated,
    Rating,
    RatingChange,
    RatingKey,
    RatingPool,
    Result,
    Scope,
    Season,
    Standing,
)
from bot.rummy.families import Variant
from bot.rummy.results import Outcome
from data.ratings.schema import ALL, earned, rating_changes, ratings, result_lines, results, seasons, standings
from data.schema import seats, tables

_MIDDLE: Final = 1 << 63
_COUNTS: Final = tuple(field.name for field in fields(Counts))
_BEST: Final = "best"
"""The key of the best deal among the statistics; rows of older versions don't have it."""
_AT_ONCE: Final = 1000
"""The number of tables whose lines are selected in one statement."""


def result_values(result: Result) -> dict[str, object]:
    """Return the column values of a result, without its lines."""
    facts = result.facts
    return {
        "table_id": facts.table,
        "guild": facts.guild,
        "variant": facts.variant,
        "way": facts.ending,
        "unrated": facts.unrated,
        "rated": result.rated,
        "season": result.season,
        "started_at": facts.started_at,
        "ended_at": facts.ended_at,
    }


def line_values(facts: GameFacts) -> list[dict[str, object]]:
    """Return the rows of a result's lines."""
    return [
        {
            "table_id": facts.table,
            "seat": line.seat,
            "user": line.user,
            "guild": facts.guild,
            "ended_at": facts.ended_at,
            "place": line.place,
            "won": line.won,
            "forfeit": line.forfeit,
            "points": line.points,
            "margin": line.margin,
            "counts": _counts_value(line),
            "feats": _achievements_value(facts, line.user),
        }
        for line in facts.lines
    ]


def _counts_value(line: PlayerResult) -> dict[str, object]:
    """Return a player's statistics, without those that are 0, and the best deal if there is one."""
    counts: dict[str, object] = {name: value for name, value in asdict(line.counts).items() if value}
    if line.best is not None:
        counts[_BEST] = [line.best.outcome, line.best.deal, line.best.points]
    return counts


def _achievements_value(facts: GameFacts, user: int | None) -> list[str] | None:
    return None if user is None or user not in facts.achievements else sorted(facts.achievements[user])


def change_values(facts: GameFacts, changes: Iterable[RatingChange]) -> list[dict[str, object]]:
    """Return the rows of a game's rating changes. They have the seat as key, so they contain no user ids."""
    seats = {line.user: line.seat for line in facts.lines}
    return [
        {
            "table_id": facts.table,
            "seat": seats[change.user],
            "family": word_of(change.pool),
            "before_mu": change.before.mu,
            "before_sigma": change.before.sigma,
            "before_games": change.before.games,
            "before_season": change.before.season,
            **rating_values(change.after),
        }
        for change in changes
    ]


def rating_values(rating: Rating) -> dict[str, object]:
    """Return the column values of a rating."""
    return {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games, "season": rating.season}


def standing_values(guild: int, season: int, scope: Scope, standing: Standing) -> dict[str, object]:
    """Return the column values of a player's row of standings, with its position."""
    rating = standing.rating
    return {
        "guild": guild,
        "season": season,
        "scope": word_of(scope),
        "user": standing.user,
        "position": position_of(standing),
        "games": standing.games,
        "wins": standing.wins,
        "points": standing.points,
        "streak": standing.streak,
        "best_streak": standing.best_streak,
        "last_at": standing.last_at,
        "mu": None if rating is None else rating.mu,
        "sigma": None if rating is None else rating.sigma,
        "rating_games": None if rating is None else rating.games,
        "rating_season": None if rating is None else rating.season,
    }


def position_of(standing: Standing) -> bytes:
    """Return bytes that sort like the rows of standings, and are equal for a shared rank."""
    parts = sort_key(standing)[:-1]
    return pack(f">{len(parts)}Q", *(part + _MIDDLE for part in parts))


def word_of(kind: RatingPool | Variant | None) -> str:
    """Return the column value of a rating pool or a scope."""
    return ALL if kind is None else str(kind)


def pool_of(word: str) -> RatingPool | None:
    """Return the rating pool of a column value; None for all games."""
    return None if word == ALL else RatingPool(word)


def scope_of(word: str) -> Scope:
    """Return the scope of a column value; None for all games."""
    return None if word == ALL else Variant(word)


def rating_from(kept: RowMapping) -> Rating:
    """Return the rating in a row."""
    return Rating(kept["mu"], kept["sigma"], kept["games"], kept["season"])


def standing_from(kept: RowMapping) -> Standing:
    """Return a player's row of standings from a database row."""
    rating = Rating(kept["mu"], kept["sigma"], kept["rating_games"], kept["rating_season"])
    return Standing(
        user=kept["user"],
        games=kept["games"],
        wins=kept["wins"],
        points=kept["points"],
        streak=kept["streak"],
        best_streak=kept["best_streak"],
        last_at=kept["last_at"],
        rating=None if kept["mu"] is None else rating,
    )


def select_results() -> Select[Any]:
    """Return a statement that selects results with their tables' channel, message and fixture."""
    return select(results, tables.c.channel, tables.c.message, tables.c.fixture).join(
        tables, tables.c.id == results.c.table_id
    )


async def read_results(connection: AsyncConnection, found: Sequence[RowMapping]) -> list[Result]:
    """Return results with their lines, in the order of ``found``, which are rows of `select_results`."""
    lines = await _lines(connection, [kept["table_id"] for kept in found])
    return [_result(kept, lines.get(kept["table_id"], [])) for kept in found]


async def read_changes(connection: AsyncConnection, played: Iterable[Result]) -> dict[int, tuple[RatingChange, ...]]:
    """Return the rating changes of games by table, each in the order of `bot.ratings.settling.settled`."""
    users = {result.facts.table: [line.user for line in result.facts.lines] for result in played}
    changes: dict[int, tuple[RatingChange, ...]] = dict.fromkeys(users, ())
    for some in _portions(list(users)):
        found = await connection.execute(
            select(rating_changes)
            .where(rating_changes.c.table_id.in_(some))
            .order_by(rating_changes.c.table_id, rating_changes.c.family == ALL, rating_changes.c.seat)
        )
        for table, group in groupby(found.mappings(), lambda kept: int(kept["table_id"])):
            changes[table] = tuple(_change(users[table][kept["seat"]], kept) for kept in group)
    return changes


async def _lines(connection: AsyncConnection, numbers: Sequence[int]) -> dict[int, list[RowMapping]]:
    """Read the lines of results by table, in seat order."""
    lines: dict[int, list[RowMapping]] = {}
    for some in _portions(numbers):
        found = await connection.execute(
            select(result_lines, seats.c.name)
            .outerjoin(seats, (seats.c.table_id == result_lines.c.table_id) & (seats.c.seat == result_lines.c.seat))
            .where(result_lines.c.table_id.in_(some))
            .order_by(result_lines.c.table_id, result_lines.c.seat)
        )
        for table, group in groupby(found.mappings(), lambda kept: int(kept["table_id"])):
            lines[table] = list(group)
    return lines


def _portions(numbers: Sequence[int]) -> Iterable[Sequence[int]]:
    """Split ids into batches, one per statement."""
    return (numbers[first : first + _AT_ONCE] for first in range(0, len(numbers), _AT_ONCE))


def _result(kept: RowMapping, lines: Sequence[RowMapping]) -> Result:
    facts = GameFacts(
        table=kept["table_id"],
        guild=kept["guild"],
        channel=kept["channel"],
        message=kept["message"],
        variant=Variant(kept["variant"]),
        ending=GameEnding(kept["way"]),
        unrated=None if kept["unrated"] is None else Rated(kept["unrated"]),
        fixture=kept["fixture"],
        started_at=kept["started_at"],
        ended_at=kept["ended_at"],
        lines=tuple(map(_line, lines)),
        achievements={
            line["user"]: frozenset(map(Achievement, line["feats"])) for line in lines if line["feats"] is not None
        },
    )
    return Result(facts, Rated(kept["rated"]), kept["season"])


def _change(user: int | None, kept: RowMapping) -> RatingChange:
    before = Rating(kept["before_mu"], kept["before_sigma"], kept["before_games"], kept["before_season"])
    return RatingChange(user or 0, pool_of(kept["family"]), before, rating_from(kept))


def _line(kept: RowMapping) -> PlayerResult:
    return PlayerResult(
        seat=kept["seat"],
        user=kept["user"],
        place=kept["place"],
        won=kept["won"],
        forfeit=kept["forfeit"],
        points=kept["points"],
        margin=kept["margin"],
        counts=Counts(**{name: value for name, value in kept["counts"].items() if name in _COUNTS}),
        computer=kept["name"] or "",
        best=_best_from(kept["counts"].get(_BEST)),
    )


def _best_from(kept: Sequence[Any] | None) -> DealWon | None:
    """Return the best deal in a player's statistics; None if the row has none."""
    return None if kept is None else DealWon(Outcome(kept[0]), kept[1], kept[2])


async def read_seasons(connection: AsyncConnection, guild: int) -> tuple[Season, ...]:
    """Read the seasons of a server, oldest first."""
    found = await connection.execute(
        select(seasons.c.guild, seasons.c.number, seasons.c.name, seasons.c.started_at, seasons.c.ended_at)
        .where(seasons.c.guild == guild)
        .order_by(seasons.c.number)
    )
    return tuple(Season(*kept) for kept in found)


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
