"""The best lay-down of a turn: what a hand can lay, lay off and swap, exactly, by the rules that a table goes by."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.laydown.problem import Goal, Position, problem_of
from bot.laydown.search import Found, search
from bot.laydown.steps import LaySequence, lay_out
from bot.laydown.ways import MeldChoice
from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.melds.rules import MeldRules, rules_for
from bot.rummy.melds.table_meld import TableMeld, read_meld, value_of
from bot.rummy.moves import Move, Verb
from bot.rummy.views import MeldsView

__all__ = [
    "Goal",
    "Plan",
    "Position",
    "best_discards",
    "best_plan",
    "can_go_out",
    "first_value",
    "initial_value",
    "position_of",
    "reaches_initial",
]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to lay in a turn."""

    steps: tuple[Move, ...]  # melds, lay-offs and swaps in an order in which the rules take them one by one
    value: int  # what they add to the value of the table
    left: tuple[Card, ...]  # the hand after them, before the discard
    out: bool  # they, and a discard where it takes one, win the deal


def position_of(view: MeldsView) -> Position:
    """Read a view as its seat's position; ValueError if it is nobody's."""
    if view.seat is None:
        raise ValueError("what everybody sees holds no hand to lay from")
    acts = view.turn == view.seat
    return Position(
        seat=view.seat,
        rules=rules_for(view.options),
        hand=view.hand,
        melds=view.melds,
        opened=view.opened[view.seat],
        laid=view.laid,
        owed=view.owed if acts else 0,
        taken=view.taken if acts else None,
        may_meld=view.may_meld or not acts,
    )


def best_plan(position: Position, goal: Goal = Goal.CARDS) -> Plan:
    """Find the best lay-down that leaves a turn that can end; a plan without steps if there is nothing to lay.

    That is also given where a turn can't end any more (D-10): then what was laid has to be taken back.
    """
    if not position.hand:
        return Plan((), 0, (), out=False)
    found, first = _fewest_cards(position) if goal is Goal.CARDS else _most_value(position)
    if found is None:
        return Plan((), 0, position.hand, out=len(position.hand) == 1 and bool(best_discards(position)))
    laying = LaySequence(position.seat, position.melds, position.rules)
    before = laying.value
    lay_out(laying, found, first)
    left = _after(position.hand, laying.moves)
    return Plan(tuple(laying.moves), laying.value - before, left, out=len(left) <= 1)


def can_go_out(position: Position) -> bool:
    """Say whether the deal can be won in this turn (B-6, D-11, H-9)."""
    return best_plan(position).out


def reaches_initial(position: Position) -> bool:
    """Say whether the first melds can reach what they have to be worth, or have, or need not (D-7)."""
    return not position.needs or initial_value(position) - position.laid >= position.needs


def initial_value(position: Position) -> int:
    """Say what first melds can be worth at most in this turn, those that lie included (D-7)."""
    if not position.hand:
        return position.laid
    bare = replace(position, melds=(), opened=True, laid=0, owed=0)
    best = 0
    for may_empty in (not position.rules.last_discard, False):
        found = search(problem_of(bare, Goal.VALUE, 0, may_empty=may_empty))
        best = sum(way.worth for way in found.ways) if found else 0
        if best >= position.needs:
            break  # with less than that, a card has to be left (H-9)
    return position.laid + best


def first_value(position: Position, plan: Plan) -> int:
    """Return what the first melds come to once ``plan`` is laid; if it lays nothing, what they could at most (D-7).

    Melds already laid in this turn are included; lay-offs and swaps aren't first melds and count nothing here.
    """
    if not plan.steps and not position.laid:
        return initial_value(position)
    return position.laid + sum(_worth(step, position.rules) for step in plan.steps)


