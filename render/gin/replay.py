"""A moment of a finished game of the gin family: both hands with their melds, and the piles below them."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import STRIPE, draw_card, draw_fitted, draw_name, draw_panel, draw_stock, draw_tag
from render.gin.open_hand import OPEN_HEAD, OPEN_PANEL, OpenHand, draw_open_cards, open_format
from render.gin.reading import hand_groups
from render.values import FaceUpHand

LEFT, RIGHT = 32, 1068

_TITLE: Final = 54
_HANDS: Final = 92
_STEP: Final = OPEN_PANEL + 12
_PILES: Final = 630
_PILE: Final = upright(74)
_DISCARDS_AT: Final = 236
_GAP: Final = 10


def draw_gin_replay(canvas: Canvas, view: GinView, hands: Sequence[FaceUpHand], title: str, texts: Texts) -> None:
    """Draw two hands with their melds, and the piles below them."""
    draw_fitted(canvas, LEFT + 4, _TITLE, title, TextStyle(50), width=RIGHT - LEFT - 8)
    shown = [_open(hand, seat) for seat, hand in enumerate(hands)]
    shape = open_format(shown, RIGHT - LEFT)
    for seat, (hand, drawn) in enumerate(zip(hands, shown, strict=True)):
        panel = Area(LEFT, _HANDS + seat * _STEP, RIGHT - LEFT, OPEN_PANEL)
        draw_panel(canvas, panel, stripe=SEATS[seat])
        _head(canvas, panel, seat, hand, fill=SEATS[seat] if view.turn == seat else Ink.GOLD)
        draw_open_cards(canvas, panel, drawn, shape)
    _piles(canvas, view, texts)


def _open(hand: FaceUpHand, seat: int) -> OpenHand:
    """Return a hand laid open, with the drawn and the advised card marked."""
    framed = {} if hand.framed is None else {hand.framed: SEATS[seat]}
    dashed = frozenset[int]() if hand.advised is None else frozenset({hand.advised})
    return OpenHand(hand_groups(hand.cards), framed, dashed)


def _head(canvas: Canvas, panel: Area, seat: int, hand: FaceUpHand, *, fill: Ink) -> None:
    """Write a hand's player, its deadwood, and on a tag that it's their turn, or what they won."""
    y = panel.y + OPEN_HEAD
    left, right = panel.x + STRIPE + 14, panel.x + panel.width - 28
    style = TextStyle(LABEL, Ink.TEXT, Ink.PANEL, black=False, side="right")
    right -= draw_fitted(canvas, right, y, hand.counted, style, width=400) + 24
    if hand.mark:
        right -= draw_tag(canvas, right, y - 26, hand.mark, fill, side="right", ground=Ink.PANEL) + 24
    draw_name(canvas, left, y, seat, hand.name, ground=Ink.PANEL, width=right - left, size=54)


def _piles(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Draw the stock, and as many of the newest discards as there is room for."""
    label = TextStyle(LABEL, Ink.LABEL, black=False)
    draw_fitted(
        canvas, LEFT + 4, _PILES, texts.t("Stock {count}", count=view.stock), label, width=_DISCARDS_AT - LEFT - 20
    )
    words = texts.n("{n} discard, the newest first", "{n} discards, the newest first", len(view.discards))
    draw_fitted(canvas, _DISCARDS_AT, _PILES, words, label, width=RIGHT - _DISCARDS_AT)
    y = _PILES + 30
    if view.stock:
        draw_stock(canvas, LEFT + 4, y, _PILE, view.stock)
    else:
        canvas.box(Area(LEFT + 4, y, _PILE.width, _PILE.height), Ink.PANEL, rounding=8)
    room = (RIGHT - _DISCARDS_AT + _GAP) // (_PILE.width + _GAP)
    for number, card in enumerate(view.discards[::-1][:room]):
        draw_card(canvas, card, _DISCARDS_AT + number * (_PILE.width + _GAP), y, _PILE)
