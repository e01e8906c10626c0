"""The picture of a hand: whole cards in rows, and next to them the piles and the deadwood."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card, MeldKind
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.text.catalogs import Texts
from render.alt import alt_names
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright, wide
from render.drawing.letters import LABEL, cut, first_fitting, length
from render.drawing.lines import Chip, Part, Words, draw_line, fitting, line_length, parted, seat_name, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    BAR,
    BAR_BELOW,
    DISCARD_INNER,
    draw_bar,
    draw_card,
    draw_cards,
    draw_drawn,
    draw_empty,
    draw_fitted,
    draw_framed,
    draw_panel,
    draw_print,
    draw_stock,
    draw_tag,
)
from render.drawing.png import HANDS
from render.drawing.rows import LOOSE, GroupRow, Spacing, placed
from render.gin.alt import Deadwood, deadwood_after, deadwood_of, hand_alt, table_alt, told_hand, told_news, told_table
from render.gin.reading import gin_rows
from render.gin.table import discarder, limit_forms, limit_lines, table_picture
from render.look import DEFAULT, MOST_TOLD, WHOLE, Look, Sorting, sorting_from
from render.values import Picture

LEFT, RIGHT = 32, 1068

_USUAL: Final = upright(139)
_SPACINGS: Final = {
    (4, False): Spacing(16, 16, 0),
    (4, True): Spacing(10, 10, 28),
    (5, False): Spacing(10, 10, 0),
    (5, True): Spacing(8, 8, 26),
}
"""Gaps by the most cards in a row, and whether a row has two groups."""
_LARGE: Final = {4: wide(250, 212), 5: wide(198, 212)}
_LARGE_SPACINGS: Final = {
    (4, False): Spacing(12, 12, 0),
    (4, True): Spacing(6, 6, 24),
    (5, False): Spacing(11, 11, 0),
    (5, True): Spacing(7, 7, 25),
}
_ROWS: Final = 3
_FEWEST: Final = 4
"""A row with fewer cards leaves the column where it is, so that it doesn't move from turn to turn."""
_COLUMNS: Final = {4: 670, 5: 801}
"""The left edge of the column by the most cards in a row."""
_STARTS, _LOW_STARTS = (25, 223), (22, 222)
"""The top of the first row and the distance of rows; the second one if there's a bar below the last row."""
_HEIGHT: Final = 699
_LARGE_STARTS, _LARGE_HEIGHT = (127, 243), 860
_STRIP: Final = Area(LEFT, 26, RIGHT - LEFT, 84)
_PILES, _BETWEEN = 374, 19


@dataclass(frozen=True, slots=True)
class GinHandLayout:
    """A hand laid out: the place of each card, in drawing order, the bars below melds, the piles and the deadwood.

    Large cards have a strip above them instead, which both share.
    """

    shape: CardFormat
    cards: tuple[tuple[Card, int, int], ...]
    bars: tuple[tuple[Area, MeldKind], ...]
    piles: Area
    panel: Area
    height: int  # of the whole picture


def laid_out(rows: Sequence[GroupRow], *, large: bool = False) -> GinHandLayout:
    """Lay out a hand in the rows of `gin_rows`."""
    most = max([_FEWEST, *(sum(len(group.cards) for group in row) for row in rows)])
    split = any(len(row) > 1 for row in rows)
    if large:
        shape, spacing = _LARGE[most], _LARGE_SPACINGS[most, split]
        return _placed(rows, shape, spacing, _LARGE_STARTS, (_STRIP, _STRIP, _LARGE_HEIGHT))
    low = len(rows) == _ROWS and any(group.kind is not LOOSE for group in rows[-1])
    top, step = _LOW_STARTS if low else _STARTS
    bottom, x = top + (_ROWS - 1) * step + _USUAL.height, _COLUMNS[most]
    piles = Area(x, top, RIGHT - x, _PILES)
    panel_top = piles.y + piles.height + _BETWEEN
    panel = Area(x, panel_top, RIGHT - x, bottom - panel_top)
    return _placed(rows, _USUAL, _SPACINGS[most, split], (top, step), (piles, panel, _HEIGHT))


