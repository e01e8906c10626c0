"""Single cards."""

from itertools import product

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.rummy.cards import JOKER, PACK, parse_card, suit_of
from render.drawing.faces import CardFormat, back, card_png, face, joker, low, upright
from render.drawing.palette import Ink, palette
from render.look import DEFAULT, Deck, Look, Theme
from tests.render.views import TEXTS, Color, ink, opened, rgb


def ground(png: bytes) -> set[Color]:
    image = rgb(png)
    return {image.getpixel((x, y)) for x, y in ((0, 0), (127, 0), (0, 127), (127, 127))}  # type: ignore[misc]


def test_every_card_has_a_different_emoji() -> None:
    faces = {card: card_png(card) for card in PACK}
    assert len(set(faces.values())) == 52
    for png in faces.values():
        image = opened(png)
        assert (image.size, image.format) == ((128, 128), "PNG")
        assert len(png) < 256 * 1024
        assert ground(png) == {ink(Ink.FACE)}


def test_an_emoji_has_the_letter_of_a_language_and_the_colors_of_a_deck() -> None:
    queen = parse_card("QH")
    assert len({card_png(queen), card_png(queen, "D"), card_png(queen, look=Look(Deck.VIVID))}) == 3
    assert card_png(queen) == card_png(queen, "Q", DEFAULT)


def test_a_face_has_a_border_of_two_pixels() -> None:
    drawn = face(palette(Deck.DEFAULT, DEFAULT.theme), "7", 1, upright(152), Ink.FELT)
    colors = palette(Deck.DEFAULT, DEFAULT.theme)
    line = [drawn.getpixel((x, 100)) for x in range(4)]
    assert line == [colors[Ink.BORDER]] * 2 + [colors[Ink.FACE]] * 2


def gray(drawn: Image.Image, deck: Deck, theme: Theme, width: int) -> Image.Image:
    """Return a card in gray, as people without color vision see it, at another width."""
    drawn = drawn.copy()
    drawn.putpalette(palette(deck, theme).rgb)
    plain = drawn.convert("L")
    return plain.resize((width, round(plain.height * width / plain.width)), Image.Resampling.LANCZOS)


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two cards' pixels, from 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(("shape", "width"), [(low(64, 82), 20), (low(74, 104), 24), (upright(124), 39)])
def test_a_joker_differs_from_all_cards_without_colors_and_at_350_pixels(
    deck: Deck, theme: Theme, shape: CardFormat, width: int
) -> None:
    colors = palette(deck, theme)
    faces = [gray(face(colors, TEXTS.rank(card), suit_of(card), shape, Ink.FELT), deck, theme, width) for card in PACK]
    others = [*faces, gray(back(colors, shape, Ink.FELT), deck, theme, width)]
    signs = ((), (("8", 1),), (("10", 2),), (("Q", 0), ("Q", 3)))
    for possible in signs:
        drawn = gray(joker(colors, possible, shape, Ink.FELT), deck, theme, width)
        assert min(apart(drawn, other) for other in others) > 25


def test_a_joker_shows_which_cards_it_stands_for() -> None:
    colors = palette(Deck.DEFAULT, DEFAULT.theme)
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    single = {joker(colors, (sign,), low(64, 82), Ink.FELT).tobytes() for sign in product(ranks, range(4))}
    pairs = {
        joker(colors, (("9", one), ("9", other)), low(64, 82), Ink.FELT).tobytes()
        for one in range(4)
        for other in range(one + 1, 4)
    }
    plain = joker(colors, (), low(64, 82), Ink.FELT).tobytes()
    assert len({plain} | single | pairs) == 1 + 52 + 6


@pytest.mark.parametrize("signs", [(("8", 0),), (("K", 2),), (("9", 2), ("9", 3)), (("9", 0), ("9", 3))])
def test_the_card_a_joker_stands_for_has_the_color_of_its_suit(signs: tuple[tuple[str, int], ...]) -> None:
    colors = palette(Deck.DEFAULT, DEFAULT.theme)
    drawn = joker(colors, signs, low(64, 82), Ink.FELT)
    found = {number for number in range(4) if colors[Ink(number)] in drawn.tobytes()}
    assert found == {Ink.SPADES.value} | {number for _, number in signs}


def test_the_joker_has_an_emoji() -> None:
    png = card_png(JOKER)
    assert (opened(png).size, ground(png)) == ((128, 128), {ink(Ink.FACE)})
    assert png not in {card_png(card) for card in PACK}
