"""Plates: panels with stripes, seat discs, pills, tags, frames and bars, the parts that all pictures are made of."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.rummy.cards import JOKER, Card, MeldKind
from bot.text.players import bars_of
from render.drawing.canvas import Area, Canvas, Side, TextStyle, share_before
from render.drawing.faces import CardFormat, Style
from render.drawing.letters import LABEL, NAME, cut, drawable, first_fitting, length, narrow_for
from render.drawing.palette import SEATS, Ink, Palette
from render.drawing.shapes import LEVELS, OVER, Symbol, rounded, symbol
from render.drawing.sprites import Sprite, cut_up

PANEL_RADIUS: Final = 18
ROW_RADIUS: Final = 14
PLATE_RADIUS: Final = 12
STRIPE: Final = 12
"""The width of a seat's stripe, in pixels."""
TAG: Final = 52
"""The height of a tag, in pixels."""
TAG_PADDING: Final = 15
DISC: Final = 56
"""The diameter of a seat's disc next to a name, in pixels."""
BAR: Final = 8
"""The thickness of the bar below a meld, in pixels."""
BAR_BELOW: Final = 8
"""How far below its cards it is."""
DRAWN_FRAME: Final = 6
DISCARD_FRAME: Final = 7
DISCARD_INNER: Final = 3
"""The color and the dark line of the frame around the top discard, in pixels."""
PILE_DISC: Final = 28
"""The radius of the disc on the pile that was drawn from, in pixels."""

_NECK: Final = 4
"""How much higher a robot's head is than a disc, for the antenna."""
_BARS: Final = 30
_BEFORE_BARS: Final = 12
_ARROW: Final = 36 / 56
"""The height of the arrow on a disc, as a share of it."""
_DRAWN_DISC, _DRAWN_DISC_SHARE = 56, 0.48
"""The diameter of the disc on the drawn card, which is smaller on small cards."""
_DRAWN_UP, _DRAWN_OUT = 14, 8
"""How far it is above the card and beyond its right edge."""
_TEN_UP, _TEN_OUT = 30, 18
"""The same for a ten, whose zero would be below the disc."""
_TALL_UP, _TALL_OUT = 34, 20
"""The same for tall cards, whose ranks are wider."""
_DRAWN_RIGHT: Final = 1084
"""The furthest right that the disc may be."""
_DRAWN_TOP: Final = 4
"""The furthest up."""
_EMPTY_EDGE: Final = 3
_DASH, _GAP = 18, 12
_BAR_STEP, _BAR_GAP = 38, 11
_SHADOW: Final = 6.0
_LAYERS, _LAYER_STEP = 3, (5, 4)


def draw_panel(
    canvas: Canvas,
    area: Area,
    *,
    fill: Ink = Ink.PANEL,
    stripe: Ink | None = None,
    ground: Ink = Ink.FELT,
    rounding: int = PANEL_RADIUS,
    shadow: bool = False,
) -> None:
    """Draw a panel, with a stripe inside its rounding on the left, or with a soft shadow below it."""
    if shadow:
        canvas.shadow(area, rounding=rounding, blur=_SHADOW, ground=ground)
    canvas.box(area, fill, ground=ground, rounding=rounding)
    if stripe is not None:
        canvas.box(area, stripe, ground=ground, rounding=rounding, part=STRIPE)


