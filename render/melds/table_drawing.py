"""What the parts of a picture share: the canvas, the view that is drawn, the players' names and the language."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.rummy.melds.views import MeldsView
from bot.text.catalogs import Texts
from render.drawing.canvas import Canvas
from render.drawing.lines import Words
from render.drawing.names import drawable
from render.drawing.palette import SEATS


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


def shown_name(names: Sequence[str], seat: int, texts: Texts) -> str:
    """Return a player's name, or the seat's number if the fonts can't draw it."""
    return drawable(names[seat]) or texts.t("Seat {number}", number=seat + 1)


def seat_name(names: Sequence[str], seat: int, texts: Texts) -> Words:
    """Return the same as a part of a line, in the seat's color."""
    return Words(shown_name(names, seat, texts), SEATS[seat], black=True, name=True)
