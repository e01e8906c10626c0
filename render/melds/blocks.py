"""Blocks: numbered melds on plates, in rows as large as their area allows, and what is new in each."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final

from PIL import Image

from bot.rummy.cards import JOKER, Card
from bot.rummy.events import Event, EventKind
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import RunEnd
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, Style, narrow, rank_mask, upright
from render.drawing.palette import SEATS, Ink, Palette
from render.drawing.plates import PLATE_RADIUS, draw_disc


@dataclass(frozen=True, slots=True)
class Fresh:
    """Who laid a meld, if that's new, and for each place who laid its card, if only the card is new."""

    meld: int | None
    cards: tuple[int | None, ...]


def fresh(view: MeldsView) -> tuple[Fresh, ...]:
    """Return what is new in each meld. Lays of the player whose turn it is aren't new any more."""
    return tuple(_fresh(meld, number, view.recent, view.turn) for number, meld in enumerate(view.melds))


def _fresh(meld: TableMeld, number: int, events: Sequence[Event], turn: int | None) -> Fresh:
    """Go back through the events of a meld, taking off one card after the other."""
    left = list(range(len(meld.cards)))
    cards: list[int | None] = [None] * len(meld.cards)
    for event in reversed(events):
        if event.meld != number or not left:
            continue
        seat = event.seat if event.seat != turn else None
        if event.kind is EventKind.MELDED:
            own = (None if other == event.seat else other for other in cards)
            return Fresh(seat, tuple(own) if seat is not None else tuple(cards))
        place = _place(meld, left, event)
        if place is None:
            continue
        cards[place] = cards[place] if cards[place] is not None else seat
        if event.kind is EventKind.LAID_OFF:
            left.remove(place)
    return Fresh(None, tuple(cards))


def _place(meld: TableMeld, left: Sequence[int], event: Event) -> int | None:
    """Return the place of a card that was laid off or swapped, among those that the meld had after that."""
    if event.end is not None:
        return left[0] if event.end is RunEnd.LOW else left[-1]
    places = [place for place in left if meld.cards[place] == event.card]
    jokers = [place for place in left if meld.cards[place] == JOKER]
    return places[-1] if places else jokers[-1] if jokers and event.card == JOKER else None


NUMBER: Final = 44
"""The size of a meld's number."""
WITHIN: Final = 2
"""The gap between the cards of a meld, in pixels."""
SIZES: Final = (upright(74), upright(64), narrow(48))
"""The sizes of cards in melds, the usual one first."""
SMALLER: Final = (narrow(44), narrow(40), narrow(36), narrow(32), narrow(28))
"""Sizes for tables with more melds than fit with the others."""

_COLUMN, _NARROW_COLUMN = 36, 40
_WITH_DISC: Final = 50
"""The width of the number's column if it also has the disc of the player who laid the meld."""
_DISC, _NARROW_DISC = 42, 36
_ADDED: Final = 4
"""How much larger than its meld's plate that of a card is that was laid off, in pixels."""
_CORNER_DISC, _NARROW_CORNER_DISC = 36, 26
_APART: Final = 7
"""The gap on either side of cards that were laid off, in pixels."""
_LEAST, _MOST, _USUAL = 12, 80, 44
"""The gaps between melds in a row: at least, at most, and in rows that don't end at both margins."""


@dataclass(frozen=True, slots=True)
class Block:
    """Cards of one meld: its number, counted from 1, for each card the cards it may replace, and what is new."""

    number: int
    cards: tuple[Card, ...]
    stands_for: tuple[tuple[Card, ...], ...]
    fresh: Fresh | None = None

    @property
    def laid_by(self) -> int | None:
        """The seat that laid the meld in its last turn."""
        return None if self.fresh is None else self.fresh.meld

    def column(self, shape: CardFormat) -> int:
        """Return the width of the column with the number."""
        if shape.style is Style.NARROW:
            return _NARROW_COLUMN
        return _COLUMN if self.laid_by is None else _WITH_DISC

    def width(self, shape: CardFormat) -> int:
        """Return the width of the plate with cards of a format."""
        after = _APART if self._owner(len(self.cards) - 1) is not None else 0
        return self.cards_at(shape)[-1] + shape.width + max(padding(shape), after)

    def cards_at(self, shape: CardFormat) -> tuple[int, ...]:
        """Return the left edges of the cards, from that of the plate. Cards that were laid off stand apart."""
        return _cards_at(
            self.column(shape), (None,) * len(self.cards) if self.fresh is None else self.fresh.cards, shape
        )

    def added(self) -> list[tuple[int, list[int]]]:
        """Return the seats that laid off cards next to each other, and the places of these."""
        runs = groupby(range(len(self.cards)), self._owner)
        return [(seat, list(places)) for seat, places in runs if seat is not None]

    def _owner(self, place: int) -> int | None:
        """Return the seat that laid off a card in its last turn."""
        return None if self.fresh is None else self.fresh.cards[place]


