"""A moment of a finished game with melds on the table: all hands. The melds on the table have their own picture."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME
from render.drawing.lines import Chip, draw_line, parted, slot
from render.drawing.palette import Ink
from render.drawing.plates import ROW_RADIUS, draw_fitted, draw_panel
from render.hands import FaceUpHand
from render.melds.face_up import LEFT, RIGHT, draw_face_up, laid_face_up, stretched
from render.words import outcome_title

_HEADER: Final = 54
_TOP: Final = 90
_BELOW: Final = 18
_LINE: Final = 64
_GAP: Final = 12


def draw_melds_replay(canvas: Canvas, view: MeldsView, hands: Sequence[FaceUpHand], title: str, texts: Texts) -> None:
    """Draw two to four hands, and below them the top discard, or how the deal ended."""
    label = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    used = draw_fitted(canvas, RIGHT - 4, _HEADER, texts.t("Stock {count}", count=view.stock), label, width=300)
    draw_fitted(canvas, LEFT + 4, _HEADER, title, TextStyle(NAME), width=RIGHT - LEFT - used - 40)
    foot = canvas.height - _BELOW - _LINE
    layout = stretched(laid_face_up(hands, _TOP, foot - 2 * _GAP), foot - 2 * _GAP)
    ended = view.turn is None and bool(view.deals)
    draw_face_up(canvas, hands, layout, won=ended)
    if ended:
        below = parted(outcome_title(texts, view.deals[-1].outcome))
    elif view.discards:
        below = parted(texts.t("Top discard {card}", card=slot(0)), Chip(view.discards[-1]))
    else:
        below = parted(texts.t("No discards"))
    line = Area(LEFT, foot - _GAP, RIGHT - LEFT, _LINE)
    draw_panel(canvas, line, rounding=ROW_RADIUS)
    style = TextStyle(NAME, ground=Ink.PANEL, side="middle")
    draw_line(canvas, canvas.width // 2, line.y + _LINE // 2, below, style, width=line.width - 40)
