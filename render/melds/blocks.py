"""Blocks: numbered melds on plates, in rows as large as their area allows, and what is new in each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from PIL import Image

from bot.rummy.cards import JOKER, Card
from bot.rummy.events import Event, EventKind
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.table_meld import MeldRules, TableMeld
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import RunEnd
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, Style, narrow, rank_mask, upright
from render.drawing.letters import NAME, NARROWEST
from render.drawing.lines import Part, draw_line, fitting
from render.drawing.palette import SEATS, Ink, Palette
from render.drawing.plates import PANEL_RADIUS, PLATE_RADIUS, draw_dashes, draw_fitted


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
_ADDED: Final = 4
"""How much larger than its meld's plate that of a card is that was laid off, in pixels."""
_BADGE: Final = 54
"""The disc with the number of the player who laid a meld or card. Half of it is outside the upper right corner."""
_BADGE_IN, _BADGE_DOWN = 8, 2
_NARROW_BADGE_OUT: Final = 4
"""Narrow cards have their ranks in the middle, so badges are further out."""
_BADGE_RIGHT: Final = 1054
"""The furthest right that the middle of a badge may be."""
_SEAL, _SEAL_ACROSS = 52, 48
"""The gap after cards of one owner, and in it the disc with the number of that player."""
_APART: Final = 7
"""The gap on either side of cards that were laid off, in pixels."""
_LEAST, _MOST, _USUAL = 12, 80, 44
"""The gaps between melds in a row: at least, at most, and in rows that don't end at both margins."""


@dataclass(frozen=True, slots=True)
class Block:
    """Cards of one meld: its number, counted from 1, for each card the cards it may replace, and what is new.

    ``owners`` are the seats that laid the cards, where each player gets the value of what they laid (R-12).
    """

    number: int
    cards: tuple[Card, ...]
    stands_for: tuple[tuple[Card, ...], ...]
    fresh: Fresh | None = None
    owners: tuple[int, ...] = ()

    @property
    def laid_by(self) -> int | None:
        """The seat that laid the meld in its last turn."""
        return None if self.fresh is None else self.fresh.meld

    def column(self, shape: CardFormat) -> int:
        """Return the width of the column with the number."""
        return _NARROW_COLUMN if shape.style is Style.NARROW else _COLUMN

    def width(self, shape: CardFormat) -> int:
        """Return the width of the plate with cards of a format."""
        after = _APART if self._new(len(self.cards) - 1) is not None else 0
        return self.cards_at(shape)[-1] + shape.width + max(padding(shape), after, _SEAL if self.owners else 0)

    def cards_at(self, shape: CardFormat) -> tuple[int, ...]:
        """Return the left edges of the cards, from that of the plate. Cards that were laid off stand apart."""
        new = (None,) * len(self.cards) if self.fresh is None else self.fresh.cards
        return _cards_at(self.column(shape), new, self.owners, shape)

    def added(self) -> list[tuple[int, list[int]]]:
        """Return the seats that have just laid off cards next to each other, and the places of these."""
        runs = groupby(range(len(self.cards)), self._new)
        return [(seat, list(places)) for seat, places in runs if seat is not None]

    def owned(self) -> list[tuple[int, int]]:
        """Return the owners of cards next to each other, and the place of the last of these."""
        last = {place for place, (one, other) in enumerate(pairwise((*self.owners, None))) if one != other}
        return [(self.owners[place], place) for place in sorted(last)]

    def _new(self, place: int) -> int | None:
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
    owners: tuple[int, ...] = (),
) -> Block:
    """Return a block of meld ``number``, counted from 0, with all cards or only those in some places."""
    shown = range(len(meld.cards)) if places is None else sorted(places)
    possible = meld.stands_for(rules)
    return Block(number + 1, tuple(meld.cards[at] for at in shown), tuple(possible[at] for at in shown), fresh, owners)


def owners_of(view: MeldsView, number: int) -> tuple[int, ...]:
    """Return the seats that laid the cards of a meld, where each player gets the value of what they laid (R-12)."""
    return view.laid_by[number] if rules_for(view.options).laid_counts else ()


