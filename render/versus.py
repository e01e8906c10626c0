"""Two players side by side, and the picture of their games: who finished ahead, the points, the last games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.ratings.values import PlayerResult, Result, Versus
from bot.text.catalogs import Texts
from bot.text.lists import score, signed
from bot.text.ratings import are_penalties, scope_name, score_of_two
from bot.text.share import score_line
from render.alt import without_least_important
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, NARROWEST, VALUE, length
from render.drawing.listing import ListedName, alt_name, listed_name
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import PANEL_RADIUS, ROW_RADIUS, draw_disc, draw_fitted, draw_panel, shortened
from render.drawing.shapes import Symbol, symbol
from render.look import DEFAULT, Look
from render.values import Picture

HEAD: Final = 92
FIRST: Final = 102
LINE: Final = 62
"""The heights of a panel's name, of its first value, and of the others."""
BAR: Final = 106
GAP: Final = 16
_PADDING: Final = 30
_TROPHY: Final = 54


@dataclass(frozen=True, slots=True)
class Side:
    """One of the players: a color, what's on the disc next to the name, and labeled values, the first one largest."""

    player: ListedName
    color: Ink
    mark: str
    values: tuple[tuple[str, str], ...]  # a value may have a shorter form after a line break
    first: bool = False  # has a trophy


def lead_words(texts: Texts, counts: Sequence[int], names: Sequence[str]) -> str:
    """Return who has won more of two players' games."""
    if counts[0] == counts[1]:
        return texts.p("two players won as many games", "All square")
    return texts.t("{name} leads", name=names[counts[1] > counts[0]])


def side_height(sides: Sequence[Side]) -> int:
    """Return the height of the players' panels."""
    if not any(side.values for side in sides):
        return HEAD
    return HEAD + FIRST + LINE * (max(len(side.values) for side in sides) - 1) + 10


