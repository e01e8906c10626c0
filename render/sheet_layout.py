"""The layout of a score sheet: how high its rows are, which of them are joined, where the lines below them begin."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.views import View
from bot.text.catalogs import Texts
from render.drawing.canvas import MARGIN, WIDTH, Area
from render.drawing.letters import LABEL, length
from render.sheet_lines import ClosingLine, DealRow, bonuses_line, closing_lines, deal_rows
from render.values import FinalResult

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
