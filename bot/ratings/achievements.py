"""Achievements within a game and over all games of a player, and what is worth celebrating about a finished game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ratings.rating import is_provisional, shown
from bot.ratings.replayed_record import Deal, ReplayedRecord
from bot.ratings.values import Achievement, GameEnding, GameOutcome, PlayerResult, Rated
from bot.rummy.families import Variant
from bot.rummy.results import Column, Outcome

_FULL: Final = 4
_UNDERCUTS: Final = 3
_DEALS_WON: Final = 2
_STREAKS: Final = ((5, Achievement.FIVE_IN_A_ROW), (10, Achievement.TEN_IN_A_ROW))
_GAMES: Final = 100


def game_achievements(game: ReplayedRecord, line: PlayerResult, ending: GameEnding) -> frozenset[Achievement]:
    """Return a player's achievements within one game, in which no computers played."""
    achievements = {achievement for deal in game.deals for achievement in _in_deal(deal, line.seat)}
    if line.counts.undercuts_given >= _UNDERCUTS:
        achievements.add(Achievement.THREE_UNDERCUTS)
    if line.won:
        achievements.add(Achievement.FIRST_WIN)
        if ending is GameEnding.PLAYED:
            achievements.update(_by_winning(game, line.seat))
    return frozenset(achievements)


def career_achievements(
    *, streak: int, wins: frozenset[Variant], games: int, earned: frozenset[Achievement] = frozenset()
) -> frozenset[Achievement]:
    """Return a player's achievements over all their games, except those already ``earned``.

    ``streak`` are rated wins in a row, ``wins`` the variants won and ``games`` the games finished, both without
    computers.
    """
    achievements = {achievement for least, achievement in _STREAKS if streak >= least}
    if wins.issuperset(Variant):
        achievements.add(Achievement.EVERY_VARIANT)
    if games >= _GAMES:
        achievements.add(Achievement.HUNDRED_GAMES)
    return frozenset(achievements) - earned


def _in_deal(deal: Deal, seat: int) -> Iterator[Achievement]:
    if deal.own_win(Outcome.GIN) == seat:
        yield Achievement.FIRST_GIN
        if deal.turns_of(seat) == 1:
            yield Achievement.FIRST_DRAW_GIN
    if deal.own_win(Outcome.RUMMY) == seat:
        yield Achievement.RUMMY
    undercut = deal.knock if deal.result.outcome is Outcome.UNDERCUT and deal.result.winner == seat else None
    if undercut is not None and undercut.arrangement.deadwood == 1:
        yield Achievement.UNDERCUT_ONE


def _by_winning(game: ReplayedRecord, seat: int) -> Iterator[Achievement]:
    """Yield a seat's achievements from winning a game that was played to its end."""
    winners: Sequence[int | None] = [deal.result.winner for deal in game.deals]
    won = winners.count(seat)
    if won >= _DEALS_WON and all(winner in (seat, None) for winner in winners):
        yield Achievement.SHUT_OUT
    if len(game.columns) > 1 and all(column.winner == seat for column in game.columns):
        yield Achievement.CLEAN_SWEEP
    target = game.options.target_for(game.seats)
    if target is not None and any(_came_back(column, seat, target) for column in game.columns):
        yield Achievement.COMEBACK
    if game.seats == _FULL:
        yield Achievement.FULL_TABLE


def _came_back(column: Column, seat: int, target: int) -> bool:
    """Return whether a seat won a column of the score sheet after trailing by half the target or more."""
    if column.winner != seat:
        return False
    totals = [0] * len(column.totals)
    for entry in column.entries:
        totals = [total + points for total, points in zip(totals, entry or (0,) * len(totals), strict=True)]
        if 2 * (max(totals) - totals[seat]) >= target:
            return True
    return False


SHORTEST_STREAK: Final = 3
"""Rated wins in a row that are celebrated."""


class CelebrationKind(StrEnum):
    """The kinds of celebrations, in the order in which they are shown."""

    FIRST_WIN = "first-win"
    SHUTOUT = "shutout"
    STREAK = "streak"
    BEST_RATING = "best-rating"


@dataclass(frozen=True, slots=True)
class Celebration:
    """Something to celebrate: whose it is, and the length of a streak or the new rating."""

    kind: CelebrationKind
    user: int
    number: int = 0


def celebrations(outcome: GameOutcome) -> tuple[Celebration, ...]:
    """Return what is worth celebrating about a game, in the order of its kinds; nothing if it was closed or voided."""
    if outcome.result.rated in (Rated.CLOSED, Rated.VOID) or outcome.result.facts.ending is GameEnding.CLOSED:
        return ()
    return (*_first_wins(outcome), *_shutouts(outcome), *_streaks(outcome), *_best_ratings(outcome))


def _first_wins(outcome: GameOutcome) -> list[Celebration]:
    first = (user for user, earned in outcome.earned.items() if Achievement.FIRST_WIN in earned)
    return [Celebration(CelebrationKind.FIRST_WIN, user) for user in sorted(first)]


def _shutouts(outcome: GameOutcome) -> list[Celebration]:
    """Return the winner who won every deal, if that was so."""
    facts = outcome.result.facts
    won = (user for user, achieved in facts.achievements.items() if Achievement.SHUT_OUT in achieved)
    return [Celebration(CelebrationKind.SHUTOUT, user) for user in sorted(won)]


def _streaks(outcome: GameOutcome) -> list[Celebration]:
    """Return the players who have won several rated games in a row, this one included."""
    streaks = sorted(outcome.streaks.items())
    return [Celebration(CelebrationKind.STREAK, user, streak) for user, streak in streaks if streak >= SHORTEST_STREAK]


def _best_ratings(outcome: GameOutcome) -> list[Celebration]:
    """Return the players whose rating over all games is higher than ever; not while it is provisional."""
    found = []
    for change in outcome.changes:
        best, now = outcome.best_before.get(change.user), shown(change.after)
        if change.pool is not None or best is None or is_provisional(change.after):
            continue
        if now > max(best, shown(change.before)):
            found.append(Celebration(CelebrationKind.BEST_RATING, change.user, now))
    return found
