"""The picture of two players' games: how often each finished ahead, the points, and how the last games ended."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ratings.values import PlayerResult, Result, Versus
from bot.text.catalogs import Texts
from bot.text.ratings import scope_name, score_of_two
from render.alt import without_least_important
from render.drawing.canvas import HEIGHT, MARGIN, WIDTH, Area, Canvas, Picture, TextStyle, badge_size
from render.drawing.letters import SMALLEST
from render.drawing.listing import ListedName, alt_name, listed_name
from render.drawing.palette import SEATS, Ink
from render.look import DEFAULT, Look

LAST: Final = 6
"""How many games are listed."""

_HEAD: Final = Area(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 258)
_TOP: Final = 306
_HEADING: Final = 50
_STEP: Final = 52
_PADDING: Final = 24
_NOTHING: Final = "–"
_MIDDLE: Final = WIDTH // 2
_SIDE: Final = 310
"""The width of the area for each name, in pixels."""
_SCORE_AT: Final = 700
"""The middle of the scores, in pixels from the left."""


def versus_picture(versus: Versus, names: Mapping[int, str], texts: Texts, look: Look = DEFAULT) -> Picture:
    """Draw the games of two players; ``names`` contains their names by user."""
    canvas = Canvas(look, texts)
    players = [listed_name(texts, user, names) for user in versus.users]
    _head(canvas, versus, players, texts)
    canvas.box(Area(MARGIN, _TOP, WIDTH - 2 * MARGIN, HEIGHT - MARGIN - _TOP), Ink.PANEL)
    heading = texts.t("Last games") if versus.last else texts.t("They have not played with one another yet")
    canvas.text(MARGIN + _PADDING, _TOP + _HEADING // 2 + 2, heading, TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL), 800)
    for number, result in enumerate(versus.last[:LAST]):
        _game(canvas, versus, result, number, texts)
    return Picture(canvas.png(), versus_alt(versus, names, texts))


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


def _head(canvas: Canvas, versus: Versus, players: Sequence[ListedName], texts: Texts) -> None:
    """Draw both names, how often each finished ahead as numbers and as a bar, and the points."""
    canvas.box(_HEAD, Ink.PANEL)
    y = _HEAD.y + 70
    for seat, shown in enumerate(players):
        style = TextStyle(40, ground=Ink.PANEL) if shown.known else TextStyle(34, Ink.LABEL, Ink.PANEL, black=False)
        across = badge_size(TextStyle(40))
        center = WIDTH - MARGIN - _PADDING - across // 2 if seat else MARGIN + _PADDING + across // 2
        canvas.badge(center, y, seat, TextStyle(40, ground=Ink.PANEL))
        edge = center - across // 2 - 14 if seat else center + across // 2 + 14
        canvas.text(
            edge,
            y,
            shown.name,
            TextStyle(style.size, style.ink, style.ground, style.black, "right" if seat else "left"),
            _SIDE - across,
        )
    canvas.text(_MIDDLE, y, _record(versus), TextStyle(76, ground=Ink.PANEL, side="middle"), 330)
    _split(canvas, versus, Area(MARGIN + _PADDING, _HEAD.y + 136, _HEAD.width - 2 * _PADDING, 30))
    games = texts.n("{n} game", "{n} games", versus.games)
    words = texts.t("{games} · points {points}", games=games, points=score_of_two(versus.points))
    style = TextStyle(34, Ink.LABEL, Ink.PANEL, black=False, side="middle")
    canvas.text(_MIDDLE, _HEAD.y + 214, words, style, _HEAD.width - 2 * _PADDING)


def _split(canvas: Canvas, versus: Versus, area: Area) -> None:
    """Draw a bar divided in proportion to both players' wins, with a gap between the parts."""
    total = sum(versus.wins)
    if not total:
        canvas.box(area, Ink.LABEL, ground=Ink.PANEL, rounding=8)
        canvas.box(area.grown(-3), Ink.PANEL, ground=Ink.LABEL, rounding=5)
        return
    first = round((area.width - 6) * versus.wins[0] / total)
    second = area.width - 6 - first
    for seat, (x, width) in enumerate(((area.x, first), (area.x + area.width - second, second))):
        if width:
            canvas.fill(Area(x, area.y, width, area.height), SEATS[seat])


def _game(canvas: Canvas, versus: Versus, result: Result, number: int, texts: Texts) -> None:
    """Draw one game: its kind, both players' points, and the badge of the player who finished ahead."""
    y, ground = _TOP + _HEADING + number * _STEP, Ink.PANEL if number % 2 else Ink.FELT
    if ground is Ink.FELT:
        canvas.fill(Area(MARGIN, y, WIDTH - 2 * MARGIN, _STEP), ground)
    y += _STEP // 2
    label = TextStyle(SMALLEST, Ink.LABEL, ground, black=False)
    canvas.text(MARGIN + _PADDING, y, scope_name(texts, result.facts.variant), label, _SCORE_AT - 220)
    lines = _lines(result, versus)
    points = score_of_two((lines[0].points, lines[1].points))
    canvas.text(_SCORE_AT, y, points, TextStyle(34, ground=ground, side="middle"), 300)
    right = WIDTH - MARGIN - _PADDING
    ahead = [seat for seat, (line, other) in enumerate(zip(lines, reversed(lines), strict=True)) if line.beats(other)]
    for seat in reversed(ahead):
        canvas.badge(right - 20, y, seat, TextStyle(32, ground=ground))
        right -= 48
    canvas.text(
        right - (10 if ahead else 0),
        y,
        _how(lines, texts) if ahead else _NOTHING,
        TextStyle(SMALLEST, Ink.LABEL, ground, black=False, side="right"),
        160,
    )


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
