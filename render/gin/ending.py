"""The picture of a knock: both hands, lay-offs on the knocker's melds, deadwood before and after, the points."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.gin.views import GinView
from bot.rummy.meld_kinds import MeldKind
from bot.rummy.results import Showdown
from bot.text.catalogs import Texts
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import CardFormat, upright
from render.drawing.letters import SMALLEST
from render.drawing.palette import Ink
from render.drawing.rows import LOOSE, Group, GroupRow, Spacing, groups_of, placed, row_width
from render.gin.alt import knock_alt
from render.gin.words import sum_words
from render.look import DEFAULT, Look
from render.words import outcome_title

WIDTHS: Final = (92, 88, 84, 80, 76, 72, 69, 66)
"""Possible widths of cards, in pixels; the first one with which both hands fit is used."""

_HEADER: Final = 46
_TOP: Final = 116  # of the upper panel; tabs are above it
_BOTTOM: Final = 628  # of the lower panel
BETWEEN: Final = 50
"""The distance between two panels, in pixels, with room for a tab."""
_SUM: Final = 664
HEAD: Final = 60
"""The height of the line with name and deadwood, in pixels."""
_BELOW: Final = 21  # a row's bars, and room to the next row
_BAR: Final = 6
_PADDING: Final = 22
_SPACING: Final = Spacing(6, 8, 26)
_FRAME: Final = 4


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One hand after a knock. Cards that the defender laid off are in the groups of the knocker's hand."""

    seat: int
    groups: tuple[Group, ...]
    laid_off: frozenset[Card]  # cards of the other hand in this one
    moved: int  # how many cards of this hand were laid off on the other one
    deadwood: str


def knock_picture(view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw both hands after a knock. ValueError if nobody has knocked."""
    if view.showdown is None:
        raise ValueError("nobody has knocked in this deal")
    result = view.deals[-1]
    canvas = Canvas(look, texts)
    canvas.text(MARGIN, _HEADER, outcome_title(texts, result.outcome), TextStyle(44), 640)
    deal = texts.t("Deal {number}", number=view.deal)
    canvas.text(WIDTH - MARGIN, _HEADER, deal, TextStyle(34, Ink.LABEL, side="right"), 360)
    hands = open_hands(view.showdown, texts)
    shape, rows, heights = laid_out([hand.groups for hand in hands], _BOTTOM - _TOP - BETWEEN)
    y = _TOP
    for hand, hand_rows, height in zip(hands, rows, heights, strict=True):
        knocked = (texts.t("Knocked"),) if hand.seat == view.showdown.knocker else ()
        points = f"+{result.points[hand.seat]}" if hand.seat == result.winner else None
        canvas.panel(Area(MARGIN, y, WIDTH - 2 * MARGIN, height), knocked, lit=points)
        _head(canvas, texts, y + 33, names[hand.seat], hand)
        draw_rows(canvas, hand_rows, shape, (y, height), framed=hand.laid_off)
        y += height + BETWEEN
    canvas.text(
        WIDTH // 2, _SUM, sum_words(texts, result, view.showdown), TextStyle(46, side="middle"), WIDTH - 2 * MARGIN
    )
    return Picture(canvas.png(), knock_alt(view, names, texts))


def open_hands(showdown: Showdown, texts: Texts) -> tuple[OpenHand, OpenHand]:
    """Return both hands, the knocker's first and with the cards laid off on its melds."""
    laid, defense = showdown.arrangement, showdown.defense
    off = frozenset(lay_off.card for lay_off in defense.lay_offs)
    melds = tuple(
        tuple(sorted((*meld, *(lay_off.card for lay_off in defense.lay_offs if lay_off.meld == number))))
        for number, meld in enumerate(laid.melds)
    )
    own, after = laid.deadwood, defense.arrangement.deadwood
    change = f"{defense.before} → {after}" if off else str(after)
    knocker_groups = groups_of(melds, laid.loose)
    defender_groups = groups_of(defense.arrangement.melds, defense.arrangement.loose)
    return (
        OpenHand(showdown.knocker, knocker_groups, off, 0, texts.t("Deadwood {deadwood}", deadwood=own)),
        OpenHand(
            1 - showdown.knocker,
            defender_groups,
            frozenset(),
            len(off),
            texts.t("Deadwood {deadwood}", deadwood=change),
        ),
    )


def _head(canvas: Canvas, texts: Texts, y: int, name: str, hand: OpenHand) -> None:
    """Write a hand's player, how many of its cards were laid off, and its deadwood."""
    left, right = MARGIN + _PADDING, WIDTH - MARGIN - _PADDING
    right -= canvas.text(right, y, hand.deadwood, TextStyle(36, ground=Ink.PANEL, side="right")) + 24
    if hand.moved:
        words = texts.n("{n} laid off", "{n} laid off", hand.moved)
        right -= canvas.tag(right, y, words, TextStyle(SMALLEST, ground=Ink.PANEL, side="right")) + 24
    canvas.name(left, y, hand.seat, name, TextStyle(36, ground=Ink.PANEL), width=right - left)


def draw_rows(
    canvas: Canvas,
    rows: Sequence[GroupRow],
    shape: CardFormat,
    panel: tuple[int, int],
    *,
    framed: Container[Card] = (),
    dashed: Container[Card] = (),
) -> None:
    """Draw the rows of a hand in a panel, given by its top and height; some cards in solid or dashed frames."""
    top, height = panel
    first = top + HEAD + (height - _needed(rows, shape)) // 2
    for number, row in enumerate(rows):
        y = first + number * (shape.height + _BELOW)
        for group, edges in placed(row, MARGIN + _PADDING, shape.width, _SPACING):
            for card, x in zip(group.cards, edges, strict=True):
                area = Area(x, y, shape.width, shape.height).grown(_FRAME)
                if card in framed:
                    canvas.framed(card, area, shape, Ink.PANEL)
                else:
                    canvas.card(card, x, y, shape, Ink.PANEL)
                if card in dashed:
                    canvas.dashes(area, _FRAME)
            if group.kind is not LOOSE:
                width = edges[-1] + shape.width - edges[0]
                canvas.bar(Area(edges[0], y + shape.height + 7, width, _BAR), dashed=group.kind is MeldKind.RUN)


def laid_out(hands: Sequence[Sequence[Group]], room: int) -> tuple[CardFormat, list[list[GroupRow]], list[int]]:
    """Return the largest card format with which both hands fit a height, their rows, and their panels' heights."""
    for width in WIDTHS:
        shape = upright(width)
        rows = [_flow(groups, width) for groups in hands]
        need = [_needed(hand, shape) for hand in rows]
        spare = room - sum(need)
        if spare >= 0:
            break
    return shape, rows, [height + spare // 2 for height in need]


def _needed(rows: Sequence[GroupRow], shape: CardFormat) -> int:
    """Return the height that a hand needs."""
    return HEAD + len(rows) * (shape.height + _BELOW)


def _flow(groups: Sequence[Group], width: int) -> list[GroupRow]:
    """Break groups into as many rows as they need."""
    rows: list[GroupRow] = [()]
    for group in groups:
        longer = (*rows[-1], group)
        if rows[-1] and row_width(longer, width, _SPACING) > WIDTH - 2 * (MARGIN + _PADDING):
            rows.append((group,))
        else:
            rows[-1] = longer
    return rows
