"""Candidates: the columns of the packing problem, here those that lay a new meld, from patterns of cards and jokers.

A candidate takes cards out of the hand and a number of jokers. Candidates that add to melds on the table come from
`bot.laydown.formulation`; `bot.laydown.search` finds which ones go together best. Dominated candidates, which are never
better than others, aren't generated: a run that could be laid as two, and a card swapped for a joker in a meld of the
same turn, which could have been laid there at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.table_meld import LONGEST_RUN, MeldRules, in_meld
from bot.rummy.moves import RunEnd, Verb

Step: TypeAlias = tuple[Verb, Card, RunEnd | None]
"""A lay-off or a swap on one meld, with the end of a run at which a card is laid off."""
SLOTS: Final = 8
"""The slots of one meld: its low end, its high end, and up to six jokers. Only one candidate can have each."""
Ranks: TypeAlias = tuple[int, int, int, int]
"""The ranks that a hand holds of clubs, spades, hearts and diamonds, as masks."""

_SUBSETS: Final = tuple(
    tuple(tuple(suit for suit in range(4) if part >> suit & 1) for part in range(16) if part & held == part)
    for held in range(16)
)
"""For each mask of suits its subsets, as tuples of suits."""


_SHORTEST: Final = 3


class Candidate(NamedTuple):
    """A meld to lay, or an addition to a meld on the table.

    Jokers are counted over all its steps: those laid, minus those swapped out. For a meld on the table ``room`` is the
    change of its room.
    """

    cards: tuple[Card, ...]  # out of the hand, jokers not counted
    used: int  # jokers that it takes
    room: int  # jokers that it can take
    meld: int | None = None  # the number of the meld on the table; None: a new one
    slots: int = 0  # a mask of what only one candidate can have, such as an end of a run on the table
    low: int = 0  # the rank at which a new run begins
    size: int = 0  # the cards and jokers of a new run; 0 for a set
    worth: int = 0  # the value of a new meld (D-1, C-6), if the spec asks for it
    first: int = 0  # its value as one of the first melds (D-7), likewise
    first_jokers: int = 0  # jokers that it takes then
    swaps: int = 0
    late: bool = False  # a joker has to be laid before one is swapped out (H-6 with H-7)
    part: tuple[Card, ...] = ()  # the part of a new meld that is laid as a first meld, if not all of it
    steps: tuple[Step, ...] = ()  # the lay-offs and swaps after that, or on the meld on the table
    also: tuple[int, ...] = ()  # its points for what else first melds need (D-7), in `bot.laydown.asked`

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards of the new meld in the order in which they are laid."""
        if self.part:
            return self.part
        if not self.size:
            return self.cards + (JOKER,) * self.used
        held = {card % 13: card for card in self.cards}
        return tuple(held.get((self.low + place) % 13, JOKER) for place in range(self.size))

    def value(self, rules: MeldRules) -> int:
        """Return the value of a new meld."""
        if self.size:
            return run_value(self.low, self.size, rules)
        return in_meld(self.cards[0] % 13, rules) * (len(self.cards) + self.used)


class Pattern(NamedTuple):
    """Places of a run, counted from its first; the first and the last of them are cards."""

    places: tuple[int, ...]  # of the cards; jokers are at the others
    mask: int
    size: int
    spare: int  # the cards minus the jokers


class PatternSpec(NamedTuple):
    """The conditions for generated patterns."""

    jokers: int  # allowed between the cards of a run
    apart: bool  # no two side by side (H-6)
    whole: bool  # all patterns, because two runs are worse than one (B-14)
    extra: int  # a run is only split in two if each part can take this many jokers at its ends


@dataclass(frozen=True, slots=True)
class CandidateSpec:
    """The conditions for generated candidates, and which of their values are needed."""

    rules: MeldRules
    jokers: int  # available in all, swapped ones included
    gaps: int  # jokers allowed between the cards of one candidate
    whole: bool  # two melds are worse than one (B-14)
    worth: bool  # one candidate, with its value, per number of jokers; else jokers may be added to any candidate
    first: bool  # the same for first melds (D-7)
    before: int | None  # jokers available for first melds, if swaps can bring more later; None if they can't
    rooms: bool  # each candidate's room for jokers is needed, because there may be too little


class _First(NamedTuple):
    """A way to lay a run with some value as one of the first melds, in the order in which they are compared."""

    used: int
    first_jokers: int
    cost: int  # minus its value as a first meld
    number: int  # keeps the order of equal ones
    candidate: Candidate
    begin: int = 0  # of the part that is laid as a first meld
    end: int = 0  # 0: all of it is laid, or nothing counts


