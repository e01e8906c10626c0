"""The picture of a hand: what to do, the piles, whole cards in rows, and the deadwood."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.gin.views import GinView
from bot.rummy.moves import Move, Verb
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from render.alt import MOST_WORDS
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, LEAST_HEADLINE, length
from render.drawing.lines import Chip, Part, Words, draw_line, fitting, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    DRAWN_FRAME,
    TAG,
    TAG_PADDING,
    draw_bar,
    draw_cards,
    draw_fitted,
    draw_framed,
    draw_panel,
    draw_tag,
)
from render.drawing.png import HANDS
from render.drawing.rows import groups_of
from render.gin.alt import hand_alt
from render.gin.hand_layout import LEFT, RIGHT, GinHandLayout, laid_out
from render.gin.reading import Deadwood, deadwood_after, deadwood_of, hand_groups
from render.gin.words import limit_words
from render.hand_band import draw_band
from render.look import DEFAULT, Look
from render.picture import Picture

_VALUE: Final = 100
_LOW_VALUE: Final = 66
_INSIDE: Final = 6
_LONGEST: Final = 600
"""The length of the longest sentence that fits above the cards, a little narrower than usual, in pixels."""
_MOST_FOOT: Final = 125
"""How long the line below the deadwood may be before a shorter one is chosen, in percent of its room."""
_LOW: Final = 190
"""Panels lower than this have a smaller value, in pixels."""


def hand_picture(
    view: GinView,
    names: Sequence[str],
    texts: Texts,
    look: Look = DEFAULT,
    *,
    unassisted: bool = False,
    advised: Move | None = None,
) -> Picture:
    """Draw the hand of the view's seat; names in seat order.

    The deadwood is that after the ``advised`` discard or knock. On an unassisted table the cards are just sorted: no
    melds are found and no deadwood counted.
    """
    deadwood = deadwood_of(view)
    layout = laid_out(groups_of((), view.hand) if unassisted else hand_groups(view.hand), large=look.large)
    canvas = Canvas(look, texts, layout.height)
    draw_band(
        canvas, view, names, texts, verb=verb_parts(view, deadwood, texts, unassisted=unassisted, advised=advised)
    )
    _cards(canvas, view, texts, layout)
    if unassisted:
        _limit(canvas, view, texts, layout.panel)
    else:
        _deadwood(canvas, view, texts, deadwood_after(view, advised) or deadwood, layout.panel)
    return Picture(canvas.png(HANDS), hand_alt(view, names, texts, unassisted=unassisted))


def hand_words(view: GinView, names: Sequence[str], texts: Texts, *, unassisted: bool = False) -> str:
    """Describe the hand of the view's seat in full, in place of its picture."""
    return hand_alt(view, names, texts, unassisted=unassisted, most=MOST_WORDS)


def can_knock(view: GinView) -> bool:
    """Return whether the seat may knock now."""
    return any(move.verb is Verb.KNOCK for move in view.moves)


def verb_parts(
    view: GinView, deadwood: Deadwood, texts: Texts, *, unassisted: bool, advised: Move | None = None
) -> tuple[Part, ...]:
    """Return what the seat has to do in its turn; on an unassisted table without counting its deadwood."""
    if view.phase is Phase.DISCARD:
        return _discard_parts(view, deadwood, texts, unassisted=unassisted, advised=advised)
    if not view.discards or view.phase is Phase.STOCK:
        return parted(texts.t("Draw from the stock"))
    top = Chip(view.discards[-1])
    if view.phase is Phase.UPCARD:
        return parted(texts.t("Take {card}, or pass", card=slot(0)), top)
    return parted(texts.t("Draw, or take {card}", card=slot(0)), top)


def _discard_parts(
    view: GinView, deadwood: Deadwood, texts: Texts, *, unassisted: bool, advised: Move | None
) -> tuple[Part, ...]:
    """Return that the seat has to discard, and whether it can knock; what is advised comes first."""
    if not can_knock(view):
        return parted(texts.t("Discard a card"))
    short = texts.t("Discard, or knock")
    if unassisted:
        return parted(short)
    if deadwood.points == 0:
        return parted(texts.t("Discard, or go gin"))
    if advised is not None and advised.verb is Verb.KNOCK:
        full = texts.t("Knock with {deadwood}, or discard", deadwood=deadwood.points)
    else:
        full = texts.t("Discard, or knock with {deadwood}", deadwood=deadwood.points)
    return parted(full if length(full, LEAST_HEADLINE, True) <= _LONGEST else short)


