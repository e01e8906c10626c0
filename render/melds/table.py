"""The picture of a table with melds: piles and seats, the last turn in a sentence, numbered melds below."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from bot.text.deals import progress_words, table_heading
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, length
from render.drawing.lines import draw_line, fitting
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import ROW_RADIUS, STRIPE, draw_fitted, draw_panel, draw_tag
from render.drawing.png import CARDS, MANY_MELDS
from render.look import DEFAULT, Look
from render.melds.alt import table_alt
from render.melds.blocks import Laid, block_of, draw_blocks, laid_out
from render.melds.fresh import fresh
from render.melds.last_turn import last_turn, last_turn_lines
from render.melds.piles import draw_piles
from render.melds.seats import draw_seats
from render.melds.table_drawing import TableDrawing
from render.melds.words import goal_words, house_rules, quiet_words
from render.picture import Picture
from render.words import quiet_turns_left

LEFT, RIGHT = 32, 1068
"""The margins of all rows."""
_HEADER: Final = 50
_PILES: Final = Area(LEFT, 92, 500, 314)
_SEATS: Final = Area(548, 80, 520, 326)
_TURN: Final = Area(LEFT, 418, RIGHT - LEFT, 64)
MELDS: Final = Area(LEFT, 494, RIGHT - LEFT, 378)
"""The area of the melds."""
_BELOW: Final = 28
"""From the last row to the lower edge of the picture."""
_LEAST_RULES: Final = 230
"""The least width of a panel with rules."""
_INSIDE: Final = 20
_RULES: Final = 58
"""The height of a line of rules."""
_FEW: Final = 32
"""The most cards in melds for which the usual compression is small enough."""


def melds_table_picture(
    view: MeldsView, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, unassisted: bool = False
) -> Picture:
    """Draw the table as all players see it; names in seat order. Unassisted tables show only the top discard."""
    laid = melds_laid_out(view)
    panel = _rules_panel(laid)
    rules = () if panel is None else rule_lines(view, texts, panel.width - 2 * _INSIDE)
    if panel is not None and not view.melds:
        panel = replace(panel, height=12 + _RULES * len(rules))
    foot = laid.foot or MELDS.y + 12 + _RULES * len(rules)
    canvas = Canvas(look, texts, foot + _BELOW)
    _header(canvas, view, texts)
    drawing = TableDrawing(canvas, view, names, texts)
    draw_piles(drawing, _PILES, unassisted=unassisted)
    draw_seats(drawing, _SEATS, _HEADER)
    _last_turn(drawing)
    draw_blocks(canvas, laid)
    if panel is not None:
        _rules(canvas, panel, rules)
    compression = MANY_MELDS if sum(len(meld.cards) for meld in view.melds) > _FEW else CARDS
    return Picture(canvas.png(compression), table_alt(view, names, texts))


def melds_laid_out(view: MeldsView) -> Laid:
    """Return the melds laid out in rows."""
    rules, new = rules_for(view.options), fresh(view)
    blocks = [block_of(number, meld, rules, fresh=new[number]) for number, meld in enumerate(view.melds)]
    return laid_out(blocks, MELDS)


def _header(canvas: Canvas, view: MeldsView, texts: Texts) -> None:
    """Write the game and its progress, or a warning that the deal is about to end (C-8)."""
    left, room = quiet_turns_left(view), _SEATS.x - LEFT
    if left is not None:
        draw_tag(canvas, LEFT, _HEADER - 26, quiet_words(texts, left), Ink.SILVER, side="left", width=room)
        return
    words, style = table_heading(texts, view), TextStyle(NAME)
    if length(words, LABEL, True) > room:
        words = progress_words(texts, view)
    draw_fitted(canvas, LEFT + 4, _HEADER, words, style, width=room)


def _last_turn(drawing: TableDrawing) -> None:
    """Write what happened in the last turn, with a stripe in the color of its player."""
    canvas, view, names, texts = drawing.canvas, drawing.view, drawing.names, drawing.texts
    turn = last_turn(view)
    draw_panel(canvas, _TURN, stripe=SEATS[turn[0].seat] if turn else None, rounding=ROW_RADIUS)
    style, room = TextStyle(48, Ink.TEXT, Ink.PANEL, black=False), _TURN.width - STRIPE - 40
    small = TextStyle(LABEL, Ink.TEXT, Ink.PANEL, black=False)
    line = fitting(canvas, last_turn_lines(view, names, texts), small, room)
    draw_line(canvas, _TURN.x + STRIPE + 20, _TURN.y + _TURN.height // 2, line, style, width=room)


def _rules_panel(laid: Laid) -> Area | None:
    """Return where there is room for the rules in force: before the first meld, or next to the first few of them."""
    areas = laid.areas()
    if not areas:
        return replace(MELDS, height=_RULES)
    x = max(area.x + area.width for area in areas) + 16
    in_one_row = len({area.y for area in areas}) == 1
    return Area(x, MELDS.y, RIGHT - x, areas[0].height) if in_one_row and RIGHT - x >= _LEAST_RULES else None


def rule_lines(view: MeldsView, texts: Texts, width: int = MELDS.width - 2 * _INSIDE) -> tuple[str, ...]:
    """Return the rules in force in lines of a width, for a table with few melds."""
    rules = [goal_words(texts, view.options, len(view.counts)), *house_rules(texts, view.options).values()]
    lines: list[str] = []
    for rule in rules:
        longer = f"{lines[-1]} · {rule}" if lines else rule
        if lines and length(longer, LABEL, False) <= width:
            lines[-1] = longer
        else:
            lines.append(rule)
    return tuple(lines)


def _rules(canvas: Canvas, panel: Area, lines: Sequence[str]) -> None:
    """Write as many of the rules in force as fit a panel."""
    draw_panel(canvas, panel, rounding=ROW_RADIUS)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
    shown = [line for line in lines[: panel.height // (_RULES - 4)] if length(line, LABEL, False) <= panel.width - 20]
    top = panel.y + (panel.height - _RULES * len(shown)) // 2
    for number, line in enumerate(shown):
        canvas.text(panel.x + panel.width // 2, top + round((number + 0.5) * _RULES), line, style)
