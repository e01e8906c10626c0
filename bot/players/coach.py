"""The coach: one true line that fits the moment, and that the player hasn't read before."""

from collections.abc import Collection

from bot.players.coaching import CoachLine, CoachScope, CoachTip
from bot.players.games import player_for
from bot.players.hints import advice_for
from bot.rummy.views import View

__all__ = ["CoachLine", "CoachScope", "CoachTip", "coach_tip", "coach_tips"]


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
