"""The body of a score sheet with one game: for two players with running totals, for more with the change per deal."""

from dataclasses import dataclass
from typing import Final

from bot.text.deals import target_words
from bot.text.lists import gain, signed
from bot.text.rules import variant_name
from render.drawing.canvas import MARGIN, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, length
from render.drawing.names import drawable
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import draw_disc, draw_fitted, draw_level, draw_panel, level_width
from render.drawing.values import change_width, draw_change
from render.sheet_body import (
    INSET,
    RIGHT,
    VALUE,
    SheetBody,
    change,
    chip_height,
    deal_plate,
    name_plate,
    plate_width,
    words,
)
from render.sheet_layout import BELOW_BAR, BELOW_TITLE, Sheet, layout_of
from render.sheet_lines import DealRow, final_points

_TOP: Final = 30
_HEADS: Final = 70
_TITLED: Final = 108
"""The height of the names next to the title of a running game."""
_COLUMN: Final = 262
_WIDEST: Final = 350
_WIDEST_NAME: Final = 310
"""The width of a column at the most: for its numbers, and for a computer's name and level."""
_GAP: Final = 10
_BOARD: Final = 118
"""The height of plates with a total."""


@dataclass(frozen=True, slots=True)
class TwoPlayers(SheetBody):
    """The body of a sheet of two: below each player's name the change by a deal and the running total."""

    width: int  # of a column

    @property
    def columns(self) -> tuple[int, int]:
        """The left edges of both columns."""
        return RIGHT - 2 * self.width - _GAP, RIGHT - self.width

    @property
    def rights(self) -> list[int]:
        """The right edges of the numbers."""
        return [x + self.width - INSET for x in self.columns]

    def _heads(self, canvas: Canvas) -> None:
        """Draw the names in their colors above the columns, and what ends the game; while it runs also the title."""
        sheet, layout = self.sheet, self.layout
        middle = layout.top + layout.heads // 2
        words = target_words(sheet.texts, sheet.view.options, sheet.seats)
        label, room = TextStyle(LABEL, Ink.LABEL, black=False), self.columns[0] - MARGIN - 24
        if sheet.final is None:
            title = TextStyle(NAME + 4)
            draw_fitted(canvas, MARGIN + 5, middle - 26, sheet.texts.t("Score sheet"), title, width=room)
            words, middle = game_and_target(sheet, room), middle + 30
        draw_fitted(canvas, MARGIN + 6, middle, words, label, width=room)
        for seat, x in enumerate(self.columns):
            name_plate(canvas, Area(x, layout.top, self.width, layout.heads), seat, sheet.names[seat])

    def _row(self, canvas: Canvas, deal: DealRow, area: Area) -> None:
        """Draw a deal: how it was won, its sum, the gain as a chip and both running totals."""
        middle = area.y + area.height // 2
        deal_plate(canvas, deal, area)
        left = self.layout.words_at(deal)
        end = self.columns[0] - 10
        used = words(canvas, (left, middle), deal, end - left)
        at = max(350, left + used + 24)
        if at + length(deal.sum, LABEL, False) > end:
            at = left + used + 24
        if deal.sum and at + length(deal.sum, LABEL, False) <= end:
            canvas.text(at, middle, deal.sum, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False))
        for seat, (x, right) in enumerate(zip(self.columns, self.rights, strict=True)):
            cell = deal.cells[seat]
            if cell.gain is not None:
                change(canvas, x + _GAP, area, cell.gain, SEATS[seat])
            if cell.total is not None:
                ink = Ink.TEXT if cell.gain is not None else Ink.LABEL
                style = TextStyle(VALUE, ink, Ink.PANEL, black=cell.gain is not None, side="right")
                canvas.text(right, middle, signed(cell.total), style)


def draw_two(sheet: Sheet) -> TwoPlayers:
    """Lay out the body of a sheet of two."""
    running = sheet.final is None
    layout = layout_of(sheet, _TOP if running else BELOW_BAR, _TITLED if running else _HEADS, with_panel=True)
    widths = [
        _GAP + change_width(gain(cell.gain or 0)) + 12 + length(signed(cell.total or 0), VALUE, True) + INSET
        for deal in layout.rows
        for cell in deal.cells
    ]
    heads = [min(plate_width(name), _WIDEST_NAME) for name in sheet.names if level_width(name)]
    return TwoPlayers(sheet, layout, min(max([_COLUMN, *widths, *heads]), _WIDEST))


