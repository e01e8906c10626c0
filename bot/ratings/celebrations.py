"""What is worth celebrating about a finished game, apart from its winner. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.ratings.rating import is_provisional, shown
from bot.ratings.values import Achievement, GameEnding, GameOutcome, Rated

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
    """Return the first wins of players on the server."""
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
