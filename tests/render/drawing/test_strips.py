"""Pictures drawn in strips, which are cached."""

import zlib
from collections.abc import Iterator

import pytest
from PIL import Image

from bot.rummy.families import Variant
from bot.rummy.gin.game import view_for
from render.drawing import png as strips
from render.drawing.canvas import Area, Canvas
from render.drawing.palette import Ink
from render.drawing.png import CARDS, WORDS, Compression, PackedRows, compressed, forget_strips
from render.gin.hand import hand_picture
from render.look import DEFAULT
from tests.render.views import NAMES, TEXTS, holding, opened, states


@pytest.fixture(autouse=True)
def nothing_cached() -> Iterator[None]:
    """Begin and end without cached strips."""
    forget_strips()
    yield
    forget_strips()


def pixels(png: bytes) -> bytes:
    return opened(png).convert("RGB").tobytes()


def compressed_rows(png: bytes) -> bytes:
    """Return the content of the third chunk of a picture, which has all rows."""
    at = png.index(b"IDAT")
    return png[at + 4 : at + 4 + int.from_bytes(png[at - 4 : at])]


def boxes(color: Ink) -> Canvas:
    """Draw a box over the edge of the picture, one over two strips, and a third one in a color at the bottom."""
    canvas = Canvas(DEFAULT, TEXTS, 500)
    for area, ink in ((Area(-9, -9, 60, 60), Ink.GOLD), (Area(300, 60, 80, 90), Ink.SEAT_1)):
        canvas.box(area, ink)
    canvas.box(Area(900, 450, 80, 60), color)
    return canvas


@pytest.mark.parametrize("color", [Ink.SEAT_1, Ink.GOLD])
def test_strips_show_the_same_as_one_piece(color: Ink) -> None:
    boxes(Ink.SEAT_2).png(CARDS)  # its first strips are used again
    assert pixels(boxes(color).png(CARDS)) == pixels(boxes(color).png(WORDS))


def test_a_game_looks_the_same_with_cached_strips() -> None:
    views = [view_for(state, 0) for state in states(Variant.GIN, 5)[:12]]
    cached = [hand_picture(view, NAMES, TEXTS) for view in views]
    for view, picture in zip(views, cached, strict=True):
        forget_strips()
        assert hand_picture(view, NAMES, TEXTS) == picture


def test_the_checksum_is_that_of_all_strips_together() -> None:
    for picture in (boxes(Ink.SEAT_1).png(CARDS), boxes(Ink.SEAT_1).png(WORDS)):
        assert len(zlib.decompress(compressed_rows(picture))) == 500 * 1101


def test_only_strips_that_look_different_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[PackedRows] = []

    def noted(image: Image.Image, compression: Compression) -> PackedRows:
        drawn.append(compressed(image, compression))
        return drawn[-1]

    monkeypatch.setattr(strips, "compressed", noted)
    hand = "AS 2S 3S 9D 9H 9C KD QH 5C 6C"
    hand_picture(holding(hand, stock=20), NAMES, TEXTS)
    whole, drawn[:] = len(drawn), []
    hand_picture(holding(hand, stock=19), NAMES, TEXTS)
    assert 0 < len(drawn) <= whole // 3
