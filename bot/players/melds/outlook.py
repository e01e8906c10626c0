"""A seat's knowledge in games with melds on the table: the unseen cards, and their use for it and the next seat.

A hand is evaluated as if it could be laid at once: the cards left over are loose, and the fewer there are, the better.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from bot.laydown import Position, best_plan, position_of
from bot.players.arithmetic import added
from bot.players.melds.loose_cards import loose_cards, searchable
from bot.rummy.cards import JOKER, PACK, Card, CardMask, MeldKind, mask_of, rank_of, suit_of
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.rummy.melds.views import MeldsView

_KING: Final = 12


def melding(cards: Iterable[Card], rules: MeldRules) -> CardMask:
    """Return the cards that make a meld with two of these."""
    rows = completions(rules.corner, rules.last_rank)
    natural = [card for card in cards if card != JOKER]
    melding = 0
    for at, card in enumerate(natural):
        row = rows[card]
        for other in natural[at + 1 :]:
            melding |= row[other]
    return melding


def melding_with(card: Card, cards: Iterable[Card], rules: MeldRules) -> CardMask:
    """Return the cards that make a meld with a card and one of others."""
    if card == JOKER:
        return 0
    row = completions(rules.corner, rules.last_rank)[card]
    melding = 0
    for other in cards:
        if other != JOKER:
            melding |= row[other]
    return melding


def completing(one: Card, other: Card, rules: MeldRules) -> CardMask:
    """Return the cards that make a meld with two others."""
    return completions(rules.corner, rules.last_rank)[one][other]


@lru_cache
def completions(corner: bool, last_rank: int) -> tuple[tuple[CardMask, ...], ...]:
    """Return for each card, and each other one, the cards that make a meld with both."""
    return tuple(tuple(_completing(one, other, corner, last_rank) for other in PACK) for one in PACK)


def _completing(one: Card, other: Card, corner: bool, last_rank: int) -> CardMask:
    if rank_of(one) == rank_of(other):
        return 0 if one == other else mask_of(range(rank_of(one), 52, 13)) & ~mask_of((one, other))
    if suit_of(one) != suit_of(other):
        return 0
    low, high = sorted((rank_of(one), rank_of(other)))
    spans = [(low, high)]
    if corner or (low == 0 and last_rank > _KING):
        spans.append((high, low + 13))
    ranks = [rank for a, b in spans if b - a <= 2 for rank in ((a + 1,) if b - a == 2 else (a - 1, b + 1))]
    return mask_of(13 * suit_of(one) + rank % 13 for rank in ranks if corner or 0 <= rank <= last_rank)


@lru_cache(maxsize=512)
def neighbors(card: Card, rules: MeldRules) -> tuple[tuple[Card, float], ...]:
    """List the cards that fit into a meld with a card, each with its weight: half if that leaves a gap."""
    rank, suit = rank_of(card), suit_of(card)
    near = [(rank + 13 * other, 1.0) for other in range(4) if other != suit]
    for apart, weight in ((-2, 0.5), (-1, 1.0), (1, 1.0), (2, 0.5)):
        at = rank + apart + (13 if rank == 0 and apart < 0 and rules.last_rank > _KING else 0)
        if rules.corner or 0 <= at <= rules.last_rank:
            near.append((13 * suit + at % 13, weight))
    return tuple(near)


_PAIRS_OF_THREE: Final = ((0, 1), (0, 2), (1, 2))
_AROUND: Final = ((-2, -1), (-1, 1), (1, 2))


@dataclass(frozen=True, slots=True)
class MeldsCount:
    """The cards in the stock or hidden in other hands."""

    live: Mapping[Card, int]  # how many there are of each
    total: int  # the sum of these
    rules: MeldRules
    once: CardMask  # the natural cards of which there is at least one
    twice: CardMask  # and those of which there are two

    def chance(self, cards: Sequence[Card]) -> float:
        """Return the probability that an unseen card makes a meld with two of these; a joker fits any such pair."""
        return self.share(melding(cards, self.rules))

    def share(self, cards: CardMask) -> float:
        """Return the probability that an unseen card is one of these natural cards or a joker; 0 if there are none."""
        return (self.unseen(cards) + self.live.get(JOKER, 0)) / self.total if cards else 0.0

    def unseen(self, cards: CardMask) -> int:
        """Count the unseen ones of these natural cards."""
        return (cards & self.once).bit_count() + (cards & self.twice).bit_count()

    def company(self, card: Card) -> float:
        """Return the probability that an unseen card pairs with this one; a pair with a gap counts half."""
        near = neighbors(card, self.rules)
        return added(weight * self.live.get(other, 0) for other, weight in near) / self.total

    def danger(self, card: Card, known: Sequence[Card], cards: int) -> float:
        """Estimate how likely a player with that many ``cards`` can meld a card, if these are ``known`` (C-4)."""
        sure, hidden = set(known), cards - len(known)

        def holds(other: Card) -> float:
            return 1.0 if other in sure else min(1.0, self.live.get(other, 0) * hidden / self.total)

        rules, rank, suit = self.rules, rank_of(card), 13 * suit_of(card)
        same = [holds(rank + 13 * other) for other in range(4) if 13 * other != suit]
        danger = added(same[one] * same[other] for one, other in _PAIRS_OF_THREE)
        for low, high in _AROUND:
            if rules.corner or (rank + low >= 0 and rank + high <= rules.last_rank):
                danger += holds(suit + (rank + low) % 13) * holds(suit + (rank + high) % 13)
        return danger


def counted(view: MeldsView, rules: MeldRules) -> MeldsCount:
    """Count the unseen cards of a seat: all but its hand, the face-up cards and those others were seen to take."""
    live = Counter(view.options.pack)
    live.subtract(view.hand)
    live.subtract(view.discards)
    for meld in view.melds:
        live.subtract(meld.cards)
    for seat, known in enumerate(view.known):
        if seat != view.seat:
            live.subtract(known)
    live = +live
    once = mask_of(card for card in live if card != JOKER)
    twice = mask_of(card for card, count in live.items() if count > 1 and card != JOKER)
    return MeldsCount(live, max(1, live.total()), rules, once, twice)


@dataclass(frozen=True, slots=True)
class Outlook:
    """A seat's knowledge about the cards that it can't see."""

    view: MeldsView
    position: Position
    count: MeldsCount
    fits: CardMask  # the natural cards that fit a meld on the table

    @property
    def live(self) -> Mapping[Card, int]:
        """How many of each card are in the stock or hidden in other hands."""
        return self.count.live

    @property
    def total(self) -> int:
        """The number of these cards."""
        return self.count.total

    @property
    def least(self) -> int:
        """The fewest cards that another seat holds."""
        return min(count for seat, count in enumerate(self.view.counts) if seat != self.view.seat)

    @property
    def next_seat(self) -> int:
        """The seat that plays next."""
        return (self.position.seat + 1) % len(self.view.counts)

    def chance(self, cards: Sequence[Card]) -> float:
        """Return the probability that an unseen card makes a meld with two of these; a joker fits any such pair."""
        return self.count.chance(cards)

    def outs(self, cards: Sequence[Card]) -> float:
        """Return the probability that an unseen card makes a meld with two of these, or fits one on the table."""
        return self.count.share(self.fits | melding(cards, self.position.rules))

    def company(self, card: Card) -> float:
        """Return the probability that an unseen card pairs with this one; a pair with a gap counts half."""
        return self.count.company(card)

    def partners(self, cards: Iterable[Card], card: Card) -> int:
        """Count the unseen cards that make a meld with this card and one of the others."""
        return self.count.unseen(melding_with(card, cards, self.position.rules))

    def danger(self, card: Card) -> float:
        """Estimate how likely the next seat can meld a card, from what it may hold and was seen to take (C-4)."""
        seat = self.next_seat
        return self.count.danger(card, self.view.known[seat], self.view.counts[seat])


def outlook_for(view: MeldsView) -> Outlook:
    """Count the unseen cards of a seat: all but its hand, the face-up cards and those others were seen to take."""
    position = position_of(view)
    return Outlook(view, position, counted(view, position.rules), _additions(position.melds))


def loose(position: Position, hand: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards left once everything that fits is laid, ignoring the rules on turns (D-7, D-11, B-14)."""
    cards = tuple(sorted(hand))
    if not cards:
        return ()
    if searchable(cards, position.melds, position.rules):
        return loose_cards(cards, position.melds, position.rules)
    rules = _without_turn_rules(position.rules)
    free = replace(
        position, rules=rules, hand=cards, opened=True, laid=0, owed=0, taken=None, may_meld=True, may_lay=True
    )
    return best_plan(free).left


def useful(position: Position, hand: Sequence[Card]) -> CardMask:
    """Return the cards that could change which cards are loose: those that fit two cards of the hand, or the table."""
    rules, kinds = position.rules, sorted(set(hand) - {JOKER})
    useful = 1 << JOKER | melding(kinds, rules)
    if JOKER in hand:
        for card in kinds:
            useful |= mask_of(other for other, _ in neighbors(card, rules))
    return useful | _additions(position.melds)


def without(hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """Return a hand with one card fewer."""
    at = hand.index(card)
    return (*hand[:at], *hand[at + 1 :])


@lru_cache
def _without_turn_rules(rules: MeldRules) -> MeldRules:
    """Return rules without those about when, or with which card, a turn may end."""
    return replace(rules, one_meld=False, last_discard=False, keep_taken=False)


def _additions(melds: Iterable[TableMeld]) -> CardMask:
    cards = 0
    for meld in melds:
        if meld.kind is MeldKind.SET:
            cards |= mask_of(range(meld.low, 52, 13))
        else:
            ranks = range(meld.low - 1, meld.low + len(meld.cards) + 1)
            cards |= mask_of(13 * meld.suit + rank % 13 for rank in ranks)
    return cards
