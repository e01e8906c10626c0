"""Hints and the coach: the move that an Expert would make in a player's place, why, and one true line that fits."""

from collections.abc import Collection
from threading import Lock
from typing import Final

from bot.players.coaching import CoachLine, CoachScope, CoachTip
from bot.players.games import choose, player_for
from bot.players.levels import Level
from bot.players.reasons import Hint
from bot.rummy.moves import Move
from bot.rummy.views import View

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


def coach_tips(view: View, scope: CoachScope) -> tuple[CoachTip, ...]:
    """List what the coach can say now in the view's seat, the most fitting line first.

    Advice comes from `advice_for`, so it can't contradict green buttons and hints. A lower scope never asks for it,
    except to explain what the green button is.
    """
    advice = advice_for(view) if scope is not CoachScope.WORDS and view.turn == view.seat else ()
    return tuple(tip for tip in player_for(view.family).tips(view, advice) if tip.line.scope <= scope)


def coach_tip(view: View, scope: CoachScope, given: Collection[CoachLine]) -> CoachTip | None:
    """Return the first line that the player hasn't been given; None if there's nothing new to say."""
    return next((tip for tip in coach_tips(view, scope) if tip.line not in given), None)
