"""Pictures as PNG files."""

import zlib

import pytest

from render.drawing import png
from render.drawing.canvas import Area, Canvas, TextStyle
from render.drawing.palette import Ink
from render.look import DEFAULT
from tests.render.views import TEXTS, opened


def drawn() -> bytes:
    canvas = Canvas(DEFAULT, TEXTS, 400)
    canvas.box(Area(100, 100, 300, 200), Ink.SEAT_1)
    canvas.text(450, 200, "Zażółć gęślą jaźń", TextStyle(60))
    return canvas.png()


def test_both_libraries_make_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = opened(drawn())
    monkeypatch.setattr(png, "zlib", zlib)
    slow = opened(drawn())
    assert (fast.size, fast.mode) == (slow.size, slow.mode) == ((1100, 400), "P")
    assert fast.convert("RGB").tobytes() == slow.convert("RGB").tobytes()


def test_a_file_has_four_chunks_with_right_checksums() -> None:
    data, kinds, at = drawn(), [], 8
    while at < len(data):
        size = int.from_bytes(data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert int.from_bytes(data[at + 8 + size : at + 12 + size]) == zlib.crc32(kind + content)
        kinds.append(kind)
        at += 12 + size
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
