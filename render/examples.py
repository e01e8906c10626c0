"""The picture of melds in the rules: examples in cards, each next to its name."""

from collections.abc import Sequence
from typing import Final

from bot.text.catalogs import Texts
from bot.text.rule_words import CardExample
from render.alt import first_fitting, in_words, joined
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL, NAME
from render.drawing.palette import Ink
from render.drawing.plates import PANEL_RADIUS, draw_cards, draw_fitted, draw_panel
from render.look import DEFAULT, Look
from render.values import Picture

_SHAPE: Final = upright(120)
_GAP: Final = 12
_PADDING: Final = 16
_INSIDE: Final = 30
_WITHIN: Final = 8
_PANEL: Final = _SHAPE.height + 2 * _PADDING


def examples_picture(examples: Sequence[CardExample], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw each example in a panel: its name on the left, its cards on the right, at most four panels of five cards."""
    height = 2 * MARGIN + len(examples) * (_PANEL + _GAP) - _GAP
    canvas = Canvas(look, texts, height)
    most = max(len(example.cards) for example in examples)
    column = WIDTH - 2 * MARGIN - 2 * _INSIDE - _across(most)
    for number, example in enumerate(examples):
        panel = Area(MARGIN, MARGIN + number * (_PANEL + _GAP), WIDTH - 2 * MARGIN, _PANEL)
        draw_panel(canvas, panel, stripe=Ink.GOLD if example.is_meld else Ink.LABEL, rounding=PANEL_RADIUS)
        style = TextStyle(NAME, Ink.TEXT if example.is_meld else Ink.LABEL, Ink.PANEL)
        middle, left = panel.y + _PANEL // 2, panel.x + _INSIDE
        draw_fitted(canvas, left, middle, example.words, style, width=column - _INSIDE, least=LABEL)
        start = left + column
        places = [
            (card, start + at * (_SHAPE.width + _WITHIN), panel.y + _PADDING) for at, card in enumerate(example.cards)
        ]
        draw_cards(canvas, places, _SHAPE, ground=Ink.PANEL)
    return Picture(canvas.png(), _alt(examples, texts))


def _across(cards: int) -> int:
    """Return the width of some cards side by side."""
    return cards * (_SHAPE.width + _WITHIN) - _WITHIN


def _alt(examples: Sequence[CardExample], texts: Texts) -> str:
    """Return the alt text: each example with its cards in words."""
    return first_fitting(
        [
            joined(
                texts.t("{example}: {cards}.", example=example.words, cards=in_words(texts, example.cards))
                for example in examples
            )
        ]
    )
