"""The layout of a hand: melds first and loose cards last, in rows that share their columns."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, permutations, product
from math import factorial, prod
from typing import Final

from bot.rummy.cards import Card, MeldKind
from render.drawing.canvas import Area
from render.drawing.faces import CardFormat, upright, wide
from render.drawing.plates import BAR, BAR_BELOW, DRAWN_FRAME, TAG
from render.drawing.rows import LOOSE, Group, GroupRow, shared_out

LEAST_GAP: Final = 8
"""The least gap between two columns."""
_WIDE, _USUAL, _MOST = 44, 10, 60
"""Gaps: at most between groups, usually within them, and at most if nothing else fills the row."""
_MOST_WAYS: Final = 600


def count(row: GroupRow) -> int:
    """Return how many places a row has."""
    return sum(len(group.cards) for group in row)


def arranged(rows: Sequence[GroupRow]) -> list[GroupRow]:
    """Return rows with their melds in an order in which as many groups as possible begin in the same columns."""
    melds = [[group for group in row if group.kind is not LOOSE] for row in rows]
    if prod(factorial(len(row)) for row in melds) > _MOST_WAYS:
        return list(rows)
    loose = [[group for group in row if group.kind is LOOSE] for row in rows]
    ways = ([(*way, *rest) for way, rest in zip(found, loose, strict=True)] for found in _orders(melds))
    return max(ways, key=lambda way: len(_common(way)))


def columns(rows: Sequence[GroupRow], left: int, width: int, card: int) -> list[int]:
    """Return the left edges of the columns between ``left`` and ``width`` pixels further, for cards of a width."""
    most = max(map(count, rows))
    wide, gaps = _common(rows), max(most - 1, 1)
    spare = width - most * card
    usual = min(_USUAL, spare / gaps)
    apart = min(_WIDE, usual + (spare - usual * gaps) / len(wide)) if wide else 0
    if most - 1 > len(wide):
        usual = min(_MOST, (spare - apart * len(wide)) / (most - 1 - len(wide)))
    found = [float(left)]
    for at in range(1, most):
        found.append(found[-1] + card + (apart if at in wide else usual))
    return [round(edge) for edge in found]


def _orders(melds: Sequence[Sequence[Group]]) -> Iterable[tuple[tuple[Group, ...], ...]]:
    return islice(product(*(permutations(row) for row in melds)), _MOST_WAYS)


def _common(rows: Sequence[GroupRow]) -> set[int]:
    """Return the columns in which a group begins in every row that is long enough."""
    starts = [set(accumulate(len(part.cards) for part in row)) for row in rows]
    sizes = [count(row) for row in rows]
    return {
        at
        for at in range(1, max(sizes))
        if all(at in begins for begins, size in zip(starts, sizes, strict=True) if size > at)
    }


LEFT, RIGHT = 32, 1068
BELOW: Final = 37
"""From the last bar to the lower edge of the picture."""
LEAST_HEIGHT, MOST_HEIGHT = 380, 900

_ABOVE: Final = 22
"""From what is above to a row."""
_TAG: Final = TAG + DRAWN_FRAME - _ABOVE
"""What a row with the tag of the drawn card needs more. Hands without it share it out between their rows."""
_BARS: Final = BAR_BELOW + BAR
_NO_BARS: Final = 4
"""What is below the rows of a hand in which no melds are found."""
_BAR_INSET: Final = 8
_APART, _FEW = 32, 3
"""Room for wider gaps between groups, in rows of more places than this."""
_PANEL: Final = -1
"""Stands for the panel that takes the last place of a hand."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The cards of a hand: the most rows, the widest cards, ranks that are large enough, and the format for a size."""

    rows: int
    widest: int
    enough: int
    shape: Callable[[int, int], CardFormat | None]


def _usual(width: int, height: int) -> CardFormat | None:
    """Return the usual format of a width, or that of the highest cards that fit."""
    shape = upright(min(width, round(height / 1.4)))
    return shape if shape.width >= _LEAST else None


def _low(width: int, height: int) -> CardFormat | None:
    """Return a low format with large ranks."""
    shape = wide(min(width, round(height * _WIDEST)), min(round(width * 0.8), height))
    return shape if shape.height >= _LEAST else None


