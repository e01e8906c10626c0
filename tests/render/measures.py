"""Measures of pictures: words and their sizes, bare felt, longer words."""

import gettext
import re
from typing import Final

import pytest
from PIL import ImageFilter

from bot.text.catalogs import Texts
from render.drawing import canvas
from render.drawing.letters import ELLIPSIS, LABEL, Letters, letters
from render.drawing.palette import Ink, palette
from render.look import DEFAULT, Look
from tests.render.views import opened

_COARSE: Final = 4
_SQUARE: Final = 15
"""The side of a square of 60 pixels in an image that is smaller by `_COARSE`."""
_PLACEHOLDER: Final = re.compile(r"(\{[^}]*\})")


class Words(dict[str, int]):
    """All words drawn, each with its smallest size in pixels."""

    @property
    def too_small(self) -> dict[str, int]:
        """The words whose capitals are lower than 30 pixels."""
        return {words: size for words, size in self.items() if size < LABEL}

    @property
    def cut_off(self) -> set[str]:
        """The words that end in an ellipsis."""
        return {words for words in self if ELLIPSIS in words}


def watched(monkeypatch: pytest.MonkeyPatch) -> Words:
    """Record all words drawn from now on."""
    found = Words()

    def watch(words: str, size: int, black: bool) -> Letters:
        found[words] = min(size, found.get(words, size))
        return letters(words, size, black)

    monkeypatch.setattr(canvas, "letters", watch)
    monkeypatch.setattr(canvas, "_label", canvas._label.__wrapped__)
    return found


def empty_share(png: bytes, look: Look = DEFAULT) -> float:
    """Return the share of a picture into which a square of 60 pixels of bare felt fits."""
    image, colors = opened(png), palette(look.deck, look.theme)
    felt = {colors[Ink.FELT], *colors.pool}
    bare = image.point([255 * (number in felt) for number in range(256)], "L").reduce(_COARSE)
    whole = bare.point([0] * 255 + [255])
    fits = whole.filter(ImageFilter.MinFilter(_SQUARE)).filter(ImageFilter.MaxFilter(_SQUARE))
    return fits.histogram()[255] / (fits.width * fits.height)


def largest_bare(png: bytes, look: Look = DEFAULT) -> float:
    """Return the share of a picture that the largest rectangle of bare felt has."""
    image, colors = opened(png), palette(look.deck, look.theme)
    felt = {colors[Ink.FELT], *colors.pool}
    bare = image.point([255 * (number in felt) for number in range(256)], "L").reduce(_COARSE)
    heights, largest = [0] * bare.width, 0
    rows = bare.tobytes()
    for y in range(bare.height):
        line = rows[y * bare.width : (y + 1) * bare.width]
        heights = [height + 1 if share == 255 else 0 for height, share in zip(heights, line, strict=True)]
        open_: list[tuple[int, int]] = []  # where a rectangle began, and its height
        for x, height in enumerate([*heights, 0]):
            start = x
            while open_ and open_[-1][1] >= height:
                start, high = open_.pop()
                largest = max(largest, high * (x - start))
            open_.append((start, height))
    return largest / (bare.width * bare.height)


class _Longer(gettext.NullTranslations):
    """Translations that are a third longer than English, with accents."""

    def gettext(self, message: str) -> str:
        return _longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _longer(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context == "rank" else _longer(message)


def _longer(message: str) -> str:
    """Return a message 35% longer; its placeholders stay."""
    parts = _PLACEHOLDER.split(message)
    plain = sum(len(part) for part in parts[::2])
    longest = max(range(0, len(parts), 2), key=lambda number: len(parts[number].strip()))
    words = parts[longest].rstrip()
    parts[longest] = words + "é" * round(0.35 * plain) + parts[longest][len(words) :] if words.strip() else words
    return "".join(parts)


LONGER: Final = Texts("en", _Longer())
