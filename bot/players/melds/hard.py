"""Hard in Basic and German Rummy: it counts the cards that it hasn't seen, and the cards that others hold.

It keeps the cards that most unseen cards can still complete. It holds its melds while it may go out in one turn, and
lays them once another player has few cards or the stock runs low.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.laydown import Plan, Position, best_plan, position_of
from bot.players.arithmetic import added
from bot.players.melds.outlook import MeldsCount, counted, without
from bot.players.melds.turns import drawn, finished, helps
from bot.rummy.cards import JOKER, Card
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.views import Phase

_NEAR: Final = 3
"""It lays once another seat holds this many cards or fewer."""
_HOPEFUL: Final = 3
"""It lays if more than this many cards would be left after laying and a discard."""
_LATE: Final = 2
"""In German Rummy it lays once the stock lasts for this many turns of each seat: hands count at its end (D-12)."""
_COMPANY: Final = 0.05
"""The weight of the chance that a card becomes one of a pair, where the chance of a meld weighs 1."""
_POINT: Final = 0.01
"""The weight of a point less in hand."""


def choose(view: MeldsView) -> tuple[Move, ...]:
    """Choose the next moves of the seat on turn: its draw, or everything it lays and then the discard."""
    if view.phase is Phase.DRAW:
        return drawn(view, take=helps(view))
    position = position_of(view)
    plan = best_plan(position)
    lays = plan.out or any(view.staged) or _lays_now(view, plan)
    return finished(view, plan, plan.steps if lays else (), partial(_best, counted(view, position.rules)))


def _lays_now(view: MeldsView, plan: Plan) -> bool:
    """Return whether to lay melds that don't win the deal: nobody can lay off on melds that are still in the hand."""
    if min(count for seat, count in enumerate(view.counts) if seat != view.seat) <= _NEAR:
        return True
    if view.options.variant is Variant.GERMAN and view.stock <= _LATE * len(view.counts):
        return True
    return len(plan.left) - 1 > _HOPEFUL


def _best(count: MeldsCount, position: Position, left: Sequence[Card], free: Sequence[Card]) -> Card:
    """Return the loose card without which the others can still become the most melds; a high one counts more."""
    values = position.rules.hand_values
    return min(free, key=lambda card: (-_hopes(count, without(left, card)) - _POINT * values[card], card))


def _hopes(count: MeldsCount, kept: Sequence[Card]) -> float:
    """Rate loose cards by the chance that the next one makes a meld of some, or a pair."""
    return count.chance(kept) + _COMPANY * added(count.company(other) for other in kept if other != JOKER)