_LEAST: Final = 48
_WIDEST: Final = 1.6
"""The most that a low card is wider than high."""
USUAL: Final = Sizes(3, 152, 60, _usual)
LARGE: Final = Sizes(4, 248, 110, _low)


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A hand laid out: the place of each card, the bars below melds, the panel in the last place, and the foot."""

    shape: CardFormat
    groups: tuple[tuple[Group, tuple[tuple[int, int], ...]], ...]  # with the place of each card
    bars: tuple[tuple[Area, MeldKind], ...]
    panel: Area | None
    foot: int

    @property
    def cards(self) -> list[tuple[Card, int, int]]:
        """Each card and its place."""
        return [(card, *at) for group, places in self.groups for card, at in zip(group.cards, places, strict=True)]


def hand_laid_out(
    groups: Sequence[Group], top: int, foot: int, *, drawn: Card | None = None, panel: int = 1, large: bool = False
) -> HandLayout:
    """Lay out a hand between two heights, in as few rows as its ranks are large enough in, or as make them largest.

    ``drawn`` has a tag above it; ``panel`` is how many places the panel takes, or 0 for none.
    """
    sizes = LARGE if large else USUAL
    cells = _with_panel(groups, panel) if panel else list(groups)
    places = sum(len(group.cards) for group in cells)
    bars = _BARS if panel else _NO_BARS
    best: tuple[CardFormat, tuple[GroupRow, ...]] | None = None
    for rows in range(1, min(sizes.rows, max(places, 1)) + 1):
        found = shared_out(cells, rows, -(-places // rows) if rows > 1 else places)
        shape = _shape(found, sizes, foot - top, bars)
        if shape is not None and (best is None or shape.rank > best[0].rank):
            best = shape, found
        if best is not None and best[0].rank >= sizes.enough:
            break
    shape, found = best or (upright(_LEAST), shared_out(cells, sizes.rows, places))
    return _placed(arranged(_panel_last(found)), shape, (top, bars), drawn)


def _with_panel(groups: Sequence[Group], places: int) -> list[Group]:
    """Return the groups with a place for the panel after the loose cards."""
    melds = [group for group in groups if group.kind is not LOOSE]
    loose = tuple(card for group in groups if group.kind is LOOSE for card in group.cards)
    return [*melds, Group(LOOSE, (*loose, *(_PANEL,) * places))]


def _panel_apart(row: GroupRow) -> GroupRow:
    parts = [
        Group(group.kind, part)
        for group in row
        for part in (tuple(c for c in group.cards if c != _PANEL), tuple(c for c in group.cards if c == _PANEL))
        if part
    ]
    return tuple(parts)


def _panel_last(rows: Sequence[GroupRow]) -> list[GroupRow]:
    """Return the rows with the one of the panel at the end, after the others in their order."""
    return sorted(map(_panel_apart, rows), key=lambda row: any(_PANEL in group.cards for group in row))


def _shape(rows: Sequence[GroupRow], sizes: Sizes, height: int, bars: int) -> CardFormat | None:
    """Return the largest format with which rows fit; None if they can't."""
    most = max(map(count, rows))
    room = RIGHT - LEFT - (most - 1) * LEAST_GAP - (_APART if most > _FEW else 0)
    width = min(room // max(most, 1), sizes.widest)
    return sizes.shape(width, (height - len(rows) * (_ABOVE + bars) - _TAG) // len(rows))


def _placed(rows: Sequence[GroupRow], shape: CardFormat, from_top: tuple[int, int], drawn: Card | None) -> HandLayout:
    """Put cards in the columns that all rows share, and bars below their melds.

    ``from_top`` is where the rows begin, and the room for bars below each.
    """
    top, below = from_top
    edges_of = columns(rows, LEFT, RIGHT - LEFT, shape.width)
    tagged = max((at for at, row in enumerate(rows) if any(drawn in group.cards for group in row)), default=None)
    groups: list[tuple[Group, tuple[tuple[int, int], ...]]] = []
    bars: list[tuple[Area, MeldKind]] = []
    panel, y = None, float(top)
    for number, row in enumerate(rows):
        y += _ABOVE + (_TAG / len(rows) if tagged is None else _TAG * (number == tagged))
        at = 0
        for group in row:
            edges = edges_of[at : at + len(group.cards)]
            shown = Group(group.kind, tuple(card for card in group.cards if card != _PANEL))
            if shown.cards:
                groups.append((shown, tuple((x, round(y)) for x in edges)))
            if group.kind is not LOOSE:
                start, end = edges[0] + _BAR_INSET, edges[-1] + shape.width - _BAR_INSET
                bars.append((Area(start, round(y) + shape.height + BAR_BELOW, end - start, BAR), group.kind))
            elif _PANEL in group.cards:
                panel = Area(edges[0], round(y), RIGHT - edges[0], shape.height)
            at += len(group.cards)
        y += shape.height + below
    return HandLayout(shape, tuple(groups), tuple(bars), panel, round(y))
