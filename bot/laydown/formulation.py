"""Formulation: turns a position and a goal into a packing problem with candidates, gains and ways to end the turn."""

from collections import Counter
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from bot.laydown.candidates import (
    SLOTS,
    Candidate,
    CandidateSpec,
    Ranks,
    Step,
    new_melds,
    order_of_lay_offs,
    room_around,
)
from bot.laydown.packing import Goal, PackingProblem, Position, problem_of
from bot.rummy.cards import JOKER, Card, MeldKind, rank_of, suit_of
from bot.rummy.melds.table_meld import LONGEST_RUN, MeldRules, TableMeld, laid_off, swapped
from bot.rummy.moves import Verb

_LOW_END: Final = 1
_HIGH_END: Final = 2
_FIRST_JOKER: Final = 4


class _Set(NamedTuple):
    """An extension of a set."""

    cards: tuple[Card, ...]  # added
    swaps: int
    used: int
    room: int  # jokers that the set can take in all afterwards
    late: bool
    steps: tuple[Step, ...]


def swappable(meld: TableMeld, ranks: Ranks, rules: MeldRules) -> int:
    """Return how many of a meld's jokers could be swapped at most, with cards of these ranks of each suit."""
    stands = meld.stands_for(rules)
    places = (possible for card, possible in zip(meld.cards, stands, strict=True) if card == JOKER)
    return sum(any(ranks[card // 13] >> card % 13 & 1 for card in possible) for possible in places)


def joker_room(meld: TableMeld, rules: MeldRules) -> int:
    """Return how many jokers can be laid off on a meld in its current form."""
    if meld.kind is MeldKind.SET:
        return _set_room(meld, rules)
    jokers = meld.jokers
    ends = (meld.cards[0] != JOKER, meld.cards[-1] != JOKER)
    return room_around(meld.low, len(meld.cards), len(meld.cards) - 2 * jokers, ends, rules)[0]


def joker_loss(meld: TableMeld, ranks: Ranks, gaps: int, rules: MeldRules) -> int:
    """Return by how much the room for jokers on a meld could shrink at most, with jokers swapped out included."""
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


def additions(number: int, meld: TableMeld, ranks: Ranks, spec: CandidateSpec, slot: int) -> list[Candidate]:
    """Return every candidate that adds cards to a meld on the table, from the ranks held of each suit.

    Its slots are `SLOTS` bits from ``slot`` on.
    """
    if meld.kind is MeldKind.RUN:
        held = ranks[meld.suit]
        return _Run(number, meld, held, spec, slot).candidates() if held else []
    suits = tuple(13 * suit + meld.low for suit in range(4) if ranks[suit] >> meld.low & 1)
    suits = tuple(card for card in suits if card not in meld.cards)
    if not suits or (len(meld.cards) == 4 and not meld.jokers):
        return []
    base, slots = joker_room(meld, spec.rules), (1 << SLOTS) - 1 << slot
    return [
        Candidate(
            form.cards, form.used, form.room - base, number, slots,
            swaps=form.swaps, late=form.late, steps=form.steps,
        )
        for form in _onto_set(meld, suits, spec.rules)
    ]  # fmt: skip


def _set_room(meld: TableMeld, rules: MeldRules) -> int:
    room = 0
    larger = laid_off(meld, JOKER, None, rules)
    while isinstance(larger, TableMeld):
        room += 1
        larger = laid_off(larger, JOKER, None, rules)
    return room


@lru_cache(maxsize=1024)
def _onto_set(meld: TableMeld, suits: tuple[Card, ...], rules: MeldRules) -> tuple[_Set, ...]:
    """Return the extensions of a set with some cards, each held once.

    Laying off a joker before another is swapped out only helps under H-6 with H-7: there a card may have no place, and
    the joker that stands for it may be swapped only when the set is full.
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
    """An extension of one end of a run, outwards: cards of the hand with jokers between them, ending with a card."""

    cards: tuple[Card, ...] = ()
    jokers: int = 0
    gain: int = 0  # cards minus jokers
    dip: int = 0  # the highest excess of jokers over cards in any prefix
    splits: bool = False  # its outer part can be laid as a separate run, and the rest without it

    def longer(self, skipped: int, card: Card, spare: int) -> "_Ending":
        """Return a longer extension, by jokers and a card; ``spare`` is the run's cards minus its jokers (D-4)."""
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
    """A run on the table, and the candidates that add cards of its suit.

    Swaps of its jokers, extensions of its low end and of its high end are independent while there are enough cards for
    the jokers between them (D-4), and each is a separate candidate. Otherwise, and where the room for jokers has to be
    known, everything that is done to the run in one turn is one candidate.
    """

    def __init__(self, number: int, meld: TableMeld, held: int, spec: CandidateSpec, slot: int) -> None:
        self.number, self.meld, self.spec, self.slot = number, meld, spec, slot
        self.low, self.size, self.suit = meld.low, len(meld.cards), 13 * meld.suit
        rules, most = spec.rules, LONGEST_RUN - self.size
        jokers = [place for place, card in enumerate(meld.cards) if card == JOKER]
        self.wanted = [place for place in jokers if held >> (self.low + place) % 13 & 1]
        self.spare = self.size - 2 * len(jokers)
        self.room = joker_room(meld, rules) if spec.rooms else 0
        below = most if rules.corner else min(self.low, most)
        above = most if rules.corner else min(rules.last_rank + 1 - self.low - self.size, most)
        self.belows = self._endings(held, self.low - 1, -1, below)
        self.aboves = self._endings(held, self.low + self.size, 1, above)

    def _endings(self, held: int, first: int, step: int, most: int) -> list[_Ending]:
        """List the extensions of one end, the empty one first.

        One that splits only helps if the other end needs its cards to balance many jokers; the same holds for longer
        extensions of it, unless they go on with several jokers.
        """
        found = [_Ending()]
        spare_jokers = self.spec.gaps - self.spare - 1
        for ending in found:
            gap = self.spec.gaps - ending.jokers
            if self.spec.rules.joker_rule:
                gap = min(gap, 1)
            for skipped in range(min(gap, most - len(ending.cards) - 1) + 1):
                rank = (first + step * (len(ending.cards) + skipped)) % 13
                if not held >> rank & 1:
                    continue
                if not ending.splits or skipped > 1 or self.spec.whole or ending.jokers + skipped <= spare_jokers:
                    found.append(ending.longer(skipped, self.suit + rank, self.spare))
        return found

    def candidates(self) -> list[Candidate]:
        """Return all candidates."""
        if not (self.wanted or len(self.belows) > 1 or len(self.aboves) > 1):
            return []
        spec = self.spec
        few = self.spare if spec.gaps <= self.spare else self.spare // 2
        belows, aboves = self._independent(self.belows, few, 0), self._independent(self.aboves, few, -1)
        longest = self.size + max(len(below.cards) for below in belows) + max(len(above.cards) for above in aboves)
        if spec.rooms or longest > LONGEST_RUN:
            return self._together([], [])
        candidates: list[Candidate] = []
        for at, place in enumerate(self.wanted):
            candidates += self._candidate((place,), (), (), _FIRST_JOKER << at)
        for below in belows[1:]:
            candidates += self._candidate((), below.cards, (), _LOW_END)
        for above in aboves[1:]:
            candidates += self._candidate((), (), above.cards, _HIGH_END)
        if len(belows) < len(self.belows) or len(aboves) < len(self.aboves):
            candidates += self._together(belows, aboves)
        return candidates

    def _independent(self, endings: list[_Ending], few: int, last: int) -> list[_Ending]:
        """Return the extensions that can be laid whatever is done to the rest of the run, the empty one first."""
        adjacent = self.spec.rules.joker_rule and self.meld.cards[last] == JOKER
        return [
            ending
            for ending in endings
            if ending.jokers <= few
            and (self.spec.whole or not ending.splits)
            and not (adjacent and ending.cards[:1] == (JOKER,))
        ]

    def _together(self, belows: list[_Ending], aboves: list[_Ending]) -> list[Candidate]:
        """Return candidates for everything done to the run at once, except pairs of extensions that are independent."""
        slots = (1 << SLOTS) - 1
        candidates: list[Candidate] = []
        for below in self.belows:
            for above in self.aboves:
                if below.jokers + above.jokers > self.spec.gaps or (below in belows and above in aboves):
                    continue
                if not self.spec.whole and self._split(below, above):
                    continue
                for count in range(len(self.wanted) + 1):
                    for places in combinations(self.wanted, count):
                        if places or below.cards or above.cards:
                            candidates += self._candidate(places, below.cards, above.cards, slots)
        return candidates

    def _split(self, below: _Ending, above: _Ending) -> bool:
        """Return whether one of two extensions can be split in two, because the other doesn't need its cards."""
        return (below.splits and above.dip <= self.spare) or (above.splits and below.dip <= self.spare)

    def _candidate(
        self, places: tuple[int, ...], below: tuple[Card, ...], above: tuple[Card, ...], slots: int
    ) -> list[Candidate]:
        """Return the candidates that swap the jokers at some places and extend both ends; [] if that isn't allowed."""
        spec, rules, low, size = self.spec, self.spec.rules, self.low, self.size
        cards = list(self.meld.cards)
        for place in places:
            cards[place] = self.suit + (low + place) % 13
        if size + len(below) + len(above) > LONGEST_RUN or (rules.joker_rule and _adjacent(cards, below, above)):
            return []
        order = order_of_lay_offs(self.spare + 2 * len(places), below, above)
        if order is None:
            return []
        steps: tuple[Step, ...] = tuple((Verb.SWAP, cards[place], None) for place in places) + order
        taken = tuple([card for _, card, _ in steps if card != JOKER])
        gaps = len(steps) - len(taken)
        used = gaps - len(places)
        if not spec.rooms:
            return [Candidate(taken, used, used, self.number, slots << self.slot, swaps=len(places), steps=steps)]
        low, size = low - len(below), size + len(below) + len(above)
        spare = self.spare + 2 * len(places) + len(taken) - len(places) - gaps
        ends = (bool(below) or cards[0] != JOKER, bool(above) or cards[-1] != JOKER)
        room = used + room_around(low, size, spare, ends, rules)[0] - self.room
        return [Candidate(taken, used, room, self.number, slots << self.slot, swaps=len(places), steps=steps)]


def _adjacent(cards: list[Card], below: tuple[Card, ...], above: tuple[Card, ...]) -> bool:
    """Return whether extending a run would put two jokers next to each other (H-6)."""
    low, high = below[:1] == (JOKER,), above[:1] == (JOKER,)
    return (low and cards[0] == JOKER) or (high and cards[-1] == JOKER)


_SOME_JOKERS: Final = 3
_LEAST_WORTH: Final = 6
"""The least value of a meld: three twos, or ace to three."""


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
    return problem_of(
        position,
        goal,
        candidates,
        more_jokers=more,
        room=sum(joker_room(meld, rules) for meld in position.melds) if spec.rooms else None,
        may_empty=may_empty,
        first=needs,
        complete=gaps == most,
    )


def _ranks(counts: Counter[Card]) -> Ranks:
    ranks = [0, 0, 0, 0]
    for card in counts:
        ranks[suit_of(card)] |= 1 << rank_of(card)
    return ranks[0], ranks[1], ranks[2], ranks[3]


def _room(position: Position, ranks: Ranks, gaps: int) -> int:
    """Return how many jokers find room on the table, minus those swapped out, whatever else is laid off there."""
    rules = position.rules
    return sum(joker_room(meld, rules) - joker_loss(meld, ranks, gaps, rules) for meld in position.melds)
