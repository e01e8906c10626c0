"""One meld on the table: the rules that it obeys, reading it, what its jokers represent, lay-offs, swaps, its value.

Every function takes values and returns a value or a refusal. Rules about turns are elsewhere.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from bot.rummy.cards import JOKER, Card, MeldKind, code, rank_of, suit_of
from bot.rummy.families import Variant
from bot.rummy.moves import RunEnd, Verb
from bot.rummy.refusals import Reason, Refusal

LONGEST_RUN: Final = 13
LARGEST_SET: Final = 4
_SHORTEST: Final = 3
_RUM_IDS: Final = {"B-2": "R-2", "B-3": "R-3", "B-4": "R-5", "B-5": "R-8", "B-13": "R-13"}
"""The ids of rules of Basic Rummy in 500 Rum."""


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table, jokers included.

    A run's cards are in order from its low end, ``low`` the rank of the first place (0 the ace; the ranks go on from
    there, with the ace after the king). A set's cards are by suit with the jokers last; under H-7 in the order of the
    suits with each joker in its place. ``low`` of a set is its rank.
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    low: int

    @property
    def jokers(self) -> int:
        """The number of its jokers."""
        return self.cards.count(JOKER)

    @property
    def suit(self) -> int:
        """The suit of a run."""
        return suit_of(next(card for card in self.cards if card != JOKER))

    def stands_for(self, rules: "MeldRules") -> tuple[tuple[Card, ...], ...]:
        """Return the possible cards of each place: the card itself, or the cards that a joker represents.

        A joker in a run is one card; in a set any missing suit (D-9), under H-7 those that its place allows.
        """
        if self.kind is MeldKind.RUN:
            suit = 13 * self.suit
            return tuple((suit + (self.low + place) % 13,) for place in range(len(self.cards)))
        natural = {suit_of(card) for card in self.cards if card != JOKER}
        return tuple(
            tuple(13 * suit + self.low for suit in self._suits(place, rules) if suit not in natural)
            if card == JOKER
            else (card,)
            for place, card in enumerate(self.cards)
        )

    def _suits(self, place: int, rules: "MeldRules") -> range:
        if not rules.set_order:
            return range(4)
        before = [at for at in range(place) if self.cards[at] != JOKER]
        after = [at for at in range(place + 1, len(self.cards)) if self.cards[at] != JOKER]
        low = suit_of(self.cards[before[-1]]) + place - before[-1] if before else place
        high = suit_of(self.cards[after[0]]) - (after[0] - place) if after else 3 - (len(self.cards) - 1 - place)
        return range(low, high + 1)


Limit: TypeAlias = "Callable[[Verb, TableMeld | None, TableMeld, MeldRules], Refusal | None]"
"""A further rule on what may be laid: why a lay isn't allowed, from the meld before (None: a new one) and after it.

It only takes away: the search for lay-downs first looks among what the other rules allow. It is a module's function.
"""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that the first melds of a seat need together: points of some kind, which each of them brings (D-7).

    A meld counts as it was laid; what is laid off on it brings nothing.
    """

    rule: str
    least: int
    points: "Callable[[TableMeld, MeldRules], int]"  # of a meld, never negative; a module's function
    reason: Reason  # why the turn can't end yet; its values are ``needs`` and ``laid``
    early: Reason | None = None  # why nothing can be laid off or swapped yet; None: for the same reason
    out: tuple[str, Reason] | None = None  # why the last card can't be laid yet, with its rule; None: likewise
    as_well: tuple[Reason, Reason, Reason] | None = None  # the same three where an earlier need is lacking, too


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The rules of melds, turns and counting of a game; `bot.rummy.melds.rules` makes them from its options."""

    variant: Variant
    first: tuple[Need, ...] | None = field(
        hash=False
    )  # what first melds need (D-7); (): any meld (H-3); None: none are needed
    last_rank: int  # of a run that does not wrap: 12 the king, 13 the ace after it (B-3, D-3)
    corner: bool  # an ace may be in the middle of a run (H-4)
    joker_rule: bool  # H-6
    set_order: bool  # H-7
    one_meld: bool  # one meld per turn (B-14)
    keep_taken: bool  # a card taken can't be discarded in that turn (B-5)
    use_taken: bool  # a card taken before one's first melds are down has to be laid in that turn, or given back (H-18)
    last_discard: bool  # going out takes a discard (D-11)
    claim: bool  # H-8
    casino: bool  # H-10
    from_below: bool  # any card of the pile can be taken with those above it, to be laid in that turn
    laid_counts: bool  # each player gets the value of the cards laid, less that of the cards in hand
    verbs: tuple[Verb, ...]  # the kinds of moves that the game has
    stalemate: bool  # a deal that nobody wins scores nothing (B-10), and can end with nobody able to go out (B-9)
    paid_by_losers: bool  # those who don't win a deal lose the points of their cards (D-13, B-15)
    winner_paid: bool  # the winner of a deal gets the points of the others' cards (B-11, D-13), not under B-15
    last_face_down: bool  # the last discard of a player who goes out lies face down (B-6)
    reshuffles: int  # how often the discard pile becomes a new stock (B-7)
    ace: int  # the value of an ace in a set, and after a king (C-6, D-1)
    hand_values: tuple[int, ...]  # the value of each card left in the hand, the joker last (C-6, D-1, H-10)
    limits: tuple[Limit, ...] = field(default=(), hash=False)  # house rules on what may be laid, beyond those above

    @property
    def initial(self) -> int | None:
        """The value that the first melds need (D-7, H-2); 0: any (H-3); None: no first melds are needed."""
        if self.first is None:
            return None
        return next((need.least for need in self.first if need.points is value_of), 0)

    @property
    def pure_run(self) -> bool:
        """Whether the first melds need a run without jokers (H-13)."""
        return any(need.points is pure_runs for need in self.first or ())

    def rule(self, basic: str, german: str) -> str:
        """Return this game's id for a rule that the games share."""
        if self.laid_counts:
            return _RUM_IDS[basic]
        return basic if self.first is None else german