def draw_sides(canvas: Canvas, top: int, sides: Sequence[Side]) -> None:
    """Draw the panels of one or two players."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(sides) - 1)) // len(sides)
    for number, side in enumerate(sides):
        _side(canvas, Area(MARGIN + number * (width + GAP), top, width, side_height(sides)), side)


def _side(canvas: Canvas, area: Area, side: Side) -> None:
    if side.values:
        draw_panel(canvas, area)
        canvas.box(Area(area.x, area.y, area.width, HEAD + PANEL_RADIUS), side.color, rounding=PANEL_RADIUS)
        canvas.fill(Area(area.x, area.y + HEAD, area.width, PANEL_RADIUS), Ink.PANEL)
    else:
        draw_panel(canvas, area, fill=side.color)
    middle, left, right = area.y + HEAD // 2, area.x + 24, area.x + area.width - _PADDING
    if side.mark:
        canvas.box(Area(left, middle - 30, 60, 60), Ink.ON_COLOR, ground=side.color, rounding=30)
        canvas.text(left + 30, middle, side.mark, TextStyle(46, side.color, Ink.ON_COLOR, side="middle"))
        left += 76
    if side.first:
        mask = symbol(Symbol.TROPHY, _TROPHY)
        canvas.stamp(mask, right - _TROPHY + 4, middle - _TROPHY // 2, Ink.ON_COLOR, side.color)
    style = TextStyle(NAME + 8, Ink.ON_COLOR, side.color, black=side.player.known)
    draw_fitted(canvas, left, middle, side.player.name, style, width=right - left - (_TROPHY + 16) * side.first)
    for number, (label, value) in enumerate(side.values):
        _line(canvas, area, number, label, value)


def _line(canvas: Canvas, area: Area, number: int, label: str, value: str) -> None:
    """Write a labeled value, below a rule if it isn't the first one."""
    y = area.y + HEAD + (FIRST // 2 + 6 if number == 0 else FIRST + LINE * (number - 1) + LINE // 2 + 1)
    left, right = area.x + _PADDING, area.x + area.width - _PADDING
    if number:
        canvas.fill(Area(left - 2, y - LINE // 2, area.width - 2 * _PADDING + 4, 2), Ink.LINE)
    name = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False)
    least = length(label, LABEL, False)
    style = TextStyle(VALUE + 6 if number == 0 else NAME - 2, ground=Ink.PANEL, side="right")
    room = max(right - left - least - 20, 120)
    used = draw_fitted(canvas, right, y, shortened(value, LABEL, room), style, width=room)
    draw_fitted(canvas, left, y, label, name, width=right - left - used - 16)


def draw_shares(
    canvas: Canvas, top: int, counts: tuple[int, int], colors: tuple[Ink, Ink], words: tuple[str, str]
) -> None:
    """Draw a panel with a bar divided by what both have won; words are on the parts if they fit."""
    draw_panel(canvas, Area(MARGIN, top, WIDTH - 2 * MARGIN, BAR))
    middle = top + BAR // 2
    sizes = [length(str(count), 72, True) for count in counts]
    left, right = MARGIN + 32 + sizes[0] + 28, WIDTH - MARGIN - 32 - sizes[1] - 28
    canvas.text(MARGIN + 32, middle, str(counts[0]), TextStyle(72, colors[0], Ink.PANEL))
    canvas.text(WIDTH - MARGIN - 32, middle, str(counts[1]), TextStyle(72, colors[1], Ink.PANEL, side="right"))
    room, total = right - left, sum(counts)
    first = round((room - 8) * counts[0] / total)
    widths = (first, room - 8 - first) if all(counts) else (room if counts[0] else 0, room if counts[1] else 0)
    for number, (x, width) in enumerate(((left, widths[0]), (right - widths[1], widths[1]))):
        if width:
            canvas.box(Area(x, middle - 27, width, 54), colors[number], ground=Ink.PANEL, rounding=12)
    for number, fitting in enumerate(words):
        fill, width = (colors[number], widths[number]) if widths[number] else (colors[1 - number], room // 2)
        if length(fitting, LABEL, True) + 48 <= (width if all(counts) else room // 2):
            style = TextStyle(LABEL, Ink.ON_COLOR, fill, side="right" if number else "left")
            canvas.text(right - 24 if number else left + 24, middle, fitting, style)


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
    return (texts.p("games finished ahead of the other", "Ahead"), str(versus.wins[seat])), points


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
    scores = lines[0].points, lines[1].points
    penalties = are_penalties(min(scores), result.facts.variant)
    points, words = score_line(texts, scores, (0,), penalties=penalties), _how(lines, texts) if ahead else ""
    room = WIDTH - MARGIN - 22 - 64 * len(ahead) - 12 - _SCORE_AT - 16
    if words and length(points, NAME - 4, True) // 2 + length(words, LABEL, False) * NARROWEST // 100 >= room:
        points = " : ".join(score(each, penalties=penalties) for each in scores)
    size = length(points, NAME - 4, True)
    canvas.text(_SCORE_AT, middle, points, TextStyle(NAME - 4, ground=Ink.PANEL, side="middle"))
    kind = scope_name(texts, result.facts.variant)
    draw_fitted(canvas, MARGIN + 32, middle, kind, label, width=_SCORE_AT - size // 2 - MARGIN - 56)
    right = WIDTH - MARGIN - 22
    for seat in reversed(ahead):
        draw_disc(canvas, right - 27, middle, seat, Ink.PANEL, across=54)
        right -= 64
    if words:
        how = TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False, side="right")
        draw_fitted(canvas, right - 12, middle, words, how, width=right - 12 - _SCORE_AT - size // 2 - 16)


def _how(lines: tuple[PlayerResult, PlayerResult], texts: Texts) -> str:
    """Return the word before a badge: the player won the game, or only finished ahead of the other."""
    return (
        texts.p("before the badge of a player", "won")
        if any(line.won for line in lines)
        else texts.p("before the badge of a player", "ahead")
    )


def _lines(result: Result, versus: Versus) -> tuple[PlayerResult, PlayerResult]:
    by_user = {line.user: line for line in result.facts.lines}
    first, second = (by_user[user] for user in versus.users)
    return first, second


def _ahead(result: Result, versus: Versus, names: tuple[str, str], texts: Texts) -> str:
    one, other = _lines(result, versus)
    match [name for name, ahead in zip(names, (one.beats(other), other.beats(one)), strict=True) if ahead]:
        case [name]:
            return name
        case []:
            return texts.p("neither of two players", "neither")
        case _:
            return texts.p("both of two players", "both")
