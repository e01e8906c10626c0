"""The picture of a score sheet: one line per deal, one game or Hollywood's three, totals and final bonuses."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rummy.results import Bonus, Column
from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.deals import deals_played, last_deal_words, target_words
from bot.text.lists import signed
from bot.text.rules import variant_name
from render.alt import alt_names, joined, scores_alt, without_least_important
from render.drawing.canvas import HEIGHT, MARGIN, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.letters import SMALLEST, length
from render.drawing.palette import Ink
from render.final_result import FinalResult
from render.games import pictures_for
from render.look import DEFAULT, Look
from render.words import outcome_word

_HEADER: Final = 46
_TOP: Final = 88
_BOTTOM: Final = HEIGHT - MARGIN
_LINE: Final = 44
_HEADING: Final = 60
_PADDING: Final = 20
_NOTHING: Final = "–"
_HALF: Final = 10
"""Deals in each half of a sheet in two halves."""
_STEPS: Final = {2: 340, 3: 250, 4: 198}
"""The distance between the seats' cells on a sheet for one game, in pixels."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a sheet: its label, and a text for each seat of each game."""

    label: str
    cells: tuple[str, ...]
    number: str = ""
    strong: bool = False  # in bold letters
    best: frozenset[int] = frozenset()  # highlighted cells


def sheet_picture(
    view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, final: FinalResult | None = None
) -> Picture:
    """Draw the score sheet; once the game is over, with its bonuses.

    ``final`` is how the game ended, None if it's still running or only the rules decide who won.
    """
    canvas = Canvas(look, texts)
    _header(canvas, view, names, texts, final)
    canvas.box(Area(MARGIN, _TOP, WIDTH - 2 * MARGIN, _BOTTOM - _TOP), Ink.PANEL)
    listed = pictures_for(view.options).deals_listed
    if listed is not None and len(view.deals) > listed:
        _two_halves(canvas, view, names, texts, final)
    else:
        _one_list(canvas, view, names, texts, final)
    return Picture(canvas.png(), sheet_alt(view, names, texts, final))


def sheet_alt(view: View, names: Sequence[str], texts: Texts, final: FinalResult | None = None) -> str:
    """Describe a score sheet: totals or final points, and the last deal; ``final`` as in `sheet_picture`."""
    players = alt_names(texts, names)
    parts = [(0, deals_played(texts, view.options, len(view.deals)))]
    won = final or (FinalResult(view.result.winners) if view.result is not None else None)
    if won is not None:
        parts.append((1, joined([_won(won, players, texts), _lost(won, players, texts)])))
    for number, column in enumerate(view.columns, 1):
        scores = scores_alt(players, column.totals)
        if len(view.columns) > 1:
            scores = texts.t("Game {number}: {scores}", number=number, scores=scores)
        parts.append((2, f"{scores}."))
    if view.result is not None:
        for seats in view.result.bonuses:
            if any(bonus.final != bonus.total for bonus in seats):
                finals = scores_alt(players, [bonus.final for bonus in seats])
                parts.append((3, texts.t("Final points: {scores}.", scores=finals)))
    if view.deals:
        parts.append((4, last_deal_words(texts, view.options, outcome_word(texts, view.deals[-1].outcome))))
    return without_least_important(parts)


def _won(final: FinalResult, names: Sequence[str], texts: Texts) -> str:
    """Return who won a game, or that it has no result."""
    if final.closed:
        return texts.t("The game was closed with no result.")
    winners = [names[seat] for seat in final.winners]
    if len(winners) == 1:
        return texts.t("{name} wins.", name=winners[0])
    if not winners:
        return texts.t("Nobody wins.")
    if len(winners) == len(names):
        return texts.t("The game is shared.")
    return texts.t("The game is shared by {names}.", names=", ".join(winners))


