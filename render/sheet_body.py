"""What all score sheets have: plates of players and deals, the rows, the panel with bonuses and final score."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

from bot.text.lists import gain, signed
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, Side, TextStyle
from render.drawing.letters import LABEL, NAME, length
from render.drawing.names import drawable
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import ROW_RADIUS, draw_disc, draw_fitted, draw_level, draw_panel, level_width
from render.drawing.values import draw_change, draw_on_gold
from render.sheet_layout import FOOT, LINE, NUMBER, Layout, Sheet
from render.sheet_lines import DealRow, final_points, winning_cells

RIGHT: Final = WIDTH - MARGIN
VALUE: Final = 46
INSET: Final = 26
"""The room right of a column's numbers."""
BEFORE_NAME: Final = 78
"""The room for a disc left of a name."""


@dataclass(frozen=True, slots=True)
class SheetBody(ABC):
    """The part of a sheet below its title or bar: the players, a row for each deal, and what follows them."""

    sheet: Sheet
    layout: Layout

    @property
    def height(self) -> int:
        """The height of the picture."""
        return self.layout.height

    def on(self, canvas: Canvas) -> None:
        """Draw the body."""
        self._heads(canvas)
        for number, deal in enumerate(self.layout.rows):
            self._row(canvas, deal, self.layout.row_at(number))
        if not self.layout.rows:
            no_deals(canvas, self.sheet, self.layout)
        if self.layout.panel is not None:
            closing(canvas, self.sheet, self.layout, self.rights)

    @property
    @abstractmethod
    def rights(self) -> list[int]:
        """The right edges of the numbers: those of each game's seats."""

    @abstractmethod
    def _heads(self, canvas: Canvas) -> None:
        """Draw what is above the rows."""

    @abstractmethod
    def _row(self, canvas: Canvas, deal: DealRow, area: Area) -> None:
        """Draw a deal."""


def deal_plate(canvas: Canvas, deal: DealRow, area: Area) -> None:
    """Draw the plate of a deal with the stripe of its winner and its number."""
    draw_panel(canvas, area, stripe=None if deal.winner is None else SEATS[deal.winner], rounding=ROW_RADIUS)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL)
    canvas.text(NUMBER, area.y + area.height // 2, deal.number, style)


def plate_width(name: str) -> int:
    """Return the width of a plate that a name fits at the size of a label."""
    return BEFORE_NAME + length(drawable(name) or "", LABEL, True) + level_width(name) + INSET + 4


def name_plate(canvas: Canvas, area: Area, seat: int, name: str, side: Side = "right") -> None:
    """Draw a player's number and name on the color of the seat."""
    color, middle = SEATS[seat], area.y + area.height // 2
    draw_panel(canvas, area, fill=color)
    level = level_width(name)
    draw_disc(canvas, area.x + 38, middle, seat, color, across=54, computer=level > 0)
    style = TextStyle(NAME, Ink.ON_COLOR, color, side=side)
    x = area.x + BEFORE_NAME if side == "left" else area.x + area.width - INSET - level
    room = area.width - BEFORE_NAME - INSET + 6 - (level + 10 if level else 0)
    used = draw_fitted(canvas, x, middle, drawable(name) or "", style, width=room)
    draw_level(canvas, x + used if side == "left" else x, middle, name, style)


def change(canvas: Canvas, x: int, area: Area, points: int, color: Ink) -> None:
    """Draw what a deal changed in the middle of its row: a gain as a chip in the player's color, a loss plainly."""
    y = area.y + area.height // 2
    if points > 0:
        draw_change(canvas, x, y, gain(points), color, height=chip_height(area))
    else:
        canvas.text(x + 14, y, gain(points), TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False))


def words(canvas: Canvas, at: tuple[int, int], deal: DealRow, room: int) -> int:
    """Write how a deal ended; that several are the earlier ones only if it fits. Return the length."""
    if not deal.number.isdigit() and length(deal.words, LABEL, True) > room:
        return 0
    return draw_fitted(canvas, *at, deal.words, TextStyle(VALUE, ground=Ink.PANEL), width=room)


def chip_height(area: Area) -> int:
    """Return the height of a chip in a row."""
    return area.height - (12 if area.height > 50 else 6)


def closing(canvas: Canvas, sheet: Sheet, layout: Layout, rights: list[int]) -> None:
    """Draw the panel below the deals: bonuses line by line, then the final score or the points so far.

    The numbers of each game's seats end at ``rights``.
    """
    top, bottom, left = layout.panel or 0, layout.height - FOOT, MARGIN + 29
    draw_panel(canvas, Area(MARGIN, top, RIGHT - MARGIN, bottom - top))
    narrow = len(rights) > 2
    room = rights[0] - left - (110 if narrow else 180)
    for number, line in enumerate(layout.closing):
        y = top + 38 + number * LINE
        draw_fitted(canvas, left, y, line.label, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False), width=room)
        for right, words in zip(rights, line.cells, strict=True):
            canvas.text(right, y, words, TextStyle(LABEL if narrow else VALUE, ground=Ink.PANEL, side="right"))
    if layout.closing:
        canvas.fill(Area(left, bottom - 92, RIGHT - MARGIN - 55, 2), Ink.LINE)
    y = bottom - 46 if layout.closing else (top + bottom) // 2
    over = sheet.view.result is not None
    label = sheet.texts.t("Final score") if over else sheet.texts.p("sheet", "Points")
    draw_fitted(canvas, left, y, label, TextStyle(NAME, ground=Ink.PANEL), width=room)
    won = winning_cells(sheet.view, sheet.final) if over or narrow else frozenset()
    size = LABEL if narrow else 64
    for cell, (points, right) in enumerate(zip(final_points(sheet.view), rights, strict=True)):
        if cell in won:
            draw_on_gold(canvas, right, y, signed(points), size)
        else:
            canvas.text(right, y, signed(points), TextStyle(size, ground=Ink.PANEL, side="right"))


def no_deals(canvas: Canvas, sheet: Sheet, layout: Layout) -> None:
    """Write that no deal has ended yet, in place of the rows."""
    area = Area(MARGIN, layout.first, RIGHT - MARGIN, layout.row)
    draw_panel(canvas, area, rounding=ROW_RADIUS)
    rounds = sheet.view.options.deals_are_rounds
    words = sheet.texts.t("No round finished") if rounds else sheet.texts.t("No deal finished")
    middle = area.y + area.height // 2
    canvas.text(NUMBER, middle, words, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False))
