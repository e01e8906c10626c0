"""The packing problem of a position: choose the candidates to lay and the card to discard for the largest gain."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from bot.laydown.candidates import Candidate
from bot.rummy.cards import JOKER, Card, rank_of
from bot.rummy.melds.table_meld import MeldRules, Need, TableMeld, in_meld, lacking, value_of
from bot.rummy.moves import RunEnd

_CARD: Final = 1 << 12
"""The gain of a card where the number of cards comes before their value in the hand."""


class Goal(StrEnum):
    """The objective of a search."""

    CARDS = "cards"  # the fewest cards left at the end of the turn, then the least hand value
    POINTS = "points"  # the most points: the value of what is laid, less that of what is left
    VALUE = "value"  # the highest value of new melds (D-7), for a position without melds on the table


@dataclass(frozen=True, slots=True)
class Position:
    """A seat's hand and the melds on the table, at some point of its turn after the draw."""

    seat: int
    rules: MeldRules
    hand: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    opened: bool  # the seat has laid something in an earlier turn of the deal
    laid: int  # the value of its first melds laid in this turn
    owed: int  # jokers swapped in this turn that still have to be laid (H-6)
    taken: Card | None  # the card that it took from the discard pile (B-5)
    may_meld: bool  # it may lay another meld in this turn (B-14)
    may_lay: bool = True  # it may lay anything else in this turn (C-10)
    first: tuple[TableMeld, ...] = ()  # its first melds laid in this turn
    due: bool = False  # it has to lay the card that it took, or an equal one, in this turn (H-18, R-6)

    @property
    def must_lay(self) -> Card | None:
        """The card that it has to lay in this turn (H-18, R-6)."""
        return self.taken if self.due and (self.rules.from_below or not self.opened) else None

    @property
    def kept(self) -> Card | None:
        """The card that it can't discard in this turn (B-5, R-8)."""
        return self.taken if self.rules.keep_taken and not self.due else None

    @property
    def goal(self) -> Goal:
        """What the best lay-down of its turn aims for."""
        return Goal.POINTS if self.rules.laid_counts else Goal.CARDS

    @property
    def needs(self) -> int:
        """The value that melds still need before anything is laid off or swapped (D-7); 0 if none (B-4)."""
        if self.opened or self.rules.initial is None:
            return 0
        return max(0, max(1, self.rules.initial) - self.laid)

    @property
    def lacking(self) -> tuple[tuple[Need, int], ...]:
        """What first melds need besides a value, with the points that are missing (D-7)."""
        if self.opened or not self.rules.first:
            return ()
        found = lacking(self.first, self.rules)
        return tuple((need, need.least - points) for need, points in found if need.points is not value_of)

    @property
    def is_open(self) -> bool:
        """Whether it may lay off and swap now (B-4, D-7)."""
        return not self.needs and not self.lacking


class CardKind(NamedTuple):
    """A kind of card in the hand."""

    card: Card
    copies: int
    discard_gain: int | None  # the gain of discarding one; None: that isn't allowed


class Packing(NamedTuple):
    """A solution: the candidates taken, and the number of jokers that are laid off wherever there is room as well."""

    candidates: tuple[Candidate, ...]
    jokers: int
    gain: int  # of the candidates, the discard and the jokers kept
    prices: Mapping[int, int] = {}  # of the resources by name, if there were enough candidates to price them


@dataclass(frozen=True, slots=True)
class PackingProblem:
    """A set packing problem with jokers as a shared resource.

    Cards are decided in the order of ``hand``, and the first one left is discarded; so the list begins with the best
    discards. Gains are whole numbers.
    """

    hand: tuple[CardKind, ...]
    candidates: Sequence[Candidate]
    gains: Sequence[int]  # of the candidates
    one_meld: bool  # one new meld at most (B-14)
    jokers: int  # held
    more_jokers: int  # that could be swapped out
    room: int | None  # jokers that the melds on the table take; None: enough, whatever is done
    joker_kept_gain: int  # the gain of a joker that stays in the hand: negative or 0
    joker_discard_gain: int | None  # the gain of discarding a joker with other cards in hand; None: not allowed
    last_joker_discard_gain: int | None  # the same with nothing but jokers left
    may_empty: bool  # the turn may end with no card left
    first: int  # the value that the first melds need, 0 if none
    also: tuple[int, ...]  # the points of other kinds that the candidates need: first melds, and the card due
    joker_due: bool  # the last of these is for a joker, which may also be laid off wherever there is room (H-18)
    swaps_owe: bool  # jokers swapped out have to be laid (H-6)
    owed: int  # jokers that have to be laid already
    counted: bool  # candidates place every joker; else the others are laid off wherever there is room
    complete: bool  # no candidates were left out


