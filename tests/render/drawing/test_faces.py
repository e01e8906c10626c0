"""Single cards."""

from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rummy.cards import JOKER, PACK, Card, parse_card
from render.drawing.faces import (
    CardFormat,
    Sign,
    back,
    card_png,
    face,
    fan,
    joker,
    narrow,
    outline,
    rank_mask,
    upright,
    wide,
)
from render.drawing.palette import SUITS, Ink, palette
from render.look import DEFAULT, Deck, Look, Theme
from tests.render.views import TEXTS, Color, ink, opened, rgb

FORMATS = [narrow(48), upright(64), upright(74), upright(152), wide(250, 212), wide(198, 212), fan(186)]
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COURT = tuple(card for card in PACK if card % 13 >= 10)
LOOKS = [Look(deck, theme) for deck in Deck for theme in Theme]


def drawn_face(card: Card, shape: CardFormat, look: Look = DEFAULT) -> Image.Image:
    return face(palette(look.deck, look.theme), TEXTS.rank(card), card, shape, Ink.FELT)


def drawn_joker(signs: tuple[Sign, ...], shape: CardFormat, look: Look = DEFAULT) -> Image.Image:
    return joker(palette(look.deck, look.theme), signs, shape, Ink.FELT)


def in_color(drawn: Image.Image, look: Look = DEFAULT) -> Image.Image:
    drawn = drawn.copy()
    drawn.putpalette(palette(look.deck, look.theme).rgb)
    return drawn.convert("RGB")


def ground(png: bytes) -> set[Color]:
    image = rgb(png)
    return {image.getpixel((x, y)) for x, y in ((0, 0), (127, 0), (0, 127), (127, 127))}  # type: ignore[misc]


def box_of(drawn: Image.Image, color: Color) -> tuple[int, int, int, int]:
    """Return the rectangle that the pixels of a color fill."""
    marked = Image.new("L", drawn.size)
    marked.putdata([255 * (pixel == color) for pixel in in_color(drawn).get_flattened_data()])
    box = marked.getbbox()
    assert box is not None
    return box


def test_every_card_has_a_different_emoji() -> None:
    faces = {card: card_png(card) for card in (*PACK, JOKER)}
    assert len(set(faces.values())) == 53
    for png in faces.values():
        image = opened(png)
        assert (image.size, image.format) == ((128, 128), "PNG")
        assert len(png) < 256 * 1024
        assert ground(png) == {ink(Ink.FACE)}


def test_an_emoji_has_the_letter_of_a_language_and_the_colors_of_a_deck() -> None:
    queen = parse_card("QH")
    assert len({card_png(queen), card_png(queen, "D"), card_png(queen, look=Look(Deck.VIVID))}) == 3
    assert card_png(queen) == card_png(queen, "Q", DEFAULT)


@pytest.mark.parametrize("shape", FORMATS)
def test_all_cards_differ(shape: CardFormat) -> None:
    drawn = {drawn_face(card, shape).tobytes() for card in PACK}
    drawn |= {drawn_joker((), shape).tobytes(), back(palette(Deck.DEFAULT, Theme.FELT), shape, Ink.FELT).tobytes()}
    assert len(drawn) == 54


@pytest.mark.parametrize("shape", FORMATS)
def test_corners_are_round_and_the_border_goes_around(shape: CardFormat) -> None:
    colors = palette(Deck.DEFAULT, Theme.FELT)
    for card in (parse_card("7S"), parse_card("KH")):
        drawn = drawn_face(card, shape)
        assert drawn.size == (shape.width, shape.height)
        assert drawn.getpixel((0, 0)) == colors[Ink.FELT]
        assert outline(shape).getpixel((0, 0)) == 0
        middle = shape.width // 2, shape.height // 2
        for x, y in ((0, middle[1]), (shape.width - 1, middle[1]), (middle[0], 0), (middle[0], shape.height - 1)):
            assert drawn.getpixel((x, y)) == colors[Ink.BORDER]
            assert outline(shape).getpixel((x, y)) == 255


@pytest.mark.parametrize("width", [64, 74, 118, 152])
def test_rank_and_suit_have_the_sizes_of_the_style(width: int) -> None:
    drawn, suit = drawn_face(parse_card("AC"), upright(width)), ink(Ink.CLUBS)
    left, top, right, low = box_of(drawn, suit)
    assert abs(left - 0.075 * width) <= 2
    assert abs(top - 0.075 * width) <= 2
    assert abs((width - right) - 0.075 * width) <= 2
    assert abs((drawn.height - low) - 0.075 * width) <= 2
    rank = box_of(drawn.crop((0, 0, round(0.6 * width), round(0.66 * width))), suit)
    assert abs((rank[3] - rank[1]) - 0.56 * width) <= 2


def test_the_smallest_ranks_are_at_least_30_pixels_high() -> None:
    assert [shape.rank for shape in (narrow(48), upright(74), upright(118), upright(152))] == [30, 41, 66, 85]


