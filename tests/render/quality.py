"""What every picture has to keep to: its format, type that can be read, no bare felt, no words cut off."""

import pytest
from PIL import Image, ImageChops

from render.drawing import canvas, lines, plates
from render.drawing.letters import Letters, cut, letters
from render.drawing.palette import palette
from render.drawing.png import felt
from render.look import DEFAULT, Look
from tests.render.views import opened

LEAST_TYPE = 42
"""Lato's capitals are 30 pixels high at this size."""
_INSIDE = 15
_COARSE = 2
_SQUARE = 30
"""The side of a square of 60 pixels in an image that is smaller by `_COARSE`."""


def assert_format(png: bytes, *, most: int = 55_000) -> None:
    """Assert that a picture is a small opaque palette PNG of the usual width, with a height that fits a screen."""
    image = opened(png)
    assert (image.width, image.mode, image.format) == (1100, "P", "PNG")
    assert 380 <= image.height <= 900
    assert len(image.getcolors() or ()) <= 128
    assert "transparency" not in image.info
    assert len(png) <= most


def bare_share(png: bytes, look: Look = DEFAULT) -> float:
    """Return the share of a picture that is covered by squares of 60 pixels of bare felt."""
    image = opened(png)
    colors = palette(look.deck, look.theme)
    covered = ImageChops.difference(_numbers(image), _numbers(felt(colors, *image.size)))
    covered = covered.point([0] + [255] * 255)
    edge = Image.new("L", image.size, 255)
    edge.paste(covered.crop(box := (_INSIDE, _INSIDE, image.width - _INSIDE, image.height - _INSIDE)), box[:2])
    bare = edge.reduce(_COARSE).point([255] + [0] * 255)
    squares = _spread(_spread(bare, ImageChops.darker, 1), ImageChops.lighter, -1)
    return squares.histogram()[255] / (squares.width * squares.height)


def _numbers(image: Image.Image) -> Image.Image:
    """Return the numbers of an image's colors, which pictures of one look share, as shades of gray."""
    return Image.frombytes("L", image.size, image.tobytes())


def _spread(mask: Image.Image, mix: object, sign: int) -> Image.Image:
    """Combine each pixel with those of a square next to it."""
    assert callable(mix)
    for across, down in ((1, 0), (0, 1)):
        reach = 1
        while reach < _SQUARE:
            step = min(reach, _SQUARE - reach) * sign
            moved = Image.new("L", mask.size)
            moved.paste(mask, (-step * across, -step * down))
            mask = mix(mask, moved)
            reach += abs(step)
    return mask


class Watched:
    """Records the sizes in which words are set, and which words are cut off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: dict[str, int] = {}
        self.cuts: set[str] = set()
        monkeypatch.setattr(canvas, "letters", self._letters)
        for module in (canvas, plates, lines):
            monkeypatch.setattr(module, "cut", self._cut)

    def _letters(self, words: str, size: int, black: bool) -> Letters:
        self.sizes[words] = min(size, self.sizes.get(words, size))
        return letters(words, size, black)

    def _cut(self, words: str, size: int, black: bool, width: int) -> str:
        short = cut(words, size, black, width)
        if short != words:
            self.cuts.add(words)
        return short

    def assert_readable(self, *names: str) -> None:
        """Assert that nothing is smaller than a label, except numbers in discs, and that only names are cut."""
        assert {words: size for words, size in self.sizes.items() if size < LEAST_TYPE and not words.isdecimal()} == {}
        assert all(any(words.startswith(name) for name in names) for words in self.cuts), self.cuts
