"""What the parts of a picture share: the canvas, the view that is drawn, the players' names and the language."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Canvas, TextStyle
from render.drawing.letters import cut
from render.drawing.lines import Part, Words, line_length
from render.drawing.names import drawable
from render.drawing.palette import SEATS

_NAME: Final = 200
"""The width to which names are cut before words are left out, in pixels."""


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """A picture being drawn of a view; names are in seat order."""

    canvas: Canvas
    view: MeldsView
    names: Sequence[str]
    texts: Texts

    def name(self, seat: int) -> str:
        """Return a player's name, or the seat's number if the fonts can't draw it."""
        return shown_name(self.names, seat, self.texts)


def fitting(canvas: Canvas, lines: Sequence[Sequence[Part]], style: TextStyle, width: int) -> Sequence[Part]:
    """Return the first line that fits a width, the last one if none does. Names count as if they were cut."""

    def needed(line: Sequence[Part]) -> int:
        return line_length(canvas, [_cut(part, style) for part in line], style)

    return next((line for line in lines if needed(line) <= width), lines[-1])


def _cut(part: Part, style: TextStyle) -> Part:
    """Return a part with its name cut."""
    if not isinstance(part, Words) or not part.name:
        return part
    return replace(part, words=cut(part.words, style.size, True, _NAME))


def shown_name(names: Sequence[str], seat: int, texts: Texts) -> str:
    """Return a player's name, or the seat's number if the fonts can't draw it."""
    return drawable(names[seat]) or texts.t("Seat {number}", number=seat + 1)


def seat_name(names: Sequence[str], seat: int, texts: Texts) -> Words:
    """Return the same as a part of a line, in the seat's color."""
    return Words(shown_name(names, seat, texts), SEATS[seat], black=True, name=True)
