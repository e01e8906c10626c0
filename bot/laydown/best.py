"""Queries about a lay-down: the best one, whether it goes out, the value of first melds, the best discards."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Final

from bot.laydown.asked import formulate_asked
from bot.laydown.candidates import Candidate, Step
from bot.laydown.formulation import formulate
from bot.laydown.packing import Goal, Packing, Position
from bot.laydown.search import search
from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import (
    MeldRules,
    TableMeld,
    ends_for,
    lacking,
    laid_off,
    read_meld,
    readings,
    swapped,
    value_of,
)
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import Move, Verb
from bot.rummy.refusals import Refusal, Refused


class LaySequence:
    """The melds on a table while one seat lays, and the moves that it makes."""

    def __init__(self, seat: int, melds: Sequence[TableMeld], rules: MeldRules) -> None:
        self.seat = seat
        self.melds = list(melds)
        self.rules = rules
        self.moves: list[Move] = []
        self.first: set[int] = set()  # the numbers of first melds
        self._made: dict[int, int] = {}  # which move laid a meld, by its number

    @property
    def value(self) -> int:
        """The value of all melds together."""
        return sum(value_of(meld, self.rules) for meld in self.melds)

    def lay(self, cards: tuple[Card, ...]) -> int:
        """Lay a meld and return its number. Under H-7 the cards of a set are put in order here."""
        meld = read_meld(cards, self.rules)
        if isinstance(meld, Refusal):
            ordered = readings(cards, self.rules)
            if not ordered:
                raise Refused(meld)
            meld = ordered[0]
        self._made[len(self.melds)] = len(self.moves)
        self.moves.append(Move(self.seat, Verb.MELD, cards=meld.cards))
        self.melds.append(meld)
        return len(self.melds) - 1

    def add(self, number: int, step: Step) -> None:
        """Lay a card off, or swap it for a joker.

        A card for a meld of the same turn is laid together with it, unless a swap came after that meld: the card could
        be the joker that was swapped out. A first meld is left as it is if it would bring less then (D-7).
        """
        verb, card, end = step
        meld = self.melds[number]
        if verb is Verb.SWAP:
            after, end = swapped(meld, card, self.rules), None
        else:
            end = None if ends_for(meld, card, self.rules) == (None,) else end
            after = laid_off(meld, card, end, self.rules)
        if isinstance(after, Refusal):
            raise Refused(after)
        self.melds[number] = after
        made = self._made.get(number)
        if verb is Verb.LAYOFF and made is not None and self._is_laid_at_once(number, made, after):
            self.moves[made] = Move(self.seat, Verb.MELD, cards=after.cards)
        else:
            self._made.pop(number, None)  # later cards come after this one
            self.moves.append(Move(self.seat, verb, card, meld=number, end=end))

    def _is_laid_at_once(self, number: int, made: int, after: TableMeld) -> bool:
        """Return whether a meld of this turn can be laid with one more card at once, in the move that laid it."""
        if any(move.verb is Verb.SWAP for move in self.moves[made:]) or read_meld(after.cards, self.rules) != after:
            return False
        needs = [need for need in self.rules.first or () if need.points is not value_of]  # a value only grows
        if not needs or number not in self.first:
            return True
        before = read_meld(self.moves[made].cards, self.rules)
        return isinstance(before, TableMeld) and all(
            need.points(after, self.rules) >= need.points(before, self.rules) for need in needs
        )

    def add_jokers(self, number: int, jokers: int) -> int:
        """Lay off up to ``jokers`` jokers on a meld where they are worth the most; return how many didn't fit."""
        for left in range(jokers, 0, -1):
            if not self._add_joker(number, left):
                return left
        return 0

    def _add_joker(self, number: int, jokers: int) -> bool:
        """Lay off one joker where the meld will be worth the most after all of them; return whether one fits."""
        meld = self.melds[number]
        choices = [
            (max(self._worths(after, jokers - 1)), end)
            for end in ends_for(meld, JOKER, self.rules)
            if isinstance(after := laid_off(meld, JOKER, end, self.rules), TableMeld)
        ]
        if not choices:
            return False
        self.add(number, (Verb.LAYOFF, JOKER, max(choices, key=lambda choice: choice[0])[1]))
        return True

    def _worths(self, meld: TableMeld, jokers: int) -> list[tuple[int, int]]:
        """Return what a meld can have with up to ``jokers`` more jokers: how many fit, and its value with them."""
        ends = ends_for(meld, JOKER, self.rules) if jokers else ()
        afters = (laid_off(meld, JOKER, end, self.rules) for end in ends)
        found = [self._worths(after, jokers - 1) for after in afters if isinstance(after, TableMeld)]
        return [(fit + 1, value) for each in found for fit, value in each] or [(0, value_of(meld, self.rules))]


