"""Counting a game: whether it is rated, and how it changes ratings, standings and achievements.

Every game goes through `settled`, whether it has just ended, was voided or is recounted. `required_records` lists the
earlier records that the result depends on.

Running totals serve wherever games are recounted in the order in which they ended: for a recompute, a voided or
restored result, or a game that arrives out of order.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.ratings.rating import FIRST, advanced, after_reset, rate
from bot.ratings.values import (
    ALL_TIME,
    Achievement,
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
    Settled,
    Standing,
)
from bot.rummy.families import Variant

POOLS: Final[Mapping[Variant, RatingPool]] = {
    Variant.GIN: RatingPool.GIN,
    Variant.REMIK: RatingPool.GIN,
    Variant.HOLLYWOOD: RatingPool.GIN,
    Variant.OKLAHOMA: RatingPool.GIN,
    Variant.BASIC: RatingPool.BASIC,
    Variant.GERMAN: RatingPool.GERMAN,
    Variant.REMIK51: RatingPool.GERMAN,
    Variant.REMI51: RatingPool.GERMAN,
    Variant.ROMME: RatingPool.GERMAN,
    Variant.KALUKI: RatingPool.GERMAN,
    Variant.THREE_HANDED: RatingPool.GIN,
    Variant.RUM500: RatingPool.RUM500,
}
"""The rating pool of each variant."""
# Days are those of UTC, so that a recomputation agrees whatever time zone a server sets later.
_DAY: Final = 24 * 60 * 60 * 1000
StandingKey: TypeAlias = tuple[int, int, Scope]
"""A user, a season, a scope."""


@dataclass(frozen=True, slots=True)
class RequiredRecords:
    """The keys of the `PriorRecords` that a game depends on.

    ``day`` is the beginning and the end (exclusive) of the day for which the rated games of ``pairs`` are needed;
    ``users`` are the players whose achievements, won variants and finished games are needed.
    """

    day: tuple[int, int]
    pairs: frozenset[frozenset[int]]
    ratings: frozenset[RatingKey]
    standings: frozenset[StandingKey]
    users: frozenset[int]


def required_records(facts: GameFacts, season: int) -> RequiredRecords:
    """Return the keys of the records that `settled` reads for a game of ``season``."""
    people = people_of(facts)
    rated = facts.unrated is None
    began = facts.ended_at - facts.ended_at % _DAY
    return RequiredRecords(
        day=(began, began + _DAY),
        pairs=pairs_of(facts) if rated else frozenset(),
        ratings=frozenset((user, pool) for user in people for pool in _pools(facts) if rated),
        standings=frozenset(
            (user, number, scope)
            for user in people
            for number in {ALL_TIME, season}
            for scope in (None, *_siblings(facts.variant))
            if rated
        ),
        users=frozenset(facts.achievements),
    )


def settled(facts: GameFacts, prior: PriorRecords) -> Settled:
    """Count a game, given the records before it. A pure function: it reads nothing else."""
    rated = _rated(facts, prior)
    changes = _changes(facts, prior) if rated is Rated.YES else ()
    standings = _standings(facts, prior, changes) if rated is Rated.YES else {}
    earned = {} if rated is Rated.VOID else _earned(facts, prior, standings)
    return Settled(Result(facts, rated, prior.season), changes, standings, earned)


def is_counted(result: Result) -> bool:
    """Return whether a game counts at all. Closed and voided games don't."""
    return result.rated not in (Rated.VOID, Rated.CLOSED)


def _rated(facts: GameFacts, prior: PriorRecords) -> Rated:
    """Return whether a game is rated, or the first reason why not."""
    if prior.void:
        return Rated.VOID
    if facts.unrated is not None:
        return facts.unrated
    often = any(prior.games_that_day.get(pair, 0) >= prior.meetings_allowed for pair in pairs_of(facts))
    return Rated.OFTEN if often else Rated.YES


def _changes(facts: GameFacts, prior: PriorRecords) -> tuple[RatingChange, ...]:
    """Return the rating changes of a game, in its pool and for all games."""
    people = people_of(facts)
    changes: list[RatingChange] = []
    for pool in _pools(facts):
        begun = [after_reset(prior.ratings.get((user, pool), FIRST), prior.season) for user in people]
        after = rate(begun, [line.place for line in people.values()])
        changes += map(RatingChange, people, [pool] * len(people), begun, after)
    return tuple(changes)


def _standings(facts: GameFacts, prior: PriorRecords, changes: tuple[RatingChange, ...]) -> dict[StandingKey, Standing]:
    """Return the rows of standings that a rated game changes, in its season and of all time.

    The players' existing rows for other variants of the same pool get the new rating.
    """
    ratings: dict[RatingKey, Rating] = {(change.user, change.pool): change.after for change in changes}
    pool, rows = POOLS[facts.variant], dict[StandingKey, Standing]()
    for user, line in people_of(facts).items():
        for season in sorted({ALL_TIME, prior.season}):
            for scope in (None, *_siblings(facts.variant)):
                key, rating = (user, season, scope), ratings[user, None if scope is None else pool]
                if scope in (None, facts.variant):
                    row = prior.standings.get(key, Standing(user))
                    rows[key] = advanced(row, line, facts.ended_at, rating)
                elif key in prior.standings:
                    rows[key] = replace(prior.standings[key], rating=rating)
    return rows