def new_melds(ranks: Ranks, spec: CandidateSpec) -> list[Candidate]:
    """Return every new meld, from the ranks held of each suit."""
    valued = spec.worth or spec.first
    extra = spec.jokers if valued else 0
    whole = spec.whole or (valued and spec.rules.corner)
    wanted = PatternSpec(spec.gaps, spec.rules.joker_rule, whole, extra)
    candidates: list[Candidate] = []
    for suit, held in enumerate(ranks):
        if held & held - 1:
            names = tuple(range(13 * suit, 13 * suit + 13)) * 2
            for low, pattern in runs_in(held, wanted, spec.rules):
                if valued:
                    candidates += _valued_runs(names, low, pattern, spec)
                else:
                    candidate = _run(names, low, pattern, spec)
                    if candidate is not None:
                        candidates.append(candidate)
    candidates += _sets(ranks, spec)
    return candidates


def _run(names: tuple[Card, ...], low: int, pattern: Pattern, spec: CandidateSpec) -> Candidate | None:
    places, _, size, spare = pattern
    cards = tuple([names[low + place] for place in places])
    gaps = size - len(places)
    if not spec.jokers:
        return Candidate(cards, 0, 0, None, 0, low, size) if size > 2 else None
    if size == 2:
        more, below, above = room_around(low, 2, 2, (True, True), spec.rules)
        down = 0 if above else 1
        return Candidate(cards, 1, more, None, 0, low - down, 3) if more and below + above else None
    room = size
    if spec.rooms:
        room = gaps + room_around(low, size, spare, (True, True), spec.rules)[0]
    return Candidate(cards, gaps, room, None, 0, low, size)


def _valued_runs(names: tuple[Card, ...], low: int, pattern: Pattern, spec: CandidateSpec) -> Iterator[Candidate]:
    """Return a run with each number of jokers at its ends that makes a difference to its value."""
    rules, (places, _, size, spare) = spec.rules, pattern
    gaps = size - len(places)
    more, below, above = room_around(low, size, spare, (True, True), rules)
    least = 1 if size == 2 else 0
    more = min(more, spec.jokers - gaps)
    cards = tuple(names[low + place] for place in places)
    firsts: list[_First] = []
    for extra in range(least, more + 1):
        worth, down = best_ends(low, size, extra, (below, above), rules)
        used = gaps + extra
        room = used if spec.worth else gaps + more
        candidate = Candidate(cards, used, room, None, 0, low - down, size + extra, worth)
        if spec.before is None:
            yield candidate._replace(first=worth) if spec.first else candidate
            continue
        firsts.append(_First(used, 0, 0, len(firsts), candidate))
        if used <= spec.before:
            firsts.append(_First(used, used, -worth, len(firsts), candidate))
        for down in {0, extra} if used else ():
            if extra - above <= down <= below:
                _add_parts(firsts, candidate._replace(low=low - down), spec.before, rules)
    yield from _undominated(firsts)


def _add_parts(firsts: list[_First], candidate: Candidate, before: int, rules: MeldRules) -> None:
    """Add the ways to lay a part of a run as a first meld, and the rest later with swapped jokers.

    Jokers at the ends belong to that part; otherwise the run without them is at least as good.
    """
    size, cards = candidate.size, candidate.laid
    for begin in range(1 if cards[0] == JOKER else size - 2):
        for end in range(size if cards[-1] == JOKER else begin + 3, size + 1):
            jokers = cards[begin:end].count(JOKER)
            if jokers != candidate.used and 2 * jokers <= end - begin and jokers <= before:
                first = run_value(candidate.low + begin, end - begin, rules)
                firsts.append(_First(candidate.used, jokers, -first, len(firsts), candidate, begin, end))


def _undominated(firsts: list[_First]) -> list[Candidate]:
    """Leave out ways to lay the same cards that take more jokers, in all or at first, and aren't worth more."""
    best: list[Candidate] = []
    for _, jokers, cost, _, candidate, begin, end in sorted(firsts):
        if any(other.first_jokers <= jokers and other.first >= -cost for other in best):
            continue
        if not end:
            best.append(candidate._replace(first=-cost, first_jokers=jokers))
            continue
        cards = candidate.laid
        part = cards[begin:end]
        steps = order_of_lay_offs(len(part) - 2 * jokers, cards[:begin][::-1], cards[end:])
        if steps is not None:
            best.append(candidate._replace(first=-cost, first_jokers=jokers, part=part, steps=steps))
    return best


