"""Strips: pictures are drawn and compressed in horizontal strips, which are cached.

Most pictures of a game repeat parts of earlier ones: after another player's discard a hand has a new first row, but the
same cards. What is drawn is only noted first. A strip is then found by the sprites that touch it, and drawn if no
picture has had the same one lately.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from PIL import Image

from render.drawing.felt import felt
from render.drawing.palette import Palette
from render.drawing.png import Compression, PackedRows, compressed
from render.drawing.sprites import Sprite

_HEIGHT: Final = 96
"""The height of a strip: lower ones repeat more often, but each one more takes time and bytes."""
_KEPT: Final = 3072
"""How many strips are cached, each of 1 to 10 KB with what is noted of it."""

Placed: TypeAlias = tuple[Sprite, int, int]
"""A sprite, and the place of its upper left corner."""


class Background(NamedTuple):
    """The felt of a picture: its colors, and its size in pixels."""

    colors: Palette
    width: int
    height: int


def draw_rows(below: Background, placed: Iterable[Placed], top: int, bottom: int) -> Image.Image:
    """Draw the rows from ``top`` to ``bottom`` of a picture, with an empty column on the left."""
    image = _felt(below).crop((-1, top, below.width, bottom))
    for sprite, x, y in placed:
        sprite.paste(image, x + 1, y - top)
    return image


@lru_cache(maxsize=48)
def _felt(below: Background) -> Image.Image:
    """Return the felt with its colors as gray levels, since copying a palette takes time."""
    image = felt(below.colors, below.width, below.height)
    return Image.frombytes("L", image.size, image.tobytes())


def in_strips(below: Background, placed: Sequence[Placed], compression: Compression) -> list[PackedRows]:
    """Return a picture in compressed strips, drawing those that aren't cached.

    Pictures that aren't filtered rarely repeat, and are one strip that isn't cached.
    """
    if not compression.filtered:
        return [compressed(draw_rows(below, placed, 0, below.height), compression)]
    count = -(-below.height // _HEIGHT)
    touching: list[list[Any]] = [[] for _ in range(count)]
    for one in placed:
        sprite, _, y = one
        for number in range(max((y + sprite.top) // _HEIGHT, 0), min(-(-(y + sprite.bottom) // _HEIGHT), count)):
            touching[number] += one
    return [_strip(below, number, compression, *noted) for number, noted in enumerate(touching)]


@lru_cache(maxsize=_KEPT)
def _strip(below: Background, number: int, compression: Compression, *noted: Any) -> PackedRows:  # noqa: ANN401
    """Draw and compress a strip. ``noted`` are the fields of what is placed on it, which take less memory as a row."""
    placed = zip(noted[::3], noted[1::3], noted[2::3], strict=True)
    top = number * _HEIGHT
    return compressed(draw_rows(below, placed, top, min(top + _HEIGHT, below.height)), compression)


def forget_strips() -> None:
    """Drop all cached strips, to measure pictures that share none with earlier ones."""
    _strip.cache_clear()
