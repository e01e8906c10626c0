"""The layout of a hand: its rows, in which gaps only mean groups, bars below its melds, and what its cards fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import JOKER, Card, MeldKind
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld, ends_for, swapped
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import RunEnd
from bot.rummy.refusals import Refusal
from bot.text.catalogs import Texts
from render.drawing.canvas import Area
from render.drawing.faces import CardFormat, narrow, tall, upright, wide
from render.drawing.letters import LABEL, length
from render.drawing.plates import BAR, BAR_BELOW
from render.drawing.rows import LOOSE, Group, GroupRow, Spacing, placed, row_width
from render.melds.blocks import Block, block_of, plate_height

LEFT, RIGHT = 32, 1068

FEW: Final = 3
"""Hands of at most this many cards leave room at their right."""
_WITHIN, _FEW_WITHIN = 6, 12
"""The gap between the cards of a group, and in hands of few cards."""
_APART, _MOST_APART = 19, 60
"""The least and the widest gap between groups."""
_BARS: Final = BAR_BELOW + BAR
_AFTER_BARS, _ROWS_APART = 12, 20
"""From a bar to the next row, and between rows without bars: the disc of the drawn card needs 14."""
_WIDEST, _WIDEST_IN_ROWS = 168, 134
"""The widest cards, and in hands of more than one row."""
_LEAST: Final = 40
_MANY: Final = 16
_LOW, _LOW_LARGE, _WIDE = 36, 56, 1.15
"""Rather than lower ranks, usually or on large cards, more cards get that much wider than high."""


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A hand laid out: the place of each card, the bars below melds, and the foot of the last row with its bars."""

    shape: CardFormat
    groups: tuple[tuple[Group, tuple[tuple[int, int], ...]], ...]  # with the place of each card
    bars: tuple[tuple[Area, MeldKind], ...]
    foot: int

    @property
    def cards(self) -> list[tuple[Card, int, int]]:
        """Each card and its place."""
        return [(card, *at) for group, places in self.groups for card, at in zip(group.cards, places, strict=True)]

    @property
    def right(self) -> int:
        """The right edge of the longest row."""
        return max((x + self.shape.width for _, x, _ in self.cards), default=LEFT)


def hand_laid_out(rows: Sequence[GroupRow], top: int, foot: int, *, large: bool = False) -> HandLayout:
    """Lay out the rows of a hand between two heights, as large as they fit."""
    bars = any(group.kind is not LOOSE for row in rows for group in row)
    between = _BARS + _AFTER_BARS if bars else _ROWS_APART
    last = _BARS if rows and any(group.kind is not LOOSE for group in rows[-1]) else 0
    height = (foot - top - between * (len(rows) - 1) - last) // max(len(rows), 1)
    within = _FEW_WITHIN if sum(map(_count, rows)) <= FEW else _WITHIN
    width = min((_WIDEST if len(rows) == 1 else _WIDEST_IN_ROWS, *(_width(row, within) for row in rows)))
    shape = tall(width, height) if large else upright(max(min(width, int(height / 1.4)), _LEAST))
    if shape.rank < (_LOW_LARGE if large else _LOW) and sum(map(_count, rows)) > _MANY:
        shape = max(shape, wide(min(width, round(height * _WIDE)), height), key=lambda each: each.rank)
    spacing = Spacing(within, within, _apart(rows, shape.width, within))
    return _placed(rows, shape, spacing, (top, between, last))


def _count(row: GroupRow) -> int:
    return sum(len(group.cards) for group in row)


def _width(row: GroupRow, within: int) -> int:
    """Return the width of the widest cards with which a row fits."""
    gaps = row_width(row, 0, Spacing(within, within, _APART))
    return (RIGHT - LEFT - gaps) // _count(row)


def _apart(rows: Sequence[GroupRow], card: int, within: int) -> int:
    """Return the gap between groups, the same in all rows, as wide as the fullest one allows."""
    spare = [
        (RIGHT - LEFT - row_width(row, card, Spacing(within, within, 0))) // (len(row) - 1)
        for row in rows
        if len(row) > 1
    ]
    return min((*spare, _MOST_APART))


def _placed(rows: Sequence[GroupRow], shape: CardFormat, spacing: Spacing, heights: tuple[int, int, int]) -> HandLayout:
    """Put cards in rows; ``heights`` are the top of the first row, what is between rows, and below the last one."""
    y, between, last = heights
    groups: list[tuple[Group, tuple[tuple[int, int], ...]]] = []
    bars: list[tuple[Area, MeldKind]] = []
    foot = y
    for row in rows:
        for group, edges in placed(row, LEFT, shape.width, spacing):
            groups.append((group, tuple((x, y) for x in edges)))
            if group.kind is not LOOSE:
                under = Area(edges[0], y + shape.height + BAR_BELOW, edges[-1] + shape.width - edges[0], BAR)
                bars.append((under, group.kind))
        foot = y + shape.height + last
        y += shape.height + between
    return HandLayout(shape, tuple(groups), tuple(bars), foot)


@dataclass(frozen=True, slots=True)
class Fit:
    """A meld on the table, counted from 0, and the cards of the hand that fit it."""

    number: int
    meld: TableMeld
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FitsLayout:
    """Melds that cards fit, in a panel: the block of each, its plate, and the cards shown next to it."""

    panel: Area
    shape: CardFormat
    places: tuple[tuple[Block, Area, tuple[Card, ...]], ...]


