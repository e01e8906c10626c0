"""The words of the playground's pages: complete, and in the language that a browser or a person asks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from bot.text.catalogs import MADE_UP, Catalogs
from bot.text.page_words import page_words

STATIC: Final = Path(__file__).parents[2] / "bot" / "playground" / "page" / "static"
CATALOGS: Final = Catalogs()
PAGES: Final = ("index.html", "pane.html", "record.html")
SERVERS: Final = (STATIC.parent, STATIC.parents[1], STATIC.parents[2] / "program" / "cli" / "playground")


def files_of(page: str) -> list[Path]:
    """List a document and the scripts that it loads, directly or through imports."""
    found = [STATIC / page]
    for path in found:
        names = re.findall(r'"(?:/static/|\./)([\w.-]+\.js)"', path.read_text(encoding="utf-8"))
        found += [STATIC / name for name in dict.fromkeys(names) if STATIC / name not in found]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_text_of_a_page_has_words_and_no_word_is_left_over(page: str) -> None:
    used, source = set(), ""
    for path in files_of(page):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            used |= {" ".join(one.split()) for one in re.findall(r"\{\{(.+?)\}\}", text, re.DOTALL)}
        else:
            used |= set(re.findall(r'\bt\(\s*"([^"]+)"', text))
            source += text
    words = page_words(CATALOGS, page, ["en"])["words"]
    assert used <= set(words)
    source += "".join(path.read_text(encoding="utf-8") for folder in SERVERS for path in folder.glob("*.py"))
    left = {word for word in set(words) - used if f'"{word}"' not in source}
    # What people can't do begins in lower case until a pane makes a sentence of it.
    assert {word for word in left if f'"{word[0].lower()}{word[1:].removesuffix(".")}"' not in source} == set()


@pytest.mark.parametrize("page", PAGES)
def test_a_document_has_no_text_of_its_own(page: str) -> None:
    """Parts for developers stay English, and say so."""
    text = (STATIC / page).read_text(encoding="utf-8")
    text = re.sub(r'<(?!html)(\w+)[^>]* lang="en".*?</\1>', "", text, flags=re.DOTALL)
    shown = re.sub(r"\{\{.+?\}\}|<code>.*?</code>", "", text, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|placeholder|title)="([^"]*)"', shown)
    assert re.findall(r"[^\W\d_]{2,}", " ".join((re.sub(r"<[^>]*>", " ", shown), *labels))) == []


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["de-AT", "en"], "de"),
        (["cs", "pt-PT", "pl"], "pt-BR"),
        (["en", "pl"], "en"),
        (["xx", ""], "en"),
        ([], "en"),
        ([MADE_UP], MADE_UP),
    ],
)
def test_a_page_is_in_the_first_language_that_has_a_catalog(wanted: list[str], language: str) -> None:
    assert page_words(CATALOGS, "record.html", wanted)["language"] == language


def test_words_are_translated_and_keep_their_placeholders() -> None:
    assert page_words(CATALOGS, "record.html", ["pl"])["words"]["{game}: record"] == "{game}: zapis partii"
    assert page_words(CATALOGS, "record.html", [MADE_UP])["words"]["First step"].startswith("«")
    assert page_words(CATALOGS, "other.html", ["pl"]) == {"language": "en", "languages": [], "words": {}}