def best_discards(position: Position) -> tuple[Card, ...]:
    """List the cards that may be discarded now, the best to throw first; none while the turn owes something (D-10).

    Cards that the best lay-down leaves come before those it lays, then those with fewer neighbours, then the dearest.
    """
    rules, hand = position.rules, position.hand
    if (position.laid and position.needs) or position.owed:
        return ()
    jokers_too = not rules.joker_rule or set(hand) == {JOKER}
    kept = position.taken if rules.keep_taken else None
    allowed = {card for card in hand if card != kept and (card != JOKER or jokers_too)}
    if len(allowed) < 2:
        return tuple(allowed)
    left, counts = best_plan(position).left, Counter(hand)
    order = {
        card: (card == JOKER, card not in left, _neighbours(card, counts, rules), -rules.hand_values[card], card)
        for card in allowed
    }
    return tuple(sorted(allowed, key=order.__getitem__))


def _neighbours(card: Card, hand: Counter[Card], rules: MeldRules) -> int:
    """Count what a card could become a meld with: cards of its rank or next to it twice, those two apart once."""
    count = 0
    for other in hand:
        if JOKER in (card, other) or other == card:
            continue
        if rank_of(other) == rank_of(card):
            count += 2
        elif suit_of(other) == suit_of(card):
            apart = abs(rank_of(other) - rank_of(card))
            if rules.last_rank == 13 and 0 in (rank_of(other), rank_of(card)):
                apart = min(apart, 13 - apart)
            count += max(0, 3 - apart)
    return count


def _worth(step: Move, rules: MeldRules) -> int:
    """Return the value of a meld to lay; 0 for a lay-off or a swap."""
    meld = read_meld(step.cards, rules) if step.verb is Verb.MELD else None
    return value_of(meld, rules) if isinstance(meld, TableMeld) else 0


def _most_value(position: Position) -> tuple[Found | None, Sequence[MeldChoice]]:
    """Find the ways that lay the most value, and which of them are first melds."""
    found = search(problem_of(position, Goal.VALUE, position.needs))
    return found, [way for way in found.ways if way.first] if found else []


def _fewest_cards(position: Position) -> tuple[Found | None, Sequence[MeldChoice]]:
    """Find the ways that leave the fewest cards, and which of them are first melds.

    First as if these had no value to reach, which they mostly do then; only if not, it has to be looked for.
    """
    found = _fewest(position, 0)
    if found is None or not position.needs:
        return found, []
    first = _first_melds(position, found)
    if first:
        return found, first
    found = _fewest(position, position.needs)
    return found, [way for way in found.ways if way.first] if found else []


def _fewest(position: Position, needs: int) -> Found | None:
    """Find the ways that leave the fewest cards, with what first melds have to be worth.

    Most of what could be done with many jokers needs no looking at: if everything can be laid with few of them between
    the cards of each way, nothing is better.
    """
    problem = problem_of(position, Goal.CARDS, needs, few=True)
    found = search(problem)
    if problem.complete:
        return found
    if found is not None:
        laid = sum(len(way.cards) + way.used for way in found.ways) + found.jokers
        if len(position.hand) - laid <= 1:
            return found
    return search(problem_of(position, Goal.CARDS, needs))


def _first_melds(position: Position, found: Found) -> list[MeldChoice]:
    """Choose first melds of those found that reach their value without jokers swapped out later (D-7); [] if none do.

    Under H-6 enough jokers have to be left for later, too.
    """
    rules, melds = position.rules, [way for way in found.ways if way.meld is None]
    swaps = [way for way in found.ways if way.swaps]
    jokers = position.hand.count(JOKER)
    if swaps and rules.joker_rule:
        late = any(way.late for way in swaps) and all(way.late for way in swaps)
        jokers = min(jokers, sum(way.used for way in found.ways) + found.jokers - late)
    first, worth = [], 0
    for way in sorted(melds, key=lambda way: (way.used, -way.value(rules))) if swaps else melds:
        if worth < position.needs or not swaps:
            first.append(way)
            worth += way.value(rules)
    return first if worth >= position.needs and sum(way.used for way in first) <= jokers else []


def _after(hand: tuple[Card, ...], steps: Sequence[Move]) -> tuple[Card, ...]:
    """Give a hand after some steps."""
    left = Counter(hand)
    for step in steps:
        left.subtract(step.cards or (step.named,))
        left[JOKER] += step.verb is Verb.SWAP
    return tuple(sorted(left.elements()))