_SHOWN: Final = 3
"""Of longer melds only this many cards next to the fitting one are drawn."""
CHIP: Final = 44
_CHIP_EDGES: Final = 60
"""What a chip has besides its rank, with a gap after it."""
_MOST_CHIPS: Final = 2
_SMALL: Final = narrow(48)
_SIZES: Final = (upright(74), upright(64), _SMALL)
_PLATES_APART, _BLOCKS_APART = 8, 12
"""Gaps between rows of plates, and in a row between a meld with the cards that fit it and the next."""
_PANEL_INSIDE, _PANEL_EDGE, _PANEL_FOOT = 22, 8, 27
_BESIDE: Final = 46
"""From the last card to a panel at its right."""
_HEADING: Final = 92
_ALMOST: Final = 90
"""A panel that ends this close to the margin ends there."""
SPACE: Final = 30
"""From a panel below a hand to the lower edge of the picture."""
MOST_ROWS: Final = 2


def fits_of(view: MeldsView) -> tuple[Fit, ...]:
    """Return the melds that cards of the view's hand fit. Jokers, which fit most, aren't listed."""
    if not view.is_open:
        return ()
    rules, hand = rules_for(view.options), dict.fromkeys(card for card in view.hand if card != JOKER)
    found = [
        Fit(number, meld, tuple(card for card in hand if _fits(meld, card, rules)))
        for number, meld in enumerate(view.melds)
    ]
    return tuple(fit for fit in found if fit.cards)


def _fits(meld: TableMeld, card: Card, rules: MeldRules) -> bool:
    """Return whether a card can be laid off on a meld or swapped for a joker in it."""
    swaps = JOKER in meld.cards and not isinstance(swapped(meld, card, rules), Refusal)
    return swaps or bool(ends_for(meld, card, rules))


def _block(view: MeldsView, fit: Fit) -> Block:
    """Return the block of a meld; of a long one only the end that the first card fits."""
    rules, size = rules_for(view.options), len(fit.meld.cards)
    places = range(size)
    if size > _SHOWN:
        low = RunEnd.LOW in ends_for(fit.meld, fit.cards[0], rules) or _is_below(fit.meld, fit.cards[0])
        places = range(_SHOWN) if low else range(size - _SHOWN, size)
    return block_of(fit.number, fit.meld, rules, places)


def _is_below(meld: TableMeld, card: Card) -> bool:
    """Return whether a card comes before a run."""
    return (card + 1) % 13 == meld.low % 13


def fits_beside(view: MeldsView, fits: Sequence[Fit], hand: HandLayout, foot: int) -> FitsLayout | None:
    """Lay out the melds at the right of a few cards below a heading, as many as there is room for above ``foot``."""
    blocks = [_block(view, fit) for fit in fits]
    x, top = hand.right + _BESIDE, hand.groups[0][1][0][1]
    room = RIGHT - x - 2 * _PANEL_INSIDE
    for shape in _SIZES:
        places = list(_flowed([block.width(shape) for block in blocks], room, _PANEL_INSIDE))
        step, count = plate_height(shape) + _PLATES_APART, places[-1][1] + 1
        if _HEADING + count * step - _PLATES_APART + _PANEL_EDGE <= hand.shape.height:
            break
    count = min(count, MOST_ROWS, (foot - top - _HEADING - _PANEL_FOOT + _PLATES_APART) // step)
    if count <= 0:
        return None
    left, y, high = x + _PANEL_INSIDE, top + _HEADING, plate_height(shape)
    shown = tuple(
        (block, Area(left + across, y + row * step, block.width(shape), high), ())
        for block, (across, row) in zip(blocks, places, strict=True)
        if row < count
    )
    height = _HEADING + count * step - _PLATES_APART + _PANEL_FOOT
    right = max(area.x + area.width for _, area, _ in shown) + _PANEL_INSIDE
    return FitsLayout(Area(x, top, (RIGHT if RIGHT - right <= _ALMOST else right) - x, height), shape, shown)


def fits_below(view: MeldsView, fits: Sequence[Fit], texts: Texts, place: tuple[int, int], rows: int) -> FitsLayout:
    """Lay out the melds below a hand in at most some rows, with the cards that fit each if there is room for these.

    ``place`` is the top of their panel, and the width of what is written before them.
    """
    (top, left), shape = place, _SMALL
    blocks, x = [_block(view, fit) for fit in fits], LEFT + 2 * _PANEL_INSIDE + left - 8
    for most in (_MOST_CHIPS, 0):
        chips = [fit.cards[:most] for fit in fits]
        widths = [
            block.width(shape) + sum(length(texts.rank(card), LABEL, True) + _CHIP_EDGES for card in cards)
            for block, cards in zip(blocks, chips, strict=True)
        ]
        places = list(_flowed(widths, RIGHT - _PANEL_EDGE - x, _BLOCKS_APART))
        if places[-1][1] < rows:
            break
    step, count = plate_height(shape) + _PLATES_APART, min(places[-1][1] + 1, rows)
    shown = tuple(
        (block, Area(x + across, top + _PANEL_EDGE + row * step, width, plate_height(shape)), cards)
        for block, cards, width, (across, row) in zip(blocks, chips, widths, places, strict=True)
        if row < count
    )
    return FitsLayout(Area(LEFT, top, RIGHT - LEFT, below_height(count)), shape, shown)


def below_height(rows: int) -> int:
    """Return the height of a panel below a hand with some rows of melds."""
    return rows * (plate_height(_SMALL) + _PLATES_APART) - _PLATES_APART + 2 * _PANEL_EDGE


def _flowed(widths: Sequence[int], room: int, gap: int) -> Iterator[tuple[int, int]]:
    """Yield the place of each of some things in rows, one after the other: from the left, and the row."""
    x, row = 0, 0
    for width in widths:
        if x and x + width > room:
            x, row = 0, row + 1
        yield x, row
        x += width + gap
