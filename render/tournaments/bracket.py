"""The picture of a bracket: pairs by round, with the final on the right; large brackets are drawn in parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.text.catalogs import Texts
from bot.text.lists import signed
from bot.text.tournaments import matchday_name
from bot.tournaments.table import bracket_of, champions
from bot.tournaments.values import Fixture, FixtureOutcome, Tournament
from render.alt import first_fitting, joined
from render.drawing.canvas import HEIGHT, MARGIN, WIDTH, Area, Canvas, Picture, TextStyle
from render.drawing.letters import SMALLEST
from render.drawing.listing import alt_name, listed_name
from render.drawing.names import title_of
from render.drawing.palette import Ink
from render.look import DEFAULT, Look

_ROUNDS: Final = 4
"""The most rounds in a picture. The first of four has eight pairs."""
_HEADER: Final = 38
_TOP: Final = 66
_HEADING: Final = 40
_BOTTOM: Final = HEIGHT - 10
_BETWEEN: Final = 28
"""Room between two rounds, for the lines that connect them."""
_WIDEST: Final = 420
_HIGH: Final = 68
_LINES: Final = (18, 50)
"""The lines of a pair, from its top to the middle of the capitals, with room for descenders."""
_SCORE_FROM: Final = 300
"""Pairs at least this wide have room for the points."""
_SCORE: Final = 92
_BAR: Final = 8
_FRAME: Final = 4

_Sides: TypeAlias = tuple[int | None, int | None]
_Rounds: TypeAlias = tuple[tuple[Fixture | None, ...], ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A part of a bracket: rounds ``first`` to ``last``, from 1, that lead to place ``top`` of the last one."""

    first: int
    last: int
    top: int = 0

    def places(self, number: int) -> range:
        """Return the places of a round that belong to the part."""
        count = 1 << (self.last - number)
        return range(self.top * count, (self.top + 1) * count)


@dataclass(frozen=True, slots=True)
class _Names:
    """The entrants' names, and the user who looks at the picture."""

    known: Mapping[int, str]
    me: int | None


def parts_of(tournament: Tournament) -> tuple[BracketPart, ...]:
    """Split a bracket into pictures: one if it fits, else the last four rounds, then the first ones from the top.

    Empty before the draw.
    """
    rounds = len(bracket_of(tournament))
    if rounds <= _ROUNDS:
        return (BracketPart(1, rounds),) if rounds else ()
    early = rounds - _ROUNDS
    first = tuple(BracketPart(1, _ROUNDS, top) for top in range(1 << early))
    return (BracketPart(early + 1, rounds), *first)


