"""The first row of a hand's picture: what to do in the seat's color, the stock, and the top discard with its name."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.views import View
from bot.text.catalogs import Texts
from render.alt import waiting_words
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL, LEAST_HEADLINE, length, shown_name
from render.drawing.lines import Part, Words, draw_line, line_length, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DISCARD_FRAME,
    DISCARD_INNER,
    TAG,
    draw_card,
    draw_fitted,
    draw_framed,
    draw_name,
    draw_panel,
    draw_stock,
    draw_tag,
)

LEFT, RIGHT = 32, 1068
BAND: Final = Area(LEFT, 30, RIGHT - LEFT, 148)
"""The place of the row."""

_CARD: Final = upright(80)
_FRAME: Final = DISCARD_FRAME + DISCARD_INNER
_PADDING: Final = 24
_HEADLINE: Final = 58
_STOCK: Final = _CARD.width + 22
"""The width of the stock's cards, with the gap to its words."""
_GAP: Final = 20
_BEFORE_TAG: Final = 12
_LEAST_TAG, _MOST_TAG = 132, 250


def draw_band(
    canvas: Canvas,
    view: View,
    names: Sequence[str],
    texts: Texts,
    *,
    verb: Sequence[Part],
    claim: Sequence[Part] = (),
) -> None:
    """Draw what the seat has to do, ``verb``, or whom it waits for; the stock and its count; and the top discard.

    The panel shrinks as far as its words allow, so that long names have room. ``claim`` is how the seat may take the
    top discard out of turn, which turns panel and discard gold.
    """
    name = _discarder(view, names, texts)
    words = texts.t("Stock"), str(view.stock)
    stock = _STOCK + max(length(words[0], LABEL, False), length(words[1], _HEADLINE, True))
    fixed = stock + _GAP + _CARD.width + 2 * _FRAME + _BEFORE_TAG + _GAP
    tag = min(length(name, LABEL, True) + 30, _MOST_TAG)
    acts = view.turn is not None and view.turn == view.seat
    words_shown = verb if acts else claim
    needed = line_length(canvas, words_shown, TextStyle(LEAST_HEADLINE)) + 2 * _PADDING if words_shown else 440
    tag = max(min(tag, BAND.width - fixed - needed), min(tag, _LEAST_TAG))
    width = BAND.width - fixed - tag
    panel = Area(BAND.x, BAND.y, width, BAND.height)
    if acts:
        _your_turn(canvas, view, texts, panel, verb)
    elif claim:
        _claim(canvas, view, names, texts, (panel, claim))
    else:
        _waiting(canvas, view, names, texts, panel)
    x = panel.x + width + _GAP
    _stock(canvas, view, words, x)
    _discard(canvas, view, name, (x + stock + _GAP + _FRAME, tag), gold=view.claim is not None)


def _discarder(view: View, names: Sequence[str], texts: Texts) -> str:
    """Return the name of the player who discarded the top card, or what the card is."""
    if not view.discards:
        return ""
    seat = view.discarders[-1] if view.discarders else None
    if seat is None:
        return texts.t("Upcard")
    return shown_name(names, seat, texts)


def _your_turn(canvas: Canvas, view: View, texts: Texts, panel: Area, verb: Sequence[Part]) -> None:
    """Fill the panel with the seat's color, and write what it has to do."""
    color = SEATS[view.seat or 0]
    draw_panel(canvas, panel, fill=color, shadow=True)
    left, room = panel.x + _PADDING, panel.width - 2 * _PADDING
    label = TextStyle(LABEL, Ink.SOFT, color, black=False)
    draw_fitted(canvas, left, panel.y + 45, texts.t("Your turn"), label, width=room)
    style = TextStyle(_HEADLINE, Ink.ON_COLOR, color)
    draw_line(canvas, left, panel.y + 99, verb, style, width=room, least=LEAST_HEADLINE)


def _claim(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, panel: tuple[Area, Sequence[Part]]) -> None:
    """Fill the panel with gold, and write how the seat may take the discard of another, and until whose turn."""
    area, claim = panel
    draw_panel(canvas, area, fill=Ink.GOLD, shadow=True)
    left, room = area.x + _PADDING, area.width - 2 * _PADDING
    label = TextStyle(LABEL, Ink.SOFT, Ink.GOLD, black=False)
    turn = view.turn or 0
    name = Words(shown_name(names, turn, texts), name=True)
    draw_line(canvas, left, area.y + 45, parted(texts.t("Waiting for {name}", name=slot(0)), name), label, width=room)
    style = TextStyle(_HEADLINE, Ink.ON_COLOR, Ink.GOLD)
    draw_line(canvas, left, area.y + 99, claim, style, width=room, least=LABEL)


def _waiting(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, panel: Area) -> None:
    """Write whose turn it is, or that the deal or the game is over."""
    left, room = panel.x + _PADDING, panel.width - 2 * _PADDING
    if view.turn is None:
        draw_panel(canvas, panel)
        style = TextStyle(_HEADLINE, Ink.TEXT, Ink.PANEL)
        words = waiting_words(view, texts, names)
        draw_line(canvas, left, panel.y + panel.height // 2, (Words(words),), style, width=room)
        return
    draw_panel(canvas, panel, stripe=SEATS[view.turn])
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    draw_fitted(canvas, left, panel.y + 43, texts.t("Waiting for"), label, width=room)
    draw_name(canvas, left, panel.y + 98, view.turn, names[view.turn], ground=Ink.PANEL, width=room, size=54)


def _stock(canvas: Canvas, view: View, words: tuple[str, str], x: int) -> None:
    y = BAND.y + 15
    if view.stock:
        draw_stock(canvas, x, y, _CARD, view.stock)
    else:
        canvas.box(Area(x, y, _CARD.width, _CARD.height), Ink.PANEL, rounding=8)
    canvas.text(x + _STOCK, BAND.y + 48, words[0], TextStyle(LABEL, Ink.LABEL, black=False))
    canvas.text(x + _STOCK, BAND.y + 102, words[1], TextStyle(_HEADLINE))


def _discard(canvas: Canvas, view: View, name: str, place: tuple[int, int], *, gold: bool) -> None:
    """Draw the top discard in a frame of its discarder's color or in ``gold``, with their name at the right.

    ``place`` is its left edge, and the room for the name.
    """
    x, width = place
    y = BAND.y + 18
    if not view.discards:
        canvas.box(Area(x, y, _CARD.width, _CARD.height), Ink.PANEL, rounding=8)
        return
    seat = view.discarders[-1] if view.discarders else None
    left, middle = x + _CARD.width + _FRAME + _BEFORE_TAG, y + _CARD.height // 2
    if seat is None:
        draw_card(canvas, view.discards[-1], x, y, _CARD)
        draw_fitted(canvas, left, middle, name, TextStyle(LABEL, Ink.LABEL, black=False), width=width)
        return
    draw_framed(canvas, view.discards[-1], x, y, _CARD, color=Ink.GOLD if gold else SEATS[seat], inner=DISCARD_INNER)
    draw_tag(canvas, left, middle - TAG // 2, name, SEATS[seat], side="left", width=width)
