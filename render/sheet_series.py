"""The body of a Hollywood series' score sheet: three games side by side, who leads each, and who won it (G-24)."""

from dataclasses import dataclass
from typing import Final

from bot.rummy.results import Column
from bot.text.lists import gain, signed
from render.drawing.canvas import MARGIN, Area, Canvas, TextStyle
from render.drawing.letters import LABEL
from render.drawing.palette import FILLS, SEATS, Ink
from render.drawing.plates import ROW_RADIUS, draw_disc, draw_fitted, draw_panel
from render.drawing.symbols import Symbol
from render.drawing.values import change_width, draw_change
from render.sheet_body import RIGHT, SheetBody, chip_height, deal_plate, name_plate
from render.sheet_layout import BELOW_BAR, BELOW_TITLE, ROW_GAP, ROWS, Sheet, layout_of
from render.sheet_lines import DealRow

_HEADS: Final = 122
_PLATE: Final = 58
_LEFT: Final = 420
"""Where the games begin."""
_GAP: Final = 12
_VALUE: Final = 44


@dataclass(frozen=True, slots=True)
class Series(SheetBody):
    """The body of a series' sheet."""

    @property
    def width(self) -> int:
        """The width of a game."""
        games = len(self.sheet.view.columns)
        return (RIGHT - _LEFT - _GAP * (games - 1)) // games

    @property
    def rights(self) -> list[int]:
        """The right edges of the numbers: those of each game's seats."""
        step = self.width + _GAP
        games = range(len(self.sheet.view.columns))
        return [
            _LEFT + game * step + (seat + 1) * self.width // 2 - 16
            for game in games
            for seat in range(self.sheet.seats)
        ]

    def _heads(self, canvas: Canvas) -> None:
        """Draw the players' plates, and the heading of each game."""
        layout = self.layout
        for seat, name in enumerate(self.sheet.names):
            y = layout.top + seat * (_PLATE + ROW_GAP)
            name_plate(canvas, Area(MARGIN, y, _LEFT - MARGIN - _GAP, _PLATE), seat, name, "left")
        for game, column in enumerate(self.sheet.view.columns):
            self._game(canvas, game, column)

    def _game(self, canvas: Canvas, game: int, column: Column) -> None:
        """Draw the heading of a game in the color of the player who leads or has won, and the seats' numbers."""
        top, left = self.layout.top, _LEFT + game * (self.width + _GAP)
        best = max(column.totals)
        leader = column.winner if column.over else column.totals.index(best) if column.totals.count(best) == 1 else None
        fill = Ink.PANEL if leader is None else SEATS[leader]
        draw_panel(canvas, Area(left, top, self.width, _PLATE), fill=fill, rounding=ROW_RADIUS)
        words = self.sheet.texts.t("Game {number}", number=game + 1)
        ink = Ink.ON_COLOR if fill in FILLS else Ink.TEXT
        style = TextStyle(LABEL, ink, fill, side="middle")
        draw_fitted(canvas, left + self.width // 2, top + _PLATE // 2, words, style, width=self.width - 6)
        y = top + _PLATE + ROW_GAP + _PLATE // 2
        for seat in range(self.sheet.seats):
            right = self.rights[game * self.sheet.seats + seat]
            draw_disc(canvas, right - 27, y, seat, Ink.FELT, across=54)
            if column.winner == seat:
                canvas.symbol(Symbol.TROPHY, (right - 54 - 34, y - 16), 32, Ink.GOLD, Ink.FELT)

    def _row(self, canvas: Canvas, deal: DealRow, area: Area) -> None:
        """Draw a deal: how it was won, the gain as a chip, and both running totals of each game."""
        middle = area.y + area.height // 2
        deal_plate(canvas, deal, area)
        left = self.layout.words_at(deal)
        end = _LEFT - 10
        used = draw_fitted(canvas, left, middle, deal.words, TextStyle(LABEL, ground=Ink.PANEL), width=end - left)
        if deal.winner is not None:
            words = gain(self.sheet.view.deals[int(deal.number) - 1].points[deal.winner])
            end -= change_width(words)
            if left + used < end:  # else the changed totals show it
                draw_change(canvas, end, middle, words, SEATS[deal.winner], height=chip_height(area))
        for cell, right in zip(deal.cells, self.rights, strict=True):
            if cell.total is not None:
                ink = Ink.TEXT if cell.gain is not None else Ink.LABEL
                style = TextStyle(_VALUE, ink, Ink.PANEL, black=cell.gain is not None, side="right")
                draw_fitted(canvas, right, middle, signed(cell.total), style, width=self.width // 2 - 8)


def draw_series(sheet: Sheet) -> Series:
    """Lay out the body of a series' sheet."""
    top = BELOW_TITLE if sheet.final is None else BELOW_BAR
    return Series(sheet, layout_of(sheet, top, _HEADS, with_panel=True, rows=ROWS[:2]))
