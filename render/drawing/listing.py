"""Lists of players, eight rows per picture: a rank, a name, and values in columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.text.catalogs import Texts
from bot.text.lists import isolated
from bot.text.ratings import member_name
from render.alt import MAX_NAME_LENGTH, truncated
from render.drawing.canvas import MARGIN, WIDTH, Area, Canvas, TextStyle
from render.drawing.letters import LABEL, NAME, clean, drawable, length, title_of
from render.drawing.lines import Chip, Part, Words, draw_line, line_length
from render.drawing.palette import Ink
from render.drawing.plates import ROW_RADIUS, draw_fitted, draw_panel, shortened

MINE: Final = Ink.SEAT_1
"""The color of the player who looks at a list."""

_TITLE: Final = 53
_HEADINGS: Final = 112
_TOP: Final = 142
_FOOT: Final = 30
_LEAST_HEIGHT: Final = 380
_GAP: Final = 8
_ROW, _TALL = 82, 120
FEW: Final = 5
"""Up to this many rows are tall, with the words about a player below the name."""
_RIGHT: Final = WIDTH - MARGIN - 30
_NAME: Final = MARGIN + 104
_BETWEEN: Final = 44
"""The gap between columns, in pixels."""
_LEAST_NAME: Final = 250
_LEAST_NEXT_TO_PILL: Final = 160
_NARROWED: Final = 117
"""How wide a second line may be, in percent of its room, to be set narrower."""
_LONGEST_OF: Final = 150
"""How long "0 of 0" may be before signs replace its words, in pixels."""
_MEDALS: Final = (Ink.GOLD, Ink.SILVER, Ink.BRONZE)


@dataclass(frozen=True, slots=True)
class ListedName:
    """A player's name in a list."""

    name: str
    known: bool  # False for a substitute, if the name is unknown or can't be drawn


@dataclass(frozen=True, slots=True)
class Item:
    """One row of a list. The ``cells`` are lines; ``note`` says more about the player, if there is room."""

    place: int | None  # None for players without a rank
    player: ListedName
    cells: tuple[tuple[Part, ...], ...]
    mine: bool = False  # filled with a color
    note: str = ""

    def with_columns(self, count: int) -> "Item":
        """Return the row with only its first columns."""
        return replace(self, cells=self.cells[:count])


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A whole picture of a list: its title, words on the ``right`` of it, ``where`` above the names, and its rows.

    ``where`` may have a shorter form after a line break.
    ``you`` marks the row of the player who looks at it; ``nobody`` is written if there are no rows.
    """

    title: str
    right: str
    where: str
    headings: tuple[str, ...]
    items: Sequence[Item]
    you: str
    nobody: str

    @property
    def tall(self) -> bool:
        """True if the rows have two lines."""
        return len(self.items) <= FEW

    @property
    def row(self) -> int:
        """The height of a row."""
        if not self.tall:
            return _ROW
        count = max(len(self.items), 1)
        return max(_TALL, (_LEAST_HEIGHT - _TOP - _FOOT + _GAP) // count - _GAP)

    @property
    def height(self) -> int:
        """The height of the picture."""
        rows = max(len(self.items), 1) * (self.row + _GAP) - _GAP
        return max(_TOP + rows + _FOOT, _LEAST_HEIGHT)


def listed_name(texts: Texts, user: int, names: Mapping[int, str]) -> ListedName:
    """Return as much of a player's name as the fonts can draw, or the substitute for an unknown player."""
    name = drawable(names.get(user, ""))
    if user < 0 or name is None:
        return ListedName(member_name(texts, user, {}), known=False)
    return ListedName(name, known=True)


def alt_name(texts: Texts, user: int, names: Mapping[int, str]) -> str:
    """Return a player's name for alt text, truncated if it's long."""
    return isolated(truncated(member_name(texts, user, {user: clean(names.get(user, ""))}), MAX_NAME_LENGTH))


def draw_title(canvas: Canvas, title: str, right: str) -> None:
    """Write the title of a picture, and words on the right of it, which are cut if there isn't room for both."""
    used = draw_fitted(canvas, MARGIN + 5, _TITLE, title, TextStyle(NAME + 4), width=WIDTH - 2 * MARGIN - 60)
    label, room = TextStyle(LABEL, Ink.LABEL, black=False, side="right"), WIDTH - 2 * MARGIN - used - 40
    words = title_of(right)
    if words and room > 100:
        draw_fitted(canvas, WIDTH - MARGIN - 4, _TITLE, words, label, width=room)