def problem_of(
    position: Position,
    goal: Goal,
    candidates: Sequence[Candidate],
    *,
    more_jokers: int,
    room: int | None,
    may_empty: bool | None,
    first: int,
    also: tuple[int, ...] = (),
    complete: bool,
) -> PackingProblem:
    """Return the packing problem of a position with some candidates: their gains, and how the turn may end."""
    rules, counts, worth = position.rules, Counter(position.hand), goal is Goal.VALUE
    jokers = counts.pop(JOKER, 0)
    joker = _each(goal) + rules.hand_values[JOKER]
    free = not rules.joker_rule
    due = None if worth else position.must_lay
    if due is not None:
        candidates, also = [_paying(candidate, due, len(also)) for candidate in candidates], (*also, 1)
    return PackingProblem(
        hand=tuple(_hand(counts, candidates, position, goal)),
        candidates=candidates,
        gains=[_gain(candidate, rules, goal) for candidate in candidates],
        one_meld=rules.one_meld,
        jokers=jokers,
        more_jokers=more_jokers,
        room=room,
        joker_kept_gain=0 if worth else -joker,
        joker_discard_gain=0 if free and jokers + more_jokers else None,
        last_joker_discard_gain=(0 if worth else joker) if free or not rules.last_discard else None,
        may_empty=not rules.last_discard if may_empty is None else may_empty,
        first=first,
        also=also,
        joker_due=due == JOKER,
        swaps_owe=rules.joker_rule,
        owed=position.owed,
        counted=worth,
        complete=complete,
    )


def _paying(candidate: Candidate, due: Card, others: int) -> Candidate:
    """Return a candidate with a point if it lays the card due (H-18), after those that it has of other kinds."""
    pays = candidate.used + candidate.swaps > 0 if due == JOKER else due in candidate.cards
    return candidate._replace(also=(*(candidate.also or (0,) * others), int(pays)))


def _gain(candidate: Candidate, rules: MeldRules, goal: Goal) -> int:
    if goal is Goal.VALUE:
        return candidate.worth
    values, each = rules.hand_values, _each(goal)
    kept = sum([each + values[card] for card in candidate.cards])
    return kept if goal is Goal.CARDS else kept + _laid(candidate, rules)


def _laid(candidate: Candidate, rules: MeldRules) -> int:
    """Return the value that the cards of a candidate have on the table, without jokers (R-4)."""
    if candidate.meld is None:
        return candidate.worth or candidate.value(rules)
    lays = [(card, end) for _, card, end in candidate.steps]
    return sum(in_meld(rank_of(card), rules, low=end is RunEnd.LOW) for card, end in lays)


def _each(goal: Goal) -> int:
    """Return the gain of a card, whatever its value."""
    return _CARD if goal is Goal.CARDS else 0


def _hand(counts: Counter[Card], candidates: Sequence[Candidate], position: Position, goal: Goal) -> list[CardKind]:
    """List the cards to decide: those of any candidate, and the best discard among the others.

    The most expensive come first, because the first one left is discarded; a card that can't be discarded comes last.
    """
    values, worth = position.rules.hand_values, goal is Goal.VALUE
    each, kept = _each(goal), position.kept
    useful = {card for candidate in candidates for card in candidate.cards}
    order = sorted(counts, key=lambda card: (card == kept, -values[card], -rank_of(card), card))
    loose = next((card for card in order if card not in useful and card != kept), None)
    held = []
    for card in order:
        if card in useful or card in (loose, kept):
            discard_gain = None if card == kept else 0 if worth else each + values[card]
            held.append(CardKind(card, counts[card], discard_gain))
    return held
