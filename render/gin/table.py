"""The picture of a table: seats with scores and card counts, the stock, the discard pile, the rules in force."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.gin.views import GinView
from bot.text.catalogs import Texts
from bot.text.deals import target_words
from bot.text.rules import variant_name
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import length
from render.drawing.palette import Ink
from render.gin.alt import table_alt
from render.gin.words import limit_words, quiet_words, shows_dealer_draw
from render.look import DEFAULT, Look
from render.words import quiet_turns_left

_TOP: Final = upright(130)
_PAST: Final = upright(80)
_MINI: Final = upright(36)

_MOST_CARDS: Final = 11

_HEADER: Final = 46
_SEATS_AT: Final = 126
_SEAT_HEIGHT: Final = 170
_PADDING: Final = 22

_CARDS_AT: Final = 356
_STOCK_AT: Final = 190
_DISCARD_AT: Final = 426
_PAST_AT: Final = 630
_WARNING: Final = 656


def table_picture(
    view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    canvas = Canvas(look, texts)
    _header(canvas, view, texts)
    gap = 28
    width = (WIDTH - 2 * MARGIN - gap) // 2
    for seat, name in enumerate(names):
        panel = Area(MARGIN + seat * (width + gap), _SEATS_AT, width, _SEAT_HEIGHT)
        _seat(canvas, view, texts, seat, panel)
        style = TextStyle(42, ground=Ink.PANEL)
        canvas.name(panel.x + _PADDING, panel.y + 48, seat, name, style, width=width - 2 * _PADDING)
    _stock(canvas, view, texts)
    _discards(canvas, view, texts, before=0 if unassisted else 3)
    if shows_dealer_draw(view):
        _dealer_draw(canvas, view, texts)
    left = quiet_turns_left(view)
    if left is not None:
        canvas.tag(WIDTH // 2, _WARNING, quiet_words(texts, left), TextStyle(34, side="middle"))
    return Picture(canvas.png(), table_alt(view, names, texts, unassisted=unassisted))


def _header(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Write the game and the deal, and as many of the rules in force as there is room for."""
    words = texts.t("{game} · deal {number}", game=variant_name(texts, view.options.variant), number=view.deal)
    used = canvas.text(MARGIN, _HEADER, words, TextStyle(40), 620)
    rules = [limit_words(texts, view)]
    if view.factor > 1:
        rules.append(texts.t("points × {factor}", factor=view.factor))
    rules.append(target_words(texts, view.options, 2))
    style = TextStyle(34, Ink.LABEL, side="right")
    room = WIDTH - 2 * MARGIN - used - 40
    while len(rules) > 1 and length(" · ".join(rules), style.size, style.black) > room:
        rules.pop()
    canvas.text(WIDTH - MARGIN, _HEADER, " · ".join(rules), style, room)


def _seat(canvas: Canvas, view: GinView, texts: Texts, seat: int, panel: Area) -> None:
    """Draw a seat's panel with its cards face down and its score; the panel is bright during the seat's turn."""
    dealer = (texts.t("Dealer"),) if view.dealer == seat and view.deal else ()
    canvas.panel(panel, dealer, lit=texts.t("Turn") if view.turn == seat else None)
    left, right, middle = panel.x + _PADDING, panel.x + panel.width - _PADDING, panel.y + 120
    scores = [str(column.totals[seat]) for column in view.columns] or ["0"]
    step, size = (21, 60) if len(scores) == 1 else (9, 40)
    for number in range(view.counts[seat]):
        canvas.back(left + number * step, middle - _MINI.height // 2, _MINI, Ink.PANEL)
    if view.counts[seat]:
        after = left + (view.counts[seat] - 1) * step + _MINI.width + 12
        canvas.text(after, middle, str(view.counts[seat]), TextStyle(34, Ink.LABEL, Ink.PANEL))
    room = right - left - (_MOST_CARDS - 1) * step - _MINI.width - 76
    canvas.text(right, middle, " · ".join(scores), TextStyle(size, ground=Ink.PANEL, side="right"), room)


def _stock(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Draw the stock, thicker the more cards it has."""
    canvas.slot(Area(_STOCK_AT, _CARDS_AT, _TOP.width, _TOP.height))
    for layer in range(min(-(-view.stock // 8), 4)):
        canvas.back(_STOCK_AT - 4 * layer, _CARDS_AT - 4 * layer, _TOP)
    _caption(canvas, _STOCK_AT + _TOP.width // 2, texts.t("Stock {count}", count=view.stock))


def _discards(canvas: Canvas, view: GinView, texts: Texts, *, before: int) -> None:
    """Draw the top discard, and next to it ``before`` earlier ones."""
    if view.discards:
        canvas.card(view.discards[-1], _DISCARD_AT, _CARDS_AT, _TOP)
    else:
        canvas.slot(Area(_DISCARD_AT, _CARDS_AT, _TOP.width, _TOP.height))
    _caption(canvas, _DISCARD_AT + _TOP.width // 2, texts.t("Discards {count}", count=len(view.discards)))
    y = _CARDS_AT + _TOP.height - _PAST.height
    for number, card in enumerate(reversed(view.discards[-1 - before : -1])):
        canvas.card(card, _PAST_AT + number * (_PAST.width + 12), y, _PAST)


def _dealer_draw(canvas: Canvas, view: GinView, texts: Texts) -> None:
    """Draw the cards that decided who deals first (G-4)."""
    step = _PAST.width + 40
    for seat, card in enumerate(view.dealer_draw[-1]):
        x = _PAST_AT + 50 + seat * step
        canvas.badge(x + _PAST.width // 2, _CARDS_AT + 28, seat, TextStyle(36))
        canvas.card(card, x, _CARDS_AT + _TOP.height - _PAST.height, _PAST)
    _caption(canvas, _PAST_AT + 50 + (step + _PAST.width) // 2, texts.t("Dealer draw"))


def _caption(canvas: Canvas, x: int, words: str) -> None:
    """Write a line below a pile."""
    canvas.text(x, _CARDS_AT + _TOP.height + 40, words, TextStyle(36, side="middle"), 230)
