"""Expert in Basic and German Rummy: when to take, what to lay and when, what to discard."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from bot.laydown import Plan, Position, best_plan
from bot.players.arithmetic import added
from bot.players.levels import Budget
from bot.players.melds.discarding import DISCARDING, Discarding
from bot.players.melds.laying import lays_now
from bot.players.melds.lookahead import Ahead
from bot.players.melds.outlook import Outlook, loose, outlook_for, without
from bot.players.melds.turns import can_take, drawn, finished, helps
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.views import Phase

_COMPANY: Final = 0.05
_SHORTLIST: Final = 6

LayDecision: TypeAlias = Callable[[Outlook, Plan], bool]
"""Decides whether to lay melds that don't win the deal."""


def choose(view: MeldsView, budget: Budget, decide: LayDecision | None = None) -> tuple[Move, ...]:
    """Choose the next moves of the seat on turn: its draw, or everything it lays and then the discard.

    ``decide`` replaces `bot.players.melds.laying.lays_now` in training.
    """
    outlook = outlook_for(view)
    if view.phase is Phase.DRAW:
        return drawn(view, take=_takes(outlook, budget))
    plan = best_plan(outlook.position)
    lays = plan.out or any(view.staged) or (decide or lays_now)(outlook, plan)
    return finished(view, plan, plan.steps if lays else (), partial(_discarded, outlook, budget))


def _takes(outlook: Outlook, budget: Budget) -> bool:
    """Return whether to take the top discard: if that is better than an average card of the stock."""
    view, position = outlook.view, outlook.position
    if not can_take(view):
        return False
    card = view.discards[-1]
    if card == JOKER:
        return True
    if position.rules.keep_taken and loose(position, (*view.hand, card)) == (card,):
        return False
    ahead = Ahead(outlook, view.hand, budget.positions, _discarding(outlook))
    drawn = ahead.after_draw()
    return helps(view) if drawn is None else ahead.with_card(card) < drawn


def _discarding(outlook: Outlook) -> Discarding:
    """Return how discards are weighed at a table."""
    return DISCARDING[outlook.position.rules.variant][len(outlook.view.counts)]


def _discarded(
    outlook: Outlook, budget: Budget, position: Position, left: Sequence[Card], free: Sequence[Card]
) -> Card:
    """Choose the discard after which the next draw helps most, within the budget."""
    scores = {card: _score(outlook, left, card) for card in free}
    best = sorted(free, key=lambda card: (-scores[card], card))[:_SHORTLIST]
    if len(best) == 1:
        return best[0]
    weights = _discarding(outlook)
    ahead = Ahead(replace(outlook, position=position), position.hand, budget.positions, weights)
    costs = {}
    for card in best:
        cost = ahead.after_draw(card)
        if cost is None:
            break
        costs[card] = cost + weights.cost(outlook.danger(card), position.rules.hand_values[card])
    return min(costs, key=lambda card: (costs[card], card)) if costs else best[0]


def _score(outlook: Outlook, left: Sequence[Card], card: Card) -> float:
    """Rate a loose card as a discard: the use of the others, its points, its danger with the next seat."""
    kept, weights = without(left, card), _discarding(outlook)
    score = outlook.chance(kept) + _COMPANY * added(outlook.company(other) for other in kept if other != JOKER)
    return score - weights.cost(outlook.danger(card), outlook.position.rules.hand_values[card])
