"""What a good computer player would do in a player's place, and why, for a player who asks."""

from functools import lru_cache

from bot.players.choose import choose
from bot.players.gin import hints as hints_gin
from bot.players.levels import Level
from bot.players.melds import hints as hints_melds
from bot.players.reasons import Hint, Why
from bot.rummy.moves import Move
from bot.rummy.views import GinView, MeldsView, View

__all__ = ["Hint", "Why", "advice_for", "hint_for"]


@lru_cache(maxsize=256)
def advice_for(view: View) -> tuple[Move, ...]:
    """Return what an Expert would do now in the view's seat, () out of turn: the only source of suggestions.

    Green buttons, their words, hints and replays all come from here, so they can't contradict each other. It takes a
    few milliseconds, rarely up to a quarter of a second; a panel that is shown again gets it from memory.
    """
    return choose(view, Level.EXPERT, 0)


def hint_for(view: View) -> Hint | None:
    """Return what `advice_for` says and why; None if it is not that seat's turn."""
    moves = advice_for(view)
    if not moves:
        return None
    match view:
        case GinView():
            return hints_gin.hint(view, moves[0])
        case MeldsView():
            return hints_melds.hint(view, moves)
        case _:
            raise TypeError(f"nobody plays a {type(view).__name__}")