def lacking(melds: Iterable[TableMeld], rules: MeldRules) -> Iterator[tuple[Need, int]]:
    """List what first melds still lack, each with the points that they have (D-7)."""
    laid = tuple(melds)
    for need in rules.first or ():
        points = sum(need.points(meld, rules) for meld in laid)
        if points < need.least:
            yield need, points


def read_meld(cards: Sequence[Card], rules: MeldRules) -> TableMeld | Refusal:
    """Read cards in the order given: a run from its low end, a set in any order except under H-7 (B-3, D-2, D-3)."""
    cards = tuple(cards)
    natural = [card for card in cards if card != JOKER]
    if 2 * len(natural) < len(cards):
        return Refusal("D-4", Reason.MORE_JOKERS)
    if len(cards) < _SHORTEST:
        return _no_meld(cards, rules)
    if len({rank_of(card) for card in natural}) == 1:
        meld = _read_set(cards, natural, rules)
    else:
        meld = _read_run(cards, natural, rules)
    if meld is None:
        return _no_meld(cards, rules)
    return _joker_fault(meld, rules) or _order_fault(meld, rules) or _limited(Verb.MELD, None, meld, rules)


def readings(cards: Iterable[Card], rules: MeldRules) -> tuple[TableMeld, ...]:
    """Return every meld that these cards make in some order: several if a joker could represent different cards.

    A set without a prescribed order is returned once. Empty if the cards make no meld.
    """
    listed = sorted(cards)
    jokers = listed.count(JOKER)
    natural = listed[: len(listed) - jokers]
    if not _SHORTEST <= len(listed) <= LONGEST_RUN or not natural:
        return ()
    orders: Iterable[tuple[Card, ...]]
    if len({rank_of(card) for card in natural}) == 1:
        orders = _set_orders(natural, jokers, rules)
    else:
        orders = _run_orders(natural, jokers, rules)
    found = (read_meld(order, rules) for order in orders)
    return tuple(dict.fromkeys(meld for meld in found if isinstance(meld, TableMeld)))


def laid_off(meld: TableMeld, card: Card, end: RunEnd | None, rules: MeldRules) -> TableMeld | Refusal:
    """Add a card to a meld (D-8); ``end`` is needed if both ends of a run are possible."""
    if meld.kind is MeldKind.SET:
        return _onto_set(meld, card, rules) if end is None else Refusal(rules.rule("B-4", "D-8"), Reason.NO_END)
    ends = {at: longer for at in RunEnd if isinstance(longer := _onto_run(meld, card, at, rules), TableMeld)}
    if end is None and len(ends) > 1:
        return Refusal(
            "R-9" if rules.laid_counts else rules.rule("B-4", "D-8"), Reason.END_NEEDED, {"card": code(card)}
        )
    if end is None and ends:
        return next(iter(ends.values()))
    return _onto_run(meld, card, end, rules) if end is not None else _why_no_end(meld, card, rules)


def ends_for(meld: TableMeld, card: Card, rules: MeldRules) -> tuple[RunEnd | None, ...]:
    """List the ends at which a card fits a meld: (None,) if no end has to be named, () if it fits nowhere."""
    if card != JOKER and not _is_next(meld, card):
        return ()
    if not isinstance(laid_off(meld, card, None, rules), Refusal):
        return (None,)
    return tuple(end for end in RunEnd if not isinstance(laid_off(meld, card, end, rules), Refusal))