def _earned(
    facts: GameFacts, prior: PriorRecords, standings: Mapping[StandingKey, Standing]
) -> dict[int, frozenset[Achievement]]:
    """Return the achievements that each player earns for the first time with this game."""
    earned = {}
    for user, line in people_of(facts).items():
        if user not in facts.achievements:
            continue
        had = prior.earned.get(user, frozenset())
        row = standings.get((user, ALL_TIME, None))
        wins = prior.won_variants.get(user, frozenset()) | ({facts.variant} if line.won else frozenset())
        games = prior.finished_games.get(user, 0) + (not line.forfeit)
        new = (
            facts.achievements[user] | career_achievements(streak=row.streak if row else 0, wins=wins, games=games)
        ) - had
        if new:
            earned[user] = new
    return earned


def people_of(facts: GameFacts) -> dict[int, PlayerResult]:
    """Return the results of a game by user id, in seat order, without computers."""
    return {line.user: line for line in facts.lines if line.user is not None}


def pairs_of(facts: GameFacts) -> frozenset[frozenset[int]]:
    """Return every pair of players of a game."""
    return frozenset(map(frozenset, combinations(people_of(facts), 2)))


def _pools(facts: GameFacts) -> tuple[RatingPool | None, RatingPool | None]:
    """Return the rating pools that a game changes; None is the rating over all games."""
    return POOLS[facts.variant], None


@cache
def _siblings(variant: Variant) -> tuple[Variant, ...]:
    return tuple(other for other in Variant if POOLS[other] is POOLS[variant])


class ServerTotals:
    """Ratings, standings and achievements after the games counted so far. Call `count` to change the mappings."""

    def __init__(self) -> None:
        self.ratings: dict[RatingKey, Rating] = {}
        self.standings: dict[StandingKey, Standing] = {}
        self.earned: dict[int, dict[Achievement, int]] = {}
        """By user: achievements and the tables where they were earned."""
        self._wins: dict[int, frozenset[Variant]] = {}
        self._games: Counter[int] = Counter()
        self._meetings: Counter[frozenset[int]] = Counter()
        self._day: tuple[int, int] = (0, 0)
        self._last = (0, 0)

    def count(self, facts: GameFacts, season: int, meetings_allowed: int, *, void: bool = False) -> Settled:
        """Count the next game. ValueError if it didn't end after the previous one."""
        at = facts.ended_at, facts.table
        if at <= self._last:
            raise ValueError(f"table {facts.table} ended before table {self._last[1]}, which has been counted")
        self._last = at
        result = settled(facts, self.prior_records(facts, season, meetings_allowed, void=void))
        self._add(result)
        return result

    def prior_records(
        self, facts: GameFacts, season: int, meetings_allowed: int, *, void: bool = False
    ) -> PriorRecords:
        """Return the records before a game, only those that `required_records` lists."""
        need = required_records(facts, season)
        if need.day != self._day:
            self._day, self._meetings = need.day, Counter()
        return PriorRecords(
            season=season,
            meetings_allowed=meetings_allowed,
            games_that_day={pair: self._meetings[pair] for pair in need.pairs if pair in self._meetings},
            ratings={key: self.ratings[key] for key in need.ratings if key in self.ratings},
            standings={key: self.standings[key] for key in need.standings if key in self.standings},
            earned={user: frozenset(self.earned[user]) for user in need.users if user in self.earned},
            won_variants={user: self._wins[user] for user in need.users if user in self._wins},
            finished_games={user: self._games[user] for user in need.users if user in self._games},
            void=void,
        )

    def _add(self, settled: Settled) -> None:
        result, facts = settled.result, settled.result.facts
        self.ratings.update({(change.user, change.pool): change.after for change in settled.changes})
        self.standings.update(settled.standings)
        for user, new in settled.earned.items():
            self.earned.setdefault(user, {}).update(dict.fromkeys(new, facts.table))
        if result.rated is Rated.YES:
            self._meetings.update(pairs_of(facts))
        people = people_of(facts)
        if not is_counted(result) or len(people) < len(facts.lines):
            return
        for user, line in people.items():
            self._games[user] += not line.forfeit
            if line.won:
                self._wins[user] = self._wins.get(user, frozenset()) | {facts.variant}


_STREAKS: Final = ((5, Achievement.FIVE_IN_A_ROW), (10, Achievement.TEN_IN_A_ROW))
_GAMES: Final = 100
_EVERY_VARIANT: Final = frozenset(
    (Variant.GIN, Variant.REMIK, Variant.HOLLYWOOD, Variant.OKLAHOMA, Variant.BASIC, Variant.GERMAN)
)
"""The games to win for "every variant"; later games don't make it harder."""


def career_achievements(
    *, streak: int, wins: frozenset[Variant], games: int, earned: frozenset[Achievement] = frozenset()
) -> frozenset[Achievement]:
    """Return a player's achievements over all their games, except those already ``earned``.

    ``streak`` are rated wins in a row, ``wins`` the variants won and ``games`` the games finished, both without
    computers.
    """
    achievements = {achievement for least, achievement in _STREAKS if streak >= least}
    if wins >= _EVERY_VARIANT:
        achievements.add(Achievement.EVERY_VARIANT)
    if games >= _GAMES:
        achievements.add(Achievement.HUNDRED_GAMES)
    return frozenset(achievements) - earned
