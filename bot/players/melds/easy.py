"""Easy in Basic and German Rummy: a beginner.

It lays its melds at once, but hangs on to high pairs, and overlooks some of the cards it could take or lay off. A
lay-down that wins the deal it never overlooks.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from bot.laydown import Plan, Position, best_plan, position_of
from bot.players.beginner import Loose, to_discard
from bot.players.melds.turns import drawn, finished, helps
from bot.rummy.cards import JOKER, Card
from bot.rummy.families import Variant
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move
from bot.rummy.views import Phase

_MISSED_TAKE: Final = {Variant.BASIC: 0.1, Variant.GERMAN: 0.4}
"""The chance to overlook that the top discard helps: higher in German Rummy, where hands are larger."""
_MISSED_LAY_OFF: Final = 0.45
"""The chance to overlook in a turn that cards fit melds on the table."""


def choose(view: MeldsView, seed: int) -> tuple[Move, ...]:
    """Choose the next moves of the seat on turn; what it overlooks depends on the seed."""
    dice = Random(f"{seed} {view.deal} {view.turns} {view.seat}")  # noqa: S311 - a player's whim, not a shuffle
    if view.phase is Phase.DRAW:
        seen = dice.random() >= _MISSED_TAKE[view.options.variant] or JOKER in view.discards[-1:]
        return drawn(view, take=seen and helps(view))
    plan = _seen(view, dice)
    return finished(view, plan, plan.steps, partial(_discarded, dice=dice))


def _seen(view: MeldsView, dice: Random) -> Plan:
    """Return the lay-down that it finds: the best one, or the best one without the melds on the table."""
    position = position_of(view)
    plan = best_plan(position)
    if plan.out or any(view.staged) or not view.melds or dice.random() >= _MISSED_LAY_OFF:
        return plan
    alone, lying = best_plan(replace(position, melds=())), len(view.melds)
    steps = (step if step.meld is None else replace(step, meld=step.meld + lying) for step in alone.steps)
    return replace(alone, steps=tuple(steps))  # its melds are numbered after those that it overlooks


def _discarded(position: Position, _: Sequence[Card], free: Sequence[Card], dice: Random) -> Card:
    """Choose one of the highest loose cards, but no card of a high pair as long as there are others."""
    values = position.rules.hand_values
    return to_discard([Loose(card, values[card]) for card in free], dice)
