"""Single cards."""

from bot.rummy.cards import PACK, parse_card
from render.faces import card_png, face, upright
from render.look import DEFAULT, Deck, Look
from render.palette import Ink, palette
from tests.render.views import Colour, ink, opened, rgb


def ground(png: bytes) -> set[Colour]:
    image = rgb(png)
    return {image.getpixel((x, y)) for x, y in ((0, 0), (127, 0), (0, 127), (127, 127))}  # type: ignore[misc]


def test_every_card_makes_an_emoji_of_its_own() -> None:
    faces = {card: card_png(card) for card in PACK}
    assert len(set(faces.values())) == 52
    for png in faces.values():
        image = opened(png)
        assert (image.size, image.format) == ((128, 128), "PNG")
        assert len(png) < 256 * 1024
        assert ground(png) == {ink(Ink.FACE)}


def test_an_emoji_has_the_letter_of_a_language_and_the_colours_of_a_deck() -> None:
    queen = parse_card("QH")
    assert len({card_png(queen), card_png(queen, "D"), card_png(queen, look=Look(Deck.VIVID))}) == 3
    assert card_png(queen) == card_png(queen, "Q", DEFAULT)


def test_a_face_has_a_border_of_two_pixels() -> None:
    drawn = face(palette(Deck.DEFAULT, DEFAULT.theme), "7", 1, upright(152), Ink.TABLE)
    colours = palette(Deck.DEFAULT, DEFAULT.theme)
    line = [drawn.getpixel((x, 100)) for x in range(4)]
    assert line == [colours[Ink.BORDER]] * 2 + [colours[Ink.FACE]] * 2
