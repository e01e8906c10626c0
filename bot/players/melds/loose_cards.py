"""A quick search for the loose cards of a hand: those left once everything that fits is laid.

`bot.laydown` finds the best lay-down under all rules. Computers that look ahead ask for hundreds of hands in a turn,
and need only the cards that are left. So hands with few jokers, and tables without them, are searched here with masks.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.rummy.cards import JOKER, Card, CardMask, MeldKind, cards_in, mask_of
from bot.rummy.melds.table_meld import LARGEST_SET, LONGEST_RUN, MeldRules, TableMeld

_SUIT: Final = (1 << 13) - 1
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The aces; the cards of another rank are this, shifted by it."""
_HIGH_ACE: Final = 13
_SHORTEST: Final = 3
_LONGEST: Final = 5
"""Longer runs are two shorter ones, except for some with as many jokers as fit here."""
_MOST_JOKERS: Final = 2
_MOST_CARDS: Final = 15
_MANY: Final = (99, 0)

Cost: TypeAlias = tuple[int, int]
"""The number and the value of the cards that are left of a hand after the dearest one is discarded."""


# With a joker in hand, the exact search used up Expert's budget before it had looked ahead once. The masks take a fifth
# of the time; a test compares both.
class Together(NamedTuple):
    """Cards that can be laid together."""

    cards: CardMask
    place: int = 0  # the place on the table that they take: a bit, or 0
    jokers: int = 0  # that they need
    room: int = 0  # the jokers that can be added then


def searchable(hand: Sequence[Card], melds: Iterable[TableMeld], rules: MeldRules) -> bool:
    """Return whether a hand can be searched here with these melds on the table."""
    if rules.corner or rules.set_order or rules.joker_rule or rules.limits:
        return False
    if len(hand) > _MOST_CARDS or hand.count(JOKER) > _MOST_JOKERS:
        return False
    return not any(meld.jokers for meld in melds)


def loose_cards(hand: Sequence[Card], melds: Sequence[TableMeld], rules: MeldRules) -> tuple[Card, ...]:
    """Return the cards that are left with the least cost, sorted."""
    jokers, natural = hand.count(JOKER), [card for card in hand if card != JOKER]
    once = mask_of(natural)
    twice = mask_of(card for card in cards_in(once) if natural.count(card) > 1)
    options = [*_new_melds(once, jokers, rules.last_rank), *_additions(once, jokers, melds, rules.last_rank)]
    useful = 0
    for option in options:
        useful |= option.cards
    room = sum(map(_room, melds)) if jokers else 0
    search = _Search(options, jokers, rules.hand_values)
    rest = tuple(card for card in natural if not useful >> card & 1)
    search.lay(once & useful, twice & useful, Together(0, room=room), rest)
    return tuple(sorted(search.left))


class _Search:
    """A search of all ways to lay cards: the lowest card of a hand is laid with others, or left."""

    def __init__(self, options: Iterable[Together], jokers: int, values: Sequence[int]) -> None:
        self._jokers, self._values = jokers, values
        self._by_lowest: dict[CardMask, list[Together]] = {}
        for option in options:
            self._by_lowest.setdefault(option.cards & -option.cards, []).append(option)
        self._least: Cost = _MANY
        self.left: tuple[Card, ...] = ()

    def lay(self, once: CardMask, twice: CardMask, done: Together, left: tuple[Card, ...]) -> None:
        """Lay the rest of a hand in all ways; ``twice`` are cards held twice, ``done`` sums up all laid before."""
        if len(left) - 1 > self._least[0]:
            return
        if not once:
            self._keep(done, left)
            return
        _, places, jokers, room = done
        lowest = once & -once
        for cards, place, needs, more in self._by_lowest.get(lowest, ()):
            if not cards & ~once and not place & places and jokers + needs <= self._jokers:
                now = Together(0, places | place, jokers + needs, room + more)
                self.lay(once & ~cards | twice & cards, twice & ~cards, now, left)
        self.lay(once & ~lowest | twice & lowest, twice & ~lowest, done, (*left, lowest.bit_length() - 1))

    def _keep(self, done: Together, left: tuple[Card, ...]) -> None:
        left += (JOKER,) * max(0, self._jokers - done.jokers - max(0, done.room))
        values = [self._values[card] for card in left]
        cost = max(0, len(left) - 1), sum(values) - max(values, default=0)
        if cost < self._least:
            self._least, self.left = cost, left


