"""PNG: palette images as files, in the four chunks that they need."""

import struct
from collections.abc import Callable
from io import BytesIO
from typing import Final
from zlib import crc32

from PIL import Image

try:
    from zlib_ng.zlib_ng import compress as _fast_compress
except ImportError:  # no wheel for this platform
    _compress: Callable[[bytes, int], bytes] | None = None
else:
    _compress = _fast_compress

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
LEVEL: Final = 3
"""The usual compression level, 1 to 9, of both encoders."""
SMALL: Final = 4
"""The level for tables with many melds: 6% smaller in a tenth more time."""
SMALLER: Final = 5
"""The level for pictures with very many large cards: 18% smaller in half as much time again."""
_BITS, _PALETTE = 8, 3


def png_of(image: Image.Image, rgb: bytes, level: int = LEVEL) -> bytes:
    """Return a palette image as a PNG; ``rgb`` are the colors in Pillow's format.

    All rows are compressed at once, unfiltered, as suits flat colors. Without zlib-ng Pillow encodes the picture, which
    takes twice as long.
    """
    if _compress is None:
        return _by_pillow(image, rgb, level)
    # A row has one byte more than the image is wide; moved by one, it's the filter byte in front of the next row.
    rows = b"\0" + image.tobytes("raw", "P", image.width + 1, 1)[:-1]
    header = struct.pack(">IIBBBBB", image.width, image.height, _BITS, _PALETTE, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", rgb), (b"IDAT", _compress(rows, level)), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(_chunk(kind, data) for kind, data in chunks)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk: length, kind, data and checksum."""
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", crc32(data, crc32(kind)))))


def _by_pillow(image: Image.Image, rgb: bytes, level: int) -> bytes:
    """Return a palette image as a PNG of Pillow's encoder."""
    image.putpalette(rgb)
    out = BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
