"""One's own hand where melds go on the table: the melds in it, what they are worth, whether they win."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.laydown import Position, best_plan, first_value, position_of
from bot.rummy.cards import JOKER, Card
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.state import without
from bot.rummy.melds.table_meld import TableMeld, read_meld
from bot.rummy.moves import Move, Verb
from bot.rummy.views import MeldsView, Phase
from render.drawing.rows import LOOSE, Group


@dataclass(frozen=True, slots=True)
class Own:
    """A hand as its owner is told of it: its groups, what its first melds come to (D-7), what it counts.

    ``out``: it can go out now. What nobody is told on an unassisted table is None.
    """

    groups: tuple[Group, ...]
    ready: int | None
    value: int | None
    out: bool


def read_own(view: MeldsView) -> Own:
    """Read the hand of the seat whose view this is: the melds to lay first, then what else would make some."""
    position = position_of(view)
    plan = best_plan(position)
    melds, rest = _melds(plan.steps, position.rules, view.hand)
    others, loose = _melds(best_plan(_at_will(position, rest)).steps, position.rules, rest)
    groups = [Group(meld.kind, meld.cards) for meld in sorted((*melds, *others), key=_in_order)]
    if loose:
        groups.append(Group(LOOSE, tuple(sorted(loose))))
    acts = view.phase is Phase.LAY and view.turn == view.seat
    value = sum(position.rules.hand_values[card] for card in view.hand)
    return Own(tuple(groups), first_value(position, plan) if position.needs else 0, value, acts and plan.out)


def plain_own(view: MeldsView) -> Own:
    """Return the hand of the seat whose view this is for an unassisted table: its cards without any analysis."""
    return Own((Group(LOOSE, view.hand),) if view.hand else (), None, None, out=False)


def _at_will(position: Position, hand: Sequence[Card]) -> Position:
    """Give a position in which melds can be made of these cards with no regard to the turn and the table."""
    rules = replace(position.rules, last_discard=False, one_meld=False, keep_taken=False)
    return Position(position.seat, rules, tuple(hand), (), True, 0, 0, None, may_meld=True)


def _melds(steps: Sequence[Move], rules: MeldRules, hand: Sequence[Card]) -> tuple[list[TableMeld], list[Card]]:
    """Give the melds of a plan that the hand holds, and what it holds beside them.

    A meld with a joker that the plan swaps in before is none of them.
    """
    found, left = [], list(hand)
    for step in steps:
        meld = read_meld(step.cards, rules) if step.verb is Verb.MELD else None
        if isinstance(meld, TableMeld) and not without(meld.cards, left):
            found.append(meld)
            left = without(left, meld.cards)
    return found, left


def _in_order(meld: TableMeld) -> tuple[bool, Card]:
    """Give what melds are sorted by in the hand: runs first, each kind by its lowest card."""
    return meld.kind is MeldKind.SET, min(card for card in meld.cards if card != JOKER)
