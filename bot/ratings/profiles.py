"""Profiles and head-to-head records, computed from results: sums, streaks, experience, rivals."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from itertools import islice
from math import isqrt
from typing import Final, NamedTuple

from bot.ratings.rating import precisely, streak_after
from bot.ratings.settling import is_counted
from bot.ratings.values import (
    Achievement,
    BestDeal,
    Counts,
    PlayerResult,
    Profile,
    Rated,
    Rating,
    RatingPool,
    Result,
    Scope,
    Tally,
    Versus,
)

FINISHED: Final = 10
WON: Final = 5
DEAL_WON: Final = 2
"""Experience for finishing a game, extra for winning it, and for each deal won in it."""
_RIVALS: Final = 5
_LAST: Final = 5


class ExperienceLevel(NamedTuple):
    """A level, from 1, with the experience at which it begins and ends."""

    number: int
    begins: int
    ends: int


def level_of(experience: int) -> ExperienceLevel:
    """Return the level for an amount of experience: level n needs 25 n (n - 1)."""
    level = (1 + isqrt(1 + 4 * experience // 25)) // 2
    return ExperienceLevel(level, 25 * level * (level - 1), 25 * level * (level + 1))


def experience_of(result: Result, line: PlayerResult) -> int:
    """Return a player's experience points from a game: 0 if the game doesn't count or the player forfeited it."""
    if line.forfeit or not is_counted(result):
        return 0
    return FINISHED + WON * line.won + DEAL_WON * line.counts.deals_won


def profile_of(
    guild: int,
    user: int,
    results: Iterable[Result],
    *,
    ratings: Mapping[RatingPool | None, Rating],
    curve: Iterable[tuple[int, Rating]],
    earned: Iterable[tuple[Achievement, int]],
) -> Profile:
    """Return a player's profile on a server.

    ``results`` are all games of the player. ``curve`` is the player's overall rating after each rated game, with the
    time; ``earned`` are the player's achievements, with the time. All three are oldest first.
    """
    played = [(result, line) for result in results if is_counted(result) for line in _lines(result, user)]
    rated = [(result, line) for result, line in played if result.rated is Rated.YES]
    streak, best = _streaks([line.won for _, line in rated])
    experience = sum(experience_of(result, line) for result, line in played)
    level = level_of(experience)
    return Profile(
        user=user,
        guild=guild,
        rating=ratings.get(None),
        pools={pool: rating for pool, rating in ratings.items() if pool is not None},
        curve=tuple((at, precisely(rating)) for at, rating in curve),
        rated=_tallies(rated),
        all=_tallies(played),
        streak=streak,
        best_streak=best,
        experience=experience,
        level=level.number,
        level_from=level.begins,
        level_to=level.ends,
        rivals=_rivals(user, [result for result, _ in played]),
        earned=tuple(earned),
        best_deal=_best_deal(played),
    )


# At a table of four both may lose to a third, so the better place counts. Tables of two only would forget whole
# evenings.
def versus_of(one: int, other: int, results: Iterable[Result], last: int = _LAST) -> Versus:
    """Return the head-to-head record of two players; ``results`` are games of either, oldest first.

    All games in which both played count, except closed and voided ones. The player who finished ahead of the other
    wins, even if a third player won the game. A player who resigned has lost. ``last`` is how many games are listed.
    """
    met = [
        (result, mine, theirs)
        for result in results
        if is_counted(result)
        for mine in _lines(result, one)
        for theirs in _lines(result, other)
    ]
    return Versus(
        users=(one, other),
        games=len(met),
        wins=(sum(mine.beats(theirs) for _, mine, theirs in met), sum(theirs.beats(mine) for _, mine, theirs in met)),
        points=(sum(mine.points for _, mine, _ in met), sum(theirs.points for *_, theirs in met)),
        last=tuple(result for result, *_ in met[: -last - 1 : -1]),
    )


def _lines(result: Result, user: int) -> Sequence[PlayerResult]:
    """Return a player's results in a game: one, or none if the player didn't play in it."""
    return [line for line in result.facts.lines if line.user == user]


def _tallies(played: Iterable[tuple[Result, PlayerResult]]) -> dict[Scope, Tally]:
    """Return the sums by variant and over all games. Scopes without games are left out."""
    tallies: dict[Scope, Tally] = {}
    for result, line in played:
        for scope in (None, result.facts.variant):
            tallies[scope] = _added(tallies.get(scope, Tally()), line)
    return tallies


# Stored when a game is counted, in the JSON column `counts`: finding it in the records of all games takes too long for
# a profile, and a column would be a migration for one tile.
def _best_deal(played: Iterable[tuple[Result, PlayerResult]]) -> BestDeal | None:
    """Return the deal won for the most points in a player's games, the first of several; None if no deal was won."""
    best: BestDeal | None = None
    for result, line in played:
        if line.best is not None and (best is None or line.best.points > best.won.points):
            others = [other.user for other in result.facts.lines if other is not line]
            best = BestDeal(line.best, result.facts.variant, others[0] if len(others) == 1 else None)
    return best


def _added(tally: Tally, line: PlayerResult) -> Tally:
    both = tally.counts, line.counts
    sums = {field.name: sum(getattr(one, field.name) for one in both) for field in fields(Counts)}
    return Tally(tally.games + 1, tally.wins + line.won, tally.points + line.points, Counts(**sums))


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return the current streak (losses negative) and the longest winning streak."""
    streak = best = 0
    for win in won:
        streak = streak_after(streak, won=win)
        best = max(best, streak)
    return streak, best


def _rivals(user: int, results: Sequence[Result]) -> tuple[Versus, ...]:
    """Return the records against the most frequent opponents; of equally frequent ones the most recent comes first.

    Opponents with a record of 0 : 0 are left out.
    """
    met: Counter[int] = Counter()
    for result in reversed(results):
        met.update(line.user for line in result.facts.lines if line.user not in (None, user))
    records = (versus_of(user, other, results, 0) for other, _ in met.most_common())
    return tuple(islice((record for record in records if any(record.wins)), _RIVALS))