def _new_melds(held: CardMask, jokers: int, last_rank: int) -> Iterator[Together]:
    suits = [held >> 13 * suit & _SUIT for suit in range(4)]
    clubs, spades, hearts, diamonds = suits
    ranks = clubs & spades & (hearts | diamonds) | (clubs | spades) & hearts & diamonds
    if jokers:
        ranks |= (clubs | spades) & (hearts | diamonds) | clubs & spades | hearts & diamonds
    while ranks:
        yield from _sets(held & _RANK * (ranks & -ranks), jokers)
        ranks &= ranks - 1
    for suit, cards in enumerate(suits):
        if jokers or cards & cards >> 1:
            yield from _runs(suit, cards, last_rank, jokers)


def _additions(held: CardMask, jokers: int, melds: Iterable[TableMeld], last_rank: int) -> Iterator[Together]:
    place = 1
    for meld in melds:
        if meld.kind is MeldKind.SET:
            missing = mask_of(range(meld.low, 52, 13)) & ~mask_of(meld.cards) & held
            for card in cards_in(missing):
                yield Together(1 << card, place, room=-1)
                place <<= 1
            continue
        high = meld.low + len(meld.cards)
        for ranks in (range(meld.low - 1, -1, -1), range(high, last_rank + 1)):
            cards = gaps = 0
            for rank in ranks:
                card = 1 << 13 * meld.suit + rank % 13
                if card & held:
                    cards |= card
                    yield Together(cards, place, gaps, cards.bit_count() - gaps)
                    continue
                gaps += 1
                if gaps > jokers:
                    break
            place <<= 1


def _room(meld: TableMeld) -> int:
    """Return how many jokers can be added to a meld on the table that has none (D-4)."""
    return (LARGEST_SET if meld.kind is MeldKind.SET else LONGEST_RUN) - len(meld.cards)


@lru_cache(maxsize=4096)
def _sets(cards: CardMask, jokers: int) -> tuple[Together, ...]:
    all_cards = cards_in(cards)
    found = [Together(cards, room=LARGEST_SET - len(all_cards))] if len(all_cards) >= _SHORTEST else []
    if len(all_cards) == LARGEST_SET:
        found += [Together(cards & ~(1 << card), room=1) for card in all_cards]
    if jokers:
        pairs = [(one, other) for at, one in enumerate(all_cards) for other in all_cards[at + 1 :]]
        found += [Together(mask_of(pair), jokers=1, room=1) for pair in pairs]
    return tuple(found)


@lru_cache(maxsize=16384)
def _runs(suit: int, held: int, last_rank: int, jokers: int) -> tuple[Together, ...]:
    if last_rank == _HIGH_ACE:
        held |= (held & 1) << _HIGH_ACE
    found = []
    for size, pattern, gaps, room in _patterns(jokers):
        for low in range(last_rank + 2 - size):
            if held >> low & pattern == pattern:
                cards = mask_of(13 * suit + rank % 13 for rank in range(low, low + size) if pattern >> rank - low & 1)
                found.append(Together(cards, 0, gaps, room))
    return tuple(found)


@lru_cache(maxsize=4)
def _patterns(jokers: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return patterns of runs as masks of cards, each after its size, then the jokers it needs and can take (D-4)."""
    found = [(2, 3, 1, 1)] if jokers else []
    for size in range(_SHORTEST, _LONGEST + 1 + (jokers > 1)):
        for inner in range(1 << size - 2):
            pattern = 1 | inner << 1 | 1 << size - 1
            cards = pattern.bit_count()
            gaps = size - cards
            if gaps <= min(jokers, cards) and (size <= _LONGEST or gaps > 1):
                found.append((size, pattern, gaps, cards - gaps))
    return tuple(found)
