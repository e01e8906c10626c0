"""The picture of a hand: whole faces in rows, melds with a bar under them, the drawn card in a frame."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card, points_in
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.moves import Verb
from bot.rummy.views import GinView, View
from bot.text.catalogs import Texts
from render.alt import hand_alt
from render.drawing.canvas import HEIGHT, MARGIN, TAB, WIDTH, Area, Canvas, Picture, TextStyle, badge_size
from render.drawing.faces import CardFormat, upright, wide
from render.drawing.letters import length
from render.drawing.names import on_one_line
from render.drawing.palette import Ink
from render.drawing.rows import LOOSE, Group, Row, Spacing, groups_of, hand_groups, placed, row_width, shared_out
from render.look import DEFAULT, Look
from render.words import waiting_words

FRAME: Final = 6
"""How thick the frame of the drawn card is, in pixels."""

_MIDDLE: Final = 56  # of the header
_HEADER: Final = 88
_BAR: Final = 8
_BESIDE: Final = 12  # a badge in the header
_LEAST_MARGIN: Final = 8


@dataclass(frozen=True, slots=True)
class HandLayout:
    """How a hand is spread: rows, cards that a row holds, their format, room over and under a row, in pixels."""

    rows: int
    most: int
    shape: CardFormat
    spacing: Spacing
    above: int  # for the tab of the drawn card
    below: int  # for the bars
    tab_up: int  # how far the tab stands above its card


_NORMAL: Final = HandLayout(2, 7, upright(152), Spacing(6, 14, 34), above=44, below=26, tab_up=38)
_LARGE: Final = HandLayout(3, 5, wide(202, 162), Spacing(6, 12, 28), above=20, below=20, tab_up=22)


@dataclass(frozen=True, slots=True)
class HandSpread:
    """A hand as it is spread: where each card lies, in the order of the picture, and the bars under the melds."""

    cards: tuple[tuple[Card, Area], ...]
    bars: tuple[tuple[Area, MeldKind], ...]


def hand_picture(
    view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the hand of the seat whose view this is; names in the order of the seats.

    On an unassisted table it is drawn as it is sorted: no melds are found in it, and no deadwood counted.
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
    """Spread a hand over the rows of its picture, each in the middle."""
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


def _spacing(row: Row, plan: HandLayout) -> Spacing:
    """Give the usual gaps, or for a row that is too full such as are left."""
    room = WIDTH - 2 * _LEAST_MARGIN
    if row_width(row, plan.shape.width, plan.spacing) <= room:
        return plan.spacing
    tight = Spacing(0, 4, 0)
    return replace(tight, groups=(room - row_width(row, plan.shape.width, tight)) // max(len(row) - 1, 1))


def _worth(groups: Sequence[Group], texts: Texts) -> str:
    """Say what the loose cards count (G-3)."""
    loose = (card for group in groups if group.kind is LOOSE for card in group.cards)
    return texts.t("Deadwood {deadwood}", deadwood=points_in(loose))


def _header(canvas: Canvas, view: GinView, texts: Texts, names: Sequence[str], worth: str) -> None:
    """Say whose turn it is, and what the hand is worth."""
    used = canvas.text(WIDTH - MARGIN, _MIDDLE, worth, TextStyle(46, side="right"), 500) if worth else 0
    if view.turn is None or view.turn != view.seat:
        draw_waiting(canvas, view, names, texts, y=_MIDDLE, width=WIDTH - 2 * MARGIN - used - 40)
        return
    can_knock = any(move.verb is Verb.KNOCK for move in view.moves)
    canvas.tag(
        MARGIN, _MIDDLE, texts.t("Your turn · you can knock") if can_knock else texts.t("Your turn"), TextStyle(38)
    )


def draw_waiting(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, *, y: int, width: int) -> None:
    """Say what the owner of the hand waits for: whose turn it is on a plate, with the badge of that seat."""
    if view.turn is None:
        canvas.text(MARGIN, y, waiting_words(view, texts, names), TextStyle(38, Ink.MUTED), width)
        return
    style = TextStyle(34, Ink.MUTED, Ink.PANEL)
    across = badge_size(style)
    around = across + 3 * _BESIDE
    words = on_one_line(names, texts, lambda shown: waiting_words(view, texts, shown), style.size, width - around)
    plate = Area(MARGIN, y - across // 2 - 6, around + length(words, style.size, style.bold), across + 12)
    canvas.box(plate, Ink.PANEL)
    canvas.badge(MARGIN + _BESIDE + across // 2, y, view.turn, style)
    canvas.text(MARGIN + 2 * _BESIDE + across, y, words, style)
