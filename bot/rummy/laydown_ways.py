"""What can be done with the cards of a hand: every new meld, and every way to add to a meld that lies.

A way says which cards it takes out of the hand and how many jokers, and how it is laid; which ways go together is for
`bot.rummy.laydown_search` to find. Ways that are never better than others are left out: two melds for one, and cards
put in a joker's place on a meld that is laid in the same turn, which could have been laid there at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeAlias

from bot.rummy.cards import JOKER, Card
from bot.rummy.laydown_runs import Pattern, best_ends, room_around, run_value, runs_in
from bot.rummy.meld_rules import MeldRules, in_meld
from bot.rummy.moves import End, Verb

Step: TypeAlias = tuple[Verb, Card, End | None]
"""A lay-off or a swap on one meld, with the end of a run at which a card is laid off."""
_LEAST_WORTH = 6
"""What every meld is worth at least: three twos, or ace to three."""


class Way(NamedTuple):
    """One meld to lay, or one way to add to a meld.

    Jokers are counted over the whole way: those laid, less those swapped out. ``room`` is for a meld that lies counted
    from what it takes anyhow.
    """

    cards: tuple[Card, ...]  # out of the hand, jokers not counted
    meld: int | None = None  # the number of the meld that lies; None: a new one
    used: int = 0  # jokers that it takes
    room: int = 0  # jokers that it can take
    worth: int = 0  # what it adds to the value of the table (D-1, C-6)
    first: int = 0  # what it is worth as one of the first melds (D-7)
    first_jokers: int = 0  # jokers that it takes then
    swaps: int = 0
    late: bool = False  # a joker has to be laid before one is swapped out (H-6 with H-7)
    laid: tuple[Card, ...] = ()  # the new meld as it is laid
    steps: tuple[Step, ...] = ()  # what is added to the meld then, or to the one that lies


@dataclass(frozen=True, slots=True)
class Asked:
    """What has to be known of the ways."""

    rules: MeldRules
    jokers: int  # that there may be in all
    whole: bool  # two melds are not as good as one (B-14)
    worth: bool  # what each way is worth is to be known for each number of jokers; else jokers may be added to any
    first: int  # what first melds have to be worth, for which the same is to be known then (D-7); 0: nothing
    before: int | None  # jokers there are for first melds, where swaps can bring more of them later; None: they can't

    @property
    def valued(self) -> bool:
        """Whether the value of a new meld has to be known for each number of jokers."""
        return self.worth or self.first > _LEAST_WORTH


def new_melds(ranks: tuple[int, int, int, int], asked: Asked) -> Iterator[Way]:
    """Find every new meld, from the ranks held of each suit."""
    spare = asked.jokers if asked.valued else 0
    whole = asked.whole or (asked.valued and asked.rules.corner)
    for suit, held in enumerate(ranks):
        if held & held - 1:
            for low, pattern in runs_in(held, asked.jokers, asked.rules, whole=whole, spare=spare):
                yield from _runs(13 * suit, low, pattern, asked)
    yield from _sets(ranks, asked)


def _runs(suit: Card, low: int, pattern: Pattern, asked: Asked) -> Iterator[Way]:
    """Give a run with each number of jokers at its ends that makes a difference."""
    rules, (mask, size, held, gaps) = asked.rules, pattern
    more, below, above = room_around(low, size, held - gaps, (True, True), rules)
    least = 1 if size == 2 else 0
    more = min(more, asked.jokers - gaps)
    if more < least:
        return
    cards = tuple(suit + (low + place) % 13 for place in range(size) if mask >> place & 1)
    inner = tuple(suit + (low + place) % 13 if mask >> place & 1 else JOKER for place in range(size))
    for extra in range(least, more + 1 if asked.valued else least + 1):
        worth, down = best_ends(low, size, extra, (below, above), rules)
        laid = (JOKER,) * down + inner + (JOKER,) * (extra - down)
        used = gaps + extra
        room = used if asked.worth else gaps + more
        way = Way(cards, None, used, room, worth, laid=laid)
        if asked.before is None:
            yield way._replace(first=worth) if asked.first else way
            continue
        yield way
        if used <= asked.before:
            yield way._replace(first=worth, first_jokers=used)
        for down in range(max(0, extra - above), min(below, extra) + 1):
            yield from _in_two(way, inner, low, down, asked)


def _in_two(way: Way, inner: tuple[Card, ...], low: int, down: int, asked: Asked) -> Iterator[Way]:
    """Give the ways to lay a part of a run as a first meld, and the rest later with jokers swapped out then."""
    rules, extra = asked.rules, way.used - inner.count(JOKER)
    cards = (JOKER,) * down + inner + (JOKER,) * (extra - down)
    low, size = low - down, len(cards)
    worth = run_value(low, size, rules) if asked.worth else 0
    for begin in range(size - 2):
        for end in range(begin + 3, size + 1):
            part = cards[begin:end]
            jokers = part.count(JOKER)
            rest = way.used - jokers
            if rest == 0 or 2 * jokers > len(part) or jokers > (asked.before or 0):
                continue
            steps = in_order(len(part) - 2 * jokers, cards[:begin][::-1], cards[end:])
            if steps is not None:
                first = run_value(low + begin, end - begin, rules)
                yield way._replace(worth=worth, first=first, first_jokers=jokers, laid=part, steps=steps)


def in_order(spare: int, below: tuple[Card, ...], above: tuple[Card, ...]) -> tuple[Step, ...] | None:
    """Say in which order cards are laid off at both ends of a run, so that jokers are never the more (D-4).

    ``spare`` is how many cards the run has more than jokers; None: there is no such order. Both ends are listed from
    the run outwards.
    """
    steps: list[Step] = []
    dead = set()

    def laid(low: int, high: int, spare: int) -> bool:
        if low == len(below) and high == len(above):
            return True
        ahead = [(below[low], End.LOW)] if low < len(below) else []
        if high < len(above):
            ahead.append((above[high], End.HIGH))
        for card, end in sorted(ahead):  # a joker comes after all cards
            left = spare + (-1 if card == JOKER else 1)
            place = (low + (end is End.LOW), high + (end is End.HIGH))
            if left >= 0 and place not in dead:
                steps.append((Verb.LAYOFF, card, end))
                if laid(*place, left):
                    return True
                steps.pop()
                dead.add(place)
        return False

    return tuple(steps) if laid(0, 0, spare) else None


def _sets(ranks: tuple[int, int, int, int], asked: Asked) -> Iterator[Way]:
    """Give every set with each number of jokers that makes a difference."""
    fewest = 2 if asked.jokers else 3
    clubs, spades, hearts, diamonds = ranks
    twice = clubs & spades | clubs & hearts | clubs & diamonds | spades & hearts | spades & diamonds | hearts & diamonds
    while twice:
        bit = twice & -twice
        twice ^= bit
        rank = bit.bit_length() - 1
        held = [13 * suit + rank for suit in range(4) if ranks[suit] & bit]
        for size in range(fewest, len(held) + 1):
            for cards in combinations(held, size):
                yield from _set(cards, asked)


def _set(cards: tuple[Card, ...], asked: Asked) -> Iterator[Way]:
    """Give one set with each number of jokers that makes a difference."""
    least = max(0, 3 - len(cards))
    most = min(set_room(cards, asked.rules), asked.jokers)
    value = in_meld(cards[0] % 13, asked.rules)
    for used in range(least, most + 1 if asked.valued else least + 1):
        worth = value * (len(cards) + used)
        way = Way(cards, None, used, used if asked.worth else most, worth, laid=cards + (JOKER,) * used)
        if asked.before is None:
            yield way._replace(first=worth) if asked.first else way
            continue
        yield way
        if used <= asked.before:
            yield way._replace(first=worth, first_jokers=used)
        if asked.worth and used == 2 and asked.before:
            laid = (*cards, JOKER)
            steps: tuple[Step, ...] = ((Verb.LAYOFF, JOKER, None),)
            yield way._replace(first=value * 3, first_jokers=1, laid=laid, steps=steps)
        if asked.worth and used == 1 and len(cards) == 3:
            steps = ((Verb.LAYOFF, JOKER, None),)
            yield way._replace(first=value * 3, first_jokers=0, laid=cards, steps=steps)


def set_room(cards: Iterable[Card], rules: MeldRules) -> int:
    """Say how many jokers a set of these cards takes: in its order no two side by side under H-6 (D-4, H-7)."""
    suits = [card // 13 for card in cards]
    if len(suits) == 2 and rules.joker_rule and rules.set_order:
        missing = [suit for suit in range(4) if suit not in suits]
        return 1 if missing[1] - missing[0] == 1 else 2
    return min(4 - len(suits), len(suits))
