"""Every way to add to the melds that lie: cards at both ends of a run, cards for jokers, the missing suits of a set."""

from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from bot.laydown.runs import best_ends, room_around, run_value
from bot.laydown.ways import Asked, MeldChoice, Ranks, Step, in_order
from bot.rummy.cards import JOKER, Card
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import LONGEST_RUN, TableMeld, laid_off, swapped, value_of
from bot.rummy.moves import Verb

SLOTS: Final = 8
"""How many slots ways to add to one meld have: its low end, its high end, and up to six jokers."""
_LOW_END: Final = 1
_HIGH_END: Final = 2
_FIRST_JOKER: Final = 4


class _Set(NamedTuple):
    """What a set can become."""

    cards: tuple[Card, ...]  # added
    swaps: int
    used: int
    room: int  # jokers that it can take then, all in all
    late: bool
    steps: tuple[Step, ...]


def swappable(meld: TableMeld, ranks: Ranks, rules: MeldRules) -> int:
    """Say how many of a meld's jokers could be swapped at most, with cards of these ranks of each suit."""
    stands = meld.stands_for(rules)
    places = (possible for card, possible in zip(meld.cards, stands, strict=True) if card == JOKER)
    return sum(any(ranks[card // 13] >> card % 13 & 1 for card in possible) for possible in places)


def joker_room(meld: TableMeld, rules: MeldRules) -> int:
    """Say how many jokers can be laid off on a meld as it lies."""
    if meld.kind is MeldKind.SET:
        return _set_room(meld, rules)
    jokers = meld.jokers
    ends = (meld.cards[0] != JOKER, meld.cards[-1] != JOKER)
    return room_around(meld.low, len(meld.cards), len(meld.cards) - 2 * jokers, ends, rules)[0]


def joker_loss(meld: TableMeld, ranks: Ranks, gaps: int, rules: MeldRules) -> int:
    """Say by how much the room for jokers on a meld could shrink at most, jokers swapped out counted as well."""
    base = joker_room(meld, rules)
    if meld.kind is MeldKind.SET:
        wanted = any(ranks[suit] >> meld.low & 1 and 13 * suit + meld.low not in meld.cards for suit in range(4))
        return base + meld.jokers if wanted else 0
    if not ranks[meld.suit]:
        return 0
    size, jokers = len(meld.cards), meld.jokers
    if rules.joker_rule or gaps > size - 2 * jokers:
        return base + jokers
    return jokers + max(0, base - min(4, max(0, 9 - size)))


def joker_ways(number: int, meld: TableMeld, jokers: int, rules: MeldRules, slot: int) -> list[MeldChoice]:
    """Give the ways to lay nothing but jokers off on a meld; they stand on a card of their own that no hand holds."""
    card, size, slots = JOKER + 1 + number, len(meld.cards), (1 << SLOTS) - 1 << slot
    most = min(jokers, joker_room(meld, rules))
    if meld.kind is MeldKind.SET:
        each = value_of(meld, rules) // size
        return [MeldChoice((card,), used, used, number, slots, worth=used * each) for used in range(1, most + 1)]
    ends = (meld.cards[0] != JOKER, meld.cards[-1] != JOKER)
    _, below, above = room_around(meld.low, size, size, ends, rules)
    was = run_value(meld.low, size, rules)
    worths = (best_ends(meld.low, size, used, (below, above), rules)[0] - was for used in range(1, most + 1))
    return [MeldChoice((card,), used, used, number, slots, worth=worth) for used, worth in enumerate(worths, 1)]


def additions(number: int, meld: TableMeld, ranks: Ranks, asked: Asked, slot: int) -> list[MeldChoice]:
    """Find every way to add cards to a meld that lies, from the ranks held of each suit.

    The slots of the ways are counted from ``slot``; `SLOTS` of them are for this meld.
    """
    if meld.kind is MeldKind.RUN:
        held = ranks[meld.suit]
        return _Run(number, meld, held, asked, slot).ways() if held else []
    suits = tuple(13 * suit + meld.low for suit in range(4) if ranks[suit] >> meld.low & 1)
    suits = tuple(card for card in suits if card not in meld.cards)
    if not suits or (len(meld.cards) == 4 and not meld.jokers):
        return []
    rules, base = asked.rules, joker_room(meld, asked.rules)
    value = value_of(meld, rules) // len(meld.cards)
    ways = []
    for form in _onto_set(meld, suits, rules):
        for extra in range((form.room - form.used if asked.worth else 0) + 1):
            used = form.used + extra
            ways.append(
                MeldChoice(
                    form.cards,
                    used,
                    (used if asked.worth else form.room) - base,
                    number,
                    (1 << SLOTS) - 1 << slot,
                    worth=value * (len(form.cards) + used),
                    swaps=form.swaps,
                    late=form.late,
                    steps=form.steps,
                )
            )
    return ways


def _set_room(meld: TableMeld, rules: MeldRules) -> int:
    """Count the jokers that a set takes, one after the other."""
    room = 0
    larger = laid_off(meld, JOKER, None, rules)
    while isinstance(larger, TableMeld):
        room += 1
        larger = laid_off(larger, JOKER, None, rules)
    return room


@lru_cache(maxsize=1024)
def _onto_set(meld: TableMeld, suits: tuple[Card, ...], rules: MeldRules) -> tuple[_Set, ...]:
    """Try all that can be done to a set with some cards, each held once.

    A joker that is laid off before another is swapped out helps nothing, but under H-6 with H-7: there a card may find
    no place of its own, and the joker that stands for it may be swapped only when the set is full.
    """
    best: dict[tuple[tuple[Card, ...], int, bool], _Set] = {}
    ahead: list[tuple[TableMeld, _Set]] = [(meld, _Set((), 0, 0, 0, late=False, steps=()))]
    while ahead:
        lying, form = ahead.pop(0)
        room = form.used + _set_room(lying, rules)
        key = (form.cards, form.swaps, form.late)
        if form.cards and (key not in best or best[key].room < room) and not (form.used > 0 and not form.late):
            best[key] = form._replace(room=room)
        for card in suits:
            if card in form.cards:
                continue
            cards = tuple(sorted((*form.cards, card)))
            larger = laid_off(lying, card, None, rules)
            if isinstance(larger, TableMeld) and form.used <= 0:
                ahead.append((larger, form._replace(cards=cards, steps=(*form.steps, (Verb.LAYOFF, card, None)))))
            other = swapped(lying, card, rules)
            if isinstance(other, TableMeld):
                steps = (*form.steps, (Verb.SWAP, card, None))
                late = form.late or JOKER in (step[1] for step in form.steps)
                swaps, used = form.swaps + 1, form.used - 1
                ahead.append((other, form._replace(cards=cards, swaps=swaps, used=used, late=late, steps=steps)))
        if rules.joker_rule and rules.set_order and not form.steps:
            larger = laid_off(lying, JOKER, None, rules)
            if isinstance(larger, TableMeld):
                ahead.append((larger, form._replace(used=1, steps=((Verb.LAYOFF, JOKER, None),))))
    plain = {(form.cards, form.used, form.room) for form in best.values() if not form.late}
    return tuple(form for form in best.values() if not form.late or (form.cards, form.used, form.room) not in plain)


class _Ending(NamedTuple):
    """What is laid at one end of a run, from it outwards: cards of the hand, jokers between, a card last."""

    cards: tuple[Card, ...] = ()
    jokers: int = 0
    gain: int = 0  # how many more cards than jokers
    dip: int = 0  # how many more jokers than cards at most on the way
    splits: bool = False  # the outer part is a run of its own, and the rest can be laid without it

    def longer(self, skipped: int, card: Card, spare: int) -> "_Ending":
        """Go on with some jokers and a card, on a run with so many more cards than jokers (D-4)."""
        cards = (*self.cards, *(JOKER,) * skipped, card)
        gains = [0]
        for each in cards:
            gains.append(gains[-1] + (-1 if each == JOKER else 1))
        splits = False
        for cut in range(len(cards) - 2):
            upto = cut
            while upto and cards[upto - 1] == JOKER:
                upto -= 1
            if gains[cut] <= gains[-1] and gains[upto] >= 0 and -min(gains[: upto + 1]) <= spare:
                splits = True
        return _Ending(cards, self.jokers + skipped, gains[-1], -min(gains), splits)


class _Run:
    """A run that lies, and what can be done to it with a suit's cards.

    Cards for its jokers, what is laid at its low end and what at its high end do not touch each other as long as there
    are cards enough for the jokers between them (D-4), and each is a way of its own. Where there are not, and where it
    has to be known how many jokers find room, all that is done to the run at once is one way.
    """

    def __init__(self, number: int, meld: TableMeld, held: int, asked: Asked, slot: int) -> None:
        self.number, self.meld, self.asked, self.slot = number, meld, asked, slot
        self.low, self.size, self.suit = meld.low, len(meld.cards), 13 * meld.suit
        rules, most = asked.rules, LONGEST_RUN - self.size
        jokers = [place for place, card in enumerate(meld.cards) if card == JOKER]
        self.wanted = [place for place in jokers if held >> (self.low + place) % 13 & 1]
        self.spare = self.size - 2 * len(jokers)
        self.every = asked.whole or (asked.worth and (asked.jokers > 0 or rules.corner))
        self.was = run_value(self.low, self.size, rules)
        below = most if rules.corner else min(self.low, most)
        above = most if rules.corner else min(rules.last_rank + 1 - self.low - self.size, most)
        self.belows = self._endings(held, self.low - 1, -1, below)
        self.aboves = self._endings(held, self.low + self.size, 1, above)

    def _endings(self, held: int, first: int, step: int, most: int) -> list[_Ending]:
        """List what can be laid at one end, nothing first.

        An ending that splits is of use only where the other end needs its cards to go with many jokers, and so is what
        goes on from it, unless that has several jokers next.
        """
        found = [_Ending()]
        spare_jokers = self.asked.gaps - self.spare - 1
        for ending in found:
            gap = self.asked.gaps - ending.jokers
            if self.asked.rules.joker_rule:
                gap = min(gap, 1)
            for skipped in range(min(gap, most - len(ending.cards) - 1) + 1):
                rank = (first + step * (len(ending.cards) + skipped)) % 13
                if not held >> rank & 1:
                    continue
                if not ending.splits or skipped > 1 or self.every or ending.jokers + skipped <= spare_jokers:
                    found.append(ending.longer(skipped, self.suit + rank, self.spare))
        return found

    def ways(self) -> list[MeldChoice]:
        """Give all ways."""
        if not (self.wanted or len(self.belows) > 1 or len(self.aboves) > 1):
            return []
        asked = self.asked
        few = self.spare if asked.gaps <= self.spare else self.spare // 2
        belows, aboves = self._simple(self.belows, few, 0), self._simple(self.aboves, few, -1)
        longest = self.size + max(len(below.cards) for below in belows) + max(len(above.cards) for above in aboves)
        if asked.rooms or (asked.worth and asked.jokers) or longest > LONGEST_RUN:
            return self._together([], [])
        ways: list[MeldChoice] = []
        for at, place in enumerate(self.wanted):
            ways += self._way((place,), (), (), _FIRST_JOKER << at)
        for below in belows[1:]:
            ways += self._way((), below.cards, (), _LOW_END)
        for above in aboves[1:]:
            ways += self._way((), (), above.cards, _HIGH_END)
        if len(belows) < len(self.belows) or len(aboves) < len(self.aboves):
            ways += self._together(belows, aboves)
        return ways

    def _simple(self, endings: list[_Ending], few: int, last: int) -> list[_Ending]:
        """Find the endings that can be laid whatever is done to the rest of the run, nothing first."""
        beside = self.asked.rules.joker_rule and self.meld.cards[last] == JOKER
        return [
            ending
            for ending in endings
            if ending.jokers <= few
            and (self.every or not ending.splits)
            and not (beside and ending.cards[:1] == (JOKER,))
        ]

    def _together(self, belows: list[_Ending], aboves: list[_Ending]) -> list[MeldChoice]:
        """Give everything that can be done to the run at once, but what is made of ways for some endings alone."""
        slots = (1 << SLOTS) - 1
        ways: list[MeldChoice] = []
        for below in self.belows:
            for above in self.aboves:
                if below.jokers + above.jokers > self.asked.gaps or (below in belows and above in aboves):
                    continue
                if not self.every and self._split(below, above):
                    continue
                for count in range(len(self.wanted) + 1):
                    for places in combinations(self.wanted, count):
                        if places or below.cards or above.cards:
                            ways += self._way(places, below.cards, above.cards, slots)
        return ways

    def _split(self, below: _Ending, above: _Ending) -> bool:
        """Say whether one of two endings is as well laid in two, as the other can do without its cards."""
        return (below.splits and above.dip <= self.spare) or (above.splits and below.dip <= self.spare)

    def _way(
        self, places: tuple[int, ...], below: tuple[Card, ...], above: tuple[Card, ...], slots: int
    ) -> list[MeldChoice]:
        """Give the ways to swap the jokers at some places and lay off at both ends; none if that can't be done."""
        asked, rules, low, size = self.asked, self.asked.rules, self.low, self.size
        cards = list(self.meld.cards)
        for place in places:
            cards[place] = self.suit + (low + place) % 13
        if size + len(below) + len(above) > LONGEST_RUN or (rules.joker_rule and _adjacent(cards, below, above)):
            return []
        order = in_order(self.spare + 2 * len(places), below, above)
        if order is None:
            return []
        steps: tuple[Step, ...] = tuple((Verb.SWAP, cards[place], None) for place in places) + order
        taken = tuple([card for _, card, _ in steps if card != JOKER])
        gaps = len(steps) - len(taken)
        used = gaps - len(places)
        if not (asked.rooms or asked.worth):
            return [MeldChoice(taken, used, used, self.number, slots << self.slot, swaps=len(places), steps=steps)]
        low, size = low - len(below), size + len(below) + len(above)
        spare = self.spare + 2 * len(places) + len(taken) - len(places) - gaps
        ends = (bool(below) or cards[0] != JOKER, bool(above) or cards[-1] != JOKER)
        more, down, up = room_around(low, size, spare, ends, rules)
        base = joker_room(self.meld, rules)
        ways = []
        for extra in range((min(more, asked.jokers - gaps) if asked.worth else 0) + 1):
            room = (used + extra if asked.worth else used + more) - base
            worth = best_ends(low, size, extra, (down, up), rules)[0] - self.was if asked.worth else 0
            ways.append(
                MeldChoice(
                    taken, used + extra, room, self.number, slots << self.slot,
                    worth=worth, swaps=len(places), steps=steps,
                )
            )  # fmt: skip
        return ways


def _adjacent(cards: list[Card], below: tuple[Card, ...], above: tuple[Card, ...]) -> bool:
    """Say whether jokers would stand side by side where something is laid at an end of a run (H-6)."""
    low, high = below[:1] == (JOKER,), above[:1] == (JOKER,)
    return (low and cards[0] == JOKER) or (high and cards[-1] == JOKER)
