"""The picture of a league's table: a page of its entrants in their order, with match points and what decides ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.text.catalogue import Texts
from bot.text.league import listed_name
from render.canvas import MARGIN, WIDTH, Canvas, Picture, Style
from render.look import DEFAULT, Look

ROWS: Final = 8
"""Entrants on a page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a league's table: ``number`` is the entrant's in the draw, from 1; ``points`` are match points.

    ``walkovers`` are fixtures lost without a game, which ``lost`` counts too. ``tied``: an equal number of match points
    was told apart by something else.
    """

    rank: int
    number: int
    user: int
    won: int = 0
    shared: int = 0
    lost: int = 0
    walkovers: int = 0
    points: int = 0
    margin: int = 0
    tied: bool = False
    withdrawn: bool = False


def league_table_picture(
    entries: Sequence[Entry],
    names: Mapping[int, str],
    texts: Texts,
    title: str,
    look: Look = DEFAULT,
    *,
    first: int = 0,
    me: int | None = None,
) -> Picture:
    """Draw at most `ROWS` rows of a league's whole table from row ``first`` on; the one of ``me`` stands out."""
    canvas = Canvas(look, texts)
    canvas.text(MARGIN, 46, title, Style(42), WIDTH - 2 * MARGIN)
    for number, entry in enumerate(entries[first : first + ROWS]):
        words = f"{entry.rank} {listed_name(texts, entry.user, names, entry.number)} {entry.points}"
        canvas.text(MARGIN, 120 + 68 * number, words, Style(36), WIDTH - 2 * MARGIN)
    return Picture(canvas.png(), title[:250])
