"""The picture of a hand: whole faces in rows, melds with a bar under them, the drawn card in a frame."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card, points_in
from bot.rummy.melds import MeldKind
from bot.rummy.moves import Verb
from bot.rummy.views import GinView, Phase
from bot.text.catalogue import Texts
from render.alt import hand_alt
from render.canvas import HEIGHT, MARGIN, TAB, WIDTH, Area, Canvas, Picture, Style
from render.faces import Format, upright, wide
from render.look import DEFAULT, Look
from render.rows import LOOSE, Row, Spacing, hand_groups, placed, row_width, shared_out

FRAME: Final = 6
"""How thick the frame of the drawn card is, in pixels."""

_MIDDLE: Final = 56  # of the header
_HEADER: Final = 88
_BAR: Final = 8
_LEAST_MARGIN: Final = 8


@dataclass(frozen=True, slots=True)
class Plan:
    """How a hand is spread: rows, cards that a row holds, their format, room over and under a row, in pixels."""

    rows: int
    most: int
    shape: Format
    spacing: Spacing
    above: int  # for the tab of the drawn card
    below: int  # for the bars
    tab_up: int  # how far the tab stands above its card


_NORMAL: Final = Plan(2, 7, upright(152), Spacing(6, 14, 34), above=44, below=26, tab_up=38)
_LARGE: Final = Plan(3, 5, wide(202, 162), Spacing(6, 12, 28), above=20, below=20, tab_up=22)


@dataclass(frozen=True, slots=True)
class Spread:
    """A hand as it is spread: where each card lies, in the order of the picture, and the bars under the melds."""

    cards: tuple[tuple[Card, Area], ...]
    bars: tuple[tuple[Area, MeldKind], ...]


def hand_picture(view: GinView, texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the hand of the seat whose view this is."""
    canvas = Canvas(look, texts)
    _header(canvas, view, texts)
    plan = _LARGE if look.large else _NORMAL
    laid = spread(view.hand, large=look.large)
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
    return Picture(canvas.png(), hand_alt(view, texts))


def spread(hand: Sequence[Card], *, large: bool = False) -> Spread:
    """Spread a hand over the rows of its picture, each in the middle."""
    plan = _LARGE if large else _NORMAL
    step = plan.above + plan.shape.height + plan.below
    top = _HEADER + (HEIGHT - _HEADER - step * plan.rows) // 2 + plan.above
    cards, bars = [], []
    for number, row in enumerate(shared_out(hand_groups(hand), plan.rows, plan.most)):
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
    return Spread(tuple(cards), tuple(bars))


def _spacing(row: Row, plan: Plan) -> Spacing:
    """Give the usual gaps, or for a row that is too full such as are left."""
    room = WIDTH - 2 * _LEAST_MARGIN
    if row_width(row, plan.shape.width, plan.spacing) <= room:
        return plan.spacing
    tight = Spacing(0, 4, 0)
    return replace(tight, groups=(room - row_width(row, plan.shape.width, tight)) // max(len(row) - 1, 1))


def _header(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Say whose turn it is, and what the hand is worth."""
    loose = (card for group in hand_groups(view.hand) if group.kind is LOOSE for card in group.cards)
    worth = texts.t("Deadwood {deadwood}", deadwood=points_in(loose))
    used = canvas.text(WIDTH - MARGIN, _MIDDLE, worth, Style(46, side="right"), 500)
    if view.turn is None or view.turn != view.seat:
        room = WIDTH - 2 * MARGIN - used - 40
        canvas.text(MARGIN, _MIDDLE, _waiting(view, texts), Style(38), room)
        return
    can_knock = any(move.verb is Verb.KNOCK for move in view.moves)
    canvas.tag(MARGIN, _MIDDLE, texts.t("Your turn · you can knock") if can_knock else texts.t("Your turn"), Style(38))


def _waiting(view: GinView, texts: Texts) -> str:
    """Say what the owner of the hand waits for."""
    match view.phase:
        case Phase.OVER:
            return texts.t("The game is over")
        case Phase.DEAL:
            return texts.t("The deal is over")
        case _:
            return texts.t("The other player's turn")
