"""The picture of melds in the rules, in every look."""

from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bot.rummy.families import Variant
from bot.rummy.options import Options, options_for
from bot.text.catalogs import Catalogs
from bot.text.rule_words import CardExample
from bot.text.rules import card_examples
from render.alt import MAX_LENGTH
from render.drawing.canvas import WIDTH
from render.examples import examples_picture
from render.look import Deck, Look, Theme

TEXTS = Catalogs().texts("en")
GAMES = (
    options_for(Variant.GIN),
    options_for(Variant.BASIC),
    options_for(Variant.GERMAN),
    options_for(Variant.GERMAN, {"round_the_corner": True}),
    options_for(Variant.GERMAN, {"no_jokers": True}),
)


@pytest.mark.parametrize("options", GAMES, ids=lambda options: str(options.variant))
def test_examples_have_the_size_of_pictures_and_alt_text(options: Options) -> None:
    for deck, theme in product(Deck, Theme):
        drawn = examples_picture(card_examples(TEXTS, options), TEXTS, Look(deck, theme))
        width, height = Image.open(BytesIO(drawn.png)).size
        assert width == WIDTH
        assert 380 <= height <= 900
        assert len(drawn.png) < 55_000
        assert 0 < len(drawn.alt) <= MAX_LENGTH


def test_every_example_is_named_in_the_alt_text() -> None:
    for options in GAMES:
        examples = card_examples(TEXTS, options)
        alt = examples_picture(examples, TEXTS).alt
        assert all(example.words in alt for example in examples)


def test_long_words_stay_next_to_the_cards() -> None:
    examples = card_examples(TEXTS, GAMES[3])
    longer = tuple(CardExample(example.words * 3, example.cards) for example in examples)
    assert Image.open(BytesIO(examples_picture(longer, TEXTS).png)).size[0] == WIDTH