def lay_out(laying: LaySequence, packing: Packing, first: Sequence[Candidate]) -> bool:
    """Make the moves of a packing: first melds, swaps, then other melds, lay-offs and last jokers that fit anywhere.

    A joker that is swapped out is used only after all swaps, so that each of them is laid in the turn (H-6). Returns
    whether every joker fits; Refused if a house rule is against a lay.
    """
    onto = sorted(
        (candidate for candidate in packing.candidates if candidate.meld is not None),
        key=lambda candidate: candidate.late,
    )
    rests: list[tuple[int, Sequence[Step]]] = [(laying.lay(candidate.laid), candidate.steps) for candidate in first]
    laying.first.update(number for number, _ in rests)
    for candidate in onto:
        swaps = [at for at, step in enumerate(candidate.steps) if step[0] is Verb.SWAP]
        upto = swaps[-1] + 1 if swaps else 0
        for step in candidate.steps[:upto]:
            laying.add(candidate.meld or 0, step)
        rests.append((candidate.meld or 0, candidate.steps[upto:]))
    later = [candidate for candidate in packing.candidates if candidate.meld is None]
    for candidate in first:
        later.remove(candidate)  # two packs may hold one meld twice, once laid first and once later
    rests += [(laying.lay(candidate.laid), candidate.steps) for candidate in later]
    for number, steps in rests:
        for step in steps:
            laying.add(number, step)
    left = packing.jokers
    for candidate in onto:
        left += laying.add_jokers(
            candidate.meld or 0, candidate.used + candidate.swaps - sum(step[1] == JOKER for step in candidate.steps)
        )
    for number in reversed(range(len(laying.melds))):
        left = laying.add_jokers(number, left)
    return not left


_MANY: Final = 15
"""More cards than a hand has without drawing several times and laying nothing."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A lay-down of one turn."""

    steps: tuple[Move, ...]  # melds, lay-offs and swaps in an order in which the rules accept them one by one
    value: int  # what they add to the value of the table
    left: tuple[Card, ...]  # the hand after them, before the discard
    out: bool  # they, and a discard if the rules ask for one, win the deal


def position_of(view: MeldsView) -> Position:
    """Return the position of a view's seat; ValueError if the view has none."""
    if view.seat is None:
        raise ValueError("the view of a spectator has no hand to lay from")
    acts = view.turn == view.seat
    return Position(
        seat=view.seat,
        rules=rules_for(view.options),
        hand=view.hand,
        melds=view.melds,
        opened=view.opened[view.seat],
        laid=view.laid,
        owed=view.owed if acts else 0,
        taken=(view.kept if view.due is None else view.due) if acts else None,
        may_meld=view.may_meld or not acts,
        may_lay=view.may_lay,
        first=view.first,
        due=view.due is not None,
    )


# Predicted, because a hand-over to a thread costs as much as a short search, and a plan takes longer to send from a
# process. The cache of `best_plan` then has the result for panel, picture and Play all.
def may_take_long(position: Position) -> bool:
    """Return whether the best lay-down might take more than a few milliseconds.

    That happens with many cards, if jokers could be swapped after first melds that have barely enough value (D-7), or
    if the rules have to be asked for every candidate.
    """
    if len(position.hand) > _MANY or position.rules.limits or position.lacking:
        return True
    return position.needs > 0 and any(meld.jokers for meld in position.melds)


