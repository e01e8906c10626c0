"""Hints: the move that an Expert would make in a player's place, and the reason for it."""

from functools import lru_cache

from bot.players.choose import choose
from bot.players.games import player_for
from bot.players.levels import Level
from bot.players.reasons import Figures, Hint, Why
from bot.rummy.moves import Move
from bot.rummy.views import View

__all__ = ["Figures", "Hint", "Why", "advice_for", "hint_for"]


@lru_cache(maxsize=256)
def advice_for(view: View) -> tuple[Move, ...]:
    """Return what an Expert would do now in the view's seat, () out of turn: the only source of suggestions.

    Green buttons, their words, hints and replays all come from here, so they can't contradict each other. It takes a
    few milliseconds, rarely up to a quarter of a second; showing the same panel again gets it from the cache.
    """
    return choose(view, Level.EXPERT, 0)


def hint_for(view: View) -> Hint | None:
    """Return what `advice_for` says and why; None if it is not that seat's turn."""
    moves = advice_for(view)
    return player_for(view.family).hint(view, moves) if moves else None
