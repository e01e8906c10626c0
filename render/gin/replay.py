"""A moment of a finished game of the gin family: both hands with their melds, and the piles below them."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.cards import Card
from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import SMALLEST
from render.drawing.palette import Ink
from render.gin.ending import BETWEEN, HEAD, draw_rows, laid_out
from render.gin.reading import hand_groups
from render.hands import FaceUpHand

_HEADER: Final = 40
_TOP: Final = 110
_BOTTOM: Final = 542
_PILES: Final = 570
_PADDING: Final = 22
_PILE: Final = upright(66)
_DISCARDS_AT: Final = 250
_GAP: Final = 8


def draw_gin_replay(canvas: Canvas, view: GinView, hands: Sequence[FaceUpHand], title: str, texts: Texts) -> None:
    """Draw two hands with their melds, and the piles below them."""
    canvas.text(MARGIN, _HEADER, title, TextStyle(40), WIDTH - 2 * MARGIN)
    shape, rows, heights = laid_out([hand_groups(hand.cards) for hand in hands], _BOTTOM - _TOP - BETWEEN)
    y = _TOP
    for seat, (hand, hand_rows, height) in enumerate(zip(hands, rows, heights, strict=True)):
        canvas.panel(Area(MARGIN, y, WIDTH - 2 * MARGIN, height), (), lit=hand.mark or None)
        worth = TextStyle(36, ground=Ink.PANEL, side="right")
        right = WIDTH - MARGIN - _PADDING
        right -= canvas.text(right, y + HEAD // 2 + 3, hand.counted, worth, 400) + 24
        left = MARGIN + _PADDING
        canvas.name(left, y + HEAD // 2 + 3, seat, hand.name, TextStyle(36, ground=Ink.PANEL), width=right - left)
        draw_rows(canvas, hand_rows, shape, (y, height), framed=_one(hand.framed), dashed=_one(hand.advised))
        y += height + BETWEEN
    _piles(canvas, view, texts)


def _one(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


def _piles(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Draw the stock, and as many of the newest discards as there is room for."""
    caption = TextStyle(SMALLEST, Ink.LABEL, black=False)
    canvas.text(MARGIN, _PILES, texts.t("Stock {count}", count=view.stock), caption, _DISCARDS_AT - MARGIN - 20)
    words = texts.n("{n} discard, the newest first", "{n} discards, the newest first", len(view.discards))
    canvas.text(_DISCARDS_AT, _PILES, words, caption, WIDTH - MARGIN - _DISCARDS_AT)
    y = _PILES + 22
    if view.stock:
        canvas.back(MARGIN, y, _PILE)
    else:
        canvas.slot(Area(MARGIN, y, _PILE.width, _PILE.height))
    room = (WIDTH - MARGIN - _DISCARDS_AT + _GAP) // (_PILE.width + _GAP)
    for number, card in enumerate(view.discards[::-1][:room]):
        canvas.card(card, _DISCARDS_AT + number * (_PILE.width + _GAP), y, _PILE)
