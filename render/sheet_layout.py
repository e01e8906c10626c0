"""What a score sheet contains and where: a row per deal, lines below them, how high they are, which are joined."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.results import Bonus, Column, Totals
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.deals import target_words
from bot.text.games import variant_name
from bot.text.lists import gain, signed
from bot.text.scores import deal_sum
from render.alt import outcome_label
from render.drawing.canvas import MARGIN, WIDTH, Area
from render.drawing.letters import LABEL, length
from render.values import FinalResult


@dataclass(frozen=True, slots=True)
class Cell:
    """What a deal did to one seat in one game: its change, if it had one, and the total after it.

    ``total`` is None as long as no deal has counted for the seat in that game of a Hollywood series (G-24).
    """

    gain: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class DealRow:
    """A row of a sheet: a deal, or all the oldest deals together. ``cells`` are those of each game's seats."""

    number: str
    words: str  # how the deal ended, or that these are the earlier ones
    sum: str
    winner: int | None  # None also for several deals
    cells: tuple[Cell, ...]
    waited: int | None = None  # the seat that had no part in the deal (G3-1)


@dataclass(frozen=True, slots=True)
class ClosingLine:
    """A line below the deals: its label, and a text for each seat of each game; empty where there is nothing."""

    label: str
    cells: tuple[str, ...]


def deal_rows(view: View, texts: Texts, room: int) -> tuple[DealRow, ...]:
    """Return a row per deal; if there are more than ``room``, the oldest deals share the first row."""
    shown = len(view.deals) if len(view.deals) <= room else room - 1
    first = len(view.deals) - shown
    earlier = (_earlier(view, texts, first),) if first else ()
    return (*earlier, *(_row(view, texts, number) for number in range(first, len(view.deals))))


def _row(view: View, texts: Texts, number: int) -> DealRow:
    """Return the row of one deal, counted from 0."""
    deal = view.deals[number]
    cells = tuple(_cell(column, seat, number, number) for column, seat in cells_of(view))
    words = outcome_label(texts, deal.outcome)
    return DealRow(str(number + 1), words, deal_sum(deal), deal.winner, cells, deal.waited)


def _earlier(view: View, texts: Texts, count: int) -> DealRow:
    """Return the row of the first deals of a game."""
    cells = tuple(_cell(column, seat, 0, count - 1) for column, seat in cells_of(view))
    return DealRow(f"1–{count}", texts.p("deals before the last ones", "Earlier"), "", None, cells)


def _cell(column: Column, seat: int, first: int, last: int) -> Cell:
    """Return what the deals from ``first`` to ``last`` did to a seat in one game."""
    written = [entry[seat] for entry in column.entries[: last + 1] if entry is not None]
    now = [entry[seat] for entry in column.entries[first : last + 1] if entry is not None]
    return Cell(sum(now) or None, sum(written) if written else None)


def closing_lines(view: View, texts: Texts) -> tuple[ClosingLine, ...]:
    """Return the points and the bonuses that make up the final points (G-23), line by line; empty without bonuses."""
    bonuses = [bonus for seats in view.result.bonuses for bonus in seats] if view.result else []
    added = tuple(_bonus_lines(bonuses, texts))
    if not added:
        return ()
    first = ClosingLine(texts.p("score sheet", "Points"), tuple(signed(bonus.total) for bonus in bonuses))
    if settled_in(view) is None:
        return first, *added
    return (
        first,
        *added,
        ClosingLine(texts.p("score sheet", "Final score"), tuple(signed(points) for points in final_points(view))),
    )


def settled_in(view: View) -> Totals | None:
    """Return what each player gets from the others in the end (G3-16); None if nothing is settled."""
    return None if view.result is None else view.result.settled


def bonuses_line(view: View, texts: Texts) -> ClosingLine:
    """Return all bonuses of a finished game in one line."""
    bonuses = [bonus for seats in view.result.bonuses for bonus in seats] if view.result else []
    cells = tuple(gain(bonus.final - bonus.total) if bonus.final != bonus.total else "" for bonus in bonuses)
    return ClosingLine(texts.p("score sheet", "Bonuses"), cells)


def final_points(view: View) -> tuple[int, ...]:
    """Return what each seat of each game has: the final points of a finished game (G-23), else the totals."""
    if view.result is not None:
        return tuple(bonus.final for seats in view.result.bonuses for bonus in seats)
    return tuple(column.totals[seat] for column, seat in cells_of(view))


def winning_cells(view: View, final: FinalResult | None) -> frozenset[int]:
    """Return the cells of the sheet that have won: a game of a series each, or the game, which may be shared (G-27).

    Players who lost regardless of the score haven't won any of Hollywood's games either.
    """
    return frozenset(n for n, (column, seat) in enumerate(cells_of(view)) if _has_won(view, column, seat, final))


def _has_won(view: View, column: Column, seat: int, final: FinalResult | None) -> bool:
    if final is not None and (final.closed or seat in final.forfeits):
        return False
    if len(view.columns) > 1:
        return column.winner == seat
    result = final or view.result
    return result is not None and seat in result.winners