def draw_disc(
    canvas: Canvas, x: int, y: int, seat: int, ground: Ink, *, across: int = DISC, computer: bool = False
) -> None:
    """Draw a seat's disc around a point: its number, counted from 1, in the seat's color; on that color in ink.

    A computer's number is in a robot's head.
    """
    color = SEATS[seat]
    fill, ink = (Ink.ON_COLOR, ground) if ground is color or ground is Ink.GOLD else (color, Ink.ON_COLOR)
    if computer:
        canvas.symbol(Symbol.ROBOT, (x - across // 2, y - across // 2 - _NECK), across + _NECK, fill, ground)
    else:
        canvas.box(Area(x - across // 2, y - across // 2, across, across), fill, ground=ground, rounding=across // 2)
    canvas.text(x, y + 3 * computer, str(seat + 1), TextStyle(round(across * 0.78), ink, fill, side="middle"))


def level_width(name: str) -> int:
    """Return the width of the bars next to a computer's name with the gap before them, 0 for a person."""
    return _BEFORE_BARS + symbol(LEVELS[0], _BARS).width if bars_of(name) else 0


def draw_level(canvas: Canvas, x: int, y: int, name: str, style: TextStyle) -> None:
    """Draw the level of a computer after its name, which ends at ``x`` with its capitals around ``y``."""
    if bars := bars_of(name):
        canvas.symbol(LEVELS[bars - 1], (x + _BEFORE_BARS, y - _BARS // 2), _BARS, style.ink, style.ground)


def draw_name(
    canvas: Canvas,
    x: int,
    y: int,
    seat: int,
    name: str,
    *,
    ground: Ink,
    width: int,
    size: int = NAME,
    across: int = DISC,
) -> int:
    """Draw a seat's disc and the player's name, cut to a width for both. Return the length of both.

    A name that the fonts can't draw leaves the disc alone. The level of a computer follows its name.
    """
    level = level_width(name)
    draw_disc(canvas, x + across // 2, y, seat, ground, across=across, computer=level > 0)
    shown, before, style = drawable(name), across + across // 4, _style_on(ground, size)
    if shown is None:
        return across
    draw = draw_fitted if level else draw_cut  # names of computers aren't cut, as they're all there is to know
    used = before + draw(canvas, x + before, y, shown, style, width=width - before - level)
    draw_level(canvas, x + used, y, name, style)
    return used + level


def draw_fitted(canvas: Canvas, x: int, y: int, words: str, style: TextStyle, *, width: int, least: int = LABEL) -> int:
    """Write words, set smaller and then narrower if they are too long, and cut at last. Return their length."""
    while style.size > least and length(words, style.size, style.black) > width:
        style = replace(style, size=max(style.size - 2, least))
    full = length(words, style.size, style.black)
    if full > width:
        style = replace(style, narrow=narrow_for(full, width))
    return canvas.text(x, y, cut(words, style.size, style.black, width * 100 // style.narrow), style)


def shortened(words: str, size: int, width: int, *, black: bool = True) -> str:
    """Return words, or the shorter form after a line break in them if they'd have to be set narrower for a width."""
    full, *short = words.split("\n")
    return full if not short or length(full, size, black) <= width else short[0]


def draw_cut(canvas: Canvas, x: int, y: int, words: str, style: TextStyle, *, width: int, least: int = LABEL) -> int:
    """Write a name, set smaller if it's too long, and cut if that isn't enough. Return its length."""
    while style.size > least and length(words, style.size, style.black) > width:
        style = replace(style, size=max(style.size - 2, least))
    return canvas.text(x, y, cut(words, style.size, style.black, width), style)


def draw_tag(
    canvas: Canvas,
    x: int,
    y: int,
    words: str,
    fill: Ink,
    *,
    side: Side = "middle",
    width: int = 400,
    ground: Ink = Ink.FELT,
    squeeze: bool = False,
) -> int:
    """Draw words on a plate in a color, with ``y`` at its top. Return its width, at most ``width``.

    Words that are too long are cut; with ``squeeze`` they are first set narrower.
    """
    room = width - 2 * TAG_PADDING
    narrow = narrow_for(length(words, LABEL, True), room) if squeeze else 100
    words = cut(words, LABEL, True, room * 100 // narrow)
    across = length(words, LABEL, True) * narrow // 100 + 2 * TAG_PADDING
    left = x - round(across * share_before(side))
    canvas.box(Area(left, y, across, TAG), fill, ground=ground, rounding=PLATE_RADIUS)
    canvas.text(
        left + across // 2, y + TAG // 2, words, TextStyle(LABEL, Ink.ON_COLOR, fill, side="middle", narrow=narrow)
    )
    return across


def draw_frame(canvas: Canvas, area: Area, ink: Ink, *, thick: int, radius: int, ground: Ink = Ink.FELT) -> None:
    """Draw a frame with round corners around the inside of an area, which stays as it is."""
    frame = _frame(canvas.colors, (area.width, area.height), (radius, thick), ink, ground)
    canvas.place(frame, area.x, area.y)


def draw_dashes(canvas: Canvas, area: Area, ink: Ink, *, thick: int, radius: int, ground: Ink = Ink.FELT) -> None:
    """Draw a dashed frame with round corners: what can still be taken back."""
    frame = _dashed(canvas.colors, (area.width, area.height), (radius, thick), ink, ground)
    canvas.place(frame, area.x, area.y)


def draw_bar(
    canvas: Canvas, x: int, y: int, width: int, kind: MeldKind, *, ground: Ink = Ink.FELT, thick: int = BAR
) -> None:
    """Draw the bar below a meld: solid for a set, dashes for a run."""
    if kind is MeldKind.SET:
        canvas.box(Area(x, y, width, thick), Ink.LABEL, ground=ground, rounding=thick // 2)
        return
    gap = round(_BAR_GAP * thick / BAR)
    count = max(round((width + gap) / (_BAR_STEP * thick / BAR)), 2)
    step = (width + gap) / count
    for number in range(count):
        start, end = round(number * step), round((number + 1) * step) - gap
        canvas.box(Area(x + start, y, end - start, thick), Ink.LABEL, ground=ground, rounding=thick // 2)


def draw_card(canvas: Canvas, card: Card, x: int, y: int, shape: CardFormat, *, ground: Ink = Ink.FELT) -> None:
    """Draw a card with its shadow."""
    card_shadow(canvas, x, y, shape, ground)
    canvas.card(card, x, y, shape, ground)


def card_shadow(canvas: Canvas, x: int, y: int, shape: CardFormat, ground: Ink = Ink.FELT) -> None:
    """Draw the shadow of a card."""
    area = Area(x, y, shape.width, shape.height)
    canvas.shadow(area, rounding=shape.corner, blur=shape.width / 26, ground=ground)


def draw_cards(
    canvas: Canvas, places: Sequence[tuple[Card, int, int]], shape: CardFormat, *, ground: Ink = Ink.FELT
) -> None:
    """Draw cards side by side: first all shadows, so that none falls on a card."""
    for _, x, y in places:
        card_shadow(canvas, x, y, shape, ground)
    for card, x, y in places:
        canvas.card(card, x, y, shape, ground)


def draw_stock(canvas: Canvas, x: int, y: int, shape: CardFormat, count: int) -> None:
    """Draw the stock, as three backs or as many as there are cards."""
    layers = min(count, _LAYERS)
    for layer in reversed(range(layers)):
        place = x + _LAYER_STEP[0] * layer, y + _LAYER_STEP[1] * layer
        if layer == layers - 1:
            card_shadow(canvas, *place, shape)
        canvas.back(*place, shape)


def draw_framed(
    canvas: Canvas,
    card: Card,
    x: int,
    y: int,
    shape: CardFormat,
    *,
    color: Ink,
    ground: Ink = Ink.FELT,
    inner: int = 0,
    shadow: bool = True,
) -> None:
    """Draw a card in a frame of a color: the drawn one, or with ``inner`` pixels of ink the top discard.

    Without ``shadow`` it doesn't darken the cards next to it.
    """
    thick = (DISCARD_FRAME if inner else DRAWN_FRAME) + inner
    around = Area(x, y, shape.width, shape.height).grown(thick)
    if shadow:
        canvas.shadow(around, rounding=shape.corner + thick, blur=shape.width / 26, ground=ground)
    canvas.box(around, color, ground=ground, rounding=shape.corner + thick)
    if inner:
        canvas.box(around.grown(inner - thick), Ink.ON_COLOR, ground=color, rounding=shape.corner + inner)
    canvas.card(card, x, y, shape, Ink.ON_COLOR if inner else color)


def draw_pile_disc(
    canvas: Canvas, x: int, y: int, color: Ink, ground: Ink = Ink.FELT, *, across: int = 2 * PILE_DISC
) -> None:
    """Draw the disc on the pile that was drawn from, or on the card, around a point."""
    area, arrow = Area(x - across // 2, y - across // 2, across, across), round(across * _ARROW)
    canvas.box(area, color, ground=ground, rounding=across // 2, over=True)
    canvas.symbol(Symbol.ARROW, (x - arrow // 2, y - arrow // 2), arrow, Ink.ON_COLOR, color)


def draw_drawn(
    canvas: Canvas, card: Card, x: int, y: int, shape: CardFormat, *, color: Ink, stands_for: Sequence[Card] = ()
) -> None:
    """Draw the card that its owner drew: in a frame, with an arrow on a disc on its upper right corner."""
    around = Area(x, y, shape.width, shape.height).grown(DRAWN_FRAME)
    canvas.box(around, color, rounding=shape.corner + DRAWN_FRAME, over=True)
    canvas.card(card, x, y, shape, color, stands_for=stands_for)
    ten = card != JOKER and len(canvas.rank(card)) > 1
    up, out = (_TEN_UP, _TEN_OUT) if ten else (_DRAWN_UP, _DRAWN_OUT)
    if shape.style is Style.TALL:
        up, out = _TALL_UP, _TALL_OUT
    across = min(_DRAWN_DISC, round(shape.width * _DRAWN_DISC_SHARE))
    right = min(x + shape.width + out, _DRAWN_RIGHT)
    draw_pile_disc(canvas, right - across // 2, max(y - up, _DRAWN_TOP) + across // 2, color, across=across)


def draw_empty(canvas: Canvas, area: Area, words: str, corner: int) -> None:
    """Draw the outline of a pile that is empty, and say so in it, in a number if there's no room for the word."""
    draw_frame(canvas, area, Ink.RIM, thick=_EMPTY_EDGE, radius=corner)
    style = TextStyle(LABEL, Ink.LABEL, black=False, side="middle")
    words = first_fitting((words, "0"), LABEL, area.width - 8)
    draw_fitted(canvas, area.x + area.width // 2, area.y + area.height // 2, words, style, width=area.width - 8)


def draw_print(canvas: Canvas, area: Area) -> None:
    """Draw the double line that is printed on the felt around the piles."""
    draw_frame(canvas, area, Ink.PRINT, thick=3, radius=28)
    draw_frame(canvas, area.grown(-9), Ink.PRINT, thick=2, radius=20)


def _style_on(ground: Ink, size: int) -> TextStyle:
    return TextStyle(size, Ink.TEXT if ground in (Ink.PANEL, Ink.FELT, Ink.TRAY) else Ink.ON_COLOR, ground)


@lru_cache(maxsize=128)
def _frame(colors: Palette, size: tuple[int, int], edge: tuple[int, int], ink: Ink, ground: Ink) -> Sprite:
    return _drawn(colors, _ring(size, *edge), ink, ground)


@lru_cache(maxsize=128)
def _dashed(colors: Palette, size: tuple[int, int], edge: tuple[int, int], ink: Ink, ground: Ink) -> Sprite:
    return _drawn(colors, _dashes(size, *edge), ink, ground)


def _drawn(colors: Palette, mask: Image.Image, ink: Ink, ground: Ink) -> Sprite:
    return cut_up(mask.point(colors.ramp(ground, ink), "P"), mask.point(colors.cover(ground, ink), "L"))


def _ring(size: tuple[int, int], radius: int, thick: int) -> Image.Image:
    """Draw the mask of a frame with round corners."""
    mask = rounded(*size, radius).copy()
    inner = rounded(size[0] - 2 * thick, size[1] - 2 * thick, max(radius - thick, 1))
    mask.paste(0, (thick, thick), inner)
    return mask


def _dashes(size: tuple[int, int], radius: int, thick: int) -> Image.Image:
    """Draw the mask of a dashed frame: its corners and the middles of its sides are drawn."""
    gaps = Image.new("L", (size[0] * OVER, size[1] * OVER), 255)
    draw = ImageDraw.Draw(gaps)
    for side, across in ((size[0], True), (size[1], False)):
        straight = side - 2 * radius
        count = max(round((straight + _DASH) / (_DASH + _GAP)), 1)
        step = straight / count
        for number in range(count):
            middle = (radius + (number + 0.5) * step) * OVER
            low, high = middle - _GAP * OVER / 2, middle + _GAP * OVER / 2
            for far in (0, 1):
                if across:
                    top = far * (size[1] - thick) * OVER
                    draw.rectangle([low, top, high, top + thick * OVER], fill=0)
                else:
                    left = far * (size[0] - thick) * OVER
                    draw.rectangle([left, low, left + thick * OVER, high], fill=0)
    mask = Image.new("L", size)
    mask.paste(_ring(size, radius, thick), (0, 0), gaps.reduce(OVER))
    return mask
