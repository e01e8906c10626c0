"""Hands laid open in games with melds on the table: at the end of a deal, and at a moment of a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.rummy.results import Outcome
from bot.text.catalogs import Texts
from bot.text.deals import progress_words
from bot.text.lists import gain, signed
from render.alt import outcome_title
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import CardFormat, narrow, upright
from render.drawing.letters import LABEL, NAME, length, shown_name
from render.drawing.lines import Chip, Sign, Words, draw_line, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    PANEL_RADIUS,
    PLATE_RADIUS,
    ROW_RADIUS,
    draw_cards,
    draw_dashes,
    draw_fitted,
    draw_name,
    draw_panel,
)
from render.drawing.shapes import Symbol
from render.look import DEFAULT, Look
from render.melds.alt import count_words, ending_alt
from render.values import FaceUpHand, Picture

LEFT, RIGHT = 32, 1068
SIZES: Final = (*(upright(width) for width in (118, 104, 96, 88, 80, 74, 69, 64)),
                *(narrow(width) for width in (56, 48, 44, 40, 36, 32)))  # fmt: skip
"""The formats of the cards; the first one with which all hands fit is used."""

_GAP: Final = 12
_HEAD: Final = 66
_FOOT: Final = 16
_INSIDE: Final = 28
_WITHIN: Final = 4
_UNDER: Final = 8
_MARK: Final = 52
_NAME: Final = 50
_LEAST_COLUMN: Final = 250
_TWO_LINES: Final = 132
"""The least height of a panel with the points below the name."""


@dataclass(frozen=True, slots=True)
class FaceUpLayout:
    """Hands laid out: the format of the cards, the rows and the panel of each hand.

    ``cards_left`` is how far from the left of their panel the cards are if they're next to the name, or 0 if below it.
    """

    shape: CardFormat
    rows: tuple[tuple[tuple[Card, ...], ...], ...]
    panels: tuple[Area, ...]
    cards_left: int = 0

    @property
    def foot(self) -> int:
        """The lower edge of the last panel."""
        return self.panels[-1].y + self.panels[-1].height


def laid_face_up(hands: Sequence[FaceUpHand], top: int, foot: int) -> FaceUpLayout:
    """Lay out hands between two heights, in the largest format with which they fit."""
    cards = [hand.cards for hand in hands]
    below, next_to = _below_names(cards, top, foot), _next_to_names(hands, top, foot)
    return next_to if next_to is not None and next_to.shape.width >= below.shape.width else below


def stretched(layout: FaceUpLayout, foot: int) -> FaceUpLayout:
    """Return a layout whose panels are as much higher as it takes to end at a height."""
    spare = (foot - layout.foot) // len(layout.panels)
    return replace(layout, panels=_panels([panel.height + spare for panel in layout.panels], layout.panels[0].y))


def _below_names(hands: Sequence[Sequence[Card]], top: int, foot: int) -> FaceUpLayout:
    for shape in SIZES:
        most = (RIGHT - LEFT - 2 * _INSIDE + _WITHIN) // (shape.width + _WITHIN)
        rows = tuple(tuple(tuple(hand[at : at + most]) for at in range(0, len(hand), most)) for hand in hands)
        heights = [_height(hand, shape) for hand in rows]
        if sum(heights) + (len(hands) - 1) * _GAP <= foot - top and max(map(len, rows)) <= 2:
            break
    return FaceUpLayout(shape, rows, _panels(heights, top))


def _next_to_names(hands: Sequence[FaceUpHand], top: int, foot: int) -> FaceUpLayout | None:
    """Lay out hands with their cards next to the names; None if there's no room for them."""
    column = max(_LEAST_COLUMN, *(length(hand.counted, LABEL, False) for hand in hands)) + 2 * _INSIDE
    room = RIGHT - LEFT - column - _marks(hands) - 2 * _INSIDE
    rows = tuple((tuple(hand.cards),) if hand.cards else () for hand in hands)
    most = max(len(hand.cards) for hand in hands)
    for shape in SIZES:
        heights = [max(shape.height + 2 * _FOOT, _TWO_LINES) if row else _HEAD + 4 for row in rows]
        high = sum(heights) + (len(hands) - 1) * _GAP <= foot - top
        if high and most * (shape.width + _WITHIN) - _WITHIN <= room:
            return FaceUpLayout(shape, rows, _panels(heights, top), column)
    return None


def _panels(heights: Sequence[int], top: int) -> tuple[Area, ...]:
    panels, y = [], top
    for height in heights:
        panels.append(Area(LEFT, y, RIGHT - LEFT, height))
        y += height + _GAP
    return tuple(panels)


def _marks(hands: Sequence[FaceUpHand]) -> int:
    return max(length(hand.mark, _MARK, True) for hand in hands)


