"""Benchmark of the best lay-down: hands as dealt compared with a search of all subsets, and the slowest rich hand."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Final, TypeAlias

from bot.bench.rows import Better, Row
from bot.laydown import Position, best_plan
from bot.rummy.cards import JOKER, Card
from bot.rummy.families import Variant
from bot.rummy.melds.options import GermanOptions
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld, readings
from bot.rummy.options import OptionError, options_for

Left: TypeAlias = tuple[int, int]
"""What is left in a hand at the end of a turn: the number of cards, and their points."""

COUNT: Final = 300
RICH: Final = 1_500
LEAST: Final = 30
LIMIT: Final = 10.0
LIMIT_OF_99: Final = 5.0
_HAND: Final = 14
_MOST: Final = 25
_MELDS: Final = 13
_SWITCHES: Final = (
    "initial_40",
    "no_initial_meld",
    "round_the_corner",
    "joker_rule",
    "set_rule",
    "win_without_discard",
    "casino_scoring",
)


def rows(count: int = COUNT, rich: int = RICH, repeats: int = 3, seed: int = 1) -> list[Row]:
    """Measure all rows, on ``count`` hands as dealt and ``rich`` rich positions of each kind.

    The same seed gives the same hands and positions.
    """
    rng = Random(seed)  # noqa: S311 - hands to measure with, not to play with
    made = [subsets_row([dealt(rng) for _ in range(count)])]
    plain = options_for(Variant.GERMAN)
    for kind, positions in (
        ("German Rummy", [rich_position(rng, plain) for _ in range(rich)]),
        ("house rules", [rich_position(rng, house_rules(rng)) for _ in range(rich)]),
    ):
        made += rich_rows(f"best lay-down of {_MOST} cards, {kind}", positions, repeats)
    return made


def subsets_row(hands: Sequence[Position]) -> Row:
    """Measure hands as dealt from two packs, alternating with `by_subsets` hand by hand."""
    ours, theirs, differ = [], [], 0
    best_plan.cache_clear()
    for position in hands:
        begin = perf_counter()
        plan = best_plan(position)
        between = perf_counter()
        found = by_subsets(position.hand, position.rules)
        theirs.append(perf_counter() - between)
        ours.append(between - begin)
        differ += left_after(plan.left, position.rules) != found
    return Row(
        f"best lay-down of {_HAND} cards of two packs, median",
        "ms",
        1000 * median(ours),
        {"subsets": 1000 * median(theirs)},
        Better.LESS,
        least={"subsets": LEAST},
        notes=() if differ else (f"the same results on {len(hands):,} hands",),
        faults=(f"subsets find other results in {differ} hands",) if differ else (),
    )


def rich_rows(name: str, positions: Sequence[Position], repeats: int) -> list[Row]:
    """Measure each position by its fastest of several tries: the slowest one, and the slowest of 99 in 100."""
    seconds = [min(_seconds(position) for _ in range(repeats)) for position in positions]
    percentiles = quantiles(seconds, n=100)
    found, note = f"the slowest of {len(positions):,}", f"median {1000 * percentiles[49]:.2f} ms"
    return [
        Row(f"{name}, {found}", "ms", 1000 * max(seconds), better=Better.LESS, limit=LIMIT, notes=(note,)),
        Row(f"{name}, 99 of 100", "ms", 1000 * percentiles[98], better=Better.LESS, limit=LIMIT_OF_99),
    ]


def _seconds(position: Position) -> float:
    """Measure a search that finds nothing in the cache."""
    best_plan.cache_clear()
    begin = perf_counter()
    best_plan(position)
    return perf_counter() - begin


def by_subsets(hand: tuple[Card, ...], rules: MeldRules) -> Left:
    """Return what the best lay-down leaves of a hand: find all subsets that are melds, and try all disjoint ones.

    Long runs that can be split into two shorter ones are left out.
    """
    size = max(5, 2 * hand.count(JOKER) + 2)
    melds = [
        (sum(1 << place for place in places), places)
        for length in range(3, min(size, len(hand)) + 1)
        for places in combinations(range(len(hand)), length)
        if is_meld([hand[place] for place in places])
    ]

    @cache
    def best(left: int) -> Left:
        found = left_after([card for place, card in enumerate(hand) if left >> place & 1], rules)
        for mask, _ in melds:
            if mask & left == mask and mask != left:
                found = min(found, best(left & ~mask))
        return found

    return best((1 << len(hand)) - 1)


def is_meld(cards: Sequence[Card]) -> bool:
    """Return whether cards make a meld, with jokers wherever they fit (D-2 to D-4)."""
    natural = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(natural)
    if jokers > len(natural) or len(set(natural)) < len(natural):
        return False
    ranks = [card % 13 for card in natural]
    if len(set(ranks)) == 1:
        return len(cards) <= 4
    if len({card // 13 for card in natural}) > 1:
        return False
    spans = [max(ranks) - min(ranks) + 1]
    if 0 in ranks:
        high = [rank or 13 for rank in ranks]
        spans.append(max(high) - min(high) + 1)
    return min(spans) <= len(cards) <= 13


def left_after(cards: Sequence[Card], rules: MeldRules) -> Left:
    """Return what is left of cards after discarding the one with the most points."""
    values = [rules.hand_values[card] for card in cards]
    return max(0, len(values) - 1), sum(values) - max(values, default=0)


def dealt(rng: Random) -> Position:
    """Return the position of a player who has melded: fourteen cards of two packs with six jokers, an empty table."""
    options = options_for(Variant.GERMAN)
    hand = tuple(sorted(rng.sample(options.pack, _HAND)))
    return Position(0, rules_for(options), hand, (), True, 0, 0, None, True)


def house_rules(rng: Random) -> GermanOptions:
    """Return random house rules of German Rummy that don't exclude each other."""
    while True:
        changes = {name: True for name in _SWITCHES if rng.random() < 0.3}
        try:
            return options_for(Variant.GERMAN, changes)
        except OptionError:
            continue


