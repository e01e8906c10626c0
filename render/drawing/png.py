"""Pictures as files: drawn in strips on the felt, of which most are cached, and put together as a PNG.

Most pictures of a game repeat parts of earlier ones: after another player's discard a hand has a new first row, but the
same cards. What is drawn is only noted first. A strip is then found by the sprites that touch it, and drawn if no
picture has had the same one lately. Each strip is compressed on its own, so that its bytes can be used again.
"""

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from math import ceil
from typing import Any, Final, NamedTuple, TypeAlias
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.drawing.palette import POOL_STEPS, Ink, Palette
from render.drawing.shapes import rounded, stretched
from render.drawing.sprites import Sprite

try:
    from zlib_ng import zlib_ng as zlib
except ImportError:  # no wheel for this platform: pictures take a third longer
    import zlib  # type: ignore[no-redef]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_BITS, _PALETTE = 8, 3
_RAW: Final = -15
"""Compressed data without a header and a checksum."""
_HEAD, _TAIL = b"\x78\x01", b"\x03\x00"
"""The header of compressed data, and an empty last block."""
_BASE: Final = 65521
"""The modulus of the checksum Adler-32."""


class Compression(NamedTuple):
    """A level of compression, 1 to 9, and whether rows are compressed as differences from the rows above.

    ``runs`` looks for nothing but runs of one color or difference, at any level.
    """

    level: int
    filtered: bool = False
    runs: bool = False


WORDS: Final = Compression(3)
"""For pictures with many words, which are a tenth larger with differences."""
CARDS: Final = Compression(2, filtered=True)
"""For pictures of cards: a third less time than without differences at level 3, and as small."""
HANDS: Final = Compression(2, filtered=True, runs=True)
"""For hands: a quarter less time than level 2, and 5% smaller; tables would be 10% larger."""
# Measured: level 5 saves 7% more for 0.5 ms, run lengths take 20% less time but 15% more bytes. isal halves the time of
# all levels for 10% more bytes.
MANY_MELDS: Final = Compression(4, filtered=True)
"""For tables with many melds: 5% smaller in almost twice the time."""
MANY_CARDS: Final = Compression(5, filtered=True)
"""For hands with very many large cards: 12% smaller in more than twice the time."""


class PackedRows(NamedTuple):
    """Some rows of a picture, compressed on their own; and the length and checksum of what was compressed."""

    data: bytes
    length: int
    checksum: int


def compressed(image: Image.Image, compression: Compression) -> PackedRows:
    """Compress the rows of a palette image. Its leftmost column isn't shown: the filter of each row is put there."""
    rows = _rows(image, filtered=compression.filtered)
    strategy = zlib.Z_RLE if compression.runs else zlib.Z_DEFAULT_STRATEGY
    packer = zlib.compressobj(compression.level, zlib.DEFLATED, _RAW, zlib.DEF_MEM_LEVEL, strategy)
    data = packer.compress(rows) + packer.flush(zlib.Z_SYNC_FLUSH)
    return PackedRows(data, len(rows), zlib.adler32(rows))


