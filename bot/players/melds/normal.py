"""Normal in Basic and German Rummy: it knows the rules of thumb, looks only at its own cards, and lays at once."""

from collections.abc import Sequence

from bot.laydown import Position, best_plan, position_of
from bot.players.melds.pairs import completing
from bot.players.melds.turns import drawn, finished, helps
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.views import Phase


def choose(view: MeldsView) -> tuple[Move, ...]:
    """Choose the next moves of the seat on turn: its draw, or everything it lays and then the discard."""
    if view.phase is Phase.DRAW:
        return drawn(view, take=helps(view))
    plan = best_plan(position_of(view))
    return finished(view, plan, plan.steps, _loneliest)


def _loneliest(position: Position, left: Sequence[Card], free: Sequence[Card]) -> Card:
    """Return the loose card with the fewest partners, of these the one with the highest value."""
    rules = position.rules
    return min(free, key=lambda card: (_partners(card, left, rules), -rules.hand_values[card], card))


def _partners(card: Card, cards: Sequence[Card], rules: MeldRules) -> int:
    """Count the other cards with which a third one could make a meld of this card."""
    return sum(bool(completing(card, other, rules)) for other in cards if JOKER not in (card, other))
