"""The melds on the table that cards of a hand fit: where they can be laid off, or swapped for a joker."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.cards import JOKER, Card
from bot.rummy.melds.rules import MeldRules, rules_for
from bot.rummy.melds.table_meld import TableMeld, ends_for, swapped
from bot.rummy.melds.views import MeldsView
from bot.rummy.moves import RunEnd
from bot.rummy.refusals import Refusal
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.chips import chip_width, draw_chip
from render.drawing.faces import narrow
from render.drawing.letters import LABEL
from render.drawing.palette import Ink
from render.drawing.plates import ROW_RADIUS, draw_panel
from render.melds.blocks import Block, block_of, draw_block, plate_height
from render.melds.hand_layout import LEFT, RIGHT

_SHAPE: Final = narrow(48)
_LONGEST: Final = 4
"""Of longer melds only the cards next to the fitting one are drawn."""
_SHORTENED: Final = 3
_GAP: Final = 12
_CHIP: Final = 44
_MOST_CHIPS: Final = 2
HEIGHT: Final = plate_height(_SHAPE) + 16
"""The height of a row of such melds."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A meld on the table, counted from 0, and the cards of the hand that fit it."""

    number: int
    meld: TableMeld
    cards: tuple[Card, ...]


def fits_of(view: MeldsView) -> tuple[Fit, ...]:
    """Return the melds that cards of the view's hand fit. Jokers, which fit most, aren't listed."""
    if view.seat is None or not _is_open(view, view.seat):
        return ()
    rules, hand = rules_for(view.options), dict.fromkeys(card for card in view.hand if card != JOKER)
    found = [
        Fit(number, meld, tuple(card for card in hand if _fits(meld, card, rules)))
        for number, meld in enumerate(view.melds)
    ]
    return tuple(fit for fit in found if fit.cards)


def draw_fits(canvas: Canvas, view: MeldsView, fits: Sequence[Fit], words: str, top: int) -> None:
    """Draw as many of the melds as a row has room for, each with the cards that fit it."""
    draw_panel(canvas, Area(LEFT, top, RIGHT - LEFT, HEIGHT), rounding=ROW_RADIUS)
    style, x = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False), LEFT + 18
    x += canvas.text(x, top + HEIGHT // 2, words, style) + 18
    for fit in fits:
        block, chips, width = _block(view, fit), fit.cards[:_MOST_CHIPS], _width(canvas, view, fit)
        if x + width > RIGHT - 8:
            break
        area = Area(x, top + 8, width, plate_height(_SHAPE))
        canvas.box(area, Ink.TRAY, ground=Ink.PANEL, rounding=12)
        draw_block(canvas, block, Area(x, area.y, block.width(_SHAPE), area.height), _SHAPE, Ink.PANEL, fill=Ink.TRAY)
        at = x + block.width(_SHAPE) + 4
        for card in chips:
            at += draw_chip(canvas, at, area.y + area.height // 2, card, _CHIP, ground=Ink.TRAY) + 4
        x += width + _GAP


def _width(canvas: Canvas, view: MeldsView, fit: Fit) -> int:
    """Return the width of a meld with the cards that fit it."""
    chips = sum(chip_width(canvas, card, _CHIP) + 4 for card in fit.cards[:_MOST_CHIPS])
    return _block(view, fit).width(_SHAPE) + 8 + chips


def _is_open(view: MeldsView, seat: int) -> bool:
    """Return whether a seat may lay off: always, or after its first melds (D-7)."""
    return view.needs is None or view.opened[seat] or (bool(view.laid) and view.laid >= view.needs)


def _fits(meld: TableMeld, card: Card, rules: MeldRules) -> bool:
    """Return whether a card can be laid off on a meld or swapped for a joker in it."""
    swaps = JOKER in meld.cards and not isinstance(swapped(meld, card, rules), Refusal)
    return swaps or bool(ends_for(meld, card, rules))


def _block(view: MeldsView, fit: Fit) -> Block:
    """Return the block of a meld; of a long one only the end that the first card fits."""
    rules, size = rules_for(view.options), len(fit.meld.cards)
    places = range(size)
    if size > _LONGEST:
        low = RunEnd.LOW in ends_for(fit.meld, fit.cards[0], rules) or _is_below(fit.meld, fit.cards[0])
        places = range(_SHORTENED) if low else range(size - _SHORTENED, size)
    return block_of(fit.number, fit.meld, rules, places)


def _is_below(meld: TableMeld, card: Card) -> bool:
    """Return whether a card comes before a run."""
    return (card + 1) % 13 == meld.low % 13
