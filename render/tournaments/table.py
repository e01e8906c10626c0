"""The picture of a tournament's table: eight entrants by rank, with match points and tie-breaks."""

from collections.abc import Mapping, Sequence

from bot.text.catalogs import Texts
from bot.text.lists import gain
from bot.text.ratings import tie_break_short
from bot.tournaments.values import TournamentPlace
from render.alt import first_fitting, joined
from render.capacity import ROWS
from render.drawing.canvas import Canvas
from render.drawing.lines import Words
from render.drawing.listing import Item, PlayerList, alt_name, draw_list, listed_name
from render.drawing.names import title_of
from render.drawing.palette import Ink
from render.look import DEFAULT, Look
from render.picture import Picture


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
        you=texts.p("standings", "you"),
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
    """Return that an entrant has withdrawn, or else the tie-break that ranks it below equal match points."""
    if place.withdrawn:
        return texts.p("tournament", "withdrawn")
    reason = "" if place.behind is None else tie_break_short(texts, place.behind)
    return texts.t("tie-break: {reason}", reason=reason) if reason else ""


def _nobody(texts: Texts) -> str:
    return texts.t("Nobody has joined yet")


def _where(texts: Texts, places: Sequence[TournamentPlace], first: int) -> str:
    """Return which rows of how many are shown."""
    if len(places) <= ROWS:
        return texts.n("{n} player", "{n} players", len(places))
    last = min(first + ROWS, len(places))
    return texts.t("{first}–{last} of {total}", first=first + 1, last=last, total=len(places))
