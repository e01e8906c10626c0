"""A position put as what is to be decided: which cards count what, which ways there are, how a turn may end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.laydown.numbers import Held, Problem
from bot.laydown.table import SLOTS, additions, joker_loss, joker_room, joker_ways, swappable
from bot.laydown.ways import Asked, MeldChoice, Ranks, new_melds
from bot.rummy.cards import JOKER, Card, rank_of, suit_of
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import TableMeld

_CARD: Final = 1 << 12
"""What a card counts where the number of cards goes before what they are worth in the hand."""
_POINT: Final = 1 << 6
"""What a point counts where what is laid is worth goes before the number of cards."""
_SOME_JOKERS: Final = 3
_LEAST_WORTH: Final = 6
"""What every meld is worth at least: three twos, or ace to three."""


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


def problem_of(
    position: Position, goal: Goal, needs: int, *, few: bool = False, may_empty: bool | None = None
) -> Problem:
    """Put a position as a problem, with what first melds still need.

    ``few`` leaves out ways with several jokers between their cards where there are many jokers. ``may_empty`` says
    whether a turn may end with no card left, None as the rules have it.
    """
    rules, counts, worth = position.rules, Counter(position.hand), goal is Goal.VALUE
    jokers = counts.pop(JOKER, 0)
    ranks = _ranks(counts)
    more = sum(swappable(meld, ranks, rules) for meld in position.melds if meld.jokers)
    most = jokers + more
    gaps = 1 if few and most > _SOME_JOKERS else most
    room = _room(position, ranks, gaps) if most and not worth else 0
    asked = Asked(
        rules,
        jokers=most,
        gaps=gaps,
        whole=rules.one_meld,
        worth=worth,
        first=needs > _LEAST_WORTH or bool(needs and more),
        before=jokers if needs and more else None,
        rooms=not worth and room < jokers,
    )
    ways = new_melds(ranks, asked) if position.may_meld else []
    if needs and not asked.first:
        ways = [way._replace(first=1) for way in ways]
    for number, meld in enumerate(position.melds):
        ways += additions(number, meld, ranks, asked, SLOTS * number)
    hand = _hand(counts, ways, position, goal)
    if worth and most:
        hand = _with_joker_ways(hand, ways, position, most)
    joker = _CARD + rules.hand_values[JOKER]
    free = not rules.joker_rule
    return Problem(
        hand=tuple(hand),
        ways=ways,
        gains=[_gain(way, position.rules, goal) for way in ways],
        one_meld=rules.one_meld,
        jokers=jokers,
        more_jokers=more,
        room=sum(joker_room(meld, rules) for meld in position.melds) if asked.rooms else None,
        joker_left=0 if worth else -joker,
        joker_thrown=int(worth) if free and most else None,
        last_joker_thrown=(1 if worth else joker) if free or not rules.last_discard else None,
        may_empty=not rules.last_discard if may_empty is None else may_empty,
        first=needs,
        owing=rules.joker_rule,
        owed=position.owed,
        counted=worth,
        complete=gaps == most,
    )


def _ranks(counts: Counter[Card]) -> Ranks:
    """Give the ranks held of each suit."""
    ranks = [0, 0, 0, 0]
    for card in counts:
        ranks[suit_of(card)] |= 1 << rank_of(card)
    return ranks[0], ranks[1], ranks[2], ranks[3]


def _room(position: Position, ranks: Ranks, gaps: int) -> int:
    """Say how many jokers find room on the table, less those swapped out, whatever else is laid off there."""
    rules = position.rules
    return sum(joker_room(meld, rules) - joker_loss(meld, ranks, gaps, rules) for meld in position.melds)


def _gain(way: MeldChoice, rules: MeldRules, goal: Goal) -> int:
    """Say what a way gains."""
    if goal is Goal.VALUE:
        return way.worth * _POINT + sum(card < JOKER for card in way.cards) + way.used
    values = rules.hand_values
    return sum([_CARD + values[card] for card in way.cards])


def _hand(counts: Counter[Card], ways: Sequence[MeldChoice], position: Position, goal: Goal) -> list[Held]:
    """List the cards to decide on: those of some way, and the best discard of the others.

    The dearest come first, as the first that is left is discarded; a card that can't be comes last.
    """
    values, rules, worth = position.rules.hand_values, position.rules, goal is Goal.VALUE
    kept = position.taken if rules.keep_taken else None
    useful = {card for way in ways for card in way.cards}
    order = sorted(counts, key=lambda card: (card == kept, -values[card], -rank_of(card), card))
    loose = next((card for card in order if card not in useful and card != kept), None)
    held = []
    for card in order:
        if card in useful or card in (loose, kept):
            thrown = None if card == kept else 1 if worth else _CARD + values[card]
            held.append(Held(card, counts[card], thrown))
    return held


def _with_joker_ways(hand: list[Held], ways: list[MeldChoice], position: Position, jokers: int) -> list[Held]:
    """Add for each meld that lies the ways to lay nothing but jokers off on it.

    They are decided after the last card that could be added to the meld, so that by then it is known whether one is.
    """
    last: dict[int, int] = {}
    place = {held.card: at for at, held in enumerate(hand)}
    for way in ways:
        if way.meld is not None:
            last[way.meld] = max(last.get(way.meld, 0), min(place[card] for card in way.cards))
    after: dict[int, list[Held]] = {}
    for number, meld in enumerate(position.melds):
        found = joker_ways(number, meld, jokers, position.rules, SLOTS * number)
        if found:
            ways += found
            after.setdefault(last.get(number, -1), []).append(Held(found[0].cards[0], 1, None, stays=False))
    longer = after.get(-1, [])
    for at, held in enumerate(hand):
        longer += [held, *after.get(at, [])]
    return longer
