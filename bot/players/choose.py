"""Computer players: a view and a level in, moves out."""

from bot.players.games import player_for
from bot.players.levels import Budget, Level
from bot.rummy.moves import Move
from bot.rummy.views import View


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
