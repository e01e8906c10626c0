"""Arranging a hand in melds: its least deadwood, the least deadwood after each discard, and the melds themselves.

A suit is a mask of 13 ranks, bit 0 the ace. The best runs of a suit need no search: three or more consecutive cards are
always all in a run. So a table of the 8,192 masks answers for runs, and only sets have to be chosen.
"""

from operator import itemgetter
from typing import Final, TypeAlias

from bot.rummy.cards import POINTS, Card, CardMask, cards_in, mask_of, points_in
from bot.rummy.moves import Melds
from bot.rummy.results import Arrangement

Suits: TypeAlias = tuple[int, int, int, int]
"""A hand as four masks of ranks: clubs, spades, hearts and diamonds."""

SUIT: Final = (1 << 13) - 1
"""The mask of a whole suit."""
COLUMN: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The mask of the four aces. Multiplied by a mask of ranks, it is the mask of all cards of these ranks."""


def _runs(suit: int) -> int:
    """Return the cards of a suit that are in runs of three or more (G-2); the king ends a run (G-1)."""
    first = suit & suit >> 1 & suit >> 2
    return first | first << 1 | first << 2


def _totals() -> list[int]:
    totals = [0]
    for points in POINTS[:13]:
        totals += [total + points for total in totals]
    return totals


_TOTALS: Final = _totals()
RUNS: Final = [_runs(suit) for suit in range(SUIT + 1)]
"""For each mask of a suit: its cards that are in runs."""
LOOSE: Final = [_TOTALS[suit & ~runs] for suit, runs in enumerate(RUNS)]
"""For each mask of a suit: the value of its other cards, the least deadwood that runs can leave."""


def split(hand: CardMask) -> Suits:
    """Split a hand into its suits."""
    return hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39


def join(suits: Suits) -> CardMask:
    """Return the hand of four suits."""
    clubs, spades, hearts, diamonds = suits
    return clubs | spades << 13 | hearts << 26 | diamonds << 39


def ranks_in(suits: Suits) -> int:
    """Return the ranks of a hand as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs | spades | hearts | diamonds


def threes_in(suits: Suits) -> int:
    """Return the ranks of which a hand holds three or four cards, as a mask."""
    clubs, spades, hearts, diamonds = suits
    return clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)


def without_sets(suits: Suits, ranks: int) -> list[Suits]:
    """Return the rest of a hand for every way to remove sets of these ranks, including removing none (G-2).

    The hand contains three or four cards of each rank in the mask ``ranks``.
    """
    ways = [suits]
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        others = ~rank
        for clubs, spades, hearts, diamonds in tuple(ways):
            c, s, h, d = clubs & others, spades & others, hearts & others, diamonds & others
            ways.append((c, s, h, d))
            if clubs & spades & hearts & diamonds & rank:
                ways += (clubs, s, h, d), (c, spades, h, d), (c, s, hearts, d), (c, s, h, diamonds)
    return ways


def deadwood(hand: CardMask) -> int:
    """Return the least deadwood of up to eleven cards over all ways to choose disjoint melds (G-3, C-7).

    Three or four cards of a rank are certainly a set unless a run could use one of them as well. No function of the
    rules is called more often, so `split` and `threes_in` are inlined.
    """
    clubs, spades, hearts, diamonds = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    threes = clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)
    if threes:
        wanted = threes & (RUNS[clubs] | RUNS[spades] | RUNS[hearts] | RUNS[diamonds])
        others = ~threes | wanted
        clubs, spades, hearts, diamonds = clubs & others, spades & others, hearts & others, diamonds & others
        if wanted:
            return _least((clubs, spades, hearts, diamonds), wanted)
    return LOOSE[clubs] + LOOSE[spades] + LOOSE[hearts] + LOOSE[diamonds]


def _least(suits: Suits, ranks: int) -> int:
    """Return the least deadwood of a hand that may have sets of these ranks and of no other.

    All sets are tried for every rank but the last (a rank with four cards, if there is one). The best set of the last
    rank follows from how the deadwood of each suit changes without its card of this rank: it shrinks if the card was
    loose, and grows if it was in a run.
    """
    four = suits[0] & suits[1] & suits[2] & suits[3] & ranks
    last = four & -four or ranks & -ranks
    others, least = ~last, 110
    for clubs, spades, hearts, diamonds in without_sets(suits, ranks ^ last):
        c, s, h, d = LOOSE[clubs], LOOSE[spades], LOOSE[hearts], LOOSE[diamonds]
        none = c + s + h + d
        c, s = LOOSE[clubs & others] - c, LOOSE[spades & others] - s
        h, d = LOOSE[hearts & others] - h, LOOSE[diamonds & others] - d
        some = none + c + s + h + d
        if four:
            some -= max(0, c, s, h, d)  # a set of three leaves out the card that its suit needs most
        least = min(least, none, some)
    return least


