"""The picture of standings: a page of eight players in their order."""

from collections.abc import Mapping
from typing import Final

from bot.league.values import Page
from bot.text.catalogue import Texts
from bot.text.league import listed_name, rating_short
from render.canvas import MARGIN, WIDTH, Canvas, Picture, Style
from render.look import DEFAULT, Look

ROWS: Final = 8
"""Players on a page."""


def standings_picture(
    page: Page, names: Mapping[int, str], texts: Texts, title: str, look: Look = DEFAULT, *, me: int | None = None
) -> Picture:
    """Draw a page of standings, of at most `ROWS` rows; the one of ``me`` stands out.

    ``names`` is what `bot.play.ports.Names` answers for the page's players, ``title`` names season and games.
    """
    canvas = Canvas(look, texts)
    canvas.text(MARGIN, 46, title, Style(42), WIDTH - 2 * MARGIN)
    for number, row in enumerate(page.rows[:ROWS]):
        name = listed_name(texts, row.standing.user, names, page.first + number + 1)
        words = f"{row.rank or ''} {name} {rating_short(row.standing.rating)}"
        canvas.text(MARGIN, 120 + 68 * number, words, Style(36), WIDTH - 2 * MARGIN)
    return Picture(canvas.png(), title[:250])