def png_of(width: int, height: int, rgb: bytes, parts: Sequence[PackedRows]) -> bytes:
    """Return a palette image as a PNG, from its rows in parts; ``rgb`` are the colors in Pillow's format."""
    header = struct.pack(">IIBBBBB", width, height, _BITS, _PALETTE, 0, 0, 0)
    data = b"".join((_HEAD, *(part.data for part in parts), _TAIL, struct.pack(">I", _checksum(parts))))
    chunks = ((b"IHDR", header), (b"PLTE", rgb), (b"IDAT", data), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _rows(image: Image.Image, *, filtered: bool) -> bytes:
    """Return the rows of an image, each with its filter in front.

    The first row of a part is never filtered, since the one above it is in another part. In the leftmost column, too,
    the differences are taken: all are 2, the number of this filter.
    """
    if not filtered:
        image.paste(0, (0, 0, 1, image.height))
        return image.tobytes()
    image.paste(_FILTERS.crop((0, 0, 1, image.height)), (0, 0))
    return ImageChops.subtract_modulo(image, image.crop((0, -1, image.width, image.height - 1))).tobytes()


_FILTERS: Final = Image.frombytes("L", (1, 4096), bytes(2 * row % 256 for row in range(4096)))


def _checksum(parts: Sequence[PackedRows]) -> int:
    """Return the checksum of all rows together."""
    low, high = 1, 0
    for part in parts:
        high = (high + (part.checksum >> 16) + part.length * (low - 1)) % _BASE
        low = (low + (part.checksum & 0xFFFF) - 1) % _BASE
    return high << 16 | low


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk: length, kind, data and checksum."""
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", crc32(data, crc32(kind)))))


SUFFIX: Final = ".webp"
"""The file extension of compact pictures."""


# A game of gin in the demo has some 600 pictures of 23 KB. Lossless WebP halves that; lossy or fewer pictures wouldn't
# be what people saw.
def compact(png: bytes) -> bytes:
    """Return a picture as lossless WebP, with identical pixels and about half the bytes of a PNG."""
    out = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        picture.convert("RGBA" if picture.has_transparency_data else "RGB").save(
            out, "WEBP", lossless=True, quality=50, method=2
        )
    return out.getvalue()


_ANIMATED: Final = 2
"""The flag of an animation in the header of a WebP."""
_REPLACES: Final = 2
"""The flag of a frame that replaces what was there, instead of being blended with it."""


# Pillow writes whole animations at once: half a second in which nothing else can be drawn. Each frame is a file of its
# own here, of the part that changes, so that they can be made one by one.
class Film:
    """An animation that plays once: frames as lossless WebP, each what changes in the picture and how long it's shown.

    The first frame is the whole picture, and shows what the last one leaves: that's all that anyone sees where it
    isn't played.
    """

    def __init__(self, first: Image.Image, shown: int) -> None:
        self._now = first
        self._frames = [_frame(first, 0, 0, shown)]

    def add(self, part: Image.Image, x: int, y: int, shown: int) -> None:
        """Replace a part of the picture, for a number of milliseconds."""
        before = self._now.crop((x, y, x + part.width, y + part.height))
        left, top, right, bottom = ImageChops.difference(part, before).getbbox() or (0, 0, 1, 1)
        left, top = max(left - (x + left) % 2, 0), max(top - (y + top) % 2, 0)  # a frame's place is even
        self._now.paste(part, (x, y))
        self._frames.append(_frame(part.crop((left, top, right, bottom)), x + left, y + top, shown))

    def webp(self) -> bytes:
        """Return the animation as a file."""
        header = struct.pack("<I", _ANIMATED) + _three(self._now.width - 1) + _three(self._now.height - 1)
        once = struct.pack("<IH", 0, 1)
        chunks = _riff(b"VP8X", header) + _riff(b"ANIM", once) + b"".join(self._frames)
        return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks


def _frame(part: Image.Image, x: int, y: int, shown: int) -> bytes:
    """Return a frame of an animation; its pixels are compressed like those of a file."""
    file = BytesIO()
    part.save(file, "WEBP", lossless=True, quality=50, method=1)
    pixels = file.getvalue()[len(b"RIFF....WEBP") :]
    place = (x // 2, y // 2, part.width - 1, part.height - 1, shown)
    return _riff(b"ANMF", b"".join(map(_three, place)) + bytes([_REPLACES]) + pixels)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _riff(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


RAIL: Final = 12
"""The width of the rail, in pixels."""
RIM: Final = 3
"""The width of the light line inside the rail, in pixels."""

_OUTER: Final = 26
"""The radius of the rail's inner corners."""
_RADII: Final = (0.56, 0.62)
"""The radii of the pool of light, as shares of width and height."""
_LOWER: Final = 16
"""The height of the rows of pixels that the pool is drawn in: its steps can't be seen, and repeated rows are small."""
_INSET: Final = 8
"""How far the shadow of the rail reaches, in pixels."""
_DEPTH: Final = 130
"""The shadow right next to the rim, of 255."""
_SMALL: Final = 240
"""The side of a picture in which the shadows of opposite edges, and of corners, stay apart."""
_COVERED: Final = bytes([0]) + bytes([255]) * 255


@lru_cache(maxsize=4)
def felt(colors: Palette, width: int, height: int) -> Image.Image:
    """Draw the background of a picture, opaque to its corners."""
    drawn = Image.new("P", (width, height), colors[Ink.RAIL])
    rim = _mask((width, height), RAIL, _OUTER)
    _stamp(drawn, rim, colors.ramp(Ink.RAIL, Ink.RIM))
    inside = _mask((width, height), RAIL + RIM, _OUTER - RIM)
    _stamp(drawn, inside, colors.ramp(Ink.RIM, Ink.FELT))
    table = _pool(colors, width, height)
    _stamp(table, _shadow(width, height), colors.ramp(Ink.FELT, Ink.SHADE))
    drawn.paste(table, (0, 0), inside.point([0] * 255 + [255], "L"))
    return drawn


def _pool(colors: Palette, width: int, height: int) -> Image.Image:
    """Draw the pool of light in flat steps."""
    rows = ceil(height / _LOWER)
    table = Image.new("P", (width, rows), colors.pool[0])
    draw = ImageDraw.Draw(table)
    for step in range(1, POOL_STEPS + 1):
        share = 1 - (step - 1) / POOL_STEPS
        across, down = width * _RADII[0] * share, rows * _RADII[1] * share
        box = [width / 2 - across, rows / 2 - down, width / 2 + across, rows / 2 + down]
        draw.ellipse(box, fill=colors.pool[step])
    return table.resize((width, rows * _LOWER), Image.Resampling.NEAREST).crop((0, 0, width, height))


def _shadow(width: int, height: int) -> Image.Image:
    """Draw the mask of the shadow of the rail on the felt; a large one is stretched from a small one."""
    if width > _SMALL and height > _SMALL:
        return stretched(_small_shadow(_SMALL, _SMALL), (width, height))
    return _small_shadow(width, height)


@lru_cache(maxsize=4)
def _small_shadow(width: int, height: int) -> Image.Image:
    """Draw the mask of the shadow of the rail; it's blurred, which takes long."""
    inside = _mask((width, height), RAIL + RIM, _OUTER - RIM)
    blurred = ImageChops.invert(inside).filter(ImageFilter.GaussianBlur(_INSET / 2))
    return blurred.point([min(round(share * _DEPTH / 128), _DEPTH) for share in range(256)], "L")


def _mask(size: tuple[int, int], inset: int, radius: int) -> Image.Image:
    """Draw the mask of a box with round corners inside a picture."""
    mask = Image.new("L", size)
    mask.paste(rounded(size[0] - 2 * inset, size[1] - 2 * inset, radius), (inset, inset))
    return mask


def _stamp(drawn: Image.Image, mask: Image.Image, ramp: bytes) -> None:
    drawn.paste(mask.point(ramp, "P"), (0, 0), mask.point(_COVERED, "L"))


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
