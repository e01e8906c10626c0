"""The picture of two players' games: how often each finished ahead, the points, and how the last games ended."""

from collections.abc import Mapping
from typing import Final

from bot.ratings.values import PlayerResult, Result, Versus
from bot.text.catalogs import Texts
from bot.text.lists import signed
from bot.text.ratings import scope_name, score_of_two
from bot.text.share import score_line
from render.alt import without_least_important
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.duel import BAR, GAP, Side, draw_shares, draw_sides, lead_words, side_height
from render.drawing.letters import LABEL, NAME, NARROWEST, length, narrow_for
from render.drawing.listing import alt_name, listed_name
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import ROW_RADIUS, draw_disc, draw_fitted, draw_panel
from render.look import DEFAULT, Look
from render.values import Picture

LAST: Final = 6
"""How many games are listed."""

_TOP: Final = 30
_ROW: Final = 64
_STEP: Final = 70
_COLORS: Final = SEATS[:2]
_SCORE_AT: Final = 690
"""The middle of the scores, in pixels from the left."""
_NOTHING: Final = "–"


def versus_picture(versus: Versus, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the games of two players; ``names`` contains their names by user."""
    players = [listed_name(texts, user, names) for user in versus.users]
    sides = [
        Side(player, color, str(seat + 1), _values(texts, versus, seat), first=_leads(versus, seat))
        for seat, (player, color) in enumerate(zip(players, _COLORS, strict=True))
    ]
    bar = _TOP + side_height(sides) + GAP
    rows = bar + (BAR + GAP if any(versus.wins) else 0)
    last = versus.last[:LAST]
    end = rows + len(last) * _STEP - 6 if last else rows - GAP if versus.games else rows + 128
    canvas = Canvas(look, texts, max(end + 30, 380))
    draw_sides(canvas, _TOP, sides)
    if any(versus.wins):
        games = texts.n("{n} game", "{n} games", versus.games)
        words = lead_words(texts, versus.wins, [player.name for player in players])
        draw_shares(canvas, bar, versus.wins, (_COLORS[0], _COLORS[1]), (words, games))
    for number, result in enumerate(last):
        _game(canvas, versus, result, rows + number * _STEP, texts)
    if not versus.games:
        area = Area(MARGIN, rows, WIDTH - 2 * MARGIN, canvas.height - rows - 30)
        draw_panel(canvas, area)
        style = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="middle")
        words = texts.t("No games against each other yet")
        draw_fitted(canvas, WIDTH // 2, area.y + area.height // 2, words, style, width=area.width - 60)
    return Picture(canvas.png(), versus_alt(versus, names, texts))


def _leads(versus: Versus, seat: int) -> bool:
    """Return whether a player has finished ahead more often than the other."""
    return versus.wins[seat] > versus.wins[1 - seat]


def _values(texts: Texts, versus: Versus, seat: int) -> tuple[tuple[str, str], ...]:
    """Return a player's labeled values; none before the first game."""
    if not versus.games:
        return ()
    points = texts.p("standings", "Points"), signed(versus.points[seat])
    if not any(versus.wins):
        return (points,)
    return (texts.p("versus", "Ahead"), str(versus.wins[seat])), points


def versus_alt(versus: Versus, names: Mapping[int, str], texts: Texts) -> str:
    """Describe the games of two players: how often each finished ahead, the points, how the last games ended."""
    first, second = (alt_name(texts, user, names) for user in versus.users)
    last = ", ".join(_ahead(result, versus, (first, second), texts) for result in versus.last[:LAST])
    return without_least_important(
        [
            (0, _against(versus, first, second, texts)),
            (1, texts.n("{n} game.", "{n} games.", versus.games)),
            (2, texts.t("Points {points}.", points=score_of_two(versus.points)) if versus.games else ""),
            (3, texts.t("Ahead in the last games: {names}.", names=last) if last else ""),
        ]
    )


def _record(versus: Versus) -> str:
    """Write how often each finished ahead, or a dash if nobody did."""
    return f"{versus.wins[0]} : {versus.wins[1]}" if any(versus.wins) else _NOTHING


def _against(versus: Versus, first: str, second: str, texts: Texts) -> str:
    """Describe how often each of two players finished ahead."""
    if not any(versus.wins):
        return texts.t("{first} against {second}.", first=first, second=second)
    return texts.t(
        "{first} against {second}: finished ahead {record}.", first=first, second=second, record=_record(versus)
    )


def _game(canvas: Canvas, versus: Versus, result: Result, top: int, texts: Texts) -> None:
    """Draw one game: its kind, both players' points, and the number of the player who finished ahead."""
    lines, middle = _lines(result, versus), top + _ROW // 2
    ahead = [seat for seat, (line, other) in enumerate(zip(lines, reversed(lines), strict=True)) if line.beats(other)]
    stripe = _COLORS[ahead[0]] if len(ahead) == 1 else None
    draw_panel(canvas, Area(MARGIN, top, WIDTH - 2 * MARGIN, _ROW), stripe=stripe, rounding=ROW_RADIUS)
    label = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    points = score_line(texts, (lines[0].points, lines[1].points), (0,))
    size = length(points, NAME - 4, True)
    canvas.text(_SCORE_AT, middle, points, TextStyle(NAME - 4, ground=Ink.PANEL, side="middle"))
    kind = scope_name(texts, result.facts.variant)
    draw_fitted(canvas, MARGIN + 32, middle, kind, label, width=_SCORE_AT - size // 2 - MARGIN - 56)
    right = WIDTH - MARGIN - 22
    for seat in reversed(ahead):
        draw_disc(canvas, right - 27, middle, seat, Ink.PANEL, across=54)
        right -= 64
    if ahead:
        how = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
        room = right - 12 - _SCORE_AT - size // 2 - 16
        words = _how(lines, texts)
        if narrow_for(length(words, LABEL, False), room) > NARROWEST:  # the disc and the stripe say the same
            draw_fitted(canvas, right - 12, middle, words, how, width=room)


def _how(lines: tuple[PlayerResult, PlayerResult], texts: Texts) -> str:
    """Return the word before a badge: the player won the game, or only finished ahead of the other."""
    return texts.p("versus", "won") if any(line.won for line in lines) else texts.p("versus", "ahead")


def _lines(result: Result, versus: Versus) -> tuple[PlayerResult, PlayerResult]:
    """Return both players' lines in a game."""
    by_user = {line.user: line for line in result.facts.lines}
    first, second = (by_user[user] for user in versus.users)
    return first, second


def _ahead(result: Result, versus: Versus, names: tuple[str, str], texts: Texts) -> str:
    """Return which of the two finished ahead in a game."""
    one, other = _lines(result, versus)
    match [name for name, ahead in zip(names, (one.beats(other), other.beats(one)), strict=True) if ahead]:
        case [name]:
            return name
        case []:
            return texts.p("versus", "neither")
        case _:
            return texts.p("versus", "both")