@dataclass(frozen=True, slots=True)
class Laid:
    """Blocks laid out: the cards' format, and each block with the upper left corner of its plate."""

    shape: CardFormat
    places: tuple[tuple[Block, int, int], ...]

    def areas(self) -> list[Area]:
        """Return the plate of each block."""
        height = plate_height(self.shape)
        return [Area(x, y, block.width(self.shape), height) for block, x, y in self.places]

    @property
    def foot(self) -> int:
        """The lower edge of the last row."""
        return max((area.y + area.height for area in self.areas()), default=0)


def block_of(
    number: int,
    meld: TableMeld,
    rules: MeldRules,
    places: Collection[int] | None = None,
    *,
    fresh: Fresh | None = None,
) -> Block:
    """Return a block of meld ``number``, counted from 0, with all cards or only those in some places."""
    shown = range(len(meld.cards)) if places is None else sorted(places)
    possible = meld.stands_for(rules)
    return Block(number + 1, tuple(meld.cards[at] for at in shown), tuple(possible[at] for at in shown), fresh)


@lru_cache(maxsize=1024)
def _cards_at(column: int, owners: tuple[int | None, ...], shape: CardFormat) -> tuple[int, ...]:
    """Return the left edges of cards next to a column; of each, the seat that laid it off. Layouts need them often."""
    x, found = column + padding(shape) - 2, []
    for owner, before in zip(owners, (None, *owners), strict=False):
        x += (_APART - WITHIN) * (owner != before)
        found.append(x)
        x += shape.width + WITHIN
    return tuple(found)


def plate_height(shape: CardFormat) -> int:
    """Return the height of a plate."""
    return shape.height + 2 * padding(shape)


def padding(shape: CardFormat) -> int:
    """Return the gap between the edges of a plate and its cards."""
    return 5 if shape.style is Style.NARROW else 6


def under(shape: CardFormat) -> int:
    """Return the gap between rows of plates."""
    return 8 if shape.style is Style.NARROW else 10


def laid_out(
    blocks: Sequence[Block], area: Area, sizes: Sequence[CardFormat] = (*SIZES, *SMALLER), *, spread: bool = True
) -> Laid:
    """Put blocks in rows in the order of their numbers, with the first of ``sizes`` that fits the area.

    Room left in a row goes to the next block that fits it. The last size is used even if the blocks don't fit. With
    ``spread``, rows end at both margins if they're long enough.
    """
    for shape in sizes:
        rows = _filled(blocks, shape, area.width)
        if len(rows) * (plate_height(shape) + under(shape)) - under(shape) <= area.height:
            break
    places: list[tuple[Block, int, int]] = []
    gap, step = _USUAL, plate_height(shape) + under(shape)
    for number, row in enumerate(rows):
        gap = _gap(row, shape, area.width, gap) if spread else _LEAST
        x = area.x
        for block in row:
            places.append((block, x, area.y + number * step))
            x += block.width(shape) + gap
        if spread and _justified(row, shape, area.width):  # what the gaps of whole pixels leave over
            last, _, y = places[-1]
            places[-1] = last, area.x + area.width - last.width(shape), y
    return Laid(shape, tuple(places))


def draw_blocks(canvas: Canvas, laid: Laid, ground: Ink = Ink.FELT) -> None:
    """Draw melds on their plates; new ones and new cards in the color of the player who laid them."""
    for (block, _, _), area in zip(laid.places, laid.areas(), strict=True):
        draw_block(canvas, block, area, laid.shape, ground)


