"""Rows: a hand as groups of cards, groups or a sorted hand distributed over rows, and the places of cards in a row."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Final, TypeAlias, assert_never

from bot.rummy.cards import JOKER, Card, MeldKind, meld_kind, rank_of, suit_of
from bot.rummy.moves import Melds
from render.look import Sorting


@dataclass(frozen=True, slots=True)
class Group:
    """Cards drawn together: a meld, or loose cards (``kind`` is `LOOSE`)."""

    kind: MeldKind | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Spacing:
    """Gaps in pixels: between the cards of a meld, between loose cards, between groups."""

    meld: int
    loose: int
    groups: int

    def within(self, group: Group) -> int:
        """Return the gap between the cards of a group."""
        return self.loose if group.kind is LOOSE else self.meld


GroupRow: TypeAlias = tuple[Group, ...]

LOOSE: Final = None
MOST_LISTED: Final = 15
"""The most cards of a hand that are told one by one in a turn; *Read hand* reads larger hands."""
_MOST_WAYS: Final = 250


def groups_of(melds: Melds, loose: Sequence[Card]) -> tuple[Group, ...]:
    """Return melds and loose cards as groups, the loose cards last."""
    found = [Group(meld_kind(meld), meld) for meld in melds]
    return (*found, Group(LOOSE, tuple(loose))) if loose else tuple(found)


def row_width(row: GroupRow, card: int, spacing: Spacing) -> int:
    """Return the width of a row of cards that are ``card`` pixels wide."""
    within = sum(len(group.cards) * card + (len(group.cards) - 1) * spacing.within(group) for group in row)
    return within + max(len(row) - 1, 0) * spacing.groups


def placed(row: GroupRow, x: int, card: int, spacing: Spacing) -> Iterator[tuple[Group, tuple[int, ...]]]:
    """Yield each group of a row with the left edges of its cards, starting at ``x``."""
    for group in row:
        step = card + spacing.within(group)
        yield group, tuple(x + number * step for number in range(len(group.cards)))
        x += row_width((group,), card, spacing) + spacing.groups


def shared_out(groups: Sequence[Group], rows: int, most: int) -> tuple[GroupRow, ...]:
    """Distribute groups over ``rows`` rows of at most ``most`` cards, as evenly as possible without splitting melds.

    Loose cards follow the melds and go where there is room. If melds can't all stay whole, they are split.
    """
    melds = [group for group in groups if group.kind is not LOOSE]
    loose = tuple(card for group in groups if group.kind is LOOSE for card in group.cards)
    best: tuple[tuple[int, int], tuple[GroupRow, ...]] | None = None
    for places in _ways(melds, rows):
        filled = [[meld for meld, place in zip(melds, places, strict=True) if place == row] for row in range(rows)]
        sizes = _levelled([sum(len(meld.cards) for meld in row) for row in filled], len(loose))
        if max(sizes) > most:
            continue
        found = _with_loose(filled, sizes, loose)
        rank = _unevenness(sizes), _loose_before_melds(found)
        if best is None or rank < best[0]:
            best = rank, found
    return best[1] if best is not None else _cut_up(groups, rows)


def _ways(melds: Sequence[Group], rows: int) -> Iterable[tuple[int, ...]]:
    """Return the ways to put melds in rows: all of them, or for many melds just one that fills the shortest row."""
    if rows ** len(melds) <= _MOST_WAYS:
        return product(range(rows), repeat=len(melds))
    sizes, places = [0] * rows, [0] * len(melds)
    for number in sorted(range(len(melds)), key=lambda number: -len(melds[number].cards)):
        places[number] = sizes.index(min(sizes))
        sizes[places[number]] += len(melds[number].cards)
    return (tuple(places),)


def _unevenness(sizes: Sequence[int]) -> int:
    """Return how uneven rows are. If they can't be even, later rows should be the shorter ones."""
    return sum(size * size for size in sizes) * 100 + sum(row * size for row, size in enumerate(sizes))


def _loose_before_melds(rows: Sequence[GroupRow]) -> int:
    """Return how many rows with loose cards are above one with a meld."""
    kinds = [[group.kind for group in row] for row in rows]
    last = max((number for number, row in enumerate(kinds) if set(row) - {LOOSE}), default=0)
    return sum(LOOSE in row for row in kinds[:last])


def _levelled(sizes: list[int], loose: int) -> list[int]:
    """Add loose cards to rows one by one, each to the shortest row."""
    for _ in range(loose):
        sizes[sizes.index(min(sizes))] += 1
    return sizes


def _with_loose(rows: Sequence[Sequence[Group]], sizes: Sequence[int], loose: tuple[Card, ...]) -> tuple[GroupRow, ...]:
    """Fill up rows of melds to their sizes with loose cards."""
    filled: list[GroupRow] = []
    for row, size in zip(rows, sizes, strict=True):
        room = size - sum(len(meld.cards) for meld in row)
        filled.append((*row, Group(LOOSE, loose[:room])) if room else tuple(row))
        loose = loose[room:]
    return tuple(filled)


def _cut_up(groups: Sequence[Group], rows: int) -> tuple[GroupRow, ...]:
    """Fill rows of equal length in order, splitting groups where a row ends."""
    size = -(-sum(len(group.cards) for group in groups) // rows)
    cut: list[GroupRow] = []
    for number in range(rows):
        start, row = number * size, []
        for group in groups:
            part = group.cards[max(start, 0) : max(start + size, 0)]
            if part:
                row.append(Group(group.kind, part))
            start -= len(group.cards)
        cut.append(tuple(row))
    return tuple(cut)


def in_order(rows: Sequence[GroupRow]) -> tuple[Card, ...]:
    """Return the cards of rows from left to right, row by row."""
    return tuple(card for row in rows for group in row for card in group.cards)


def in_sequence(hand: Sequence[Card], sorting: Sorting, rows: int, most: int) -> tuple[GroupRow, ...]:
    """Return a hand in rows of at most ``most``: by suits, or by ranks from the highest.

    Rows of suits end between two suits where they can. ValueError for `Sorting.MELDS`.
    """
    match sorting:
        case Sorting.SUITS:
            cards = sorted(hand, key=lambda card: (suit_of(card), card))
            return tuple((Group(LOOSE, part),) for part in _between_suits(cards, rows, most))
        case Sorting.RANKS:
            cards = sorted(hand, key=lambda card: (card == JOKER, -rank_of(card), card))
            return tuple((Group(LOOSE, part),) for part in evenly(cards, rows))
        case Sorting.MELDS:
            raise ValueError("melds aren't a sequence")
        case _:
            assert_never(sorting)


def evenly(cards: Sequence[Card], rows: int) -> list[tuple[Card, ...]]:
    """Split cards into rows as even as possible, the longer ones first. Empty rows are left out."""
    size, longer = divmod(len(cards), rows)
    sizes = [size + (row < longer) for row in range(rows)]
    starts = [sum(sizes[:row]) for row in range(rows)]
    return [tuple(cards[at : at + count]) for at, count in zip(starts, sizes, strict=True) if count]


def _between_suits(cards: Sequence[Card], rows: int, most: int) -> list[tuple[Card, ...]]:
    """Split cards sorted by suit into rows, as few suits as possible in two of them, then as even as possible."""
    most = max(most, -(-len(cards) // rows))
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
