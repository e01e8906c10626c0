"""Drawings cut up for pasting."""

import pytest
from PIL import Image

from render.drawing.shapes import rounded
from render.drawing.sprites import cut_up


def frame() -> Image.Image:
    """Return the mask of a wide frame with round corners."""
    outer = rounded(600, 300, 30).copy()
    outer.paste(0, (4, 4), rounded(592, 292, 26))
    return outer


@pytest.mark.parametrize("mask", [rounded(400, 240, 18), rounded(20, 12, 5), frame()], ids=["box", "dot", "frame"])
def test_a_sprite_pastes_the_same_pixels_as_its_drawing_through_its_whole_mask(mask: Image.Image) -> None:
    drawn = mask.point([share // 2 + 7 for share in range(256)], "P")
    cover = mask.point([255 * (share > 100) for share in range(256)], "L")
    ground = Image.linear_gradient("L").resize((700, 400))
    whole, pieces = (Image.frombytes("P", ground.size, ground.tobytes()) for _ in range(2))
    whole.paste(drawn, (31, 17), cover)
    cut_up(drawn, cover).paste(pieces, 31, 17)
    assert pieces.tobytes() == whole.tobytes() != ground.tobytes()


def test_only_the_corners_of_a_large_sprite_have_masks() -> None:
    mask = rounded(1000, 300, 18)
    pieces = cut_up(mask.convert("P"), mask.point([255 * (share > 0) for share in range(256)], "L")).pieces
    masked = sum(piece.mask.width * piece.mask.height for piece in pieces if piece.mask is not None)
    assert masked < 1000 * 300 / 50
