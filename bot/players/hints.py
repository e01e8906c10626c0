"""What a good computer player would do in a player's place, and why, for a player who asks."""

from bot.players import hints_gin, hints_melds
from bot.players.reasons import Hint, Why
from bot.rummy.views import GinView, MeldsView, View

__all__ = ["Hint", "Why", "hint_for"]


def hint_for(view: View) -> Hint | None:
    """Say what an Expert would do now in the view's seat; None if it is not that seat's turn."""
    if view.seat is None or view.turn != view.seat:
        return None
    match view:
        case GinView():
            return hints_gin.hint(view, view.seat)
        case MeldsView():
            return hints_melds.hint(view)
        case _:
            raise TypeError(f"nobody plays a {type(view).__name__}")