_BITS: Final = 6
_LOW: Final = (1 << _BITS) - 1


def _steps_of_suits() -> list[list[tuple[int, ...]]]:
    """Return for each suit and each mask of it how discarding each card changes the deadwood that runs leave.

    A step is one number: the card ``<< 6``, plus the change, plus 10, because discarding a loose card reduces it by up
    to 10. The largest change is 39, for the jack of 9-10-J-Q-K.
    """
    clubs = [
        [(rank << _BITS) + LOOSE[suit ^ 1 << rank] - left + 10 for rank in range(13) if suit >> rank & 1]
        for suit, left in enumerate(LOOSE)
    ]
    shared = tuple(range(52 << _BITS))  # every number once, for all tables
    suits = [shared[13 * suit << _BITS :] for suit in range(4)]
    return [[tuple([numbers[step] for step in steps]) for steps in clubs] for numbers in suits]


def _steps_of_sets() -> dict[CardMask, tuple[int, ...]]:
    """Return the steps of each set: of three cards, the other two become loose; of four, nothing changes."""
    steps = {}
    for rank in range(13):
        four = tuple(range(rank, 52, 13))
        steps[mask_of(four)] = tuple((card << _BITS) + 10 for card in four)
        for out in four:
            three = [card for card in four if card != out]
            steps[mask_of(three)] = tuple((card << _BITS) + 2 * POINTS[card] + 10 for card in three)
    return steps


def _pairs() -> list[tuple[tuple[Card, int], ...]]:
    """Return for each deadwood of a whole hand the pair of card and deadwood that each step leads to."""
    pairs = [[(card, value) for value in range(-10, 110 + _LOW)] for card in range(52)]
    return [tuple(pair for row in pairs for pair in row[left : left + _LOW + 1]) for left in range(111)]


_CLUBS: Final[list[tuple[int, ...]]] = []
_SPADES: Final[list[tuple[int, ...]]] = []
_HEARTS: Final[list[tuple[int, ...]]] = []
_DIAMONDS: Final[list[tuple[int, ...]]] = []
_SUITS: Final = (_CLUBS, _SPADES, _HEARTS, _DIAMONDS)
_SETS: Final[dict[CardMask, tuple[int, ...]]] = {}
_PAIRS: Final[list[tuple[tuple[Card, int], ...]]] = []
"""The first call of `discards` fills these tables, this one last: that would make up a twentieth of a start."""


def _fill_tables() -> None:
    """Compute the tables. Two threads may do so at once: both find the same."""
    _CLUBS[:], _SPADES[:], _HEARTS[:], _DIAMONDS[:] = _steps_of_suits()
    _SETS.update(_steps_of_sets())
    _PAIRS[:] = _pairs()


def discards(hand: CardMask) -> tuple[tuple[Card, int], ...]:
    """Return every card of a hand of two to eleven with the least deadwood of the others, cards in order (G-3).

    One pass for all: a discard only changes its own suit, unless its rank is a set or may be one.
    """
    if not _PAIRS:
        _fill_tables()
    clubs, spades, hearts, diamonds = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    threes = clubs & spades & (hearts | diamonds) | hearts & diamonds & (clubs | spades)
    found: tuple[tuple[Card, int], ...]
    if not threes:
        steps = _CLUBS[clubs] + _SPADES[spades] + _HEARTS[hearts] + _DIAMONDS[diamonds]
        found = itemgetter(*steps)(_PAIRS[LOOSE[clubs] + LOOSE[spades] + LOOSE[hearts] + LOOSE[diamonds]])
        return found
    wanted = threes & (RUNS[clubs] | RUNS[spades] | RUNS[hearts] | RUNS[diamonds])
    certain = threes ^ wanted
    steps = ()
    while certain:
        rank = certain & -certain
        certain ^= rank
        steps += _SETS[hand & COLUMN * rank]
    others = ~threes | wanted
    clubs, spades, hearts, diamonds = clubs & others, spades & others, hearts & others, diamonds & others
    if wanted:
        return _discards_beside((clubs, spades, hearts, diamonds), wanted, steps)
    steps += _CLUBS[clubs] + _SPADES[spades] + _HEARTS[hearts] + _DIAMONDS[diamonds]
    found = itemgetter(*sorted(steps))(_PAIRS[LOOSE[clubs] + LOOSE[spades] + LOOSE[hearts] + LOOSE[diamonds]])
    return found


