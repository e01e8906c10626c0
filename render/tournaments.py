"""Pictures of tournaments: the table of a round robin, and the bracket of a knockout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.text.catalogs import Texts
from bot.text.lists import gain, signed
from bot.text.ratings import tie_break_short
from bot.text.tournaments import matchday_name
from bot.tournaments.table import bracket_of, champions
from bot.tournaments.values import Fixture, FixtureOutcome, Tournament, TournamentPlace
from render.alt import first_fitting, joined
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, length, title_of
from render.drawing.lines import Words
from render.drawing.listing import MINE, Item, PlayerList, alt_name, draw_list, draw_title, listed_name
from render.drawing.palette import Ink
from render.drawing.plates import ROW_RADIUS, draw_fitted, draw_panel
from render.look import DEFAULT, Look
from render.values import ROWS, Picture, parts_of


def tournament_table_picture(
    places: Sequence[TournamentPlace],
    names: Mapping[int, str],
    texts: Texts,
    title: str,
    look: Look = DEFAULT,
    *,
    first: int = 0,
    me: int | None = None,
) -> Picture:
    """Draw at most `ROWS` rows of a tournament's table, after the ``first`` ones; the row of ``me`` is in color.

    ``names`` contains the entrants' names by user.
    """
    shown = places[first : first + ROWS]
    drawn = PlayerList(
        title=title_of(title),
        right="" if len(places) > ROWS else _where(texts, places, first),
        where=f"{_where(texts, places, first)}\n{first + 1}–{first + len(shown)}" if len(places) > ROWS else "",
        headings=(texts.p("tournament", "Points"), texts.p("tournament", "W–S–L"), texts.p("tournament", "Margin")),
        items=[_item(texts, place, names, mine=place.user == me) for place in shown],
        you=texts.p("marks your row", "you"),
        nobody=_nobody(texts),
    )
    canvas = Canvas(look, texts, drawn.height)
    draw_list(canvas, drawn)
    return Picture(canvas.png(), tournament_table_alt(places, names, texts, title, first=first))


def _item(texts: Texts, place: TournamentPlace, names: Mapping[int, str], *, mine: bool) -> Item:
    """Return the row of an entrant: match points, results, margin, and the tie-break if there is room."""
    results = f"{place.won}–{place.shared}–{place.lost}"
    cells = (Words(str(place.match_points)),), (Words(results),), (Words(gain(place.margin), Ink.LABEL, black=False),)
    return Item(place.rank, listed_name(texts, place.user, names), cells, mine, _note(place, texts))


def tournament_table_alt(
    places: Sequence[TournamentPlace], names: Mapping[int, str], texts: Texts, title: str, *, first: int = 0
) -> str:
    """Describe a tournament's table: its title, then as many rows as there is room for."""
    head = [texts.t("Tournament table: {title}.", title=title), f"{_where(texts, places, first)}."]
    rows = [
        texts.n(
            "{rank}. {name}, {n} point",
            "{rank}. {name}, {n} points",
            place.match_points,
            rank=place.rank,
            name=alt_name(texts, place.user, names),
        )
        for place in places[first : first + ROWS]
    ]
    if not rows:
        return first_fitting([joined([head[0], f"{_nobody(texts)}."])])
    return first_fitting(joined([*head, "; ".join(rows[:count]) + "."]) for count in range(len(rows), 0, -1))


def _note(place: TournamentPlace, texts: Texts) -> str:
    """Return that an entrant has withdrawn, or else the tie-break that ranks it below equal match points.

    The tie-break alone is the shorter form.
    """
    if place.withdrawn:
        return texts.p("said about a player, tournament", "withdrawn")
    reason = "" if place.behind is None else tie_break_short(texts, place.behind)
    return f"{texts.t('tie-break: {reason}', reason=reason)}\n{reason}" if reason else ""


def _nobody(texts: Texts) -> str:
    return texts.t("Nobody has joined yet")


def _where(texts: Texts, places: Sequence[TournamentPlace], first: int) -> str:
    """Return which rows of how many are shown."""
    if len(places) <= ROWS:
        return texts.n("{n} player", "{n} players", len(places))
    last = min(first + ROWS, len(places))
    return texts.t("{first}–{last} of {total}", first=first + 1, last=last, total=len(places))


_HEADINGS: Final = 120
_TOP: Final = 148
_PADDING: Final = 10
_FOOT: Final = 30
_LEAST_HEIGHT: Final = 380
_MOST_HEIGHT: Final = 900
_BETWEEN: Final = 20
"""Room between two rounds, for the lines that connect them."""
_HIGHEST: Final = 116
_GAP: Final = 4
"""The height of a pair if there are few, and the least gap between two."""
_SCORE_FROM: Final = 320
"""Pairs at least this wide have room for the points."""
_BAR: Final = 12

_Sides: TypeAlias = tuple[int | None, int | None]
_Rounds: TypeAlias = tuple[tuple[Fixture | None, ...], ...]


