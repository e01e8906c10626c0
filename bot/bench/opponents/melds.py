"""Rules of thumb for Basic and German Rummy, from a beginner to laying only to go out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from bot.laydown import Plan, Position, best_discards, best_plan, pile_takes, position_of
from bot.players.melds.outlook import completing, counted, loose
from bot.players.melds.player import POINT, melds_view, most_hopeful
from bot.players.melds.turns import can_take, drawn, finished, helps
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import MeldRules
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase, View

_ANY: Final = 99
_NEVER: Final = -1
_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class Habits:
    """When an opponent lays melds that don't win the deal, which discards it takes, and what it discards."""

    near: int = _NEVER  # it lays if another seat has this many cards or fewer
    after_others: bool = False  # or if another seat has laid anything
    turns_left: int = _NEVER  # or if the stock lasts for this many turns of each seat or fewer
    pairs: bool = False  # it also takes discards that only make a pair
    highest: bool = False  # it discards its highest loose card, whatever fits it
    hoards: bool = False  # it takes as many cards of the pile as it can

    def lay_now(self, view: MeldsView) -> bool:
        """Return whether to lay melds that don't win the deal."""
        others = [seat for seat in range(len(view.counts)) if seat != view.seat]
        return (
            min(view.counts[seat] for seat in others) <= self.near
            or (self.after_others and any(view.opened[seat] for seat in others))
            or view.stock <= self.turns_left * len(view.counts)
        )


BEGINNER: Final = Habits(near=_ANY, highest=True)
LAYS_AT_ONCE: Final = Habits(near=_ANY)
HOARDER: Final = Habits(near=_ANY, hoards=True)
HOLDER: Final = Habits()
LATE_4: Final = Habits(near=4, after_others=True, turns_left=2)


def mixed(rng: Random) -> Habits:
    """Draw the habits of one deal."""
    return Habits(rng.randrange(7), after_others=rng.random() < 0.5, turns_left=rng.randrange(-1, 4))


def choose(habits: Habits, view: View) -> tuple[Move, ...]:
    """Choose the draw, or everything to lay and then the discard; () if it isn't that seat's turn."""
    melds = melds_view(view)
    if melds.seat is None or melds.turn != melds.seat:
        return ()
    position = position_of(melds)
    if melds.phase is Phase.DRAW:
        largest = next(pile_takes(melds), None) if habits.hoards else None
        if largest is not None:
            return (largest.move,)
        return (Move(melds.seat, Verb.TAKE if _takes(habits, melds, position) else Verb.DRAW),)
    plan = best_plan(position)
    steps = plan.steps if plan.out or melds.due is not None or habits.lay_now(melds) else ()
    if steps and not plan.left:
        return steps
    return (*steps, Move(melds.seat, Verb.DISCARD, _discarded(habits, position, plan, lays=bool(steps))))


def counter(view: View) -> tuple[Move, ...]:
    """Choose as Hard once did, when Expert's tables were trained against it, with Hard's discards.

    It lays with more than three other cards left, or if another seat has three or fewer, or the stock runs low (D-12).
    """
    melds = melds_view(view)
    if melds.seat is None or melds.turn != melds.seat:
        return ()
    if melds.phase is Phase.DRAW:
        return drawn(melds, take=helps(melds))
    position = position_of(melds)
    plan = best_plan(position)
    late = Habits(near=_FEW, turns_left=_NEVER if position.rules.stalemate else 2).lay_now(melds)
    steps = plan.steps if plan.out or late or len(plan.left) - 1 > _FEW else ()
    return finished(melds, plan, steps, partial(most_hopeful, counted(melds, position.rules), POINT))


def _takes(habits: Habits, view: MeldsView, position: Position) -> bool:
    """Return whether to take the top discard: if that and a discard leave fewer loose cards, or perhaps for a pair."""
    if not can_take(view):
        return False
    card, rules = view.discards[-1], position.rules
    if card == JOKER:
        return True
    left = loose(position, (*view.hand, card))
    if rules.keep_taken and left == (card,):
        return False
    if len(left) - 1 < len(loose(position, view.hand)):
        return True
    if not habits.pairs or not partners(card, left, rules):
        return False
    return any(other not in (card, JOKER) and not partners(other, left, rules) for other in left)


def _discarded(habits: Habits, position: Position, plan: Plan, *, lays: bool) -> Card:
    """Choose the discard: the loose card with the fewest partners, of these the one with the highest value.

    A beginner doesn't count partners.
    """
    after, rules = position, position.rules
    if lays:
        after = replace(position, hand=plan.left, melds=(), opened=True, laid=0, owed=0, due=False)
    allowed = best_discards(after)
    if plan.out:
        return allowed[0]
    left = plan.left if lays else loose(position, position.hand)
    free = [card for card in left if card in allowed and card != JOKER]
    if not free:
        return allowed[0]
    counted = () if habits.highest else left
    return min(free, key=lambda card: (partners(card, counted, rules), -rules.hand_values[card], card))


def partners(card: Card, cards: Sequence[Card], rules: MeldRules) -> int:
    """Count the other cards with which a third one could make a meld of this card."""
    return sum(bool(completing(card, other, rules)) for other in cards if JOKER not in (card, other))