# One plan: fewest cards left, then least value. What to hold back is the player's choice, by picking cards; the row of
# suggestions has no room for all lays.
@lru_cache(maxsize=1024)
def best_plan(position: Position) -> Plan:
    """Return the best lay-down after which the turn can end; a plan without steps if there is nothing to lay.

    It also has no steps if the turn can't end any more (D-10): then the player has to take the lays back. A panel, its
    picture and a hint ask for the same position, and get it from the cache.

    The quick search knows the usual rules. House rules beyond them only take away, so what it finds is the best as long
    as they accept it. If they don't, the rules are asked for every candidate.
    """
    if not position.hand:
        return Plan((), 0, (), out=False)
    packing, first = _fewest_cards(position) if position.may_lay else (None, ())
    plan = None if packing is None else _accepted(position, packing, first)
    if packing is not None and plan is None:
        packing = _fewest_asked(position)
        if packing is not None:
            plan = _accepted(position, packing, [candidate for candidate in packing.candidates if candidate.first])
    return plan or Plan((), 0, position.hand, out=len(position.hand) == 1 and bool(best_discards(position)))


def _accepted(position: Position, packing: Packing, first: Sequence[Candidate]) -> Plan | None:
    """Return the plan of a packing; None if the rules refuse a lay, or its first melds lack something (D-7)."""
    try:
        plan = _laid_out(position, packing, first)
    except Refused:
        return None
    if plan is None or position.is_open:
        return plan
    if not plan.steps:
        return None if position.laid else plan
    melds = [read_meld(move.cards, position.rules) for move in takewhile(lambda move: move.cards, plan.steps)]
    laid = (*position.first, *(meld for meld in melds if isinstance(meld, TableMeld)))
    return None if any(need.points is not value_of for need, _ in lacking(laid, position.rules)) else plan


def _laid_out(position: Position, packing: Packing, first: Sequence[Candidate]) -> Plan | None:
    """Return the plan of a packing; None if a joker fits nowhere, Refused if a house rule is against a lay."""
    laying = LaySequence(position.seat, position.melds, position.rules)
    before = laying.value
    if not lay_out(laying, packing, first):
        return None
    left = _after(position.hand, laying.moves)
    return Plan(tuple(laying.moves), laying.value - before, left, out=len(left) <= 1)


def can_go_out(position: Position) -> bool:
    """Return whether the deal can be won in this turn (B-6, D-11, H-9)."""
    return best_plan(position).out


def reaches_initial(position: Position) -> bool:
    """Return whether the first melds can get all that they need, or have got it, or need nothing (D-7)."""
    if position.is_open:
        return True
    if not position.may_lay or (position.needs and not _reaches_value(position)):
        return False
    if not position.lacking and not position.rules.limits:
        return True
    asked = formulate_asked(replace(position, melds=(), due=False), Goal.VALUE, first=True)
    return asked is not None and search(asked) is not None


def _reaches_value(position: Position) -> bool:
    """Return whether first melds can reach the value that they need, if no house rule is against it (D-7)."""
    alone, may_empty = _alone(position), not position.rules.last_discard
    return any(
        search(formulate(alone, Goal.VALUE, 0, few=few, may_empty=may_empty), enough=position.needs)
        for few in (True, False)
    )


def initial_value(position: Position) -> int:
    """Return the highest value of first melds in this turn, those already laid included (D-7)."""
    if not position.hand or not position.may_lay:
        return position.laid
    alone, best = _alone(position), 0
    for may_empty in (not position.rules.last_discard, False):
        problem = formulate(alone, Goal.VALUE, 0, may_empty=may_empty)
        if position.rules.limits:
            problem = formulate_asked(alone, Goal.VALUE, first=False, may_empty=may_empty) or problem
        packing = search(problem)
        best = sum(candidate.worth for candidate in packing.candidates) if packing else 0
        if best >= position.needs:
            break  # with less than that, a card has to be left (H-9)
    return position.laid + best


def _alone(position: Position) -> Position:
    """Return a position with the same hand and nothing on the table, where first melds need no value."""
    return replace(position, melds=(), opened=True, laid=0, owed=0)


def first_value(position: Position, plan: Plan) -> int:
    """Return the value of the first melds after ``plan``; if it lays nothing, the highest that they can have (D-7).

    Melds already laid in this turn are included; lay-offs and swaps aren't first melds and count nothing here.
    """
    if not plan.steps and not position.laid:
        return initial_value(position)
    return position.laid + sum(_worth(step, position.rules) for step in plan.steps)


