"""PNG: palette images as files, in the four chunks that they need."""

import struct
from collections.abc import Callable
from io import BytesIO
from typing import Final, NamedTuple
from zlib import crc32

from PIL import Image, ImageChops

try:
    from zlib_ng.zlib_ng import compress as _fast_compress
except ImportError:  # no wheel for this platform
    _compress: Callable[[bytes, int], bytes] | None = None
else:
    _compress = _fast_compress

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_BITS, _PALETTE = 8, 3
_UP: Final = 2
"""The filter byte of a row that contains the differences from the row above."""


class Compression(NamedTuple):
    """A level of compression, 1 to 9, and whether rows are compressed as differences from the rows above."""

    level: int
    filtered: bool = False


WORDS: Final = Compression(3)
"""For pictures with many words, which are a tenth larger with differences."""
CARDS: Final = Compression(2, filtered=True)
"""For pictures of cards: a third less time than without differences at level 3, and as small."""
MANY_MELDS: Final = Compression(4, filtered=True)
"""For tables with many melds: 5% smaller in almost twice the time."""
MANY_CARDS: Final = Compression(5, filtered=True)
"""For hands with very many large cards: 12% smaller in more than twice the time."""


def png_of(image: Image.Image, rgb: bytes, compression: Compression = WORDS) -> bytes:
    """Return a palette image as a PNG; ``rgb`` are the colors in Pillow's format.

    All rows are compressed at once. Without zlib-ng Pillow encodes the picture, which takes twice as long.
    """
    if _compress is None:
        return _by_pillow(image, rgb, compression.level)
    header = struct.pack(">IIBBBBB", image.width, image.height, _BITS, _PALETTE, 0, 0, 0)
    data = _compress(_rows(image, filtered=compression.filtered), compression.level)
    chunks = ((b"IHDR", header), (b"PLTE", rgb), (b"IDAT", data), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _rows(image: Image.Image, *, filtered: bool) -> bytes:
    """Return the rows of a palette image, each with its filter byte in front.

    No copy of the image is kept longer than needed: the system takes such large blocks back, and clears them next time.
    """
    rows = Image.new("P", (image.width + 1, image.height), _UP if filtered else 0)
    if filtered:
        # Above the first row the cropped image is empty.
        rows.paste(ImageChops.subtract_modulo(image, image.crop((0, -1, image.width, image.height - 1))), (1, 0))
    else:
        rows.paste(image, (1, 0))
    return rows.tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk: length, kind, data and checksum."""
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", crc32(data, crc32(kind)))))


def _by_pillow(image: Image.Image, rgb: bytes, level: int) -> bytes:
    """Return a palette image as a PNG of Pillow's encoder."""
    image.putpalette(rgb)
    out = BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
