"""The best lay-down of a turn: what a hand can lay, lay off and swap, exactly, by the rules that a table goes by."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.laydown_search import Held, Problem, search
from bot.rummy.laydown_steps import Laying, lay_out
from bot.rummy.laydown_table import additions, joker_room, joker_worths, swappable
from bot.rummy.laydown_ways import Asked, Way, new_melds
from bot.rummy.meld_rules import MeldRules, rules_for
from bot.rummy.moves import Move
from bot.rummy.table_meld import TableMeld
from bot.rummy.views import MeldsView

_CARD: Final = 1 << 12
"""What a card counts where the number of cards goes before what they are worth in the hand."""
_POINT: Final = 1 << 6
"""What a point counts where what is laid is worth goes before the number of cards."""


class Goal(StrEnum):
    """What a lay-down is the best in."""

    CARDS = "cards"  # the fewest cards left at the end of the turn, then the least hand value
    VALUE = "value"  # the most added to the value of the table (D-1, C-6), then the fewest cards


@dataclass(frozen=True, slots=True)
class Position:
    """What one seat can lay from, and onto, at some point of its turn after the draw."""

    seat: int
    rules: MeldRules
    hand: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    opened: bool  # the seat has laid something in an earlier turn of the deal
    laid: int  # what its first melds, laid in this turn, are worth
    owed: int  # jokers swapped in this turn that still have to be laid (H-6)
    taken: Card | None  # the card that it took from the discard pile (B-5)
    may_meld: bool  # it may lay another meld in this turn (B-14)

    @property
    def needs(self) -> int:
        """What more melds have to be worth before anything is laid off or swapped (D-7); 0: nothing (B-4)."""
        if self.opened or self.rules.initial is None:
            return 0
        return max(0, max(1, self.rules.initial) - self.laid)


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
    found = search(_problem(position, goal)) if position.hand else None
    laying = Laying(position.seat, position.melds, position.rules)
    if found is None:
        out = len(position.hand) == 1 and bool(best_discards(position))
        return Plan((), 0, position.hand, out)
    before = laying.value
    lay_out(laying, found, opened=not position.needs)
    left = _after(position.hand, tuple(laying.moves))
    return Plan(tuple(laying.moves), laying.value - before, left, len(left) <= 1)


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
    rules = position.rules
    bare = Position(position.seat, rules, position.hand, (), True, 0, 0, position.taken, position.may_meld)
    best = 0
    for may_empty in (not rules.last_discard, False):
        found = search(_problem(bare, Goal.VALUE, may_empty=may_empty))
        best = sum(way.worth for way in found.ways) if found else 0
        if best >= position.needs:
            break
    return position.laid + best


def best_discards(position: Position) -> tuple[Card, ...]:
    """List the cards that may be discarded now, the best to throw first; none while the turn owes something (D-10).

    Cards that the best lay-down leaves come before those it lays, then those with fewer neighbours, then the dearest.
    """
    rules, hand = position.rules, position.hand
    if (position.laid and position.needs) or position.owed:
        return ()
    jokers_too = not rules.joker_rule or set(hand) == {JOKER}
    allowed = {card for card in hand if card != JOKER or jokers_too}
    if rules.keep_taken:
        allowed.discard(-1 if position.taken is None else position.taken)
    if len(allowed) < 2:
        return tuple(allowed)
    loose = set(best_plan(position).left)
    counts = Counter(hand)
    return tuple(
        sorted(
            allowed,
            key=lambda card: (
                card == JOKER,
                card not in loose,
                _neighbours(card, counts, rules),
                -rules.hand_values[card],
                card,
            ),
        )
    )


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
            if rules.last_rank > 12 and 0 in (rank_of(other), rank_of(card)):
                apart = min(apart, 13 - apart)
            count += max(0, 3 - apart)
    return count


def _problem(position: Position, goal: Goal, *, may_empty: bool | None = None) -> Problem:
    """Put a position as what is to be decided."""
    rules, counts = position.rules, Counter(position.hand)
    jokers = counts.pop(JOKER, 0)
    ranks = _ranks(counts)
    with_jokers = [meld for meld in position.melds if meld.jokers]
    more = sum(swappable(meld, ranks, rules) for meld in with_jokers)
    worth = goal is Goal.VALUE
    asked = Asked(
        rules,
        jokers=jokers + more,
        whole=rules.one_meld,
        worth=worth,
        first=position.needs,
        before=jokers if position.needs and more else None,
    )
    ways = list(new_melds(ranks, asked)) if position.may_meld else []
    for number, meld in enumerate(position.melds):
        ways += additions(number, meld, ranks, asked)
    gains = tuple(_gain(way, position, goal) for way in ways)
    joker = 0 if worth else _CARD + rules.hand_values[JOKER]
    free_jokers = not rules.joker_rule
    most = jokers + more
    return Problem(
        hand=_hand(counts, ways, position, goal),
        ways=tuple(ways),
        gains=gains,
        melds=len(position.melds),
        one_meld=rules.one_meld,
        jokers=jokers,
        more_jokers=more,
        room=sum(joker_room(meld, rules) for meld in position.melds) if most else 0,
        joker_left=-joker,
        joker_thrown=int(worth) if free_jokers and most else None,
        last_joker_thrown=(joker or 1) if free_jokers or not rules.last_discard else None,
        may_empty=not rules.last_discard if may_empty is None else may_empty,
        first=position.needs,
        owing=rules.joker_rule,
        owed=position.owed,
        onto=_onto(position, most) if worth and most else (),
    )


def _ranks(counts: Counter[Card]) -> tuple[int, int, int, int]:
    """Give the ranks held of each suit."""
    ranks = [0, 0, 0, 0]
    for card in counts:
        ranks[suit_of(card)] |= 1 << rank_of(card)
    return ranks[0], ranks[1], ranks[2], ranks[3]


def _gain(way: Way, position: Position, goal: Goal) -> int:
    """Say what a way gains."""
    if goal is Goal.VALUE:
        return way.worth * _POINT + len(way.cards) + way.used
    values = position.rules.hand_values
    return sum(_CARD + values[card] for card in way.cards)


def _hand(counts: Counter[Card], ways: list[Way], position: Position, goal: Goal) -> tuple[Held, ...]:
    """List the cards to decide on: those of some way, and the best discard of the others.

    The dearest come first, as the first that is left is discarded; a card that can't be comes last.
    """
    values, rules = position.rules.hand_values, position.rules
    kept = position.taken if rules.keep_taken else None
    useful = {card for way in ways for card in way.cards}
    order = sorted(counts, key=lambda card: (card == kept, -values[card], -rank_of(card), card))
    loose = next((card for card in order if card not in useful and card != kept), None)
    held = []
    for card in order:
        if card in useful or card in (loose, kept):
            gain = 1 if goal is Goal.VALUE else _CARD + values[card]
            held.append(Held(card, counts[card], None if card == kept else gain))
    return tuple(held)


def _onto(position: Position, jokers: int) -> tuple[tuple[int, ...], ...]:
    """Say for each meld that lies what jokers on it gain."""
    return tuple(
        tuple(worth * _POINT + count for count, worth in enumerate(joker_worths(meld, jokers, position.rules)))
        for meld in position.melds
    )


def _after(hand: tuple[Card, ...], steps: tuple[Move, ...]) -> tuple[Card, ...]:
    """Give a hand after some steps."""
    left = Counter(hand)
    for step in steps:
        left.subtract(step.cards or (step.named,))
        if step.verb == "swap":
            left[JOKER] += 1
    return tuple(sorted(left.elements()))