@pytest.mark.parametrize("card", ["KS", "QS"])
@pytest.mark.parametrize("width", [74, 139])
def test_the_foot_of_a_rank_stays_apart_from_the_crown_below_it(card: str, width: int) -> None:
    shape = upright(width)
    drawn = in_color(drawn_face(parse_card(card), shape))
    foot = round(0.075 * width) + shape.rank
    for y in range(foot + 1, foot + 1 + width // 50):
        across = [drawn.getpixel((x, y)) for x in range(4, width - 4)]
        assert ink(Ink.SPADES) not in across


@pytest.mark.parametrize("shape", [wide(250, 212), wide(198, 212)])
def test_large_cards_have_ranks_and_suits_larger_by_two_fifths_side_by_side_and_no_figures(shape: CardFormat) -> None:
    usual = upright(139)
    for card, number in ((parse_card("TH"), 2), (parse_card("KH"), 2), (parse_card("QC"), 0), (parse_card("2S"), 1)):
        image, color = in_color(drawn_face(card, shape)), ink(SUITS[number])
        assert ink(Ink.SKIN) not in set(image.get_flattened_data())
        inked = [[image.getpixel((x, y)) == color for y in range(shape.height)] for x in range(shape.width)]
        filled = [x for x, column in enumerate(inked) if any(column)]
        between = [at + 1 for at, (before, after) in enumerate(pairwise(filled)) if after - before > 2][-1]
        rank, pip = filled[:between], filled[between:]
        heights = [sum(any(inked[x][y] for x in part) for y in range(shape.height)) for part in (rank, pip)]
        assert heights[0] >= 1.4 * usual.rank
        assert heights[1] >= 1.4 * 0.6 * usual.width - 1


@pytest.mark.parametrize("letter", [*RANKS, "D", "W"])
def test_ranks_fill_their_height_and_are_never_too_wide(letter: str) -> None:
    mask = rank_mask(letter, 78, 112)
    assert mask.size == (mask.width, 78)
    assert mask.width <= 112
    assert mask.getbbox() == (0, 0, mask.width, 78)


def test_in_a_fan_a_ten_and_its_suit_can_be_seen_where_cards_overlap() -> None:
    shape = fan(186)
    for card in (parse_card("TS"), parse_card("KS"), parse_card("2S")):
        visible = drawn_face(card, shape).crop((0, 0, round(0.5 * shape.width), shape.height))
        cut = visible.crop((visible.width - 3, 5, visible.width, round(0.6 * shape.width)))
        suit = box_of(visible.crop((0, round(0.6 * shape.width), visible.width, round(1.05 * shape.width))), (16,) * 3)
        assert suit[2] - suit[0] >= 0.3 * shape.width
        if card != parse_card("KS"):
            assert ink(Ink.SPADES) not in set(in_color(cut).get_flattened_data())


@pytest.mark.parametrize("shape", [upright(74), upright(118), upright(152)])
def test_king_queen_and_jack_have_different_outlines(shape: CardFormat) -> None:
    for suit in range(4):
        figures = [
            gray(drawn_face(card, shape), DEFAULT, shape.width // 3).crop(
                (0, shape.width // 5, shape.width // 3, shape.width * 2 // 5)
            )
            for card in COURT[3 * suit : 3 * suit + 3]
        ]
        assert min(apart(one, other) for one, other in combinations(figures, 2)) > 8


def gray(drawn: Image.Image, look: Look, width: int) -> Image.Image:
    """Return a card in gray, as people without color vision see it, at another width."""
    plain = in_color(drawn, look).convert("L")
    return plain.resize((width, round(plain.height * width / plain.width)), Image.Resampling.LANCZOS)


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two cards' pixels, from 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@pytest.mark.each_value
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("shape", "width"), [(narrow(48), 15), (upright(74), 24), (upright(118), 38)])
def test_a_joker_differs_from_all_cards_without_colors_and_at_350_pixels(
    look: Look, shape: CardFormat, width: int
) -> None:
    others = [gray(drawn_face(card, shape, look), look, width) for card in PACK]
    others.append(gray(back(palette(look.deck, look.theme), shape, Ink.FELT), look, width))
    for signs in ((), (("8", 1),), (("10", 2),), (("A", 2),), (("Q", 0), ("Q", 3))):
        drawn = gray(drawn_joker(signs, shape, look), look, width)
        assert min(apart(drawn, other) for other in others) > 12


@pytest.mark.parametrize("shape", FORMATS)
def test_a_joker_shows_which_cards_it_stands_for(shape: CardFormat) -> None:
    single = {drawn_joker((sign,), shape).tobytes() for sign in product(RANKS, range(4))}
    pairs = {drawn_joker((("9", one), ("9", other)), shape).tobytes() for one, other in combinations(range(4), 2)}
    assert len({drawn_joker((), shape).tobytes()} | single | pairs) == 1 + 52 + 6


@pytest.mark.parametrize("shape", [narrow(48), upright(74)])
@pytest.mark.parametrize("number", range(4))
def test_the_card_a_joker_stands_for_has_the_color_of_its_suit(number: int, shape: CardFormat) -> None:
    rank = drawn_joker((("8", number),), shape).crop((6, 6, shape.width - 6, shape.rank))
    colors = palette(Deck.DEFAULT, Theme.FELT)
    found = {suit for suit in SUITS if colors[suit] in rank.tobytes()}
    assert found == {SUITS[number]}


def test_nothing_of_a_face_is_outside_the_colors_of_cards() -> None:
    for look in LOOKS:
        colors = palette(look.deck, look.theme)
        for card in (parse_card("QD"), parse_card("TC")):
            assert max(drawn_face(card, upright(74), look).tobytes()) < len(colors.rgb) // 3