def joker_for(meld: TableMeld, card: Card, rules: MeldRules) -> int | None:
    """Return the place of the joker that a card may replace; None if no joker represents it (D-9)."""
    places = enumerate(zip(meld.cards, meld.stands_for(rules), strict=True))
    return next((place for place, (laid, possible) in places if laid == JOKER and card in possible), None)


def swapped(meld: TableMeld, card: Card, rules: MeldRules) -> TableMeld | Refusal:
    """Replace the joker that represents a card by it (D-9); under H-6 a set has to be full."""
    place = joker_for(meld, card, rules)
    if place is None:
        return Refusal("D-9", Reason.NO_JOKER_FOR, {"card": code(card)})
    if meld.kind is MeldKind.SET and rules.joker_rule and len(meld.cards) < LARGEST_SET:
        return Refusal("H-6", Reason.SET_NOT_FULL, {"card": code(card)})
    cards = (*meld.cards[:place], card, *meld.cards[place + 1 :])
    return _limited(Verb.SWAP, meld, TableMeld(meld.kind, _settled(cards, meld.kind, rules), meld.low), rules)


def values(meld: TableMeld, rules: MeldRules) -> tuple[int, ...]:
    """Return the value of each place of a meld, a joker as the card that it represents (D-1, C-6)."""
    if meld.kind is MeldKind.SET:
        return (in_meld(meld.low, rules),) * len(meld.cards)
    ranks = ((meld.low + place) % 13 for place in range(len(meld.cards)))
    return tuple(in_meld(rank, rules, low=place == 0) for place, rank in enumerate(ranks))


def value_of(meld: TableMeld, rules: MeldRules) -> int:
    """Return the value of a meld (D-1, D-7)."""
    return sum(values(meld, rules))


def pure_runs(meld: TableMeld, _: MeldRules) -> int:
    """Return 1 for a run without jokers, 0 for any other meld (H-13)."""
    return int(meld.kind is MeldKind.RUN and not meld.jokers)


def in_meld(rank: int, rules: MeldRules, *, low: bool = False) -> int:
    """Return the value of a card of a rank in a meld; ``low`` for an ace that begins a run (C-6, D-1)."""
    if rank == 0:
        return 1 if low else rules.ace
    return min(rank + 1, 10)


def _no_meld(cards: Sequence[Card], rules: MeldRules) -> Refusal:
    natural = {rank_of(card) for card in cards if card != JOKER}
    rule = rules.rule("B-3", "D-2" if len(natural) == 1 else "D-3")
    return Refusal(rule, Reason.NOT_A_TABLE_MELD, {"melds": " ".join(map(code, cards))})


def _read_set(cards: tuple[Card, ...], natural: Sequence[Card], rules: MeldRules) -> TableMeld | None:
    """Read a set; `_order_fault` checks its order."""
    if len(cards) > LARGEST_SET or len(set(natural)) < len(natural):
        return None
    return TableMeld(MeldKind.SET, _settled(cards, MeldKind.SET, rules), rank_of(natural[0]))


def _settled(cards: tuple[Card, ...], kind: MeldKind, rules: MeldRules) -> tuple[Card, ...]:
    """Return a meld with its cards in order: a set without a prescribed order by suit, jokers last."""
    return cards if kind is MeldKind.RUN or rules.set_order else tuple(sorted(cards))


def _read_run(cards: tuple[Card, ...], natural: Sequence[Card], rules: MeldRules) -> TableMeld | None:
    """Read a run from its low end; the place of any card except an ace tells where it begins."""
    anchor = next(card for card in natural if rank_of(card))
    if len({suit_of(card) for card in natural}) > 1 or len(cards) > LONGEST_RUN:
        return None
    low = rank_of(anchor) - cards.index(anchor)
    if rules.corner:
        low %= 13
    elif low < 0 or low + len(cards) - 1 > rules.last_rank:
        return None
    fits = all(card == JOKER or rank_of(card) == (low + place) % 13 for place, card in enumerate(cards))
    return TableMeld(MeldKind.RUN, cards, low) if fits else None


def _joker_fault(meld: TableMeld, rules: MeldRules) -> Refusal | None:
    """Return the refusal if a meld breaks a rule on jokers (D-4, H-6)."""
    if 2 * meld.jokers > len(meld.cards):
        return Refusal("D-4", Reason.MORE_JOKERS)
    ordered = meld.kind is MeldKind.RUN or rules.set_order
    if rules.joker_rule and ordered and (JOKER, JOKER) in pairwise(meld.cards):
        return Refusal("H-6", Reason.JOKERS_ADJACENT)
    return None


def _limited(verb: Verb, before: TableMeld | None, after: TableMeld, rules: MeldRules) -> TableMeld | Refusal:
    for limit in rules.limits:
        refusal = limit(verb, before, after, rules)
        if refusal is not None:
            return refusal
    return after