def draw_face_up(canvas: Canvas, hands: Sequence[FaceUpHand], layout: FaceUpLayout, *, won: bool) -> None:
    """Draw hands in their panels. The mark of one that's ``lit`` is in gold if it has ``won``, else in its color."""
    for seat, (hand, rows, panel) in enumerate(zip(hands, layout.rows, layout.panels, strict=True)):
        draw_panel(canvas, panel, stripe=SEATS[seat], rounding=PANEL_RADIUS)
        color = Ink.GOLD if won else SEATS[seat]
        if layout.cards_left and rows:
            _column(canvas, (seat, hand), panel, layout.cards_left)
            _draw_mark(canvas, hand, panel, panel.y + panel.height // 2, color)
            corner = panel.x + layout.cards_left, panel.y + (panel.height - layout.shape.height) // 2
        else:
            _draw_mark(canvas, hand, panel, panel.y + _HEAD // 2 + 2, color)
            _head(canvas, (seat, hand), panel, _marks(hands))
            corner = panel.x + _INSIDE, panel.y + _HEAD
        _rows(canvas, (seat, hand), rows, layout.shape, corner)


def _height(rows: Sequence[Sequence[Card]], shape: CardFormat) -> int:
    if not rows:
        return _HEAD + 4
    return _HEAD + len(rows) * (shape.height + _UNDER) - _UNDER + _FOOT


def _draw_mark(canvas: Canvas, hand: FaceUpHand, panel: Area, y: int, color: Ink) -> None:
    """Write the mark of a hand around a height, on a plate if it's ``lit``."""
    right, across = panel.x + panel.width - _INSIDE, length(hand.mark, _MARK, True)
    style = TextStyle(_MARK, Ink.TEXT, Ink.PANEL, side="right")
    if hand.lit and hand.mark:
        canvas.box(Area(right - across - 16, y - 26, across + 32, 52), color, ground=Ink.PANEL, rounding=PLATE_RADIUS)
        style = TextStyle(_MARK, Ink.ON_COLOR, color, side="right")
    canvas.text(right, y, hand.mark, style)


def _head(canvas: Canvas, seated: tuple[int, FaceUpHand], panel: Area, marks: int) -> None:
    seat, hand = seated
    y, left, right = panel.y + _HEAD // 2 + 2, panel.x + 26, panel.x + panel.width - _INSIDE - marks - 44
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
    right -= draw_fitted(canvas, right, y, hand.counted, label, width=(right - left) * 3 // 5) + 24
    draw_name(canvas, left, y, seat, hand.name, ground=Ink.PANEL, width=right - left, size=_NAME, across=50)


def _column(canvas: Canvas, seated: tuple[int, FaceUpHand], panel: Area, width: int) -> None:
    seat, hand = seated
    left, middle, room = panel.x + 26, panel.y + panel.height // 2, width - 26 - _INSIDE // 2
    draw_name(canvas, left, middle - 28, seat, hand.name, ground=Ink.PANEL, width=room, size=_NAME, across=50)
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    draw_fitted(canvas, left, middle + 30, hand.counted, label, width=room)


def _rows(
    canvas: Canvas,
    seated: tuple[int, FaceUpHand],
    rows: Sequence[Sequence[Card]],
    shape: CardFormat,
    corner: tuple[int, int],
) -> None:
    """Draw the cards of a hand, the drawn one in a frame and the advised one in dashes; of identical cards only one."""
    seat, hand = seated
    places = [
        (card, corner[0] + at * (shape.width + _WITHIN), corner[1] + number * (shape.height + _UNDER))
        for number, row in enumerate(rows)
        for at, card in enumerate(row)
    ]
    draw_cards(canvas, places, shape, ground=Ink.PANEL)
    areas = {card: Area(x, y, shape.width, shape.height).grown(_WITHIN) for card, x, y in reversed(places)}
    if hand.framed in areas:
        area = areas[hand.framed]
        canvas.box(area, SEATS[seat], ground=Ink.PANEL, rounding=shape.corner + _WITHIN)
        canvas.card(hand.framed, area.x + _WITHIN, area.y + _WITHIN, shape, SEATS[seat])
    if hand.advised in areas:
        area = areas[hand.advised].grown(1)
        draw_dashes(canvas, area, Ink.GOLD, thick=_WITHIN, radius=shape.corner + _WITHIN, ground=Ink.PANEL)


_BAR: Final = Area(LEFT, 30, RIGHT - LEFT, 98)
_SUM: Final = 54
"""The height of the line with the sum below the bar."""
_TOP: Final = 142
_DEAL_FOOT: Final = 872
_BELOW: Final = 28
_LEAST_HEIGHT: Final = 380
_HEADLINE: Final = 62
_BAR_INSIDE: Final = 34


def ending_picture(view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the cards left in each hand when a deal ended. ValueError during a deal, or before the first."""
    if not view.hands or not view.deals:
        raise ValueError("no deal has ended here")
    hands = face_up_hands(view, names, texts)
    layout = layout_of(hands)
    canvas = Canvas(look, texts, max(layout.foot + _BELOW, _LEAST_HEIGHT))
    _headline(canvas, view, names, texts)
    draw_face_up(canvas, hands, layout, won=True)
    return Picture(canvas.png(), ending_alt(view, names, texts))


def face_up_hands(view: MeldsView, names: Sequence[str], texts: Texts) -> list[FaceUpHand]:
    """Return the hands with their points, and each player's score before and after the deal."""
    winner, totals, points = view.deals[-1].winner, view.columns[0].totals, view.deals[-1].points
    return [
        FaceUpHand(
            name,
            hand,
            _counted(view, texts, seat),
            texts.t("{before} → {after}", before=signed(totals[seat] - points[seat]), after=signed(totals[seat])),
            lit=seat == winner,
        )
        for seat, (name, hand) in enumerate(zip(names, view.hands, strict=True))
    ]


def layout_of(hands: Sequence[FaceUpHand]) -> FaceUpLayout:
    """Return where the hands are in the picture."""
    return laid_face_up(hands, _TOP + _SUM, _DEAL_FOOT)


def _headline(canvas: Canvas, view: MeldsView, names: Sequence[str], texts: Texts) -> None:
    """Write who won and by how much in gold, or that nobody did; below it how the points add up."""
    result = view.deals[-1]
    fill, ink = (Ink.PANEL, Ink.TEXT) if result.winner is None else (Ink.GOLD, Ink.ON_COLOR)
    draw_panel(canvas, _BAR, fill=fill, rounding=PANEL_RADIUS, shadow=result.winner is not None)
    y, left, style = _BAR.y + _BAR.height // 2, _BAR.x + _BAR_INSIDE, TextStyle(_HEADLINE, ink, fill)
    if result.winner is None:
        draw_fitted(canvas, left, y, outcome_title(texts, result.outcome), style, width=_BAR.width - 2 * _BAR_INSIDE)
    else:
        points = gain(result.points[result.winner])
        if result.outcome is Outcome.RUMMY:
            words = texts.t("{name} goes rummy: {points}", name=slot(0), points=points)
        else:
            words = texts.t("{name} goes out: {points}", name=slot(0), points=points)
        name = Words(shown_name(names, result.winner, texts), ink, name=True)
        line = (Sign(Symbol.MARK, ink), Words("  "), *parted(words, name))
        draw_line(canvas, left, y, line, style, width=_BAR.width - 2 * _BAR_INSIDE)
    _sum(canvas, view, texts)


def _sum(canvas: Canvas, view: MeldsView, texts: Texts) -> None:
    """Write how the points add up, and if there's room which round it was."""
    y, width, small = _TOP + _SUM // 2 - 3, RIGHT - LEFT - 8, TextStyle(LABEL)
    label, count = TextStyle(LABEL, Ink.LABEL, black=False), parted(count_words(texts, view.deals[-1]))
    progress = parted(progress_words(texts, view))
    used = line_length(canvas, progress, label) + 40
    if used + line_length(canvas, count, small) <= width:
        draw_line(canvas, LEFT + 4, y, progress, label)
        width -= used
    at = TextStyle(50 if line_length(canvas, count, TextStyle(50)) <= width else LABEL, side="right")
    draw_line(canvas, RIGHT - 4, y, count, at, width=width)


def _counted(view: MeldsView, texts: Texts, seat: int) -> str:
    """Return a hand's points, and under H-10 its player's share of the cards that the winner laid."""
    count = view.deals[-1].count
    if not view.hands[seat]:
        return texts.t("no cards left")
    value = sum(rules_for(view.options).hand_values[card] for card in view.hands[seat])
    if count is not None and count.shares[seat]:
        return texts.t("{value} + {share} laid", value=value, share=count.shares[seat])
    return texts.t("{value} in hand", value=value)


_REPLAY_HEIGHT: Final = 812
_HEADER: Final = 54
_REPLAY_TOP: Final = 90
_REPLAY_BELOW: Final = 18
_LINE: Final = 64
_LINE_GAP: Final = 12


def draw_melds_replay(look: Look, view: MeldsView, hands: Sequence[FaceUpHand], title: str, texts: Texts) -> Canvas:
    """Draw two to four hands, and below them the top discard, or how the deal ended."""
    canvas = Canvas(look, texts, _REPLAY_HEIGHT)
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    used = draw_fitted(canvas, RIGHT - 4, _HEADER, texts.t("Stock {count}", count=view.stock), label, width=300)
    draw_fitted(canvas, LEFT + 4, _HEADER, title, TextStyle(NAME), width=RIGHT - LEFT - used - 40)
    foot = canvas.height - _REPLAY_BELOW - _LINE
    layout = stretched(laid_face_up(hands, _REPLAY_TOP, foot - 2 * _LINE_GAP), foot - 2 * _LINE_GAP)
    ended = view.turn is None and bool(view.deals)
    draw_face_up(canvas, hands, layout, won=ended)
    if ended:
        below = parted(outcome_title(texts, view.deals[-1].outcome))
    elif view.discards:
        below = parted(texts.t("Top discard {card}", card=slot(0)), Chip(view.discards[-1]))
    else:
        below = parted(texts.t("No discards"))
    line = Area(LEFT, foot - _LINE_GAP, RIGHT - LEFT, _LINE)
    draw_panel(canvas, line, rounding=ROW_RADIUS)
    style = TextStyle(NAME, ground=Ink.PANEL, side="middle")
    draw_line(canvas, canvas.width // 2, line.y + _LINE // 2, below, style, width=line.width - 40)
    return canvas
