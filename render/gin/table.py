"""The picture of a table: both seats, the piles and who discarded what, the last move, the rules in force."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rummy.gin.views import GinView
from bot.rummy.views import Phase
from bot.text.catalogs import Texts
from bot.text.deals import progress_words, table_heading
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import upright
from render.drawing.letters import LABEL, NAME, length
from render.drawing.lines import Chip, Part, draw_line, parted, slot
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import (
    ROW_RADIUS,
    STRIPE,
    draw_fitted,
    draw_name,
    draw_panel,
    draw_pill,
    draw_tag,
)
from render.drawing.png import CARDS
from render.gin.alt import table_alt
from render.gin.last_move import last_move_parts, last_turn
from render.gin.piles import FIELD, Field, draw_piles, rules_in_force, shows_rules
from render.gin.words import quiet_words
from render.look import DEFAULT, Look
from render.picture import Picture
from render.words import quiet_turns_left

LEFT, RIGHT = 32, 1068
"""The margins of all rows."""

_TITLE: Final = 54  # the middle of the first line
_SEATS_AT: Final = 94
_SEAT: Final = (510, 246)
_GAP: Final = 16
_INSIDE: Final = 26
_SCORE: Final = 84
_SCORES_LINE: Final = 54
_BACK: Final = upright(46)

_MOVE: Final = 68
_BELOW: Final = _GAP + _MOVE + 30


def table_picture(
    view: GinView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    piles = Area(LEFT, _SEATS_AT + _seat_height(view) + _GAP, RIGHT - LEFT, FIELD)
    canvas = Canvas(look, texts, piles.y + FIELD + _BELOW)
    _header(canvas, view, texts, rules=not shows_rules(view, unassisted=unassisted))
    for seat in range(len(names)):
        _seat(canvas, view, names, texts, seat)
    draw_piles(Field(canvas, view, names, texts, piles), unassisted=unassisted)
    _last_move(canvas, view, names, texts)
    return Picture(canvas.png(CARDS), table_alt(view, names, texts, unassisted=unassisted))


def _header(canvas: Canvas, view: GinView, texts: Texts, *, rules: bool) -> None:
    """Write the game and the deal, and a warning, or as many of the ``rules`` in force as there is room for."""
    left = quiet_turns_left(view)
    words = progress_words(texts, view) if left is not None else table_heading(texts, view)
    used = draw_fitted(canvas, LEFT + 4, _TITLE, words, TextStyle(NAME), width=560)
    room = RIGHT - LEFT - 8 - used - 30
    if left is not None:
        words = quiet_words(texts, left)
        draw_tag(canvas, RIGHT, _TITLE - 26, words, Ink.SILVER, side="right", width=room, squeeze=True)
    elif rules:
        shown = rules_in_force(view, texts)
        style = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
        while len(shown) > 1 and length(" · ".join(shown), style.size, style.black) > room:
            shown.pop()
        draw_fitted(canvas, RIGHT - 4, _TITLE, " · ".join(shown), style, width=room)


def _seat(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts, seat: int) -> None:
    """Draw a seat's panel: in the seat's color with what it has to do, or with its cards face down."""
    width, height = _SEAT[0], _seat_height(view)
    panel = Area(LEFT + seat * (width + _GAP), _SEATS_AT, width, height)
    acts, color = view.turn == seat, SEATS[seat]
    ground, label = (color, Ink.SOFT) if acts else (Ink.PANEL, Ink.LABEL)
    draw_panel(canvas, panel, fill=ground, stripe=None if acts else color, shadow=acts)
    left, right = panel.x + 24, panel.x + width - _INSIDE
    small = TextStyle(LABEL, label, ground, black=False)
    room = right - left - _scores(canvas, view, texts, seat, Area(left, panel.y, right - left, height))
    draw_name(canvas, left, panel.y + 50, seat, names[seat], ground=ground, width=room, size=54)
    count = texts.n("{n} card", "{n} cards", view.counts[seat])
    dealer = " · ".join([count, *([texts.t("dealer")] if view.dealer == seat and view.deal else [])])
    points = 0 if len(view.columns) > 1 else length(texts.t("points"), LABEL, False) + 16
    draw_fitted(canvas, left + 3, panel.y + 130, dealer, small, width=right - left - points)
    foot = Area(panel.x + 18, panel.y + height - 83, width - 36, 66)
    if acts:
        draw_pill(canvas, foot, verb_parts(view, texts), ground)
    else:
        _backs(canvas, view.counts[seat], Area(left + 3, foot.y + 1, right - left - 3, foot.height))


def _seat_height(view: GinView) -> int:
    """Return the height of the seats' panels: Hollywood's three scores need one more line."""
    return _SEAT[1] + (_SCORES_LINE if len(view.columns) > 1 else 0)


def _scores(canvas: Canvas, view: GinView, texts: Texts, seat: int, area: Area) -> int:
    """Write a seat's points, or in Hollywood those of all three games. Return how much of the first line they use."""
    acts, right = view.turn == seat, area.x + area.width
    ground, ink, soft = (SEATS[seat], Ink.ON_COLOR, Ink.SOFT) if acts else (Ink.PANEL, Ink.TEXT, Ink.LABEL)
    value, label = TextStyle(_SCORE, ink, ground, side="right"), TextStyle(LABEL, soft, ground, black=False)
    scores = [str(column.totals[seat]) for column in view.columns] or ["0"]
    if len(scores) == 1:
        canvas.text(right + 2, area.y + 130, texts.t("points"), replace(label, side="right"))
        return canvas.text(right, area.y + 54, scores[0], value, 220) + 20
    used = canvas.text(area.x + 3, area.y + 184, texts.t("points"), label)
    draw_fitted(canvas, right, area.y + 184, " · ".join(scores), replace(value, size=54), width=area.width - used - 20)
    return 0


def _backs(canvas: Canvas, count: int, area: Area) -> None:
    """Draw cards face down in a row, overlapping if there are many."""
    if not count:
        return
    step = min((area.width - _BACK.width) / max(count - 1, 1), _BACK.width)
    for number in range(count):
        canvas.back(area.x + round(number * step), area.y, _BACK, Ink.PANEL)


def verb_parts(view: GinView, texts: Texts) -> tuple[Part, ...]:
    """Return what the seat whose turn it is has to do, as all players may know it."""
    if view.phase is Phase.DISCARD:
        return parted(texts.t("Discard"))
    if not view.discards or view.phase is Phase.STOCK:
        return parted(texts.t("Draw from the stock"))
    top = Chip(view.discards[-1])
    if view.phase is Phase.UPCARD:
        return parted(texts.t("Take {card} or pass", card=slot(0)), top)
    return parted(texts.t("Draw or take {card}", card=slot(0)), top)


def _last_move(canvas: Canvas, view: GinView, names: Sequence[str], texts: Texts) -> None:
    """Write what happened last, with a stripe in the color of its player."""
    turn = last_turn(view)
    seat = turn[-1].seat if turn else view.dealer
    area = Area(LEFT, canvas.height - _MOVE - 30, RIGHT - LEFT, _MOVE)
    draw_panel(canvas, area, stripe=SEATS[seat], rounding=ROW_RADIUS)
    style = TextStyle(48, Ink.TEXT, Ink.PANEL, black=False)
    parts = last_move_parts(view, names, texts)
    draw_line(canvas, LEFT + STRIPE + 20, area.y + _MOVE // 2, parts, style, width=area.width - STRIPE - 40)
