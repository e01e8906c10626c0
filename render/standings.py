"""The picture of a page of standings: eight players in rows; one or two players have a panel each."""

from collections.abc import Mapping
from typing import Final

from bot.ratings.rating import is_provisional, shown
from bot.ratings.values import Page, Ranked, Scope, Standing
from bot.text.catalogs import Texts
from bot.text.lists import points_words, score
from bot.text.ratings import are_penalties, rating_words
from render.alt import first_fitting, joined
from render.drawing.canvas import Canvas
from render.drawing.lines import Part, Sign, Words
from render.drawing.listing import (
    FEW,
    Item,
    PlayerList,
    alt_name,
    draw_list,
    draw_title,
    listed_name,
    of_words,
)
from render.drawing.palette import Ink
from render.drawing.shapes import Symbol
from render.look import DEFAULT, Look
from render.rooms import NOTHING_YET
from render.values import ROWS, Picture
from render.versus import BAR, GAP, Side, draw_shares, draw_sides, lead_words, side_height

_PANELS: Final = 98
_PAIR: Final = (Ink.SEAT_3, Ink.SEAT_4)
"""The colors of two players, neither of them the reader's."""


def standings_picture(
    page: Page, names: Mapping[int, str], texts: Texts, title: str, look: Look = DEFAULT, *, me: int | None = None
) -> Picture:
    """Draw a page of standings with at most `ROWS` rows; the row of ``me`` is filled with a color.

    ``names`` contains the names of the page's players by user, ``title`` names season and games.
    """
    if page.total == len(page.rows) and page.total in (1, 2):
        canvas = _panels(page, names, texts, title, look)
    else:
        drawn = _rows(page, names, texts, title, me)
        canvas = Canvas(look, texts, drawn.height)
        draw_list(canvas, drawn)
    return Picture(canvas.png(), standings_alt(page, names, texts, title))


def _rows(page: Page, names: Mapping[int, str], texts: Texts, title: str, me: int | None) -> PlayerList:
    rows = page.rows[:ROWS]
    noted = len(rows) <= FEW
    columns = 3 if any(row.standing.streak for row in rows) else 2
    headings = texts.p("standings", "Rating"), texts.p("standings", "Won"), texts.p("standings", "Streak")
    return PlayerList(
        title=texts.p("heading", "Standings"),
        right=title,
        where=f"{_where(texts, page)}\n{_which(page)}" if page.total > len(page.rows) else "",
        headings=headings[:columns],
        items=[
            _item(texts, page.scope, row, names, mine=row.standing.user == me, noted=noted).with_columns(columns)
            for row in rows
        ],
        you=texts.p("marks your row", "you"),
        nobody=_nobody(texts),
    )


def _item(texts: Texts, scope: Scope, row: Ranked, names: Mapping[int, str], *, mine: bool, noted: bool) -> Item:
    """Return the row of a player; its second line, where there is one, has the points and marks provisional ratings."""
    standing = row.standing
    points = points_words(texts, standing.points, penalties=are_penalties(standing.points, scope))
    unsure = texts.p("said about a rating", "provisional") if _is_unsure(standing) else ""
    note = " · ".join(filter(None, (points, unsure))) if noted else ""
    note += f"\n{unsure}" if unsure else ""
    return Item(row.rank, listed_name(texts, standing.user, names), _cells(texts, standing), mine, note)


def _is_unsure(standing: Standing) -> bool:
    return standing.rating is not None and is_provisional(standing.rating)


def _cells(texts: Texts, standing: Standing) -> tuple[tuple[Part, ...], ...]:
    """Return a player's values: the rating, games won of those played, and the current streak if any has one.

    A provisional rating is as pale as a label.
    """
    rating: tuple[Part, ...] = ()
    if standing.rating is not None:
        rating = (Words(str(shown(standing.rating)), Ink.LABEL if _is_unsure(standing) else None),)
    return rating, of_words(texts, standing.wins, standing.games), _streak(standing.streak)


def _streak(streak: int) -> tuple[Part, ...]:
    """Return a streak as a line: wins point up, losses down; nothing without one."""
    if streak > 0:
        return Sign(Symbol.UP, Ink.SEAT_4), Words(f" {streak}")
    return (Sign(Symbol.DOWN, Ink.LABEL), Words(f" {-streak}", Ink.LABEL)) if streak else ()


def _panels(page: Page, names: Mapping[int, str], texts: Texts, title: str, look: Look) -> Canvas:
    """Draw a panel for each of one or two players, and a bar of the games between two."""
    rows = page.rows
    sides = [
        Side(
            listed_name(texts, row.standing.user, names),
            color,
            "" if row.rank is None else str(row.rank),
            tuple(_values(texts, page.scope, row.standing)),
            first=row.rank == 1 and len(rows) > 1,
        )
        for row, color in zip(rows, _PAIR, strict=False)
    ]
    counts = [row.standing.wins for row in rows]
    shared = len(rows) == 2 and any(counts)
    end = _PANELS + side_height(sides)
    canvas = Canvas(look, texts, end + (GAP + BAR if shared else 0) + 30)
    draw_title(canvas, texts.p("heading", "Standings"), title)
    draw_sides(canvas, _PANELS, sides)
    if shared:
        games = max(row.standing.games for row in rows)
        total = texts.n("{n} game", "{n} games", games)
        words = lead_words(texts, counts, [side.player.name for side in sides])
        draw_shares(canvas, end + GAP, (counts[0], counts[1]), _PAIR, (words, total))
    return canvas


def _values(texts: Texts, scope: Scope, standing: Standing) -> list[tuple[str, str]]:
    """Return the labeled values of a player, without those that there aren't."""
    values = []
    if standing.rating is not None:
        label = (
            texts.p("rating of a player with few games", "Provisional")
            if _is_unsure(standing)
            else texts.p("standings", "Rating")
        )
        values.append((label, str(shown(standing.rating))))
    won = texts.t("{part} of {whole}", part=standing.wins, whole=standing.games)
    penalties = are_penalties(standing.points, scope)
    label = texts.p("standings", "Penalty points") if penalties else texts.p("standings", "Points")
    values += [(texts.p("standings", "Won"), won), (label, score(standing.points, penalties=penalties))]
    if standing.best_streak:
        best = texts.n("{n} win", "{n} wins", standing.best_streak)
        values.append((texts.p("standings", "Best streak"), f"{best}\n{standing.best_streak}"))
    return values


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
        rating=rating_words(texts, row.standing.rating),
        wins=row.standing.wins,
        games=row.standing.games,
    )
    return texts.t("{rank}. {row}", rank=row.rank, row=words) if row.rank is not None else words


def _nobody(texts: Texts) -> str:
    return NOTHING_YET.of(texts)


def _where(texts: Texts, page: Page) -> str:
    """Return which players of how many a page contains."""
    if page.total <= len(page.rows):
        return texts.n("{n} player", "{n} players", page.total)
    last = page.first + min(len(page.rows), ROWS)
    return texts.t("{first}–{last} of {total}", first=page.first + 1, last=last, total=page.total)


def _which(page: Page) -> str:
    """Return the places of the players on a page."""
    return f"{page.first + 1}–{page.first + min(len(page.rows), ROWS)}"