def _cards(canvas: Canvas, view: GinView, texts: Texts, layout: GinHandLayout) -> None:
    """Draw the cards and the bars below melds; the drawn card in a frame with a tag."""
    draw_cards(canvas, layout.cards, layout.shape)
    for card, x, y in layout.cards:
        if card == view.drawn and view.seat is not None:
            color = SEATS[view.seat]
            words = texts.t("taken") if card == view.taken else texts.t("drawn")
            half = length(words, LABEL, True) // 2 + TAG_PADDING
            middle = min(max(x + layout.shape.width // 2, LEFT - DRAWN_FRAME + half), RIGHT + DRAWN_FRAME - half)
            draw_framed(canvas, card, x, y, layout.shape, color=color, shadow=False)
            draw_tag(canvas, middle, y - TAG, words, color)
    for area, kind in layout.bars:
        draw_bar(canvas, area.x, area.y, area.width, kind)


def _deadwood(canvas: Canvas, view: GinView, texts: Texts, deadwood: Deadwood, panel: Area) -> None:
    """Write the deadwood, and what it depends on: gold if the seat can knock."""
    knocks = can_knock(view)
    draw_panel(canvas, panel, fill=Ink.GOLD if knocks else Ink.PANEL, shadow=knocks)
    foot = _deadwood_foot(canvas, view, texts, deadwood, panel.width - 2 * _INSIDE)
    _value(canvas, panel, texts.t("Deadwood"), str(deadwood.points), foot, ground=Ink.GOLD if knocks else Ink.PANEL)


def _deadwood_foot(canvas: Canvas, view: GinView, texts: Texts, deadwood: Deadwood, width: int) -> Sequence[Part]:
    """Return the discard that the deadwood depends on, or the highest deadwood for a knock."""
    if deadwood.after is None:
        return parted(_limit_for(view, texts, width))
    chip = Chip(deadwood.after)
    forms = (parted(texts.t("after {card}", card=slot(0)), chip), (Words("− "), chip))
    return fitting(canvas, forms, TextStyle(LABEL, black=False), _MOST_FOOT * width // 100)


def _value(canvas: Canvas, panel: Area, label: str, value: str, foot: Sequence[Part], *, ground: Ink) -> None:
    """Write a large value between its label and what it depends on."""
    ink, soft = (Ink.TEXT, Ink.LABEL) if ground is Ink.PANEL else (Ink.ON_COLOR, Ink.SOFT)
    middle, room = panel.x + panel.width // 2, panel.width - 2 * _INSIDE
    style = TextStyle(LABEL, soft, ground, black=False, side="middle")
    size = _VALUE if panel.height >= _LOW else _LOW_VALUE
    draw_fitted(canvas, middle, panel.y + round(panel.height * 0.185), label, style, width=room)
    y = panel.y + round(panel.height * (0.6 if not foot else 0.505 if panel.height >= _LOW else 0.475))
    canvas.text(middle, y, value, TextStyle(size, ink, ground, side="middle"))
    draw_line(canvas, middle, panel.y + round(panel.height * 0.825), foot, style, width=room)


def _limit_for(view: GinView, texts: Texts, width: int) -> str:
    """Return the highest deadwood for a knock in as many words as fit a width."""
    if view.knock_limit == 0:
        return limit_words(texts, view)
    limit = view.knock_limit
    ways = (
        limit_words(texts, view),
        texts.t("knock: {limit} or less", limit=limit),
        texts.t("to knock: {limit}", limit=limit),
        texts.t("limit {limit}", limit=limit),
    )
    return next((words for words in ways if length(words, LABEL, False) <= width), ways[-1])


def _limit(canvas: Canvas, view: GinView, texts: Texts, panel: Area) -> None:
    """Write the limit for a knock where other tables show the deadwood."""
    draw_panel(canvas, panel)
    foot = parted(limit_words(texts, view)) if view.knock_limit == 0 else ()
    _value(canvas, panel, texts.t("To knock"), str(view.knock_limit), foot, ground=Ink.PANEL)