@lru_cache(maxsize=1024)
def _cards_at(column: int, new: tuple[int | None, ...], owners: tuple[int, ...], shape: CardFormat) -> tuple[int, ...]:
    """Return the left edges of cards next to a column, from who laid off and who owns each. Layouts need them often."""
    x, found = column + padding(shape) - 2, []
    for place, seat in enumerate(new):
        if place and owners and owners[place] != owners[place - 1]:
            x += _SEAL
        elif seat != (new[place - 1] if place else None):
            x += _APART - WITHIN
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
    return 4 if shape.style is Style.NARROW else 8


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
    """Draw melds on their plates; new ones and new cards in the color of the player who laid them, with badges."""
    for (block, _, _), area in zip(laid.places, laid.areas(), strict=True):
        draw_block(canvas, block, area, laid.shape, ground)
    for (block, _, _), area in zip(laid.places, laid.areas(), strict=True):
        for seat, corner in _badges(block, area, laid.shape) if not block.owners else ():
            _draw_badge(canvas, seat, corner, laid.shape)
        for seat, place in block.owned():
            x = area.x + block.cards_at(laid.shape)[place] + laid.shape.width + _SEAL // 2 + 1
            draw_seal(canvas, x, area.y + area.height // 2, seat)


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
    middle = area.x + column // 2 + 2, area.y + area.height // 2
    _number(canvas, block.number, (*middle, column - 6), Ink.TEXT if seat is None else Ink.ON_COLOR, fill)
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


def _badges(block: Block, area: Area, shape: CardFormat) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the seats that laid the block or some of its cards, each with an upper right corner."""
    edges, added = block.cards_at(shape), block.added()
    last = max(
        place for place in range(len(block.cards)) if all(place not in places for _, places in added) or not place
    )
    if block.laid_by is not None:
        whole = last == len(block.cards) - 1
        yield block.laid_by, (area.x + (area.width if whole else edges[last] + shape.width), area.y)
    for seat, places in added:
        yield seat, (area.x + edges[places[-1]] + shape.width + _APART, area.y - _ADDED)


def _number(canvas: Canvas, number: int, place: tuple[int, int, int], ink: Ink, ground: Ink) -> None:
    """Write a meld's number around a point, two digits squeezed into a width."""
    x, y, width = place
    drawn = _digits(canvas.colors, number, width, ink, ground)
    canvas.paste(drawn, x - drawn.width // 2, y - drawn.height // 2)


def _draw_badge(canvas: Canvas, seat: int, corner: tuple[int, int], shape: CardFormat) -> None:
    """Draw the number of the player who laid something on a disc of ink at the upper right corner of that."""
    narrowly = shape.style is Style.NARROW
    across = min(_BADGE, shape.width + 6)
    x = min(corner[0] + (_NARROW_BADGE_OUT if narrowly else -_BADGE_IN), _BADGE_RIGHT)
    y = corner[1] + (-_NARROW_BADGE_OUT if narrowly else _BADGE_DOWN)
    fill, ink = Ink.ON_COLOR, SEATS[seat]
    if canvas.colors[fill] == canvas.colors[Ink.FACE]:  # it couldn't be seen on cards
        fill, ink = ink, fill
    disc = Area(x - across // 2, y - across // 2, across, across)
    canvas.box(disc, fill, ground=SEATS[seat], rounding=across // 2, over=True)
    canvas.text(x, y, str(seat + 1), TextStyle(round(across * 0.78), ink, fill, side="middle"))


def draw_seal(canvas: Canvas, x: int, y: int, seat: int) -> None:
    """Draw the number of the player who owns the cards before a point, on a disc around it."""
    disc = Area(x - _SEAL_ACROSS // 2, y - _SEAL_ACROSS // 2, _SEAL_ACROSS, _SEAL_ACROSS)
    canvas.box(disc, SEATS[seat], ground=Ink.PANEL, rounding=_SEAL_ACROSS // 2, over=True)
    canvas.text(x, y, str(seat + 1), TextStyle(round(_SEAL_ACROSS * 0.78), Ink.ON_COLOR, SEATS[seat], side="middle"))


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


_STAGED_INSIDE: Final = 16
_STAGED_HEAD: Final = 82
_GOAL: Final = 46
_GOAL_ROOM: Final = 420
"""What the title of a field of staged melds has besides the first meld, in pixels."""
_STAGED_SIZES: Final = (upright(74), upright(64), narrow(48), narrow(44), narrow(40), narrow(36), narrow(32))


def staged_blocks(view: MeldsView) -> list[Block]:
    """Return the melds on which this seat has laid cards in its turn: new ones, and those that it laid off on."""
    rules, blocks = rules_for(view.options), []
    for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True)):
        if places:
            new = len(places) == len(meld.cards)
            owners = tuple(view.seat if place in places and not new else None for place in range(len(meld.cards)))
            blocks.append(block_of(number, meld, rules, fresh=Fresh(None, owners)))
    return blocks


def staged_laid_out(blocks: Sequence[Block], field: Area) -> Laid:
    """Lay out staged melds below the head of a field, whose height is the most that it may have."""
    inside = Area(
        field.x + _STAGED_INSIDE,
        field.y + _STAGED_HEAD,
        field.width - 2 * _STAGED_INSIDE,
        field.height - _STAGED_HEAD - _STAGED_INSIDE,
    )
    return laid_out(blocks, inside, _STAGED_SIZES, spread=False)


def staged_foot(laid: Laid) -> int:
    """Return the lower edge of a field with staged melds."""
    return laid.foot + _STAGED_INSIDE


def draw_staged(
    canvas: Canvas, laid: Laid, color: Ink, head: tuple[str, Sequence[Sequence[Part]]], field: Area
) -> None:
    """Draw a field in a dashed frame, with a title and the first meld in its head, and the melds on dashed plates.

    The first meld is in the first form that fits, or the last one.
    """
    words, goals = head
    field = replace(field, height=staged_foot(laid) - field.y)
    canvas.box(field, Ink.PANEL, rounding=PANEL_RADIUS)
    draw_dashes(canvas, field, color, thick=5, radius=PANEL_RADIUS, ground=Ink.PANEL)
    style, y = TextStyle(_GOAL, Ink.TEXT, Ink.PANEL, side="right"), field.y + 44
    right, room = field.x + field.width - 28, field.width - _GOAL_ROOM
    goal = fitting(canvas, goals, style, room, narrow=NARROWEST)
    used = draw_line(canvas, right, y, goal, style, width=room) if goal else 0
    room = field.width - 56 - used - 24
    draw_fitted(canvas, field.x + 28, y, words, TextStyle(NAME, Ink.TEXT, Ink.PANEL), width=room)
    for (block, _, _), area in zip(laid.places, laid.areas(), strict=True):
        draw_block(canvas, block, area, laid.shape, Ink.PANEL, fill=Ink.TRAY, marks=False)
        added = block.added()
        if not added:
            draw_dashes(canvas, area.grown(1), color, thick=4, radius=PLATE_RADIUS, ground=Ink.PANEL)
        edges = block.cards_at(laid.shape)
        for _, places in added:
            first, last = area.x + edges[places[0]], area.x + edges[places[-1]] + laid.shape.width
            around = Area(first, area.y + padding(laid.shape), last - first, laid.shape.height).grown(6)
            draw_dashes(canvas, around, color, thick=4, radius=PLATE_RADIUS, ground=Ink.TRAY)
