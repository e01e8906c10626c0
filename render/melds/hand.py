"""The picture of a hand in a game with melds on the table: cards in rows, and below them those laid this turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.melds.rules import MeldRules, rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from bot.text.melds.table import opening_words
from render.drawing.canvas import HEIGHT, MARGIN, TAB, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import CardFormat, upright, wide
from render.drawing.letters import SMALLEST, length
from render.drawing.palette import Ink
from render.drawing.rows import LOOSE, Group, GroupRow, Spacing, placed, row_width, shared_out
from render.hands import FRAME, draw_waiting
from render.look import DEFAULT, Look
from render.melds.alt import hand_alt
from render.melds.blocks import Block, Laid, block_of, draw_blocks, height_of, laid_out
from render.melds.reading import HandReading, read_hand, unassisted_reading

_MIDDLE: Final = 50  # of the header
_HEADER: Final = 84
_EDGE: Final = 10
_BAR: Final = 8
_STRIP_WIDTHS: Final = (92, 74, 64)
_STRIP_UNDER: Final = 10
_RANK: Final = 60
"""If ranks in the hand would be lower than this, in pixels, the cards laid this turn are drawn smaller instead."""


@dataclass(frozen=True, slots=True)
class MeldsHandLayout:
    """The layout of a hand: the most rows, the widest cards, their format, room above and below a row, in pixels."""

    rows: int
    widest: int
    shape: Callable[[int], CardFormat]
    above: int  # for the tab of the drawn card
    below: int  # for the bars
    tab_up: int  # how far the tab is above its card

    def spacing(self, card: int) -> Spacing:
        """Return the gaps between cards of a width."""
        return Spacing(max(card // 25, 2), max(card // 12, 4), max(card // 5, 8))


_NORMAL: Final = MeldsHandLayout(3, 152, upright, above=44, below=26, tab_up=38)
_LARGE: Final = MeldsHandLayout(4, 202, lambda width: wide(width, round(width * 0.8)), above=20, below=20, tab_up=22)


@dataclass(frozen=True, slots=True)
class MeldsHandSpread:
    """A hand spread out: the cards' format, the place of each card, and the bars below the melds."""

    shape: CardFormat
    cards: tuple[tuple[Card, Area], ...]
    bars: tuple[tuple[Area, MeldKind], ...]


