"""`remik texts check`: what it finds, on the catalogs of the program and on broken ones."""

import asyncio
from gettext import NullTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.program.cli.texts import CATALOGS, registered_commands
from bot.text.call_sites import Kind, Use
from bot.text.catalog_check import LanguageWords, faults_in, faults_of_commands, faults_of_screens, words_of
from bot.text.catalogs import Catalogs, Texts
from bot.text.extraction import (
    CatalogEntry,
    ExtractedMessage,
    catalog_header,
    catalog_in,
    known_locale,
    languages_in,
    template,
    updated,
    write_catalog,
)
from render.rooms import too_wide
from tests.text.extracted import every_message

PLACE = ("cogs/panel.py", 1)
BUTTON = frozenset({Use(Kind.BUTTON)})
WORDS = LanguageWords(
    quotes="„”", banned={"martw": "balast"}, terms={"deadwood": "balast"}, same={"Gin": "the name of a game"}
)


def polish(entries: str) -> Catalog:
    """Return a Polish catalog with some entries."""
    return read_po(BytesIO((catalog_header("pl") + entries).encode()), locale="pl")


def message(
    text: str, plural: str | None = None, context: str | None = None, uses: frozenset[Use] = frozenset()
) -> ExtractedMessage:
    return ExtractedMessage(CatalogEntry(text, plural, context), PLACE, "A panel.", uses)


def problems(entries: str, *found: ExtractedMessage) -> list[str]:
    """Return what is wrong with the translations of some messages."""
    known = (*found, message("Gin"))
    return [one.problem for one in faults_in(polish(f'{entries}\n\nmsgid "Gin"\nmsgstr "Gin"\n'), "pl", known, WORDS)]


@pytest.mark.parametrize("language", languages_in(CATALOGS))
def test_a_catalog_of_the_program_has_no_faults(language: str) -> None:
    catalog = catalog_in(CATALOGS / language / "remik.po", language)
    assert [*map(str, faults_in(catalog, language, every_message(), words_of(CATALOGS, language)))] == []


def test_no_screen_or_command_is_too_long_in_any_language() -> None:
    catalogs = Catalogs()
    texts = [*map(catalogs.texts, catalogs.languages)]
    assert [str(fault) for one in texts for fault in faults_of_screens(one)] == []
    assert [(one.language, line) for one in texts for line in too_wide(one)] == []
    commands = asyncio.run(registered_commands())
    assert len(commands) > 3
    assert [*map(str, faults_of_commands(commands, texts))] == []


def test_a_screen_and_a_command_that_are_too_long_are_found() -> None:
    class Wordy(Texts):
        def t(self, message: str, /, **values: object) -> str:
            return super().t(message, **values) * 4

    wordy = Wordy("pl", NullTranslations())
    assert "its line in lists takes 1" in str([*faults_of_screens(wordy)])
    assert "all rules on one page takes " in str([*faults_of_screens(wordy)])
    command = {
        "name": "new",
        "description": "x" * 2000,
        "options": [{"name": "game", "choices": [{"name": "Gin", "value": "gin"}]}],
    }
    [found] = faults_of_commands([command], [wordy])
    assert str(found).startswith("all: /new: takes 8022 characters")


def test_a_good_catalog_has_no_faults() -> None:
    entries = (
        'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "karta"\nmsgstr[1] "{n} karty"\nmsgstr[2] "{n} kart"'
    )
    assert problems(entries, message("{n} card", "{n} cards")) == []
    assert problems('msgid "Take {card}"\nmsgstr "Weź {card acc}"', message("Take {card}")) == []
    assert problems('msgid "Press *Draw*"\nmsgstr "Naciśnij „Dobierz”"', message("Press *Draw*")) == []


