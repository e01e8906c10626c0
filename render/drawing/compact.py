"""Finished pictures in fewer bytes, for a page that stores hundreds of them."""

from io import BytesIO
from typing import Final

from PIL import Image

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