def _discards_beside(suits: Suits, ranks: int, certain: tuple[int, ...]) -> tuple[tuple[Card, int], ...]:
    """Return the result of `discards` if sets of these ranks compete with runs; ``certain`` are the other sets' steps.

    As in `_least`, all sets of the last rank are handled together: for each suit, the deadwood if it keeps its card of
    this rank, and if a set gets the card. If the card is loose, no other card's step depends on that.
    """
    four = suits[0] & suits[1] & suits[2] & suits[3] & ranks
    last = four & -four or ranks & -ranks
    others, least = ~last, 110
    best: dict[Card, int] = {}
    for clubs, spades, hearts, diamonds in without_sets(suits, ranks ^ last):
        c, s, h, d = LOOSE[clubs], LOOSE[spades], LOOSE[hearts], LOOSE[diamonds]
        none = kept = c + s + h + d
        c, s = LOOSE[clubs & others] - c, LOOSE[spades & others] - s
        h, d = LOOSE[hearts & others] - h, LOOSE[diamonds & others] - d
        some = given = none + c + s + h + d
        first = second = 0
        if four:
            *_, second, first = sorted((0, c, s, h, d))
        least = min(least, none, some - first)
        for table, suit, change in zip(_SUITS, (clubs, spades, hearts, diamonds), (c, s, h, d), strict=True):
            if four:  # a set of three leaves out the card that its suit needs most
                kept, given = min(none, some - change), some - (second if change == first else first)
            if RUNS[suit] & last:
                low, steps = given, table[suit]
            else:
                low, steps = kept if kept < given else given, table[suit & last]
            for step in steps:
                card, value = step >> _BITS, kept + (step & _LOW)
                if card not in best or value < best[card]:
                    best[card] = value
            for step in table[suit & others]:
                card, value = step >> _BITS, low + (step & _LOW)
                if card not in best or value < best[card]:
                    best[card] = value
    for step in certain:
        best[step >> _BITS] = least + (step & _LOW)
    return tuple([(card, best[card] - 10) for card in sorted(best)])


def arrange(hand: CardMask) -> Arrangement:
    """Return the arrangement with the least deadwood; the first of several in the order of `arrangements`."""
    return arrangements(hand, deadwood(hand))[0]


def arrangements(hand: CardMask, limit: int) -> tuple[Arrangement, ...]:
    """Return every sensible arrangement with a deadwood of at most ``limit``, the least first (G-15).

    An arrangement is sensible if no loose card fits one of its melds and no three loose cards form another meld;
    consecutive cards are one run, not two. Equal deadwood is ordered by the melds, and melds by their cards.
    """
    suits = split(hand)
    found = []
    for rest in without_sets(suits, threes_in(suits)):
        clubs, spades, hearts, diamonds = rest
        if LOOSE[clubs] + LOOSE[spades] + LOOSE[hearts] + LOOSE[diamonds] > limit:
            continue
        runs = join((RUNS[clubs], RUNS[spades], RUNS[hearts], RUNS[diamonds]))
        sets, loose = hand ^ join(rest), split(join(rest) ^ runs)
        if not threes_in(loose) and not ranks_in(loose) & ranks_in(split(sets)):
            found.append(lay_out(hand, _sets_of(sets) + _runs_of(runs)))
    return tuple(sorted(found, key=lambda arrangement: (arrangement.deadwood, arrangement.melds)))


def lay_out(hand: CardMask, melds: Melds) -> Arrangement:
    """Return the arrangement of a hand in given melds, which are disjoint cards of the hand, sorted by their cards."""
    loose = cards_in(hand & ~mask_of(card for meld in melds for card in meld))
    return Arrangement(tuple(sorted(tuple(sorted(meld)) for meld in melds)), loose, points_in(loose))


def _sets_of(cards: CardMask) -> Melds:
    by_rank: dict[int, list[Card]] = {}
    for card in cards_in(cards):
        by_rank.setdefault(card % 13, []).append(card)
    return tuple(map(tuple, by_rank.values()))


def _runs_of(cards: CardMask) -> Melds:
    """Split cards that are all in runs into runs, each as long as possible."""
    runs: list[list[Card]] = []
    for card in cards_in(cards):
        if runs and card == runs[-1][-1] + 1 and card % 13:
            runs[-1].append(card)
        else:
            runs.append([card])
    return tuple(map(tuple, runs))
