"""The bodies of score sheets: plates of players and deals, one game, or Hollywood's three side by side."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

from bot.rummy.results import Column
from bot.text.deals import target_words
from bot.text.lists import gain, signed
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, Side, TextStyle
from render.drawing.letters import LABEL, NAME, NARROWEST, drawable, first_fitting, length
from render.drawing.palette import FILLS, SEATS, Ink
from render.drawing.plates import PLATE_RADIUS, ROW_RADIUS, draw_disc, draw_fitted, draw_level, draw_panel, level_width
from render.drawing.shapes import Symbol
from render.rooms import SCORE_SHEET
from render.sheet_layout import (
    BELOW_BAR,
    BELOW_TITLE,
    FOOT,
    LINE,
    NUMBER,
    ROW_GAP,
    ROWS,
    WORDS,
    DealRow,
    Layout,
    Sheet,
    change_width,
    chip_height,
    closing_lines,
    final_points,
    game_and_target,
    layout_of,
    settled_in,
    winning_cells,
)


def draw_change(canvas: Canvas, x: int, y: int, words: str, fill: Ink, *, height: int = 52) -> int:
    """Draw a change in a panel as a chip that begins at ``x``. Return its width."""
    width = change_width(words)
    area = Area(x, y - height // 2, width, height)
    canvas.box(area, fill, ground=Ink.PANEL, rounding=min(PLATE_RADIUS, height // 4))
    canvas.text(x + width // 2, y, words, TextStyle(LABEL, Ink.ON_COLOR, fill, side="middle"))
    return width


def draw_on_gold(canvas: Canvas, right: int, y: int, words: str, size: int) -> None:
    """Write a value that has won on gold in a panel; its digits end at ``right``."""
    width, padding = length(words, size, True), round(size * 0.3) - 2
    area = Area(right - width - padding, y - round(size * 0.56), width + 2 * padding, round(size * 1.12))
    canvas.box(area, Ink.GOLD, ground=Ink.PANEL, rounding=ROW_RADIUS)
    canvas.text(right, y, words, TextStyle(size, Ink.ON_COLOR, Ink.GOLD, side="right"))


RIGHT: Final = WIDTH - MARGIN
VALUE: Final = 46
INSET: Final = 26
"""The room right of a column's numbers."""
BEFORE_NAME: Final = 78
"""The room for a disc left of a name."""
_TIGHT: Final = 68
"""The width of a deal's number where nothing else is left of the columns."""


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


def deal_plate(canvas: Canvas, deal: DealRow, area: Area, *, tight: bool = False) -> None:
    """Draw the plate of a deal with the stripe of its winner and its number.

    If there's no room for more, the number is squeezed, and of several deals the last one's is there.
    """
    draw_panel(canvas, area, stripe=None if deal.winner is None else SEATS[deal.winner], rounding=ROW_RADIUS)
    style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL)
    if tight:
        number = first_fitting((deal.number, f"≤{deal.number.split('–')[-1]}"), LABEL, _TIGHT, black=True)
        draw_fitted(canvas, MARGIN + 24, area.y + area.height // 2, number, style, width=_TIGHT)
    else:
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
    over, settled = sheet.view.result is not None, settled_in(sheet.view)
    label = sheet.texts.p("score sheet", "Final score") if over else sheet.points_label
    if settled is not None:
        label = sheet.texts.p("score sheet", "Settled")
    draw_fitted(canvas, left, y, label, TextStyle(NAME, ground=Ink.PANEL), width=room)
    won = winning_cells(sheet.view, sheet.final) if over or narrow else frozenset()
    size = LABEL if narrow else 64
    told = map(signed, final_points(sheet.view)) if settled is None else map(gain, settled)
    for cell, (points, right) in enumerate(zip(told, rights, strict=True)):
        if cell in won:
            draw_on_gold(canvas, right, y, points, size)
        else:
            canvas.text(right, y, points, TextStyle(size, ground=Ink.PANEL, side="right"))


def no_deals(canvas: Canvas, sheet: Sheet, layout: Layout) -> None:
    """Write that no deal has ended yet, in place of the rows."""
    area = Area(MARGIN, layout.first, RIGHT - MARGIN, layout.row)
    draw_panel(canvas, area, rounding=ROW_RADIUS)
    rounds = sheet.view.options.deals_are_rounds
    words = sheet.texts.t("No round finished") if rounds else sheet.texts.t("No deal finished")
    middle = area.y + area.height // 2
    canvas.text(NUMBER, middle, words, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False))


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
            draw_fitted(canvas, MARGIN + 5, middle - 26, SCORE_SHEET.of(sheet.texts), title, width=room)
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


_COLUMNS_AT: Final = {3: 300, 4: 250, 5: 250, 6: 130}
"""Where the columns begin, by the number of seats."""
_HIGH_FROM, _HIGH_BOARD = 5, 168
"""The seats from which plates are too narrow for the number of the seat and the total in one line; their height."""


