"""Colors and shapes: suits that differ, and readable letters."""

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from render.drawing import canvas
from render.drawing.faces import upright
from render.drawing.letters import LABEL, Letters, letters
from render.drawing.palette import SEATS, Ink, palette
from render.drawing.shapes import suit
from render.gin.ending import knock_picture
from render.gin.hand import hand_picture
from render.gin.table import table_picture
from render.look import Deck, Look, Theme
from render.melds.ending import ending_picture
from render.melds.hand import melds_hand_picture
from render.melds.table import melds_table_picture
from render.sheet import sheet_picture
from tests.render.drawing.vision import SIGHTS, ciede2000, contrast, distance
from tests.render.gin.test_ending import knocks
from tests.render.melds.test_ending import ENDINGS
from tests.render.melds.test_hand import FOURTEEN, laying
from tests.render.melds.test_sheet import KINDS
from tests.render.melds.test_table import ALL_RULES, FULL, THREE
from tests.render.melds.views import held, spectated
from tests.render.test_sheet import ALL_KINDS
from tests.render.views import NAMES, TEXTS, holding, ink, public

_APART_AND_TOGETHER = (ImageChops.difference, ImageChops.lighter)
SUITS = (Ink.CLUBS, Ink.SPADES, Ink.HEARTS, Ink.DIAMONDS)


def test_color_distances_are_right() -> None:
    # Pairs of the data that Sharma, Wu and Dalal (2005) published to check implementations with.
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (58, 24, 15)) == pytest.approx(19.4535, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert ciede2000((50, 2.49, -0.001), (50, -2.49, 0.0011)) == pytest.approx(7.2195, abs=1e-4)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("one", "other"), list(combinations(SUITS, 2)))
def test_suits_of_the_default_deck_differ_in_every_color_vision(sight: str, one: Ink, other: Ink) -> None:
    assert distance(ink(one), ink(other), SIGHTS[sight]) >= 20


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("one", "other"), list(combinations(SEATS, 2)))
def test_the_colors_of_six_seats_differ_in_every_theme(theme: Theme, one: Ink, other: Ink) -> None:
    colors = ink(one, Look(theme=theme)), ink(other, Look(theme=theme))
    assert distance(*colors, SIGHTS["full"]) >= 18
    if {one, other} & {Ink.SEAT_5, Ink.SEAT_6}:
        assert min(distance(*colors, sight) for sight in SIGHTS.values()) >= 5


@pytest.mark.parametrize("theme", Theme)
def test_no_seat_looks_like_gold(theme: Theme) -> None:
    look = Look(theme=theme)
    assert min(distance(ink(seat, look), ink(Ink.GOLD, look), SIGHTS["full"]) for seat in SEATS) >= 20


def test_the_suits_have_their_own_colors() -> None:
    assert [bytes(ink(name)).hex().upper() for name in SUITS] == ["00916E", "101010", "E80014", "1E32FA"]
    assert bytes(ink(Ink.FACE)).hex().upper() == "FFFDF7"
    classic = {ink(name, Look(Deck.CLASSIC)) for name in SUITS}
    assert len(classic) == 2
    assert ink(Ink.HEARTS, Look(Deck.CLASSIC)) == ink(Ink.DIAMONDS, Look(Deck.CLASSIC))


@pytest.mark.parametrize(("one", "other"), list(combinations(range(4), 2)))
def test_the_shapes_of_the_suits_differ_in_any_color(one: int, other: int) -> None:
    apart, inked = (ImageStat.Stat(part(suit(one, 80), suit(other, 80))).sum[0] for part in _APART_AND_TOGETHER)
    assert apart > 0.15 * inked


def written_in(name: Ink, ground: Ink, look: Look) -> tuple[int, int, int]:
    """Return the color that a text has on a ground."""
    colors = palette(look.deck, look.theme)
    number = colors.ramp(ground, name)[255]
    red, green, blue = colors.rgb[number * 3 : number * 3 + 3]
    return red, green, blue


@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("theme", Theme)
def test_text_contrasts_with_its_ground(theme: Theme, deck: Deck) -> None:
    look = Look(deck, theme)
    for name in SUITS:  # cards are large
        assert contrast(ink(name, look), ink(Ink.FACE, look)) >= 3.9, name
    written = [(name, ground) for name in (Ink.TEXT, Ink.LABEL) for ground in (Ink.FELT, Ink.PANEL)]
    written += [(name, ground) for name in (Ink.ON_COLOR, Ink.SOFT) for ground in (*SEATS, Ink.GOLD)]
    for name, ground in written:
        assert contrast(written_in(name, ground, look), ink(ground, look)) >= 4.5, (name, ground)
    for name, ground in ((Ink.GOLD, Ink.FELT), *((seat, on) for seat in SEATS for on in (Ink.FELT, Ink.PANEL))):
        assert contrast(ink(name, look), ink(ground, look)) >= 3, name


@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("theme", Theme)
def test_a_palette_has_at_most_256_colors(theme: Theme, deck: Deck) -> None:
    assert len(palette(deck, theme).rgb) <= 3 * 256


@pytest.mark.slow
def test_no_text_is_smaller_than_a_label_except_numbers_in_discs(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: dict[str, int] = {}
    draw = letters

    def watched(words: str, size: int, bold: bool) -> Letters:
        sizes[words] = size
        return draw(words, size, bold)

    monkeypatch.setattr(canvas, "letters", watched)
    names = ("Ola", "Kunegunda Wielka z Kórnika pod Poznaniem")
    hand_picture(holding("7S 8S 9S TS QC QH QD 2C 5D KH 9C", "2C"), NAMES, TEXTS)
    table_picture(public(quiet_turns=16), names, TEXTS)
    for view in knocks().values():
        knock_picture(view, names, TEXTS)
    for view in ALL_KINDS.values():
        sheet_picture(view, names, TEXTS)
    for scored in (*KINDS.values(), *ENDINGS.values()):
        sheet_picture(scored, (names * 3)[: len(scored.counts)], TEXTS)
    for ending in ENDINGS.values():
        ending_picture(ending, (names * 3)[: len(ending.counts)], TEXTS)
    for seats in (2, 3, 4, 6):
        for melds in (THREE, FULL):
            full = spectated(seats, melds=melds, options=ALL_RULES, claim=9, quiet_turns=0)
            melds_table_picture(full, (names * 3)[:seats], TEXTS)
            melds_table_picture(replace(full, quiet_turns=17), (names * 3)[:seats], TEXTS)
    for hand in (laying(), held(FOURTEEN, "2C", owed=2)):
        melds_hand_picture(hand, names * 2, TEXTS)
    assert len(sizes) > 150
    assert {words: size for words, size in sizes.items() if size < LABEL and not words.isdecimal()} == {}


def test_the_smallest_face_up_card_has_a_rank_of_30_pixels() -> None:
    assert upright(66).rank >= 30
