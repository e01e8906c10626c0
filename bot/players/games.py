"""The computer players of each family of games, looked up by the family of a view.

They are loaded when they first play or give advice, since the program's start doesn't need them.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Protocol

from bot.players.coaching import CoachTip
from bot.players.judged import Progress, Puzzle, Review
from bot.players.levels import Budget, Level
from bot.players.reasons import Hint
from bot.rummy.families import Family
from bot.rummy.games import State
from bot.rummy.moves import Move
from bot.rummy.options import Options
from bot.rummy.views import View


class FamilyPlayer(Protocol):
    """Plays the games of one family. Every method gets a view of that family, with a seat."""

    def choose(self, view: View, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:
        """Choose the seat's next moves: one move, or everything it lays this turn and then the discard."""
        ...

    def claims(self, view: View, level: Level) -> bool:
        """Return whether the seat claims the top discard out of turn (H-8)."""
        ...

    def hint(self, view: View, moves: Sequence[Move]) -> Hint:
        """Return the first of an Expert's moves with the reason for it."""
        ...

    def tips(self, view: View, advice: Sequence[Move]) -> Iterator[CoachTip]:
        """Yield what a coach can truly say now, the most fitting line first; ``advice`` are an Expert's moves."""
        ...

    def at_random(self, view: View, rng: Random) -> tuple[Move, ...]:
        """Make any legal move: the weakest player to compare levels with."""
        ...


def player_for(family: Family) -> FamilyPlayer:
    """Return the computer player of a family."""
    match family:
        case Family.GIN:
            from bot.players.gin.player import GinPlayer  # noqa: PLC0415 - see above

            return GinPlayer()
        case Family.MELDS:
            from bot.players.melds.player import MeldsPlayer  # noqa: PLC0415 - see above

            return MeldsPlayer()


def load_players() -> None:
    """Load the computer players now, so that the first who needs one doesn't have to wait."""
    for family in Family:
        player_for(family)


def choose(view: View, level: Level, seed: int, budget: Budget | None = None) -> tuple[Move, ...]:
    """Choose the next moves of the view's seat: one move, or everything it lays this turn and then the discard.

    () if it is not that seat's turn. The same view, level, seed and budget always give the same moves. If ``budget`` is
    None, the level's own applies. A knock that names no melds leaves them to the rules (G-15).
    """
    if view.seat is None or view.turn != view.seat:
        return ()
    return player_for(view.family).choose(view, level, seed, budget or level.budget)


def claims(view: View, level: Level) -> bool:
    """Return whether a computer claims the top discard out of turn (H-8); False in games without claims."""
    return player_for(view.family).claims(view, level)


def reviewable(options: Options) -> bool:
    """Return whether games with these options can be reviewed, and can give puzzles: gin for two."""
    return options.family is Family.GIN and options.seat_counts[0] == 2


def review_of(deals: Iterable[tuple[State, Sequence[Move]]], progress: Progress = lambda _: None) -> Review:
    """Return the review of a finished game: for each deal, as it was dealt, with its moves.

    It takes up to half a minute. ValueError if the game isn't `reviewable`.
    """
    from bot.players.gin.reviewing import reviewed  # noqa: PLC0415 - see above

    return reviewed(deals, progress)


def puzzle_in(dealt: State, moves: Sequence[Move], seed: str) -> Puzzle | None:
    """Return a puzzle from a finished deal, as it was dealt, and its moves; None if it has none.

    It takes up to half a minute. ValueError if the game isn't `reviewable`.
    """
    from bot.players.gin.reviewing import puzzle_from_deal  # noqa: PLC0415 - see above

    return puzzle_from_deal(dealt, moves, seed)
