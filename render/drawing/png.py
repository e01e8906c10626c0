"""PNG: palette images as files, in the four chunks that they need, compressed in parts that can be used again."""

import struct
from collections.abc import Sequence
from io import BytesIO
from typing import Final, NamedTuple
from zlib import crc32

from PIL import Image, ImageChops

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


def compact(png: bytes) -> bytes:
    """Return a picture as lossless WebP, with identical pixels and about half the bytes of a PNG."""
    out = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        picture.convert("RGBA" if picture.has_transparency_data else "RGB").save(
            out, "WEBP", lossless=True, quality=50, method=2
        )
    return out.getvalue()
