"""Lines of words, cards and symbols."""

import pytest

from bot.rummy.cards import JOKER, parse_card
from render.drawing.canvas import Canvas, TextStyle
from render.drawing.letters import LABEL
from render.drawing.lines import Chip, Sign, Words, draw_line, line_length, parted, slot
from render.drawing.palette import Ink
from render.drawing.shapes import Symbol
from render.look import DEFAULT
from tests.render.views import TEXTS, changed

NAME, CARD = Words("Ola", Ink.SEAT_2, black=True, name=True), Chip(parse_card("TH"))


def canvas() -> Canvas:
    return Canvas(DEFAULT, TEXTS, 400)


def test_parts_are_where_a_language_has_them() -> None:
    assert parted(f"{slot(0)} took {slot(1)}.", NAME, CARD) == (NAME, Words(" took "), CARD, Words("."))
    assert parted(f"{slot(1)}: {slot(0)}", NAME, CARD) == (CARD, Words(": "), NAME)
    assert parted("Discard") == (Words("Discard"),)
    assert parted("") == ()


@pytest.mark.parametrize("name", ["W", "W" * 32, "日本太郎" * 8, "محمد " * 8])
@pytest.mark.parametrize("width", [420, 600, 980])
def test_a_line_fits_its_width_and_keeps_its_cards(name: str, width: int) -> None:
    parts = parted(f"{slot(0)} took {slot(1)}", Words(name, name=True), CARD)
    drawing = canvas()
    style = TextStyle(60)
    used = draw_line(drawing, 40, 200, parts, style, width=width)
    assert used <= width
    where = changed(canvas().png(), drawing.png())
    assert where is not None
    assert where[2] <= 40 + width + 2


def test_a_long_line_is_set_smaller_before_its_name_is_cut() -> None:
    words = parted(f"{slot(0)} discarded", Words("Kunegunda", name=True))
    full = line_length(canvas(), words, TextStyle(60))
    least = line_length(canvas(), words, TextStyle(LABEL))
    assert least < full - 40
    assert draw_line(canvas(), 40, 200, words, TextStyle(60), width=full - 40) > least
    assert draw_line(canvas(), 40, 200, words, TextStyle(60), width=least) == least


@pytest.mark.parametrize("part", [CARD, Chip(JOKER), Sign(Symbol.CHECK), Sign(Symbol.STAR), NAME])
def test_every_part_is_drawn_and_has_a_width(part: Chip | Sign | Words) -> None:
    drawing = canvas()
    used = draw_line(drawing, 100, 200, (part,), TextStyle(48))
    where = changed(canvas().png(), drawing.png())
    assert where is not None
    assert abs((where[2] - where[0]) - used) <= 6


def test_chips_of_different_cards_differ() -> None:
    drawn = set()
    for text in ("9H", "9S", "9D", "9C", "TH", "KH"):
        drawing = canvas()
        draw_line(drawing, 100, 200, (Chip(parse_card(text)),), TextStyle(48))
        drawn.add(drawing.png())
    assert len(drawn) == 6


def test_words_that_are_too_long_are_cut_at_their_end() -> None:
    parts = parted(f"{slot(0)} has discarded a card that nobody at this table wanted: {slot(1)} and more", NAME, CARD)
    assert draw_line(canvas(), 40, 200, parts, TextStyle(60), width=700) <= 700
