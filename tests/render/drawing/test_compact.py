"""Compact pictures look the same as the originals."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageDraw

from render.drawing.png import compact


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_compact_pictures_have_identical_pixels(mode: str) -> None:
    drawn = Image.new("RGB", (300, 200), "#205c48")
    brush = ImageDraw.Draw(drawn)
    for place in range(12):
        brush.ellipse((20 * place, 15 * place, 20 * place + 60, 15 * place + 40), fill=(20 * place, 90, 200))
    brush.text((40, 90), "Deadwood 34", fill="white")
    picture = drawn.convert(mode)
    if mode == "RGBA":
        picture.putalpha(Image.linear_gradient("L").resize(picture.size).point(lambda level: max(level, 1)))
    out = BytesIO()
    picture.save(out, "PNG")
    small = compact(out.getvalue())
    assert small[:4] == b"RIFF"
    shown = Image.open(BytesIO(small)).convert("RGBA")
    expected = picture.convert("RGBA")
    assert ImageChops.difference(expected, shown).getbbox(alpha_only=False) is None
