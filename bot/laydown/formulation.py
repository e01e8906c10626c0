"""Formulation: turns a position and a goal into a packing problem with candidates, gains and ways to end the turn."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.laydown.additions import SLOTS, additions, joker_loss, joker_room, swappable
from bot.laydown.candidates import Candidate, CandidateSpec, Ranks, new_melds
from bot.laydown.packing import CardKind, PackingProblem
from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import TableMeld

_CARD: Final = 1 << 12
"""The gain of a card where the number of cards comes before their value in the hand."""
_SOME_JOKERS: Final = 3
_LEAST_WORTH: Final = 6
"""The least value of a meld: three twos, or ace to three."""


class Goal(StrEnum):
    """The objective of a search."""

    CARDS = "cards"  # the fewest cards left at the end of the turn, then the least hand value
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

    @property
    def needs(self) -> int:
        """The value that melds still need before anything is laid off or swapped (D-7); 0 if none (B-4)."""
        if self.opened or self.rules.initial is None:
            return 0
        return max(0, max(1, self.rules.initial) - self.laid)


def formulate(
    position: Position, goal: Goal, needs: int, *, few: bool = False, may_empty: bool | None = None
) -> PackingProblem:
    """Return the packing problem of a position; ``needs`` is the value that its first melds still need.

    ``few`` leaves out candidates with several jokers between their cards where there are many jokers. ``may_empty`` is
    whether the turn may end with no card left, None if the rules decide that.
    """
    rules, counts, worth = position.rules, Counter(position.hand), goal is Goal.VALUE
    jokers = counts.pop(JOKER, 0)
    ranks = _ranks(counts)
    more = sum(swappable(meld, ranks, rules) for meld in position.melds if meld.jokers)
    most = jokers + more
    gaps = 1 if few and most > _SOME_JOKERS else most
    room = _room(position, ranks, gaps) if most and not worth else 0
    spec = CandidateSpec(
        rules,
        jokers=most,
        gaps=gaps,
        whole=rules.one_meld,
        worth=worth,
        first=needs > _LEAST_WORTH or bool(needs and more),
        before=jokers if needs and more else None,
        rooms=not worth and room < jokers,
    )
    candidates = new_melds(ranks, spec) if position.may_meld else []
    if needs and not spec.first:
        candidates = [candidate._replace(first=1) for candidate in candidates]
    for number, meld in enumerate(position.melds):
        candidates += additions(number, meld, ranks, spec, SLOTS * number)
    hand = _hand(counts, candidates, position, goal)
    joker = _CARD + rules.hand_values[JOKER]
    free = not rules.joker_rule
    return PackingProblem(
        hand=tuple(hand),
        candidates=candidates,
        gains=[_gain(candidate, position.rules, goal) for candidate in candidates],
        one_meld=rules.one_meld,
        jokers=jokers,
        more_jokers=more,
        room=sum(joker_room(meld, rules) for meld in position.melds) if spec.rooms else None,
        joker_kept_gain=0 if worth else -joker,
        joker_discard_gain=0 if free and most else None,
        last_joker_discard_gain=(0 if worth else joker) if free or not rules.last_discard else None,
        may_empty=not rules.last_discard if may_empty is None else may_empty,
        first=needs,
        swaps_owe=rules.joker_rule,
        owed=position.owed,
        counted=worth,
        complete=gaps == most,
    )


def _ranks(counts: Counter[Card]) -> Ranks:
    """Return the ranks held of each suit as masks."""
    ranks = [0, 0, 0, 0]
    for card in counts:
        ranks[suit_of(card)] |= 1 << rank_of(card)
    return ranks[0], ranks[1], ranks[2], ranks[3]


def _room(position: Position, ranks: Ranks, gaps: int) -> int:
    """Return how many jokers find room on the table, minus those swapped out, whatever else is laid off there."""
    rules = position.rules
    return sum(joker_room(meld, rules) - joker_loss(meld, ranks, gaps, rules) for meld in position.melds)


def _gain(candidate: Candidate, rules: MeldRules, goal: Goal) -> int:
    """Return the gain of a candidate."""
    if goal is Goal.VALUE:
        return candidate.worth
    values = rules.hand_values
    return sum([_CARD + values[card] for card in candidate.cards])


def _hand(counts: Counter[Card], candidates: Sequence[Candidate], position: Position, goal: Goal) -> list[CardKind]:
    """List the cards to decide: those of any candidate, and the best discard among the others.

    The most expensive come first, because the first one left is discarded; a card that can't be discarded comes last.
    """
    values, rules, worth = position.rules.hand_values, position.rules, goal is Goal.VALUE
    kept = position.taken if rules.keep_taken else None
    useful = {card for candidate in candidates for card in candidate.cards}
    order = sorted(counts, key=lambda card: (card == kept, -values[card], -rank_of(card), card))
    loose = next((card for card in order if card not in useful and card != kept), None)
    held = []
    for card in order:
        if card in useful or card in (loose, kept):
            discard_gain = None if card == kept else 0 if worth else _CARD + values[card]
            held.append(CardKind(card, counts[card], discard_gain))
    return held