def rich_position(rng: Random, options: GermanOptions) -> Position:
    """Return a random position with many cards and jokers in hand and up to 13 melds on the table.

    Hands are as dealt, or of few ranks and suits, or without duplicates; half of the players haven't melded yet.
    """
    rules = rules_for(options)
    jokers = rng.choice((0, 1, 2, 3, 4, 5, 6, 6))
    pack = [card for card in options.pack if card != JOKER]
    rng.shuffle(pack)
    match rng.randrange(3):
        case 0:
            low, width, suits = rng.randrange(13), rng.randint(4, 9), rng.sample(range(4), rng.randint(1, 4))
            pack.sort(key=lambda card: (card % 13 - low) % 13 >= width or card // 13 not in suits)
        case 1:
            pack = list(dict.fromkeys(pack)) + sorted(pack)[::2]
        case _:
            pass
    hand, rest = pack[: _MOST - jokers], Counter(pack[_MOST - jokers :])
    rest[JOKER] = 6 - jokers
    melds: list[TableMeld] = []
    for _ in range(rng.choice((0, 2, 4, 8, _MELDS, _MELDS))):
        meld = _any_meld(rng, rest, rules)
        if meld is not None:
            melds.append(meld)
            rest.subtract(meld.cards)
    whole = (*sorted(hand), *(JOKER,) * jokers)
    return Position(0, rules, whole, tuple(melds), rng.random() < 0.5, 0, 0, None, True)


def _any_meld(rng: Random, cards: Counter[Card], rules: MeldRules) -> TableMeld | None:
    """Return a random meld of three to six cards with up to two jokers; None if none was found."""
    for _ in range(100):
        size, jokers = rng.choice((3, 3, 3, 4, 4, 5, 6)), min(cards[JOKER], rng.choice((0, 0, 1, 1, 2)))
        rank, suit = rng.randrange(13), rng.randrange(4)
        if rng.random() < 0.4:
            wanted = [13 * each + rank for each in range(4)]
        else:
            wanted = [13 * suit + (rank + place) % 13 for place in range(size)]
        held = [card for card in wanted if cards[card] > 0]
        if len(held) >= size - jokers > 0:
            found = readings((*rng.sample(held, size - jokers), *(JOKER,) * jokers), rules)
            if found:
                return rng.choice(found)
    return None
