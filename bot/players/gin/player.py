"""The gin family's entry in the table of computer players."""

from collections.abc import Iterator, Sequence
from random import Random

from bot.players.coaching import CoachTip
from bot.players.gin import choosing, coach, easy, hard, hints, normal
from bot.players.levels import Budget, Level
from bot.players.reasons import Hint
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move
from bot.rummy.views import View


class GinPlayer:
    """Plays the games of the gin family."""

    def choose(self, view: View, level: Level, seed: int, budget: Budget) -> tuple[Move, ...]:
        """Choose the one move that the seat makes now."""
        gin = gin_view(view)
        seat = gin.turn or 0
        match level:
            case Level.EASY:
                return (easy.choose(gin, seat, seed),)
            case Level.NORMAL:
                return (normal.choose(gin, seat),)
            case Level.HARD:
                return (hard.choose(gin, seat, budget),)
            case Level.EXPERT:
                return (choosing.choose(gin, seat, budget),)

    def claims(self, view: View, level: Level) -> bool:  # noqa: ARG002 - same signature for every family
        """Return False: nothing can be claimed in gin."""
        return False

    def hint(self, view: View, moves: Sequence[Move]) -> Hint:
        """Return an Expert's move with the reason for it."""
        return hints.hint(gin_view(view), moves[0])

    def tips(self, view: View, advice: Sequence[Move]) -> Iterator[CoachTip]:
        """Yield what a coach can truly say now, the most fitting line first."""
        return coach.tips(gin_view(view), advice)

    def at_random(self, view: View, rng: Random) -> tuple[Move, ...]:
        """Make any legal move."""
        return (rng.choice(view.moves),) if view.moves else ()


def gin_view(view: View) -> GinView:
    """Return a view as one of the gin family. ValueError if it is of another game."""
    if not isinstance(view, GinView):
        raise ValueError(f"this player can't play {view.options.variant}")  # noqa: TRY004 - a wrong choice of player
    return view
