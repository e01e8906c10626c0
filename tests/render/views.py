"""Views to draw, and ways to find things in pictures."""

from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image, ImageChops

from bot.rummy.cards import PACK, Card, parse_card
from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from bot.rummy.gin.options import GIN_PRESETS, GinOptions
from bot.rummy.gin.state import GinState
from bot.rummy.gin.views import GinView
from bot.rummy.results import Column
from bot.rummy.views import Phase
from bot.text.catalogs import Catalogs
from render.drawing.faces import CardFormat, face
from render.drawing.palette import Ink, palette
from render.drawing.png import felt
from render.look import DEFAULT, Look
from tests.cards import cards
from tests.rummy.helpers import gin_states

TEXTS = Catalogs().texts("en")
NAMES = ("Ola", "Kuba")

Box = tuple[int, int, int, int]  # left, top, right, bottom
Color = tuple[int, int, int]

_GIN = GinView(
    seat=None,
    options=GIN_PRESETS[Variant.GIN],
    phase=Phase.DRAW,
    deal=3,
    dealer=1,
    waits=None,
    turn=0,
    turns=7,
    hand=(),
    drawn=None,
    taken=None,
    discards=(),
    discarders=(),
    stock=21,
    counts=(10, 10),
    upcard=None,
    knock_limit=10,
    factor=1,
    dealer_draw=(),
    pair=(0, 1),
    quiet_turns=0,
    known=((), ()),
    recent=(),
    moves=(),
    deals=(),
    columns=(Column((), (48, 31), (True, True), None, over=False),),
    claim=None,
    takeback=None,
    showdown=None,
    result=None,
)


def public(**changes: Any) -> GinView:  # noqa: ANN401 - any field of a view
    """Return a public view of a deal of gin in its eighth turn, with changes."""
    return replace(_GIN, **changes)


def holding(text: str, drawn: str | None = None, **changes: Any) -> GinView:  # noqa: ANN401 - any field of a view
    """Return the view of seat 0, holding these cards; with a drawn card it's their turn."""
    hand = tuple(sorted(cards(text)))
    card = None if drawn is None else parse_card(drawn)
    mine = public(seat=0, hand=hand, drawn=card, counts=(len(hand), 10), turn=1)
    if card is not None:
        mine = replace(mine, turn=0, phase=Phase.DISCARD)
    return replace(mine, **changes)


def random_hand(rng: Random, size: int = 11) -> tuple[Card, ...]:
    """Return cards of the whole pack, or of a few adjacent ranks, which gives many melds."""
    low = rng.randrange(9)
    pool = [card for card in PACK if low <= card % 13 < low + 5] if rng.random() < 0.5 else PACK
    return tuple(sorted(rng.sample(pool, size)))


@cache
def states(variant: Variant, seed: int, **changes: Any) -> tuple[GinState, ...]:  # noqa: ANN401 - any option
    """Return all states of a random game."""
    options: GinOptions = replace(GIN_PRESETS[variant], **changes)
    return tuple(gin_states(options, Random(seed)))


def ended_deals(variant: Variant, seed: int, **changes: Any) -> list[GinView]:  # noqa: ANN401 - any option
    """Return public views after each deal of a random game."""
    views = (view_for(state, None) for state in states(variant, seed, **changes))
    return [view for view in views if view.phase in (Phase.DEAL, Phase.OVER) and view.deals]


@lru_cache(maxsize=16)
def opened(png: bytes) -> Image.Image:
    """Return a picture with its palette. Pictures are kept, so don't draw on them."""
    image = Image.open(BytesIO(png))
    image.load()
    return image


def rgb(png: bytes) -> Image.Image:
    """Return a picture in red, green and blue."""
    return opened(png).convert("RGB")


def row(image: Image.Image, y: int, left: int, right: int) -> list[Color]:
    """Return the colors of a part of a pixel row."""
    data = image.crop((left, y, right, y + 1)).tobytes()
    return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def pieces(image: Image.Image, y: int, left: int, right: int, wanted: Color) -> int:
    """Return the number of unbroken stretches of a color in a pixel row."""
    line = [found == wanted for found in row(image, y, left, right)]
    return sum(now and not before for before, now in zip([False, *line], line, strict=False))


def ink_height(image: Image.Image, box: Box, wanted: Color) -> int:
    """Return the height of the part of a box that contains a color."""
    left, top, right, bottom = box
    lines = [y for y in range(top, bottom) if wanted in row(image, y, left, right)]
    return lines[-1] - lines[0] + 1 if lines else 0


def ink(name: Ink, look: Look = DEFAULT) -> Color:
    """Return the color of an ink."""
    colors = palette(look.deck, look.theme)
    red, green, blue = colors.rgb[colors[name] * 3 :][:3]
    return red, green, blue


def is_bare(png: bytes, box: Box, look: Look = DEFAULT) -> bool:
    """Return whether a part of a picture shows only the background."""
    image = rgb(png)
    bare = felt(palette(look.deck, look.theme), *image.size).copy()
    bare.putpalette(palette(look.deck, look.theme).rgb)
    return image.crop(box).tobytes() == bare.convert("RGB").crop(box).tobytes()


def changed(one: bytes, other: bytes) -> Box | None:
    """Return the rectangle in which two pictures differ."""
    return ImageChops.difference(rgb(one), rgb(other)).getbbox()


def faces_in(png: bytes, shape: CardFormat, look: Look = DEFAULT) -> dict[Card, Box]:
    """Return the place of every card that is face up and fully visible in a picture at this size."""
    image = opened(png)
    pixels = image.tobytes()
    found = {}
    for card, inside in _insides(shape, look).items():
        for x, y in _places(image, pixels, inside):
            assert card not in found, f"{TEXTS.card(card)} is there twice"
            found[card] = (x - 6, y - 6, x - 6 + shape.width, y - 6 + shape.height)
    return found


@cache
def _insides(shape: CardFormat, look: Look) -> dict[Card, tuple[bytes, int, int]]:
    """Return the inner part of each card's face: its pixels, width and height."""
    colors = palette(look.deck, look.theme)
    found = {}
    for card in PACK:
        drawn = face(colors, TEXTS.rank(card), card, shape, Ink.FELT)
        inside = drawn.crop((6, 6, shape.width - 6, shape.height - 6))
        found[card] = (inside.tobytes(), inside.width, inside.height)
    return found


def _places(image: Image.Image, pixels: bytes, part: tuple[bytes, int, int]) -> list[tuple[int, int]]:
    """Return the places of an identical part in an image with these pixels."""
    inside, width, height = part
    line = height // 4
    wanted = inside[line * width :][:width]
    places, at = [], pixels.find(wanted)
    while at >= 0:
        x, y = at % image.width, at // image.width - line
        if image.crop((x, y, x + width, y + height)).tobytes() == inside:
            places.append((x, y))
        at = pixels.find(wanted, at + 1)
    return places