@dataclass(frozen=True, slots=True)
class _Names:
    """The entrants' names, and the user who looks at the picture."""

    known: Mapping[int, str]
    me: int | None


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
    """Draw one of the `parts_of` a bracket after the draw; pairs with ``me`` are in color.

    ``names`` contains the entrants' names by user. IndexError if there is no such part.
    """
    shown = parts_of(tournament)[part]
    pairs = len(shown.places(shown.first))
    high = min(_HIGHEST, (_MOST_HEIGHT - _FOOT - _PADDING - _TOP + _GAP) // pairs - _GAP)
    step = max(high + (_GAP if pairs > 4 else 20), (_LEAST_HEIGHT - _TOP - _FOOT - _PADDING) // pairs)
    canvas = Canvas(look, texts, max(_TOP + pairs * step + _FOOT + _PADDING - _GAP, _LEAST_HEIGHT))
    draw_title(canvas, title_of(title), "")
    whole = Area(MARGIN, _HEADINGS - 30, WIDTH - 2 * MARGIN, canvas.height - _FOOT - _HEADINGS + 30)
    draw_panel(canvas, whole)
    known = _Names(names, me)
    rounds, count = bracket_of(tournament), shown.last - shown.first + 1
    width = (WIDTH - 2 * MARGIN - 2 * _PADDING - _BETWEEN * (count - 1)) // count
    for column, number in enumerate(range(shown.first, shown.last + 1)):
        left = MARGIN + _PADDING + column * (width + _BETWEEN)
        _heading(canvas, left, width, matchday_name(texts, tournament, number), number)
        places = shown.places(number)
        apart = pairs * step / len(places)
        for row, place in enumerate(places):
            middle = _TOP + round((row + 0.5) * apart)
            area = Area(left, middle - high // 2, width, high)
            if number < shown.last:
                _lead(canvas, area, _TOP + round((row // 2 * 2 + 1) * apart))
            _pair(canvas, area, (rounds[number - 1][place], _sides(rounds, number, place)), known, texts)
    return Picture(canvas.png(), bracket_alt(tournament, names, texts, title))


def _heading(canvas: Canvas, left: int, width: int, words: str, number: int) -> None:
    """Write the name of a round, or its number if there's no room for the name."""
    if length(words, LABEL, False) > width:
        words = canvas.texts.p("heading in a bracket", "Round {number}", number=number)
    draw_fitted(
        canvas, left + 6, _HEADINGS, words, TextStyle(LABEL, Ink.LABEL, Ink.PANEL, black=False), width=width - 6
    )


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
        words = texts.t("{home} against {away}", home=named(fixture.home), away=named(fixture.away))
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
    """Draw a pair, one entrant above the other, the winner in black letters after a gold bar; one's own in color."""
    fixture, sides = drawn
    mine = known.me is not None and known.me in sides
    fill = MINE if mine else Ink.TRAY
    draw_panel(canvas, area, fill=fill, ground=Ink.PANEL, rounding=ROW_RADIUS)
    decided = fixture.decided if fixture is not None else None
    strong, quiet = (Ink.ON_COLOR, Ink.SOFT) if mine else (Ink.TEXT, Ink.LABEL)
    for side, user in enumerate(sides):
        y = area.y + area.height // 4 + side * (area.height // 2) + (2 - 4 * side)
        left, room = area.x + _BAR + 10, area.width - _BAR - 18
        if user is None:
            if decided is not None and decided.outcome is FixtureOutcome.BYE:
                style = TextStyle(LABEL, quiet, fill, black=False)
                draw_fitted(canvas, left, y, texts.p("bracket", "bye"), style, width=room)
            continue
        won = decided is not None and user in decided.winners
        ink = quiet if decided is not None and not won else strong
        if decided is not None and decided.outcome is FixtureOutcome.PLAYED and area.width >= _SCORE_FROM:
            style = TextStyle(LABEL, ink, fill, black=won, side="right")
            words = signed(decided.points[side])
            room -= canvas.text(area.x + area.width - 16, y, words, style) + 20
        if won:
            bar = Ink.ON_COLOR if mine else Ink.GOLD
            canvas.box(Area(area.x + 8, y - 16, 8, 32), bar, ground=fill, rounding=4)
        entrant = listed_name(texts, user, known.known)
        style = TextStyle(LABEL + 4, ink, fill, black=won and entrant.known, over=True)
        draw_fitted(canvas, left, y, entrant.name, style, width=room)


def _lead(canvas: Canvas, area: Area, to: int) -> None:
    """Draw the line from a pair to a pair of the next round, whose middle is at the height ``to``."""
    x, y = area.x + area.width, area.y + area.height // 2
    half = _BETWEEN // 2
    canvas.fill(Area(x, y - 1, half, 3), Ink.RIM)
    canvas.fill(Area(x + half - 1, min(y, to) - 1, 3, abs(to - y) + 3), Ink.RIM)
    canvas.fill(Area(x + half, to - 1, _BETWEEN - half, 3), Ink.RIM)
