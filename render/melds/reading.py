"""A hand in a game with melds on the table: its melds and rows, their value, and whether the player can go out.

Screens read hands as well, so this module doesn't load Pillow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.laydown import Position, best_plan, first_value, position_of
from bot.rummy.cards import JOKER, Card, MeldKind
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.state import without
from bot.rummy.melds.table_meld import MeldRules, TableMeld, read_meld
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from render.drawing.rows import LOOSE, Group, GroupRow, in_sequence, shared_out
from render.look import Sorting


@dataclass(frozen=True, slots=True)
class HandReading:
    """The melds and values that the bot finds in a hand; none on an unassisted table, where both numbers are None."""

    groups: tuple[Group, ...]
    stands_for: Mapping[tuple[Card, ...], tuple[tuple[Card, ...], ...]]  # what the cards of a meld may replace
    ready: int | None  # the value of the melds to lay first (D-7)
    value: int | None  # the points of all cards in the hand
    loose: int | None  # the points of the cards that are in no meld
    can_go_out: bool  # in this turn


def read_hand(view: MeldsView) -> HandReading:
    """Read the hand of the view's seat: the melds to lay first, then other melds in the remaining cards."""
    position = position_of(view)
    plan = best_plan(position)
    melds, rest = _melds(plan.steps, position.rules, view.hand)
    others, loose = _melds(best_plan(_without_limits(position, rest)).steps, position.rules, rest)
    found = sorted((*melds, *others), key=_in_order)
    groups = [Group(meld.kind, meld.cards) for meld in found]
    values = position.rules.hand_values
    if loose:
        groups.append(Group(LOOSE, tuple(sorted(loose, key=lambda card: (-values[card], -(card % 13), card)))))
    acts = view.phase is Phase.LAY and view.turn == view.seat
    ready = first_value(position, plan) if position.needs else 0
    value, alone = (sum(values[card] for card in cards) for cards in (view.hand, loose))
    stands_for = {meld.cards: meld.stands_for(position.rules) for meld in found}
    return HandReading(tuple(groups), stands_for, ready, value, alone, acts and plan.out)


def unassisted_reading(view: MeldsView) -> HandReading:
    """Return the cards of the view's seat without finding anything in them, for an unassisted table."""
    return HandReading((Group(LOOSE, view.hand),) if view.hand else (), {}, None, None, None, can_go_out=False)


def _without_limits(position: Position, hand: Sequence[Card]) -> Position:
    """Return a position with only these cards, in which no rule about turns or the table limits melds."""
    rules = replace(position.rules, last_discard=False, one_meld=False, keep_taken=False)
    return Position(position.seat, rules, tuple(hand), (), True, 0, 0, None, may_meld=True)


def _melds(steps: Sequence[Move], rules: MeldRules, hand: Sequence[Card]) -> tuple[list[TableMeld], list[Card]]:
    """Return the melds of a plan that are entirely in the hand, and the remaining cards.

    That leaves out melds with a joker that the plan first swaps from the table.
    """
    found, left = [], list(hand)
    for step in steps:
        meld = read_meld(step.cards, rules) if step.verb is Verb.MELD else None
        if isinstance(meld, TableMeld) and not without(meld.cards, left):
            found.append(meld)
            left = without(left, meld.cards)
    return found, left


def _in_order(meld: TableMeld) -> tuple[bool, Card]:
    """Return the sort key of a meld in the hand: runs first, each kind by its lowest card."""
    return meld.kind is MeldKind.SET, min(card for card in meld.cards if card != JOKER)


_MOST: Final = 8
"""The most cards in a row of a hand, unless that would make too many rows."""
_MOST_ROWS, _MOST_BELOW_LAYS = 4, 3
"""The most rows, and next to cards that were laid in the current turn."""
_TWO_ROWS, _LONG = 16, 11
"""Next to such cards, a hand that doesn't fit two usual rows has rows that are longer."""


def melds_rows(view: MeldsView, sorting: Sorting, reading: HandReading | None = None) -> tuple[GroupRow, ...]:
    """Return a hand in a game with melds on the table in up to four rows: melds first, whole if that fits.

    ``reading`` is what `read_hand` found, if it has been asked before.
    """
    count, lays = len(view.hand), any(view.staged)
    most = _LONG if lays and count > _TWO_ROWS else _MOST
    rows = min(max(-(-count // most), 1), _MOST_BELOW_LAYS if lays else _MOST_ROWS)
    most = max(most, -(-count // rows))
    if sorting is not Sorting.MELDS:
        return in_sequence(view.hand, sorting, rows, most)
    groups = (reading or read_hand(view)).groups
    return tuple(row for row in shared_out(groups, rows, most) if row)


def shows_pile(view: MeldsView) -> bool:
    """Return whether a hand's picture shows the pile: until its owner has drawn, if they can take from below (R-6)."""
    laying = view.turn == view.seat and view.phase is Phase.LAY
    return rules_for(view.options).from_below and view.turn is not None and not laying and len(view.discards) > 1