def order_of_lay_offs(spare: int, below: tuple[Card, ...], above: tuple[Card, ...]) -> tuple[Step, ...] | None:
    """Return an order of lay-offs at both ends of a run in which jokers never outnumber cards (D-4), or None.

    ``spare`` is the run's cards minus its jokers. Both ends are listed from the run outwards.
    """
    if JOKER not in below and JOKER not in above:
        low: tuple[Step, ...] = tuple((Verb.LAYOFF, card, RunEnd.LOW) for card in below)
        return low + tuple((Verb.LAYOFF, card, RunEnd.HIGH) for card in above)
    return _lowest_first(spare, below, above) or _any_order(spare, below, above)


def _lowest_first(spare: int, below: tuple[Card, ...], above: tuple[Card, ...]) -> tuple[Step, ...] | None:
    """Return the order that always lays the lower card next, jokers after all cards; None if that gets stuck."""
    steps: list[Step] = []
    low = high = 0
    while low < len(below) or high < len(above):
        if high == len(above) or (low < len(below) and below[low] < above[high]):
            card, end = below[low], RunEnd.LOW
            low += 1
        else:
            card, end = above[high], RunEnd.HIGH
            high += 1
        spare += -1 if card == JOKER else 1
        if spare < 0:
            return None
        steps.append((Verb.LAYOFF, card, end))
    return tuple(steps)


def _any_order(spare: int, below: tuple[Card, ...], above: tuple[Card, ...]) -> tuple[Step, ...] | None:
    steps: list[Step] = []
    dead = set()

    def laid(low: int, high: int, spare: int) -> bool:
        if low == len(below) and high == len(above):
            return True
        ahead = [(below[low], RunEnd.LOW)] if low < len(below) else []
        if high < len(above):
            ahead.append((above[high], RunEnd.HIGH))
        for card, end in sorted(ahead):  # a joker comes after all cards
            left = spare + (-1 if card == JOKER else 1)
            place = (low + (end is RunEnd.LOW), high + (end is RunEnd.HIGH))
            if left >= 0 and place not in dead:
                steps.append((Verb.LAYOFF, card, end))
                if laid(*place, left):
                    return True
                steps.pop()
                dead.add(place)
        return False

    return tuple(steps) if laid(0, 0, spare) else None


def _sets(ranks: Ranks, spec: CandidateSpec) -> Iterator[Candidate]:
    clubs, spades, hearts, diamonds = ranks
    some = clubs & spades | clubs & hearts | clubs & diamonds | spades & hearts | spades & diamonds | hearts & diamonds
    if not spec.jokers:
        some = clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)
    fewest = 2 if spec.jokers else 3
    valued = spec.worth or spec.first
    while some:
        bit = some & -some
        some ^= bit
        rank = bit.bit_length() - 1
        held = sum(1 << suit for suit in range(4) if ranks[suit] & bit)
        for suits in _SUBSETS[held]:
            size = len(suits)
            if size < fewest:
                continue
            cards = tuple([13 * suit + rank for suit in suits])
            if valued:
                yield from _valued_sets(cards, spec)
            elif size > 2:
                yield Candidate(cards, 0, 4 - size)
            else:
                yield Candidate(cards, 1, set_room(suits, spec.rules))


