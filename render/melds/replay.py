"""A moment of a finished game with melds on the table: all hands. The melds on the table have their own picture."""

from collections.abc import Sequence

from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Canvas
from render.hands import FaceUpHand
from render.melds.ending import draw_hands, draw_heading
from render.words import outcome_title


def draw_melds_replay(canvas: Canvas, view: MeldsView, hands: Sequence[FaceUpHand], title: str, texts: Texts) -> None:
    """Draw two to four hands, and below them the top discard, or how the deal ended."""
    draw_heading(canvas, title, texts.t("Stock {count}", count=view.stock))
    if view.turn is None and view.deals:
        below = outcome_title(texts, view.deals[-1].outcome)
    elif view.discards:
        below = texts.t("Top discard {card}", card=texts.card(view.discards[-1]))
    else:
        below = texts.t("No discards")
    draw_hands(canvas, hands, below)
