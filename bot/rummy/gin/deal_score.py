"""Scoring of a deal: gin, the difference after a knock, the undercut, void deals."""

from functools import cache, lru_cache

from bot.rummy.gin.options import GinOptions, Tie
from bot.rummy.results import Arrangement, DealResult, Defense, Ending, KnockCount, Outcome, Showdown, Totals

NO_POINTS: Totals = (0, 0)


def score_knock(
    options: GinOptions, knocker: int, arrangement: Arrangement, defense: Defense, factor: int
) -> tuple[DealResult, Showdown]:
    """Score a deal that ended with a knock (G-18 to G-21); ``factor`` is 2 if a spade doubles it (G-12)."""
    mine, theirs = arrangement.deadwood, defense.arrangement.deadwood
    difference = abs(theirs - mine)
    outcome, winner, bonus = Outcome.KNOCK, knocker, 0
    if mine == 0:  # G-18, G-21
        outcome, bonus = Outcome.GIN, options.gin_bonus
    elif theirs <= mine:  # G-20
        outcome, winner, bonus = Outcome.UNDERCUT, 1 - knocker, options.undercut_bonus
        if theirs == mine and options.tie is Tie.VOID:
            return void(Ending.TIE), Showdown(knocker, arrangement, defense, 0, 0, factor)
    points = factor * (difference + bonus)
    result = DealResult(
        outcome,
        winner,
        (0, points) if winner else (points, 0),
        knock=_count(max(mine, theirs), min(mine, theirs), bonus, factor),
    )
    return result, Showdown(knocker, arrangement, defense, difference, bonus, factor)


@lru_cache(maxsize=4096)
def _count(higher: int, lower: int, bonus: int, factor: int) -> KnockCount:
    """Return how a knock counts. The usual counts are shared by all games."""
    return KnockCount(higher, lower, bonus, factor)


@cache
def void(ending: Ending) -> DealResult:
    """Score a deal without a winner (G-7, G-11)."""
    return DealResult(Outcome.VOID, None, NO_POINTS, ending)