def draw_list(canvas: Canvas, drawn: PlayerList) -> None:
    """Draw a list on a canvas of its height."""
    draw_title(canvas, drawn.title, drawn.right)
    if not drawn.items:
        area = Area(MARGIN, 92, WIDTH - 2 * MARGIN, canvas.height - 92 - _FOOT)
        draw_panel(canvas, area)
        label = TextStyle(LABEL + 4, Ink.LABEL, Ink.PANEL, black=False, side="middle")
        draw_fitted(canvas, WIDTH // 2, area.y + area.height // 2, drawn.nobody, label, width=area.width - 60)
        return
    edges = _edges(canvas, drawn)
    heading = TextStyle(LABEL, Ink.LABEL, black=False, side="right")
    for words, edge in zip(drawn.headings, edges, strict=True):
        canvas.text(edge, _HEADINGS, words, heading)
    left = edges[0] - length(drawn.headings[0], LABEL, False) - 24
    if drawn.where:
        words, room = shortened(drawn.where, LABEL, left - MARGIN - 6, black=False), left - MARGIN - 6
        draw_fitted(canvas, MARGIN + 6, _HEADINGS, words, replace(heading, side="left"), width=room)
    for number, item in enumerate(drawn.items):
        area = Area(MARGIN, _TOP + number * (drawn.row + _GAP), WIDTH - 2 * MARGIN, drawn.row)
        _row(canvas, drawn, item, area, edges)


def _value(number: int, *, tall: bool) -> TextStyle:
    size = NAME + 2 if not tall else 64 if number == 0 else NAME + 4
    return TextStyle(size, ground=Ink.PANEL, side="right")


def _edges(canvas: Canvas, drawn: PlayerList) -> list[int]:
    """Return the right edges of the columns, which are as wide as their widest value; the names get the rest."""
    right, edges = _RIGHT, list[int]()
    for number in reversed(range(len(drawn.headings))):
        cells = [line_length(canvas, item.cells[number], _value(number, tall=drawn.tall)) for item in drawn.items]
        edges.insert(0, right)
        right -= max(length(drawn.headings[number], LABEL, False), *cells) + _BETWEEN
    spare = max(min((right - _NAME - _LEAST_NAME - 90) // len(edges), 40), 0)
    return [edge - spare * (len(edges) - 1 - number) for number, edge in enumerate(edges)]


def _row(canvas: Canvas, drawn: PlayerList, item: Item, area: Area, edges: Sequence[int]) -> None:
    fill, middle = MINE if item.mine else Ink.PANEL, area.y + area.height // 2
    draw_panel(canvas, area, fill=fill, rounding=ROW_RADIUS, shadow=item.mine)
    draw_rank(canvas, MARGIN + 52, middle, item.place, fill, across=72 if drawn.tall else 60)
    widths = [line_length(canvas, cell, _value(number, tall=drawn.tall)) for number, cell in enumerate(item.cells)]
    room = edges[0] - widths[0] - 24 - _NAME
    _name(canvas, drawn, item, (fill, middle, room))
    for number, (cell, edge) in enumerate(zip(item.cells, edges, strict=True)):
        style = replace(_value(number, tall=drawn.tall), ground=fill, ink=Ink.ON_COLOR if item.mine else Ink.TEXT)
        draw_line(canvas, edge, middle, [_on(part, item.mine) for part in cell], style)


def _on(part: Part, mine: bool) -> Part:
    """Return a part of a line in the colors of its row."""
    if not mine or isinstance(part, Chip) or part.ink is None:
        return part
    return replace(part, ink=Ink.SOFT if part.ink is Ink.LABEL else Ink.ON_COLOR)


def _name(canvas: Canvas, drawn: PlayerList, item: Item, where: tuple[Ink, int, int]) -> None:
    """Write a player's name and what there is to say, below the name in a tall row, else after it if it fits."""
    fill, middle, room = where
    told = shortened(item.note, LABEL, room * _NARROWED // 100, black=False)
    tall = drawn.tall and told and length(told, LABEL, False) <= room * _NARROWED // 100
    ink = (Ink.ON_COLOR if item.mine else Ink.TEXT) if item.player.known else Ink.SOFT if item.mine else Ink.LABEL
    style = TextStyle(NAME + 2, ink, fill, black=item.player.known)
    pill = length(drawn.you, LABEL, True) + 32 if item.mine else 0
    if room - pill - 18 < min(length(item.player.name, LABEL, True), _LEAST_NEXT_TO_PILL):
        pill = 0  # the color of the row says the same
    y = middle - 26 if tall else middle
    used = draw_fitted(canvas, _NAME, y, item.player.name, style, width=room - (pill + 18 if pill else 0))
    if pill:
        canvas.box(Area(_NAME + used + 18, y - 27, pill, 54), Ink.ON_COLOR, ground=fill, rounding=27)
        style = TextStyle(LABEL, fill, Ink.ON_COLOR, side="middle")
        canvas.text(_NAME + used + 18 + pill // 2, y - 2, drawn.you, style)
        used += pill + 18
    note = TextStyle(LABEL, Ink.SOFT if item.mine else Ink.LABEL, fill, black=False)
    if tall:
        draw_fitted(canvas, _NAME, middle + 30, told, note, width=room)
    elif told and not drawn.tall and used + 18 + length(told, LABEL, False) <= room:
        canvas.text(_NAME + used + 18, middle, told, note)


def draw_rank(canvas: Canvas, x: int, y: int, rank: int | None, ground: Ink, *, across: int = 60) -> None:
    """Draw a rank around a point: the first three on medals, others plain; nothing for players without one."""
    area = Area(x - across // 2, y - across // 2, across, across)
    on_color = ground is not Ink.PANEL
    if rank is None:
        return
    if on_color or rank <= len(_MEDALS):
        fill = Ink.ON_COLOR if on_color else _MEDALS[rank - 1]
        canvas.box(area, fill, ground=ground, rounding=across // 2)
        style = TextStyle(LABEL + 4, ground if on_color else Ink.ON_COLOR, fill, side="middle")
    else:
        style = TextStyle(LABEL + 4, Ink.LABEL, ground, side="middle")
    draw_fitted(canvas, x, y, str(rank), style, width=across + 26)


def of_words(texts: Texts, part: int, whole: int) -> tuple[Part, ...]:
    """Return ``41 of 63`` as a line in which the first number stands out, in other languages perhaps ``41/63``."""
    if length(texts.t("{part} of {whole}", part=0, whole=0), LABEL, False) > _LONGEST_OF:
        return Words(str(part)), Words(f"/{whole}", Ink.LABEL, black=False)
    before, _, after = texts.t("{part} of {whole}", part="\0", whole=whole).partition("\0")
    quiet = [Words(words, Ink.LABEL, black=False) if words else None for words in (before, after)]
    return tuple(part_ for part_ in (quiet[0], Words(str(part)), quiet[1]) if part_ is not None)