def _placed(
    rows: Sequence[GroupRow],
    shape: CardFormat,
    spacing: Spacing,
    starts: tuple[int, int],
    others: tuple[Area, Area, int],
) -> GinHandLayout:
    """Put cards in rows, and bars below their melds. ``others`` are piles, panel and height."""
    cards: list[tuple[Card, int, int]] = []
    bars = []
    for number, row in enumerate(rows):
        y = starts[0] + number * starts[1]
        for group, edges in placed(row, LEFT, shape.width, spacing):
            cards += [(card, x, y) for card, x in zip(group.cards, edges, strict=True)]
            if group.kind is not LOOSE:
                under = y + shape.height + BAR_BELOW
                bars.append((Area(edges[0], under, edges[-1] + shape.width - edges[0], BAR), group.kind))
    return GinHandLayout(shape, tuple(cards), tuple(bars), *others)


def hand_picture(
    view: GinView,
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    advised: Move | None = None,
) -> Picture:
    """Draw the hand of the view's seat; names in seat order.

    The deadwood is that after the knock of the button or the ``advised`` discard. On an unassisted table the cards are
    just sorted: no melds are found and no deadwood counted. A seat that waits sees the table instead (G3-8).
    """
    if view.hand_of is None:
        return table_picture(view, names, texts, look, unassisted=unassisted)
    sorting = sorting_from(sorting.value, unassisted=unassisted)
    layout = laid_out(gin_rows(view, sorting), large=look.large)
    canvas = Canvas(look, texts, layout.height)
    counted = None if unassisted else deadwood_after(view, advised) or deadwood_of(view)
    if look.large:
        _strip(canvas, view, names, texts, counted)
    else:
        _piles(canvas, view, names, texts, layout.piles)
        _panel(canvas, view, texts, counted, layout.panel)
    _cards(canvas, view, layout)
    return Picture(canvas.png(HANDS), hand_alt(view, names, texts, sorting, unassisted=unassisted, advised=advised))


def hand_words(
    view: GinView,
    names: Sequence[str],
    texts: Texts,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    most: int = MOST_TOLD,
) -> str:
    """Tell the hand of the view's seat in place of its picture, in ``most`` words."""
    if view.hand_of is None:
        return table_alt(view, names, texts, unassisted=unassisted) if most == WHOLE else told_table(view, names, texts)
    words = told_hand(view, texts, sorting, unassisted=unassisted, most=most)
    if view.hand_of == view.seat:
        return words
    players = alt_names(texts, names)
    whose = texts.t("Hand of {name}:", name=players[view.hand_of])
    return "\n".join((told_news(view, players, texts), whose, words))


def can_knock(view: GinView) -> bool:
    """Return whether the seat may knock now."""
    return any(move.verb is Verb.KNOCK for move in view.moves)


def _cards(canvas: Canvas, view: GinView, layout: GinHandLayout) -> None:
    """Draw the cards and the bars below melds; the drawn card in a frame with a disc."""
    draw_cards(canvas, layout.cards, layout.shape)
    for area, kind in layout.bars:
        draw_bar(canvas, area.x, area.y, area.width, kind)
    for card, x, y in layout.cards:
        if card == view.drawn and view.seat is not None:
            draw_drawn(canvas, card, x, y, layout.shape, color=SEATS[view.seat])


_CARD: Final = upright(128)
_STOCK_AT, _DISCARD_AT = 103, 292
"""The middles of both piles, counted from the left edge of their field."""
_TAG_AT, _HEADING_AT, _CARDS_AT, _FOOT_AT = 30, 56, 101, 334
"""The heights of their parts, counted from its top."""
_TAG_WIDTH: Final = 184
_COUNT: Final = 64
_NARROW: Final = 300
"""A field narrower than this shows the stock in words."""
_LABEL: Final = TextStyle(LABEL, Ink.LABEL, black=False, side="middle")