@dataclass(frozen=True, slots=True)
class ManyPlayers(SheetBody):
    """The body of a sheet of three to six: plates with name and total, below them the change by each deal."""

    @property
    def is_tight(self) -> bool:
        """Whether only the deals' numbers are left of the columns."""
        return self.column(0)[0] < WORDS + _TIGHT

    def column(self, seat: int) -> tuple[int, int]:
        """Return the left edge and the width of a seat's column."""
        left, gap = _COLUMNS_AT[self.sheet.seats], 8
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
        if self.is_tight:
            return
        forms = sheet.points_label, sheet.texts.p("score sheet", "Points")
        draw_fitted(canvas, MARGIN + 6, top - 28, first_fitting(forms, LABEL, room), label, width=room)
        if sheet.final is not None:
            goal = target_words(sheet.texts, sheet.view.options, sheet.seats)
            if length(goal, LABEL, False) * NARROWEST <= room * 100:
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
        high = layout.heads == _HIGH_BOARD
        disc, name_at, total_at = (-48, 8, 58) if high else (-28, 33, -28)
        draw_disc(canvas, x + 37 + out * 4, middle + disc, seat, fill, across=54, computer=level > 0)
        total = TextStyle(NAME + 2, ink, fill, side="right")
        points, room = signed(final_points(sheet.view)[seat]), width - (26 if high else 80)
        draw_fitted(canvas, x + width - 10, middle + total_at, points, total, width=room)
        name, beside = drawable(sheet.names[seat]) or "", 0 if high else level
        style = TextStyle(NAME, ink, fill)
        used = draw_fitted(canvas, x + 18, middle + name_at, name, style, width=width - 32 - beside)
        left, y = (x + width - 10 - level, disc) if high else (x + 18 + used, name_at)
        draw_level(canvas, left, middle + y, sheet.names[seat], style)

    def _row(self, canvas: Canvas, deal: DealRow, area: Area) -> None:
        middle = area.y + area.height // 2
        deal_plate(canvas, deal, area, tight=self.is_tight)
        left = self.layout.words_at(deal)
        waits = self.sheet.texts.p("said about a player, score sheet", "waited")
        told = [waits if seat == deal.waited else "" for seat in range(len(deal.cells))]
        told = [word if cell.gain is None else gain(cell.gain) for word, cell in zip(told, deal.cells, strict=True)]
        first = next((seat for seat, word in enumerate(told) if word), None)
        end = RIGHT
        if first is not None:
            end = sum(self.column(first)) - 30 - length(told[first], LABEL, True)
        if not self.is_tight:
            words(canvas, (left, middle), deal, end - left - 4)
        for seat, cell in enumerate(deal.cells):
            x, width = self.column(seat)
            if cell.gain is not None and seat == deal.winner:
                left = x + width - change_width(told[seat]) - 2
                draw_change(canvas, left, middle, told[seat], SEATS[seat], height=chip_height(area))
            elif told[seat]:
                style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
                draw_fitted(canvas, x + width - 16, middle, told[seat], style, width=width - 24)


def draw_many(sheet: Sheet) -> ManyPlayers:
    """Lay out the body of a sheet of three to six."""
    top = BELOW_TITLE if sheet.final is None else BELOW_BAR
    heads = _BOARD if sheet.seats < _HIGH_FROM else _HIGH_BOARD
    return ManyPlayers(sheet, layout_of(sheet, top, heads, with_panel=bool(closing_lines(sheet.view, sheet.texts))))


_SERIES_HEADS: Final = 122
_PLATE: Final = 58
_LEFT: Final = 420
"""Where the games begin."""
_SERIES_GAP: Final = 12
_VALUE: Final = 44


@dataclass(frozen=True, slots=True)
class Series(SheetBody):
    """The body of a series' sheet."""

    @property
    def width(self) -> int:
        """The width of a game."""
        games = len(self.sheet.view.columns)
        return (RIGHT - _LEFT - _SERIES_GAP * (games - 1)) // games

    @property
    def rights(self) -> list[int]:
        """The right edges of the numbers: those of each game's seats."""
        step = self.width + _SERIES_GAP
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
            name_plate(canvas, Area(MARGIN, y, _LEFT - MARGIN - _SERIES_GAP, _PLATE), seat, name, "left")
        for game, column in enumerate(self.sheet.view.columns):
            self._game(canvas, game, column)

    def _game(self, canvas: Canvas, game: int, column: Column) -> None:
        """Draw the heading of a game in the color of the player who leads or has won, and the seats' numbers."""
        top, left = self.layout.top, _LEFT + game * (self.width + _SERIES_GAP)
        best = max(column.totals)
        leader = column.winner if column.over else column.totals.index(best) if column.totals.count(best) == 1 else None
        fill = Ink.PANEL if leader is None else SEATS[leader]
        draw_panel(canvas, Area(left, top, self.width, _PLATE), fill=fill, rounding=ROW_RADIUS)
        words = first_fitting(
            (self.sheet.texts.t("Game {number}", number=game + 1), str(game + 1)), LABEL, self.width - 6
        )
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
    return Series(sheet, layout_of(sheet, top, _SERIES_HEADS, with_panel=True, rows=ROWS[:2]))
