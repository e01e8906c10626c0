"""What a coach can truly say about a moment of a game with melds on the table, the most fitting line first."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.laydown import Plan, best_plan, position_of
from bot.players.coaching import CoachLine, CoachTip
from bot.players.melds.hints import hint, may_double
from bot.players.melds.outlook import outlook_for
from bot.players.reasons import Why
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase

_LAYING: Final = (Verb.MELD, Verb.LAYOFF, Verb.SWAP)
_FEW: Final = 4
"""The most cards with which the last discard is near."""
_TAKING: Final = {Why.TAKE: CoachLine.TAKE_MELD, Why.TAKE_TO_LAY: CoachLine.TAKE_FITS}


def tips(view: MeldsView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    """Yield what is true now in the view's seat; ``advice`` are an Expert's moves. Out of turn only claims (H-8)."""
    if any(move.verb is Verb.CLAIM for move in view.moves):
        yield CoachTip(CoachLine.CLAIM)
    if view.seat is None or view.turn != view.seat:
        return
    if view.phase is Phase.LAY:
        plan = best_plan(position_of(view))
        yield from _advised(view, advice, plan)
        yield from _first_melds(view, view.seat)
        yield from _green(view, advice, plan)
        yield from _laying(view, view.seat, plan)
    else:
        yield from _drawing(view, advice)


def _drawing(view: MeldsView, advice: Sequence[Move]) -> Iterator[CoachTip]:
    if advice and advice[0].verb is Verb.TAKE and (line := _TAKING.get(hint(view, advice).why)):
        yield CoachTip(line, {"card": view.discards[-1]})
    if {Verb.DRAW, Verb.TAKE} <= {move.verb for move in view.moves}:
        yield CoachTip(CoachLine.DRAW_OR_TAKE)
    yield CoachTip(CoachLine.LOSERS_PAY if rules_for(view.options).losers_pay else CoachLine.WINNER_SCORES)


def _advised(view: MeldsView, advice: Sequence[Move], plan: Plan) -> Iterator[CoachTip]:
    if not advice:
        return
    first = advice[0]
    if plan.out:
        yield CoachTip(CoachLine.GO_OUT)
    elif first.verb in _LAYING:
        yield CoachTip(CoachLine.LAY_NOW)
    elif any(step.verb is Verb.MELD for step in plan.steps) and may_double(outlook_for(view)):
        yield CoachTip(CoachLine.HOLD)


def _first_melds(view: MeldsView, seat: int) -> Iterator[CoachTip]:
    """Yield what first melds have to be worth, as long as the player hasn't laid any (D-7, H-3)."""
    if view.needs is not None and not view.opened[seat]:
        yield CoachTip(CoachLine.FIRST_MELDS, {"needs": view.needs}) if view.needs else CoachTip(CoachLine.FIRST_MELD)


def _green(view: MeldsView, advice: Sequence[Move], plan: Plan) -> Iterator[CoachTip]:
    if not advice:
        return
    first = advice[0]
    if first.verb is Verb.DISCARD and not plan.steps and _is_safest(view, first.named):
        yield CoachTip(CoachLine.SAFEST_NEXT)
    if first.verb is not Verb.DISCARD or not plan.steps:
        yield CoachTip(CoachLine.GREEN)


def _laying(view: MeldsView, seat: int, plan: Plan) -> Iterator[CoachTip]:
    if any(move.verb is Verb.UNDO for move in view.moves):
        yield CoachTip(CoachLine.TAKE_BACK)
    if len(plan.steps) > 1:
        yield CoachTip(CoachLine.PLAY_ALL)
    if view.melds and (view.needs is None or view.opened[seat]):
        yield CoachTip(CoachLine.LAY_OFF)
    if rules_for(view.options).last_discard and len(view.hand) <= _FEW:
        yield CoachTip(CoachLine.LAST_CARD)
    yield CoachTip(CoachLine.PICK_CARDS)


def _is_safest(view: MeldsView, card: Card) -> bool:
    others = {move.named for move in view.moves if move.verb is Verb.DISCARD} - {card}
    if not others or JOKER in (card, *others):
        return False
    outlook = outlook_for(view)
    danger = outlook.danger(card)
    return all(danger < outlook.danger(other) for other in others)
