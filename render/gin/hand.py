"""The picture of a hand: what to do, the piles, whole cards in rows, and the deadwood."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from bot.rummy.cards import Card, MeldKind, points_in
from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, upright, wide
from render.drawing.letters import LABEL, LEAST_HEADLINE, length
from render.drawing.lines import Chip, Part, Words, draw_line, fitting, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    BAR,
    BAR_BELOW,
    DRAWN_FRAME,
    TAG,
    TAG_PADDING,
    draw_bar,
    draw_cards,
    draw_fitted,
    draw_framed,
    draw_panel,
    draw_tag,
)
from render.drawing.png import HANDS
from render.drawing.rows import LOOSE, Group, GroupRow, groups_of, shared_out
from render.gin.alt import Deadwood, deadwood_after, deadwood_of, hand_alt, hand_groups, limit_words, told_hand
from render.hand_band import draw_band
from render.look import DEFAULT, Look
from render.order import Sorting
from render.values import Picture

LEFT, RIGHT = 32, 1068
PANEL: Final = 220
"""The least width of the deadwood panel, in pixels."""

_TOP: Final = 236
_BETWEEN, _WITHOUT_BARS = 80, 60  # from a row's cards to those of the next
_BOTTOM: Final = 37
_GAPS: Final = (12, 6)  # between the cards of a group
_LEAST_GUTTER, _MOST_GUTTER = 12, 94  # added between groups
_BEFORE_PANEL: Final = 16
_SIZES: Final = ((152, 6, 5), (130, 7, 6), (118, 8, 7))
"""Widths of cards, and how many of them fit the rows: the second one has the deadwood panel, too."""

_LARGE_ROWS, _LARGE_MOST, _LARGE_GAP = 3, 5, 14
_LARGE_HEIGHT, _LARGE_WIDEST = 156, 248
_LARGE_TOP, _LARGE_STEP = 234, 229
_LARGE_BOTTOM: Final = 30


@dataclass(frozen=True, slots=True)
class GinHandLayout:
    """A hand laid out: the place of each card, in drawing order, the bars below melds, and the deadwood panel."""

    shape: CardFormat
    cards: tuple[tuple[Card, int, int], ...]
    bars: tuple[tuple[Area, MeldKind], ...]
    panel: Area
    height: int  # of the whole picture


def laid_out(groups: Sequence[Group], *, large: bool = False) -> GinHandLayout:
    """Lay out a hand in two rows, or in three of large cards."""
    groups = _loose_by_points(groups)
    if large:
        rows = sorted(shared_out(groups, _LARGE_ROWS, _LARGE_MOST), key=lambda row: -_count(row))
        most = max(map(_count, rows))
        width = min((RIGHT - LEFT - (most - 1) * _LARGE_GAP) // most, _LARGE_WIDEST)
        columns = [LEFT + number * (width + _LARGE_GAP) for number in range(most + 1)]
        tops = [_LARGE_TOP + number * _LARGE_STEP for number in range(_LARGE_ROWS)]
        return _placed(rows, wide(width, _LARGE_HEIGHT), columns, tops)
    width, rows = _in_two_rows(groups)
    shape = upright(width)
    between = _BETWEEN if any(group.kind is not LOOSE for group in rows[0]) else _WITHOUT_BARS
    return _placed(rows, shape, _columns(rows, width), [_TOP, _TOP + shape.height + between])


def _loose_by_points(groups: Sequence[Group]) -> list[Group]:
    """Return the groups with the loose cards sorted, the highest first, where there are melds."""
    if len(groups) == 1:
        return list(groups)
    return [
        Group(LOOSE, tuple(sorted(group.cards, key=lambda card: (-points_in((card,)), -(card % 13), card))))
        if group.kind is LOOSE
        else group
        for group in groups
    ]


def _in_two_rows(groups: Sequence[Group]) -> tuple[int, list[GroupRow]]:
    """Return the largest width of cards for which a hand fits two rows, and the rows.

    Loose cards come last: those in the first row are only followed by loose ones, unless that took small cards.
    """
    for in_order, (width, *most) in ((True, _SIZES[0]), (True, _SIZES[1]), (False, _SIZES[0]), (True, _SIZES[2])):
        found = [rows for rows in _ways(groups, most[0]) if _fits(rows, most, in_order=in_order)]
        if found:
            return width, max(found, key=lambda rows: _count(rows[0]))
    width, *most = _SIZES[-1]
    return width, list(shared_out(groups, 2, most[0]))


def _ways(groups: Sequence[Group], most: int) -> Iterator[list[GroupRow]]:
    """Yield the ways to put melds in two rows, with the loose cards after those of the first as far as they fit."""
    melds = [group for group in groups if group.kind is not LOOSE]
    loose = tuple(card for group in groups if group.kind is LOOSE for card in group.cards)
    for places in product((0, 1), repeat=len(melds)):
        first, second = ([meld for meld, place in zip(melds, places, strict=True) if place == row] for row in (0, 1))
        room = most - _count(first)
        for above in {0, max(min(room, len(loose)), 0), max(min(room, len(loose)) - 1, 0)}:
            rows = [
                (*row, *([Group(LOOSE, part)] if part else []))
                for row, part in ((first, loose[:above]), (second, loose[above:]))
            ]
            yield rows


def _fits(rows: Sequence[GroupRow], most: Sequence[int], *, in_order: bool) -> bool:
    """Return whether rows are short enough, the first one longer, and all melds before the loose cards."""
    loose_above = any(group.kind is LOOSE for group in rows[0])
    meld_below = any(group.kind is not LOOSE for group in rows[1])
    short = all(_count(row) <= room for row, room in zip(rows, most, strict=True))
    return short and _count(rows[0]) >= _count(rows[1]) and not (in_order and loose_above and meld_below)


def _count(row: Sequence[Group]) -> int:
    return sum(len(group.cards) for group in row)


def _ends(row: Sequence[Group]) -> set[int]:
    """Return the columns before which a group of the row begins, except the first."""
    ends, at = set(), 0
    for group in row[:-1]:
        at += len(group.cards)
        ends.add(at)
    return ends


def _columns(rows: Sequence[GroupRow], width: int) -> list[int]:
    """Return the left edges of the columns that both rows share, with a gutter wherever a group begins in one."""
    counts = [_count(row) for row in rows]
    starts = _ends(rows[0]) | _ends(rows[1])
    room = (RIGHT - LEFT, RIGHT - LEFT - PANEL - _GAPS[-1])
    for gap in _GAPS:
        spare = [space - count * width - (count - 1) * gap for space, count in zip(room, counts, strict=True)]
        gutters = [sum(start < count for start in starts) for count in counts]
        gutter = min((left // many for left, many in zip(spare, gutters, strict=True) if many), default=0)
        if min(spare) >= 0 and (gutter >= _LEAST_GUTTER or not any(gutters)):
            break
    if not any(gutters):
        gap += max(min(spare[0] // max(counts[0] - 1, 1), spare[1] // max(counts[1] - 1, 1), 12), 0)
    gutter = max(min(gutter, _MOST_GUTTER), 0)
    columns = range(max(counts) + 1)
    return [LEFT + at * (width + gap) + gutter * sum(start <= at for start in starts) for at in columns]


def _placed(rows: Sequence[GroupRow], shape: CardFormat, columns: Sequence[int], tops: Sequence[int]) -> GinHandLayout:
    """Put cards in columns, bars below their melds, and the deadwood panel to the right of the last row."""
    cards: list[tuple[Card, int, int]] = []
    bars = []
    for row, y in zip(rows, tops, strict=True):
        at = 0
        for group in row:
            edges = columns[at : at + len(group.cards)]
            cards += [(card, x, y) for card, x in zip(group.cards, edges, strict=True)]
            if group.kind is not LOOSE:
                under = y + shape.height + BAR_BELOW
                bars.append((Area(edges[0], under, edges[-1] + shape.width - edges[0], BAR), group.kind))
            at += len(group.cards)
    panel = _panel([_count(row) for row in rows], shape, columns, tops)
    bottom = _LARGE_BOTTOM if len(tops) == _LARGE_ROWS else _BOTTOM
    return GinHandLayout(shape, tuple(cards), tuple(bars), panel, tops[-1] + shape.height + BAR_BELOW + BAR + bottom)


def _panel(counts: Sequence[int], shape: CardFormat, columns: Sequence[int], tops: Sequence[int]) -> Area:
    """Return the place of the deadwood panel: next to the last row, and to those above it that leave room, too."""
    last = counts[-1]
    after = columns[last - 1] + shape.width if last else LEFT
    x = columns[last] if columns[last] <= RIGHT - PANEL else min(after + _BEFORE_PANEL, RIGHT - PANEL)
    top = tops[-1]
    for count, y in zip(counts[-2::-1], tops[-2::-1], strict=True):
        if columns[count] > RIGHT - PANEL or not count:
            break
        x, top = max(x, columns[count]), y
    return Area(x, top, RIGHT - x, tops[-1] + shape.height - top)


_VALUE: Final = 100
_LOW_VALUE: Final = 66
_INSIDE: Final = 6
_LONGEST: Final = 600
"""The length of the longest sentence that fits above the cards, a little narrower than usual, in pixels."""
_MOST_FOOT: Final = 125
"""How long the line below the deadwood may be before a shorter one is chosen, in percent of its room."""
_LOW: Final = 190
"""Panels lower than this have a smaller value, in pixels."""


def hand_picture(
    view: GinView,
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    sorting: Sorting = Sorting.MELDS,  # noqa: ARG001
    *,
    unassisted: bool = False,
    advised: Move | None = None,
) -> Picture:
    """Draw the hand of the view's seat; names in seat order.

    The deadwood is that after the ``advised`` discard or knock. On an unassisted table the cards are just sorted: no
    melds are found and no deadwood counted.
    """
    deadwood = deadwood_of(view)
    layout = laid_out(groups_of((), view.hand) if unassisted else hand_groups(view.hand), large=look.large)
    canvas = Canvas(look, texts, layout.height)
    draw_band(
        canvas, view, names, texts, verb=verb_parts(view, deadwood, texts, unassisted=unassisted, advised=advised)
    )
    _cards(canvas, view, texts, layout)
    if unassisted:
        _limit(canvas, view, texts, layout.panel)
    else:
        _deadwood(canvas, view, texts, deadwood_after(view, advised) or deadwood, layout.panel)
    return Picture(canvas.png(HANDS), hand_alt(view, names, texts, unassisted=unassisted, advised=advised))


def hand_words(
    view: GinView,
    names: Sequence[str],  # noqa: ARG001 - same signature for every family
    texts: Texts,
    sorting: Sorting = Sorting.MELDS,
    *,
    unassisted: bool = False,
    fully: bool = False,
) -> str:
    """Tell the hand of the view's seat in place of its picture, ``fully`` or in few words."""
    return told_hand(view, texts, sorting, unassisted=unassisted, fully=fully)


