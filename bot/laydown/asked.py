"""The packing problem asked from the rules: every meld that may be laid, every way to add to a meld on the table.

The quick candidates (`bot.laydown.candidates`, `bot.laydown.formulation`) know the usual rules, and leave out what is
never better under them. Here nothing is known but that a set has one rank and a run one suit: what may be laid, laid
off and swapped is what the engine's own functions accept, and what first melds need is what the rules declare (D-7). So
any house rule holds.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, TypeVar

from bot.laydown.candidates import SLOTS, Candidate, Step
from bot.laydown.packing import Goal, PackingProblem, Position, problem_of
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import (
    LARGEST_SET,
    LONGEST_RUN,
    MeldRules,
    Need,
    TableMeld,
    ends_for,
    laid_off,
    read_meld,
    readings,
    swapped,
    value_of,
)
from bot.rummy.moves import Verb

_SHORTEST: Final = 3

Merit: TypeAlias = tuple[int, ...]
"""What makes one of two ways to lay the same cards better: more of everything is at least as good."""
W = TypeVar("W", bound=NamedTuple)


class _Way(NamedTuple):
    """A way to lay a meld: as a first meld or not, and the lay-offs after that."""

    meld: TableMeld
    part: tuple[Card, ...]  # what is laid before the lay-offs
    steps: tuple[Step, ...] = ()
    first: int = 0  # the value of that part as a first meld; 0 if it isn't one
    also: tuple[int, ...] = ()  # its points for what else first melds need
    first_jokers: int = 0


class _Addition(NamedTuple):
    """Lay-offs and swaps on a meld on the table."""

    meld: TableMeld
    cards: frozenset[Card] = frozenset()
    laid: int = 0  # jokers
    swaps: int = 0
    late: bool = False  # a joker is laid before one is swapped out
    steps: tuple[Step, ...] = ()


def formulate_asked(
    position: Position, goal: Goal, *, first: bool, may_empty: bool | None = None
) -> PackingProblem | None:
    """Return the packing problem of a position; None if no candidate brings something that first melds need.

    ``first`` is whether they have to bring what they still lack (D-7).
    """
    rules, counts = position.rules, Counter(position.hand)
    jokers = counts.pop(JOKER, 0)
    held = frozenset(counts)
    more = sum(_swappable(meld, held, rules) for meld in position.melds)
    lacking = position.lacking if first else ()
    asking = _Asking(rules, held, jokers + more, jokers, first=first, needs=tuple(need for need, _ in lacking))
    candidates = list(asking.new_melds(goal)) if position.may_meld else []
    if any(not any(candidate.also[at] for candidate in candidates) for at in range(len(lacking))):
        return None
    for number, meld in enumerate(position.melds):
        candidates += asking.additions(number, meld)
    return problem_of(
        position,
        goal,
        candidates,
        more_jokers=more,
        room=None if goal is Goal.VALUE else sum(map(asking.room, position.melds)),
        may_empty=may_empty,
        first=position.needs if first else 0,
        also=tuple(missing for _, missing in lacking),
        complete=True,
    )


def _swappable(meld: TableMeld, held: frozenset[Card], rules: MeldRules) -> int:
    stands = zip(meld.cards, meld.stands_for(rules), strict=True) if meld.jokers else ()
    return sum(card == JOKER and not held.isdisjoint(possible) for card, possible in stands)


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks the rules what can be laid with some cards."""

    rules: MeldRules
    held: frozenset[Card]  # in the hand, jokers not counted
    jokers: int  # available in all, swapped ones included
    before: int  # jokers in the hand: those that first melds can have
    first: bool  # first melds have to bring something
    needs: tuple[Need, ...]  # what else they have to bring than a value
    rooms: dict[TableMeld, int] = field(default_factory=dict)

    def room(self, meld: TableMeld) -> int:
        """Return how many jokers can be laid off on a meld, one after the other."""
        known = self.rooms.get(meld)
        if known is None:
            longer = [laid_off(meld, JOKER, end, self.rules) for end in ends_for(meld, JOKER, self.rules)]
            rooms = [1 + self.room(after) for after in longer if isinstance(after, TableMeld)]
            known = self.rooms[meld] = max(rooms, default=0)
        return known

    def new_melds(self, goal: Goal) -> Iterator[Candidate]:
        """Yield every new meld; for first melds also each part of it that may be laid before the rest."""
        best: dict[tuple[Card, ...], list[tuple[Merit, _Way]]] = {}
        known: dict[TableMeld, list[tuple[Merit, _Way]]] = {}
        ahead = [way for meld in self._melds() for way in self._ways(meld)]
        while ahead:
            way = ahead.pop()
            jokers = way.meld.jokers
            merit: Merit = (way.first, *way.also, -way.first_jokers)
            if not _is_new(known.setdefault(way.meld, []), merit, way):
                continue
            value, room = value_of(way.meld, self.rules), jokers + self.room(way.meld)
            extra = (-jokers, value) if goal is Goal.VALUE else (-jokers, room)
            cards = tuple(sorted(card for card in way.meld.cards if card != JOKER))
            _is_new(best.setdefault(cards, []), (*merit, *extra), way)
            if way.first or self.rules.limits:
                ahead += self._longer(way)
        for cards, ways in best.items():
            for _, way in ways:
                meld, part, steps, first, also, first_jokers = way
                yield Candidate(
                    cards, meld.jokers, meld.jokers + self.room(meld), worth=value_of(meld, self.rules),
                    first=first, also=also, first_jokers=first_jokers, part=part, steps=steps,
                )  # fmt: skip

    def additions(self, number: int, meld: TableMeld) -> Iterator[Candidate]:
        """Yield every way to add cards to a meld on the table, or to swap its jokers for cards.

        One candidate takes all slots of the meld, so the meld has one of them at most.
        """
        best: dict[tuple[Card, ...], list[tuple[Merit, _Addition]]] = {}
        known: dict[tuple[TableMeld, int], list[tuple[Merit, _Addition]]] = {}
        ahead = [_Addition(meld)]
        for way in ahead:
            merit: Merit = (-way.swaps, -int(way.late))
            if not _is_new(known.setdefault((way.meld, way.laid), []), merit, way):
                continue
            used = way.laid - way.swaps
            if way.cards:
                _is_new(best.setdefault(tuple(sorted(way.cards)), []), (*merit, -used, used + self.room(way.meld)), way)
            ahead += self._after(way)
        slots, base = (1 << SLOTS) - 1 << SLOTS * number, self.room(meld)
        for cards, ways in best.items():
            for _, way in ways:
                used = way.laid - way.swaps
                room = used + self.room(way.meld) - base
                yield Candidate(cards, used, room, number, slots, swaps=way.swaps, late=way.late, steps=way.steps)

    def _melds(self) -> Iterator[TableMeld]:
        for rank in range(13):
            suits = [card for card in range(rank, 52, 13) if card in self.held]
            for part in range(1, 1 << len(suits)):
                cards = tuple(card for at, card in enumerate(suits) if part >> at & 1)
                for jokers in range(max(0, _SHORTEST - len(cards)), min(self.jokers, LARGEST_SET - len(cards)) + 1):
                    yield from readings((*cards, *(JOKER,) * jokers), self.rules)
        for first in range(52):
            for cards in self._rows(first):
                meld = read_meld(cards, self.rules)
                if isinstance(meld, TableMeld):
                    yield meld

    def _rows(self, first: Card) -> Iterator[tuple[Card, ...]]:
        """Yield the rows of cards of a suit and jokers in whose first place a card belongs."""
        suit, low = divmod(first, 13)
        ahead: list[tuple[tuple[Card, ...], int]] = [((), 0)]
        while ahead:
            row, jokers = ahead.pop()
            if len(row) >= _SHORTEST and len(row) - jokers > (len(row) == _SHORTEST and jokers > 1):
                yield row
            if len(row) == LONGEST_RUN:
                continue
            card = 13 * suit + (low + len(row)) % 13
            if card in self.held:
                ahead.append(((*row, card), jokers))
            if jokers < self.jokers:
                ahead.append(((*row, JOKER), jokers + 1))

    def _ways(self, meld: TableMeld) -> Iterator[_Way]:
        """Yield the ways to lay a meld at once: as a first meld where one is needed, and later."""
        if self.first and meld.jokers <= self.before:
            also = tuple(min(need.points(meld, self.rules), need.least) for need in self.needs)
            yield _Way(meld, meld.cards, (), value_of(meld, self.rules), also, meld.jokers)
        yield _Way(meld, meld.cards, also=(0,) * len(self.needs))

    def _longer(self, way: _Way) -> Iterator[_Way]:
        jokers = (JOKER,) if way.meld.jokers < self.jokers else ()
        for card in (*self.held.difference(way.meld.cards), *jokers):
            for end in ends_for(way.meld, card, self.rules):
                meld = laid_off(way.meld, card, end, self.rules)
                if isinstance(meld, TableMeld):
                    yield way._replace(meld=meld, steps=(*way.steps, (Verb.LAYOFF, card, end)))

    def _after(self, way: _Addition) -> Iterator[_Addition]:
        """Yield an addition with one more step. Jokers are laid before a swap only one at a time."""
        jokers = (JOKER,) if way.laid < self.jokers else ()
        for card in (*(self.held - way.cards), *jokers):
            joker = card == JOKER
            cards = way.cards if joker else way.cards | {card}
            for end in ends_for(way.meld, card, self.rules):
                meld = laid_off(way.meld, card, end, self.rules)
                if isinstance(meld, TableMeld):
                    steps: tuple[Step, ...] = (*way.steps, (Verb.LAYOFF, card, end))
                    yield way._replace(meld=meld, cards=cards, laid=way.laid + joker, steps=steps)
            if joker or not way.meld.jokers or way.laid - way.swaps > 1:
                continue
            other = swapped(way.meld, card, self.rules)
            if isinstance(other, TableMeld):
                steps = (*way.steps, (Verb.SWAP, card, None))
                late = way.late or way.laid > 0
                yield way._replace(meld=other, cards=cards, swaps=way.swaps + 1, late=late, steps=steps)


def _is_new(known: list[tuple[Merit, W]], merit: Merit, way: W) -> bool:
    """Add a way to those known, unless one of them is at least as good; then return False."""
    if any(all(map(int.__ge__, other, merit)) for other, _ in known):
        return False
    known[:] = [(other, one) for other, one in known if not all(map(int.__ge__, merit, other))]
    known.append((merit, way))
    return True