def bracket_picture(
    tournament: Tournament,
    names: Mapping[int, str],
    texts: Texts,
    title: str,
    look: Look = DEFAULT,
    *,
    part: int = 0,
    me: int | None = None,
) -> Picture:
    """Draw one of the `parts_of` a bracket after the draw; pairs with ``me`` have a frame.

    ``names`` contains the entrants' names by user. IndexError if there is no such part.
    """
    shown = parts_of(tournament)[part]
    canvas = Canvas(look, texts)
    canvas.text(MARGIN, _HEADER, title_of(title), TextStyle(40), WIDTH - 2 * MARGIN)
    known = _Names(names, me)
    rounds, count = bracket_of(tournament), shown.last - shown.first + 1
    width = min((WIDTH - 2 * MARGIN - _BETWEEN * (count - 1)) // count, _WIDEST)
    for column, number in enumerate(range(shown.first, shown.last + 1)):
        left = MARGIN + column * (width + _BETWEEN)
        heading = TextStyle(SMALLEST, Ink.LABEL, black=False)
        canvas.text(left, _TOP + _HEADING // 2, matchday_name(texts, tournament, number), heading, width)
        places = shown.places(number)
        step = (_BOTTOM - _TOP - _HEADING) / len(places)
        for row, place in enumerate(places):
            middle = _TOP + _HEADING + round((row + 0.5) * step)
            area = Area(left, middle - _HIGH // 2, width, _HIGH)
            if number < shown.last:
                _lead(canvas, area, _TOP + _HEADING + round((row // 2 * 2 + 1) * step))
            _pair(canvas, area, (rounds[number - 1][place], _sides(rounds, number, place)), known, texts)
    return Picture(canvas.png(), bracket_alt(tournament, names, texts, title))


def bracket_alt(tournament: Tournament, names: Mapping[int, str], texts: Texts, title: str) -> str:
    """Describe a bracket: its winner or current round, and the pairs of that round."""

    def named(user: int) -> str:
        return alt_name(texts, user, names)

    head = [texts.t("Knockout: {title}.", title=title)]
    head += [texts.t("{name} has won it.", name=named(user)) for user in champions(tournament)]
    head.append(f"{matchday_name(texts, tournament, tournament.matchday)}.")
    pairs = []
    for fixture in tournament.fixtures:
        if fixture.matchday != tournament.matchday or fixture.away is None:
            continue
        words = f"{named(fixture.home)} – {named(fixture.away)}"
        if fixture.decided is not None and len(fixture.decided.winners) == 1:
            words = texts.t("{pair}: {name} wins", pair=words, name=named(fixture.decided.winners[0]))
        pairs.append(words)
    return first_fitting(
        joined([*head, "; ".join(pairs[:count]) + "." if count else ""]) for count in range(len(pairs), -1, -1)
    )


def _sides(rounds: _Rounds, number: int, place: int) -> _Sides:
    """Return the pair at a place of a round, counted from 1; before it's paired, the entrants already known."""
    fixture = rounds[number - 1][place]
    if fixture is not None:
        return fixture.home, fixture.away
    if number == 1:
        return None, None
    before = rounds[number - 2][2 * place : 2 * place + 2]
    first, second = (
        each.decided.winners[0] if each is not None and each.decided is not None and each.decided.winners else None
        for each in before
    )
    return first, second


def _pair(canvas: Canvas, area: Area, drawn: tuple[Fixture | None, _Sides], known: _Names, texts: Texts) -> None:
    """Draw a pair, one entrant above the other, the winner in bold letters after a bar."""
    fixture, sides = drawn
    canvas.box(area, Ink.PANEL, rounding=5)
    decided = fixture.decided if fixture is not None else None
    for side, user in enumerate(sides):
        y = area.y + _LINES[side]
        left, room = area.x + _BAR + 6, area.width - _BAR - 12
        if user is None:
            if decided is not None and decided.outcome is FixtureOutcome.BYE:
                canvas.text(
                    left, y, texts.p("bracket", "bye"), TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL, black=False), room
                )
            continue
        won = decided is not None and user in decided.winners
        if decided is not None and decided.outcome is FixtureOutcome.PLAYED and area.width >= _SCORE_FROM:
            points = TextStyle(SMALLEST, Ink.TEXT if won else Ink.LABEL, Ink.PANEL, black=won, side="right")
            canvas.text(area.x + area.width - 10, y, signed(decided.points[side]), points, _SCORE)
            room -= _SCORE
        if won:
            canvas.fill(Area(area.x, y - 13, _BAR, 26), Ink.GOLD)
        entrant = listed_name(texts, user, known.known)
        lost = decided is not None and not won
        style = TextStyle(SMALLEST, Ink.LABEL if lost else Ink.TEXT, Ink.PANEL, black=won and entrant.known)
        canvas.text(left, y, entrant.name, style, room)
    if known.me is not None and known.me in sides:
        canvas.frame(area, _FRAME)


def _lead(canvas: Canvas, area: Area, to: int) -> None:
    """Draw the line from a pair to a pair of the next round, whose middle is at the height ``to``."""
    x, y = area.x + area.width, area.y + area.height // 2
    half = _BETWEEN // 2
    canvas.fill(Area(x, y - 1, half, 3), Ink.LABEL)
    canvas.fill(Area(x + half - 1, min(y, to) - 1, 3, abs(to - y) + 3), Ink.LABEL)
    canvas.fill(Area(x + half, to - 1, _BETWEEN - half, 3), Ink.LABEL)
