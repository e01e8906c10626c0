"""A fan: cards turned on an arc, each one over the one before. Only share cards have one."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from PIL import Image, ImageFilter

from bot.rummy.cards import JOKER, Card
from render.drawing import faces
from render.drawing.canvas import Area, Canvas
from render.drawing.faces import fan
from render.drawing.palette import Ink, Palette
from render.drawing.shapes import rounded
from render.drawing.sprites import whole

WIDTH: Final = 198
"""The width of a card, in pixels."""

_RADIUS: Final = 1000
_SPREAD: Final = 43
"""The angle of the whole fan, in degrees."""
_LEAST: Final = 8
_MOST: Final = 13
"""The most cards whose ranks can all be read."""
_TOP: Final = 18
_SHADOW: Final = 7
_DEPTH: Final = 84
"""How far a card's shadow reaches, in pixels, and how dark it is, of 255."""


def draw_fan(canvas: Canvas, cards: Sequence[Card], area: Area, *, kept: int = 0) -> None:
    """Draw cards as a fan in the middle of an area, cut off at its edges; the middle one is at its top.

    If there are few, cards lie face down on both sides of them. The first ``kept`` rows of pixels stay as they are.
    """
    shown, missing = canvas.part(area), max(_LEAST - len(cards), 0)
    fanned = (*[None] * (missing // 2), *cards[:_MOST], *[None] * (missing - missing // 2))
    step = _SPREAD / (len(fanned) - 1)
    for number, card in enumerate(fanned):
        angle = (number - (len(fanned) - 1) / 2) * step
        letter = "" if card is None or card == JOKER else canvas.rank(card)
        drawn = _turned(canvas.colors, letter, card, round(angle, 2))
        x = area.width / 2 + _RADIUS * sin(radians(angle))
        y = fan(WIDTH).height / 2 + _TOP + _RADIUS * (1 - cos(radians(angle)))
        shown.paste(drawn, (round(x - drawn.width / 2), round(y - drawn.height / 2)), drawn)
    shown = shown.crop((0, kept, area.width, area.height))
    fitted = shown.quantize(palette=_swatches(canvas.colors), dither=Image.Dither.NONE)
    canvas.place(whole(fitted), area.x, area.y + kept)


@lru_cache(maxsize=128)
def _turned(colors: Palette, letter: str, card: Card | None, angle: float) -> Image.Image:
    """Draw a card, or a back, with its shadow, turned clockwise by an angle in degrees, in full color."""
    shape = fan(WIDTH)
    if card is None:
        drawn = faces.back(colors, shape, Ink.FACE).copy()
    elif card == JOKER:
        drawn = faces.joker(colors, (), shape, Ink.FACE).copy()
    else:
        drawn = faces.face(colors, letter, card, shape, Ink.FACE).copy()
    drawn.putpalette(colors.rgb)
    around = 3 * _SHADOW
    mask = Image.new("L", (shape.width + 2 * around, shape.height + 2 * around))
    mask.paste(rounded(shape.width, shape.height, shape.corner), (around, around))
    soft = mask.filter(ImageFilter.GaussianBlur(_SHADOW))
    blurred = soft.point([share * _DEPTH // 255 for share in range(256)])
    turned = Image.new("RGBA", mask.size)
    turned.putalpha(blurred)
    face = Image.new("RGBA", mask.size)
    face.paste(drawn.convert("RGB"), (around, around))
    face.putalpha(mask)
    turned.alpha_composite(face)
    return turned.rotate(-angle, Image.Resampling.BICUBIC, expand=True)


@lru_cache(maxsize=12)
def _swatches(colors: Palette) -> Image.Image:
    """Return an image with all colors of a palette, for `quantize`."""
    image = Image.new("P", (1, 1))
    image.putpalette(colors.rgb)
    return image