@dataclass(frozen=True, slots=True)
class ManyPlayers(SheetBody):
    """The body of a sheet of three or four: plates with name and total, below them the change by each deal."""

    def column(self, seat: int) -> tuple[int, int]:
        """Return the left edge and the width of a seat's column."""
        left, gap = (250 if self.sheet.seats > 3 else 300), 8
        width = (RIGHT - left - gap * (self.sheet.seats - 1)) // self.sheet.seats
        return RIGHT - (self.sheet.seats - seat) * width - (self.sheet.seats - 1 - seat) * gap, width

    @property
    def rights(self) -> list[int]:
        """The right edges of the numbers."""
        return [sum(self.column(seat)) - 16 for seat in range(self.sheet.seats)]

    def _heads(self, canvas: Canvas) -> None:
        """Draw the players' plates, what their numbers are, and what ends the game."""
        for seat in range(self.sheet.seats):
            self._board(canvas, seat)
        sheet, layout = self.sheet, self.layout
        label, room = TextStyle(LABEL, Ink.LABEL, black=False), self.column(0)[0] - MARGIN - 16
        top = layout.top + layout.heads // 2
        draw_fitted(canvas, MARGIN + 6, top - 28, sheet.texts.p("sheet", "Points"), label, width=room)
        if sheet.final is not None:
            goal = target_words(sheet.texts, sheet.view.options, sheet.seats)
            if length(goal, LABEL, False) <= room:
                draw_fitted(canvas, MARGIN + 6, top + 30, goal, label, width=room)

    def _board(self, canvas: Canvas, seat: int) -> None:
        """Draw a player's plate: number and total, and below them the name; without color for a forfeit."""
        sheet, layout = self.sheet, self.layout
        x, width = self.column(seat)
        color, middle = SEATS[seat], layout.top + layout.heads // 2
        out = sheet.final is not None and seat in sheet.final.forfeits
        fill, ink = (Ink.PANEL, Ink.LABEL) if out else (color, Ink.ON_COLOR)
        draw_panel(canvas, Area(x, layout.top, width, layout.heads), fill=fill, stripe=color if out else None)
        level = level_width(sheet.names[seat])
        draw_disc(canvas, x + 37 + out * 4, middle - 28, seat, fill, across=54, computer=level > 0)
        total = TextStyle(NAME + 2, ink, fill, side="right")
        points = signed(final_points(sheet.view)[seat])
        draw_fitted(canvas, x + width - 10, middle - 28, points, total, width=width - 80)
        name = drawable(sheet.names[seat]) or ""
        style = TextStyle(NAME, ink, fill)
        used = draw_fitted(canvas, x + 18, middle + 33, name, style, width=width - 32 - level)
        draw_level(canvas, x + 18 + used, middle + 33, sheet.names[seat], style)

    def _row(self, canvas: Canvas, deal: DealRow, area: Area) -> None:
        """Draw a deal: how it ended, and what it changed for each player."""
        middle = area.y + area.height // 2
        deal_plate(canvas, deal, area)
        left = self.layout.words_at(deal)
        first = next((seat for seat, cell in enumerate(deal.cells) if cell.gain is not None), None)
        end = RIGHT
        if first is not None:
            end = sum(self.column(first)) - 30 - length(gain(deal.cells[first].gain or 0), LABEL, True)
        words(canvas, (left, middle), deal, end - left - 4)
        for seat, cell in enumerate(deal.cells):
            x, width = self.column(seat)
            if cell.gain is None:
                continue
            if seat == deal.winner:
                left = x + width - change_width(gain(cell.gain)) - 2
                draw_change(canvas, left, middle, gain(cell.gain), SEATS[seat], height=chip_height(area))
            else:
                style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
                canvas.text(x + width - 16, middle, gain(cell.gain), style)


def draw_many(sheet: Sheet) -> ManyPlayers:
    """Lay out the body of a sheet of three or four."""
    top = BELOW_TITLE if sheet.final is None else BELOW_BAR
    return ManyPlayers(sheet, layout_of(sheet, top, _BOARD, with_panel=False))


def game_and_target(sheet: Sheet, room: int) -> str:
    """Return which game it is and what ends it, the latter alone if there's no room for both."""
    texts, options = sheet.texts, sheet.view.options
    target = target_words(texts, options, sheet.seats)
    both = texts.t("{game} · {target}", game=variant_name(texts, options.variant), target=target)
    return both if length(both, LABEL, False) <= room else target
