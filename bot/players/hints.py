"""Hints: the move that an Expert would make in a player's place, and the reason for it."""

from threading import Lock
from typing import Final

from bot.players.choose import choose
from bot.players.games import player_for
from bot.players.levels import Level
from bot.players.reasons import Figures, Hint, Why
from bot.rummy.moves import Move
from bot.rummy.views import View

__all__ = ["Figures", "Hint", "Why", "advice_at_hand", "advice_for", "hint_for"]


_REMEMBERED: Final = 256
_found: Final[dict[View, tuple[Move, ...]]] = {}  # the newest last
_storing: Final = Lock()  # threads ask, too


def advice_for(view: View) -> tuple[Move, ...]:
    """Return what an Expert would do now in the view's seat, () out of turn: the only source of suggestions.

    Green buttons, their words, hints and replays all come from here, so they can't contradict each other. It takes a
    few milliseconds, rarely up to a quarter of a second; showing the same panel again gets it from the cache.
    """
    found = _found.get(view)
    if found is None:
        found = choose(view, Level.EXPERT, 0)
        with _storing:
            while len(_found) >= _REMEMBERED:
                del _found[next(iter(_found))]
            _found[view] = found
    return found


def advice_at_hand(view: View) -> tuple[Move, ...] | None:
    """Return what `advice_for` says if that takes no time; None if it has to be computed first."""
    return () if view.turn != view.seat else _found.get(view)


def hint_for(view: View) -> Hint | None:
    """Return what `advice_for` says and why; None if it is not that seat's turn."""
    moves = advice_for(view)
    return player_for(view.family).hint(view, moves) if moves else None
