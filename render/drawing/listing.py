"""Lists of players, eight lines per picture: a place, a name, and numbers in columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.text.catalogs import Texts
from bot.text.direction import isolated
from bot.text.ratings import member_name
from render.alt import MAX_NAME_LENGTH, truncated
from render.drawing.canvas import HEIGHT, MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import SMALLEST
from render.drawing.names import clean, drawable, title_of
from render.drawing.palette import Ink

LINES: Final = 8
"""The number of lines in a picture."""

_HEADER: Final = 46
_TOP: Final = 88
_HEADING: Final = 52
_STEP: Final = 66
_PLACE: Final = 84
"""The width of the places, in pixels."""
_PADDING: Final = 20
_RIGHT: Final = WIDTH - MARGIN - _PADDING
_FRAME: Final = 5
_BEST: Final = 3
"""How many places are highlighted."""


@dataclass(frozen=True, slots=True)
class ListedName:
    """A player's name in a list."""

    name: str
    known: bool  # False for a substitute, if the name is unknown or can't be drawn


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a list."""

    place: int | None  # None for players without a rank
    player: ListedName
    cells: tuple[str, ...]
    mine: bool = False  # drawn in a frame
    separated: bool = False  # drawn below a line


def listed_name(texts: Texts, user: int, names: Mapping[int, str]) -> ListedName:
    """Return as much of a player's name as the fonts can draw, or the substitute for an unknown player."""
    name = drawable(names.get(user, ""))
    if user < 0 or name is None:
        return ListedName(member_name(texts, user, {}), known=False)
    return ListedName(name, known=True)


def alt_name(texts: Texts, user: int, names: Mapping[int, str]) -> str:
    """Return a player's name for alt text, truncated if it's long."""
    return isolated(truncated(member_name(texts, user, {user: clean(names.get(user, ""))}), MAX_NAME_LENGTH))


def draw_list(
    canvas: Canvas,
    title: str,
    right: str,
    headings: Sequence[tuple[str, int]],
    items: Sequence[Item],
    *,
    nobody: str,
) -> None:
    """Draw a whole picture of a list: its title, words on the ``right`` of it, and at most `LINES` lines.

    ``headings`` are the columns' words and widths in pixels; the names get the rest. ``nobody`` is written if there are
    no items.
    """
    used = canvas.text(WIDTH - MARGIN, _HEADER, right, TextStyle(34, Ink.LABEL, side="right"), 330) if right else 0
    canvas.text(MARGIN, _HEADER, title_of(title), TextStyle(42), WIDTH - 2 * MARGIN - used - 30)
    canvas.box(Area(MARGIN, _TOP, WIDTH - 2 * MARGIN, HEIGHT - MARGIN - _TOP), Ink.PANEL)
    if not items:
        canvas.text(
            WIDTH // 2, (_TOP + HEIGHT - MARGIN) // 2, nobody, TextStyle(36, Ink.LABEL, Ink.PANEL, side="middle")
        )
        return
    edges = [_RIGHT - sum(width for _, width in headings[number + 1 :]) for number in range(len(headings))]
    heading = TextStyle(SMALLEST, Ink.LABEL, Ink.PANEL, black=False, side="right")
    for (words, width), edge in zip(headings, edges, strict=True):
        canvas.text(edge, _TOP + _HEADING // 2 + 2, words, heading, width - 8)
    room = edges[0] - headings[0][1] - MARGIN - _PLACE - 12
    for number, item in enumerate(items[:LINES]):
        _line(canvas, item, number, room, [(edge, width) for (_, width), edge in zip(headings, edges, strict=True)])


def _line(canvas: Canvas, item: Item, number: int, room: int, columns: Sequence[tuple[int, int]]) -> None:
    """Draw one line."""
    area = Area(MARGIN, _TOP + _HEADING + number * _STEP, WIDTH - 2 * MARGIN, _STEP)
    ground = Ink.PANEL if number % 2 else Ink.FELT
    if ground is Ink.FELT:  # the others keep the panel's round corners
        canvas.fill(area, ground)
    if item.separated:
        canvas.fill(Area(area.x + _PADDING, area.y - 2, area.width - 2 * _PADDING, 4), Ink.LABEL)
    if item.mine:
        canvas.frame(area, _FRAME)
    middle = area.y + _STEP // 2
    place = TextStyle(36, ground=ground, side="middle")
    if item.place is not None and item.place <= _BEST:
        canvas.tag(MARGIN + _PLACE // 2, middle, str(item.place), place)
    else:
        words = "–" if item.place is None else str(item.place)
        canvas.text(MARGIN + _PLACE // 2, middle, words, replace(place, ink=Ink.LABEL), _PLACE - 12)
    name = TextStyle(36, ground=ground) if item.player.known else TextStyle(34, Ink.LABEL, ground, black=False)
    canvas.text(MARGIN + _PLACE, middle, item.player.name, name, room)
    for cell, (words, (edge, width)) in enumerate(zip(item.cells, columns, strict=True)):
        style = TextStyle(36 if cell == 0 else 34, ground=ground, black=cell == 0, side="right")
        canvas.text(edge, middle, words, style, width - 8)
