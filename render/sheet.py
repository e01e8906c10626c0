"""The picture of a score sheet: who wins, a row per deal, one game or Hollywood's three, bonuses and final score."""

from collections.abc import Sequence
from typing import Final

from bot.rummy.views import View
from bot.text.catalogs import Texts
from bot.text.deals import deals_played, last_deal_words
from bot.text.lists import scores_of_all
from bot.text.scores import settled_words
from bot.text.share import score_line, winners_title
from render.alt import alt_names, joined, outcome_word, without_least_important
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, length, on_one_line
from render.drawing.palette import Ink
from render.drawing.plates import draw_fitted, draw_panel
from render.drawing.shapes import Symbol, symbol
from render.look import DEFAULT, Look
from render.rooms import SCORE_SHEET
from render.sheet_body import SheetBody, TwoPlayers, draw_many, draw_series, draw_two
from render.sheet_layout import Sheet, game_and_target
from render.values import FinalResult, Picture

_BAR: Final = Area(MARGIN, 30, WIDTH - 2 * MARGIN, 104)
_HEADING: Final = 54
_TITLE: Final = 70
_SCORE: Final = 76
_TROPHY: Final = 64


def sheet_picture(
    view: View, names: Sequence[str], texts: Texts, look: Look = DEFAULT, *, final: FinalResult | None = None
) -> Picture:
    """Draw the score sheet; once the game is over, with its bonuses.

    ``final`` is how the game ended, None if it's still running or only the rules decide who won.
    """
    if final is None and view.result is not None:
        final = FinalResult(view.result.winners)
    sheet = Sheet(view, tuple(names), texts, final)
    body = _body(sheet)
    canvas = Canvas(look, texts, body.height)
    if final is not None:
        _bar(canvas, sheet, final)
    elif not isinstance(body, TwoPlayers):
        _heading(canvas, sheet)
    body.on(canvas)
    return Picture(canvas.png(), sheet_alt(view, names, texts, final))


def _body(sheet: Sheet) -> SheetBody:
    """Lay out the part below the bar or the title."""
    if len(sheet.view.columns) > 1:
        return draw_series(sheet)
    return draw_two(sheet) if sheet.seats == 2 else draw_many(sheet)


def _heading(canvas: Canvas, sheet: Sheet) -> None:
    """Write the title of a running game, and what ends it."""
    title = TextStyle(NAME + 4)
    used = draw_fitted(canvas, MARGIN + 5, _HEADING, SCORE_SHEET.of(sheet.texts), title, width=560)
    label, room = TextStyle(LABEL, Ink.LABEL, black=False, side="right"), WIDTH - 2 * MARGIN - used - 36
    draw_fitted(canvas, WIDTH - MARGIN - 4, _HEADING, game_and_target(sheet, room), label, width=room)


def _bar(canvas: Canvas, sheet: Sheet, final: FinalResult) -> None:
    """Write who wins and the score on gold; or that the game has no winner, which isn't gold."""
    texts, middle = sheet.texts, _BAR.y + _BAR.height // 2
    won = bool(final.winners) and not final.closed
    fill, ink = (Ink.GOLD, Ink.ON_COLOR) if won else (Ink.PANEL, Ink.TEXT)
    draw_panel(canvas, _BAR, fill=fill, shadow=won)
    score = _score(sheet, final) if won else ""
    if not score and won and final.forfeits:
        score = texts.p("how a game was won", "by forfeit")
    right = _BAR.x + _BAR.width - 32
    most = 320 if any(map(str.isalpha, score)) else 460  # words leave room for a name
    used = draw_fitted(canvas, right, middle, score, TextStyle(_SCORE, ink, fill, side="right"), width=most)
    left = MARGIN + 28
    if won:
        canvas.stamp(symbol(Symbol.TROPHY, _TROPHY), left, middle - _TROPHY // 2, ink, fill)
        left += _TROPHY + 20
    room = right - used - left - (40 if used else 0)

    def words(names: Sequence[str]) -> str:
        return texts.t("Closed, no result") if final.closed else winners_title(texts, final.winners, names)

    style = TextStyle(_TITLE, ink, fill)
    size = next((size for size in range(_TITLE, NAME, -2) if length(words(sheet.names), size, True) <= room), NAME)
    draw_fitted(canvas, left, middle, on_one_line(sheet.names, texts, words, size, room), style, width=room)


def _score(sheet: Sheet, final: FinalResult) -> str:
    """Return the score for the bar; empty if the win is shared or not decided by the rules."""
    view, result = sheet.view, sheet.view.result
    if result is None or result.winners != tuple(final.winners) or len(final.winners) > 1:
        return ""
    if len(view.columns) > 1:
        scores = [sum(column.winner == seat for column in view.columns) for seat in range(sheet.seats)]
    else:
        scores = [bonus.final for bonus in result.bonuses[0]]
    return score_line(sheet.texts, scores, final.winners, penalties=view.options.penalties)


def sheet_alt(view: View, names: Sequence[str], texts: Texts, final: FinalResult | None = None) -> str:
    """Describe a score sheet: totals or final points, and the last deal; ``final`` as in `sheet_picture`."""
    players = alt_names(texts, names)
    parts = [(1, deals_played(texts, view.options, len(view.deals)))]
    won = final or (FinalResult(view.result.winners) if view.result is not None else None)
    if won is not None:
        parts.append((0, joined([_won(won, players, texts), _lost(won, players, texts)])))
    for number, column in enumerate(view.columns, 1):
        scores = scores_of_all(texts, players, column.totals, penalties=view.options.penalties)
        if len(view.columns) > 1:
            scores = texts.t("Game {number}: {scores}", number=number, scores=scores)
        parts.append((2, f"{scores}."))
    if view.result is not None:
        for seats in view.result.bonuses:
            if any(bonus.final != bonus.total for bonus in seats):
                finals = scores_of_all(texts, players, [bonus.final for bonus in seats])
                parts.append((3, texts.t("Final points: {scores}.", scores=finals)))
        if view.result.settled is not None:
            parts.append((3, f"{settled_words(texts, view.result.settled, players)}."))
    if view.deals:
        parts.append((4, last_deal_words(texts, view.options, outcome_word(texts, view.deals[-1].outcome))))
    return without_least_important(sorted(parts, key=lambda part: part[0]))


def _won(final: FinalResult, names: Sequence[str], texts: Texts) -> str:
    if final.closed:
        return texts.t("The game was closed with no result.")
    return f"{winners_title(texts, final.winners, names)}."


def _lost(final: FinalResult, names: Sequence[str], texts: Texts) -> str:
    forfeits = ", ".join(names[seat] for seat in sorted(final.forfeits))
    return texts.t("Lost by forfeit: {names}.", names=forfeits) if forfeits else ""