def _order_fault(meld: TableMeld, rules: MeldRules) -> Refusal | None:
    """Return the refusal if the cards of a set aren't in the order of the suits (H-7)."""
    if meld.kind is MeldKind.RUN or not rules.set_order:
        return None
    natural = [card for card in meld.cards if card != JOKER]
    if natural == sorted(natural) and all(meld.stands_for(rules)):
        return None
    return Refusal("H-7", Reason.SET_ORDER, {"melds": " ".join(map(code, meld.cards))})


def _is_next(meld: TableMeld, card: Card) -> bool:
    """Return whether a card has the rank of a set or is next to an end of a run; others fit nowhere."""
    if meld.kind is MeldKind.SET:
        return rank_of(card) == meld.low
    distance = (rank_of(card) - meld.low) % 13
    return suit_of(card) == meld.suit and distance in (12, len(meld.cards) % 13)


def _onto_set(meld: TableMeld, card: Card, rules: MeldRules) -> TableMeld | Refusal:
    """Add a missing suit or a joker to a set of three (D-8); under H-7 each suit has its place, and nothing moves."""
    if len(meld.cards) == LARGEST_SET or (card != JOKER and (rank_of(card) != meld.low or card in meld.cards)):
        return Refusal(rules.rule("B-4", "D-8"), Reason.NOT_IN_SET, {"card": code(card)})
    cards = tuple(sorted((*meld.cards, card)))
    if rules.set_order:
        natural = {suit_of(one): one for one in cards if one != JOKER}
        cards = tuple(natural.get(suit, JOKER) for suit in range(LARGEST_SET))
        place = cards.index(card)
        kept = [(*cards[:at], *cards[at + 1 :]) for at in range(LARGEST_SET) if cards[at] == cards[place]]
        if meld.cards not in kept:
            return Refusal("H-7", Reason.NO_PLACE_IN_SET, {"card": code(card)})
    larger = TableMeld(MeldKind.SET, cards, meld.low)
    return _joker_fault(larger, rules) or _limited(Verb.LAYOFF, meld, larger, rules)


def _onto_run(meld: TableMeld, card: Card, end: RunEnd, rules: MeldRules) -> TableMeld | Refusal:
    """Add a card at one end of a run (D-8)."""
    low = meld.low - 1 if end is RunEnd.LOW else meld.low
    last = meld.low + len(meld.cards) - (0 if end is RunEnd.HIGH else 1)
    if len(meld.cards) == LONGEST_RUN:
        return Refusal(rules.rule("B-3", "D-3"), Reason.RUN_FULL)
    rank = (low if end is RunEnd.LOW else last) % 13
    outside = not rules.corner and (low < 0 or last > rules.last_rank)
    if outside or (card != JOKER and card != 13 * meld.suit + rank):
        return Refusal(rules.rule("B-4", "D-8"), Reason.NOT_AT_END, {"card": code(card)})
    cards = (card, *meld.cards) if end is RunEnd.LOW else (*meld.cards, card)
    longer = TableMeld(MeldKind.RUN, cards, low % 13)
    return _joker_fault(longer, rules) or _limited(Verb.LAYOFF, meld, longer, rules)


def _why_no_end(meld: TableMeld, card: Card, rules: MeldRules) -> Refusal:
    """Return why a card fits neither end of a run; a broken joker rule is preferred to "isn't next"."""
    refusals = [why for end in RunEnd if isinstance(why := _onto_run(meld, card, end, rules), Refusal)]
    return max(refusals, key=lambda why: why.reason is not Reason.NOT_AT_END)


def _set_orders(natural: Sequence[Card], jokers: int, rules: MeldRules) -> Iterable[tuple[Card, ...]]:
    size = len(natural) + jokers
    if not rules.set_order:
        return [(*natural, *(JOKER,) * jokers)]
    return [_filled(natural, places, size) for places in combinations(range(size), jokers)]


def _run_orders(natural: Sequence[Card], jokers: int, rules: MeldRules) -> Iterable[tuple[Card, ...]]:
    """Return the possible orders of a run: from every rank on, each card in its place, jokers in the others."""
    size, ranks = len(natural) + jokers, {rank_of(card): card for card in natural}
    if len(ranks) < len(natural) or len({suit_of(card) for card in natural}) > 1:
        return
    for low in range(13):
        run = [(low + place) % 13 for place in range(size)]
        if (rules.corner or low + size - 1 <= rules.last_rank) and ranks.keys() <= set(run):
            yield tuple(ranks.get(rank, JOKER) for rank in run)


def _filled(natural: Sequence[Card], places: Sequence[int], size: int) -> tuple[Card, ...]:
    """Put jokers in some places of a set, and its cards in order in the others."""
    cards = iter(natural)
    return tuple(JOKER if place in places else next(cards) for place in range(size))
