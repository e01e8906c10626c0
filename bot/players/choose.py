"""The door to the computer players: a view and a level in, the moves of one line out."""

from bot.players.gin import choosing as gin
from bot.players.levels import BUDGETS, Budget, Level
from bot.players.melds import choosing as melds
from bot.rummy.moves import Move
from bot.rummy.views import GinView, MeldsView, View


def choose(view: View, level: Level, seed: int, budget: Budget | None = None) -> tuple[Move, ...]:
    """Choose what the view's seat does now: one move, or all that it lays in its turn and the discard.

    () if it is not that seat's turn. The same view, level, seed and budget always give the same moves; None is the
    level's own budget of `BUDGETS`. A knock that names no melds leaves them to the rules (G-15).
    """
    if view.seat is None or view.turn != view.seat:
        return ()
    budget = budget or BUDGETS[level]
    match view:
        case GinView():
            return (gin.choose(view, view.seat, level, seed, budget),)
        case MeldsView():
            return melds.choose(view, level, seed, budget)
        case _:
            raise TypeError(f"nobody plays a {type(view).__name__}")
