"""Computers in pictures: a robot's head around the number of the seat, and the level as bars next to the name."""

from collections.abc import Callable, Sequence

import pytest

from bot.players.levels import Level
from bot.rummy.families import Variant
from bot.rummy.gin.views import GinView
from bot.text.players import PictureName, bars_of, computer_names
from render.drawing.canvas import Area, Canvas
from render.drawing.palette import SEATS, Ink
from render.drawing.plates import draw_name, draw_panel, level_width
from render.gin.ending import knock_picture
from render.gin.table import table_picture
from render.look import DEFAULT
from render.melds.ending import ending_picture
from render.melds.table import melds_table_picture
from render.queue.studio import Studio
from render.sheet import sheet_picture
from tests.render.gin.test_table import VIEWS as GIN_TABLES
from tests.render.melds.test_ending import ENDINGS
from tests.render.melds.test_table import VIEWS as TABLES
from tests.render.melds.views import GERMAN, scored
from tests.render.quality import Watched, assert_format
from tests.render.test_sheet import ALL_KINDS
from tests.render.views import TEXTS, ended_deals, pieces, rgb

ADA = tuple(PictureName("Ada", bars) for bars in range(5))
LONGEST = sorted(computer_names(TEXTS), key=len)[-4:]


def _knock() -> GinView:
    """Return a view after a knock."""
    return next(view for view in ended_deals(Variant.GIN, 0) if view.showdown is not None)


DRAWN: dict[str, Callable[[Sequence[str]], bytes]] = {
    "gin table": lambda names: table_picture(GIN_TABLES["draw"], names[:2], TEXTS).png,
    "knock": lambda names: knock_picture(_knock(), names[:2], TEXTS).png,
    "table of two": lambda names: melds_table_picture(TABLES["two"], names[:2], TEXTS).png,
    "table of four": lambda names: melds_table_picture(TABLES["draw"], names, TEXTS).png,
    "end of a round": lambda names: ending_picture(ENDINGS["out"], names, TEXTS).png,
    "sheet of two": lambda names: sheet_picture(ALL_KINDS["final"], names[:2], TEXTS).png,
    "sheet of three": lambda names: sheet_picture(scored(GERMAN, 3, 2), names[:3], TEXTS).png,
    "sheet of four": lambda names: sheet_picture(scored(GERMAN, 4, 2), names, TEXTS).png,
    "Hollywood": lambda names: sheet_picture(ALL_KINDS["hollywood"], names[:2], TEXTS).png,
}


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_people_and_levels_differ_in_every_picture_and_names_are_whole(
    drawn: Callable[[Sequence[str]], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(monkeypatch)
    made = [drawn([PictureName(name, bars) for name in LONGEST]) for bars in (0, 1, 4)]
    assert len(set(made)) == 3
    for png in made:
        assert_format(png)
    watched.assert_readable()


@pytest.mark.parametrize("ground", [Ink.PANEL, SEATS[1]])
def test_a_level_is_as_many_bars_as_its_place_among_the_levels(ground: Ink) -> None:
    canvas = Canvas(DEFAULT, TEXTS, 700)
    for number, name in enumerate(ADA):
        draw_panel(canvas, Area(100, 40 + 120 * number, 600, 100), fill=ground)
        used = draw_name(canvas, 120, 90 + 120 * number, 1, name, ground=ground, width=500)
    image, start = rgb(canvas.png()), 120 + used - level_width(ADA[4])
    color = canvas.colors.color(Ink.TEXT if ground is Ink.PANEL else Ink.ON_COLOR)
    feet = [pieces(image, 103 + 120 * number, start + 2, 500, color) for number in range(5)]
    assert feet == [0, 1, 2, 3, len(Level)]


async def test_a_computer_is_not_taken_for_a_person_or_a_level_of_the_same_name() -> None:
    studio, view = Studio(), GIN_TABLES["draw"]
    made = {(await studio.table(view, ("Ola", name), TEXTS)).png for name in ADA}
    studio.close()
    assert len(made) == len(ADA)
    assert [bars_of(name) for name in (*ADA, "Ada")] == [0, 1, 2, 3, 4, 0]
