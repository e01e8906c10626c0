"""The picture of a hand: whole cards in rows, a bar below each meld, the drawn card in a frame."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card, points_in
from bot.rummy.gin.views import GinView
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.moves import Verb
from bot.text.catalogs import Texts
from render.drawing.canvas import HEIGHT, MARGIN, TAB, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import CardFormat, upright, wide
from render.drawing.rows import LOOSE, Group, GroupRow, Spacing, groups_of, placed, row_width, shared_out
from render.gin.alt import hand_alt
from render.gin.reading import hand_groups
from render.hands import FRAME, draw_waiting
from render.look import DEFAULT, Look

_MIDDLE: Final = 56  # of the header
_HEADER: Final = 88
_BAR: Final = 8

_LEAST_MARGIN: Final = 8


@dataclass(frozen=True, slots=True)
class HandLayout:
    """The layout of a hand: rows, most cards per row, their format, room above and below a row, in pixels."""

    rows: int
    most: int
    shape: CardFormat
    spacing: Spacing
    above: int  # for the tab of the drawn card
    below: int  # for the bars
    tab_up: int  # how far the tab is above its card


_NORMAL: Final = HandLayout(2, 7, upright(152), Spacing(6, 14, 34), above=44, below=26, tab_up=38)
_LARGE: Final = HandLayout(3, 5, wide(202, 162), Spacing(6, 12, 28), above=20, below=20, tab_up=22)


@dataclass(frozen=True, slots=True)
class HandSpread:
    """A hand spread out: the place of each card, in drawing order, and the bars below the melds."""

    cards: tuple[tuple[Card, Area], ...]
    bars: tuple[tuple[Area, MeldKind], ...]


def hand_picture(
    view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the hand of the view's seat; names in seat order.

    On an unassisted table the cards are just sorted: no melds are found and no deadwood counted.
    """
    canvas = Canvas(look, texts)
    groups = groups_of((), view.hand) if unassisted else hand_groups(view.hand)
    _header(canvas, view, texts, names, "" if unassisted else _worth(groups, texts))
    plan = _LARGE if look.large else _NORMAL
    laid = spread(groups, large=look.large)
    for card, area in laid.cards:
        canvas.card(card, area.x, area.y, plan.shape)
    for area, kind in laid.bars:
        canvas.bar(area, dashed=kind is MeldKind.RUN)
    for card, area in laid.cards:
        if card == view.drawn:
            canvas.framed(card, area.grown(FRAME), plan.shape)
            words = texts.t("taken") if card == view.taken else texts.t("drawn")
            top = area.y - plan.tab_up
            canvas.tab(area.x + area.width // 2, top, top + TAB, words, lit=True, side="middle")
    return Picture(canvas.png(), hand_alt(view, names, texts, unassisted=unassisted))


def spread(groups: Sequence[Group], *, large: bool = False) -> HandSpread:
    """Spread a hand over the rows of its picture, each row centered."""
    plan = _LARGE if large else _NORMAL
    step = plan.above + plan.shape.height + plan.below
    top = _HEADER + (HEIGHT - _HEADER - step * plan.rows) // 2 + plan.above
    cards, bars = [], []
    for number, row in enumerate(shared_out(groups, plan.rows, plan.most)):
        y = top + number * step
        spacing = _spacing(row, plan)
        start = (WIDTH - row_width(row, plan.shape.width, spacing)) // 2
        for group, edges in placed(row, start, plan.shape.width, spacing):
            cards += [
                (card, Area(x, y, plan.shape.width, plan.shape.height))
                for card, x in zip(group.cards, edges, strict=True)
            ]
            if group.kind is not LOOSE:
                below = y + plan.shape.height + FRAME + 4
                bars.append((Area(edges[0], below, edges[-1] + plan.shape.width - edges[0], _BAR), group.kind))
    return HandSpread(tuple(cards), tuple(bars))


def _spacing(row: GroupRow, plan: HandLayout) -> Spacing:
    """Return the usual gaps, or smaller ones for a row that is too full."""
    room = WIDTH - 2 * _LEAST_MARGIN
    if row_width(row, plan.shape.width, plan.spacing) <= room:
        return plan.spacing
    tight = Spacing(0, 4, 0)
    return replace(tight, groups=(room - row_width(row, plan.shape.width, tight)) // max(len(row) - 1, 1))


def _worth(groups: Sequence[Group], texts: Texts) -> str:
    """Return the deadwood of the loose cards (G-3)."""
    loose = (card for group in groups if group.kind is LOOSE for card in group.cards)
    return texts.t("Deadwood {deadwood}", deadwood=points_in(loose))


def _header(canvas: Canvas, view: GinView, texts: Texts, names: Sequence[str], worth: str) -> None:
    """Write whose turn it is, and the hand's deadwood."""
    used = canvas.text(WIDTH - MARGIN, _MIDDLE, worth, TextStyle(46, side="right"), 500) if worth else 0
    if view.turn is None or view.turn != view.seat:
        draw_waiting(canvas, view, names, texts, y=_MIDDLE, width=WIDTH - 2 * MARGIN - used - 40)
        return
    can_knock = any(move.verb is Verb.KNOCK for move in view.moves)
    canvas.tag(
        MARGIN, _MIDDLE, texts.t("Your turn · you can knock") if can_knock else texts.t("Your turn"), TextStyle(38)
    )