def _lost(final: FinalResult, names: Sequence[str], texts: Texts) -> str:
    """Return who lost a game regardless of the score."""
    forfeits = ", ".join(names[seat] for seat in sorted(final.forfeits))
    return texts.t("Lost by forfeit: {names}.", names=forfeits) if forfeits else ""


def _one_list(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, final: FinalResult | None) -> None:
    """List the deals over the whole width, and the sums below them."""
    many = len(view.columns) > 1
    edges = _edges(len(view.columns), len(names))
    _headings(canvas, view, names, texts, edges)
    sums = list(closing_lines(view, texts, final))
    first = _TOP + (_HEADING + 44 if many else _HEADING)
    room = (_BOTTOM - first) // _LINE - len(sums)
    step = (_BOTTOM - first) // (room + len(sums))
    deals = deal_lines(view, texts, room)
    for number in range(room):
        y = first + number * step
        if number % 2 == 0:
            canvas.fill(Area(MARGIN, y, WIDTH - 2 * MARGIN, step), Ink.FELT)
        if number < len(deals):
            _line(canvas, deals[number], y + step // 2, edges, Ink.PANEL if number % 2 else Ink.FELT)
    top = first + room * step
    canvas.fill(Area(MARGIN + _PADDING, top, WIDTH - 2 * MARGIN - 2 * _PADDING, 3), Ink.LABEL)
    for number, line in enumerate(sums):
        _line(canvas, line, top + number * step + step // 2, edges, Ink.PANEL)


def _two_halves(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, final: FinalResult | None) -> None:
    """Write names and totals at the top, and up to twenty deals in two halves side by side."""
    total, *_ = closing_lines(view, texts, final)
    each = (WIDTH - 2 * MARGIN - _PADDING) // len(names)
    for seat, name in enumerate(names):
        left, right = MARGIN + _PADDING + seat * each, MARGIN + (seat + 1) * each
        canvas.name(left, _TOP + 30, seat, name, TextStyle(34, ground=Ink.PANEL), width=right - left)
        style = TextStyle(40, ground=Ink.PANEL, side="right")
        if seat in total.best:
            canvas.tag(right, _TOP + 82, total.cells[seat], style)
        else:
            canvas.text(right - 16, _TOP + 82, total.cells[seat], style)
        if final is not None and seat in final.forfeits:
            words = texts.p("seat", "forfeit")
            canvas.text(
                left, _TOP + 82, words, TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL, black=False), (right - left) // 2
            )
    lines = deal_lines(view, texts, 2 * _HALF)
    middle = WIDTH // 2
    for left, right, half in ((MARGIN, middle - 6, lines[:_HALF]), (middle + 6, WIDTH - MARGIN, lines[_HALF:])):
        _half(canvas, half, Area(left, _TOP + 116, right - left, _BOTTOM - _TOP - 116), len(names))


def _half(canvas: Canvas, lines: Sequence[SheetLine], area: Area, seats: int) -> None:
    """List the deals of one half: number, outcome if there is room, and a cell for each seat."""
    step = (area.height - 46) // _HALF
    cell = min((area.width - 92) // seats, 112)
    edges = [area.x + area.width - 16 - cell * (seats - 1 - seat) for seat in range(seats)]
    for seat, edge in enumerate(edges):
        canvas.badge(edge - 20, area.y + 22, seat, TextStyle(30, ground=Ink.PANEL))
    for number, line in enumerate(lines):
        y, ground = area.y + 46 + number * step, Ink.PANEL if number % 2 else Ink.FELT
        canvas.fill(Area(area.x, y, area.width, step), ground)
        y += step // 2
        left = area.x + 58
        if line.number:
            canvas.text(left - 6, y, line.number, TextStyle(SMALLEST, Ink.LABEL, ground, side="right"))
        else:
            left = area.x + 12
        label, room = TextStyle(SMALLEST, Ink.LABEL, ground, black=False), edges[0] - cell + 10 - left
        if length(line.label, label.size, label.black) <= room:
            canvas.text(left, y, line.label, label)
        for words, edge in zip(line.cells, edges, strict=True):
            ink = Ink.LABEL if words == _NOTHING else Ink.TEXT
            canvas.text(edge, y, words, TextStyle(32, ink, ground, side="right"), cell - 6)


def deal_lines(view: View, texts: Texts, room: int) -> list[SheetLine]:
    """Return a line per deal; if there are more than ``room``, the latest ones after a sum of the earlier ones."""
    lines = []
    shown = len(view.deals) if len(view.deals) <= room else room - 1
    earlier = len(view.deals) - shown
    if earlier:
        sums = (sum(entry[seat] for entry in column.entries[:earlier] if entry) for column, seat in _cells(view))
        lines.append(SheetLine(texts.n("{n} earlier", "{n} earlier", earlier), tuple(map(signed, sums))))
    for number in range(earlier, len(view.deals)):
        deal = view.deals[number]
        cells = []
        for column, seat in _cells(view):
            entry = column.entries[number]
            written = entry is not None and (seat == deal.winner or entry[seat])
            cells.append(signed(entry[seat]) if entry is not None and written else _NOTHING)
        lines.append(SheetLine(outcome_word(texts, deal.outcome), tuple(cells), str(number + 1)))
    return lines


def closing_lines(view: View, texts: Texts, final: FinalResult | None = None) -> Iterator[SheetLine]:
    """Yield the totals, then the bonuses and final points (G-23) once the game is over.

    If any seats lost regardless of their points, the last line marks them.
    """
    totals = tuple(signed(column.totals[seat]) for column, seat in _cells(view))
    bonuses = [bonus for seats in view.result.bonuses for bonus in seats] if view.result else []
    added = list(_bonus_lines(bonuses, texts))
    won = frozenset(number for number, (column, seat) in enumerate(_cells(view)) if _has_won(view, column, seat, final))
    yield SheetLine(texts.t("Total"), totals, strong=True, best=frozenset() if added else won)
    if added:
        yield from added
        yield SheetLine(texts.t("Final"), tuple(str(bonus.final) for bonus in bonuses), strong=True, best=won)
    if final is not None and final.forfeits:
        lost = (texts.p("seat", "lost") if seat in final.forfeits else _NOTHING for _, seat in _cells(view))
        yield SheetLine(texts.t("Forfeit"), tuple(lost))


def _has_won(view: View, column: Column, seat: int, final: FinalResult | None) -> bool:
    """Return whether a seat has won a game of the sheet; with one game, several seats may share it (G-27, D-15).

    Players who lost regardless of the score haven't won any of Hollywood's games either.
    """
    if final is not None and (final.closed or seat in final.forfeits):
        return False
    if len(view.columns) > 1:
        return column.winner == seat
    result = final or view.result
    return result is not None and seat in result.winners


def _bonus_lines(bonuses: Sequence[Bonus], texts: Texts) -> Iterator[SheetLine]:
    """Yield a line for each kind of bonus that was awarded."""
    if any(bonus.game for bonus in bonuses):
        yield SheetLine(texts.t("Game bonus"), _each(bonuses, lambda bonus: f"+{bonus.game}" if bonus.game else ""))
    if any(bonus.doubled for bonus in bonuses):
        yield SheetLine(texts.t("Shutout"), _each(bonuses, lambda bonus: "× 2" if bonus.doubled else ""))
    if any(bonus.boxes for bonus in bonuses):
        yield SheetLine(texts.t("Deals won"), _each(bonuses, lambda bonus: f"+{bonus.boxes}" if bonus.boxes else ""))


def _each(bonuses: Sequence[Bonus], write: Callable[[Bonus], str]) -> tuple[str, ...]:
    """Write a cell for every bonus, a dash if it has nothing to show."""
    return tuple(write(bonus) or _NOTHING for bonus in bonuses)


def _cells(view: View) -> Iterator[tuple[Column, int]]:
    """Yield the cells of a line: each seat of each game."""
    for column in view.columns:
        for seat in range(len(column.totals)):
            yield column, seat


def _edges(games: int, seats: int) -> tuple[int, ...]:
    """Return the right edges of a line's cells."""
    last = WIDTH - MARGIN - _PADDING
    game, step = (0, _STEPS[seats]) if games == 1 else (270, 112)
    return tuple(
        last - game * (games - 1 - number) - step * (seats - 1 - seat)
        for number in range(games)
        for seat in range(seats)
    )


def _header(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, final: FinalResult | None) -> None:
    """Write the game; for Hollywood's three games also the players, whose columns only have badges."""
    if len(view.columns) == 1:
        canvas.text(MARGIN, _HEADER, _title(view, texts, final), TextStyle(42), 560)
        target = target_words(texts, view.options, len(names))
        words = f"{variant_name(texts, view.options.variant)} · {target}"
        canvas.text(WIDTH - MARGIN, _HEADER, words, TextStyle(34, Ink.LABEL, side="right"), 560)
        return
    used = canvas.text(MARGIN, _HEADER, variant_name(texts, view.options.variant), TextStyle(38), 420) + 40
    each = (WIDTH - 2 * MARGIN - used) // len(names)
    x = WIDTH - MARGIN
    for seat in reversed(range(len(names))):
        x -= canvas.name(x, _HEADER, seat, names[seat], TextStyle(34, side="right"), width=each - 28) + 28


def _title(view: View, texts: Texts, final: FinalResult | None) -> str:
    """Return the heading of the sheet."""
    if final is not None and final.closed:
        return texts.t("Closed, no result")
    return texts.t("Final score") if view.result or final is not None else texts.t("Score sheet")


def _headings(canvas: Canvas, view: View, names: Sequence[str], texts: Texts, edges: Sequence[int]) -> None:
    """Write the players above the columns, or the games and the players' badges."""
    y = _TOP + 32
    if len(view.columns) == 1:
        for seat, (name, edge) in enumerate(zip(names, edges, strict=True)):
            style = TextStyle(34 if len(names) == 2 else SMALLEST, ground=Ink.PANEL, side="right")
            canvas.name(edge, y, seat, name, style, width=_STEPS[len(names)] - (24 if len(names) == 2 else 10))
        return
    for number, column in enumerate(view.columns):
        pair = edges[number * len(names) : (number + 1) * len(names)]
        words = texts.t("Game {number}", number=number + 1)
        ink = Ink.LABEL if column.over else Ink.TEXT
        canvas.text((pair[0] + pair[-1]) // 2 - 20, y, words, TextStyle(32, ink, Ink.PANEL, side="middle"), 230)
        for seat, edge in enumerate(pair):
            canvas.badge(edge - 20, y + 50, seat, TextStyle(32, ground=Ink.PANEL))


def _line(canvas: Canvas, line: SheetLine, middle: int, edges: Sequence[int], ground: Ink) -> None:
    """Write a line of the sheet."""
    left = MARGIN + _PADDING
    if line.number:
        canvas.text(left + 46, middle, line.number, TextStyle(32, Ink.LABEL, ground, side="right"))
        left += 62
    label = TextStyle(32, Ink.TEXT if line.strong else Ink.LABEL, ground, black=line.strong)
    canvas.text(left, middle, line.label, label, edges[0] - left - 76)
    for number, (words, edge) in enumerate(zip(line.cells, edges, strict=True)):
        if number in line.best:
            canvas.tag(edge + 12, middle, words, TextStyle(SMALLEST, ground=ground, side="right"))
        else:
            ink = Ink.LABEL if words == _NOTHING else Ink.TEXT
            canvas.text(edge, middle, words, TextStyle(36 if line.strong else 34, ink, ground, side="right"))