def _valued_sets(cards: tuple[Card, ...], spec: CandidateSpec) -> Iterator[Candidate]:
    most = min(set_room(tuple(card // 13 for card in cards), spec.rules), spec.jokers)
    value = in_meld(cards[0] % 13, spec.rules)
    for used in range(max(0, 3 - len(cards)), most + 1):
        worth = value * (len(cards) + used)
        candidate = Candidate(cards, used, used if spec.worth else most, worth=worth)
        if spec.before is None:
            yield candidate._replace(first=worth) if spec.first else candidate
            continue
        yield candidate
        if used <= spec.before:
            yield candidate._replace(first=worth, first_jokers=used)


def set_room(suits: tuple[int, ...], rules: MeldRules) -> int:
    """Return how many jokers a set of these suits takes; in its order no two are adjacent under H-6 (D-4, H-7)."""
    if len(suits) == 2 and rules.joker_rule and rules.set_order:
        missing = [suit for suit in range(4) if suit not in suits]
        return 1 if missing[1] - missing[0] == 1 else 2
    return min(4 - len(suits), len(suits))


@lru_cache(maxsize=64)
def _patterns(wanted: PatternSpec) -> tuple[Pattern, ...]:
    """List the patterns, without those that can be laid as two runs just as well.

    Two adjacent cards are a pattern too: a run with a joker at an end.
    """
    found = []
    longest = LONGEST_RUN if wanted.whole or wanted.extra else min(LONGEST_RUN, max(5, 2 * wanted.jokers + 2))
    for size in range(2, longest + 1):
        for inner in range(1 << size - 2):
            mask = 1 | inner << 1 | 1 << size - 1
            cards = mask.bit_count()
            gaps = size - cards
            if gaps > min(wanted.jokers, cards) or (wanted.apart and _side_by_side(mask, size)):
                continue
            if wanted.whole or not _splits(mask, size, min(wanted.extra, cards - gaps)):
                places = tuple(place for place in range(size) if mask >> place & 1)
                found.append(Pattern(places, mask, size, cards - gaps))
    return tuple(found)


@lru_cache(maxsize=4096)
def _patterns_in(window: int, wanted: PatternSpec) -> tuple[Pattern, ...]:
    """List the patterns whose cards are all held, counted from one rank on."""
    return tuple(pattern for pattern in _patterns(wanted) if window & pattern.mask == pattern.mask)


def _side_by_side(mask: int, size: int) -> bool:
    free = ~mask & (1 << size) - 1
    return bool(free & free >> 1)


def _splits(mask: int, size: int, extra: int) -> bool:
    """Return whether a pattern can be cut into two runs, each with at least ``extra`` more cards than jokers."""
    for cut in range(_SHORTEST, size - _SHORTEST + 1):
        low = (mask & (1 << cut) - 1).bit_count()
        high = (mask >> cut).bit_count()
        if 2 * low - cut >= extra and 2 * high - (size - cut) >= extra:
            return True
    return False


def runs_in(ranks: int, wanted: PatternSpec, rules: MeldRules) -> Iterator[tuple[int, Pattern]]:
    """Return the patterns that the ranks held of a suit allow, each with its first rank."""
    held = ranks
    if rules.corner:
        held |= ranks << 13
    elif rules.last_rank == LONGEST_RUN:
        held |= (ranks & 1) << LONGEST_RUN
    window = (2 << (LONGEST_RUN if wanted.whole or wanted.extra else max(5, 2 * wanted.jokers + 2)) - 1) - 1
    for low in range(13):
        if held >> low & 1:
            for pattern in _patterns_in(held >> low & window & 8191, wanted):
                yield low, pattern


def room_around(low: int, size: int, spare: int, ends: tuple[bool, bool], rules: MeldRules) -> tuple[int, int, int]:
    """Return how many jokers fit on a run in all, at its low end and at its high end.

    ``spare`` is its number of cards minus jokers (D-4), ``ends`` whether its low and its high end are cards: under H-6
    a joker may only be laid next to a card.
    """
    below = LONGEST_RUN if rules.corner else low
    above = LONGEST_RUN if rules.corner else rules.last_rank + 1 - low - size
    if rules.joker_rule:
        below, above = min(below, ends[0]), min(above, ends[1])
    return max(0, min(spare, LONGEST_RUN - size, below + above)), below, above


@lru_cache(maxsize=8)
def _values(ace: int) -> tuple[tuple[int, ...], ...]:
    """Return prefix sums of the values of ranks, from each first rank on, with an ace counted high."""
    rows = []
    for low in range(13):
        row = [0]
        for place in range(LONGEST_RUN):
            rank = (low + place) % 13
            row.append(row[-1] + (ace if rank == 0 else min(rank + 1, 10)))
        rows.append(tuple(row))
    return tuple(rows)


def run_value(low: int, size: int, rules: MeldRules) -> int:
    """Return the value of a run: an ace that begins it counts 1 (D-1, H-4)."""
    low %= 13
    worth = _values(rules.ace)[low][size]
    return worth if low else worth - rules.ace + in_meld(0, rules, low=True)


def best_ends(low: int, size: int, jokers: int, room: tuple[int, int], rules: MeldRules) -> tuple[int, int]:
    """Return the highest value of a run with ``jokers`` more jokers at its ends, and how many of them go below it."""
    if not jokers:
        return run_value(low, size, rules), 0
    below, above = room
    fewest, most = max(0, jokers - above), min(below, jokers)
    return max((run_value(low - down, size + jokers, rules), down) for down in range(fewest, most + 1))
