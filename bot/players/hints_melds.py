"""Why an Expert would do what it does at a table of Basic or German Rummy."""

from dataclasses import replace
from typing import Final

from bot.players.levels import BUDGETS, Level
from bot.players.melds import choose
from bot.players.melds_outlook import loose
from bot.players.reasons import Hint, Why
from bot.rummy.cards import JOKER
from bot.rummy.laydown import best_plan, position_of
from bot.rummy.moves import Verb
from bot.rummy.views import MeldsView

_LEVEL: Final = Level.EXPERT


def hint(view: MeldsView) -> Hint:  # noqa: PLR0911 - one a kind of move
    """Say what to do in a seat that has to act, and why."""
    moves = choose(view, _LEVEL, 0, BUDGETS[_LEVEL])
    first, last = moves[0], moves[-1]
    if first.verb is Verb.TAKE:
        return Hint(first, _why_taken(view), {"card": view.discards[-1]})
    if first.verb is Verb.DRAW:
        return Hint(first, Why.DRAW, {"card": view.discards[-1]}) if view.discards else Hint(first, Why.DRAW_ONLY)
    if first.verb is Verb.UNDO:
        return Hint(first, Why.UNDO)
    plan = best_plan(position_of(view))
    if last.verb is not Verb.DISCARD:
        return Hint(first, Why.OUT_ALL)
    values = {"card": last.named}
    if first is not last:
        return Hint(first, Why.OUT if plan.out else Why.LAY, values)
    if plan.out:
        return Hint(first, Why.OUT, values)
    return Hint(first, Why.HOLD if plan.steps else Why.LOOSE, values)


def _why_taken(view: MeldsView) -> Why:
    """Say what a card is taken for: a joker's sake, a meld of one's own, or to lay it off on the table."""
    card = view.discards[-1]
    if card == JOKER:
        return Why.TAKE_JOKER
    alone = replace(position_of(view), melds=())
    grows = len(loose(alone, (*view.hand, card))) > len(loose(alone, view.hand))
    return Why.TAKE_TO_LAY if grows else Why.TAKE