def can_knock(view: GinView) -> bool:
    """Return whether the seat may knock now."""
    return any(move.verb is Verb.KNOCK for move in view.moves)


def verb_parts(
    view: GinView, deadwood: Deadwood, texts: Texts, *, unassisted: bool, advised: Move | None = None
) -> tuple[Part, ...]:
    """Return what the seat has to do in its turn; on an unassisted table without counting its deadwood."""
    if view.phase is Phase.DISCARD:
        return _discard_parts(view, deadwood, texts, unassisted=unassisted, advised=advised)
    if not view.discards or view.phase is Phase.STOCK:
        return parted(texts.t("Draw from the stock"))
    top = Chip(view.discards[-1])
    if view.phase is Phase.UPCARD:
        return parted(texts.t("Take {card}, or pass", card=slot(0)), top)
    return parted(texts.t("Draw, or take {card}", card=slot(0)), top)


def _discard_parts(
    view: GinView, deadwood: Deadwood, texts: Texts, *, unassisted: bool, advised: Move | None
) -> tuple[Part, ...]:
    """Return that the seat has to discard, and whether it can knock; what is advised comes first."""
    if not can_knock(view):
        return parted(texts.t("Discard a card"))
    short = texts.t("Discard, or knock")
    if unassisted:
        return parted(short)
    if deadwood.points == 0:
        return parted(texts.t("Discard, or go gin"))
    if advised is not None and advised.verb is Verb.KNOCK:
        full = texts.t("Knock with {deadwood}, or discard", deadwood=deadwood.points)
    else:
        full = texts.t("Discard, or knock with {deadwood}", deadwood=deadwood.points)
    return parted(full if length(full, LEAST_HEADLINE, True) <= _LONGEST else short)