@pytest.mark.parametrize(
    ("english", "translation", "problem"),
    [
        ("Your turn", "", "has no translation"),
        ("Your turn", "Your turn", "is the same as in English"),
        ("Take {card}", "Weź {karta}", "has the placeholders karta: write card"),
        ("Take {card}", "Weź {card", "has broken braces"),
        ("Take {card}", "Weź {card gen}", "has the placeholders card gen: write card"),
        ("Open `/rummy new`", "Wpisz /rummy new", "has the markup"),
        ("🏆 {name} wins", "Wygrywa {name}", "has the emoji"),
        ("Gone <t:1:R>", "Zniknie", "has the markup"),
        ("Press it", 'Naciśnij "to"', "has the quotes"),
        ("Press it", "Naciśnij „to“", "has the quotes"),
        ("Pass - or take", "Spasuj — lub weź", "has a long dash"),
        ("{n}% won", "wygrane {n} %", "has ' %' after a number"),
        ("Now draw:", "Teraz dobierz :", "has two spaces, or one before a sign"),
        ("Your loose cards", "Martwe drewno", "has 'Martw': write balast"),
        ("Your deadwood", "Twoje punkty", "has no 'balast' for 'deadwood'"),
    ],
)
def test_a_fault_of_a_translation_is_found_with_what_to_write_instead(
    english: str, translation: str, problem: str
) -> None:
    written = translation.replace('"', '\\"')
    [found] = problems(f'msgid "{english}"\nmsgstr "{written}"', message(english))
    assert found.startswith(problem)


def test_a_fuzzy_translation_and_one_without_its_plural_forms_are_found() -> None:
    assert problems('#, fuzzy\nmsgid "Draw"\nmsgstr "Dobierz"', message("Draw")) == [
        "is fuzzy: compare it with the English, then remove the mark"
    ]
    cards = 'msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} karta"\nmsgstr[1] "%s"\nmsgstr[2] "%s"'
    assert problems(cards % ("{n} karty", ""), message("{n} card", "{n} cards")) == ["lacks plural forms: fill all 3"]
    [found] = problems(cards % ("karty", "{n} kart"), message("{n} card", "{n} cards"))
    assert found.startswith("lacks {n} in the form for 2")


def test_a_label_that_is_too_long_or_twice_on_a_panel_is_found() -> None:
    [found] = problems('msgid "Draw"\nmsgstr "Dobierz' + " teraz" * 14 + '"', message("Draw", uses=BUTTON))
    assert found.startswith("is 91 characters long")
    twice = 'msgid "Draw"\nmsgstr "Weź"\n\nmsgid "Take"\nmsgstr "Weź"'
    [found] = problems(twice, message("Draw", uses=BUTTON), message("Take", uses=BUTTON))
    assert found == "are all 'Weź' on one panel: make them differ"


def test_an_exception_that_is_not_needed_is_found() -> None:
    found = faults_in(polish(""), "pl", (message("Draw"),), LanguageWords(same={"Gone": "no more"}))
    assert "remove it there" in [one.problem for one in found][-1]


def test_an_update_keeps_translations_marks_changed_ones_and_drops_none() -> None:
    old = polish(
        'msgid "Draw a card now"\nmsgstr "Dobierz teraz kartę"\n\nmsgid "Leave"\nmsgstr "Wstań"\n\n'
        '# by hand\nmsgid "Pass"\nmsgstr "Pas"\n\nmsgid "Discard"\nmsgstr "Odrzuć"\n\n#~ msgid "Back"\n#~ msgstr "Wróć"'
    )
    found = (
        message("Pass"),
        message("Draw a card"),
        message("Discard", context="button"),
        message("Back"),
        message("New"),
    )
    new, changes = updated(template(found), old, "pl")
    file = BytesIO()
    write_catalog(new, file, catalog_header("pl"))
    written = file.getvalue().decode()
    again = read_po(BytesIO(file.getvalue()), locale=known_locale("pl"))
    draw, discard = again.get("Draw a card"), again.get("Discard", "button")
    assert (again["Pass"].string, again["Pass"].user_comments, again["Pass"].fuzzy) == ("Pas", ["by hand"], False)
    assert draw is not None
    assert discard is not None
    assert (draw.string, draw.fuzzy) == ("Dobierz teraz kartę", True)
    assert (discard.string, discard.fuzzy) == ("Odrzuć", True)
    assert (again["Back"].string, again["Back"].fuzzy) == ("Wróć", False)
    assert '#~ msgid "Leave"\n#~ msgstr "Wstań"' in written
    assert "cogs/panel.py\n" in written
    assert "Date" not in written
    assert (changes.kept, changes.fuzzy, changes.missing, changes.obsolete) == (2, 2, 1, 1)


def test_an_update_without_changes_writes_the_same_file() -> None:
    found, files = every_message(), [BytesIO(), BytesIO()]
    catalog = Catalog(locale="pl")
    for file in files:
        catalog, _ = updated(template(found), catalog, "pl")
        write_catalog(catalog, file, catalog_header("pl"))
        catalog = read_po(BytesIO(file.getvalue()), locale="pl")
    assert files[0].getvalue() == files[1].getvalue()