def _piles(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, area: Area) -> None:
    """Draw both piles side by side; in a narrow field only the discard pile, and the stock in words."""
    draw_print(canvas, area)
    y = area.y
    if area.width < _NARROW:
        middle = area.x + area.width // 2
        _discard(canvas, view, names, texts, (middle, y))
        draw_line(canvas, middle, y + _FOOT_AT, _stock_parts(view, texts, Ink.TEXT), _LABEL, width=area.width - 40)
        return
    middle = area.x + _STOCK_AT
    draw_fitted(canvas, middle, y + _HEADING_AT, texts.p("pile", "Stock"), _LABEL, width=156)
    place = Area(middle - _CARD.width // 2 - 4, y + _CARDS_AT, _CARD.width, _CARD.height)
    if view.stock:
        draw_stock(canvas, place.x, place.y, _CARD, view.stock)
        canvas.text(middle, y + _FOOT_AT, str(view.stock), TextStyle(_COUNT, side="middle"))
    else:
        draw_empty(canvas, place, texts.p("pile", "empty"), _CARD.corner)
    middle = area.x + _DISCARD_AT
    if _discard(canvas, view, names, texts, (middle, y)):
        draw_fitted(
            canvas,
            middle,
            y + _FOOT_AT,
            texts.p("below the name of who discarded it", "discard"),
            _LABEL,
            width=_TAG_WIDTH,
        )


def _discard(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, place: tuple[int, int]) -> bool:
    """Draw the top discard in a frame of its discarder's color, with their name on a tag. Return if it's a discard.

    ``place`` is its middle, and the top of its field.
    """
    middle, top = place
    x, y, seat = middle - _CARD.width // 2, top + _CARDS_AT, discarder(view)
    if seat is not None:
        draw_framed(canvas, view.discards[-1], x, y, _CARD, color=SEATS[seat], inner=DISCARD_INNER)
        name = seat_name(names, seat, texts).words
        draw_tag(canvas, middle, top + _TAG_AT, name, SEATS[seat], width=_TAG_WIDTH)
        return True
    if view.discards:
        draw_card(canvas, view.discards[-1], x, y, _CARD)
    else:
        draw_empty(canvas, Area(x, y, _CARD.width, _CARD.height), texts.p("pile", "empty"), _CARD.corner)
    words = texts.p("pile", "Upcard") if view.discards else texts.p("pile", "Discard")
    draw_fitted(canvas, middle, top + _HEADING_AT, words, _LABEL, width=_TAG_WIDTH)
    return False


def _stock_parts(view: GinView, texts: Texts, ink: Ink) -> tuple[Part, ...]:
    return parted(texts.t("Stock {count}", count=slot(0)), Words(str(view.stock), ink, black=True))


_VALUE: Final = 112
_SMALL: Final = 46
_INSIDE: Final = 14
_VALUE_AT: Final = 122
_MOST_FOOT: Final = 105
"""How long the line below the deadwood may be before a shorter one is chosen, in percent of its room."""


def _panel(canvas: Canvas, view: GinView, texts: Texts, counted: Deadwood | None, panel: Area) -> None:
    """Write the deadwood and what it depends on, on gold if the seat can knock; or uncounted, the limit for a knock."""
    gold = counted is not None and can_knock(view)
    ground = Ink.GOLD if gold else Ink.PANEL
    draw_panel(canvas, panel, fill=ground, shadow=gold)
    if counted is None:
        label, words = limit_lines(view, texts)
        limit = str(view.knock_limit)
        foot = parted(words.removeprefix(limit).strip())
        labels = (*([label] if label else []), texts.p("heading above a number", "To knock"))
        _value(canvas, panel, labels, limit, foot, ground=ground)
        return
    after = _deadwood_foot(canvas, view, texts, counted, panel.width - 2 * _INSIDE)
    labels = (
        texts.p("heading above a number", "Deadwood"),
        texts.p("heading above a number, short for “Deadwood”", "Points"),
    )
    _value(canvas, panel, labels, str(counted.points), after, ground=ground)


def _deadwood_foot(canvas: Canvas, view: GinView, texts: Texts, deadwood: Deadwood, width: int) -> Sequence[Part]:
    """Return the discard that the deadwood depends on, or the highest deadwood for a knock."""
    if deadwood.after is None:
        return parted(_limit_for(view, texts, width))
    chip = Chip(deadwood.after)
    forms = (parted(texts.t("after {card}", card=slot(0)), chip), (Words("− "), chip))
    return fitting(canvas, forms, TextStyle(LABEL, black=False), _MOST_FOOT * width // 100)


def _value(
    canvas: Canvas, panel: Area, labels: Sequence[str], value: str, foot: Sequence[Part], *, ground: Ink
) -> None:
    """Write a large value between the first of its labels that fits and what it depends on."""
    ink, soft = (Ink.TEXT, Ink.LABEL) if ground is Ink.PANEL else (Ink.ON_COLOR, Ink.SOFT)
    middle, room = panel.x + panel.width // 2, panel.width - 2 * _INSIDE
    style = TextStyle(_SMALL, soft, ground, black=False, side="middle")
    draw_fitted(canvas, middle, panel.y + 45, first_fitting(labels, LABEL, room), style, width=room)
    canvas.text(middle, panel.y + _VALUE_AT, value, TextStyle(_VALUE, ink, ground, side="middle"))
    draw_line(canvas, middle, panel.y + panel.height - 45, foot, style, width=room)


def _limit_for(view: GinView, texts: Texts, width: int) -> str:
    """Return the highest deadwood for a knock in as many words as fit a width."""
    ways = limit_forms(view, texts)
    return next((words for words in ways if length(words, LABEL, False) <= width), ways[-1])


_STRIP_SIZE: Final = 50
_STRIP_INSIDE, _STRIP_GAP = 26, 30
_MOST_NAME: Final = 180
"""How long the discarder's name in the strip may be, in pixels and letters of labels."""


def _strip(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, counted: Deadwood | None) -> None:
    """Write deadwood, stock and top discard in one line above large cards."""
    gold = counted is not None and can_knock(view)
    ground, ink, soft = (Ink.GOLD, Ink.ON_COLOR, Ink.SOFT) if gold else (Ink.PANEL, Ink.TEXT, Ink.LABEL)
    draw_panel(canvas, _STRIP, fill=ground, shadow=gold)
    stock, top = _stock_parts(view, texts, ink), _top_parts(view, names, texts, gold=gold)
    forms = _strip_forms(view, texts, counted, ink)
    styles = [TextStyle(size, soft, ground, black=False) for size in range(_STRIP_SIZE, LABEL - 1, -2)]
    room = _STRIP.width - 2 * _STRIP_INSIDE - 2 * _STRIP_GAP
    first, style = next(
        (
            (form, style)
            for form in forms
            for style in styles
            if line_length(canvas, (*form, *stock, *top), style) <= room
        ),
        (forms[-1], styles[-1]),
    )
    y, left, right = _STRIP.y + _STRIP.height // 2, _STRIP.x + _STRIP_INSIDE, _STRIP.x + _STRIP.width - _STRIP_INSIDE
    right -= draw_line(canvas, right, y, top, replace(style, side="right"), width=room // 2)
    room = right - left - 2 * _STRIP_GAP - line_length(canvas, stock, style)
    left += draw_line(canvas, left, y, first, style, width=room)
    draw_line(canvas, (left + right) // 2, y, stock, replace(style, side="middle"), width=right - left)


def _strip_forms(view: GinView, texts: Texts, counted: Deadwood | None, ink: Ink) -> list[tuple[Part, ...]]:
    """Return the deadwood and what it depends on, or uncounted the limit for a knock, in shorter and shorter lines."""
    limits = limit_forms(view, texts)
    if counted is None:
        return [parted(words) for words in limits]
    points = Words(str(counted.points), ink, black=True)
    short = parted(texts.t("Deadwood {points}", points=slot(0)), points)
    if counted.after is None:
        return [*((*short, Words(f" · {words}")) for words in limits), short]
    full = texts.t("Deadwood {points} after {card}", points=slot(0), card=slot(1))
    return [parted(full, points, Chip(counted.after)), short]


def _top_parts(view: GinView, names: Sequence[str], texts: Texts, *, gold: bool) -> tuple[Part, ...]:
    """Return the top discard as a chip after its discarder's name."""
    if not view.discards:
        return parted(texts.p("pile", "No discards"))
    chip, seat = Chip(view.discards[-1]), discarder(view)
    if seat is None:
        return parted(texts.p("pile", "Upcard {card}", card=slot(0)), chip)
    name = seat_name(names, seat, texts)
    name = replace(name, words=cut(name.words, LABEL, True, _MOST_NAME))
    return (replace(name, ink=None) if gold else name, Words(" "), chip)
