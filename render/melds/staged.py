"""What a player has laid in the current turn and can still take back, in dashes."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.melds.rules import rules_for
from bot.rummy.melds.views import MeldsView
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.faces import narrow, upright
from render.drawing.letters import NAME
from render.drawing.lines import Part, draw_line
from render.drawing.palette import Ink
from render.drawing.plates import PANEL_RADIUS, PLATE_RADIUS, draw_dashes, draw_fitted
from render.melds.blocks import Block, Laid, block_of, draw_block, laid_out, padding
from render.melds.fresh import Fresh
from render.melds.hand_layout import LEFT, RIGHT

_INSIDE: Final = 16
_HEAD: Final = 82
_GOAL: Final = 46
_SIZES: Final = (upright(74), upright(64), narrow(48), narrow(44), narrow(40), narrow(36), narrow(32))


def staged_blocks(view: MeldsView) -> list[Block]:
    """Return the melds on which this seat has laid cards in its turn: new ones, and those that it laid off on."""
    rules, blocks = rules_for(view.options), []
    for number, (meld, places) in enumerate(zip(view.melds, view.staged, strict=True)):
        if places:
            new = len(places) == len(meld.cards)
            owners = tuple(view.seat if place in places and not new else None for place in range(len(meld.cards)))
            blocks.append(block_of(number, meld, rules, fresh=Fresh(None, owners)))
    return blocks


def staged_laid_out(blocks: Sequence[Block], top: int, most: int) -> Laid:
    """Lay out the staged melds below the head of a field that begins at ``top`` and is at most ``most`` high."""
    area = Area(LEFT + _INSIDE, top + _HEAD, RIGHT - LEFT - 2 * _INSIDE, most - _HEAD - _INSIDE)
    return laid_out(blocks, area, _SIZES, spread=False)


def draw_staged(canvas: Canvas, laid: Laid, color: Ink, head: tuple[str, Sequence[Part]], top: int) -> None:
    """Draw a field in a dashed frame, with a title and the first meld in its head, and the melds on dashed plates."""
    words, goal = head
    field = Area(LEFT, top, RIGHT - LEFT, laid.foot + _INSIDE - top)
    canvas.box(field, Ink.PANEL, rounding=PANEL_RADIUS)
    draw_dashes(canvas, field, color, thick=5, radius=PANEL_RADIUS, ground=Ink.PANEL)
    style, y = TextStyle(_GOAL, Ink.TEXT, Ink.PANEL, side="right"), top + 44
    used = draw_line(canvas, RIGHT - 28, y, goal, style, width=RIGHT - LEFT - 420) if goal else 0
    room = RIGHT - LEFT - 56 - used - 24
    draw_fitted(canvas, LEFT + 28, y, words, TextStyle(NAME, Ink.TEXT, Ink.PANEL), width=room)
    for (block, _, _), area in zip(laid.places, laid.areas(), strict=True):
        draw_block(canvas, block, area, laid.shape, Ink.PANEL, fill=Ink.TRAY, marks=False)
        added = block.added()
        if not added:
            draw_dashes(canvas, area.grown(1), color, thick=4, radius=PLATE_RADIUS, ground=Ink.PANEL)
        edges = block.cards_at(laid.shape)
        for _, places in added:
            first, last = area.x + edges[places[0]], area.x + edges[places[-1]] + laid.shape.width
            around = Area(first, area.y + padding(laid.shape), last - first, laid.shape.height).grown(6)
            draw_dashes(canvas, around, color, thick=4, radius=PLATE_RADIUS, ground=Ink.TRAY)
