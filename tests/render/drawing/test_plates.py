"""The parts that all pictures are made of: felt, panels, discs, bars, frames."""

import pytest

from bot.rummy.cards import MeldKind, parse_card
from render.drawing.canvas import Area, Canvas
from render.drawing.faces import upright
from render.drawing.palette import SEATS, Ink, palette
from render.drawing.plates import draw_bar, draw_dashes, draw_disc, draw_framed, draw_panel, draw_stock
from render.look import DEFAULT, Look, Theme
from tests.render.views import TEXTS, ink, opened, pieces, rgb, row


def canvas(look: Look = DEFAULT) -> Canvas:
    return Canvas(look, TEXTS, 400)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("height", [380, 812, 900])
def test_the_felt_is_opaque_to_its_corners_with_a_rail_and_a_rim(theme: Theme, height: int) -> None:
    look = Look(theme=theme)
    image = rgb(Canvas(look, TEXTS, height).png())
    corners = {image.getpixel((x, y)) for x in (0, 1099) for y in (0, height - 1)}
    assert corners == {ink(Ink.RAIL, look)}
    assert row(image, height // 2, 0, 16)[:15] == [ink(Ink.RAIL, look)] * 12 + [ink(Ink.RIM, look)] * 3


def test_the_pool_of_light_has_flat_steps() -> None:
    image = opened(canvas().png())
    pool = palette(DEFAULT.deck, DEFAULT.theme).pool
    line = list(image.crop((40, 200, 551, 201)).tobytes())
    assert len(set(pool)) == 10
    assert line == sorted(line, key=pool.index), "lighter towards the middle"
    assert line[-1] == pool[-1]


def test_a_panel_has_its_seats_stripe_inside_its_rounding() -> None:
    drawing = canvas()
    draw_panel(drawing, Area(100, 100, 400, 200), stripe=Ink.SEAT_2)
    image = rgb(drawing.png())
    assert row(image, 200, 100, 114) == [ink(Ink.SEAT_2)] * 12 + [ink(Ink.PANEL)] * 2
    assert image.getpixel((100, 100)) not in (ink(Ink.SEAT_2), ink(Ink.PANEL))


@pytest.mark.parametrize("seat", range(4))
def test_a_seats_disc_has_its_color_or_ink_where_the_panel_has_that_color(seat: int) -> None:
    drawing = canvas()
    draw_panel(drawing, Area(300, 100, 200, 200), fill=SEATS[seat])
    draw_disc(drawing, 200, 200, seat, Ink.FELT)
    draw_disc(drawing, 400, 200, seat, SEATS[seat])
    image = rgb(drawing.png())
    assert image.getpixel((180, 200)) == ink(SEATS[seat])
    assert image.getpixel((380, 200)) == ink(Ink.ON_COLOR)


def test_bars_are_solid_for_sets_and_dashed_for_runs() -> None:
    drawing = canvas()
    draw_bar(drawing, 100, 100, 480, MeldKind.SET)
    draw_bar(drawing, 100, 200, 480, MeldKind.RUN)
    image = rgb(drawing.png())
    assert pieces(image, 104, 90, 600, ink(Ink.LABEL)) == 1
    assert pieces(image, 204, 90, 600, ink(Ink.LABEL)) > 8
    assert row(image, 204, 575, 600)[:1] == [ink(Ink.LABEL)], "it ends where it should"


def test_a_dashed_frame_has_whole_corners_and_gaps() -> None:
    drawing = canvas()
    draw_dashes(drawing, Area(100, 100, 400, 200), Ink.SEAT_1, thick=5, radius=18)
    image = rgb(drawing.png())
    assert pieces(image, 102, 90, 520, ink(Ink.SEAT_1)) > 8
    assert image.getpixel((102, 200)) in (ink(Ink.SEAT_1), image.getpixel((98, 200)))


def test_a_shadow_darkens_no_card_next_to_it() -> None:
    one, other = parse_card("9H"), parse_card("TC")
    shape = upright(152)
    apart, near = canvas(), canvas()
    for drawing, x in ((apart, 500), (near, 258)):
        drawing.card(one, 100, 100, shape)
        draw_framed(drawing, other, x, 100, shape, color=Ink.SEAT_1, shadow=False)
    first = (100, 100, 252, 313)
    assert rgb(apart.png()).crop(first).tobytes() == rgb(near.png()).crop(first).tobytes()


@pytest.mark.parametrize(("count", "layers"), [(1, 1), (2, 2), (3, 3), (30, 3)])
def test_the_stock_is_as_many_backs_as_cards_but_at_most_three(count: int, layers: int) -> None:
    drawing, plain = canvas(), canvas()
    draw_stock(drawing, 100, 100, upright(130), count)
    draw_stock(plain, 100, 100, upright(130), layers)
    assert drawing.png() == plain.png()
    if layers > 1:
        draw_stock(fewer := canvas(), 100, 100, upright(130), layers - 1)
        assert fewer.png() != plain.png()
