"""What can be done with the cards of a hand: every new meld that needs looking at.

A way says which cards it takes out of the hand and how many jokers, and how it is laid; which ways go together is for
`bot.laydown.search` to find, those of melds that lie come from `bot.laydown.table`. Ways that are never
better than others are left out: one run for two, and cards put in a joker's place on a meld that is laid in the same
turn, which could have been laid there at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from bot.laydown.runs import Pattern, Wanted, best_ends, room_around, run_value, runs_in
from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import MeldRules, in_meld
from bot.rummy.moves import RunEnd, Verb

Step: TypeAlias = tuple[Verb, Card, RunEnd | None]
"""A lay-off or a swap on one meld, with the end of a run at which a card is laid off."""
Ranks: TypeAlias = tuple[int, int, int, int]
"""The ranks that a hand holds of clubs, spades, hearts and diamonds, as masks."""

_SUBSETS: Final = tuple(
    tuple(tuple(suit for suit in range(4) if part >> suit & 1) for part in range(16) if part & held == part)
    for held in range(16)
)
"""For each mask of suits its parts, as lists of suits."""


class MeldChoice(NamedTuple):
    """One meld to lay, or one way to add to a meld.

    Jokers are counted over the whole way: those laid, less those swapped out. ``room`` is for a meld that lies counted
    from what it takes anyhow.
    """

    cards: tuple[Card, ...]  # out of the hand, jokers not counted
    used: int  # jokers that it takes
    room: int  # jokers that it can take
    meld: int | None = None  # the number of the meld that lies; None: a new one
    slots: int = 0  # a mask of what only one way can have, as an end of a run that lies
    low: int = 0  # the rank at which a new run begins
    size: int = 0  # how many cards and jokers a new run has; 0 of a set
    worth: int = 0  # what it adds to the value of the table (D-1, C-6), if that was asked for
    first: int = 0  # what it is worth as one of the first melds (D-7), likewise
    first_jokers: int = 0  # jokers that it takes then
    swaps: int = 0
    late: bool = False  # a joker has to be laid before one is swapped out (H-6 with H-7)
    part: tuple[Card, ...] = ()  # what of a new meld is laid as a first meld, if not all of it
    steps: tuple[Step, ...] = ()  # what is added to that, or to the meld that lies

    @property
    def laid(self) -> tuple[Card, ...]:
        """The new meld as it is laid."""
        if self.part:
            return self.part
        if not self.size:
            return self.cards + (JOKER,) * self.used
        held = {card % 13: card for card in self.cards}
        return tuple(held.get((self.low + place) % 13, JOKER) for place in range(self.size))

    def value(self, rules: MeldRules) -> int:
        """Say what a new meld is worth."""
        if self.size:
            return run_value(self.low, self.size, rules)
        return in_meld(self.cards[0] % 13, rules) * (len(self.cards) + self.used)


@dataclass(frozen=True, slots=True)
class Asked:
    """What has to be known of the ways."""

    rules: MeldRules
    jokers: int  # that there may be in all
    gaps: int  # jokers that there may be between the cards of one way
    whole: bool  # two melds are not as good as one (B-14)
    worth: bool  # what each way is worth is to be known for each number of jokers; else jokers may be added to any
    first: bool  # the same of first melds (D-7)
    before: int | None  # jokers there are for first melds, where swaps can bring more of them later; None: they can't
    rooms: bool  # how many jokers find room has to be known, as there may be too little for them


def new_melds(ranks: Ranks, asked: Asked) -> list[MeldChoice]:
    """Find every new meld, from the ranks held of each suit."""
    valued = asked.worth or asked.first
    extra = asked.jokers if valued else 0
    whole = asked.whole or (valued and asked.rules.corner)
    wanted = Wanted(asked.gaps, asked.rules.joker_rule, whole, extra)
    ways: list[MeldChoice] = []
    for suit, held in enumerate(ranks):
        if held & held - 1:
            names = tuple(range(13 * suit, 13 * suit + 13)) * 2
            for low, pattern in runs_in(held, wanted, asked.rules):
                if valued:
                    ways += _best_firsts(_valued_runs(names, low, pattern, asked), asked)
                else:
                    way = _run(names, low, pattern, asked)
                    if way is not None:
                        ways.append(way)
    ways += _sets(ranks, asked)
    return ways


def _run(names: tuple[Card, ...], low: int, pattern: Pattern, asked: Asked) -> MeldChoice | None:
    """Give a run with as few jokers as it takes."""
    places, _, size, spare = pattern
    cards = tuple([names[low + place] for place in places])
    gaps = size - len(places)
    if not asked.jokers:
        return MeldChoice(cards, 0, 0, None, 0, low, size) if size > 2 else None
    if size == 2:
        more, below, above = room_around(low, 2, 2, (True, True), asked.rules)
        down = 0 if above else 1
        return MeldChoice(cards, 1, more, None, 0, low - down, 3) if more and below + above else None
    room = size
    if asked.rooms:
        room = gaps + room_around(low, size, spare, (True, True), asked.rules)[0]
    return MeldChoice(cards, gaps, room, None, 0, low, size)


def _valued_runs(names: tuple[Card, ...], low: int, pattern: Pattern, asked: Asked) -> Iterator[MeldChoice]:
    """Give a run with each number of jokers at its ends that makes a difference to its value."""
    rules, (places, _, size, spare) = asked.rules, pattern
    gaps = size - len(places)
    more, below, above = room_around(low, size, spare, (True, True), rules)
    least = 1 if size == 2 else 0
    more = min(more, asked.jokers - gaps)
    cards = tuple(names[low + place] for place in places)
    for extra in range(least, more + 1):
        worth, down = best_ends(low, size, extra, (below, above), rules)
        used = gaps + extra
        room = used if asked.worth else gaps + more
        way = MeldChoice(cards, used, room, None, 0, low - down, size + extra, worth)
        if asked.before is None:
            yield way._replace(first=worth) if asked.first else way
            continue
        yield way
        if used <= asked.before:
            yield way._replace(first=worth, first_jokers=used)
        for down in range(max(0, extra - above), min(below, extra) + 1):
            yield from _in_two(way._replace(low=low - down), asked)


def _best_firsts(ways: Iterable[MeldChoice], asked: Asked) -> Iterable[MeldChoice]:
    """Leave out ways to lay the same cards that take more jokers, in all or at first, and are not worth more."""
    if asked.before is None or asked.worth:
        return ways
    best: list[MeldChoice] = []
    for way in sorted(ways, key=lambda way: (way.used, way.first_jokers, -way.first)):
        if all(way.first_jokers < other.first_jokers or way.first > other.first for other in best):
            best.append(way)
    return best


def _in_two(way: MeldChoice, asked: Asked) -> Iterator[MeldChoice]:
    """Give the ways to lay a part of a run as a first meld, and the rest later with jokers swapped out then."""
    cards = way.laid
    worth = run_value(way.low, way.size, asked.rules) if asked.worth else 0
    for begin in range(way.size - 2):
        for end in range(begin + 3, way.size + 1):
            part = cards[begin:end]
            jokers = part.count(JOKER)
            if jokers == way.used or 2 * jokers > len(part) or jokers > (asked.before or 0):
                continue
            steps = in_order(len(part) - 2 * jokers, cards[:begin][::-1], cards[end:])
            if steps is not None:
                first = run_value(way.low + begin, end - begin, asked.rules)
                yield way._replace(worth=worth, first=first, first_jokers=jokers, part=part, steps=steps)


def in_order(spare: int, below: tuple[Card, ...], above: tuple[Card, ...]) -> tuple[Step, ...] | None:
    """Say in which order cards are laid off at both ends of a run, so that jokers are never the more (D-4).

    ``spare`` is how many cards the run has more than jokers; None: there is no such order. Both ends are listed from
    the run outwards.
    """
    if JOKER not in below and JOKER not in above:
        low: tuple[Step, ...] = tuple((Verb.LAYOFF, card, RunEnd.LOW) for card in below)
        return low + tuple((Verb.LAYOFF, card, RunEnd.HIGH) for card in above)
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


def _sets(ranks: Ranks, asked: Asked) -> Iterator[MeldChoice]:
    """Give every set with each number of jokers that makes a difference."""
    clubs, spades, hearts, diamonds = ranks
    some = clubs & spades | clubs & hearts | clubs & diamonds | spades & hearts | spades & diamonds | hearts & diamonds
    if not asked.jokers:
        some = clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)
    fewest = 2 if asked.jokers else 3
    valued = asked.worth or asked.first
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
                yield from _valued_sets(cards, asked)
            elif size > 2:
                yield MeldChoice(cards, 0, 4 - size)
            else:
                yield MeldChoice(cards, 1, set_room(suits, asked.rules))


def _valued_sets(cards: tuple[Card, ...], asked: Asked) -> Iterator[MeldChoice]:
    """Give one set with each number of jokers that makes a difference to its value."""
    most = min(set_room(tuple(card // 13 for card in cards), asked.rules), asked.jokers)
    value = in_meld(cards[0] % 13, asked.rules)
    more: tuple[Step, ...] = ((Verb.LAYOFF, JOKER, None),)
    for used in range(max(0, 3 - len(cards)), most + 1):
        worth = value * (len(cards) + used)
        way = MeldChoice(cards, used, used if asked.worth else most, worth=worth)
        if asked.before is None:
            yield way._replace(first=worth) if asked.first else way
            continue
        yield way
        if used <= asked.before:
            yield way._replace(first=worth, first_jokers=used)
        if asked.worth and len(cards) + used == 4 and used and used - 1 <= asked.before:
            part = cards + (JOKER,) * (used - 1)
            yield way._replace(first=3 * value, first_jokers=used - 1, part=part, steps=more)


def set_room(suits: tuple[int, ...], rules: MeldRules) -> int:
    """Say how many jokers a set of these suits takes: in its order no two side by side under H-6 (D-4, H-7)."""
    if len(suits) == 2 and rules.joker_rule and rules.set_order:
        missing = [suit for suit in range(4) if suit not in suits]
        return 1 if missing[1] - missing[0] == 1 else 2
    return min(4 - len(suits), len(suits))