def _cards(canvas: Canvas, view: GinView, texts: Texts, layout: GinHandLayout) -> None:
    """Draw the cards and the bars below melds; the drawn card in a frame with a tag."""
    draw_cards(canvas, layout.cards, layout.shape)
    for card, x, y in layout.cards:
        if card == view.drawn and view.seat is not None:
            color = SEATS[view.seat]
            words = texts.t("taken") if card == view.taken else texts.t("drawn")
            half = length(words, LABEL, True) // 2 + TAG_PADDING
            middle = min(max(x + layout.shape.width // 2, LEFT - DRAWN_FRAME + half), RIGHT + DRAWN_FRAME - half)
            draw_framed(canvas, card, x, y, layout.shape, color=color, shadow=False)
            draw_tag(canvas, middle, y - TAG, words, color)
    for area, kind in layout.bars:
        draw_bar(canvas, area.x, area.y, area.width, kind)


def _deadwood(canvas: Canvas, view: GinView, texts: Texts, deadwood: Deadwood, panel: Area) -> None:
    """Write the deadwood, and what it depends on: gold if the seat can knock."""
    knocks = can_knock(view)
    draw_panel(canvas, panel, fill=Ink.GOLD if knocks else Ink.PANEL, shadow=knocks)
    foot = _deadwood_foot(canvas, view, texts, deadwood, panel.width - 2 * _INSIDE)
    _value(canvas, panel, texts.t("Deadwood"), str(deadwood.points), foot, ground=Ink.GOLD if knocks else Ink.PANEL)


def _deadwood_foot(canvas: Canvas, view: GinView, texts: Texts, deadwood: Deadwood, width: int) -> Sequence[Part]:
    """Return the discard that the deadwood depends on, or the highest deadwood for a knock."""
    if deadwood.after is None:
        return parted(_limit_for(view, texts, width))
    chip = Chip(deadwood.after)
    forms = (parted(texts.t("after {card}", card=slot(0)), chip), (Words("− "), chip))
    return fitting(canvas, forms, TextStyle(LABEL, black=False), _MOST_FOOT * width // 100)


def _value(canvas: Canvas, panel: Area, label: str, value: str, foot: Sequence[Part], *, ground: Ink) -> None:
    """Write a large value between its label and what it depends on."""
    ink, soft = (Ink.TEXT, Ink.LABEL) if ground is Ink.PANEL else (Ink.ON_COLOR, Ink.SOFT)
    middle, room = panel.x + panel.width // 2, panel.width - 2 * _INSIDE
    style = TextStyle(LABEL, soft, ground, black=False, side="middle")
    size = _VALUE if panel.height >= _LOW else _LOW_VALUE
    draw_fitted(canvas, middle, panel.y + round(panel.height * 0.185), label, style, width=room)
    y = panel.y + round(panel.height * (0.6 if not foot else 0.505 if panel.height >= _LOW else 0.475))
    canvas.text(middle, y, value, TextStyle(size, ink, ground, side="middle"))
    draw_line(canvas, middle, panel.y + round(panel.height * 0.825), foot, style, width=room)


def _limit_for(view: GinView, texts: Texts, width: int) -> str:
    """Return the highest deadwood for a knock in as many words as fit a width."""
    if view.knock_limit == 0:
        return limit_words(texts, view)
    limit = view.knock_limit
    ways = (
        limit_words(texts, view),
        texts.t("knock: {limit} or less", limit=limit),
        texts.t("to knock: {limit}", limit=limit),
        texts.t("limit {limit}", limit=limit),
    )
    return next((words for words in ways if length(words, LABEL, False) <= width), ways[-1])


def _limit(canvas: Canvas, view: GinView, texts: Texts, panel: Area) -> None:
    """Write the limit for a knock where other tables show the deadwood."""
    draw_panel(canvas, panel)
    foot = parted(limit_words(texts, view)) if view.knock_limit == 0 else ()
    _value(canvas, panel, texts.t("To knock"), str(view.knock_limit), foot, ground=Ink.PANEL)
