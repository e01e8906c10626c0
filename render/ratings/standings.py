"""The picture of a page of standings, with eight players."""

from collections.abc import Mapping
from typing import Final

from bot.ratings.values import Page, Ranked
from bot.text.catalogs import Texts
from bot.text.lists import signed
from bot.text.ratings import NOTHING, rating_short, streak_short
from render.alt import first_fitting, joined
from render.drawing.canvas import Canvas, Picture
from render.drawing.listing import LINES, Item, alt_name, draw_list, listed_name
from render.look import DEFAULT, Look

ROWS: Final = LINES
"""Players on a page."""


def standings_picture(
    page: Page, names: Mapping[int, str], texts: Texts, title: str, look: Look = DEFAULT, *, me: int | None = None
) -> Picture:
    """Draw a page of standings with at most `ROWS` rows; the row of ``me`` has a frame.

    ``names`` contains the names of the page's players by user, ``title`` names season and games.
    """
    canvas = Canvas(look, texts)
    headings = (
        (texts.p("standings", "Rating"), 132),
        (texts.p("standings", "Won"), 164),
        (texts.p("standings", "Points"), 138),
        (texts.p("standings", "Avg."), 102),
        (texts.p("standings", "Streak"), 120),
    )
    items = [
        Item(
            row.rank,
            listed_name(texts, row.standing.user, names),
            _cells(texts, row),
            mine=row.standing.user == me,
            separated=row.rank is None and number > 0 and page.rows[number - 1].rank is not None,
        )
        for number, row in enumerate(page.rows[:ROWS])
    ]
    draw_list(canvas, title, _where(texts, page), headings, items, nobody=_nobody(texts))
    return Picture(canvas.png(), standings_alt(page, names, texts, title))


def standings_alt(page: Page, names: Mapping[int, str], texts: Texts, title: str) -> str:
    """Describe a page of standings: its title, then as many of its players as there is room for."""
    head = [texts.t("Standings: {title}.", title=title), f"{_where(texts, page)}."]
    rows = [_row(texts, row, names) for row in page.rows[:ROWS]]
    if not rows:
        return first_fitting([joined([head[0], f"{_nobody(texts)}."])])
    return first_fitting(joined([*head, "; ".join(rows[:count]) + "."]) for count in range(len(rows), 0, -1))


def _row(texts: Texts, row: Ranked, names: Mapping[int, str]) -> str:
    """Describe one row: rank, name, rating, games won of those played."""
    name = alt_name(texts, row.standing.user, names)
    words = texts.t(
        "{name} {rating}, {wins} of {games} won",
        name=name,
        rating=rating_short(row.standing.rating),
        wins=row.standing.wins,
        games=row.standing.games,
    )
    return texts.t("{rank}. {row}", rank=row.rank, row=words) if row.rank is not None else words


def _nobody(texts: Texts) -> str:
    return texts.t("Nobody has played a rated game yet")


def _where(texts: Texts, page: Page) -> str:
    """Return which players of how many a page contains."""
    if page.total <= len(page.rows):
        return texts.n("{n} player", "{n} players", page.total)
    last = page.first + min(len(page.rows), ROWS)
    return texts.t("{first} to {last} of {total}", first=page.first + 1, last=last, total=page.total)


def _cells(texts: Texts, row: Ranked) -> tuple[str, ...]:
    """Return the numbers of a row in column order."""
    standing = row.standing
    return (
        rating_short(standing.rating),
        f"{standing.wins}/{standing.games}",
        signed(standing.points),
        signed(round(standing.points / standing.games)) if standing.games else NOTHING,
        streak_short(texts, standing.streak),
    )
