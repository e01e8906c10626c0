"""The order of a hand's cards: rows of groups that its picture, buttons, texts and alt text share.

This module doesn't load Pillow.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations, pairwise
from typing import Final, assert_never

from bot.rummy.cards import JOKER, POINTS, Card, mask_of, rank_of, suit_of
from bot.rummy.gin.arrange import arrange
from bot.rummy.gin.views import GinView
from bot.rummy.melds.views import MeldsView
from render.drawing.rows import LOOSE, Group, GroupRow, groups_of, shared_out
from render.melds.reading import HandReading, read_hand


class Sorting(StrEnum):
    """Ways to sort a hand."""

    MELDS = "melds"
    SUITS = "suits"
    RANKS = "ranks"

    def following(self, *, unassisted: bool = False) -> "Sorting":
        """Return the order that a click on the button changes to."""
        ways = ways_to_sort(unassisted=unassisted)
        return ways[(ways.index(self) + 1) % len(ways)]


def ways_to_sort(*, unassisted: bool) -> list[Sorting]:
    """Return the available orders. At an unassisted table players find their own melds."""
    return [way for way in Sorting if not (unassisted and way is Sorting.MELDS)]


def sorting_from(kept: str | None, *, unassisted: bool) -> Sorting:
    """Return a player's preferred order, or the first one if they have none or it isn't available."""
    ways = ways_to_sort(unassisted=unassisted)
    return next((way for way in ways if way.value == kept), ways[0])


_IN_A_ROW: Final = 5
"""The most cards in a row of a gin hand, which is also the most buttons in a row."""
_ROWS: Final = 3
_MOST: Final = 8
"""The most cards in a row of a hand in a game with melds on the table."""


def gin_rows(view: GinView, sorting: Sorting) -> tuple[GroupRow, ...]:
    """Return a gin hand in three rows of at most five: each meld a row, then the loose cards, the highest first.

    A run longer than five goes on in the next row. The last of three melds shares its row with the loose cards.
    """
    if sorting is not Sorting.MELDS:
        return _in_sequence(view.hand, sorting, _ROWS)
    found = arrange(mask_of(view.hand))
    melds = sorted(groups_of(found.melds, ()), key=lambda group: -len(group.cards))
    pieces = [
        Group(meld.kind, meld.cards[at : at + _IN_A_ROW])
        for meld in melds
        for at in range(0, len(meld.cards), _IN_A_ROW)
    ]
    return tuple(_gin_rows(pieces, highest_first(found.loose), goes_on=len(pieces) > len(melds)))


def highest_first(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return loose cards of gin in their order."""
    return tuple(sorted(cards, key=lambda card: (-POINTS[card], -rank_of(card), card)))


def _gin_rows(pieces: Sequence[Group], loose: Sequence[Card], *, goes_on: bool) -> Iterator[GroupRow]:
    """Yield rows of melds, cut into pieces, and of loose cards; ``goes_on``: the second piece continues the first."""
    match len(pieces):
        case 0:
            yield from ((Group(LOOSE, part),) for part in _evenly(loose, _ROWS))
        case 1:
            yield (pieces[0],)
            yield from ((Group(LOOSE, part),) for part in _evenly(loose, _ROWS - 1))
        case 2 if goes_on:
            rest = len(pieces[1].cards)
            beside = max(-(-(rest + len(loose)) // 2) - rest, 0)
            yield (pieces[0],)
            yield _with_loose(pieces[1], loose[:beside])
            if loose[beside:]:
                yield (Group(LOOSE, tuple(loose[beside:])),)
        case 2:
            yield from ((piece,) for piece in pieces)
            if loose:
                yield (Group(LOOSE, tuple(loose)),)
        case _:
            yield from ((piece,) for piece in pieces[:-1])
            yield _with_loose(pieces[-1], loose)


def _with_loose(meld: Group, loose: Sequence[Card]) -> GroupRow:
    return (meld, Group(LOOSE, tuple(loose))) if loose else (meld,)


def melds_rows(view: MeldsView, sorting: Sorting, reading: HandReading | None = None) -> tuple[GroupRow, ...]:
    """Return a hand in a game with melds on the table in rows of at most eight: melds first, whole if that fits.

    ``reading`` is what `read_hand` found, if it has been asked before.
    """
    rows = max(-(-len(view.hand) // _MOST), 1)
    if sorting is not Sorting.MELDS:
        return _in_sequence(view.hand, sorting, rows)
    groups = (reading or read_hand(view)).groups
    return tuple(row for row in shared_out(groups, rows, _MOST) if row)


def in_order(rows: Sequence[GroupRow]) -> tuple[Card, ...]:
    """Return the cards of rows from left to right, row by row."""
    return tuple(card for row in rows for group in row for card in group.cards)


def _in_sequence(hand: Sequence[Card], sorting: Sorting, rows: int) -> tuple[GroupRow, ...]:
    """Return a hand by suits, whose rows end between two suits where they can, or by ranks, the highest first."""
    match sorting:
        case Sorting.SUITS:
            cards = sorted(hand, key=lambda card: (suit_of(card), card))
            return tuple((Group(LOOSE, part),) for part in _between_suits(cards, rows))
        case Sorting.RANKS:
            cards = sorted(hand, key=lambda card: (card == JOKER, -rank_of(card), card))
            return tuple((Group(LOOSE, part),) for part in _evenly(cards, rows))
        case Sorting.MELDS:
            raise ValueError("melds aren't a sequence")
        case _:
            assert_never(sorting)


def _evenly(cards: Sequence[Card], rows: int) -> list[tuple[Card, ...]]:
    """Split cards into rows as even as possible, the longer ones first. Empty rows are left out."""
    size, longer = divmod(len(cards), rows)
    sizes = [size + (row < longer) for row in range(rows)]
    starts = [sum(sizes[:row]) for row in range(rows)]
    return [tuple(cards[at : at + count]) for at, count in zip(starts, sizes, strict=True) if count]


def _between_suits(cards: Sequence[Card], rows: int) -> list[tuple[Card, ...]]:
    """Split cards sorted by suit into rows, as few suits as possible in two of them, then as even as possible."""
    most = max(_IN_A_ROW if rows == _ROWS else _MOST, -(-len(cards) // rows))
    best: tuple[tuple[int, int], list[tuple[Card, ...]]] | None = None
    for ends in combinations(range(1, len(cards)), min(rows, len(cards)) - 1) if cards else ():
        edges = (0, *ends, len(cards))
        parts = [tuple(cards[start:end]) for start, end in pairwise(edges)]
        if max(map(len, parts)) > most:
            continue
        cut = sum(suit_of(cards[end - 1]) == suit_of(cards[end]) for end in ends)
        rank = cut, sum(len(part) ** 2 for part in parts)
        if best is None or rank < best[0]:
            best = rank, parts
    return best[1] if best is not None else []
