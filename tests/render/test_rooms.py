"""Labels of pictures: each has enough room in English, in longer languages and in the words of our glossary."""

import gettext
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.support import Translations

from bot.text.catalogs import Texts, compiled
from bot.text.extraction import pseudo_catalog
from render.rooms import too_wide
from tests.render.views import TEXTS
from tests.text.extracted import every_message

SAMPLES = {
    "pl": {
        ("pile", "Stock"): "Talon",
        ("pile", "Discard"): "Odrzucone",
        ("pile", "Upcard"): "Odkryta",
        ("discards before the last one", "Earlier"): "Wcześniej",
        ("before a number", "Deadwood"): "Balast",
        ("said about a player", "waits"): "pauzuje",
        ("above numbers", "cards"): "karty",
        ("above numbers", "penalty points"): "punkty karne",
        ("how a deal ended, in a score sheet", "Stalemate"): "Pat",
        ("how a deal ended, in a score sheet", "Undercut"): "Podcięcie",
        ("bracket", "bye"): "wolny los",
    },
    "pt": {
        ("pile", "Stock"): "Monte",
        ("pile", "Discard"): "Descarte",
        ("pile", "Upcard"): "Virada",
        ("before a number", "Deadwood"): "Resto",
        ("above numbers", "cards"): "cartas",
        ("above numbers", "penalty points"): "penalidades",
        ("cards that can be laid off", "Fits"): "Encaixa",
        ("bracket", "bye"): "folga",
    },
    "de": {
        ("pile", "Stock"): "Talon",
        ("pile", "Discard"): "Ablage",
        ("pile", "Upcard"): "Offen",
        ("before a number", "Deadwood"): "Ballast",
        ("said about a player", "waits"): "setzt aus",
        ("above numbers", "cards"): "Karten",
        ("above numbers", "penalty points"): "Strafpunkte",
        ("cards that can be laid off", "Fits"): "Passt an",
        ("bracket", "bye"): "spielfrei",
    },
}
"""Labels in the words of the glossary, by their contexts."""


def texts_of(catalog: Catalog) -> Texts:
    return Texts("xx", Translations(BytesIO(compiled(catalog))))


def test_english_labels_have_enough_room() -> None:
    assert list(too_wide(TEXTS)) == []


@pytest.mark.slow
def test_labels_of_a_longer_language_have_enough_room() -> None:
    assert list(too_wide(texts_of(pseudo_catalog(every_message(), "de")))) == []


@pytest.mark.parametrize("language", SAMPLES)
def test_the_words_of_the_glossary_have_enough_room(language: str) -> None:
    catalog = Catalog(locale=language)
    for (context, english), words in SAMPLES[language].items():
        catalog.add(english, words, context=context)
    assert list(too_wide(texts_of(catalog))) == []


def test_a_label_that_is_too_wide_is_named_with_its_place_and_its_room() -> None:
    catalog = Catalog(locale="de")
    catalog.add("Stock", "Nachziehstapel", context="pile")
    found = list(too_wide(texts_of(catalog)))
    assert "table of gin, stock: “Nachziehstapel” needs 5.7 ems of room and has 3.2" in found[0]
    assert len(found) == 2, "both kinds of tables"


def test_every_label_is_a_message_that_translators_get() -> None:
    class Noted(gettext.NullTranslations):
        def pgettext(self, context: str, message: str) -> str:
            seen.add((context, message))
            return message

    seen: set[tuple[str, str]] = set()
    list(too_wide(Texts("en", Noted())))
    known = {(one.entry.context, one.entry.text) for one in every_message()}
    assert len(seen) > 40
    assert seen <= known