def melds_hand_picture(
    view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the hand of the view's seat, and the cards it has laid in the current turn; names in seat order.

    On an unassisted table the cards are just sorted: no melds are found and no points counted.
    """
    canvas = Canvas(look, texts)
    reading = unassisted_reading(view) if unassisted else read_hand(view)
    _header(canvas, view, texts, names, reading)
    rules, plan = rules_for(view.options), _LARGE if look.large else _NORMAL
    blocks = staged_blocks(view, rules)
    for width in _STRIP_WIDTHS:
        strip = strip_area(blocks, width)
        laid = spread(reading.groups, strip.y - _HEADER, large=look.large)
        if laid.shape.rank >= _RANK:
            break
    if blocks:
        _strip(canvas, texts, laid_out(blocks, strip, ((width,),), framed=True))
    for card, area in laid.cards:
        canvas.card(card, area.x, area.y, laid.shape)
    for area, kind in laid.bars:
        canvas.bar(area, dashed=kind is MeldKind.RUN)
    at = next((area for card, area in reversed(laid.cards) if card == view.drawn), None)
    if at is not None and view.drawn is not None:
        canvas.framed(view.drawn, at.grown(FRAME), laid.shape)
        words = texts.t("taken") if view.drawn == view.taken else texts.t("drawn")
        half = (length(words, SMALLEST, True) + SMALLEST) // 2 + _EDGE // 2
        middle = min(max(at.x + at.width // 2, half), WIDTH - half)
        canvas.tab(middle, at.y - plan.tab_up, at.y - plan.tab_up + TAB, words, lit=True, side="middle")
    return Picture(canvas.png(), hand_alt(view, names, reading, texts))


def staged_blocks(view: MeldsView, rules: MeldRules) -> list[Block]:
    """Return the cards that this seat has laid in its turn: new melds, and only the added cards of other melds."""
    return [
        block_of(number, meld, rules, places)
        for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True))
        if places
    ]


def spread(groups: Sequence[Group], height: int, *, large: bool = False) -> MeldsHandSpread:
    """Spread a hand below the header, ``height`` pixels high, over as many rows as make its cards widest."""
    plan = _LARGE if large else _NORMAL
    count = sum(len(group.cards) for group in groups)
    ways = [shared_out(groups, rows, count) for rows in range(1, min(plan.rows, max(count, 1)) + 1)]
    width, rows = max(((_widest(rows, plan, height), rows) for rows in ways), key=lambda way: way[0])
    shape, spacing = plan.shape(width), plan.spacing(width)
    step = plan.above + shape.height + plan.below
    top = _HEADER + (height - step * len(rows)) // 2 + plan.above
    cards, bars = [], []
    for number, row in enumerate(rows):
        y = top + number * step
        start = (WIDTH - row_width(row, width, spacing)) // 2
        for group, edges in placed(row, start, width, spacing):
            cards += [(card, Area(x, y, width, shape.height)) for card, x in zip(group.cards, edges, strict=True)]
            if group.kind is not LOOSE:
                below = y + shape.height + FRAME + 4
                bars.append((Area(edges[0], below, edges[-1] + width - edges[0], _BAR), group.kind))
    return MeldsHandSpread(shape, tuple(cards), tuple(bars))


def _widest(rows: tuple[GroupRow, ...], plan: MeldsHandLayout, height: int) -> int:
    """Return how wide cards can be so that these rows fit."""
    for width in range(plan.widest, 30, -2):
        step = plan.above + plan.shape(width).height + plan.below
        if step * len(rows) <= height and all(
            row_width(row, width, plan.spacing(width)) <= WIDTH - 2 * _EDGE for row in rows
        ):
            break
    return width


def strip_area(blocks: Sequence[Block], card: int) -> Area:
    """Return the area at the bottom for the cards laid this turn, drawn ``card`` pixels wide."""
    room = WIDTH - 2 * _EDGE
    height = height_of(blocks, card, room) + _STRIP_UNDER if blocks else 0
    return Area(_EDGE, HEIGHT - height, room, height - _STRIP_UNDER)


def _strip(canvas: Canvas, texts: Texts, laid: Laid) -> None:
    """Draw the cards laid this turn in dashed frames, with a caption if there is room."""
    draw_blocks(canvas, laid, framed=True)
    last = laid.areas()[-1]
    words, style = texts.t("this turn"), TextStyle(34, Ink.LABEL, black=False)
    after = last.x + last.width + 28
    if after + length(words, style.size, style.black) <= WIDTH - _EDGE:
        canvas.text(after, last.y + last.height // 2, words, style)


def _header(canvas: Canvas, view: MeldsView, texts: Texts, names: Sequence[str], reading: HandReading) -> None:
    """Write whose turn it is, the value of the first melds, and the points in hand."""
    value = "" if reading.value is None else texts.t("hand {value}", value=reading.value)
    jokers = texts.n("{n} joker to lay", "{n} jokers to lay", view.owed) if view.owed else ""
    opening = "" if reading.can_go_out else opening_words(texts, view, reading.ready)
    words = " · ".join(part for part in (jokers, opening, value) if part)
    words = words[:1].upper() + words[1:]
    waits = view.turn is None or view.turn != view.seat
    room = 580 if waits else 700
    used = canvas.text(WIDTH - MARGIN, _MIDDLE, words, TextStyle(38, side="right"), room) if words else 0
    if waits:
        draw_waiting(canvas, view, names, texts, y=_MIDDLE, width=WIDTH - 2 * MARGIN - used - 30)
        return
    canvas.tag(
        MARGIN,
        _MIDDLE,
        texts.t("Your turn · you can go out") if reading.can_go_out else texts.t("Your turn"),
        TextStyle(38),
    )