def draw_block(
    canvas: Canvas,
    block: Block,
    area: Area,
    shape: CardFormat,
    ground: Ink = Ink.FELT,
    *,
    fill: Ink = Ink.PANEL,
    marks: bool = True,
) -> None:
    """Draw a meld on its plate; ``marks`` draws plates behind cards that were laid off."""
    seat = block.laid_by
    fill = fill if seat is None else SEATS[seat]
    if seat is not None:
        canvas.shadow(area, rounding=PLATE_RADIUS, blur=6.0, ground=ground)
    canvas.box(area, fill, ground=ground, rounding=PLATE_RADIUS)
    column = block.column(shape)
    middle, y = area.x + column // 2 + 2, area.y + area.height // 2
    if seat is not None:
        across = _NARROW_DISC if shape.style is Style.NARROW else _DISC
        draw_disc(canvas, middle, area.y + area.height * 3 // 4 - 1, seat, fill, across=across)
        y = area.y + area.height // 4 + 3
    ink = Ink.TEXT if seat is None else Ink.ON_COLOR
    _number(canvas, block.number, (middle, y, column - 6), ink, fill)
    edges, y = block.cards_at(shape), area.y + padding(shape)
    for owner, places in block.added() if marks else ():
        first, last = area.x + edges[places[0]], area.x + edges[places[-1]] + shape.width
        around = Area(first, area.y, last - first, area.height).grown(_ADDED)
        around = replace(around, x=first - _APART, width=last - first + 2 * _APART)
        canvas.box(around, SEATS[owner], ground=fill, rounding=PLATE_RADIUS, over=True)
    for place, (card, possible) in enumerate(zip(block.cards, block.stands_for, strict=True)):
        owner_of = block.fresh.cards[place] if block.fresh is not None and marks else None
        on = fill if owner_of is None else SEATS[owner_of]
        canvas.card(card, area.x + edges[place], y, shape, on, stands_for=possible)
    for owner, places in block.added() if marks else ():
        corner = area.x + edges[places[-1]] + shape.width, y
        _corner_disc(canvas, owner, corner, narrow=shape.style is Style.NARROW)


def _number(canvas: Canvas, number: int, place: tuple[int, int, int], ink: Ink, ground: Ink) -> None:
    """Write a meld's number around a point, two digits squeezed into a width."""
    x, y, width = place
    drawn = _digits(canvas.colors, number, width, ink, ground)
    canvas.paste(drawn, x - drawn.width // 2, y - drawn.height // 2)


def _corner_disc(canvas: Canvas, seat: int, corner: tuple[int, int], *, narrow: bool) -> None:
    """Draw the disc of the player who laid off a card at the card's upper right corner."""
    across, inside = (_NARROW_CORNER_DISC, 8) if narrow else (_CORNER_DISC, _CORNER_DISC - 7)
    disc = Area(corner[0] - inside, corner[1] - (16 if narrow else 9), across, across)
    fill, ink, ground = Ink.ON_COLOR, SEATS[seat], SEATS[seat]
    if canvas.colors[fill] == canvas.colors[Ink.FACE]:  # it couldn't be seen on the card
        fill, ink, ground = ink, fill, Ink.FACE
    canvas.box(disc, fill, ground=ground, rounding=across // 2, over=True)
    style = TextStyle(round(across * 0.78), ink, fill, side="middle")
    canvas.text(disc.x + across // 2, disc.y + across // 2, str(seat + 1), style)


@lru_cache(maxsize=512)
def _digits(colors: Palette, number: int, width: int, ink: Ink, ground: Ink) -> Image.Image:
    return rank_mask(str(number), round(NUMBER * 0.72), width).point(colors.ramp(ground, ink), "P")


def _filled(blocks: Sequence[Block], shape: CardFormat, room: int) -> list[list[Block]]:
    """Fill rows in order; room left in a row goes to the next block that fits."""
    rows: list[list[Block]] = []
    waiting = list(blocks)
    while waiting:
        row: list[Block] = []
        used = -_LEAST
        for block in list(waiting):
            width = block.width(shape) + _LEAST
            if used + width <= room or not row:
                row.append(block)
                waiting.remove(block)
                used += width
        rows.append(row)
    return rows


def _spare(row: Sequence[Block], shape: CardFormat, room: int) -> float:
    """Return the gap between blocks with which a row ends at both margins."""
    return (room - sum(block.width(shape) for block in row)) / max(len(row) - 1, 1)


def _justified(row: Sequence[Block], shape: CardFormat, room: int) -> bool:
    """Return whether a row ends at both margins."""
    return len(row) > 1 and _spare(row, shape, room) <= _MOST


def _gap(row: Sequence[Block], shape: CardFormat, room: int, before: int) -> int:
    """Return the gap between the blocks of a row; ``before`` is that of the row above."""
    spare = int(_spare(row, shape, room))
    return spare if _justified(row, shape, room) else min(before, max(spare, _LEAST))
