"""How a game counts: whether it is rated, and what it does to ratings, standings and achievements.

`settled` is the one place for that. A game that has just ended, one that was voided and all that is made again from the
records go through it; what it needs to know of before, `needed` names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from bot.ratings.achievements import with_time
from bot.ratings.rating import FIRST, after_reset, rate
from bot.ratings.standings import advanced
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
from bot.rummy.options import Variant

FAMILIES: Final[Mapping[Variant, RatingPool]] = {
    Variant.GIN: RatingPool.GIN,
    Variant.REMIK: RatingPool.GIN,
    Variant.HOLLYWOOD: RatingPool.GIN,
    Variant.OKLAHOMA: RatingPool.GIN,
    Variant.BASIC: RatingPool.BASIC,
    Variant.GERMAN: RatingPool.GERMAN,
}
"""What every variant is played like."""
_DAY: Final = 24 * 60 * 60 * 1000
StandingKey: TypeAlias = tuple[int, int, Scope]
"""A user, a season, a scope."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What `PriorRecords` has to hold for a game, where there is any.

    ``day`` is the begin and the end (not included) of the time in which ``pairs`` have met; ``users`` is whose
    achievements, wins and games are looked at.
    """

    day: tuple[int, int]
    pairs: frozenset[frozenset[int]]
    ratings: frozenset[RatingKey]
    standings: frozenset[StandingKey]
    users: frozenset[int]


def needed(facts: GameFacts, season: int) -> Needed:
    """Name what `settled` looks at for a game of ``season``."""
    people = people_of(facts)
    rated = facts.unrated is None
    began = facts.ended_at - facts.ended_at % _DAY
    return Needed(
        day=(began, began + _DAY),
        pairs=pairs_of(facts) if rated else frozenset(),
        ratings=frozenset((user, chain) for user in people for chain in _chains(facts) if rated),
        standings=frozenset(
            (user, number, scope)
            for user in people
            for number in {ALL_TIME, season}
            for scope in (None, *_siblings(facts.variant))
            if rated
        ),
        users=frozenset(facts.feats),
    )


def settled(facts: GameFacts, before: PriorRecords) -> Settled:
    """Count a game, by what holds before it; nothing else is looked at."""
    rated = _rated(facts, before)
    changes = _changes(facts, before) if rated is Rated.YES else ()
    standings = _standings(facts, before, changes) if rated is Rated.YES else {}
    earned = {} if rated is Rated.VOID else _earned(facts, before, standings)
    return Settled(Result(facts, rated, before.season), changes, standings, earned)


def counts(result: Result) -> bool:
    """Say whether a game counts at all: not if it was closed, or taken back."""
    return result.rated not in (Rated.VOID, Rated.CLOSED)


def _rated(facts: GameFacts, before: PriorRecords) -> Rated:
    """Say whether a game is rated, and if not, why; the first reason that fits."""
    if before.void:
        return Rated.VOID
    if facts.unrated is not None:
        return facts.unrated
    often = any(before.meetings.get(pair, 0) >= before.meetings_allowed for pair in pairs_of(facts))
    return Rated.OFTEN if often else Rated.YES


def _changes(facts: GameFacts, before: PriorRecords) -> tuple[RatingChange, ...]:
    """Rate a game, in its family and among all games."""
    people = people_of(facts)
    changes: list[RatingChange] = []
    for chain in _chains(facts):
        begun = [after_reset(before.ratings.get((user, chain), FIRST), before.season) for user in people]
        after = rate(begun, [line.place for line in people.values()])
        changes += map(RatingChange, people, [chain] * len(people), begun, after)
    return tuple(changes)


def _standings(
    facts: GameFacts, before: PriorRecords, changes: tuple[RatingChange, ...]
) -> dict[StandingKey, Standing]:
    """Count a rated game in the standings of its season and of all time.

    Those of other variants of its family, where somebody has a row there already, get the new rating.
    """
    ratings: dict[RatingKey, Rating] = {(change.user, change.family): change.after for change in changes}
    family, rows = FAMILIES[facts.variant], dict[StandingKey, Standing]()
    for user, line in people_of(facts).items():
        for season in sorted({ALL_TIME, before.season}):
            for scope in (None, *_siblings(facts.variant)):
                key, rating = (user, season, scope), ratings[user, None if scope is None else family]
                if scope in (None, facts.variant):
                    row = before.standings.get(key, Standing(user))
                    rows[key] = advanced(row, line, facts.ended_at, rating)
                elif key in before.standings:
                    rows[key] = replace(before.standings[key], rating=rating)
    return rows


def _earned(
    facts: GameFacts, before: PriorRecords, standings: Mapping[StandingKey, Standing]
) -> dict[int, frozenset[Achievement]]:
    """List who has achieved what for the first time."""
    earned = {}
    for user, line in people_of(facts).items():
        if user not in facts.feats:
            continue
        had = before.earned.get(user, frozenset())
        row = standings.get((user, ALL_TIME, None))
        wins = before.wins.get(user, frozenset()) | ({facts.variant} if line.won else frozenset())
        games = before.games.get(user, 0) + (not line.forfeit)
        new = (facts.feats[user] | with_time(streak=row.streak if row else 0, wins=wins, games=games)) - had
        if new:
            earned[user] = new
    return earned


def people_of(facts: GameFacts) -> dict[int, PlayerResult]:
    """Give the people of a game and what it was for them, in seat order."""
    return {line.user: line for line in facts.lines if line.user is not None}


def pairs_of(facts: GameFacts) -> frozenset[frozenset[int]]:
    """List every two people of a game."""
    return frozenset(map(frozenset, combinations(people_of(facts), 2)))


def _chains(facts: GameFacts) -> tuple[RatingPool | None, RatingPool | None]:
    """List the ratings that a game changes: its family's, and that of all games."""
    return FAMILIES[facts.variant], None


@cache
def _siblings(variant: Variant) -> tuple[Variant, ...]:
    """List the variants of a family."""
    return tuple(other for other in Variant if FAMILIES[other] is FAMILIES[variant])
