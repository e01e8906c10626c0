"""The picture of the end of a deal with melds on the table: all hands, their points, the winner, the scores."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from bot.text.deals import progress_words
from bot.text.lists import gain
from render.drawing.canvas import WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import CardFormat, wide
from render.drawing.letters import length
from render.drawing.palette import Ink
from render.hands import FaceUpHand
from render.look import DEFAULT, Look
from render.melds.alt import ending_alt
from render.melds.words import count_words
from render.words import outcome_title

WIDTHS: Final = (92, 88, 84, 80, 76, 72, 69, 66, 64, 60, 56, 52, 48, 44, 40, 36)
"""Possible widths of cards, in pixels; the first one with which all hands fit is used."""

_EDGE: Final = 20
_HEADER: Final = 34
_TOP: Final = 70
_BOTTOM: Final = 642
_SUM: Final = 671
_BETWEEN: Final = 12
_FOOT: Final = 7  # under the last row of a hand
_PADDING: Final = 16
_WITHIN: Final = 4  # between cards
_UNDER: Final = 8  # a row
_ROOM: Final = WIDTH - 2 * (_EDGE + _PADDING)
_SIZES: Final = {2: (36, 50), 3: (36, 50), 4: (32, 43)}
"""The size of a name, and the height of its line, by the number of seats."""


def ending_picture(view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the cards left in each hand when a deal ended. ValueError during a deal, or before the first."""
    if not view.hands or not view.deals:
        raise ValueError("no deal has ended here")
    result = view.deals[-1]
    canvas = Canvas(look, texts)
    count = texts.n("{n} meld", "{n} melds", len(view.melds))
    draw_heading(canvas, outcome_title(texts, result.outcome), f"{progress_words(texts, view)} · {count}")
    hands = [
        FaceUpHand(name, hand, _counted(view, texts, seat), gain(result.points[seat]), lit=seat == result.winner)
        for seat, (name, hand) in enumerate(zip(names, view.hands, strict=True))
    ]
    draw_hands(canvas, hands, count_words(texts, result))
    return Picture(canvas.png(), ending_alt(view, names, texts))


def draw_heading(canvas: Canvas, title: str, right: str) -> None:
    """Write the title of a picture of hands, and smaller words on the right."""
    used = canvas.text(_EDGE, _HEADER, title, TextStyle(42), 560)
    style = TextStyle(32, Ink.LABEL, black=False, side="right")
    canvas.text(WIDTH - _EDGE, _HEADER, right, style, min(480, WIDTH - 2 * _EDGE - used - 30))


def draw_hands(canvas: Canvas, hands: Sequence[FaceUpHand], below: str) -> None:
    """Draw hands one below the other, as large as all of them allow, and a line ``below`` them."""
    shape, rows = spread_out([hand.cards for hand in hands])
    need = [_needed(hand, shape, len(hands)) for hand in rows]
    size, head = _SIZES[len(hands)]
    spare = _BOTTOM - _TOP - sum(need) - (len(need) - 1) * _BETWEEN
    marks = max((length(hand.mark, size, True) for hand in hands), default=0)
    y = _TOP + max(spare, 0) // 2
    for seat, (hand, cards, height) in enumerate(zip(hands, rows, need, strict=True)):
        panel = Area(_EDGE, y, WIDTH - 2 * _EDGE, height)
        if hand.lit:
            canvas.box(panel.grown(6), Ink.GOLD, rounding=20)
        canvas.box(panel, Ink.PANEL, ground=Ink.GOLD if hand.lit else Ink.FELT, rounding=14)
        _head(canvas, (seat, hand, size), panel.y + head // 2 + 1, marks)
        _cards(canvas, hand, cards, shape, panel.y + head)
        y += height + _BETWEEN
    canvas.text(WIDTH // 2, _SUM, below, TextStyle(42, side="middle"), WIDTH - 2 * _EDGE)


def _head(canvas: Canvas, seated: tuple[int, FaceUpHand, int], y: int, marks: int) -> None:
    """Write a seat's name, the points of its cards, and its mark; ``marks`` is the width of the widest mark.

    ``seated`` is the seat, its hand, and the size of the letters.
    """
    seat, hand, size = seated
    left, right = _EDGE + _PADDING, WIDTH - _EDGE - _PADDING
    style = TextStyle(size, ground=Ink.PANEL, side="right")
    if hand.lit:
        canvas.tag(right + 8, y, hand.mark, style)
    else:
        canvas.text(right - 6, y, hand.mark, style)
    right -= marks + 40
    counted = TextStyle(size - 2, Ink.LABEL, Ink.PANEL, black=False, side="right")
    right -= canvas.text(right, y, hand.counted, counted, 520) + 24
    canvas.name(left, y, seat, hand.name, replace(style, side="left"), width=right - left)


def _cards(canvas: Canvas, hand: FaceUpHand, rows: Sequence[Sequence[Card]], shape: CardFormat, top: int) -> None:
    """Draw the cards of a hand, the drawn one in a frame and the advised one in dashes; of identical cards only one."""
    framed, advised = hand.framed, hand.advised
    for number, row in enumerate(rows):
        for place, card in enumerate(row):
            x, y = _EDGE + _PADDING + place * (shape.width + _WITHIN), top + number * (shape.height + _UNDER)
            area = Area(x, y, shape.width, shape.height).grown(_WITHIN)
            if card == framed:
                canvas.framed(card, area, shape, Ink.PANEL)
                framed = None
            else:
                canvas.card(card, x, y, shape, Ink.PANEL)
            if card == advised:
                canvas.dashes(area, _WITHIN)
                advised = None


def _counted(view: MeldsView, texts: Texts, seat: int) -> str:
    """Return a hand's points, and under H-10 its player's share of the cards that the winner laid."""
    count = view.deals[-1].count
    if not view.hands[seat]:
        return texts.t("no cards left")
    value = sum(rules_for(view.options).hand_values[card] for card in view.hands[seat])
    if count is not None and count.shares[seat]:
        return texts.t("counts {value} + {share}", value=value, share=count.shares[seat])
    return texts.t("counts {value}", value=value)


def spread_out(hands: Sequence[Sequence[Card]]) -> tuple[CardFormat, list[list[Sequence[Card]]]]:
    """Return the largest format in which the cards of all hands fit, and the rows of each hand."""
    room = _BOTTOM - _TOP - (len(hands) - 1) * _BETWEEN
    for width in WIDTHS:
        most = (_ROOM + _WITHIN) // (width + _WITHIN)
        rows = [[hand[start : start + most] for start in range(0, len(hand), most)] for hand in hands]
        left = room - sum(_needed(hand, wide(width, 0), len(hands)) for hand in rows)
        height = min(round(width * 1.4), left // max(sum(map(len, rows)), 1))
        if height >= round(width * 1.27):
            break
    return wide(width, max(height, round(width * 1.27))), rows


def _needed(rows: Sequence[Sequence[Card]], shape: CardFormat, seats: int) -> int:
    """Return the height that a hand needs."""
    return _SIZES[seats][1] + len(rows) * shape.height + max(len(rows) - 1, 0) * _UNDER + _FOOT
