"""Sprites: drawings that are pasted often, cut up once so that most of their pixels are pasted without a mask.

A mask takes ten times as long. Rows and columns like those in the middle of a box, a card, a frame or a shadow don't
need one: only the corners do.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeAlias

from PIL import Image

_Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and lower edge in pixels."""

Cut: TypeAlias = tuple[_Box, Image.Image | None]
"""The place of a piece, and its mask, if it needs one."""

_WORTH: Final = 4000
"""How many pixels can be pasted through a mask in the time that one more piece takes."""
_SET: Final = bytes([0]) + bytes([255]) * 255


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sprite: its drawing, or its color if it has only one; its place; and its mask, if it needs one."""

    drawn: Image.Image | int
    box: _Box
    mask: Image.Image | None = None


class Sprite:
    """A drawing in pieces. It's only equal to itself, so that a picture can be compared with another one quickly.

    ``top`` and ``bottom`` are the edges of all pieces together, in pixels.
    """

    __slots__ = ("_pastes", "bottom", "pieces", "top")

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.top = min((piece.box[1] for piece in self.pieces), default=0)
        self.bottom = max((piece.box[3] for piece in self.pieces), default=0)
        self._pastes = [
            (_core(piece.drawn), piece.box, () if piece.mask is None else (_core(piece.mask),)) for piece in self.pieces
        ]

    def paste(self, image: Image.Image, x: int, y: int) -> None:
        """Paste the sprite into an image with its upper left corner at ``x``, ``y``; it may reach over the edges.

        Pillow's own `paste` checks what is always true here, which takes three times as long as pasting.
        """
        target, height = image.im, image.height
        for drawn, (left, top, right, bottom), mask in self._pastes:
            if y + bottom > 0 and y + top < height:
                target.paste(drawn, (x + left, y + top, x + right, y + bottom), *mask)


def whole(drawn: Image.Image, cover: Image.Image | None = None) -> Sprite:
    """Return a small drawing as a sprite. Where its ``cover`` is empty, it leaves pictures as they are."""
    mask = None if cover is None else cover.point(_SET, "1")
    return Sprite([Piece(drawn, (0, 0, *drawn.size), mask)])


def filled(color: int, width: int, height: int) -> Sprite:
    """Return a rectangle of a color as a sprite."""
    return Sprite([Piece(color, (0, 0, width, height))])


def cut_up(drawn: Image.Image, cover: Image.Image) -> Sprite:
    """Return a drawing as a sprite of few pieces, most without a mask."""
    return in_pieces(drawn, cuts_of(cover))


def cuts_of(cover: Image.Image) -> tuple[Cut, ...]:
    """Return the cuts for all drawings with this cover: few, and most without a mask."""
    return tuple(_cuts(cover, (0, 0, *cover.size)))


def in_pieces(drawn: Image.Image, cuts: Sequence[Cut]) -> Sprite:
    """Return a drawing as a sprite of the pieces that cuts make."""
    return Sprite(Piece(_content(drawn.crop(box), mask), box, mask) for box, mask in cuts)


def _core(drawn: Image.Image | int) -> Any:  # noqa: ANN401 - the library has no public name for its type
    """Return the pixels of a drawing as the library's own `paste` takes them, or its color."""
    return drawn if isinstance(drawn, int) else drawn.im


def _content(drawn: Image.Image, mask: Image.Image | None) -> Image.Image | int:
    """Return the drawing of a piece, or its color if it has only one."""
    low, high = drawn.getextrema()
    return low if mask is None and isinstance(low, int) and low == high else drawn


def _cuts(cover: Image.Image, box: _Box, *, sideways: bool = False) -> Iterator[Cut]:
    """Cut a part of a cover into the rows like its middle one, and what is above and below; that into columns."""
    left, top, right, bottom = box
    part = cover.crop(box)
    if sideways:
        part = part.transpose(Image.Transpose.TRANSPOSE)
    first, last = _like_middle(part)
    stretches = _covered(part, part.height // 2)
    if (last - first) * part.width < _WORTH * (len(stretches) + 1):
        yield from _masked(cover, box)
        return
    if sideways:
        yield from _masked(cover, (left, top, left + first, bottom))
        for start, end in stretches:
            yield (left + first, top + start, left + last, top + end), None
        yield from _masked(cover, (left + last, top, right, bottom))
    else:
        yield from _cuts(cover, (left, top, right, top + first), sideways=True)
        for start, end in stretches:
            yield (left + start, top + first, left + end, top + last), None
        yield from _cuts(cover, (left, top + last, right, bottom), sideways=True)


def _like_middle(cover: Image.Image) -> tuple[int, int]:
    """Return the first row that equals the middle one and all between, and the first one below that doesn't."""
    if not cover.width or not cover.height:
        return 0, 0
    data, width = cover.tobytes(), cover.width
    rows = [data[start : start + width] for start in range(0, len(data), width)]
    first = middle = cover.height // 2
    last = middle + 1
    while first and rows[first - 1] == rows[middle]:
        first -= 1
    while last < len(rows) and rows[last] == rows[middle]:
        last += 1
    return first, last


def _covered(cover: Image.Image, row: int) -> list[tuple[int, int]]:
    """Return where the covered stretches of a row begin and end."""
    found, at = [], 0
    for filled, run in groupby(cover.crop((0, row, cover.width, row + 1)).tobytes(), bool):
        start, at = at, at + len(list(run))
        if filled:
            found.append((start, at))
    return found


def _masked(cover: Image.Image, box: _Box) -> Iterator[Cut]:
    """Yield a part with its mask, unless it's empty."""
    covered = cover.crop(box).getbbox()
    if covered is not None:
        left, top, right, bottom = covered
        inside = box[0] + left, box[1] + top, box[0] + right, box[1] + bottom
        yield inside, cover.crop(inside).point(_SET, "1")
