"""Expert in Basic and German Rummy: when to take, what to lay and when, what to discard."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from bot.laydown import Plan, Position, best_plan
from bot.players.arithmetic import added
from bot.players.levels import Budget
from bot.players.melds.estimates import GameStyle, style_of
from bot.players.melds.laying import lays_now
from bot.players.melds.loose_cards import searchable
from bot.players.melds.outlook import Outlook, loose, outlook_for, useful, without
from bot.players.melds.turns import can_take, drawn, finished, helps
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.views import Phase


@dataclass(frozen=True, slots=True)
class Discarding:
    """The weights of everything that a discard changes, where one loose card fewer weighs 1.

    Danger grows faster than its estimate: a card that the next seat might take costs little, one that it can hardly
    help taking costs the deal. So the estimate counts, and its square.
    """

    danger: float  # of the estimated danger that the next seat can meld the card
    danger_squared: float  # of its square
    point: float  # of a point in hand
    outs: float  # of the chance that the draw after the next one makes a meld of loose cards, or fits the table
    out: float = 1.0  # of going out with the next draw

    def cost(self, danger: float, points: int) -> float:
        """Return the cost of a discard with this estimated danger and this value."""
        return danger * (self.danger + self.danger_squared * danger) - self.point * points


# Chosen by hand. With two seats, tried: not to look ahead (4% of games less in Basic, 2% in German Rummy), and danger
# 0.1 in Basic. With more, tried in Basic: the weights of two seats, and to look two draws ahead (no gain).
_CROWDED_GERMAN: Final = Discarding(danger=0.1, danger_squared=0.0, point=0.02, outs=1.0)
_MOST: Final = 4
"""Tables with more seats than this play as those with this many."""
DISCARDING: Final[Mapping[GameStyle, Mapping[int, Discarding]]] = {
    GameStyle.AT_ONCE: {
        2: Discarding(danger=0.6, danger_squared=0.0, point=0.04, outs=2.0),
        3: Discarding(danger=0.0, danger_squared=3.0, point=0.011, outs=1.5, out=10.0),
        4: Discarding(danger=0.0, danger_squared=3.0, point=0.0, outs=2.0, out=10.0),
    },
    GameStyle.FIRST_MELDS: {
        2: Discarding(danger=0.1, danger_squared=0.0, point=0.01, outs=1.0),
        3: _CROWDED_GERMAN,
        4: _CROWDED_GERMAN,
    },
}
"""The weights by the style of the game and number of seats."""


_CARDS: Final = 1.5
"""Cards in hand per position of the budget: the best lay-down of more cards takes longer to find."""
_JOKER: Final = 6
"""The extra cost of each joker in the hand, in multiples of the cost of a position."""
_QUICK: Final = 2
_QUICK_JOKER: Final = 4
"""The same two for hands that `loose_cards` can search, whatever their number of cards."""


class Ahead:
    """Evaluates a hand one draw ahead, and counts the positions."""

    def __init__(self, outlook: Outlook, hand: Sequence[Card], positions: int, weights: Discarding) -> None:
        self._outlook, self._hand, self._weights = outlook, tuple(hand), weights
        self._left = positions // _cost_of(outlook, self._hand)
        change = useful(outlook.position, hand)
        self._draws = [(card, count) for card, count in outlook.live.items() if change >> card & 1]
        if len(self._draws) >= self._left:
            self._left = -1  # not enough for one evaluation, so none is started
        self._same = outlook.total - sum(count for _, count in self._draws)
        self._loose: dict[Card | None, tuple[Card, ...]] = {}

    def after_draw(self, discarded: Card | None = None) -> float | None:
        """Return the average cost of the hand, less a discarded card, after the next draw and discard.

        None if the budget is spent.
        """
        if self._left < 0:
            return None
        same = self._cost(None, discarded, discards=False)
        cost = self._same * same
        for card, count in self._draws:
            if self._left < 0:
                return None
            cost += count * min(same, self._cost(card, discarded, discards=True))
        return cost / self._outlook.total

    def with_card(self, card: Card) -> float:
        """Return the cost of the hand with one more card, after another one is discarded."""
        return self._cost(card, None, discards=True)

    def _cost(self, drawn: Card | None, discarded: Card | None, *, discards: bool) -> float:
        """Return the number of loose cards, less the weighted chance that another draw makes a meld of some."""
        left = self._left_with(drawn, discarded)
        count = len(left) - discards
        return count - self._weights.outs * self._outlook.outs(left) if count > 0 else -self._weights.out

    def _left_with(self, drawn: Card | None, discarded: Card | None) -> tuple[Card, ...]:
        hand = self._hand if drawn is None else (*self._hand, drawn)
        if drawn not in self._loose:
            self._loose[drawn] = self._evaluated(hand)
        left = self._loose[drawn]
        if discarded is None:
            return left
        return without(left, discarded) if discarded in left else self._evaluated(without(hand, discarded))

    def _evaluated(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        self._left -= 1
        return loose(self._outlook.position, hand)


def _cost_of(outlook: Outlook, hand: Sequence[Card]) -> int:
    position, jokers = outlook.position, hand.count(JOKER)
    if searchable(hand, position.melds, position.rules):
        return _QUICK + _QUICK_JOKER * jokers
    return max(1, int(len(hand) / _CARDS)) * (1 + _JOKER * jokers)


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
    return DISCARDING[style_of(outlook.position.rules)][min(len(outlook.view.counts), _MOST)]


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