def _bonus_lines(bonuses: Sequence[Bonus], texts: Texts) -> Iterator[ClosingLine]:
    """Yield a line for each kind of bonus that was awarded; with the points they add up to the final points."""
    if any(bonus.game for bonus in bonuses):
        yield ClosingLine(texts.p("score sheet", "Game bonus"), _each(bonuses, lambda bonus: bonus.game))
    if any(bonus.doubled for bonus in bonuses):
        label = texts.p("score sheet", "Shutout (× 2)")
        yield ClosingLine(label, _each(bonuses, lambda bonus: bonus.total + bonus.game if bonus.doubled else 0))
    if any(bonus.boxes for bonus in bonuses):
        yield ClosingLine(texts.p("score sheet", "Deals won"), _each(bonuses, lambda bonus: bonus.boxes))


def _each(bonuses: Sequence[Bonus], part: Callable[[Bonus], int]) -> tuple[str, ...]:
    """Return a part of every bonus, nothing where it's 0."""
    return tuple(gain(points) if (points := part(bonus)) else "" for bonus in bonuses)


def cells_of(view: View) -> Iterator[tuple[Column, int]]:
    """Yield the cells of a line: each seat of each game."""
    for column in view.columns:
        for seat in range(len(column.totals)):
            yield column, seat


_PADDING: Final = 14
_CHIP: Final = 52
LEAST_HEIGHT: Final = 380
MOST_HEIGHT: Final = 900
NUMBER: Final = MARGIN + 32
"""Where the numbers of deals begin."""
WORDS: Final = MARGIN + 80
"""Where the words after them begin, at the least."""
FOOT: Final = 30
"""The felt below the last plate, in pixels."""
BELOW_BAR: Final = 150
BELOW_TITLE: Final = 92
"""Where the plates begin that are below the bar of a game that is over, or below the title of a running one."""
ROW_GAP: Final = 6
LINE: Final = 54
"""The distance of the lines below the deals, in pixels."""
_BEFORE_CLOSING: Final = 14
ROWS: Final = (64, 52, 46)
"""The heights of rows, the usual one first."""
_FINAL: Final = 106
_CLOSING: Final = 54
"""The height of the final score's line, and what lines above it add to that of the panel."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet to draw; ``final`` is how the game ended, None while it runs."""

    view: View
    names: tuple[str, ...]
    texts: Texts
    final: FinalResult | None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def points_label(self) -> str:
        """What the numbers are: points, or penalty points (B-15)."""
        if self.view.options.penalties:
            return self.texts.p("score sheet", "Penalty points")
        return self.texts.p("score sheet", "Points")


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of a sheet from ``first`` on, each ``row`` high, then the panel with the ``closing`` lines.

    ``heads`` is the height of the plates above the rows, which begin at ``top``.
    """

    top: int
    heads: int
    first: int
    row: int
    rows: tuple[DealRow, ...]
    closing: tuple[ClosingLine, ...]
    panel: int | None  # where the panel with the final score begins; None if there isn't one
    height: int

    def row_at(self, number: int) -> Area:
        """Return the place of a row, counted from 0."""
        return Area(MARGIN, self.first + number * (self.row + ROW_GAP), WIDTH - 2 * MARGIN, self.row)

    def words_at(self, deal: DealRow) -> int:
        """Return where the words of a row begin: after the longest number, for several deals after their own."""
        single = [each.number for each in self.rows if each.winner is not None or each.number.isdigit()]
        numbers = single if deal.number in single else [deal.number]
        return max(WORDS, NUMBER + max(length(number, LABEL, True) for number in numbers) + 12)


def game_and_target(sheet: Sheet, room: int) -> str:
    """Return which game it is and what ends it, the latter alone if there's no room for both."""
    texts, options = sheet.texts, sheet.view.options
    target = target_words(texts, options, sheet.seats)
    both = texts.t("{game} · {target}", game=variant_name(texts, options.variant), target=target)
    return both if length(both, LABEL, False) <= room else target


def layout_of(sheet: Sheet, top: int, heads: int, *, with_panel: bool, rows: Sequence[int] = ROWS) -> Layout:
    """Return the layout of a sheet whose plates begin at ``top`` and are ``heads`` high.

    Rows get lower the more there are, down to the last of ``rows``. If that isn't enough, all bonuses share a line, and
    then the oldest deals share the first row.
    """
    view, texts = sheet.view, sheet.texts
    first, deals = top + heads + 10, max(len(view.deals), 1)
    lines = closing_lines(view, texts) if with_panel else ()
    short = (bonuses_line(view, texts),) if lines else ()
    for row, closing in (*((row, lines) for row in rows), (rows[-1], short)):
        below = _closing_height(closing) if with_panel else 0
        room = (MOST_HEIGHT - FOOT - below - first + ROW_GAP) // (row + ROW_GAP)
        if deals <= room:
            break
    listed = deal_rows(view, texts, room)
    end = first + max(len(listed), 1) * (row + ROW_GAP) - ROW_GAP
    height = end + below + FOOT
    spare = max(LEAST_HEIGHT - height, 0)
    row += spare // max(len(listed), 1)
    panel = end + spare + _BEFORE_CLOSING if with_panel else None
    return Layout(top, heads, first, row, listed, closing, panel, height + spare)


def _closing_height(closing: tuple[ClosingLine, ...]) -> int:
    """Return the height of the panel below the deals with the gap before it."""
    return _BEFORE_CLOSING + _FINAL + (_CLOSING + LINE * (len(closing) - 1) if closing else 0)


def change_width(words: str) -> int:
    """Return the width of a chip with a change of points."""
    return length(words, LABEL, True) + 2 * _PADDING


def chip_height(area: Area) -> int:
    """Return the height of a chip in a row: what its type asks for, in a high row, too."""
    return min(area.height - (12 if area.height > 50 else 6), _CHIP)
