"""Blocks: numbered melds on the table, in rows as large as their area allows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.rules import MeldRules
from bot.rummy.melds.table_meld import TableMeld
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, wide
from render.drawing.letters import length
from render.drawing.palette import Ink

NUMBER: Final = 34
"""The size of a meld's number."""
DASH: Final = 4
"""The thickness of the frame around cards laid this turn, in pixels."""

_WITHIN: Final = 2  # between the cards of a meld
_AFTER_NUMBER: Final = 3  # between a number and its cards
_BETWEEN: Final = 14  # between melds
_LEAST_UNDER: Final = 4  # between rows
_MOST_UNDER: Final = 20
_FRAME: Final = 8  # from a block to its frame, and to that of the next
_HIGH, _LOW = 1.4, 1.27  # a card's height for its width


@dataclass(frozen=True, slots=True)
class Block:
    """Cards of one meld: its number, counted from 1, and for each card the cards it may replace."""

    number: int
    cards: tuple[Card, ...]
    stands_for: tuple[tuple[Card, ...], ...]

    def width(self, card: int) -> int:
        """Return the width of the block with cards of a width."""
        return label_width(self.number) + _AFTER_NUMBER + len(self.cards) * (card + _WITHIN) - _WITHIN


@dataclass(frozen=True, slots=True)
class Laid:
    """Blocks laid out: the cards' format, and each block with its upper left corner."""

    shape: CardFormat
    places: tuple[tuple[Block, int, int], ...]

    def areas(self) -> list[Area]:
        """Return the rectangle of each block."""
        return [Area(x, y, block.width(self.shape.width), self.shape.height) for block, x, y in self.places]


def block_of(number: int, meld: TableMeld, rules: MeldRules, places: Collection[int] | None = None) -> Block:
    """Return a block of meld ``number``, counted from 0, with all cards or only those in some places."""
    shown = range(len(meld.cards)) if places is None else sorted(places)
    possible = meld.stands_for(rules)
    return Block(number + 1, tuple(meld.cards[at] for at in shown), tuple(possible[at] for at in shown))


@lru_cache(maxsize=64)
def label_width(number: int) -> int:
    """Return the width of the plate with a meld's number."""
    return length(str(number), NUMBER, True) + 10


def laid_out(blocks: Sequence[Block], area: Area, sizes: Sequence[Sequence[int]], *, framed: bool = False) -> Laid:
    """Put blocks in rows, with the widest cards of the first group of ``sizes`` that fit the area.

    Within a group, keeping the order of the numbers is more important than wide cards: only if no width allows it, a
    block that doesn't fit moves up to a row with room. The last width is used even if the blocks don't fit. ``framed``
    leaves room for a frame around each.
    """
    around = _FRAME if framed else 0
    for width, in_rows in ((width, way) for group in sizes for way in (_in_order, _first_fit) for width in group):
        rows = in_rows(blocks, width, area.width - 2 * around, around)
        height = _height(width, len(rows), area.height - 2 * around, around)
        if height >= round(width * _LOW) or not rows:
            break
    return _placed(rows, wide(width, max(height, round(width * _LOW))), area, around)


def height_of(blocks: Sequence[Block], card: int, width: int) -> int:
    """Return the height that framed blocks need in a ``width``, with cards ``card`` pixels wide."""
    rows = _in_order(blocks, card, width - 2 * _FRAME, _FRAME)
    return len(rows) * (round(card * _HIGH) + 2 * _FRAME + _LEAST_UNDER) - _LEAST_UNDER


def draw_blocks(canvas: Canvas, laid: Laid, ground: Ink = Ink.FELT, *, framed: bool = False) -> None:
    """Draw blocks, with ``framed`` each in a dashed frame."""
    for (block, x, y), area in zip(laid.places, laid.areas(), strict=True):
        width = label_width(block.number)
        canvas.box(Area(x, y, width, laid.shape.height), Ink.PANEL, ground=ground, rounding=8)
        canvas.text(
            x + width // 2,
            y + laid.shape.height // 2,
            str(block.number),
            TextStyle(NUMBER, Ink.TEXT, Ink.PANEL, side="middle"),
        )
        left = x + width + _AFTER_NUMBER
        for place, (card, possible) in enumerate(zip(block.cards, block.stands_for, strict=True)):
            canvas.card(card, left + place * (laid.shape.width + _WITHIN), y, laid.shape, ground, stands_for=possible)
        if framed:
            canvas.dashes(area.grown(_FRAME - 1), DASH)


def _in_order(blocks: Sequence[Block], card: int, room: int, around: int) -> list[list[Block]]:
    """Fill rows in order."""
    rows: list[list[Block]] = []
    for block in blocks:
        if rows and _row_width([*rows[-1], block], card, around) <= room:
            rows[-1].append(block)
        else:
            rows.append([block])
    return rows


def _first_fit(blocks: Sequence[Block], card: int, room: int, around: int) -> list[list[Block]]:
    """Put each block, widest first, in the first row with room; then sort each row and the rows by number."""
    rows: list[list[Block]] = []
    for block in sorted(blocks, key=lambda block: -block.width(card)):
        row = next((row for row in rows if _row_width([*row, block], card, around) <= room), None)
        if row is None:
            rows.append([block])
        else:
            row.append(block)
    in_rows = (sorted(row, key=lambda block: block.number) for row in rows)
    return sorted(in_rows, key=lambda row: row[0].number)


def _row_width(row: Sequence[Block], card: int, around: int) -> int:
    return sum(block.width(card) for block in row) + (len(row) - 1) * (_BETWEEN + 2 * around)


def _height(card: int, rows: int, room: int, around: int) -> int:
    """Return how high cards can be if ``rows`` rows have to fit."""
    under = _LEAST_UNDER + 2 * around
    return min(round(card * _HIGH), (room - (rows - 1) * under) // max(rows, 1))


def _placed(rows: Sequence[Sequence[Block]], shape: CardFormat, area: Area, around: int) -> Laid:
    """Place blocks: rows from the top, each from the left, as far apart as there is room."""
    spare = area.height - len(rows) * (shape.height + 2 * around)
    under = min(max(spare // (len(rows) + 1), _LEAST_UNDER), _MOST_UNDER)
    top = area.y + around + min(max((spare - (len(rows) - 1) * under) // 2, 0), _MOST_UNDER)
    places = []
    for number, row in enumerate(rows):
        x, y = area.x + around, top + number * (shape.height + 2 * around + under)
        for block in row:
            places.append((block, x, y))
            x += block.width(shape.width) + _BETWEEN + 2 * around
    return Laid(shape, tuple(places))