def best_discards(position: Position) -> tuple[Card, ...]:
    """List the cards that may be discarded now, the best one first; none while the turn has a debt (D-10).

    Cards that the best lay-down leaves come before those that it lays, then those with fewer neighbors, then those with
    the highest value.
    """
    rules, hand = position.rules, position.hand
    if (position.laid and not position.is_open) or position.owed or position.must_lay is not None:
        return ()
    jokers_too = not rules.joker_rule or set(hand) == {JOKER}
    allowed = {card for card in hand if card != position.kept and (card != JOKER or jokers_too)}
    if len(allowed) < 2:
        return tuple(allowed)
    left, counts = best_plan(position).left, Counter(hand)
    order = {
        card: (card == JOKER, card not in left, _neighbors(card, counts, rules), -rules.hand_values[card], card)
        for card in allowed
    }
    return tuple(sorted(allowed, key=order.__getitem__))


def _neighbors(card: Card, hand: Counter[Card], rules: MeldRules) -> int:
    """Count the cards that could form a meld with one: of its rank or next to it twice, two ranks apart once."""
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
    meld = read_meld(step.cards, rules) if step.verb is Verb.MELD else None
    return value_of(meld, rules) if isinstance(meld, TableMeld) else 0


def _fewest_cards(position: Position) -> tuple[Packing | None, Sequence[Candidate]]:
    """Return the packing that leaves the fewest cards, and its first melds.

    The first attempt ignores the value that these need, because they mostly reach it anyway; only if they don't, the
    search has to include it.
    """
    packing = _fewest(position, 0)
    if packing is None or not position.needs:
        return packing, []
    first = _first_melds(position, packing)
    if first:
        return packing, first
    packing = _fewest(position, position.needs) if _reaches_value(position) else None
    return packing, [candidate for candidate in packing.candidates if candidate.first] if packing else []


def _fewest(position: Position, needs: int) -> Packing | None:
    """Return the packing that leaves the fewest cards; ``needs`` is the value that its first melds need.

    Most candidates with many jokers don't have to be tried: if everything can be laid with few jokers between the cards
    of each candidate, nothing is better.
    """
    problem = formulate(position, position.goal, needs, few=True)
    packing = search(problem)
    if problem.complete:
        return packing
    if packing is None:
        return search(formulate(position, position.goal, needs))
    laid = sum(len(candidate.cards) + candidate.used for candidate in packing.candidates) + packing.jokers
    if len(position.hand) - laid <= 1:
        return packing
    return search(formulate(position, position.goal, needs), packing) or packing


def _fewest_asked(position: Position) -> Packing | None:
    problem = formulate_asked(position, position.goal, first=not position.is_open)
    return None if problem is None else search(problem)


def _first_melds(position: Position, packing: Packing) -> list[Candidate]:
    """Choose first melds of a packing that reach their value without jokers swapped out later (D-7); [] if none do.

    Under H-6 enough jokers have to be left for later, too.
    """
    rules, melds = position.rules, [candidate for candidate in packing.candidates if candidate.meld is None]
    swaps = [candidate for candidate in packing.candidates if candidate.swaps]
    jokers = position.hand.count(JOKER)
    if swaps and rules.joker_rule:
        late = any(candidate.late for candidate in swaps) and all(candidate.late for candidate in swaps)
        jokers = min(jokers, sum(candidate.used for candidate in packing.candidates) + packing.jokers - late)
    first, worth = [], 0
    for candidate in sorted(melds, key=lambda candidate: (candidate.used, -candidate.value(rules))) if swaps else melds:
        if worth < position.needs or not swaps:
            first.append(candidate)
            worth += candidate.value(rules)
    return first if worth >= position.needs and sum(candidate.used for candidate in first) <= jokers else []


def _after(hand: tuple[Card, ...], steps: Sequence[Move]) -> tuple[Card, ...]:
    left = Counter(hand)
    for step in steps:
        left.subtract(step.cards or (step.named,))
        left[JOKER] += step.verb is Verb.SWAP
    return tuple(sorted(left.elements()))
